"""Signs of life: how long nobody served the chats, so that no deadline counts that time."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, tzinfo
from typing import Final

from bot.outcome import Service
from bot.ports import Clock, Store

AWAY: Final = 5.0
"""Seconds without a sign of life of any process after which nobody served the chats."""


class Heartbeat:
    """The signs of life of one process; those of all that share the store count together.

    `service` is what decisions need to know of it. `zone` is that of the nights, `away` as in AWAY.
    """

    def __init__(self, store: Store, clock: Clock, zone: tzinfo = UTC, away: float = AWAY) -> None:
        self._store = store
        self._clock = clock
        self._away = away
        self._last = -math.inf
        self._ended = False
        self.service = Service(zone=zone)

    async def keep_beating(self) -> None:
        """Give a sign of life when it is time for one: several while `away` passes."""
        if self._clock.now() - self._last >= self._away / 3:
            await self._beat()

    async def _beat(self) -> None:
        now = self._clock.now()
        lost, ended = await self._store.beat(now, self._away)
        self.service = replace(self.service, lost=lost)
        self._last = now
        self._ended = self._ended or ended

    async def before_deciding(self) -> None:
        """Make sure that the time lost is known, though this process may have slept itself."""
        if self._clock.now() - self._last > self._away:
            await self._beat()

    def outage_ended(self) -> bool:
        """Has this process found that an outage is over? It is told once."""
        ended, self._ended = self._ended, False
        return ended
