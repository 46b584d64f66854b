"""Start and stop of the page."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import uvicorn

from adapters.web.inbound import Inbound
from adapters.web.live import Live
from adapters.web.names import Names, bracketed
from adapters.web.outbound import WebPlatform
from adapters.web.sessions import Sessions
from bot.host import Host
from bot.ports import PlatformUnavailable, Store, Threads

log = logging.getLogger(__name__)

GRACE: Final = 3
"""Seconds in which requests under way may end when the page is stopped."""


class WebUnavailable(PlatformUnavailable):
    """The page cannot be served. The message is one clear line."""


class WebApp:
    """The page: `start`, then `failed` waits for what ends it, then `stop`.

    It listens at `address` on `port`; with `or_free`, on a free port where that one is taken. The
    free one is kept in the file `spare`: a browser knows its person by the address, so the next
    start tries the same again.
    """

    def __init__(
        self,
        address: str,
        port: int,
        host: Host,
        store: Store,
        threads: Threads,
        *,
        or_free: bool = False,
        spare: Path | None = None,
        names: Iterable[str] = (),
    ) -> None:
        self._address = address
        self._port = port
        self._or_free = or_free
        self._spare = spare
        self._names = tuple(names)
        self._host = host
        self._live = Live()
        self._platform = WebPlatform(threads, self._live)
        self._sessions = Sessions(store)
        self._server: _Server | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """Where a browser finds the page."""
        address = "localhost" if self._address in ("0.0.0.0", "::") else self._address  # noqa: S104
        return f"http://{bracketed(address)}:{self._port}/"

    @property
    def platform(self) -> WebPlatform:
        """The page's messages."""
        return self._platform

    async def start(self) -> None:
        """Begin to serve. Raises WebUnavailable."""
        listening = await self._listen()
        self._port = listening.getsockname()[1]
        self._host.add(self._platform)
        inbound = Inbound(self._host, self._platform, self._sessions, self._live)
        config = uvicorn.Config(
            inbound.app(Names(self._address, self._port, self._names)),
            log_config=None,
            access_log=False,
            lifespan="off",
            ws="none",
            server_header=False,
            # Whoever asks speaks for itself: no proxy's word about it is believed.
            proxy_headers=False,
            timeout_graceful_shutdown=GRACE,
        )
        self._server = _Server(config)
        self._serving = asyncio.create_task(self._server.serve(sockets=[listening]))

    async def finish(self) -> None:
        """Stop serving; open streams end, and the tabs wait for the next start.

        What is posted after that is kept for them.
        """
        self._live.close()
        if self._server is not None and self._serving is not None:
            self._server.should_exit = True
            await asyncio.gather(self._serving, return_exceptions=True)

    async def stop(self) -> None:
        """There are no connections left."""
        await self.finish()

    async def failed(self) -> None:
        """Wait for trouble that ends the service. Raises WebUnavailable."""
        assert self._serving is not None
        await asyncio.wait({self._serving})
        raise WebUnavailable("the page has stopped serving", passes=True)

    async def _listen(self) -> socket.socket:
        """A socket that listens. Raises WebUnavailable."""
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(self._address, self._port, type=socket.SOCK_STREAM)
        except OSError:
            raise WebUnavailable(
                f"WEB_HOST: this machine knows no address {self._address}"
            ) from None
        family, _, _, _, where = found[0]
        try:
            return _bound(family, where)
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise self._no_address(error) from None
            if not self._or_free:
                raise WebUnavailable(
                    f"WEB_PORT: {self._address} port {self._port} cannot be used: {_why(error)}"
                ) from None
            taken = self._port
        listening = self._elsewhere(family, where)
        log.warning("port %d is taken by another program: the page is at another one", taken)
        return listening

    def _no_address(self, error: OSError) -> WebUnavailable:
        return WebUnavailable(f"WEB_HOST: nothing can listen at {self._address}: {_why(error)}")

    def _elsewhere(self, family: int, where: tuple[object, ...]) -> socket.socket:
        """A socket on the spare port of the last time, else on a free one."""
        with contextlib.suppress(OSError, ValueError, OverflowError):
            if self._spare is not None:
                return _bound(family, (where[0], int(self._spare.read_text()), *where[2:]))
        try:
            listening = _bound(family, (where[0], 0, *where[2:]))
        except OSError as error:
            raise self._no_address(error) from None
        if self._spare is not None:
            with contextlib.suppress(OSError):
                self._spare.write_text(str(listening.getsockname()[1]))
        return listening


class _Server(uvicorn.Server):
    """A server inside a process that looks after signals itself."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave them alone."""
        yield


def _bound(family: int, where: tuple[object, ...]) -> socket.socket:
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        # A port left a moment ago may be taken again; one in use may not.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(where)
        listening.listen(128)
        listening.setblocking(False)
    except BaseException:
        listening.close()
        raise
    return listening


def _why(error: OSError) -> str:
    return (error.strerror or "no reason given").lower()
