"""The tables of all chats as one process knows them: in memory, else with one read."""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from bot.document import Unreadable, read
from bot.ports import Document, Store
from bot.requests import Place
from bot.state import Table
from bot.turn_time import TurnTime

log = logging.getLogger(__name__)

CACHED: Final = 4096
"""Tables kept in memory."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A table and the version under which it is stored; 0 where nothing was ever stored."""

    version: int
    table: Table


class Tables:
    """What is stored, with the tables used last kept in memory; new ones get `time`."""

    def __init__(self, store: Store, time: TurnTime) -> None:
        self._store = store
        self._time = time
        self._cache: OrderedDict[str, Loaded] = OrderedDict()
        self._setting_aside: set[str] = set()

    def __contains__(self, code: str) -> bool:
        return code in self._cache

    async def load(self, code: str, place: Place | None = None) -> Loaded:
        """The table of a chat; a new one belongs to `place`. Raises Unreadable."""
        loaded = self._cache.get(code)
        if loaded is not None:
            self._cache.move_to_end(code)
            return loaded
        return self.keep(code, await self._store.load(code), place)

    def keep(self, code: str, document: Document, place: Place | None = None) -> Loaded:
        """The table of a document just read. Raises Unreadable."""
        if document.text is None:
            where = place or Place("")
            new = Table(
                code,
                where.id,
                title=where.called(),
                time=self._time,
                stamp=document.stamp,
                floor=document.stamp,
            )
            # Nothing of it is stored, so whoever asks next may ask from somewhere else.
            self._cache.pop(code, None)
            return Loaded(document.version, new)
        loaded = Loaded(document.version, read(document.text))
        self.remember(code, loaded)
        return loaded

    def remember(self, code: str, loaded: Loaded) -> None:
        """What was just written or read."""
        self._cache[code] = loaded
        self._cache.move_to_end(code)
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)

    async def newest(self, code: str, at_least: int = 0) -> Loaded:
        """The newest table this process knows, at least of that version; anew if unreadable."""
        cached = self._cache.get(code)
        if cached is not None and cached.version < at_least:
            self._cache.pop(code, None)
        try:
            return await self.load(code)
        except Unreadable:
            await self.set_aside(code)
            return await self.load(code)

    async def set_aside(self, code: str) -> None:
        """Put a state that cannot be read out of the way; the chat can start anew."""
        self._cache.pop(code, None)
        document = await self._store.load(code)
        try:
            self.keep(code, document)
        except Unreadable as error:
            if code not in self._setting_aside:
                log.error("state of chat %s cannot be read and is set aside: %s", code, error)
            self._setting_aside.add(code)
            try:
                await self._store.set_aside(code, document.version, str(error))
                # A new table counts its posts anew; the old ones stay and are nobody's any more.
                await self._store.save_posts(code, {}, tuple(await self._store.posts(code)))
            finally:
                self._setting_aside.discard(code)
