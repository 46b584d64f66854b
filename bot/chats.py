"""How it stands in the chats: what a platform may ask to list them, deciding nothing."""

from __future__ import annotations

from dataclasses import dataclass

from bot.ports import Store
from bot.requests import Person
from bot.screens.standing import standing
from bot.tables import Tables
from bot.texts import texts


@dataclass(frozen=True, slots=True)
class Seated:
    """A chat where a person holds a seat.

    `table` is the chat's code, `text` says in a few words how it stands there, and `turn` whether
    that person is to play.
    """

    place: str
    table: str
    text: str
    turn: bool


class Chats:
    """The chats as the store and the tables in memory know them. All may raise StoreUnavailable."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def of(self, person: Person) -> list[Seated]:
        """Where the person sits, the newest seat first; texts in the person's language."""
        speak = texts(person.lang)
        found: list[Seated] = []
        for code in await self._store.tables_of(person.id):
            table = (await self._tables.newest(code)).table
            seat = table.seat_of(person.id)
            if seat is not None and table.phase != "idle":
                turn = table.mover == seat and table.paused is None
                found.append(Seated(table.place, code, standing(table, seat, speak), turn))
        return found

    async def code(self, place: str) -> str | None:
        """The code of a place, None where nothing was ever played."""
        return await self._store.known_code(place)

    async def names(self, place: str) -> list[str]:
        """The names of the people at the table of a place, and of those who wait for a seat."""
        code = await self.code(place)
        if code is None:
            return []
        table = (await self._tables.newest(code)).table
        people = [seat.name for seat in table.seats if seat.person is not None]
        return [*people, *(one.name for one in (*table.waiting, *table.coming))]
