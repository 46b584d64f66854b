"""What the host needs from outside: a store, platforms, a clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.pictures.spec import Picture
from bot.requests import Person, Place
from bot.screen import Means, Screen


class Clock(Protocol):
    """Time. One clock is injected everywhere; tests run it faster or by hand."""

    def now(self) -> float:
        """Unix time in seconds."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait; a cancelled wait raises CancelledError."""
        ...


@dataclass(frozen=True, slots=True)
class Document:
    """A chat's state as stored: JSON text and its version (0: nothing was ever written).

    `stamp` is the highest turn stamp the chat ever committed, also where the text is gone or set
    aside: a chat goes on counting from it. The text holds hands, so it stays out of `repr`.
    """

    text: str | None = field(repr=False)
    version: int
    stamp: int = 0


@dataclass(frozen=True, slots=True)
class Commit:
    """What one commit writes, all or nothing.

    `request` is a token of this very attempt: a retry after a lost reply with the same token is
    not applied twice and counts as done. `due` is the Unix time of the chat's next deadline (None:
    no deadline). `results` are appended to the chat's log of results, `log` to that of its match
    number `match` (1, 2 ...), which it begins anew where it `begins`. With `text` None the
    document is removed; its version goes on counting. `stamp` is the turn stamp in `text`; the
    store remembers the highest one.
    """

    code: str
    expect: int
    text: str | None = field(repr=False)
    request: str
    due: float | None = None
    results: tuple[str, ...] = ()
    stamp: int = 0
    log: tuple[str, ...] = field(default=(), repr=False)
    match: int = 0
    begins: bool = False


@dataclass(frozen=True, slots=True)
class Pace:
    """At most `calls` in any `seconds`."""

    calls: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Call:
    """A call to a platform that is to be counted.

    `account` is what it is counted under besides the bot as a whole (empty: the bot alone), `paces`
    what that allows. `kept` is the share of the bot's own pace that it leaves to more urgent calls.
    """

    account: str
    paces: tuple[Pace, ...] = ()
    kept: float = 0.0


@dataclass(frozen=True, slots=True)
class Wait:
    """A call is not allowed yet: the Unix times from which its account and the bot allow it."""

    account: float
    bot: float


class StoreUnavailable(Exception):
    """The store does not answer. The message names no secret."""


