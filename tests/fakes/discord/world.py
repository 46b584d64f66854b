"""The state of the fake: accounts, channels, messages, interactions; and who is told what."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable
from typing import Final

from bot.ports import Clock
from tests.fakes.discord.things import (
    DIRECT,
    FIRST,
    LOADING,
    THREAD,
    Channel,
    Guild,
    Interaction,
    Json,
    Message,
    User,
)

GUILDS, GUILD_MESSAGES, MEMBERS, ANY = 1 << 0, 1 << 9, 1 << 1, 0
"""Intents that events need."""
OLD: Final = 3600.0
"""Seconds after which a message can be changed LATE_EDITS times more."""
LATE_EDITS: Final = 3
ACKNOWLEDGE: Final = 3.0
"""Seconds in which an interaction is acknowledged."""

Tell = Callable[[str, Json, "Guild | None", int], None]


class World:
    """What exists. `tell(event, data, guild, intent)` is the gateway's."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.acknowledge = ACKNOWLEDGE
        self._numbers = itertools.count(1)
        self.bot = User(self.number(), "Pinnacola", bot=True)
        self.guilds: list[Guild] = []
        self.users: dict[int, User] = {}
        self.channels: dict[int, Channel] = {}
        self.interactions: dict[str, Interaction] = {}
        self.commands: list[Json] = []
        self.tell: Tell = lambda event, data, guild, intent: None

    def number(self) -> int:
        """A new id, made of the time as all of Discord's."""
        millis = int((self.clock.now() - FIRST) * 1000)
        return (millis << 22) | next(self._numbers)

    # --- places and people -------------------------------------------------------------------

    def add_guild(self, name: str, number: int | None = None) -> Guild:
        """A server with the bot in it."""
        guild = Guild(number or self.number(), name)
        self.guilds.append(guild)
        self.tell("GUILD_CREATE", guild.as_json(self.bot), guild, GUILDS)
        return guild

    def add_channel(
        self, guild: Guild, name: str, parent: Channel | None = None, closed: bool = False
    ) -> Channel:
        """A channel, or a thread in one; `closed`: the bot is not in it."""
        kind = 0 if parent is None else THREAD
        channel = Channel(self.number(), name, kind, guild=guild, parent=parent, closed=closed)
        guild.channels.append(channel)
        self.channels[channel.id] = channel
        event = "CHANNEL_CREATE" if parent is None else "THREAD_CREATE"
        if not closed:
            self.tell(event, channel.as_json(), guild, GUILDS)
        return channel

    def let_in(self, thread: Channel) -> None:
        """Somebody mentions the bot in a private thread: from then on it is in it."""
        thread.closed = False
        self.tell("THREAD_CREATE", thread.as_json(), thread.guild, GUILDS)

    def direct(self, user: User) -> Channel:
        """The direct messages with somebody."""
        if user.direct is None:
            user.direct = Channel(self.number(), user.name, DIRECT, user=user)
            self.channels[user.direct.id] = user.direct
        return user.direct

    def shares(self, user: User) -> bool:
        """Is the person in a server where the bot is?"""
        return any(user in guild.members and guild.has_bot for guild in self.guilds)

    # --- what happens to them ----------------------------------------------------------------

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads, or a thread."""
        assert channel.guild is not None
        for one in [channel, *(c for c in channel.guild.channels if c.parent is channel)]:
            one.deleted = True
        event = "CHANNEL_DELETE" if channel.parent is None else "THREAD_DELETE"
        self.tell(event, channel.as_json(), channel.guild, GUILDS)

    def archive(self, thread: Channel, locked: bool = False, archived: bool = True) -> None:
        """Put a thread away, or open it again."""
        thread.archived, thread.locked = archived, locked
        self.tell("THREAD_UPDATE", thread.as_json(), thread.guild, GUILDS)

    def rename(self, channel: Channel, name: str) -> None:
        """Give a channel another name."""
        channel.name = name
        self.tell("CHANNEL_UPDATE", channel.as_json(), channel.guild, GUILDS)

    def permit(self, channel: Channel) -> None:
        """An admin gives back what was taken away in a channel."""
        channel.taken.clear()
        self.tell("CHANNEL_UPDATE", channel.as_json(), channel.guild, GUILDS)

    def permit_all(self, guild: Guild, taken: set[str]) -> None:
        """An admin decides what nobody may do in a server."""
        guild.taken = taken
        data = {"guild_id": str(guild.id), "role": guild.role_json(0)}
        self.tell("GUILD_ROLE_UPDATE", data, guild, GUILDS)

    def help_bot(self, guild: Guild) -> None:
        """An admin gives the bot a role with all rights: that it is told without intent."""
        guild.bot_helps = True
        data = {"guild_id": str(guild.id), **guild.member_json(self.bot)}
        self.tell("GUILD_MEMBER_UPDATE", data, guild, ANY)

    def throw_out(self, guild: Guild) -> None:
        """Remove the bot from a server."""
        self.tell("GUILD_DELETE", {"id": str(guild.id)}, guild, GUILDS)
        guild.has_bot = False

    def take_back(self, guild: Guild) -> None:
        """Add it again."""
        guild.has_bot = True
        self.tell("GUILD_CREATE", guild.as_json(self.bot), guild, GUILDS)

    def leave(self, guild: Guild, user: User) -> None:
        """Somebody leaves a server."""
        guild.members.remove(user)
        data = {"guild_id": str(guild.id), "user": user.as_json()}
        self.tell("GUILD_MEMBER_REMOVE", data, guild, MEMBERS)

    def remove(self, message: Message) -> None:
        """A message is deleted."""
        message.deleted = True
        channel = message.channel
        data = {"id": str(message.id), "channel_id": str(channel.id)}
        if message.only is None and channel.guild is not None:
            data["guild_id"] = str(channel.guild.id)
            self.tell("MESSAGE_DELETE", data, channel.guild, GUILD_MESSAGES)

    # --- messages and interactions -----------------------------------------------------------

    def post(self, channel: Channel, body: Json, only: User | None = None) -> Message:
        """A new message of the bot."""
        message = Message(
            self.number(), channel, self.bot, body, self.clock.now(), only, versions=[body]
        )
        channel.all.append(message)
        return message

    def change(self, message: Message, body: Json) -> None:
        """The message shows something else."""
        message.body = {**body, "flags": body["flags"] & ~LOADING}
        message.edited = self.clock.now()
        message.versions.append(message.body)

    def ask(
        self, user: User, channel: Channel, data: Json, message: Message | None = None
    ) -> Interaction:
        """Somebody uses a slash command or taps something."""
        asked = Interaction(
            self.number(),
            secrets.token_urlsafe(24),
            user,
            channel,
            self.clock.now(),
            data,
            message,
        )
        self.interactions[asked.token] = asked
        self.tell("INTERACTION_CREATE", self._as_json(asked), channel.guild, ANY)
        return asked

    def _as_json(self, asked: Interaction) -> Json:
        channel, user = asked.channel, asked.user
        shown: Json = {
            "id": str(asked.id),
            "application_id": str(self.bot.id),
            "type": 2 if asked.message is None else 3,
            "data": asked.data,
            "token": asked.token,
            "version": 1,
            "channel": channel.as_json(),
            "channel_id": str(channel.id),
            "app_permissions": str(channel.rights),
            "locale": user.lang,
            "entitlements": [],
            "authorizing_integration_owners": {},
            "attachment_size_limit": 10 * 2**20,
        }
        if asked.message is not None:
            shown["message"] = asked.message.as_json()
        if channel.guild is None:
            return {**shown, "user": user.as_json(), "context": 1}
        guild = channel.guild
        return {
            **shown,
            "context": 0,
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": guild.member_json(user),
        }
