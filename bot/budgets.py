"""Budgets of a platform: what may be sent where and when, the most urgent first.

A budget belongs to a destination, whatever tables it serves, and to the bot as a whole. Nobody
waits for a destination that is not theirs.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections import deque
from typing import Final

from bot.ports import Clock, Pace, Platform

OWN, CALL, GROUP, REST = range(4)
"""Priorities: the own screen of who has just tapped, the call to play, the group, the rest."""

_FORGET: Final = 4096


class _Window:
    """When calls were made, against what is allowed."""

    def __init__(self, paces: tuple[Pace, ...]) -> None:
        self.paces = paces
        self.made: deque[float] = deque(maxlen=max(p.calls for p in paces))
        self.closed_until = 0.0

    def free_at(self, now: float) -> float:
        """The earliest time at which one more call is allowed."""
        at = max(now, self.closed_until)
        for pace in self.paces:
            if len(self.made) >= pace.calls:
                at = max(at, self.made[-pace.calls] + pace.seconds)
        return at

    def idle(self, now: float) -> bool:
        """Does nothing that was done here count any more?"""
        longest = max(p.seconds for p in self.paces)
        return now >= self.closed_until and (not self.made or self.made[-1] + longest <= now)


class Budgets:
    """The budgets of one platform, in this process."""

    def __init__(self, platform: Platform, clock: Clock) -> None:
        self._platform = platform
        self._clock = clock
        self._all = _Window(platform.pace)
        self._windows: dict[str, _Window] = {}
        self._queue: list[tuple[int, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self._pump: asyncio.Task[None] | None = None

    async def wait(self, destination: str, priority: int) -> None:
        """Wait until a call to `destination` is allowed; it is counted as made."""
        window = self._window(destination)
        while (at := window.free_at(self._clock.now())) > self._clock.now():
            await self._clock.sleep(at - self._clock.now())
        # Counted at once, so that two who waited for the same destination do not both go.
        window.made.append(self._clock.now())
        await self._turn(priority)

    def close(self, destination: str, seconds: float) -> None:
        """The platform asked for a pause towards `destination`."""
        window = self._window(destination)
        window.closed_until = max(window.closed_until, self._clock.now() + seconds)

    def _window(self, destination: str) -> _Window:
        window = self._windows.get(destination)
        if window is None:
            if len(self._windows) >= _FORGET:
                now = self._clock.now()
                self._windows = {d: w for d, w in self._windows.items() if not w.idle(now)}
            window = self._windows[destination] = _Window(self._platform.pace_of(destination))
        return window

    async def _turn(self, priority: int) -> None:
        """Wait for the budget of the bot as a whole, the most urgent first."""
        now = self._clock.now()
        if not self._queue and self._all.free_at(now) <= now:
            self._all.made.append(now)
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._queue, (priority, next(self._order), mine))
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._serve())
        await mine

    async def _serve(self) -> None:
        while self._queue:
            now = self._clock.now()
            at = self._all.free_at(now)
            if at > now:
                await self._clock.sleep(at - now)
                continue
            _, _, waiting = heapq.heappop(self._queue)
            if not waiting.cancelled():
                self._all.made.append(now)
                waiting.set_result(None)
