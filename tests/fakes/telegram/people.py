"""Simulated people: they write, press Start, tap buttons, block the bot, leave."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.fakes.telegram.groups import Group, NotPossible, TopicSpot, newest, post
from tests.fakes.telegram.limits import START_PAYLOAD
from tests.fakes.telegram.markup import Button
from tests.fakes.telegram.things import ADMINS, BOT_USERNAME, Chat, Message, User
from tests.fakes.telegram.updates import Answer, Query
from tests.fakes.telegram.world import World, typed
from tests.patience import PATIENCE

Label = str | re.Pattern[str] | Callable[[Button], bool]
Spot = Group | TopicSpot

_START_LINK = re.compile(rf"(?:https?://)?(?:t|telegram)\.me/{BOT_USERNAME}(?:\?start=(.*))?")


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap under way."""

    label: str
    query: Query | None
    link: str = ""

    async def answered(self, patience: float = PATIENCE) -> Answer:
        """Wait for the answer (real seconds); raises AssertionError when none comes."""
        if self.query is None:
            return Answer(url=self.link)
        try:
            return await asyncio.wait_for(asyncio.shield(self.query.answer), patience)
        except TimeoutError:
            raise AssertionError(f"no answer to the tap on {self.label!r}") from None


class Person:
    """One person with a Telegram client."""

    def __init__(self, world: World, user: User, stir: Callable[[], None]) -> None:
        self._world = world
        self._stir = stir
        self.user = user

    def __repr__(self) -> str:
        return f"<Person {self.user.first_name} {self.user.id}>"

    @property
    def id(self) -> int:
        """The user id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The first name."""
        return self.user.first_name

    @property
    def _private(self) -> Chat:
        return self._world.chats[self.user.id]

    @property
    def inbox(self) -> list[Message]:
        """The bot's messages visible in the private chat now, newest last."""
        return [m for m in self._private.visible if m.sender is self._world.bot]

    @property
    def last(self) -> Message:
        """The bot's newest private message; raises NotPossible when there is none."""
        return newest(self.inbox, f"the private chat of {self.name}")

    @property
    def thread(self) -> int | None:
        """The private chat has no topics."""
        return None

    # Writing.

    async def send(
        self, spot: Spot, text: str, *, reply_to: Message | None = None, anonymous: bool = False
    ) -> Message:
        """Write in a group or topic; `anonymous`: in the name of the group, as admins can."""
        self._must_be_in(spot.chat)
        message = post(self._world, spot, self, text, reply_to)
        if anonymous:
            if spot.chat.members[self.id] not in ADMINS:
                raise NotPossible(f"{self.name} is no administrator")
            message.sender, message.as_group = self._world.group_bot, True
        await self._told(message)
        return message

    async def tell_bot(self, text: str, *, reply_to: Message | None = None) -> Message:
        """Write to the bot in private (after Start)."""
        if not self.user.started:
            raise NotPossible(f"{self.name} has not pressed Start yet")
        if self.user.blocked:
            raise NotPossible(f"{self.name} has blocked the bot")
        message = self._world.add_message(self._private, self.user, typed(text))
        message.reply_to = reply_to
        await self._told(message)
        return message

    async def start_private(self, payload: str = "") -> Message:
        """Press Start, with what a deep link carries; a blocked bot is let in again."""
        if payload and re.fullmatch(START_PAYLOAD, payload) is None:
            raise NotPossible(f"a start link cannot carry {payload!r}")
        self.user.started = True
        if self.user.blocked:
            self.user.blocked = False
            self._world.bot_status(self._private, self.user, "member")
        return await self.tell_bot(f"/start {payload}".strip())

    async def follow(self, url: str) -> Message:
        """Open a link to the bot and press Start there."""
        match = _START_LINK.fullmatch(url)
        if match is None:
            raise NotPossible(f"{url} does not lead to the bot")
        return await self.start_private(match.group(1) or "")

    async def edits(self, message: Message, text: str) -> None:
        """Change an own message; the bot gets an `edited_message` where it hears messages."""
        if message.sender is not self.user:
            raise NotPossible("only own messages can be edited")
        message.body, message.edited = typed(text), self._world.clock.now()
        await self._told(message)

    async def _told(self, message: Message) -> None:
        self._world.tell(message)
        self._stir()
        await asyncio.sleep(0)

    # Tapping.

    def begin_tap(
        self,
        where: Message | Spot | Person,
        label: Label | None = None,
        *,
        nth: int = 0,
        stale: bool = False,
        raw: bytes | None = None,
    ) -> Tap:
        """Tap a button and do not wait.

        `where` is a message, or a place: then the newest message of the bot there that has such a
        button. `label` is the exact label, a pattern that occurs in it, or a test of the button;
        of several that fit, `nth` (from 0) is tapped. `stale` allows buttons the message once had
        and deleted messages, as when a tap crosses an edit. `raw` forges the callback data; no
        button is needed then. Raises NotPossible when no client could do this.
        """
        if raw is not None:
            message = where if isinstance(where, Message) else where.last
            self._must_see(message, stale)
            return self._ask(message, Button("(forged)", raw.decode("utf-8", "replace")))
        if label is None:
            raise NotPossible("tap what? give a label, or raw data")
        message, button = self._find(where, label, nth, stale)
        self._must_see(message, stale)
        if button.url:
            return Tap(button.label, None, button.url)
        return self._ask(message, button)

    async def tap(
        self,
        where: Message | Spot | Person,
        label: Label | None = None,
        *,
        nth: int = 0,
        stale: bool = False,
        raw: bytes | None = None,
        patience: float = PATIENCE,
    ) -> Answer:
        """Tap as `begin_tap` and wait for the answer: toast, alert, link, or an empty one."""
        tap = self.begin_tap(where, label, nth=nth, stale=stale, raw=raw)
        return await tap.answered(patience)

    def _ask(self, message: Message, button: Button) -> Tap:
        query = self._world.ask(self.user, message, button.data)
        self._stir()
        return Tap(button.label, query)

    def _find(
        self, where: Message | Spot | Person, label: Label, nth: int, stale: bool
    ) -> tuple[Message, Button]:
        if isinstance(where, Message):
            messages = [where]
        elif stale:
            bot, thread = self._world.bot, where.thread
            chat = where._private if isinstance(where, Person) else where.chat
            every = [m for m in chat.messages.values() if m.sender is bot]
            messages = [m for m in reversed(every) if thread in {None, m.thread}]
        else:
            messages = (where.inbox if isinstance(where, Person) else where.messages)[::-1]
        for message in messages:
            fitting = [b for b in _buttons(message, stale) if _fits(b, label)]
            if len(fitting) > nth:
                return message, fitting[nth]
        there = [m.labels for m in messages[:3]]
        raise NotPossible(f"{self.name} sees no button {label!r}; there are {there}")

    def _must_see(self, message: Message, stale: bool) -> None:
        if message.deleted and not stale:
            raise NotPossible("the message is deleted")
        chat = message.chat
        if chat.user is not None:
            if chat.user is not self.user:
                raise NotPossible(f"{self.name} cannot see another's private chat")
            if self.user.blocked:
                raise NotPossible(f"{self.name} has blocked the bot")
        elif not chat.public:
            self._must_be_in(chat)

    def _must_be_in(self, chat: Chat) -> None:
        if self.id not in chat.readers:
            raise NotPossible(f"{self.name} is not in {chat.title}")

    # Coming and going.

    def blocks_bot(self) -> None:
        """Block the bot in the private chat."""
        self.user.blocked = True
        self._world.bot_status(self._private, self.user, "kicked")
        self._stir()

    def deletes_account(self) -> None:
        """The account is gone; the bot is not told."""
        self.user.deactivated = True

    def renames(self, first_name: str, last_name: str = "", username: str | None = None) -> None:
        """Take another name; the bot learns it with the next message or tap."""
        self.user.first_name, self.user.last_name = first_name, last_name
        if username is not None:
            self.user.username = username

    def joins(self, group: Group) -> None:
        """Become a member."""
        self._world.member_status(group.chat, self.user, "member")
        self._world.service(group.chat, self.user, new_chat_members=[self.user.as_json()])
        self._stir()

    def leaves(self, group: Group) -> None:
        """Leave a group."""
        self._must_be_in(group.chat)
        self._world.member_status(group.chat, self.user, "left")
        self._world.service(group.chat, self.user, left_chat_member=self.user.as_json())
        self._stir()

    def deletes(self, message: Message) -> None:
        """Delete a message: any in the private chat, in a group as an administrator."""
        chat = message.chat
        if chat.user is None and chat.members.get(self.id) not in ADMINS:
            raise NotPossible(f"{self.name} is no administrator")
        self._must_see(message, stale=False)
        message.deleted = True


def _buttons(message: Message, stale: bool) -> Iterator[Button]:
    for keyboard in reversed(message.keyboards) if stale else [message.rows]:
        for row in keyboard:
            yield from row


def _fits(button: Button, label: Label) -> bool:
    if isinstance(label, str):
        return button.label == label
    if isinstance(label, re.Pattern):
        return label.search(button.label) is not None
    return label(button)
