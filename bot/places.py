"""What a platform says of chats by itself: who has left, who can or cannot be written to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from bot import requests as rq
from bot.ports import NoAnswer, Store
from bot.requests import Person, Place, Reply, Request
from bot.state import Table
from bot.tables import Tables

BOT: Final = Person("host", "")
"""Who asks where no person does."""


class Places:
    """Makes requests of what befalls chats; `handle` serves them.

    A chat is named as on the platform. Its topics are places of their own and are meant too.
    `outsider` asks the platform of a place whether a person is known not to be there.
    """

    def __init__(
        self,
        store: Store,
        tables: Tables,
        handle: Callable[[Request], Awaitable[Reply]],
        outsider: Callable[[str, Person], Awaitable[bool]],
    ) -> None:
        self._store = store
        self._tables = tables
        self._handle = handle
        self._outsider = outsider

    async def gone(self, person: Person, chat: str) -> None:
        """A person is not in a chat any more: seats there, and waits for one, are given up."""
        codes = await self._store.tables_of(person.id)
        here = await self._store.known_code(chat)
        for code in codes if here is None or here in codes else (*codes, here):
            table = (await self._tables.newest(code)).table
            if table.place == chat or table.place.startswith(f"{chat}/"):
                place = Place(table.place, table.title)
                await self._handle(Request(person, place, rq.Leave(sure=True), code))

    async def lost(self, code: str, destination: str) -> None:
        """For the publisher: nothing arrives at a person or at the chat.

        Somebody who is not reached may have left without a word of the platform.
        """
        table = (await self._tables.newest(code)).table
        if not await self._gone_if_left(table, table.seat_of(destination)):
            await self._handle(Request(BOT, Place(""), rq.Lost(destination), code))

    async def called(self, code: str) -> None:
        """For the publisher: who is to play was called in the chat, where they may not be."""
        table = (await self._tables.newest(code)).table
        await self._gone_if_left(table, table.mover)

    async def _gone_if_left(self, table: Table, seat: int | None) -> bool:
        """Give up the seat of a person who is known not to be in the chat; was it so?"""
        if seat is None or table.seats[seat].person is None:
            return False
        of = table.seats[seat]
        person = Person(of.person or "", of.name, of.lang)
        try:
            left = await self._outsider(table.place, person)
        except NoAnswer:
            return False
        if left:
            place = Place(table.place, table.title)
            await self._handle(Request(person, place, rq.Leave(sure=True), table.code))
        return left

    async def deleted(self, code: str, destination: str) -> None:
        """For the publisher: a place has been deleted for good; a person cannot be reached."""
        table = (await self._tables.newest(code)).table
        if destination != table.place:
            await self.lost(code, destination)
        else:
            await self._handle(Request(BOT, Place(""), rq.Lost(destination, gone=True), code))

    async def gone_for_good(self, chat: str) -> None:
        """A chat has been deleted: its table goes with it."""
        code = await self._store.known_code(chat)
        if code is not None:
            await self.deleted(code, chat)

    async def thrown_out(self, chat: str) -> None:
        """The bot is not in a chat any more. In topics it finds out by itself."""
        code = await self._store.known_code(chat)
        if code is not None:
            await self.lost(code, chat)

    async def back(self, chat: str) -> None:
        """The bot is in a chat again: a game that waited is shown there and goes on."""
        code = await self._store.known_code(chat)
        if code is not None and (await self._tables.newest(code)).table.out:
            await self._handle(Request(BOT, Place(chat), rq.Show()))

    async def blocked(self, person: Person) -> None:
        """A person does not want to be written to any more."""
        await self._store.update_person(person.id, {"reachable": "0"})
        for code in await self._store.tables_of(person.id):
            await self.lost(code, person.id)

    async def reached(self, person: Person) -> None:
        """A person can be written to again: the hands are shown that could not be delivered."""
        for code in await self._store.tables_of(person.id):
            table = (await self._tables.newest(code)).table
            seat = table.seat_of(person.id)
            if seat is not None and table.seats[seat].unreachable:
                private = Place(person.id, private=True)
                await self._handle(Request(person, private, rq.ShowHand(), code))
