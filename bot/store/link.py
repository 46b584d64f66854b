"""The line to the server: commands, functions, and what goes wrong on the way.

The library of functions bears a digest of its source in its name. So two versions of the bot can
share a server while one replaces the other, and each calls its own functions.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from redis import exceptions as trouble
from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff

from bot.ports import StoreUnavailable

Argument = str | int | float
Command = tuple[Argument, ...]

CONNECTIONS = 32
"""Connections of one process. One server works one command at a time: more only wait there."""

_SOURCE = Path(__file__).with_name("functions.lua").read_text("utf-8")
LIBRARY = f"pinnacola_{hashlib.sha256(_SOURCE.encode()).hexdigest()[:8]}"
"""The name of the functions' library."""
_CODE = f"#!lua name={LIBRARY}\nlocal PREFIX = '{LIBRARY}_'\n{_SOURCE}"

# What a server answers when it cannot serve now, or cannot serve us, by the code of its answer.
_REFUSALS = {
    "CLUSTERDOWN": "the cluster is down",
    "LOADING": "it is still loading its data",
    "MASTERDOWN": "its primary is down",
    "MISCONF": "it cannot save to its disk",
    "NOAUTH": "it asks for a password",
    "NOPERM": "the user may not do what the bot needs",
    "NOREPLICAS": "it has too few replicas to accept writes",
    "OOM": "its memory is full",
    "READONLY": "it is a replica and accepts no writes",
    "TRYAGAIN": "the cluster is moving the data",
    "WRONGPASS": "the user or the password is wrong",
}


