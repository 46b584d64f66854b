"""What a platform says of a chat by itself: somebody has left it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot import requests as rq
from bot.ports import Store
from bot.requests import Person, Place, Reply, Request
from bot.tables import Tables


class Places:
    """Makes requests of what befalls chats; `handle` serves them.

    A chat is named as on the platform. Its topics are places of their own and are meant too.
    """

    def __init__(
        self, store: Store, tables: Tables, handle: Callable[[Request], Awaitable[Reply]]
    ) -> None:
        self._store = store
        self._tables = tables
        self._handle = handle

    async def gone(self, person: Person, chat: str) -> None:
        """A person is not in a chat any more: the seats there are given up."""
        for code in await self._store.tables_of(person.id):
            table = (await self._tables.newest(code)).table
            if table.place == chat or table.place.startswith(f"{chat}/"):
                place = Place(table.place, table.title)
                await self._handle(Request(person, place, rq.Leave(), code))
