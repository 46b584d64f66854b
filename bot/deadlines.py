"""Fires what is due: turns whose time is over, computers, deals that begin by themselves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot import requests as rq
from bot.heartbeat import Heartbeat
from bot.places import BOT
from bot.ports import Clock, Store, StoreUnavailable
from bot.requests import Place, Reply, Request

log = logging.getLogger(__name__)

CLAIM: Final = 30.0
"""Seconds for which a due table is claimed by one process."""
LOOK: Final = 1.0
"""Seconds between two looks for due tables."""
BATCH: Final = 100
"""Due tables claimed at once."""
AT_ONCE: Final = 16
"""Due tables that are decided at the same time."""


class Deadlines:
    """The deadlines of all chats, as far as this process fires them.

    The deadline in a table's state is the truth, the store's index only finds it. To fire is an
    ordinary request, so doing it twice does no harm.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        heartbeat: Heartbeat,
        handle: Callable[[Request], Awaitable[Reply]],
    ) -> None:
        self._store = store
        self._clock = clock
        self._heartbeat = heartbeat
        self._handle = handle

    async def fire(self) -> None:
        """Look for what is due for ever."""
        while True:
            more = False
            try:
                more = await self._look()
            except StoreUnavailable as error:
                log.warning("deadlines: %s", error)
            if not more:
                await self._clock.sleep(LOOK)

    async def _look(self) -> bool:
        """Fire what is due now; is there more, which was not claimed?"""
        await self._heartbeat.keep_beating()
        due = await self._store.claim_due(self._clock.now(), CLAIM, BATCH)
        more = len(due) == BATCH
        if self._heartbeat.outage_ended():
            # The posts still show when the time would have been over.
            due = await self._store.with_deadline()
        for first in range(0, len(due), AT_ONCE):
            await asyncio.gather(*(self._tick(code) for code in due[first : first + AT_ONCE]))
        return more

    async def _tick(self, code: str) -> None:
        await self._handle(Request(BOT, Place(""), rq.Tick(), table=code))
