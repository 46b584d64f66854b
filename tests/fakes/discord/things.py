"""What there is on Discord, and how it looks in JSON."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

Json = dict[str, Any]

EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
V2: Final = 1 << 15
"""Flags of messages."""
TEXT, DIRECT, THREAD = 0, 1, 11
"""Types of channels."""
RIGHTS: Final = {
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "attach_files": 1 << 15,
    "send_messages_in_threads": 1 << 38,
}
"""What a bot needs in a channel, by the names of discord.py, which an admin can take away."""
FIRST: Final = 1420070400.0
"""When Discord's time begins; ids count milliseconds since."""


def rights_but(taken: set[str]) -> int:
    """All these rights without some."""
    return sum(bit for name, bit in RIGHTS.items() if name not in taken)


def stamp(at: float) -> str:
    """A moment as Discord writes it."""
    return datetime.fromtimestamp(at, UTC).isoformat()


@dataclass(slots=True, eq=False)
class User:
    """An account. `closed`: it takes no direct messages of bots."""

    id: int
    name: str
    lang: str = "en-US"
    bot: bool = False
    closed: bool = False
    direct: Channel | None = None

    def as_json(self) -> Json:
        """The user object."""
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "flags": 0,
        }


@dataclass(slots=True, eq=False)
class Guild:
    """A server. Who of `members` stands in `managers` may manage it.

    `taken` are the rights that nobody has in it but by a further role; `bot_helps`: the bot has
    one that gives them back.
    """

    id: int
    name: str
    channels: list[Channel] = field(default_factory=list)
    members: list[User] = field(default_factory=list)
    managers: set[int] = field(default_factory=set)
    has_bot: bool = True
    taken: set[str] = field(default_factory=set)
    bot_helps: bool = False

    def member_json(self, user: User) -> Json:
        """The member object."""
        manages = str(1 << 5) if user.id in self.managers else "0"
        roles = [str(self.id + 1)] if user.id in self.managers else []
        if user.bot and self.bot_helps:
            roles.append(str(self.id + 2))
        return {
            "user": user.as_json(),
            "nick": None,
            "roles": roles,
            "joined_at": stamp(FIRST),
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": manages,
        }

    def role_json(self, number: int) -> Json:
        """The role object: 0 is that of everybody, 1 that of managers, 2 one for bots."""
        name, rights = (
            ("@everyone", rights_but(self.taken)),
            ("Managers", 1 << 5),
            ("Helpers", rights_but(set())),
        )[number]
        return {
            "id": str(self.id + number),
            "name": name,
            "permissions": str(rights),
            "color": 0,
            "colors": {"primary_color": 0},
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "position": number,
            "flags": 0,
        }

    def as_json(self, bot: User) -> Json:
        """The guild object as GUILD_CREATE has it."""
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": "1",
            "roles": [self.role_json(number) for number in range(3)],
            "channels": [c.as_json() for c in self.channels if c.type != THREAD and not c.deleted],
            "threads": [c.as_json() for c in self.channels if c.is_open_thread],
            "members": [self.member_json(bot)],
            "member_count": len(self.members) + 1,
            "preferred_locale": "en-US",
        }


