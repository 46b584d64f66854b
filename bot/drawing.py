"""Makes the posts of one chat equal to their screens.

One task a post waits for its budget and then draws the newest state, so what has become old
meanwhile is never sent. A post that another has taken the place of is kept in mind until it is
taken away, also over a restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot import posts
from bot.budgets import OWN, REST
from bot.ports import (
    Busy,
    Clock,
    NoAnswer,
    NoPicture,
    PlaceGone,
    PlaceMoved,
    PostGone,
    Store,
    StoreUnavailable,
    TooOld,
    Unreachable,
)
from bot.posts import Known, Wanted
from bot.screen import PLAIN, Means, Screen
from bot.sending import Sender
from bot.shown import Shown
from bot.state import Table
from bot.studio import NotDrawn
from bot.trouble import where

log = logging.getLogger(__name__)

TRIES: Final = 6
"""How often a post is tried again after a fault of ours."""
FRESH: Final = 1.0
"""Seconds for which it stays true of a state what posts it wants: whether they are to sound depends
on the time."""
PATIENCE: Final = 0.5
"""Seconds for which a post waits for its picture; then its words and buttons go before it."""
NEW: Final = 5.0
"""The same for a new post, which has no picture to keep: it is all words then."""

Newest = Callable[[str, int], Awaitable[tuple[Table, int]]]
Told = Callable[[str, str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Hooks:
    """What the host gives and wants to know.

    `newest` gives a chat's table and version, at least of the version asked for; `moved` is told
    the chat's code and the new id of its place, `lost` the code and where nobody is reached,
    `deleted` the same where there is no such place any more, `called` the code where who is to
    play is called in the chat with a sound.
    """

    newest: Newest
    moved: Told
    lost: Told
    deleted: Told
    called: Callable[[str], Awaitable[None]]


class _Ready(NamedTuple):
    """What a post can be made to show: all of its screen, or the words while its picture stays."""

    want: Wanted
    shown: Screen
    whole: bool = True


class Drawing:
    """What is going on for one chat."""

    def __init__(
        self,
        code: str,
        store: Store,
        sender: Sender,
        clock: Clock,
        hooks: Hooks,
    ) -> None:
        self.woken = asyncio.Event()
        self.at_least = 0
        self.seen = 0
        self.pressing = False
        self._code = code
        self._store = store
        self._sender = sender
        self._clock = clock
        self._hooks = hooks
        self._table: Table | None = None
        self._want: dict[str, Wanted] = {}
        self._looked = 0.0
        self._news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._urgent: set[str] = set()
        self._shown = Shown(code, store)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._calling: set[str] = set()
        self._ending = False

    def wake(self, urgent: str | None, at_least: int) -> None:
        """The posts may differ; `urgent` is the post of who has just tapped."""
        self.at_least = max(self.at_least, at_least)
        if urgent is not None:
            self._urgent.add(urgent)
        self.woken.set()
        self._news.set_result(None)
        self._news = asyncio.get_running_loop().create_future()

    async def newest(self) -> Table:
        """The newest table; `seen` is its version. Whoever tapped since then waits for it."""
        table, self.seen = await self._hooks.newest(self._code, self.at_least)
        now = self._clock.now()
        if table is self._table and now - self._looked < FRESH:
            return table
        if self._table is not None and table is not self._table:
            before = self._table.seats
            for index, (old, new) in enumerate(zip(before, table.seats, strict=False)):
                if new.touched > old.touched:
                    self._urgent.add(posts.hand_key(index))
        self._table, self._want, self._looked = table, self._wanted(table, now), now
        return table

    # --- all posts -----------------------------------------------------------------------

    async def run(self, hold: Callable[[], Awaitable[bool]], every: float) -> None:
        """Draw until nothing differs and nothing has changed meanwhile.

        `hold` is called every so many seconds; when it says no, another draws.
        """
        await self._shown.read()
        held = self._clock.now()
        while True:
            self.woken.clear()
            table = await self.newest()
            if not table.place:
                # The state was set aside: what stands in the chat stays until a table is opened.
                await self._store.clear_stale(self._code, self.seen)
                return
            for key in sorted(self._want.keys() | self._shown.keys(), key=self._order):
                if key not in self._tasks and self._differs(table, key):
                    self._tasks[key] = asyncio.create_task(self._draw(key))
            if not self._tasks:
                newer = await self._store.clear_stale(self._code, self.seen)
                if not newer and not self.woken.is_set():
                    return
                self.at_least = max(self.at_least, newer)
                continue
            self._sender.look_again()
            await self._anything(every)
            if self._clock.now() - held >= every:
                held = self._clock.now()
                if not await hold():
                    return

    async def stop(self, patience: float = 0.0) -> None:
        """End what is being drawn; calls under way may end within `patience` seconds."""
        self._ending = True
        calls = [task for key, task in self._tasks.items() if patience and key in self._calling]
        for task in self._tasks.values():
            if task not in calls:
                task.cancel()
        if calls:
            nap = asyncio.create_task(self._clock.sleep(patience))
            while not nap.done() and not all(task.done() for task in calls):
                await asyncio.wait({nap, *calls}, return_when=asyncio.FIRST_COMPLETED)
            for task in (nap, *calls):
                task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _anything(self, longest: float) -> None:
        """Wait until a post is drawn or the chat is woken again, but not too long."""
        woken = asyncio.create_task(self.woken.wait())
        nap = asyncio.create_task(self._clock.sleep(longest))
        try:
            await asyncio.wait(
                {woken, nap, *self._tasks.values()}, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            woken.cancel()
            nap.cancel()
        for key in [k for k, task in self._tasks.items() if task.done()]:
            self._tasks.pop(key).result()

    def _wanted(self, table: Table, now: float) -> dict[str, Wanted]:
        return posts.wanted(table, now, self._means(table))

    def _means(self, table: Table) -> Means:
        platform = self._sender.find(table.place)
        return PLAIN if platform is None else platform.means

    def _screen(self, table: Table, key: str, destination: str) -> Screen:
        """What a post is to show there; without its picture where that cannot be had."""
        means = self._means(table)
        shown = posts.screen(table, key, means)
        if shown.picture is None or self._sender.shows(destination, shown.picture):
            return shown
        return self._words(table, key)

    def _words(self, table: Table, key: str) -> Screen:
        return posts.screen(table, key, replace(self._means(table), pictures=False))

    def _order(self, key: str) -> tuple[int, str]:
        """The most urgent posts first."""
        return self._priority(key), key

    def _differs(self, table: Table, key: str) -> bool:
        want, known = self._want.get(key), self._shown.known(key)
        if table.out and table.place in (at.destination for at in (want, known) if at is not None):
            # Nothing arrives there: it is drawn when the bot is back.
            return False
        if want is None:
            return known is not None and not posts.unheard(table, known.destination)
        if known is None:
            return want.create
        if not posts.same(known, want) or self._shown.lost(key):
            return True
        if not known.post or (want.mark and want.mark == known.mark):
            return False
        if want.mark:
            return True
        return posts.digest(self._screen(table, key, want.destination)) != known.digest

    # --- one post ------------------------------------------------------------------------

    async def _draw(self, key: str) -> None:
        """Make one post equal to the newest screen."""
        trouble, counted = 0, True
        while not self._ending:
            table = await self.newest()
            want = self._want.get(key)
            if not self._differs(table, key):
                return
            destination = self._shown[key].destination if want is None else want.destination
            try:
                if want is None:
                    self._calling.add(key)
                    await self._retire(key, table)
                    return
                # What a tap did not do is done by a call that counts.
                tapped = (lambda: self._tapped(key)) if counted else None
                counted = await self._sender.wait(destination, lambda: self._priority(key), tapped)
                # The budget may have made us wait: only the newest state is worth a call.
                ready = await self._ready(key, destination)
                self._calling.add(key)
                if ready is not None and await self._make_equal(key, ready, counted):
                    self._urgent.discard(key)
                    log.debug("chat %s: %s is shown", self._code, key)
                    return
            except NotDrawn:
                continue
            except NoPicture as refused:
                self._sender.leave_out_pictures(destination, refused)
            except Busy as busy:
                await self._sender.close(destination, busy)
            except PlaceMoved as moved:
                await self._hooks.moved(self._code, moved.new)
            except Unreachable as error:
                await self._give_up(key, want, error)
                return
            except StoreUnavailable:
                raise
            except Exception as error:
                trouble += 1
                log.warning("post not drawn (try %d): %s", trouble, where(error))
                if trouble >= TRIES and (want is None or not isinstance(error, NoAnswer)):
                    await self._leave(key, table, want)
                    return
                self._calling.discard(key)
                await self._clock.sleep(min(60.0, 2.0**trouble))
            finally:
                self._calling.discard(key)

    def _priority(self, key: str) -> int:
        """How urgent a post is now."""
        if key in self._urgent:
            return OWN
        want = self._want.get(key)
        return REST if want is None else want.priority

    def _tapped(self, key: str) -> bool:
        """Can the post that is there be changed as the answer to a tap on it?"""
        known = self._shown.there(key)
        if known is None or not known.post:
            return False
        return self._sender.tapped(known.destination) == known.post

    async def _ready(self, key: str, destination: str) -> _Ready | None:
        """What the post is to show there by the newest state, with its picture drawn; or None.

        A picture that is not wanted any more is not waited for. Where one takes long the words and
        buttons go before it.
        """
        order = self._sender.studio.order(lambda: self._priority(key))
        late, later = (asyncio.create_task(self._clock.sleep(s)) for s in (PATIENCE, NEW))
        try:
            while True:
                news = self._news
                table = await self.newest()
                want = self._want.get(key)
                if want is None or want.destination != destination:
                    return None
                if not self._differs(table, key):
                    return None
                shown = self._screen(table, key, destination)
                picture = shown.picture
                if picture is None or not self._lacks(key, shown) or order.drawn(picture):
                    return _Ready(want, shown)
                if late.done():
                    there = await self._is_there(key, want, shown)
                    words = replace(shown, picture=None) if there else self._words(table, key)
                    if (there or later.done()) and not self._says(key, words):
                        return _Ready(want, words, whole=not there)
                await order.wait(picture, news, late, later)
        finally:
            late.cancel()
            later.cancel()
            order.cancel()

    def _lacks(self, key: str, shown: Screen) -> bool:
        """Must the picture be drawn, because neither the post nor the platform has it?"""
        known = self._shown.known(key)
        if shown.picture is None or (known and known.picture == posts.picture_of(shown)):
            return False
        platform = self._sender.find(self._want[key].destination)
        return platform is not None and platform.lacks(shown.picture)

    async def _is_there(self, key: str, want: Wanted, shown: Screen) -> bool:
        """Is there a post with a picture that can be made to show this?"""
        known = self._shown.there(key)
        return known is not None and await self._stays(known, want, shown)

    def _says(self, key: str, words: Screen) -> bool:
        """Does the post that is there say this already?"""
        known = self._shown.there(key)
        return known is not None and known.digest == posts.digest(words)

    async def _stays(self, known: Known, want: Wanted, shown: Screen) -> bool:
        """Can the post that is there be made to show this, or is another due?"""
        asked = want.silent and not posts.same(known, want)
        newest = await self._store.newest(want.destination) if asked else ""
        return posts.stays(known, want, shown, self._clock.now(), newest)

    async def _make_equal(self, key: str, ready: _Ready, counted: bool) -> bool:
        """Edit the post or send a new one; False if it does not show all that it should yet.

        Only an edit can do without being `counted`.
        """
        known = self._shown.there(key)
        want, shown, whole = ready
        now = self._clock.now()
        if known is not None and (not whole or await self._stays(known, want, shown)):
            if known.digest == posts.digest(shown):
                await self._shown.save(key, posts.known(want, known.post, shown, known.drawn))
                return True
            try:
                if not await self._sender.edit(known, shown, counted=counted):
                    return False
            except PostGone as gone:
                self._shown.lose(key, stands=isinstance(gone, TooOld))
                return False
            drawn = posts.known(want, known.post, shown, now)
            await self._shown.save(
                key, drawn if whole else replace(drawn, mark="", picture=known.picture)
            )
            return whole
        if not counted:
            return False
        post = await self._sender.send(
            want.destination, shown, want.silent, lambda: self._priority(key)
        )
        before = self._shown.known(key)
        await self._shown.save(key, posts.known(want, post, shown, now), instead_of=before)
        if key not in (posts.TABLE, posts.TURN):
            await self._store.set_newest(want.destination, post)
        elif key == posts.TURN and not want.silent:
            await self._hooks.called(self._code)
        return True

    async def _retire(self, key: str, table: Table) -> None:
        """Take a post away that is not wanted any more; a hand that was lost says why."""
        known = self._shown[key]
        await self._sender.retire(known, posts.parting(table, known))
        await self._shown.forget(key)

    async def _give_up(self, key: str, want: Wanted | None, error: Unreachable) -> None:
        """Nobody can be reached there: this edition is not tried again."""
        if want is None:
            await self._shown.forget(key)
            return
        if key not in (posts.TABLE, posts.TURN):
            await self._store.update_person(want.destination, {"reachable": "0"})
        deleted = isinstance(error, PlaceGone)
        await (self._hooks.deleted if deleted else self._hooks.lost)(self._code, want.destination)
        # What stood there goes when somebody can be reached again, and is tried no earlier; where
        # there is no such place any more, it has gone with it.
        old = None if deleted else self._shown.known(key)
        await self._shown.save(key, posts.known(want, "", None, 0.0), instead_of=old)

    async def _leave(self, key: str, table: Table, want: Wanted | None) -> None:
        """This very screen cannot be shown: what stands there stays until the next one."""
        if want is None:
            await self._shown.forget(key)
            return
        known = self._shown.known(key)
        stays = known is not None and posts.same(known, want)
        post = known.post if known is not None and stays else ""
        drawn = 0.0 if known is None else known.drawn
        shown = posts.known(want, post, self._screen(table, key, want.destination), drawn)
        await self._shown.save(key, replace(shown, picture=known.picture if known and post else ""))
