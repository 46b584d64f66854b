"""Groups and topics as tests drive them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fakes.telegram.things import Chat, Message, Topic
from tests.fakes.telegram.updates import Json
from tests.fakes.telegram.world import World, typed

if TYPE_CHECKING:
    from tests.fakes.telegram.people import Person


class NotPossible(AssertionError):
    """A test asked a simulated person for something no client would let them do."""


class Group:
    """A group of people. `chat` is its present state; it changes when the group migrates."""

    def __init__(self, world: World, chat: Chat) -> None:
        self._world = world
        self.chat = chat
        self.old_chats: list[Chat] = []

    @property
    def id(self) -> int:
        """The chat id, negative."""
        return self.chat.id

    @property
    def thread(self) -> int | None:
        """What is sent here goes to no topic (in a forum: to General)."""
        return None

    @property
    def messages(self) -> list[Message]:
        """The bot's messages that are visible now, in all topics, newest last."""
        return [m for m in self.chat.visible if m.sender is self._world.bot]

    @property
    def history(self) -> list[Message]:
        """Everybody's messages that are visible now, service messages too."""
        return self.chat.visible

    @property
    def last(self) -> Message:
        """The bot's newest message; raises NotPossible when there is none."""
        return newest(self.messages, self.chat.title)

    def add_topic(self, name: str) -> TopicSpot:
        """Open a topic (the group must have been made with topics)."""
        if not self.chat.forum:
            raise NotPossible("this group has no topics")
        # Group, not a person: who opens a topic makes no difference to the bot.
        root = self._world.add_message(self.chat, self._world.group_bot)
        root.thread = root.id
        root.service = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
        topic = Topic(self.chat, name, root)
        self.chat.topics[root.id] = topic
        self._world.tell(root)
        return TopicSpot(self, topic)

    def topic(self, name: str) -> TopicSpot:
        """The topic of that name."""
        for topic in self.chat.topics.values():
            if topic.name == name and not topic.deleted:
                return TopicSpot(self, topic)
        raise NotPossible(f"no topic {name}")

    # The bot's place in it.

    def adds_bot(self, by: Person, admin: bool = False) -> None:
        """Somebody adds the bot, or makes it an administrator."""
        entered = self.chat.bot not in {"member", "administrator"}
        self._world.bot_status(self.chat, by.user, "administrator" if admin else "member")
        if entered:
            joined: list[Json] = [self._world.bot.as_json()]
            self._world.service(self.chat, by.user, new_chat_members=joined)

    def removes_bot(self, by: Person) -> None:
        """Somebody throws the bot out."""
        self._world.bot_status(self.chat, by.user, "kicked")

    def bans(self, person: Person) -> None:
        """A member is thrown out for good."""
        self._world.member_status(self.chat, person.user, "kicked")

    def promotes(self, person: Person) -> None:
        """A member becomes an administrator."""
        self._world.member_status(self.chat, person.user, "administrator")

    # What befalls it.

    def migrates(self) -> Chat:
        """The basic group becomes a supergroup with a new id, which is returned."""
        old = self.chat
        if old.kind != "group":
            raise NotPossible("only a basic group can become a supergroup")
        new = self._world.add_group(old.title, "supergroup")
        new.members, new.bot, new.public = dict(old.members), old.bot, old.public
        owner = next(iter(old.members), self._world.group_bot.id)
        sender = self._world.users.get(owner, self._world.group_bot)
        self._world.service(old, sender, migrate_to_chat_id=new.id)
        old.moved_to = new
        self._world.service(new, sender, migrate_from_chat_id=old.id)
        self.old_chats.append(old)
        self.chat = new
        return new

    def renames(self, title: str, by: Person) -> None:
        """The group gets another title."""
        self.chat.title = title
        self._world.service(self.chat, by.user, new_chat_title=title)

    def is_deleted(self) -> None:
        """The group is gone for good."""
        self.chat.deleted = True

    def mutes_bot(self, muted: bool = True) -> None:
        """Members (the bot among them) may not write any more; no update tells the bot."""
        self.chat.muted = muted

    def forbids_photos(self, forbidden: bool = True) -> None:
        """Members may not send photos any more; no update tells the bot."""
        self.chat.no_photos = forbidden


class TopicSpot:
    """One topic of a group."""

    def __init__(self, group: Group, topic: Topic) -> None:
        self.group = group
        self._topic = topic

    @property
    def chat(self) -> Chat:
        """The chat the topic is in."""
        return self._topic.chat

    @property
    def thread(self) -> int | None:
        """The `message_thread_id`."""
        return self._topic.thread

    @property
    def messages(self) -> list[Message]:
        """The bot's messages visible in this topic now, newest last."""
        return [m for m in self.group.messages if m.thread == self.thread]

    @property
    def last(self) -> Message:
        """The bot's newest message here; raises NotPossible when there is none."""
        return newest(self.messages, self._topic.name)

    def is_closed(self) -> None:
        """Only administrators can write here from now on."""
        self._topic.closed = True

    def is_deleted(self) -> None:
        """The topic goes, with all its messages."""
        self._topic.deleted = True
        for message in self.chat.messages.values():
            if message.thread == self.thread:
                message.deleted = True


def newest(messages: list[Message], where: str) -> Message:
    """The last of them; raises NotPossible when there is none."""
    if not messages:
        raise NotPossible(f"the bot has no message in {where}")
    return messages[-1]


def post(
    world: World, spot: Group | TopicSpot, sender: Person, text: str, reply_to: Message | None
) -> Message:
    """A member writes in a group or topic; the bot is told if it may hear it."""
    message = world.add_message(spot.chat, sender.user, typed(text), spot.thread)
    if reply_to is not None:
        message.reply_to = reply_to
        if spot.chat.kind == "supergroup" and spot.thread is None:
            # Replies hang from a thread even where there are no topics: not a topic message.
            message.thread = reply_to.thread or reply_to.id
    return message
