"""Sees to it that all chats are drawn: which of them, by which process, and when again.

A commit marks a chat stale and wakes the publisher of its process. One process draws a chat at a
time, held by a short lease, and looks at the marks to learn what other processes commit meanwhile;
commits never wait for it. After a crash the sweep finds the mark that was left.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeVar

from bot.drawing import Drawing, Hooks
from bot.ports import Clock, Platform, Store, StoreUnavailable
from bot.screen import Screen
from bot.sending import Sender
from bot.studio import Studio
from bot.trouble import where

log = logging.getLogger(__name__)

T = TypeVar("T")

LEASE: Final = 5.0
"""Seconds for which a process holds a chat's posts without a word: short, so that another (or the
same, started again) takes over soon after a crash."""
SWEEP: Final = 2.0
"""Seconds between two looks for marks that nobody works on."""
PRESENT: Final = 10.0
"""Seconds without a word after which a process is taken to have ended."""
GLANCE: Final = 0.25
"""Seconds between two looks for what other processes have committed to the chats being drawn, where
there are others."""
AGAIN: Final = (0.0, 0.25, 0.5, 1.0)
"""Seconds between the tries to draw a chat that another process is drawing. That one sees the new
mark; only if it had just looked for the last time it is left to this one."""


class Publisher:
    """The publisher of one process, which is named `owner` where it holds a lease."""

    def __init__(
        self,
        store: Store,
        platforms: Mapping[str, Platform],
        clock: Clock,
        owner: str,
        hooks: Hooks,
        studio: Studio,
    ) -> None:
        self._store = store
        self._platforms = platforms
        self._clock = clock
        self._owner = owner
        self._hooks = hooks
        self._sender = Sender(platforms, store, clock, studio)
        self._chats: dict[str, Drawing] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._glances: asyncio.Task[None] | None = None
        self._alone = False
        self._stopped = False
        self._patience = 0.0

    def wake(
        self, code: str, urgent: str | None = None, at_least: int = 0, *, pressing: bool = True
    ) -> None:
        """The chat's posts may differ; `urgent` is the post of who has just tapped.

        Not `pressing`: when another process draws the chat it is left to that one.
        """
        if self._stopped:
            return
        chat = self._chats.get(code)
        if chat is None:
            chat = self._chats[code] = Drawing(
                code, self._store, self._sender, self._clock, self._hooks
            )
        chat.wake(urgent, at_least)
        chat.pressing = chat.pressing or pressing
        if code not in self._tasks:
            task = asyncio.create_task(self._publish(code, chat))
            self._tasks[code] = task
            task.add_done_callback(lambda _: self._ended(code, chat))
        self._look_around()

    def _ended(self, code: str, chat: Drawing) -> None:
        self._tasks.pop(code, None)
        self._chats.pop(code, None)
        if chat.woken.is_set():
            # Woken while the lease was being given back.
            self.wake(code, at_least=chat.at_least)

    async def sweep(self) -> None:
        """Look for stale marks for ever, and for other processes."""
        while True:
            try:
                now = self._clock.now()
                self._alone = await self._store.present(self._owner, now, PRESENT) == 1
                self._look_around()
                for code, version in await self._store.stale():
                    if code not in self._tasks:
                        self.wake(code, at_least=version, pressing=False)
            except StoreUnavailable as error:
                log.warning("sweep: %s", error)
            await self._clock.sleep(SWEEP)

    async def stop(self, patience: float = 0.0) -> None:
        """End all work; what is not drawn stays marked.

        For `patience` seconds it goes on; a call that is under way then may take as long again, for
        what it posts has to be known to the next process.
        """
        nap = asyncio.create_task(self._clock.sleep(patience))
        while patience and self._tasks and not nap.done():
            await asyncio.wait({nap, *self._tasks.values()}, return_when=asyncio.FIRST_COMPLETED)
        nap.cancel()
        self._stopped, self._patience = True, patience
        tasks = list(self._tasks.values())
        if self._glances is not None:
            tasks.append(self._glances)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._sender.stop()

    @property
    def busy(self) -> bool:
        """Is any chat being drawn or anything being said?"""
        return bool(self._tasks) or self._sender.busy

    async def say(self, destination: str, shown: Screen, priority: int) -> None:
        """Send something that is no post: an answer to a command (see `Sender.say`)."""
        await self._sender.say(destination, shown, priority)

    async def below(self, destination: str) -> None:
        """Something that is no post stands below the posts at a destination."""
        await self._sender.below(destination)

    def late(self, person: str) -> bool:
        """Does the private post of this person follow a tap only after more than a moment?"""
        return self._sender.late(person)

    async def ask(self, place: str, question: Callable[[Platform], Awaitable[T]]) -> T:
        """What the platform of a place says (see `Sender.ask`)."""
        return await self._sender.ask(place, question)

    # --- one chat ------------------------------------------------------------------------

    async def _publish(self, code: str, chat: Drawing) -> None:
        try:
            try:
                if not (await self._served_here(chat) and await self._take(code, chat)):
                    chat.woken.clear()
                    return
                await chat.run(lambda: self._lease(code), LEASE / 3)
            finally:
                await chat.stop(self._patience)
                await self._store.release(f"posts:{code}", self._owner)
        except StoreUnavailable as error:
            chat.woken.clear()
            log.warning("publisher: %s", error)
        except Exception as error:
            # A fault of ours: the next commit tries again, the sweep must not for ever.
            chat.woken.clear()
            log.error("posts of chat %s not drawn: %s", code, where(error))
            _, version = await self._hooks.newest(code, 0)
            await self._store.clear_stale(code, version)

    async def _served_here(self, chat: Drawing) -> bool:
        """Has this process the chat's platform? Otherwise the mark stays for one that has it."""
        table = await chat.newest()
        return not table.place or table.place.partition(":")[0] in self._platforms

    async def _take(self, code: str, chat: Drawing) -> bool:
        """Take the chat's posts, unless another process has them and draws the newest state."""
        for pause in AGAIN:
            if pause:
                if not chat.pressing:
                    return False
                await self._clock.sleep(pause)
                if await self._store.marks([code]) == [0]:
                    return False
            if await self._lease(code):
                return True
        return False

    async def _lease(self, code: str) -> bool:
        return await self._store.lease(f"posts:{code}", self._owner, LEASE)

    def _look_around(self) -> None:
        if self._tasks and not self._alone and (self._glances is None or self._glances.done()):
            self._glances = asyncio.create_task(self._glance())

    async def _glance(self) -> None:
        """While chats are drawn, look what other processes have committed to them."""
        while self._tasks and not self._alone:
            await self._clock.sleep(GLANCE)
            chats = dict(self._chats)
            try:
                marks = await self._store.marks(list(chats))
            except StoreUnavailable as error:
                log.warning("publisher: %s", error)
                continue
            for (code, chat), version in zip(chats.items(), marks, strict=True):
                if version > max(chat.seen, chat.at_least) and code in self._tasks:
                    self.wake(code, at_least=version)