@dataclass(slots=True, eq=False)
class Channel:
    """A channel, a thread (it has a `parent`) or the direct messages with `user`.

    `taken` are the rights that an admin has taken away here. `closed`: a private thread that the
    bot is not in, whatever its rights.
    """

    id: int
    name: str
    type: int = TEXT
    guild: Guild | None = None
    user: User | None = None
    parent: Channel | None = None
    taken: set[str] = field(default_factory=set)
    deleted: bool = False
    archived: bool = False
    locked: bool = False
    closed: bool = False
    all: list[Message] = field(default_factory=list)

    @property
    def home(self) -> Guild:
        """The server that it is in."""
        assert self.guild is not None
        return self.guild

    @property
    def messages(self) -> list[Message]:
        """What everybody in the channel sees, oldest first."""
        return [m for m in self.all if not m.deleted and m.only is None]

    @property
    def last(self) -> Message:
        """The newest of them."""
        return self.messages[-1]

    @property
    def is_open_thread(self) -> bool:
        """Is it a thread that the bot is told of?"""
        return self.type == THREAD and not self.deleted and not self.closed

    @property
    def lacking(self) -> set[str]:
        """The rights that the bot does not have here; a thread has those of its channel."""
        if self.parent is not None:
            return self.taken | self.parent.lacking
        of = self.guild
        return self.taken | (of.taken if of is not None and not of.bot_helps else set())

    @property
    def rights(self) -> int:
        """What the bot may do here."""
        return rights_but(self.lacking)

    def as_json(self) -> Json:
        """The channel object."""
        shown: Json = {"id": str(self.id), "type": self.type, "name": self.name, "flags": 0}
        if self.user is not None:
            return {**shown, "recipients": [self.user.as_json()], "last_message_id": None}
        assert self.guild is not None
        denied = {"id": str(self.guild.id), "type": 0, "allow": "0"}
        denied["deny"] = str(rights_but(RIGHTS.keys() - self.taken))
        shown |= {"guild_id": str(self.guild.id), "position": 0, "permission_overwrites": [denied]}
        if self.parent is not None:
            shown |= {
                "parent_id": str(self.parent.id),
                "owner_id": "1",
                "message_count": len(self.messages),
                "member_count": 1,
                "thread_metadata": {
                    "archived": self.archived,
                    "locked": self.locked,
                    "auto_archive_duration": 1440,
                    "archive_timestamp": stamp(FIRST),
                },
            }
        return shown


@dataclass(frozen=True, slots=True)
class Control:
    """Something to tap: a button, or the option `value` of the menu `custom_id`."""

    label: str
    custom_id: str
    value: str = ""
    disabled: bool = False


@dataclass(slots=True, eq=False)
class Message:
    """A message of the bot. `only`: the one person who sees it. `versions` is what it showed."""

    id: int
    channel: Channel
    author: User
    body: Json
    created: float
    only: User | None = None
    edited: float | None = None
    deleted: bool = False
    late_edits: int = 0
    versions: list[Json] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All there is to read."""
        texts = [part["content"] for part in walk(self.components) if part["type"] == 10]
        return "\n".join([self.body["content"], *texts] if self.body["content"] else texts)

    @property
    def components(self) -> list[Json]:
        """Its components."""
        found: list[Json] = self.body["components"]
        return found

    @property
    def controls(self) -> list[Control]:
        """What can be tapped, from top to bottom."""
        return controls(self.components)

    @property
    def labels(self) -> list[str]:
        """Their labels."""
        return [control.label for control in self.controls]

    @property
    def loading(self) -> bool:
        """Does it only say that the bot is thinking?"""
        return bool(self.body["flags"] & LOADING)

    def as_json(self) -> Json:
        """The message object."""
        edited = None if self.edited is None else stamp(self.edited)
        return {
            **self.body,
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": self.author.as_json(),
            "timestamp": stamp(self.created),
            "edited_timestamp": edited,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
        }


@dataclass(slots=True, eq=False)
class Interaction:
    """A slash command or a tap, and what became of it.

    `ack` is the type of the callback; `late` says that the bot came too late. `answers` are the
    messages made for it, of which the first may take the place of the acknowledgement.
    """

    id: int
    token: str
    user: User
    channel: Channel
    created: float
    data: Json
    message: Message | None = None
    ack: int = 0
    late: bool = False
    original: Message | None = None
    answers: list[Message] = field(default_factory=list)
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def shown(self) -> list[Message]:
        """What the person sees of the answers now."""
        return [m for m in self.answers if not m.deleted and not m.loading]


def walk(components: list[Json]) -> list[Json]:
    """All components of a message, nested ones after what holds them."""
    found: list[Json] = []
    for part in components:
        found.append(part)
        found += walk(part.get("components", []))
        if "accessory" in part:
            found += walk([part["accessory"]])
    return found


def controls(components: list[Json]) -> list[Control]:
    """What can be tapped in these components."""
    found: list[Control] = []
    for part in walk(components):
        if part["type"] == 2 and "custom_id" in part:
            off = part.get("disabled", False)
            found.append(Control(part.get("label", ""), part["custom_id"], disabled=off))
        if part["type"] == 3:
            found += [Control(o["label"], part["custom_id"], o["value"]) for o in part["options"]]
    return found
