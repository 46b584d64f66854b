"""The methods of the REST API that a bot of ours uses, without the wire."""

from __future__ import annotations

from typing import Any, Final

from tests.fakes.discord import forms
from tests.fakes.discord.errors import ApiError, form
from tests.fakes.discord.things import (
    EPHEMERAL,
    LOADING,
    THREAD,
    V2,
    Channel,
    Guild,
    Interaction,
    Json,
    Message,
    User,
)
from tests.fakes.discord.world import LATE_EDITS, OLD, World

TOKEN: Final = 15 * 60.0
"""Seconds for which its token serves."""
ANSWER, LATER, UPDATE_LATER, UPDATE = 4, 5, 6, 7
"""Types of an acknowledgement."""


class Rest:
    """What the bot may ask. Raises ApiError for what it may not."""

    def __init__(self, world: World) -> None:
        self.world = world

    # --- looking up --------------------------------------------------------------------------

    def channel(self, number: str) -> Channel:
        """A channel that the bot can see."""
        channel = self.world.channels.get(int(number))
        if channel is None or channel.deleted:
            raise ApiError(10003)
        hidden = channel.guild is not None and not channel.guild.has_bot
        if hidden or channel.closed or "view_channel" in channel.lacking:
            raise ApiError(50001)
        return channel

    def guild(self, number: str) -> Guild:
        """A server that the bot is in."""
        for guild in self.world.guilds:
            if guild.id == int(number) and guild.has_bot:
                return guild
        raise ApiError(10004)

    def member(self, guild: str, user: str) -> Json:
        """A member of a server."""
        home = self.guild(guild)
        for one in home.members:
            if one.id == int(user):
                return home.member_json(one)
        raise ApiError(10007)

    def user(self, number: str) -> User:
        """Anybody."""
        if int(number) not in self.world.users:
            raise ApiError(10013)
        return self.world.users[int(number)]

    def message(self, channel: Channel, number: str) -> Message:
        """A message of the bot that everybody can see."""
        for message in channel.messages:
            if message.id == int(number):
                return message
        raise ApiError(10008)

    # --- channels ----------------------------------------------------------------------------

    def open_direct(self, form_: Json) -> Json:
        """The direct messages with a person, whether they take any or not."""
        return self.world.direct(self.user(str(form_["recipient_id"]))).as_json()

    def create(self, channel: Channel, body: Json, files: list[Json]) -> Json:
        """Post a message."""
        user = channel.user
        if user is not None and not self.world.shares(user):
            raise ApiError(50278)
        if user is not None and user.closed:
            raise ApiError(50007)
        if channel.locked:
            raise ApiError(160005)
        right = "send_messages_in_threads" if channel.type == THREAD else "send_messages"
        if channel.lacking & {right, "attach_files" if files else right}:
            raise ApiError(50013)
        made = self.world.post(channel, _made(body, files, EPHEMERAL))
        channel.archived = False
        return made.as_json()

    def edit(self, message: Message, body: Json, files: list[Json]) -> Json:
        """Change a message of the channel."""
        if message.channel.archived:
            raise ApiError(50083)
        if self.world.clock.now() - message.created > OLD:
            message.late_edits += 1
            if message.late_edits > LATE_EDITS:
                raise ApiError(30046)
        self.world.change(message, _changed(message, body, files))
        return message.as_json()

    # --- interactions ------------------------------------------------------------------------

    def callback(self, number: str, token: str, body: Json, files: list[Json]) -> Json:
        """The one acknowledgement of an interaction."""
        asked = self.world.interactions.get(token)
        if asked is None or asked.id != int(number):
            raise ApiError(10062)
        if asked.ack:
            raise ApiError(40060)
        if self.world.clock.now() - asked.created > self.world.acknowledge:
            asked.late = True
            raise ApiError(10062)
        kind, data = body["type"], body.get("data") or {}
        if kind not in (ANSWER, LATER, UPDATE_LATER, UPDATE):
            raise form("a type of an answer")
        if kind in (UPDATE_LATER, UPDATE) and asked.message is None:
            raise form("there is no message to change")
        if kind == ANSWER:
            self._answer(asked, _made(data, files, 0))
        elif kind == LATER:
            thinking = {"content": "", "components": [], "attachments": []}
            self._answer(asked, {**thinking, "flags": LOADING | data.get("flags", 0) & EPHEMERAL})
        else:
            asked.original = asked.message
        if kind == UPDATE:
            assert asked.message is not None
            self.world.change(asked.message, _changed(asked.message, data, files))
        asked.ack = kind
        asked.acknowledged.set()
        return {"interaction": {"id": str(asked.id), "type": 2}}

    def _answer(self, asked: Interaction, body: Json) -> Message:
        only = asked.user if body["flags"] & EPHEMERAL else None
        made = self.world.post(asked.channel, body, only)
        asked.answers.append(made)
        asked.original = asked.original or made
        return made

    def _by_token(self, application: str, token: str) -> Interaction:
        asked = self.world.interactions.get(token)
        if asked is None or int(application) != self.world.bot.id or not asked.ack:
            raise ApiError(10015)
        if self.world.clock.now() - asked.created > TOKEN:
            raise ApiError(50027)
        return asked

    def _answer_of(self, application: str, token: str, number: str) -> Message:
        asked = self._by_token(application, token)
        named = [asked.original] if number == "@original" else asked.answers
        for message in named:
            if message is None or message.deleted:
                continue
            if number in ("@original", str(message.id)):
                return message
        raise ApiError(10008)

    def follow_up(self, application: str, token: str, body: Json, files: list[Json]) -> Json:
        """A further answer; the first one takes the place of "thinking"."""
        asked = self._by_token(application, token)
        if asked.original is not None and asked.original.loading:
            return self.edit_answer(application, token, "@original", body, files)
        return self._answer(asked, _made(body, files, 0)).as_json()

    def answer(self, application: str, token: str, number: str) -> Json:
        """An answer as it stands."""
        return self._answer_of(application, token, number).as_json()

    def edit_answer(
        self, application: str, token: str, number: str, body: Json, files: list[Json]
    ) -> Json:
        """Change an answer."""
        message = self._answer_of(application, token, number)
        if message.only is None:
            return self.edit(message, body, files)
        self.world.change(message, _changed(message, body, files))
        return message.as_json()

    def delete_answer(self, application: str, token: str, number: str) -> None:
        """Take an answer away."""
        self.world.remove(self._answer_of(application, token, number))

    # --- commands ----------------------------------------------------------------------------

    def set_commands(self, commands: list[Json]) -> list[Json]:
        """The list of slash commands, in place of what it was."""
        for command in commands:
            for text in (command["name"], *(command.get("name_localizations") or {}).values()):
                if not 1 <= len(text) <= 32 or text != text.lower():
                    raise form("a name of 1 to 32 small letters")
            if not 1 <= len(command.get("description", "")) <= 100:
                raise form("a description of 1 to 100 characters")
        if len({command["name"] for command in commands}) < len(commands):
            raise form("Application command names must be unique")
        more = {"application_id": str(self.world.bot.id), "version": "1", "type": 1}
        self.world.commands = [
            {**more, **command, "id": str(self.world.number())} for command in commands
        ]
        return self.world.commands