class Store(Protocol):
    """Durable state, keyed by the chat's code. Every method may raise StoreUnavailable."""

    async def code_of(self, place: str, new: str) -> str:
        """The permanent code of a place; `new` becomes it when the place has none yet."""
        ...

    async def known_code(self, place: str) -> str | None:
        """The code of a place, or None."""
        ...

    async def move_place(self, old: str, new: str) -> None:
        """A chat got a new id on its platform: `new` takes over the code of `old`."""
        ...

    async def load(self, code: str) -> Document:
        """The newest document of a chat."""
        ...

    async def commit(self, commit: Commit) -> Document | None:
        """Compare-and-set in one round trip; None when written (the chat is then marked stale).

        When another version is stored, nothing is written and the newer document is returned.
        """
        ...

    async def set_aside(self, code: str, version: int, reason: str) -> bool:
        """Move an unreadable document away (never delete it). False if the version has changed.

        The version goes on counting, so that no older commit can succeed later.
        """
        ...

    async def results(self, code: str) -> list[str]:
        """The log of results of a chat, oldest first."""
        ...

    async def log(self, code: str, match: int) -> list[str]:
        """The log of a chat's match, oldest line first; empty where there is none (any more)."""
        ...

    async def posts(self, code: str) -> dict[str, str]:
        """What is known of a chat's posts: post key -> JSON text."""
        ...

    async def save_posts(
        self, code: str, posts: dict[str, str], removed: tuple[str, ...] = ()
    ) -> None:
        """Write some posts' JSON texts and forget the removed ones."""
        ...

    async def newest(self, destination: str) -> str:
        """The newest post in a private chat; empty where none of ours is, or it is not known."""
        ...

    async def set_newest(self, destination: str, post: str) -> None:
        """Note the newest post in a private chat; empty: something else stands below it."""
        ...

    async def stale(self, limit: int = 100) -> list[tuple[str, int]]:
        """Chats whose posts may differ from the document, with the version last committed."""
        ...

    async def marks(self, codes: Sequence[str]) -> list[int]:
        """For each chat the version last committed, 0 where its posts show it: one round trip."""
        ...

    async def clear_stale(self, code: str, version: int) -> int:
        """The posts show `version`: remove the mark, unless a newer version was committed.

        Returns that newer version, or 0.
        """
        ...

    async def claim_due(self, now: float, lease: float, limit: int = 100) -> list[str]:
        """Chats whose deadline has passed, claimed for `lease` seconds (not given out twice)."""
        ...

    async def put_off(self, code: str, version: int, due: float | None) -> bool:
        """End the claim on a due chat without a commit; `due` is its next deadline.

        False when the document has another version.
        """
        ...

    async def spend(
        self, bot: str, pace: tuple[Pace, ...], calls: Sequence[Call], now: float
    ) -> list[Wait | None]:
        """Count calls of a bot, the most urgent first, for all processes together: one round trip.

        None for a call that is allowed and counted; the others are not counted.
        """
        ...

    async def shut(self, bot: str, account: str, until: float, now: float) -> None:
        """Allow an account (empty: the bot as a whole) no calls before `until`."""
        ...

    async def present(self, owner: str, now: float, within: float) -> int:
        """Note that a process works; how many do, as far as they said so `within` seconds."""
        ...

    async def lease(self, name: str, owner: str, seconds: float) -> bool:
        """Take or prolong a lease; False if somebody else holds it."""
        ...

    async def release(self, name: str, owner: str) -> None:
        """Give a lease back if `owner` holds it."""
        ...

    async def person(self, person: str) -> dict[str, str]:
        """What is stored about a person, e.g. `reachable`, `name`, `lang`."""
        ...

    async def update_person(self, person: str, facts: dict[str, str]) -> None:
        """Store facts about a person."""
        ...

    async def tables_of(self, person: str) -> list[str]:
        """The codes of the chats where the person holds a seat, the newest first."""
        ...

    async def sit(self, person: str, code: str, now: float) -> None:
        """Note that the person holds a seat in that chat."""
        ...

    async def unsit(self, person: str, code: str) -> None:
        """Note that the person holds no seat there any more."""
        ...

    async def beat(self, now: float, away: float) -> tuple[float, bool]:
        """Note that a bot is alive at `now`; processes that share a store beat together.

        When more than `away` seconds have passed since the last beat, nobody served the chats
        meanwhile: that time is added to what was lost before. Answers the seconds lost in all,
        and whether this very beat ended an outage.
        """
        ...

    async def with_deadline(self) -> list[str]:
        """All chats that have a deadline, passed or not."""
        ...

    async def close(self) -> None:
        """Close the connections."""
        ...


class Threads(Protocol):
    """Messages kept for a platform that has no memory of its own.

    A thread is named by its destination. Its messages have numbers that only grow; the text of one
    is whatever the platform makes of it. Every method may raise StoreUnavailable.
    """

    async def add_message(self, thread: str, text: str, keep: int) -> int:
        """Put a message at the end; its number. The newest `keep` messages stay, others go."""
        ...

    async def change_message(self, thread: str, number: int, text: str) -> bool:
        """Give a message another text. False if it is not there (any more)."""
        ...

    async def remove_message(self, thread: str, number: int) -> bool:
        """Take a message away. False if it was not there."""
        ...

    async def messages(self, thread: str) -> list[tuple[int, str]]:
        """All messages of a thread with their numbers, oldest first."""
        ...


class Unreachable(Exception):
    """A person or place cannot be written to (blocked, never started, removed, deleted)."""


class PlaceGone(Unreachable):
    """The place has been deleted for good."""


class PostGone(Exception):
    """The post to change does not exist any more or is too old to be changed."""


class TooOld(PostGone):
    """The post is too old to be deleted; its buttons can be taken away."""


class NoAnswer(Exception):
    """The platform does not answer properly just now; the call may have been done all the same."""


class NoPicture(Exception):
    """The platform does not take this picture there; the screen without it may be tried.

    `forbidden`: it takes none there, until somebody there allows them.
    """

    def __init__(self, forbidden: bool = False) -> None:
        super().__init__("forbidden" if forbidden else "not taken")
        self.forbidden = forbidden


