"""What Discord allows: learned from the headers of its answers, and never waited for in here.

The client would sleep until a bucket is filled again, and then send what has become old meanwhile.
Here it says at once how long that takes: `bot.budgets` waits, and draws the newest state.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Final

import aiohttp
from discord import RateLimited
from discord.http import HTTPClient, Ratelimit

from bot.ports import Clock, NoAnswer

log = logging.getLogger(__name__)

NO_WAIT: Final = 0.001
"""Seconds that the client may wait by itself."""
INVALID: Final = (401, 403, 429)
"""The refusals that Discord counts: 10,000 in WINDOW seconds shut out the address of the bot."""
WINDOW: Final = 600.0
MOST: Final = 2000
"""So many of them, and this process pauses; then all do, for they share their budgets."""


class Empty(RateLimited):
    """A bucket is empty: the call was not made."""


class EmptyForAll(Empty):
    """No call at all is allowed now: this one was not made."""


_ONCE: Final = ContextVar("once", default=False)


@contextmanager
def once() -> Iterator[None]:
    """Within it a call by the token of an interaction is tried once.

    The client would wait as long as it is told to, and try again. Raises Empty or NoAnswer.
    """
    before = _ONCE.set(True)
    try:
        yield
    finally:
        _ONCE.reset(before)


class Limits:
    """Watches all answers of Discord to one client."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._invalid: deque[float] = deque()
        self._shut = 0.0
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_end.append(self._answered)

    def govern(self, http: HTTPClient) -> None:
        """Let the calls of this client fail where they would have to wait."""
        buckets = http._buckets

        def bucket(key: str) -> Ratelimit:
            if key not in buckets:
                buckets[key] = _Bucket(self)
                http._try_clear_expired_ratelimits()
            return buckets[key]

        # The client has no other way to be told: it allows waits of no less than half a minute.
        http.get_ratelimit = bucket  # type: ignore[method-assign]
        http.max_ratelimit_timeout = NO_WAIT

    def left(self) -> float:
        """Seconds for which no call at all may be made; 0 for none."""
        return max(0.0, self._shut - self._clock.now())

    async def _answered(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        status, headers = params.response.status, params.response.headers
        if status == 429 and "X-RateLimit-Global" in headers:
            self._shut = max(self._shut, self._clock.now() + float(headers.get("Retry-After", 1)))
        if status in INVALID and headers.get("X-RateLimit-Scope") != "shared":
            self.refused()
        if _ONCE.get() and status == 429:
            raise Empty(float(headers.get("Retry-After", 1)))
        if _ONCE.get() and status >= 500:
            raise NoAnswer

    def refused(self) -> None:
        """Count a refusal. Too many of them, and nothing is sent until half of them are old."""
        now = self._clock.now()
        self._invalid.append(now)
        while self._invalid[0] <= now - WINDOW:
            self._invalid.popleft()
        if len(self._invalid) < MOST:
            return
        until = self._invalid[len(self._invalid) // 2] + WINDOW
        for _ in range(len(self._invalid) // 2):
            self._invalid.popleft()
        self._shut = max(self._shut, until)
        log.error(
            "Discord has refused %d requests in ten minutes: nothing is sent for %.0f s, "
            "or it would shut this address out; answers to taps go on",
            MOST,
            self.left(),
        )


class _Bucket(Ratelimit):
    """Calls that Discord counts together."""

    __slots__ = ("_ended", "_limits")

    def __init__(self, limits: Limits) -> None:
        super().__init__(None)
        self._limits = limits
        self._ended = asyncio.Event()

    async def acquire(self) -> None:
        """Take one call. Raises Empty."""
        self._last_request = self._loop.time()
        while True:
            if left := self._limits.left():
                raise EmptyForAll(left)
            if self.is_expired():
                self.reset()  # type: ignore[no-untyped-call]
            if self.remaining > 0:
                break
            if self.expires is not None:
                raise Empty(max(NO_WAIT, self.expires - self._loop.time()))
            # How much is allowed is known with the first answer.
            self._ended.clear()
            await self._ended.wait()
        self.remaining -= 1
        self.outgoing += 1

    async def __aexit__(self, *_: object) -> None:
        self.outgoing -= 1
        if self.expires is None:
            self.reset()  # type: ignore[no-untyped-call]
        self._ended.set()
