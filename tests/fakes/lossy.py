"""A wire that can lose replies: a proxy in front of a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import unquote, urlsplit


class LossyWire:
    """A TCP proxy that, when told, passes a request on, swallows the reply and hangs up.

    `url` is its address; `lost` counts the replies it swallowed; `held` is set when a connection
    is kept waiting.
    """

    def __init__(self, target: str) -> None:
        self.url = ""
        self.lost = 0
        self._target = target
        self.held = asyncio.Event()
        self._free = asyncio.Event()
        self._free.set()
        self._marks: list[bytes] = []
        self._lines: set[asyncio.Task[None]] = set()

    def lose_reply_to(self, mark: bytes) -> None:
        """Lose the reply to the next request whose bytes hold `mark`, once."""
        self._marks.append(mark)

    def hold_next_line(self) -> None:
        """Keep connections that come from now on waiting until `let_go`; `held` tells of one."""
        self.held.clear()
        self._free.clear()

    def let_go(self) -> None:
        """Let the waiting connections through."""
        self._free.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._lines.add(task)
        if not self._free.is_set():
            self.held.set()
            await self._free.wait()
        server_reader, server_writer = await self._dial()
        losing = asyncio.Event()
        there = asyncio.create_task(self._requests(reader, server_writer, losing))
        back = asyncio.create_task(self._replies(server_reader, writer, losing))
        try:
            await asyncio.wait([there, back], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in (there, back):
                way.cancel()
            await asyncio.gather(there, back, return_exceptions=True)
            server_writer.close()
            writer.close()
            self._lines.discard(task)

    async def _requests(
        self, reader: asyncio.StreamReader, server: asyncio.StreamWriter, losing: asyncio.Event
    ) -> None:
        while request := await reader.read(1 << 16):
            for mark in [mark for mark in self._marks if mark in request]:
                self._marks.remove(mark)
                losing.set()
            server.write(request)
            await server.drain()

    async def _replies(
        self, server: asyncio.StreamReader, writer: asyncio.StreamWriter, losing: asyncio.Event
    ) -> None:
        while reply := await server.read(1 << 16):
            if losing.is_set():
                # The server has done it, and nobody hears of it.
                self.lost += 1
                return
            writer.write(reply)
            await writer.drain()

    async def _dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        parts = urlsplit(self._target)
        if parts.scheme == "unix":
            return await asyncio.open_unix_connection(unquote(parts.path))
        return await asyncio.open_connection(parts.hostname, parts.port)

    async def _hang_up(self) -> None:
        lines = list(self._lines)
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)


@asynccontextmanager
async def lossy_wire(target: str) -> AsyncIterator[LossyWire]:
    """A LossyWire in front of the server at `target` (`redis://` or `unix://`)."""
    wire = LossyWire(target)
    server = await asyncio.start_server(wire._serve, "127.0.0.1", 0)
    wire.url = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
    try:
        yield wire
    finally:
        server.close()
        await wire._hang_up()
        await server.wait_closed()
