"""Makes the posts of chats equal to their screens, within the budgets of the platforms.

A commit marks a chat stale and wakes the publisher. One task a post waits for its budget and then
draws the newest state, so what has become old meanwhile is never sent. One process publishes a
chat at a time, held by a short lease; commits never wait for it. After a crash the sweep finds the
mark that was left.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot import posts
from bot.budgets import OWN, REST, Budgets
from bot.ports import (
    Busy,
    Clock,
    NoAnswer,
    PlaceMoved,
    Platform,
    PostGone,
    Store,
    StoreUnavailable,
    Unreachable,
)
from bot.posts import Known, Wanted
from bot.screen import Screen
from bot.state import Table
from bot.trouble import where

log = logging.getLogger(__name__)

LEASE: Final = 5.0
"""Seconds for which a process holds a chat's posts without a word: short, so that another (or the
same, started again) takes over soon after a crash."""
SWEEP: Final = 2.0
"""Seconds between two looks for marks that nobody works on."""
TRIES: Final = 6
"""How often a post is tried again after a fault of ours."""
ANSWER_TRIES: Final = 3
"""How often an answer is tried when the platform does not answer properly."""

Newest = Callable[[str, int], Awaitable[tuple[Table, int]]]
MovedTo = Callable[[str, str], Awaitable[None]]


class _Chat:
    """What is going on for one chat."""

    def __init__(self) -> None:
        self.woken = asyncio.Event()
        self.urgent: set[str] = set()
        self.at_least = 0
        self.known: dict[str, Known] = {}
        self.drawing: dict[str, asyncio.Task[None]] = {}


class Publisher:
    """The publisher of one process.

    `newest` gives a chat's table and version, at least of the version asked for; `moved` is told
    the chat's code and the new id of its place, `lost` the code and where nobody is reached.
    """

    def __init__(
        self,
        store: Store,
        platforms: dict[str, Platform],
        clock: Clock,
        owner: str,
        newest: Newest,
        moved: MovedTo,
        lost: Callable[[str, str], Awaitable[None]],
    ) -> None:
        self._store = store
        self._platforms = platforms
        self._clock = clock
        self._owner = owner
        self._newest = newest
        self._moved = moved
        self._lost = lost
        self._budgets: dict[str, Budgets] = {}
        self._chats: dict[str, _Chat] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._saying: set[tuple[str, str]] = set()
        self._stopped = False

    # --- being woken ---------------------------------------------------------------------

    def wake(self, code: str, urgent: str | None = None, at_least: int = 0) -> None:
        """The chat's posts may differ; `urgent` is the post of who has just tapped."""
        chat = self._chats.setdefault(code, _Chat())
        chat.at_least = max(chat.at_least, at_least)
        if urgent is not None:
            chat.urgent.add(urgent)
        chat.woken.set()
        if code not in self._tasks:
            task = asyncio.create_task(self._publish(code, chat))
            self._tasks[code] = task
            task.add_done_callback(lambda _: self._ended(code, chat))

    def _ended(self, code: str, chat: _Chat) -> None:
        self._tasks.pop(code, None)
        self._chats.pop(code, None)
        if chat.woken.is_set() and not self._stopped:
            # Woken while the lease was being given back.
            self.wake(code)

    async def sweep(self) -> None:
        """Look for stale marks for ever."""
        while True:
            try:
                for code, version in await self._store.stale():
                    if code not in self._tasks:
                        self.wake(code, at_least=version)
            except StoreUnavailable as error:
                log.warning("sweep: %s", error)
            await self._clock.sleep(SWEEP)

    async def stop(self) -> None:
        """End all work; what is not drawn stays marked."""
        self._stopped = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def busy(self) -> bool:
        """Is any chat being published?"""
        return bool(self._tasks)

    # --- one chat ------------------------------------------------------------------------

    async def _publish(self, code: str, chat: _Chat) -> None:
        try:
            try:
                if not (
                    await self._served_here(code, chat)
                    and await self._store.lease(f"posts:{code}", self._owner, LEASE)
                ):
                    chat.woken.clear()
                    return
                await self._draw_all(code, chat)
            finally:
                for task in chat.drawing.values():
                    task.cancel()
                await asyncio.gather(*chat.drawing.values(), return_exceptions=True)
                await self._store.release(f"posts:{code}", self._owner)
        except StoreUnavailable as error:
            chat.woken.clear()
            log.warning("publisher: %s", error)
        except Exception as error:
            # A fault of ours: the next commit tries again, the sweep must not for ever.
            chat.woken.clear()
            log.error("posts of chat %s not drawn: %s", code, where(error))
            _, version = await self._newest(code, 0)
            await self._store.clear_stale(code, version)

    async def _served_here(self, code: str, chat: _Chat) -> bool:
        """Has this process the chat's platform? Otherwise the mark stays for one that has it."""
        table, _ = await self._newest(code, chat.at_least)
        return not table.place or table.place.partition(":")[0] in self._platforms

    async def _draw_all(self, code: str, chat: _Chat) -> None:
        chat.known = _read(await self._store.posts(code))
        renewed = self._clock.now()
        while True:
            chat.woken.clear()
            table, version = await self._newest(code, chat.at_least)
            if not table.place:
                # The state was set aside: what stands in the chat stays until a table is opened.
                await self._store.clear_stale(code, version)
                return
            want = self._wanted(table)
            for key in sorted(want.keys() | chat.known.keys(), key=_order(want)):
                if key not in chat.drawing and self._differs(table, key, chat):
                    chat.drawing[key] = asyncio.create_task(self._draw(code, key, chat))
            if not chat.drawing:
                await self._store.clear_stale(code, version)
                if not chat.woken.is_set():
                    return
                continue
            await self._anything(chat)
            if self._clock.now() - renewed >= LEASE / 3:
                renewed = self._clock.now()
                if not await self._store.lease(f"posts:{code}", self._owner, LEASE):
                    return

    async def _anything(self, chat: _Chat) -> None:
        """Wait until a post is drawn or the chat is woken again (or the lease wants renewal)."""
        woken = asyncio.create_task(chat.woken.wait())
        nap = asyncio.create_task(self._clock.sleep(LEASE / 3))
        await asyncio.wait(
            {woken, nap, *chat.drawing.values()}, return_when=asyncio.FIRST_COMPLETED
        )
        woken.cancel()
        nap.cancel()
        for key in [k for k, task in chat.drawing.items() if task.done()]:
            task = chat.drawing.pop(key)
            if task.exception() is not None:
                raise task.exception() or RuntimeError

    def _differs(self, table: Table, key: str, chat: _Chat) -> bool:
        want = self._wanted(table).get(key)
        known = chat.known.get(key)
        if want is None:
            return known is not None
        if known is None:
            return want.create
        if known.edition != want.edition or known.destination != want.destination:
            return True
        if not known.post or (want.mark and want.mark == known.mark):
            return False
        return bool(want.mark) or posts.digest(posts.screen(table, key)) != known.digest

    # --- one post ------------------------------------------------------------------------

    async def _draw(self, code: str, key: str, chat: _Chat) -> None:
        """Make one post equal to the newest screen."""
        trouble = 0
        while True:
            table, _ = await self._newest(code, chat.at_least)
            if not self._differs(table, key, chat):
                return
            want = self._wanted(table).get(key)
            target = want or chat.known[key]
            priority = OWN if key in chat.urgent or want is None else want.priority
            await self._budget(target.destination).wait(target.destination, priority)
            # The budget may have made us wait: only the newest state is worth a call.
            table, _ = await self._newest(code, chat.at_least)
            if not self._differs(table, key, chat):
                return
            want = self._wanted(table).get(key)
            try:
                await self._make_equal(code, key, chat, table, want)
                chat.urgent.discard(key)
                return
            except Busy as busy:
                self._budget(target.destination).close(target.destination, busy.seconds)
            except PlaceMoved as moved:
                await self._moved(code, moved.new)
            except Unreachable:
                await self._give_up(code, key, chat, want)
                return
            except StoreUnavailable:
                raise
            except Exception as error:
                trouble += 1
                log.warning("post not drawn (try %d): %s", trouble, where(error))
                if trouble >= TRIES and not isinstance(error, NoAnswer):
                    await self._leave(code, key, chat, table, want)
                    return
                await self._clock.sleep(min(60.0, 2.0**trouble))

    async def _make_equal(
        self, code: str, key: str, chat: _Chat, table: Table, want: Wanted | None
    ) -> None:
        known = chat.known.get(key)
        if want is None:
            if known is not None:
                await self._retire(known)
                await self._forget(code, key, chat)
            return
        shown = posts.screen(table, key)
        same_post = (
            known is not None
            and known.post
            and known.edition == want.edition
            and known.destination == want.destination
        )
        if known is not None and same_post:
            if known.digest != posts.digest(shown):
                try:
                    await self._platform(want.destination).edit(want.destination, known.post, shown)
                except PostGone:
                    await self._post(code, key, chat, want, shown)
                    return
            await self._note(code, key, chat, want, known.post, shown)
            return
        await self._post(code, key, chat, want, shown)
        if known is not None and known.post:
            await self._retire(known)

    async def _post(self, code: str, key: str, chat: _Chat, want: Wanted, shown: Screen) -> None:
        post = await self._platform(want.destination).send(want.destination, shown, want.silent)
        await self._note(code, key, chat, want, post, shown)

    async def _retire(self, known: Known) -> None:
        """Take an old post away; a result stays to be read, without its buttons."""
        if not known.post:
            return
        platform = self._platform(known.destination)
        try:
            if known.retire == "strip":
                await self._budget(known.destination).wait(known.destination, REST)
                await platform.strip(known.destination, known.post)
            elif known.retire == "delete":
                await platform.delete(known.destination, known.post)
        except (PostGone, Unreachable, PlaceMoved, NoAnswer):
            pass
        except Busy as busy:
            self._budget(known.destination).close(known.destination, busy.seconds)

    async def _give_up(self, code: str, key: str, chat: _Chat, want: Wanted | None) -> None:
        """Nobody can be reached there: this edition is not tried again."""
        if want is None:
            await self._forget(code, key, chat)
            return
        await self._note(code, key, chat, want, "", None)
        if key not in (posts.TABLE, posts.TURN, posts.PING):
            await self._store.update_person(want.destination, {"reachable": "0"})
        await self._lost(code, want.destination)

    async def _leave(
        self, code: str, key: str, chat: _Chat, table: Table, want: Wanted | None
    ) -> None:
        """This very screen cannot be shown: what stands there stays until the next one."""
        if want is None:
            await self._forget(code, key, chat)
            return
        known = chat.known.get(key)
        stays = known is not None and known.edition == want.edition
        post = known.post if known is not None and stays else ""
        await self._note(code, key, chat, want, post, posts.screen(table, key))

    async def _note(
        self, code: str, key: str, chat: _Chat, want: Wanted, post: str, shown: Screen | None
    ) -> None:
        retire: posts.Retire = "delete"
        if want.keep:
            retire = "strip" if shown is not None and shown.rows else "leave"
        fingerprint = "" if shown is None else posts.digest(shown)
        known = Known(want.destination, post, want.edition, want.mark, fingerprint, retire)
        chat.known[key] = known
        await self._store.save_posts(code, {key: known.to_json()})

    async def _forget(self, code: str, key: str, chat: _Chat) -> None:
        chat.known.pop(key, None)
        await self._store.save_posts(code, {}, (key,))

    # --- platforms -----------------------------------------------------------------------

    def _wanted(self, table: Table) -> dict[str, Wanted]:
        """The posts of a table that its people's platforms can hold."""
        want = posts.wanted(table, self._clock.now())
        return {
            key: one
            for key, one in want.items()
            if key in (posts.TABLE, posts.PING) or self._holds(key, one.destination)
        }

    def _holds(self, key: str, destination: str) -> bool:
        platform = self._platforms.get(destination.partition(":")[0])
        if key == posts.TURN:
            return platform is not None and platform.turn_calls
        return platform is None or platform.private_posts

    def _platform(self, destination: str) -> Platform:
        try:
            return self._platforms[destination.partition(":")[0]]
        except KeyError:
            raise Unreachable("no such platform here") from None

    def _budget(self, destination: str) -> Budgets:
        prefix = destination.partition(":")[0]
        if prefix not in self._budgets:
            self._budgets[prefix] = Budgets(self._platform(destination), self._clock)
        return self._budgets[prefix]

    async def say(self, destination: str, shown: Screen, priority: int) -> None:
        """Send something that is no post: an answer to a command.

        Raises what `Platform.send` raises, but waits by itself when the platform is busy. An answer
        that waits to be sent there already is not sent a second time.
        """
        answer = destination, posts.digest(shown)
        if answer in self._saying:
            return
        self._saying.add(answer)
        try:
            await self._say(destination, shown, priority)
        finally:
            self._saying.discard(answer)

    async def _say(self, destination: str, shown: Screen, priority: int) -> None:
        trouble = 0
        while True:
            await self._budget(destination).wait(destination, priority)
            try:
                await self._platform(destination).send(destination, shown, True)
                return
            except Busy as busy:
                self._budget(destination).close(destination, busy.seconds)
            except NoAnswer:
                trouble += 1
                if trouble >= ANSWER_TRIES:
                    raise
                await self._clock.sleep(2.0**trouble)


def _read(texts: dict[str, str]) -> dict[str, Known]:
    known: dict[str, Known] = {}
    for key, text in texts.items():
        try:
            known[key] = Known.from_json(text)
        except ValueError:
            log.error("a post's record cannot be read; it will be posted anew")
    return known


def _order(want: dict[str, Wanted]) -> Callable[[str], tuple[int, str]]:
    """The most urgent posts first."""
    return lambda key: (want[key].priority if key in want else 9, key)