def _made(body: Json, files: list[Json], refused: int) -> Json:
    """The content of a new message. Flags among `refused` cannot be had here."""
    flags = body.get("flags") or 0
    if flags & refused:
        raise form("only answers to interactions can be seen by one person alone")
    kept = _attached(body, files, [])
    made: dict[str, Any] = {
        "content": body.get("content") or "",
        "components": body.get("components") or [],
        "flags": flags,
        "attachments": kept,
    }
    forms.check(made, kept)
    forms.numbered(made["components"], kept)
    return made


def _changed(message: Message, body: Json, files: list[Json]) -> Json:
    """The content of a message with what is named in `body` put in its place."""
    before = message.body
    flags = before["flags"]
    if (body.get("flags") or 0) & V2:
        flags |= V2
    kept = _attached(body, files, before["attachments"])
    made: dict[str, Any] = {
        "content": before["content"] if "content" not in body else body["content"] or "",
        "components": before["components"] if "components" not in body else body["components"],
        "flags": flags & ~LOADING,
        "attachments": kept,
    }
    forms.check(made, kept)
    forms.numbered(made["components"], kept)
    return made


def _attached(body: Json, files: list[Json], before: list[Json]) -> list[Json]:
    """The attachments afterwards: those of before that are named, or all, and the new ones."""
    named = body.get("attachments")
    if named is None:
        return [*before, *files]
    ids = {str(one["id"]) for one in named}
    if missing := [one for one in files if one["part"] not in ids]:
        raise form(f"the file {missing[0]['filename']} is not named")
    return [*(one for one in before if one["id"] in ids), *files]
