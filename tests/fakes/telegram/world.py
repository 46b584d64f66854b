"""The state of the fake: who is where, what stands there, and what the bot is told of it."""

from __future__ import annotations

import itertools
import re
from typing import Any

from bot.ports import Clock
from tests.fakes.telegram.limits import Limits
from tests.fakes.telegram.markup import Entity, Styled, utf16
from tests.fakes.telegram.rates import Rates
from tests.fakes.telegram.things import (
    ANONYMOUS_ADMIN,
    BOT_ID,
    BOT_USERNAME,
    NO_TEXT,
    PRESENT,
    Chat,
    ChatKind,
    Document,
    Message,
    Photo,
    Status,
    User,
    parts,
)
from tests.fakes.telegram.transcript import Kind, Seen, Transcript
from tests.fakes.telegram.updates import Feed, Json, Query

_COMMAND = re.compile(r"(?<!\S)/[A-Za-z0-9_]{1,32}(?:@(\w+))?")


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
        self._file_ids = itertools.count(1)
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
        photo = Photo(f"photo-{next(self._file_ids)}", content)
        self.photos[photo.file_id] = photo
        return photo

    def add_document(self, name: str, content: bytes) -> Document:
        """A file that was uploaded to be sent as one."""
        return Document(f"file-{next(self._file_ids)}", name, content)

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
            kind = "message" if message.edited is None else "edited_message"
            self.feed.push(kind, message.as_json())

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

    def show(self, message: Message, edit: bool = False, stays: bool = False) -> None:
        """Note in the transcript all that a message shows now; not a picture that `stays`."""
        for kind, text in parts(message):
            if stays and kind == "photo":
                continue
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
        pieces: list[tuple[Kind, str]] = [("alert" if alert else "toast", text), ("link", url)]
        for kind, shown in pieces:
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
