"""What is remembered of people over all tables: read when they sit down, written on a change."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot import requests as rq
from bot.habits import facts, remembered
from bot.places import BOT
from bot.ports import Store, StoreUnavailable
from bot.requests import Place, Request
from bot.state import Table

log = logging.getLogger(__name__)

Handle = Callable[[Request], Awaitable[object]]
"""Serves a request."""


class People:
    """The memory of people, and the way of a change to the other tables where they sit."""

    def __init__(self, store: Store, handle: Handle) -> None:
        self._store = store
        self._handle = handle
        self._news: list[tuple[str, rq.Adopt]] = []

    async def with_memory(self, request: Request) -> Request:
        """The request of somebody who may be seated by it, with what is remembered of them."""
        known = await self._store.person(request.person.id)
        reachable = request.reachable
        if reachable is None:
            reachable = known.get("reachable") == "1"
        return replace(request, reachable=reachable, habits=remembered(known))

    async def remember(self, code: str, request: Request, before: Table, after: Table) -> None:
        """Write down the habits that this request has changed. Nothing is asked where none has."""
        if before.seats is after.seats or isinstance(request.what, rq.Adopt):
            return
        old = {seat.person: seat.habits for seat in before.seats}
        for seat in after.seats:
            if seat.person is None or seat.person not in old:
                continue
            changed = facts(old[seat.person], seat.habits)
            if changed:
                await self._store.update_person(seat.person, changed)
                self._news.append((code, rq.Adopt(seat.person, tuple(changed.items()))))

    async def spread(self) -> None:
        """Tell the other tables what has changed. No chat may be locked by who asks for it."""
        while self._news:
            code, news = self._news.pop()
            try:
                for other in await self._store.tables_of(news.person):
                    if other != code:
                        await self._handle(Request(BOT, Place(""), news, table=other))
            except StoreUnavailable as error:
                log.warning("habits are not the same at every table: %s", error)
