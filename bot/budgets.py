"""Budgets of a platform: what may be sent where and when, the most urgent first.

A budget belongs to a destination, whatever tables it serves, and to the bot as a whole. All
processes share it: the store counts. One question to the store decides about all calls that wait,
so a process asks about as often as it calls, seldomer when many calls wait. Nobody waits for a
destination that is not theirs.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.ports import Call, Clock, Platform, Store, StoreUnavailable, Wait
from bot.trouble import where

log = logging.getLogger(__name__)

OWN, CALL, GROUP, REST = range(4)
"""Priorities: the own screen of who has just tapped, the call to play, the group, the rest."""
Priority = Callable[[], int]
"""A priority as it is now: what waits may become more urgent."""

KEPT: Final = (0.0, 0.0, 0.1, 0.2)
"""By priority, the share of the bot's pace that is left to more urgent calls."""
AT_ONCE: Final = 64
"""Calls asked about at once."""
SHORTEST: Final = 0.01
"""Seconds after which the store is asked again at the earliest."""
MOMENT: Final = 10.0
SAME_END: Final = 1.5
PLACES: Final = 3
"""When so many destinations are refused within MOMENT seconds until the same time (give or take
SAME_END seconds), it is the bot as a whole that has to wait, where the platform does not say."""
BLIND: Final = 4.0
"""Seconds between two calls to a destination, and BLIND_ALL between two calls at all, while the
store does not answer: then nobody knows what other processes do."""
BLIND_ALL: Final = 0.25
_FORGET: Final = 4096


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    """A call that waits for its turn."""

    account: str
    priority: Priority
    order: int
    tapped: Callable[[], bool] | None
    allowed: asyncio.Future[bool]


