"""How often a bot may call: a bucket for each route and channel, one for all, invalid requests."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from bot.ports import Clock

EVERYTHING: Final = (50, 1.0)
"""Calls of a bot in so many seconds; answers to interactions are not counted."""
INVALID: Final = (10_000, 600.0)
"""Refusals (401, 403, 429) in so many seconds after which Discord shuts a bot out."""
BUCKETS: Final[dict[str, tuple[int, float]]] = {
    "POST messages": (5, 5.0),
    "PATCH message": (5, 5.0),
    "DELETE message": (5, 1.0),
}
OTHERS: Final = (30, 1.0)
TOKEN: Final = (5, 2.0)
"""Calls by the token of one interaction, which count nowhere else."""


@dataclass(slots=True)
class _Bucket:
    """Calls of a window; it begins with its first one."""

    limit: int
    window: float
    used: int = 0
    ends: float = 0.0
    flood: float = 0.0
    shut: float = 0.0

    def headers(self, name: str, now: float) -> dict[str, str]:
        left = max(0.0, self.ends - now)
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(max(0, self.limit - self.used)),
            "X-RateLimit-Reset": f"{self.ends:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": name,
        }


class TooMany(Exception):
    """429: how long to wait, and whether it is the whole bot that has to."""

    def __init__(self, seconds: float, everywhere: bool, headers: dict[str, str]) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds, self.everywhere, self.headers = seconds, everywhere, headers


class Rates:
    """Counts the calls of one bot by the shared clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets: dict[tuple[str, str], _Bucket] = {}
        self._all = _Bucket(*EVERYTHING)
        self._tokens: dict[str, _Bucket] = {}
        self._invalid: deque[float] = deque()

    def spend(self, route: str, major: str) -> dict[str, str]:
        """Count one call; the headers of its answer. Raises TooMany."""
        limit, window = BUCKETS.get(route, OTHERS)
        bucket = self._buckets.setdefault((route, major), _Bucket(limit, window))
        return self._spend(route.replace(" ", ""), bucket, self._all)

    def spend_token(self, token: str) -> dict[str, str]:
        """Count one call by the token of an interaction, as `spend`."""
        return self._spend("token", self._tokens.setdefault(token, _Bucket(*TOKEN)))

    def _spend(self, name: str, bucket: _Bucket, whole: _Bucket | None = None) -> dict[str, str]:
        now = self._clock.now()
        counted = [bucket] if whole is None else [whole, bucket]
        for one in counted:
            if now >= one.ends:
                one.used, one.ends = 0, now + one.window
            if one.flood:
                one.shut, one.flood = now + one.flood, 0.0
            wait = max(one.shut - now, one.ends - now if one.used >= one.limit else 0.0)
            if wait > 0:
                raise TooMany(wait, one is whole, bucket.headers(name, now))
        for one in counted:
            one.used += 1
        return bucket.headers(name, now)

    def flood(self, seconds: float, route: str = "", major: str = "") -> None:
        """Refuse the calls of one bucket, or all, for a while that begins with the first of them.

        With 0 seconds what is refused ends.
        """
        limit = BUCKETS.get(route, OTHERS)
        shut = self._buckets.setdefault((route, major), _Bucket(*limit)) if route else self._all
        shut.flood, shut.shut = seconds, 0.0

    def refused(self, status: int) -> None:
        """Note the status of an answer."""
        if status in (401, 403, 429):
            self._invalid.append(self._clock.now())

    @property
    def invalid(self) -> int:
        """The invalid requests of the last ten minutes."""
        now = self._clock.now()
        while self._invalid and self._invalid[0] <= now - INVALID[1]:
            self._invalid.popleft()
        return len(self._invalid)

    @property
    def banned(self) -> bool:
        """Has Discord shut the bot out?"""
        return self.invalid >= INVALID[0]
