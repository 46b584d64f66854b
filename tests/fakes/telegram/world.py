"""The state of the fake: users, chats, topics, messages, and what the bot is told of them."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.ports import Clock
from tests.fakes.telegram.limits import Limits
from tests.fakes.telegram.markup import Entity, Rows, Styled, utf16
from tests.fakes.telegram.rates import Rates
from tests.fakes.telegram.transcript import Kind, Seen, Transcript
from tests.fakes.telegram.updates import Feed, Json, Query

ChatKind = Literal["private", "group", "supergroup"]
Status = Literal["creator", "administrator", "member", "left", "kicked"]
PRESENT: tuple[Status, ...] = ("creator", "administrator", "member")
ADMINS: tuple[Status, ...] = ("creator", "administrator")

ANONYMOUS_ADMIN = 1087968824
"""The user id in messages of administrators who write in the name of their group."""

BOT_ID = 4242424242
BOT_USERNAME = "PinnacolaTestBot"

NO_TEXT = Styled("")

_COMMAND = re.compile(r"(?<!\S)/[A-Za-z0-9_]{1,32}(?:@(\w+))?")


@dataclass(eq=False, slots=True)
class User:
    """A user of Telegram. `started`: pressed Start with the bot at least once."""

    id: int
    first_name: str
    username: str = ""
    lang: str = ""
    last_name: str = ""
    is_bot: bool = False
    started: bool = False
    blocked: bool = False
    deactivated: bool = False

    def as_json(self) -> Json:
        """The user as the Bot API writes it."""
        body: Json = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        for key, value in (
            ("last_name", self.last_name),
            ("username", self.username),
            ("language_code", self.lang),
        ):
            if value:
                body[key] = value
        return body


@dataclass(eq=False, slots=True)
class Photo:
    """A picture that was uploaded; sent again by its file id it is the same one."""

    file_id: str
    content: bytes

    @property
    def digest(self) -> str:
        """SHA-256 of the file."""
        return hashlib.sha256(self.content).hexdigest()

    def as_json(self) -> list[Json]:
        """The one size there is."""
        size = {"width": 1024, "height": 1024, "file_size": len(self.content)}
        return [{"file_id": self.file_id, "file_unique_id": self.digest[:16], **size}]


@dataclass(eq=False, slots=True)
class Message:
    """A message as it stands now; `keyboards` are all it ever had, the newest last."""

    chat: Chat
    id: int
    date: float
    sender: User
    body: Styled = NO_TEXT
    photo: Photo | None = None
    keyboards: list[Rows] = field(default_factory=lambda: [()])
    thread: int | None = None
    reply_to: Message | None = None
    as_group: bool = False
    silent: bool = False
    service: Json = field(default_factory=dict)
    edited: float | None = None
    edits: int = 0
    deleted: bool = False

    @property
    def text(self) -> str:
        """The text or caption, without tags."""
        return self.body.text

    @property
    def rows(self) -> Rows:
        """The keyboard as it is now."""
        return self.keyboards[-1]

    @property
    def labels(self) -> list[str]:
        """The labels of all buttons as they are now, row by row."""
        return [button.label for row in self.rows for button in row]

    def as_json(self, with_reply: bool = True) -> Json:
        """The message as the Bot API writes it."""
        body: Json = {
            "message_id": self.id,
            "date": int(self.date),
            "chat": self.chat.as_json(),
            "from": self.sender.as_json(),
            **self.service,
        }
        if self.as_group:
            body["sender_chat"] = self.chat.as_json()
        if self.edited is not None:
            body["edit_date"] = int(self.edited)
        if self.thread is not None:
            body["message_thread_id"] = self.thread
            if self.chat.forum:
                body["is_topic_message"] = True
        words, entities = ("caption", "caption_entities") if self.photo else ("text", "entities")
        if self.photo:
            body["photo"] = self.photo.as_json()
        if self.body.text:
            body[words] = self.body.text
        if self.body.entities:
            body[entities] = list(self.body.entities)
        if self.rows:
            rows = [[button.as_json() for button in row] for row in self.rows]
            body["reply_markup"] = {"inline_keyboard": rows}
        if self.reply_to is not None and with_reply:
            body["reply_to_message"] = self.reply_to.as_json(with_reply=False)
        return body


@dataclass(eq=False, slots=True)
class Topic:
    """A topic of a forum; its thread id is the id of the message that opened it."""

    chat: Chat
    name: str
    root: Message
    closed: bool = False
    deleted: bool = False

    @property
    def thread(self) -> int:
        """The `message_thread_id`."""
        return self.root.id


@dataclass(eq=False, slots=True)
class Chat:
    """A private chat (with `user`), a basic group or a supergroup, as the bot sees it."""

    id: int
    kind: ChatKind
    title: str = ""
    user: User | None = None
    members: dict[int, Status] = field(default_factory=dict)
    bot: Status = "member"
    forum: bool = False
    public: bool = False
    members_hidden: bool = False
    muted: bool = False
    deleted: bool = False
    moved_to: Chat | None = None
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)

    def as_json(self) -> Json:
        """The chat as the Bot API writes it."""
        body: Json = {"id": self.id, "type": self.kind}
        if self.user is not None:
            body["first_name"] = self.user.first_name
            body |= {"username": self.user.username} if self.user.username else {}
        else:
            body["title"] = self.title
            body |= {"is_forum": True} if self.forum else {}
        return body

    @property
    def readers(self) -> frozenset[int]:
        """The ids of those who see what is posted here now."""
        if self.user is not None:
            return frozenset({self.user.id})
        return frozenset(user for user, status in self.members.items() if status in PRESENT)

    @property
    def visible(self) -> list[Message]:
        """The messages that are not deleted, oldest first."""
        return [message for message in self.messages.values() if not message.deleted]


class World:
    """Everything there is, and the ways it changes. Knows nothing of HTTP."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.limits = Limits()
        self.rates = Rates(clock, self.limits)
        self.transcript = Transcript()
        self.feed = Feed()
        self.bot = User(BOT_ID, "Pinnacola", BOT_USERNAME, is_bot=True)
        self.group_bot = User(ANONYMOUS_ADMIN, "Group", "GroupAnonymousBot", is_bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.chats: dict[int, Chat] = {}
        self.photos: dict[str, Photo] = {}
        self.queries: dict[str, Query] = {}
        self.commands: dict[tuple[str, str], list[Json]] = {}
        self._user_ids = itertools.count(5001)
        self._group_ids = itertools.count(7001)
        self._query_ids = itertools.count(880_001)
        self._photo_ids = itertools.count(1)
        self._common_message_ids = itertools.count(101)

    # Who and where.

    def add_user(self, first_name: str, lang: str, username: str) -> User:
        """A new user, who has not met the bot yet."""
        user = User(next(self._user_ids), first_name, username, lang)
        self.users[user.id] = user
        self.chats[user.id] = Chat(user.id, "private", user=user)
        return user

    def add_group(self, title: str, kind: ChatKind, forum: bool = False) -> Chat:
        """A new group with nobody in it."""
        number = next(self._group_ids)
        number = -(1_000_000_000_000 + number) if kind == "supergroup" else -number
        self.chats[number] = chat = Chat(number, kind, title, forum=forum)
        return chat

    def add_photo(self, content: bytes) -> Photo:
        """A file that was uploaded."""
        photo = Photo(f"photo-{next(self._photo_ids)}", content)
        self.photos[photo.file_id] = photo
        return photo

    # Messages.

    def next_message_id(self, chat: Chat) -> int:
        """Supergroups count by themselves, so ids repeat from chat to chat; the others share."""
        if chat.kind == "supergroup":
            return max(chat.messages, default=0) + 1
        return next(self._common_message_ids)

    def add_message(
        self, chat: Chat, sender: User, body: Styled = NO_TEXT, thread: int | None = None
    ) -> Message:
        """A new message at the end of a chat."""
        message = Message(
            chat, self.next_message_id(chat), self.clock.now(), sender, body, thread=thread
        )
        chat.messages[message.id] = message
        if thread is not None and thread in chat.topics:
            message.reply_to = chat.topics[thread].root
        return message

    def tell(self, message: Message) -> None:
        """Send a message of somebody else to the bot, if privacy mode lets it through."""
        if self._bot_hears(message):
            self.feed.push("message", message.as_json())

    def _bot_hears(self, message: Message) -> bool:
        chat = message.chat
        if chat.kind == "private":
            return True
        if chat.bot not in PRESENT:
            return False
        if chat.bot == "administrator" or message.service:
            return True
        if message.reply_to is not None and message.reply_to.sender is self.bot:
            return True
        command = _COMMAND.match(message.text)
        return command is not None and (command.group(1) or BOT_USERNAME) == BOT_USERNAME

    def service(self, chat: Chat, sender: User, **facts: Any) -> Message:
        """A service message, e.g. that somebody left."""
        message = self.add_message(chat, sender)
        message.service = facts
        self.tell(message)
        return message

    def bot_status(self, chat: Chat, by: User, new: Status) -> None:
        """The bot's standing in a chat changes, and it is told so."""
        old, chat.bot = chat.bot, new
        change = {
            "chat": chat.as_json(),
            "from": by.as_json(),
            "date": int(self.clock.now()),
            "old_chat_member": self.member_json(chat, self.bot, old),
            "new_chat_member": self.member_json(chat, self.bot, new),
        }
        self.feed.push("my_chat_member", change)

    def member_status(self, chat: Chat, user: User, new: Status) -> None:
        """Somebody's standing changes; the bot is told when it administers the group."""
        old = chat.members.get(user.id, "left")
        chat.members[user.id] = new
        if chat.bot == "administrator":
            change = {
                "chat": chat.as_json(),
                "from": user.as_json(),
                "date": int(self.clock.now()),
                "old_chat_member": self.member_json(chat, user, old),
                "new_chat_member": self.member_json(chat, user, new),
            }
            self.feed.push("chat_member", change)

    def member_json(self, chat: Chat, user: User, status: Status | None = None) -> Json:
        """A ChatMember object."""
        status = status or chat.members.get(user.id, "left")
        body: Json = {"user": user.as_json(), "status": status}
        if status == "creator":
            body["is_anonymous"] = False
        if status == "kicked":
            body["until_date"] = 0
        if status == "administrator":
            rights = (
                "can_be_edited is_anonymous can_manage_chat can_delete_messages"
                " can_manage_video_chats can_restrict_members can_promote_members can_change_info"
                " can_invite_users can_post_stories can_edit_stories can_delete_stories"
            )
            body |= dict.fromkeys(rights.split(), False) | {"can_delete_messages": True}
        return body

    # What is seen.

    def show(self, message: Message, edit: bool = False) -> None:
        """Note in the transcript all that a message shows now."""
        for kind, text in _parts(message):
            self.transcript.add(
                Seen(
                    self.clock.now(),
                    kind,
                    text,
                    message.chat.id,
                    message.thread,
                    message.id,
                    message.chat.readers,
                    edit,
                )
            )

    def show_answer(self, query: Query, text: str, url: str, alert: bool) -> None:
        """Note in the transcript what the answer to a tap showed: to the tapper alone."""
        parts: list[tuple[Kind, str]] = [("alert" if alert else "toast", text), ("link", url)]
        for kind, shown in parts:
            if shown:
                now, reader = self.clock.now(), frozenset({query.user})
                self.transcript.add(Seen(now, kind, shown, query.chat, None, query.message, reader))

    # Taps.

    def ask(self, user: User, message: Message, data: str) -> Query:
        """Somebody taps: the bot gets a callback query."""
        now = self.clock.now()
        query = Query(str(next(self._query_ids)), user.id, message.chat.id, message.id, now)
        self.queries[query.id] = query
        shown: Json = message.as_json()
        if message.deleted:
            # What is deleted is inaccessible: only its place is named.
            shown = {"message_id": message.id, "chat": message.chat.as_json(), "date": 0}
        body = {
            "id": query.id,
            "from": user.as_json(),
            "message": shown,
            "chat_instance": str(message.chat.id * 31),
            "data": data,
        }
        self.feed.push("callback_query", body)
        return query

    def expired(self, query: Query) -> bool:
        """Is it too late to answer?"""
        return self.clock.now() - query.born > self.limits.value("query_age")

    def unanswered(self) -> list[Query]:
        """Taps that still wait for an answer."""
        return [q for q in self.queries.values() if not q.done and not self.expired(q)]


def typed(text: str) -> Styled:
    """Text as a person types it, with the entities the client finds."""
    entities: list[Entity] = [
        {
            "type": "bot_command",
            "offset": utf16(text[: match.start()]),
            "length": utf16(match.group()),
        }
        for match in _COMMAND.finditer(text)
    ]
    return Styled(text, tuple(entities))


def _parts(message: Message) -> Iterator[tuple[Kind, str]]:
    if message.photo is not None:
        yield "photo", message.photo.digest
    if message.text:
        yield ("caption" if message.photo else "text"), message.text
    for entity in message.body.entities:
        if "url" in entity:
            yield "link", entity["url"]
    for row in message.rows:
        for button in row:
            yield "label", button.label
            yield ("link", button.url) if button.url else ("data", button.data)
