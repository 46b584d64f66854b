"""The page at work in this process, on a store in memory and a fast clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import fakeredis

from adapters.web import WebApp
from bot.host import Host
from tests.fakes.chance import seeded
from tests.fakes.clock import ScaledClock
from tests.fakes.stores import memory_store


@asynccontextmanager
async def serving(
    server: fakeredis.FakeServer | None = None, *, speed: float = 20.0, seed: int = 1
) -> AsyncIterator[WebApp]:
    """A page that serves; a second one on the same `server` goes on with the same games."""
    clock = ScaledClock(speed)
    async with memory_store(server) as store:
        host = Host(store, clock, chance=seeded(seed))
        app = WebApp("127.0.0.1", 0, host, store, store, clock)
        await app.start()
        working = asyncio.create_task(host.serve())
        try:
            yield app
        finally:
            await app.stop()
            working.cancel()
            with suppress(asyncio.CancelledError):
                await working
