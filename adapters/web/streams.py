"""What a tab is told: all there is at first, then what changes, and how it stands in other rooms.

A tab in a room sees the thread of the room and, of the person's private thread, what belongs to
that room or to none.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

from adapters.web.live import Event, Listener, Live
from adapters.web.outbound import WebPlatform
from bot.host import Host
from bot.ports import StoreUnavailable
from bot.requests import Person

log = logging.getLogger(__name__)

BREATH: Final = 15.0
"""Seconds without an event after which a stream shows that it is alive."""


class Streams:
    """Tells tabs. `room` is the room a tab is in, None for the list of rooms alone."""

    def __init__(self, host: Host, platform: WebPlatform, live: Live) -> None:
        self._host = host
        self._platform = platform
        self._live = live

    async def state(self, person: Person, room: str | None) -> dict[str, Any]:
        """All there is. Raises StoreUnavailable."""
        return await self._state(_Tab(self._host, person, room))

    async def events(self, person: Person, room: str | None, browser: str) -> AsyncIterator[str]:
        """The stream of a tab, one of those of the `browser`, as text/event-stream."""
        tab = _Tab(self._host, person, room)
        with self._live.listening(*tab.threads, browser=browser) as listener:
            # Read after listening has begun: what changes meanwhile is told twice, never missed.
            try:
                state = await self._state(tab)
                self._follow(tab, listener, state["rooms"])
                yield _event("state", state)
                async for piece in self._changes(tab, listener, state["rooms"]):
                    yield piece
            except StoreUnavailable as error:
                log.warning("a stream was ended: %s", error)
                return
            if listener.crowded:
                yield _event("crowded", {})

    async def _state(self, tab: _Tab) -> dict[str, Any]:
        state: dict[str, Any] = {"now": self._host.clock.now(), "name": tab.person.name}
        if tab.room is not None:
            for thread, name in tab.threads.items():
                found = await self._platform.messages(thread)
                state[name] = [each.wire() for each in found if await tab.shows(thread, each.body)]
        state["rooms"] = await self._rooms(tab)
        return state

    async def _changes(
        self, tab: _Tab, listener: Listener, rooms: list[dict[str, Any]]
    ) -> AsyncIterator[str]:
        while True:
            try:
                async with asyncio.timeout(BREATH):
                    told = await listener.next()
            except TimeoutError:
                yield ": alive\n\n"
            else:
                if told is None:
                    return
                change = await tab.change(*told)
                if change is not None:
                    yield _event("change", change)
                if listener.waiting:
                    continue
            newer = await self._rooms(tab)
            if newer != rooms:
                rooms = newer
                self._follow(tab, listener, rooms)
                yield _event("rooms", {"rooms": rooms})

    def _follow(self, tab: _Tab, listener: Listener, rooms: list[dict[str, Any]]) -> None:
        """How it stands in a room changes with what is seen in it."""
        known = set(listener.threads)
        self._live.follow(listener, (f"web:{one['room']}" for one in rooms))
        if listener.threads != known:
            # It may have changed since it was read.
            listener.tell(tab.person.id, {})

    async def _rooms(self, tab: _Tab) -> list[dict[str, Any]]:
        """The rooms where the person sits: name, how it stands, whether it is their turn."""
        prefix = f"{self._platform.prefix}:"
        return [
            {"room": seated.place.removeprefix(prefix), "text": seated.text, "turn": seated.turn}
            for seated in await self._host.chats.of(tab.person)
            if seated.place.startswith(prefix)
        ]


class _Tab:
    """Who looks, and at what."""

    def __init__(self, host: Host, person: Person, room: str | None) -> None:
        self.person = person
        self.room = room
        self.threads: dict[str, str] = {person.id: "private"}
        if room is not None:
            self.threads = {f"web:{room}": "group", **self.threads}
        self._host = host
        self._table: str | None = None

    async def shows(self, thread: str, body: Mapping[str, Any]) -> bool:
        """Is a message of a thread one of the room, or of the person and of no other table?"""
        of = body.get("table")
        if thread != self.person.id or not of:
            return True
        if self._table is None:
            # A room has no table until one was opened there; then it keeps its code for good.
            self._table = await self._host.chats.code(f"web:{self.room}")
        return bool(of == self._table)

    async def change(self, thread: str, event: Event) -> dict[str, Any] | None:
        """What the tab is told of an event; None: nothing."""
        if self.room is None or thread not in self.threads or not event:
            return None
        if "message" in event and not await self.shows(thread, event["message"]):
            return None
        return {"thread": self.threads[thread], **event}


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
