"""Screens become messages: the port `Platform` on threads in the store and open streams."""

from __future__ import annotations

from typing import Any, Final

from adapters.web.live import Live
from adapters.web.messages import Message, body_of, from_text, picture_in, to_text
from bot.pictures.spec import Picture
from bot.ports import Pace, PostGone, Threads
from bot.requests import Person, Place
from bot.screen import Means, Screen

KEPT: Final = 60
"""Messages of a thread that are kept."""


class WebPlatform:
    """The port `bot.ports.Platform`. A post's id is the number of its message in its thread."""

    prefix = "web"
    means = Means(follows=True)
    taps = None
    pace: tuple[Pace, ...] = ()

    def __init__(self, threads: Threads, live: Live) -> None:
        self._threads = threads
        self._live = live

    def pace_of(self, destination: str) -> tuple[Pace, ...]:
        """The page has no limits."""
        return ()

    def account(self, destination: str) -> str:
        """Every thread counts for itself."""
        return destination

    def parts(self, screen: Screen) -> list[Screen]:
        """A message may be as long as it likes."""
        return [screen]

    def lacks(self, picture: Picture) -> bool:
        """A picture is drawn when somebody looks at it."""
        return False

    async def send(self, destination: str, screen: Screen, silent: bool) -> str:
        """Put a screen at the end of a thread."""
        body = body_of(screen)
        return str(await self._add(destination, body, silent))

    async def say(self, person: str, screen: Screen, table: str) -> None:
        """Show an answer at the end of a person's private thread, and nowhere else in it.

        `table` is the code of the table it is about, empty if about none.
        """
        body = body_of(screen, said=True, table=table)
        for message in await self.messages(person):
            if message.said and _same(message.body, body):
                await self._remove(person, message.number)
        await self._add(person, body, silent=True)

    async def edit(self, destination: str, post: str, screen: Screen, picture: str = "") -> None:
        """Make a message show another screen; it keeps its place."""
        body = body_of(screen)
        keeps = bool(picture) and screen.picture is None
        if keeps or not body["table"]:
            found = [m for m in await self.messages(destination) if m.number == int(post)]
            before = found[0].body if found else {}
            # Without buttons it does not say any more where it belongs.
            body["table"] = body["table"] or before.get("table", "")
            body |= picture_in(before) if keeps else {}
        await self._change(destination, int(post), body)

    async def delete(self, destination: str, post: str) -> None:
        """Remove a message."""
        if not await self._remove(destination, int(post)):
            raise PostGone

    async def strip(self, destination: str, post: str) -> None:
        """Take the buttons of a message away."""
        for message in await self.messages(destination):
            if message.number == int(post):
                await self._change(destination, message.number, {**message.body, "rows": []})
                return
        raise PostGone

    async def put_away(self, person: str, number: int) -> bool:
        """Remove an answer its reader has done with; False if there is no such answer."""
        found = [m for m in await self.messages(person) if m.number == number and m.said]
        return bool(found) and await self._remove(person, number)

    async def is_admin(self, place: Place, person: Person) -> bool:
        """Nobody administers a room."""
        return False

    async def is_member(self, place: Place, person: Person) -> bool | None:
        """Who knows a room's name is in it."""
        return None

    async def messages(self, thread: str) -> list[Message]:
        """The messages of a thread, oldest first."""
        read = [from_text(n, text) for n, text in await self._threads.messages(thread)]
        return [message for message in read if message is not None]

    async def _add(self, thread: str, body: dict[str, Any], silent: bool) -> int:
        number = await self._threads.add_message(thread, to_text(body), KEPT)
        event = {"message": Message(number, body).wire(), "new": True, "silent": silent}
        self._live.tell(thread, event)
        return number

    async def _change(self, thread: str, number: int, body: dict[str, Any]) -> None:
        if not await self._threads.change_message(thread, number, to_text(body)):
            raise PostGone
        self._live.tell(thread, {"message": Message(number, body).wire()})

    async def _remove(self, thread: str, number: int) -> bool:
        removed = await self._threads.remove_message(thread, number)
        # Told in any case: a tab may still show what the store has not any more.
        self._live.tell(thread, {"gone": number})
        return removed


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(one.get(part) == other.get(part) for part in ("table", "lines"))
