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


class _Gate:
    """Lets calls through at the pace that is allowed, the most urgent first."""

    def __init__(self, paces: tuple[Pace, ...], clock: Clock) -> None:
        self._paces = paces
        self._clock = clock
        self._made: deque[float] = deque(maxlen=max(p.calls for p in paces))
        self._closed_until = 0.0
        self._queue: list[tuple[int, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self._pump: asyncio.Task[None] | None = None

    async def passed(self, priority: int) -> None:
        """Wait until one more call is allowed; it is counted as made."""
        now = self._clock.now()
        if not self._queue and self._free_at(now) <= now:
            self._made.append(now)
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._queue, (priority, next(self._order), mine))
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._serve())
        await mine

    def close(self, seconds: float) -> None:
        """Let nothing through for a while."""
        self._closed_until = max(self._closed_until, self._clock.now() + seconds)

    def idle(self) -> bool:
        """Does nothing that was done here count any more?"""
        now, longest = self._clock.now(), max(p.seconds for p in self._paces)
        if self._queue or now < self._closed_until:
            return False
        return not self._made or self._made[-1] + longest <= now

    def _free_at(self, now: float) -> float:
        at = max(now, self._closed_until)
        for pace in self._paces:
            if len(self._made) >= pace.calls:
                at = max(at, self._made[-pace.calls] + pace.seconds)
        return at

    async def _serve(self) -> None:
        while self._queue:
            now = self._clock.now()
            at = self._free_at(now)
            if at > now:
                await self._clock.sleep(at - now)
                continue
            _, _, waiting = heapq.heappop(self._queue)
            if not waiting.cancelled():
                self._made.append(now)
                waiting.set_result(None)


class Budgets:
    """The budgets of one platform, in this process."""

    def __init__(self, platform: Platform, clock: Clock) -> None:
        self._platform = platform
        self._clock = clock
        self._all = _Gate(platform.pace, clock)
        self._gates: dict[str, _Gate] = {}

    async def wait(self, destination: str, priority: int) -> None:
        """Wait until a call to `destination` is allowed; it is counted as made."""
        await self._gate(destination).passed(priority)
        await self._all.passed(priority)

    def close(self, destination: str, seconds: float) -> None:
        """The platform asked for a pause towards `destination`."""
        self._gate(destination).close(seconds)

    def _gate(self, destination: str) -> _Gate:
        account = self._platform.account(destination)
        gate = self._gates.get(account)
        if gate is None:
            if len(self._gates) >= _FORGET:
                self._gates = {a: g for a, g in self._gates.items() if not g.idle()}
            gate = self._gates[account] = _Gate(self._platform.pace_of(account), self._clock)
        return gate
