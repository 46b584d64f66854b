"""Processes of the bot that share a store, a clock and a platform."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import fakeredis

from bot import requests as rq
from bot.document import read
from bot.host import Host
from bot.outcome import Chance
from bot.requests import Person, Place, Reply, Request, What
from bot.state import Table
from engine.players.easy import easy
from tests.bot.driver import GROUP, PEOPLE
from tests.fakes.clock import HandClock
from tests.fakes.platform import FakePlatform
from tests.fakes.stores import memory_store
from tests.fakes.studio import Sketches


def chances(seed: int) -> itertools.count[int]:
    """A counter for `chance`."""
    return itertools.count(seed * 1_000_000)


class Process:
    """One process of the bot; several may share a store and a platform."""

    def __init__(self, host: Host, clock: HandClock, platform: FakePlatform) -> None:
        self.host = host
        self.clock = clock
        self.platform = platform
        self.serving: asyncio.Task[None] | None = None

    async def ask(self, person: Person, what: What, place: Place = GROUP) -> Reply:
        """One request, as a command of the group's table."""
        return await self.host.handle(Request(person, place, what, reachable=True))

    async def tap(self, person: Person, what: What, place: Place = GROUP) -> Reply:
        """One request, by a button of the group's table."""
        code = (await self.table()).code
        return await self.host.handle(Request(person, place, what, code, reachable=True))

    async def table(self) -> Table:
        """The chat's table as this process knows it."""
        code = await self.host._store.known_code(GROUP.id)
        assert code is not None
        return (await self.host._newest(code))[0]

    async def stored(self) -> Table:
        """The chat's table as it is stored, whichever process wrote it."""
        code = await self.host._store.known_code(GROUP.id)
        assert code is not None
        text = (await self.host._store.load(code)).text
        assert text is not None
        return read(text)

    async def play(self) -> None:
        """The person to play does something sensible."""
        table = await self.table()
        assert table.deal is not None
        seat = table.deal.seat
        person = next(p for p in PEOPLE if p.id == table.seats[seat].person)
        action = easy(table.view(seat))
        await self.host.handle(Request(person, GROUP, rq.Move(table.stamp, (action,)), table.code))

    async def drawn(self) -> None:
        """Wait until the publisher has nothing to do."""
        for _ in range(200):
            await asyncio.sleep(0)
            if not self.host.publisher.busy:
                return
            await self.clock.advance(0.05)
        raise AssertionError("the publisher does not come to rest")

    def start(self) -> None:
        """Begin to look after deadlines and left-over marks."""
        self.serving = asyncio.create_task(self.host.serve())

    async def die(self) -> None:
        """Stop at once, whatever is going on."""
        await self.host.publisher.stop()
        if self.serving is not None:
            self.serving.cancel()
            with suppress(asyncio.CancelledError):
                await self.serving


class World:
    """A store's server, a clock and a platform that processes share."""

    def __init__(self, platform: FakePlatform | None = None) -> None:
        self.server = fakeredis.FakeServer()
        self.clock = HandClock()
        self.platform = platform or FakePlatform()
        self.sketches = Sketches()
        self._seeds = itertools.count(1)

    @asynccontextmanager
    async def process(self, platform: FakePlatform | None = None) -> AsyncIterator[Process]:
        """A process, with a platform of its own or the world's; at the end it dies."""
        count = chances(next(self._seeds))

        def chance() -> Chance:
            digest = hashlib.sha256(str(next(count)).encode()).hexdigest()
            return Chance(digest, digest[:16])

        async with memory_store(self.server) as store:
            really = store.lease

            async def lease(name: str, owner: str, seconds: float) -> bool:
                # They end in real time: none does because this machine is late.
                return await really(name, owner, max(seconds, 3600.0))

            store.lease = lease  # type: ignore[method-assign]
            host = Host(store, self.clock, chance=chance, studio=self.sketches.studio())
            host.add(platform or self.platform)
            process = Process(host, self.clock, platform or self.platform)
            try:
                yield process
            finally:
                await process.die()