def describe(url: str) -> str:
    """A server's address to show to people: without user, password and options.

    Raises ValueError (naming no part of the address) where it is no address of a server.

    >>> describe("redis://bot:secret@db.example:6380/2?password=secret")
    'redis://db.example:6380/2'
    >>> describe("unix://:secret@/run/valkey.sock")
    'unix:/run/valkey.sock'
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        # The original names what it could not read, which may be a piece of the password.
        raise ValueError("not an address") from None
    if parts.scheme == "unix" and parts.path:
        return f"unix:{parts.path}"
    number = parts.path.strip("/")
    if parts.scheme not in ("redis", "rediss") or not host or (number and not number.isdecimal()):
        raise ValueError("not an address")
    return f"{parts.scheme}://{host}:{port or 6379}{parts.path}"


def client(url: str) -> Redis:
    """A client for the server at `url` (`redis://`, `rediss://`, `unix://`); nothing is sent yet.

    Everything the store sends may be sent twice, so the client may repeat what got no reply.
    Raises ValueError as `describe` does.
    """
    describe(url)
    try:
        made = Redis.from_url(
            url,
            decode_responses=True,
            # A text that is no UTF-8 must still be loaded to be set aside.
            encoding_errors="surrogateescape",
            max_connections=CONNECTIONS,
            socket_timeout=3,
            socket_connect_timeout=3,
            retry=Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.5), retries=4),
        )
        # Else options are looked at when the first connection is made.
        made.connection_pool.make_connection()  # type: ignore[no-untyped-call]
    except (ValueError, TypeError, trouble.RedisError):
        raise ValueError("not an address") from None
    return made


class Link:
    """One process's line to the server `where` (as people may read it).

    At most CONNECTIONS calls are under way; the others wait here, where the first to come is the
    first to go, and not at the client's pool, where some would starve.

    All methods raise StoreUnavailable when the server does not serve; its message is one line.
    """

    def __init__(self, client: Redis | RedisCluster, where: str) -> None:
        self._client = client
        self._where = where
        self._slots = asyncio.Semaphore(CONNECTIONS)

    async def command(self, *command: Argument, **reading: Any) -> Any:
        """Send one command; `reading` tells the client how to read the reply."""
        return await self._guarded(lambda: self._client.execute_command(*command, **reading))

    async def pipeline(
        self, commands: Iterable[Command], *, whole: bool = False, **reading: Any
    ) -> list[Any]:
        """Send commands together and get their replies; with `whole` all apply or none."""
        replies = await self._pipeline(commands, whole, reading)
        for reply in replies:
            if isinstance(reply, Exception):
                raise self._translated(reply) from None
        return replies

    async def function(
        self, name: str, keys: Sequence[str], arguments: Sequence[Argument] = ()
    ) -> Any:
        """Call a function of the library: one round trip."""
        command = _call(name, keys, arguments)
        try:
            return await self.command(*command)
        except trouble.ResponseError as error:
            if not _unknown_function(error):
                raise
        await self.load_library()
        return await self.command(*command)

    async def functions(
        self, name: str, calls: Sequence[tuple[Sequence[str], Sequence[Argument]]]
    ) -> list[Any]:
        """Call one function several times, with (keys, arguments) each: one round trip."""
        commands = [_call(name, keys, arguments) for keys, arguments in calls]
        replies = await self._pipeline(commands, whole=False, reading={})
        # On a cluster a node may know the library and another not: only the latter is asked again.
        again = [i for i, reply in enumerate(replies) if _unknown_function(reply)]
        if again:
            await self.load_library()
            second = await self._pipeline((commands[i] for i in again), whole=False, reading={})
            for i, reply in zip(again, second, strict=True):
                replies[i] = reply
        for reply in replies:
            if isinstance(reply, Exception):
                raise self._translated(reply) from None
        return replies

    async def load_library(self) -> None:
        """Give the functions to the server. Loading them again changes nothing."""
        await self.command("FUNCTION LOAD", "REPLACE", _CODE)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def _pipeline(
        self, commands: Iterable[Command], whole: bool, reading: dict[str, Any]
    ) -> list[Any]:
        pipe = self._client.pipeline(transaction=whole)
        for command in commands:
            pipe.execute_command(*command, **reading)
        # The client's own error for a command of a pipeline would quote its arguments.
        replies: list[Any] = await self._guarded(lambda: pipe.execute(raise_on_error=False))
        return replies

    async def _guarded(self, call: Callable[[], Awaitable[Any]]) -> Any:
        task = asyncio.current_task()
        cancelled = task.cancelling() if task else 0
        reply, fault = None, None
        async with self._slots:
            try:
                reply = await call()
            except (trouble.RedisError, trouble.RedisClusterException, OSError) as error:
                fault = self._translated(error)
        if task and task.cancelling() > cancelled:
            # The client sends within `asyncio.wait_for`, which in Python 3.11 loses a cancellation
            # that comes just as the sending ends. A worker would never hear that it shall stop.
            raise asyncio.CancelledError
        if fault is not None:
            raise fault
        return reply

    def _translated(self, error: Exception) -> Exception:
        """The error as a StoreUnavailable; one that speaks of a fault in our code as it is."""
        reason = _reason(error)
        if reason is None:
            return error
        return StoreUnavailable(f"the store at {self._where} does not serve: {reason}")


def _reason(error: Exception) -> str | None:
    """Why the server does not serve, in our words: the client's may quote what was sent."""
    text = str(error)
    # The client takes the codes it knows off the text, and leaves the others on.
    code = getattr(error, "status_code", None) or text.partition(" ")[0]
    if code in _REFUSALS:
        return _REFUSALS[code]
    if isinstance(error, trouble.AuthenticationError):
        return _REFUSALS["WRONGPASS"]
    if isinstance(error, trouble.TimeoutError):
        return "no answer in time"
    if isinstance(error, trouble.ResponseError):
        return "Redis 7 or Valkey is needed" if "unknown command" in text else None
    if isinstance(error, trouble.ConnectionError | trouble.RedisClusterException | OSError):
        return "no connection"
    return None


def _call(name: str, keys: Sequence[str], arguments: Sequence[Argument]) -> Command:
    return ("FCALL", f"{LIBRARY}_{name}", len(keys), *keys, *arguments)


def _unknown_function(reply: object) -> bool:
    return isinstance(reply, trouble.ResponseError) and "Function not found" in str(reply)
