"""Clocks for tests, each a `bot.ports.Clock`.

One runs fast, one runs fast while nothing is under way, one is moved by hand.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections import deque
from collections.abc import Callable

EPOCH = 1_800_000_000.0
"""Where test time begins, in Unix seconds: a fixed moment, so that texts with times are stable."""

TICK = 0.004
"""Real seconds after which `IdleClock` looks whether it may go on."""

TURNS_OF_THE_LOOP = 21
"""How often at least `HandClock.advance` lets other tasks run after each sleeper it wakes."""
MOST_TURNS = 5000
"""How often at most other tasks are let run, until nobody can go on without the clock."""


async def others_have_run(at_least: int = 0) -> None:
    """Let other tasks run, so often at least, until none of them can go on at once."""
    ready: deque[object] = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    for turn in range(MOST_TURNS):
        if turn >= at_least and not ready:
            return
        await asyncio.sleep(0)


class ScaledClock:
    """Runs `speed` times as fast as real time: `sleep(60)` at speed 60 takes one real second."""

    def __init__(self, speed: float = 1.0, start: float = EPOCH) -> None:
        if speed <= 0:
            raise ValueError("speed must be positive")
        self.speed = speed
        self._start = start
        self._began = time.monotonic()

    def now(self) -> float:
        """Unix time in seconds."""
        return self._start + (time.monotonic() - self._began) * self.speed

    async def sleep(self, seconds: float) -> None:
        """Wait `seconds` of this clock's time."""
        await asyncio.sleep(max(0.0, seconds) / self.speed)


class _OwnTime:
    """Time that only moves when it is told to; sleepers wake in the order of their times."""

    def __init__(self, start: float) -> None:
        self._now = start
        self._order = itertools.count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> float:
        """Unix time in seconds."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Wait `seconds` of this clock's time."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), future))
        await future

    def sleeps(self, seconds: float) -> None:
        """Move time on as a machine does that sleeps: nobody is woken on the way."""
        self._now += seconds


class IdleClock(_OwnTime):
    """Runs `speed` times as fast as real time, but only while nothing is under way.

    Each `TICK` of real time after which no task can go on at once, and `idle()` holds, moves it on.
    A tick that comes late counts as one, so a busy machine makes a test slower and never makes it
    miss a deadline. Somebody must `run` it.
    """

    def __init__(self, speed: float, start: float = EPOCH) -> None:
        if speed <= 0:
            raise ValueError("speed must be positive")
        super().__init__(start)
        self.speed = speed
        self.idle: Callable[[], bool] = lambda: True

    async def run(self) -> None:
        """Move time on until cancelled."""
        while True:
            await asyncio.sleep(TICK)
            await others_have_run()
            if not self.idle():
                continue
            self._now += TICK * self.speed
            while self._sleepers and self._sleepers[0][0] <= self._now:
                future = heapq.heappop(self._sleepers)[2]
                if not future.done():
                    future.set_result(None)


class HandClock(_OwnTime):
    """Stands still until a test advances it; sleepers wake in the order of their times.

    >>> clock = HandClock(start=100.0)
    >>> asyncio.run(clock.advance(2.5))
    >>> clock.now()
    102.5
    """

    def __init__(self, start: float = EPOCH) -> None:
        super().__init__(start)

    @property
    def sleepers(self) -> int:
        """How many tasks are waiting for this clock."""
        return sum(not future.done() for _, _, future in self._sleepers)

    async def advance(self, seconds: float) -> None:
        """Move time on, stopping at every sleeper's moment and letting woken tasks run.

        A task that sleeps again within the span is woken again. Time stands still while anybody can
        go on. Tasks that wait for something else than this clock (a socket, say) get some turns of
        the loop, but are not waited for.
        """
        if seconds < 0:
            raise ValueError("time goes forward only")
        end = self._now + seconds
        await others_have_run(TURNS_OF_THE_LOOP)
        while self._sleepers and self._sleepers[0][0] <= end:
            moment, _, future = heapq.heappop(self._sleepers)
            if future.done():
                continue
            self._now = max(self._now, moment)
            future.set_result(None)
            await others_have_run(TURNS_OF_THE_LOOP)
        self._now = end
        await others_have_run(TURNS_OF_THE_LOOP)
