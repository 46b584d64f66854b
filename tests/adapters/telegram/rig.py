"""The whole bot on Telegram in one process: the real client, the strict fake, a fast clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from unittest.mock import patch

from adapters.telegram import TelegramApp, inbound
from bot import drawing
from bot.document import read
from bot.heartbeat import Heartbeat
from bot.host import Host
from bot.outcome import Chance
from bot.ports import Store
from bot.state import Table
from bot.store import RedisStore
from bot.studio import Studio
from bot.turn_time import TurnTime
from tests.adapters.altering import alter
from tests.fakes.chance import seeded
from tests.fakes.clock import IdleClock
from tests.fakes.stores import counted, memory_store
from tests.fakes.studio import Sketches
from tests.fakes.telegram import FakeTelegram, Group, TopicSpot
from tests.patience import PATIENCE

SPEED = 150.0
"""How much faster than real time a match runs: budgets of minutes pass in less than a second."""


FOREVER = TurnTime(0)
"""Turns that may take as long as they like."""


class Rig:
    """A running bot and the Telegram it talks to."""

    def __init__(
        self,
        fake: FakeTelegram,
        store: Store,
        clock: IdleClock,
        chance: Callable[[], Chance],
        time: TurnTime = FOREVER,
        really_drawn: bool = False,
    ) -> None:
        self.fake = fake
        self._really_drawn = really_drawn
        self.store = store
        self.clock = clock
        self.sketches = Sketches()
        self._chance = chance
        self._time = time
        self._build()

    def _build(self) -> None:
        self.host = Host(
            self.store,
            self.clock,
            chance=self._chance,
            heartbeat=Heartbeat(self.store, self.clock),
            time=self._time,
            studio=Studio() if self._really_drawn else self.sketches.studio(),
        )
        self.app = TelegramApp(self.fake.token, self.fake.base_url, self.host, self.clock)

    async def start(self) -> None:
        """Begin to serve."""
        await self.app.start()
        self._serving = asyncio.create_task(self.host.serve())

    async def stop(self) -> None:
        """Stop serving."""
        await self.app.stop()
        self._serving.cancel()
        with suppress(asyncio.CancelledError):
            await self._serving

    async def restart(self, away: float = 0.0) -> None:
        """Another process goes on, which remembers nothing; nobody serves for `away` seconds."""
        await self.stop()
        self.clock.sleeps(away)
        self._build()
        await self.start()

    async def code(self, spot: Group | TopicSpot) -> str | None:
        """The permanent code of a chat."""
        topic = "" if spot.thread is None else f"/{spot.thread}"
        return await self.store.known_code(f"tg:{spot.chat.id}{topic}")

    async def state(self, spot: Group | TopicSpot) -> Table | None:
        """What is stored for a chat; None where nothing is."""
        code = await self.code(spot)
        text = None if code is None else (await self.store.load(code)).text
        return None if text is None else read(text)

    async def alter(self, spot: Group | TopicSpot, change: Callable[[Table], Table]) -> None:
        """Store another table in place of a chat's, as if it had come so far by itself."""
        code = await self.code(spot)
        assert code is not None
        await alter(self.store, self.host, code, change)
        await self.quiet()

    @property
    def busy(self) -> bool:
        """Is the bot working on an update, on an answer or on posts?"""
        inbound, client = self.app._inbound, self.app._app
        return bool(
            self.host.publisher.busy
            or client.update_queue.qsize()
            or client.update_processor.current_concurrent_updates
            or (inbound is not None and inbound._answering)
        )

    async def quiet(self, timeout: float = PATIENCE) -> None:
        """Wait until everything asked has been answered and drawn."""
        async with asyncio.timeout(timeout):
            while True:
                await self.fake.until(lambda: not self.busy, timeout)
                await self.fake.settled(quiet=0.03, timeout=timeout)
                if not self.busy:
                    return


@asynccontextmanager
async def running(
    store: RedisStore | None = None,
    speed: float = SPEED,
    chance: Callable[[], Chance] | None = None,
    wire: bool = False,
    time: TurnTime = FOREVER,
    patience: float = PATIENCE,
    really_drawn: bool = False,
) -> AsyncIterator[Rig]:
    """The bot at work, on a store in memory unless another is given; over HTTP with `wire`.

    Its pictures are sketches unless they are to be `really_drawn`; the cards are always the same
    unless another `chance` is given.

    A tap is answered empty after `patience` real seconds: longer than in earnest, because a busy
    machine is not what is tested.
    """
    clock = IdleClock(speed)
    async with AsyncExitStack() as stack:
        fake = await stack.enter_async_context(FakeTelegram(clock))
        clock.idle = fake.idle
        await stack.enter_async_context(_running(clock))
        stack.enter_context(patch.object(inbound, "PATIENCE", patience))
        # Pictures are drawn at once here, however late this machine is.
        stack.enter_context(patch.object(drawing, "PATIENCE", 60 * speed))
        if not wire:
            stack.enter_context(fake.directly())
        # On the fast clock a tap is answered late by the fake's measure though not by a person's.
        fake.limits.tune(query_age=60 * speed)
        if store is None:
            store = await stack.enter_async_context(memory_store())
        rig = Rig(fake, store, clock, chance or seeded(1), time, really_drawn)
        waiting = counted(store)
        # What is drawn and what is stored takes no time, however busy this machine is.
        clock.idle = lambda: fake.idle() and not (waiting() or rig.host.studio.busy)
        yield await stack.enter_async_context(_serving(rig))


@asynccontextmanager
async def _running(clock: IdleClock) -> AsyncIterator[None]:
    time = asyncio.create_task(clock.run())
    try:
        yield
    finally:
        time.cancel()
        with suppress(asyncio.CancelledError):
            await time


@asynccontextmanager
async def _serving(rig: Rig) -> AsyncIterator[Rig]:
    await rig.start()
    try:
        yield rig
    finally:
        await rig.stop()
