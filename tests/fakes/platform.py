"""A platform in memory, for tests of the host: it keeps what it is told and fails on demand."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.pictures.spec import Picture, digest
from bot.ports import Pace, PostGone, Taps
from bot.requests import Person, Place
from bot.screen import PLAIN, Means, Screen


@dataclass(slots=True)
class Shown:
    """A post as it stands now."""

    destination: str
    screen: Screen
    silent: bool
    edits: int = 0


class FakePlatform:
    """`bot.ports.Platform` without limits of its own unless `pace` (or `pace_each`) says so.

    `calls` are (method, destination) in order. `trouble` is asked before each call and may raise.
    `lag` is awaited before that. A screen takes a message for every `lines` lines. With `pictures`
    it shows them, and has none of them by itself.
    """

    def __init__(
        self,
        prefix: str = "tg",
        *,
        means: Means = PLAIN,
        pace: tuple[Pace, ...] = (),
        pace_each: tuple[Pace, ...] | None = None,
    ) -> None:
        self.prefix = prefix
        self.means = means
        self.taps: Taps | None = None
        self.pace = pace
        self.pace_each = pace if pace_each is None else pace_each
        self.posts: dict[str, Shown] = {}
        self.calls: list[tuple[str, str]] = []
        self.admins: set[str] = set()
        self.trouble: Callable[[str, str], None] = lambda method, destination: None
        self.lag: Callable[[], Awaitable[None]] | None = None
        self.lines = 1000
        self._ids = itertools.count(1)

    def pace_of(self, destination: str) -> tuple[Pace, ...]:
        """For each the same, and no more than in all."""
        return self.pace_each

    def account(self, destination: str) -> str:
        """Every destination counts for itself."""
        return destination

    def parts(self, screen: Screen) -> list[Screen]:
        """Nearly always one."""
        texts = [screen.lines[i : i + self.lines] for i in range(0, len(screen.lines), self.lines)]
        *before, last = texts or [()]
        return [*(Screen(text) for text in before), replace(screen, lines=last)]

    def lacks(self, picture: Picture) -> bool:
        """Every picture must be drawn."""
        return True

    async def send(self, destination: str, screen: Screen, silent: bool) -> str:
        """Keep a new post."""
        await self._call("send", destination)
        post = str(next(self._ids))
        self.posts[post] = Shown(destination, screen, silent)
        return post

    async def edit(self, destination: str, post: str, screen: Screen, picture: str = "") -> None:
        """Change a post that is there; a text never becomes a picture, nor the other way round."""
        await self._call("edit", destination)
        shown = self._post(post)
        before = shown.screen.picture
        assert picture == ("" if before is None else digest(before))
        assert screen.picture is None or before is not None
        shown.screen = replace(screen, picture=screen.picture or before)
        shown.edits += 1

    async def delete(self, destination: str, post: str) -> None:
        """Forget a post."""
        await self._call("delete", destination)
        self._post(post)
        del self.posts[post]

    async def strip(self, destination: str, post: str) -> None:
        """Take the buttons of a post away."""
        await self._call("strip", destination)
        shown = self._post(post)
        shown.screen = replace(shown.screen, rows=())

    async def is_admin(self, place: Place, person: Person) -> bool:
        """Is the person among `admins`?"""
        return person.id in self.admins

    async def is_member(self, place: Place, person: Person) -> bool | None:
        """Everybody is everywhere."""
        return True

    def at(self, destination: str) -> list[Shown]:
        """The posts at a destination, oldest first."""
        return [shown for shown in self.posts.values() if shown.destination == destination]

    async def _call(self, method: str, destination: str) -> None:
        if self.lag is not None:
            await self.lag()
        self.trouble(method, destination)
        self.calls.append((method, destination))

    def _post(self, post: str) -> Shown:
        if post not in self.posts:
            raise PostGone
        return self.posts[post]
