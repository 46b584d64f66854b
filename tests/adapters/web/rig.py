"""The page at work in this process, on a store in memory and a clock of the test's own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import fakeredis

from adapters.web import WebApp
from bot.document import read
from bot.host import Host
from bot.state import Table
from bot.store import RedisStore
from bot.studio import Studio
from bot.turn_time import TurnTime
from tests.adapters.altering import alter
from tests.fakes.chance import seeded
from tests.fakes.clock import HandClock, IdleClock
from tests.fakes.stores import counted, memory_store


@dataclass
class Served:
    """A page that serves, and what is behind it; `asked` is how much waits for its answer."""

    app: WebApp
    host: Host
    store: RedisStore
    asked: int = 0

    @property
    def url(self) -> str:
        """Where a browser finds it."""
        return self.app.url

    async def state(self, room: str = "kitchen") -> Table:
        """What is stored for a room."""
        code = await self.store.known_code(f"web:{room}")
        assert code is not None
        text = (await self.store.load(code)).text
        assert text is not None
        return read(text)

    async def alter(self, change: Callable[[Table], Table], room: str = "kitchen") -> None:
        """Store another table in place of a room's, as if it had come so far by itself."""
        code = await self.store.known_code(f"web:{room}")
        assert code is not None
        await alter(self.store, self.host, code, change)


FOREVER = TurnTime(0)
"""Turns that may take as long as they like."""


@asynccontextmanager
async def serving(
    server: fakeredis.FakeServer | None = None,
    *,
    computers: float = 0.0,
    speed: float = 0.0,
    seed: int = 1,
    port: int = 0,
    time: TurnTime = FOREVER,
) -> AsyncIterator[Served]:
    """A page that serves; a second one on the same `server` goes on with the same games.

    Its time stands still, however long people and browsers take. It runs `computers` times as fast
    as real time while a computer is to play, or `speed` times as fast where something is waited for
    that takes time. What is asked, drawn and stored takes none.
    """
    async with memory_store(server) as store:
        clock = IdleClock(computers or speed) if computers or speed else HandClock()
        # A clock at a stand gives no picture up.
        studio = Studio(clock=HandClock())
        host = Host(store, clock, chance=seeded(seed), time=time, studio=studio)
        app = WebApp("127.0.0.1", port, host, store, store)
        served = Served(app, host, store)
        await app.start()
        working = [asyncio.create_task(host.serve())]
        if isinstance(clock, IdleClock):
            waiting = counted(store)

            def idle() -> bool:
                if waiting() or studio.busy or served.asked:
                    return False
                known = host._tables._cache.values()
                return bool(speed) or any(each.table.act_at is not None for each in known)

            clock.idle = idle
            working.append(asyncio.create_task(clock.run()))
        try:
            yield served
        finally:
            await app.stop()
            for each in working:
                each.cancel()
            for each in working:
                with suppress(asyncio.CancelledError):
                    await each
