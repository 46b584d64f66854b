"""Under which names the page may be asked for.

A stranger's site can let a name of its own point to this machine and then speak with the page out
of the browser of whoever visits that site. So the name asked for must be one that no stranger can
own: an address, a name of a home network, or one that the operator allows.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Final

_RESERVED: Final = (".local", ".localhost", ".internal", ".home.arpa", ".home", ".lan")
"""Ends of names that nobody can have in the public name service."""


class Names:
    """The names of a page that listens at `address` on `port`.

    For this machine only, they come with the port; else any port will do, because a container or
    a proxy in front may have another one. `more` are names without port that are always served.
    """

    def __init__(self, address: str, port: int, more: Iterable[str] = ()) -> None:
        self._more = {name.lower() for name in more}
        self._only: frozenset[str] | None = None
        if is_loopback(address):
            known = {"localhost", "127.0.0.1", "[::1]", bracketed(address.lower())}
            self._only = frozenset(f"{name}:{port}" for name in known) | (
                frozenset(known) if port == 80 else frozenset()
            )
        else:
            self._more |= {address.lower(), socket.gethostname().lower()}

    def serve(self, host: str) -> bool:
        """Is that, from the header `Host`, one of the names?"""
        host = host.lower()
        name = _without_port(host)
        if name in self._more:
            return True
        if self._only is not None:
            return host in self._only
        return _is_address(name) or _is_of_home(name)


def is_loopback(address: str) -> bool:
    """Does the address lead to this machine only?

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if address.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def bracketed(address: str) -> str:
    """An address as it stands before a port.

    >>> bracketed("::1")
    '[::1]'
    """
    return f"[{address}]" if ":" in address else address


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdecimal() else host


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _is_of_home(name: str) -> bool:
    return bool(name) and ("." not in name or name.endswith(_RESERVED))
