"""Calls to the platforms, each within its budget."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final, TypeVar

from bot.budgets import OWN, REST, Budgets, Priority
from bot.pictures.spec import Picture
from bot.ports import (
    Busy,
    Clock,
    NoAnswer,
    NoPicture,
    PlaceMoved,
    Platform,
    PostGone,
    Store,
    StoreUnavailable,
    TooOld,
    Unreachable,
)
from bot.posts import Known, digest
from bot.screen import Screen
from bot.studio import NotDrawn, Studio

T = TypeVar("T")

log = logging.getLogger(__name__)

LATE: Final = 1.0
"""Seconds after which what is seen does not belong to the tap any more."""
WITHOUT: Final = 3600.0
"""Seconds for which a destination where pictures are forbidden is sent none."""
MOMENT: Final = 30.0
"""Seconds for which a destination is sent none after another refusal, which may have been of this
picture alone or of this moment."""
LONGER: Final = 4
"""So many times as long, WITHOUT at most, where the next one is refused as soon again."""
REMEMBERED: Final = 4096
"""Destinations of which refusals are remembered."""
ANSWER_TRIES: Final = 3
"""How often an answer is tried when the platform does not answer properly."""


class Sender:
    """The platforms of this process and their budgets."""

    def __init__(
        self, platforms: Mapping[str, Platform], store: Store, clock: Clock, studio: Studio
    ) -> None:
        self.studio = studio
        self._platforms = platforms
        self._store = store
        self._clock = clock
        self._budgets: dict[str, Budgets] = {}
        self._saying: set[tuple[str, str]] = set()
        # Until when a destination is sent no pictures, and how many seconds that are in all.
        self._without: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def find(self, destination: str) -> Platform | None:
        """The platform of a destination, if this process serves it."""
        return self._platforms.get(destination.partition(":")[0])

    def platform(self, destination: str) -> Platform:
        """The platform of a destination. Raises Unreachable where this process has it not."""
        found = self.find(destination)
        if found is None:
            raise Unreachable("no such platform here")
        return found

    @property
    def busy(self) -> bool:
        """Is anything being said?"""
        return bool(self._saying)

    def look_again(self) -> None:
        """Something that waits has become more urgent."""
        for budget in self._budgets.values():
            budget.look_again()

    async def wait(
        self, destination: str, priority: Priority, tapped: Callable[[], bool] | None = None
    ) -> bool:
        """Wait until a call to `destination` is allowed, as `Budgets.wait`. Raises Unreachable."""
        return await self._budget(destination).wait(destination, priority, tapped=tapped)

    def tapped(self, destination: str) -> str:
        """The post at a destination that a tap on it allows to change; empty: none."""
        platform = self.find(destination)
        taps = None if platform is None else platform.taps
        return "" if taps is None else taps.post(destination)

    def late(self, destination: str) -> bool:
        """Will what changes now be seen there only after more than a moment?"""
        budget = self._budgets.get(destination.partition(":")[0])
        shut = budget is not None and budget.shut_until(destination) > self._clock.now() + LATE
        return shut and not self.tapped(destination)

    def shows(self, destination: str, picture: Picture) -> bool:
        """Can the picture be drawn, and does the destination take pictures, for all we know?"""
        platform = self.find(destination)
        if platform is None or not platform.means.pictures:
            return False
        until, _ = self._without.get(destination, (0.0, 0.0))
        return until <= self._clock.now() and not self.studio.fails(picture)

    def leave_out_pictures(self, destination: str, refused: NoPicture) -> None:
        """A picture was refused there: for a while the destination gets the words alone."""
        now = self._clock.now()
        until, pause = self._without.pop(destination, (0.0, 0.0))
        soon = now - until < LONGER * pause
        pause = WITHOUT if refused.forbidden else min(WITHOUT, pause * LONGER if soon else MOMENT)
        self._without[destination] = now + pause, pause
        while len(self._without) > REMEMBERED:
            self._without.popitem(last=False)
        log.info("a picture was refused (%s): words alone for %.0f s there", refused, pause)

    async def close(self, destination: str, busy: Busy) -> None:
        """The platform asked for a pause."""
        log.debug("%s: a pause of %.1f s", destination.partition(":")[0], busy.seconds)
        await self._budget(destination).close(destination, busy.seconds, busy.everywhere)

    async def send(self, destination: str, shown: Screen, silent: bool, priority: Priority) -> str:
        """Post a screen for which one call was waited for; the id of its (last) message.

        Raises what `Platform.send` raises.
        """
        platform = self.platform(destination)
        *before, last = platform.parts(shown)
        for part in before:
            await platform.send(destination, part, silent)
            await self.wait(destination, priority)
        return await platform.send(destination, last, silent)

    async def edit(self, known: Known, shown: Screen, *, counted: bool = True) -> bool:
        """Make a post show a screen; not `counted`: as the answer to the tap on it.

        False where that cannot be had (any more). Raises what `Platform.edit` raises.
        """
        platform = self.platform(known.destination)
        if counted:
            await platform.edit(known.destination, known.post, shown, known.picture)
            return True
        if platform.taps is None:
            return False
        return await platform.taps.edit(known.destination, known.post, shown, known.picture)

    async def say(self, destination: str, shown: Screen, priority: int) -> None:
        """Send something that is no post: an answer to a command.

        Raises what `Platform.send` raises, but waits by itself when the platform is busy. An answer
        that waits to be sent there already is not sent a second time.
        """
        answer = destination, digest(shown)
        if answer in self._saying:
            return
        self._saying.add(answer)
        try:
            for part in self.platform(destination).parts(shown):
                await self._say(destination, part, lambda: priority)
            await self.below(destination)
        finally:
            self._saying.discard(answer)

    async def below(self, destination: str) -> None:
        """Something that is no post stands below the posts at a destination."""
        try:
            await self._store.set_newest(destination, "")
        except StoreUnavailable as error:
            log.warning("an old hand may be taken for the newest post: %s", error)

    async def _say(self, destination: str, part: Screen, priority: Priority) -> None:
        trouble = 0
        while True:
            if part.picture is not None and not self.shows(destination, part.picture):
                part = replace(part, picture=None)
            await self.wait(destination, priority)
            try:
                await self.platform(destination).send(destination, part, True)
                return
            except NotDrawn:
                continue
            except NoPicture as refused:
                self.leave_out_pictures(destination, refused)
            except Busy as busy:
                await self.close(destination, busy)
            except NoAnswer:
                trouble += 1
                if trouble >= ANSWER_TRIES:
                    raise
                await self._clock.sleep(2.0**trouble)

    async def ask(self, place: str, question: Callable[[Platform], Awaitable[T]]) -> T:
        """What the platform of a place says, in the bot's pace.

        Raises Unreachable where this process has it not, NoAnswer when it stays busy.
        """
        platform = self.platform(place)
        for _ in range(ANSWER_TRIES):
            await self._budget(place).wait(place, _own, counted=False)
            try:
                return await question(platform)
            except Busy as busy:
                await self.close(place, busy)
                await self._clock.sleep(busy.seconds)
        raise NoAnswer

    async def retire(self, known: Known, last: Screen | None = None) -> None:
        """Take an old post away; a result stays to be read, without its buttons.

        With `last` it stays too and shows that, unless it is too old to be changed.
        Raises Busy and NoAnswer: then it is worth trying again.
        """
        if not known.post or known.retire == "leave":
            return
        try:
            if last is not None:
                await self._part(known, last)
            elif known.retire == "delete":
                await self._delete(known)
            else:
                await self._strip(known)
        except (PostGone, Unreachable, PlaceMoved):
            pass

    async def _part(self, known: Known, last: Screen) -> None:
        await self.wait(known.destination, _rest)
        try:
            await self.edit(known, last)
        except TooOld:
            await self._delete(known)

    async def _delete(self, known: Known) -> None:
        await self._budget(known.destination).wait(known.destination, _rest, counted=False)
        try:
            await self.platform(known.destination).delete(known.destination, known.post)
        except TooOld:
            await self._strip(known)

    async def _strip(self, known: Known) -> None:
        await self.wait(known.destination, _rest)
        if known.last is None:
            await self.platform(known.destination).strip(known.destination, known.post)
        else:
            await self.edit(known, known.last)

    async def stop(self) -> None:
        """End all waiting."""
        for budget in self._budgets.values():
            await budget.stop()

    def _budget(self, destination: str) -> Budgets:
        prefix = destination.partition(":")[0]
        if prefix not in self._budgets:
            platform = self.platform(destination)
            self._budgets[prefix] = Budgets(platform, self._store, self._clock)
        return self._budgets[prefix]


def _own() -> int:
    return OWN


def _rest() -> int:
    return REST