class Busy(Exception):
    """The platform asks to wait `seconds` before the next message to this destination.

    `everywhere`: to any destination. None where the platform does not say which it means.
    """

    def __init__(self, seconds: float, everywhere: bool | None = None) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds = seconds
        self.everywhere = everywhere


class PlaceMoved(Exception):
    """The place has a new id on its platform."""

    def __init__(self, new: str) -> None:
        super().__init__("place moved")
        self.new = new


class PlatformUnavailable(Exception):
    """A platform cannot be served. The message is one clear line without secrets.

    `passes`: not because of a setting, so the same start may do later.
    """

    def __init__(self, message: str, passes: bool = False) -> None:
        super().__init__(message)
        self.passes = passes


class PlatformApp(Protocol):
    """A platform of this process, from its start to its end."""

    async def start(self) -> None:
        """Begin to serve. Raises PlatformUnavailable."""
        ...

    async def failed(self) -> None:
        """Once started: wait for trouble that ends the service. Raises PlatformUnavailable."""
        ...

    async def finish(self) -> None:
        """Take nothing new in; what has come is worked off. Posts can still be sent.

        Also where the start failed. A second call does nothing.
        """
        ...

    async def stop(self) -> None:
        """Close all connections, also where the start failed or `finish` did not come to an end."""
        ...


class Taps(Protocol):
    """Posts that have just been tapped: each can be changed once, as the answer to that tap.

    A platform that has it lets such a change through outside of its paces.
    """

    def post(self, destination: str) -> str:
        """The post at a destination that can be changed so just now; empty: none."""
        ...

    async def edit(self, destination: str, post: str, screen: Screen, picture: str) -> bool:
        """Make that post show another screen, as `Platform.edit`, and forget the tap.

        False where it cannot be done so (any more), which says nothing about the post. Raises
        NoAnswer where it may have been done.
        """
        ...


class Platform(Protocol):
    """A platform's messages. `destination` is a place (`tg:-100123/77`) or a person (`tg:555`).

    What sends or changes posts may raise Unreachable, Busy, PlaceMoved, NoAnswer, or PostGone where
    a post is named; NoPicture and NotDrawn where a picture is shown; any other exception is a fault
    of ours and is not tried for ever.
    """

    @property
    def prefix(self) -> str:
        """`tg`, `dc`, `web`: what ids of this platform start with."""
        ...

    @property
    def means(self) -> Means:
        """What screens may use here besides text and buttons."""
        ...

    @property
    def pace(self) -> tuple[Pace, ...]:
        """What the platform allows one bot in all; empty: anything."""
        ...

    @property
    def taps(self) -> Taps | None:
        """Posts that were tapped; None where such a change is counted as any other."""
        ...

    def pace_of(self, destination: str) -> tuple[Pace, ...]:
        """What the platform allows towards one destination; empty: anything.

        Messages sent and changed are counted, messages removed are not.
        """
        ...

    def account(self, destination: str) -> str:
        """The destination under which calls are counted: the topics of a group share one."""
        ...

    def parts(self, screen: Screen) -> list[Screen]:
        """The messages that a new screen takes, the buttons under the last; nearly always one."""
        ...

    def lacks(self, picture: Picture) -> bool:
        """Must this picture be drawn before a post can show it?"""
        ...

    async def send(self, destination: str, screen: Screen, silent: bool) -> str:
        """Post a screen that takes one message; the id of the post."""
        ...

    async def edit(self, destination: str, post: str, screen: Screen, picture: str = "") -> None:
        """Make a post show another screen. Identical content is no error.

        `picture` is the digest of the picture that the post shows, empty where it shows none: the
        same one is not sent again, and a screen without any leaves it as it is.
        """
        ...

    async def delete(self, destination: str, post: str) -> None:
        """Remove a post. Raises TooOld where it can only lose its buttons."""
        ...

    async def strip(self, destination: str, post: str) -> None:
        """Take the buttons of a post away and leave its text."""
        ...

    async def is_admin(self, place: Place, person: Person) -> bool:
        """Does the person administer the place? False where the platform does not say.

        May raise Busy.
        """
        ...

    async def is_member(self, place: Place, person: Person) -> bool | None:
        """Is the person in the group? None where the platform does not say. May raise Busy."""
        ...
