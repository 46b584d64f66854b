"""How often a bot may write: the three rates of Telegram, by the shared clock."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field

from bot.ports import Clock
from tests.fakes.telegram.limits import Limits

GROUP_WINDOW = 60.0
OVERALL_WINDOW = 1.0


@dataclass(slots=True)
class _Account:
    """What one chat has used up."""

    tokens: float
    filled: float
    recent: deque[float] = field(default_factory=deque)
    shut_until: float = 0.0


class Rates:
    """Counts requests; one over a rate shuts the chat (or the whole bot) for `retry_after`.

    While shut, every further request is refused with the rest of the wait and is not counted.
    """

    def __init__(self, clock: Clock, limits: Limits) -> None:
        self._clock = clock
        self._limits = limits
        self._accounts: dict[int, _Account] = {}
        self._overall: deque[float] = deque()
        self._shut_until = 0.0

    def spend(self, chat: int | None, group: bool = False) -> None:
        """Count one request (to `chat`, if it writes there); raises ApiError 429."""
        now = self._clock.now()
        if now < self._shut_until:
            raise self._limits.error("overall", wait=math.ceil(self._shut_until - now))
        account = self._account(chat, now) if chat is not None else None
        if account is not None and now < account.shut_until:
            raise self._limits.error("per_chat", wait=math.ceil(account.shut_until - now))
        _forget(self._overall, now - OVERALL_WINDOW)
        if len(self._overall) >= self._limits.value("overall"):
            wait = _whole(self._overall[0] + OVERALL_WINDOW - now)
            self._shut_until = now + wait
            raise self._limits.error("overall", wait=wait)
        if account is not None:
            self._spend_in_chat(account, now, group)
        self._overall.append(now)

    def flood(self, chat: int | None, seconds: float) -> None:
        """Refuse everything to a chat (None: to all) for a while, whatever the bot has sent."""
        now = self._clock.now()
        if chat is None:
            self._shut_until = now + seconds
        else:
            self._account(chat, now).shut_until = now + seconds

    def _account(self, chat: int, now: float) -> _Account:
        if chat not in self._accounts:
            self._accounts[chat] = _Account(tokens=float(self._limits.burst), filled=now)
        return self._accounts[chat]

    def _spend_in_chat(self, account: _Account, now: float, group: bool) -> None:
        rate = self._limits.value("per_chat")
        gained = (now - account.filled) * rate
        account.tokens = min(float(self._limits.burst), account.tokens + gained)
        account.filled = now
        if group:
            _forget(account.recent, now - GROUP_WINDOW)
            if len(account.recent) >= self._limits.value("per_group"):
                wait = _whole(account.recent[0] + GROUP_WINDOW - now)
                account.shut_until = now + wait
                raise self._limits.error("per_group", wait=wait)
        # A hair of tolerance: a bot that waits exactly its second must not fail on rounding.
        if account.tokens < 1 - 1e-6:
            wait = _whole((1 - account.tokens) / rate)
            account.shut_until = now + wait
            raise self._limits.error("per_chat", wait=wait)
        account.tokens -= 1
        account.recent.append(now)


def _forget(moments: deque[float], before: float) -> None:
    while moments and moments[0] <= before:
        moments.popleft()


def _whole(seconds: float) -> int:
    return max(1, math.ceil(seconds))
