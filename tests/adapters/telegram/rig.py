"""The whole bot on Telegram in one process: the real client, the strict fake, a fast clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from adapters.telegram import TelegramApp
from bot.host import Host
from bot.ports import Store
from tests.fakes.clock import ScaledClock
from tests.fakes.stores import memory_store
from tests.fakes.telegram import FakeTelegram

SPEED = 150.0
"""How much faster than real time a match runs: budgets of minutes pass in less than a second."""


class Rig:
    """A running bot and the Telegram it talks to."""

    def __init__(self, fake: FakeTelegram, store: Store, clock: ScaledClock) -> None:
        self.fake = fake
        self.store = store
        self.clock = clock
        self.host = Host(store, clock)

    async def quiet(self, timeout: float = 20.0) -> None:
        """Wait until everything asked has been answered and drawn."""
        async with asyncio.timeout(timeout):
            while True:
                await self.fake.until(lambda: not self.host.publisher.busy, timeout)
                await self.fake.settled(quiet=0.06, timeout=timeout)
                if not self.host.publisher.busy:
                    return


@asynccontextmanager
async def running(store: Store | None = None, speed: float = SPEED) -> AsyncIterator[Rig]:
    """The bot at work, on a store in memory unless another is given."""
    clock = ScaledClock(speed)
    async with FakeTelegram(clock) as fake:
        # On the fast clock a tap is answered late by the fake's measure though not by a person's.
        fake.limits.tune(query_age=60 * speed)
        if store is None:
            async with memory_store() as own, _serving(Rig(fake, own, clock)) as rig:
                yield rig
        else:
            async with _serving(Rig(fake, store, clock)) as rig:
                yield rig


@asynccontextmanager
async def _serving(rig: Rig) -> AsyncIterator[Rig]:
    fake = rig.fake
    app = TelegramApp(fake.token, fake.base_url, rig.host, rig.clock)
    await app.start()
    serving = asyncio.create_task(rig.host.serve())
    try:
        yield rig
    finally:
        await app.stop()
        serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving
