"""The things of the fake's world: users, chats, topics, messages, files."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from tests.fakes.telegram.markup import Rows, Styled
from tests.fakes.telegram.transcript import Kind
from tests.fakes.telegram.updates import Json

ChatKind = Literal["private", "group", "supergroup"]
Status = Literal["creator", "administrator", "member", "left", "kicked"]
PRESENT: tuple[Status, ...] = ("creator", "administrator", "member")
ADMINS: tuple[Status, ...] = ("creator", "administrator")

ANONYMOUS_ADMIN = 1087968824
"""The user id in messages of administrators who write in the name of their group."""

BOT_ID = 4242424242
BOT_USERNAME = "PinnacolaTestBot"

NO_TEXT = Styled("")


def png_size(content: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG file; None for anything else."""
    if not content.startswith(b"\x89PNG\r\n\x1a\n") or content[12:16] != b"IHDR":
        return None
    width, height = struct.unpack(">II", content[16:24])
    return int(width), int(height)


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
    def width(self) -> int:
        """Dots from left to right."""
        return (png_size(self.content) or (1, 1))[0]

    @property
    def height(self) -> int:
        """Dots from top to bottom."""
        return (png_size(self.content) or (1, 1))[1]

    @property
    def digest(self) -> str:
        """SHA-256 of the file."""
        return hashlib.sha256(self.content).hexdigest()

    def as_json(self) -> list[Json]:
        """The one size there is."""
        size = {"width": self.width, "height": self.height, "file_size": len(self.content)}
        return [{"file_id": self.file_id, "file_unique_id": self.digest[:16], **size}]


@dataclass(eq=False, slots=True)
class Document:
    """A file that was sent."""

    file_id: str
    name: str
    content: bytes

    def as_json(self) -> Json:
        """The file as the Bot API writes it."""
        unique = hashlib.sha256(self.content).hexdigest()[:16]
        body: Json = {"file_id": self.file_id, "file_unique_id": unique}
        return body | {"file_name": self.name, "file_size": len(self.content)}


@dataclass(eq=False, slots=True)
class Message:
    """A message as it stands now; `keyboards` are all it ever had, the newest last."""

    chat: Chat
    id: int
    date: float
    sender: User
    body: Styled = NO_TEXT
    photo: Photo | None = None
    document: Document | None = None
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
    def has_file(self) -> bool:
        """Is the text a caption?"""
        return self.photo is not None or self.document is not None

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
        words, entities = "text", "entities"
        if self.has_file:
            words, entities = "caption", "caption_entities"
        if self.photo is not None:
            body["photo"] = self.photo.as_json()
        if self.document is not None:
            body["document"] = self.document.as_json()
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
    no_photos: bool = False
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


def parts(message: Message) -> Iterator[tuple[Kind, str]]:
    """All that a message shows, piece by piece, for the transcript."""
    if message.document is not None:
        yield "file", message.document.content.decode("utf-8", "replace")
    if message.photo is not None:
        yield "photo", message.photo.digest
    if message.text:
        yield ("caption" if message.has_file else "text"), message.text
    for entity in message.body.entities:
        if "url" in entity:
            yield "link", entity["url"]
    for row in message.rows:
        for button in row:
            yield "label", button.label
            yield ("link", button.url) if button.url else ("data", button.data)