class Budgets:
    """The budgets of one platform, as far as this process waits for them."""

    def __init__(self, platform: Platform, store: Store, clock: Clock) -> None:
        self._platform = platform
        self._store = store
        self._clock = clock
        self._waiting: list[_Waiting] = []
        self._order = itertools.count()
        self._news = asyncio.Event()
        self._pump: asyncio.Task[None] | None = None
        self._closed: dict[str, float] = {}
        self._full: dict[float, float] = {}
        self._refused: list[tuple[float, str, float]] = []

    async def wait(
        self,
        destination: str,
        priority: Priority,
        *,
        counted: bool = True,
        tapped: Callable[[], bool] | None = None,
    ) -> bool:
        """Wait until a call to `destination` is allowed; it is counted as made.

        A call that is not `counted` (to remove a message) counts for the bot as a whole only. As
        soon as `tapped()`, the call is allowed by the tap, whatever waits, and not counted: then
        the answer is False.
        """
        if tapped is not None and tapped():
            return False
        account = self._platform.account(destination) if counted else ""
        if self._unlimited(account):
            return True
        allowed: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(account, priority, next(self._order), tapped, allowed))
        self.look_again()
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._serve())
        return await allowed

    def _unlimited(self, account: str) -> bool:
        """Is there nothing to count and no pause?"""
        if self._platform.pace or (account and self._platform.pace_of(account)):
            return False
        return max(self._closed.get(a, 0.0) for a in (account, "")) <= self._clock.now()

    def look_again(self) -> None:
        """Something has become more urgent, or was tapped."""
        self._news.set()

    async def close(self, destination: str, seconds: float, everywhere: bool | None = None) -> None:
        """The platform asked for a pause towards `destination`, or `everywhere`."""
        now, account = self._clock.now(), self._platform.account(destination)
        until = now + seconds
        self._refused = [r for r in self._refused if now - r[0] <= MOMENT]
        self._refused.append((now, account, until))
        if everywhere is None:
            together = {name for _, name, end in self._refused if abs(end - until) <= SAME_END}
            everywhere = len(together) >= PLACES
        for shut in (account, "") if everywhere else (account,):
            self._closed[shut] = max(until, self._closed.get(shut, 0.0))
            try:
                await self._store.shut(self._platform.prefix, shut, until, now)
            except StoreUnavailable as error:
                log.warning("a pause is kept by this process only: %s", error)

    def shut_until(self, destination: str) -> float:
        """Until when no call to `destination` goes out, as far as known here; else the past."""
        account = self._platform.account(destination)
        return max(self._closed.get(each, 0.0) for each in (account, ""))

    async def stop(self) -> None:
        """End the work; whoever still waits is cancelled."""
        for waiting in self._waiting:
            waiting.allowed.cancel()
        if self._pump is not None:
            self._pump.cancel()
            await asyncio.gather(self._pump, return_exceptions=True)

    # --- asking the store ------------------------------------------------------------------

    async def _serve(self) -> None:
        try:
            while True:
                self._let_tapped_through()
                self._waiting = [w for w in self._waiting if not w.allowed.done()]
                if not self._waiting:
                    return
                now = self._clock.now()
                self._news.clear()
                asked = self._askable(now)
                if asked:
                    await self._ask(asked, now)
                else:
                    await self._nap(self._next(now) - now)
        except Exception as error:
            # A fault of ours: nobody must wait for ever.
            log.error("budget of %s: %s", self._platform.prefix, where(error))
            for waiting in self._waiting:
                if not waiting.allowed.done():
                    waiting.allowed.set_exception(error)

    def _let_tapped_through(self) -> None:
        for waiting in self._waiting:
            if waiting.tapped is not None and not waiting.allowed.done() and waiting.tapped():
                waiting.allowed.set_result(False)

    def _askable(self, now: float) -> list[_Waiting]:
        """The calls that may be allowed now, as far as known here, the most urgent first."""
        if self._closed.get("", 0.0) > now:
            return []
        free = [w for w in self._waiting if self._at(w, now) <= now]
        return sorted(free, key=lambda w: (w.priority(), w.order))[:AT_ONCE]

    def _at(self, waiting: _Waiting, now: float) -> float:
        """When it makes sense to ask for a call."""
        full = self._full.get(KEPT[waiting.priority()], 0.0)
        return max(now, self._closed.get(waiting.account, 0.0), full)

    def _next(self, now: float) -> float:
        soonest = min(self._at(waiting, now) for waiting in self._waiting)
        return max(soonest, self._closed.get("", 0.0))

    async def _ask(self, asked: list[_Waiting], now: float) -> None:
        prefix, pace = self._platform.prefix, self._platform.pace
        calls = [self._call(waiting) for waiting in asked]
        try:
            answers = await self._store.spend(prefix, pace, calls, now)
        except StoreUnavailable:
            # What the store cannot count is allowed so seldom that it does no harm.
            answers = [None] + [Wait(0.0, now + BLIND_ALL)] * (len(asked) - 1)
            if asked[0].account:
                self._closed[asked[0].account] = now + BLIND
            self._full = dict.fromkeys(KEPT, now + BLIND_ALL)
        for waiting, call, answer in zip(asked, calls, answers, strict=True):
            if answer is None:
                if not waiting.allowed.done():
                    waiting.allowed.set_result(True)
                continue
            if answer.account > now:
                self._closed[waiting.account] = answer.account
            if answer.bot > now:
                self._full[call.kept] = answer.bot
        if len(self._closed) > _FORGET:
            self._closed = {a: t for a, t in self._closed.items() if t > now}

    def _call(self, waiting: _Waiting) -> Call:
        paces = self._platform.pace_of(waiting.account) if waiting.account else ()
        return Call(waiting.account, paces, KEPT[waiting.priority()])

    async def _nap(self, seconds: float) -> None:
        """Sleep until something may have changed."""
        nap = asyncio.create_task(self._clock.sleep(max(seconds, SHORTEST)))
        news = asyncio.create_task(self._news.wait())
        try:
            await asyncio.wait({nap, news}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            nap.cancel()
            news.cancel()
