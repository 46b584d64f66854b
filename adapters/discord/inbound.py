"""Interactions become requests, replies become answers that only who asked can see."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final
from weakref import WeakValueDictionary

import aiohttp
import discord

from adapters.discord.markup import PERSON, PREFIX, files, payload_of, picture_in, picture_of, view
from adapters.discord.outbound import ROOM
from adapters.discord.rights import enough
from adapters.discord.taps import Taps
from bot.budgets import OWN
from bot.host import Host
from bot.pieces import pieces
from bot.requests import Person, Place, Reply
from bot.screen import Screen, line
from bot.screens import measure
from bot.studio import NotDrawn
from bot.trouble import where

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

CHANNEL: Final = 12
"""Letters of a channel's name that are left where the server's has no room."""
PATIENCE: Final = 2.0
"""Seconds that the interactions under way have at the end."""
KEPT: Final = 4096
"""Hands of which is remembered how to take them away when a newer one comes."""
_INVALID_FORM: Final = 50035
_TROUBLE: Final = (discord.DiscordException, aiohttp.ClientError, OSError)


def person_of(interaction: Interaction) -> Person:
    """Who asks, by the name shown in the channel; in private that is not known."""
    user = interaction.user
    name = "" if interaction.guild_id is None else user.display_name
    return Person(f"{PERSON}{user.id}", name, interaction.locale.value)


def place_of(interaction: Interaction) -> Place:
    """Where it was asked; a thread is a place of its own, the private chat is the person's.

    Many servers have a channel of the same name: in private the server tells them apart.
    """
    if interaction.guild_id is None:
        return Place(f"{PERSON}{interaction.user.id}", private=True)
    name = getattr(interaction.channel, "name", None)
    server = "" if interaction.guild is None else interaction.guild.name
    title = titled(name, server) if name else server
    thread = isinstance(interaction.channel, discord.Thread)
    mute = not enough(interaction.app_permissions, thread=thread)
    return Place(f"{PREFIX}{interaction.channel_id}", title, mute=mute)


def titled(channel: str, server: str) -> str:
    """The title of a chat, in which both can be told where there is room for one.

    >>> titled("carte", "Amici del bar"), titled("tavolo-di-pinnacola", "Circolo Garibaldi")
    ('#carte · Amici del bar', '#tavolo-di-… · Circolo Garibaldi')
    """
    if not server:
        return f"#{channel}"
    between = " · "
    left = measure.TITLE_LETTERS - len(between) - measure.units(server)
    return f"{measure.clip(f'#{channel}', max(left, CHANNEL))}{between}{server}"


def _facts(interaction: Interaction) -> dict[str, Any]:
    """What else Discord says with an interaction, as the fields of a request."""
    facts: dict[str, Any] = {"reachable": True, "inside": True}
    if interaction.guild_id is not None:
        facts["admin"] = interaction.permissions.manage_guild
    return facts


class Inbound:
    """The handlers of all interactions. Each is acknowledged before any other work."""

    def __init__(self, host: Host, taps: Taps) -> None:
        self._host = host
        self._taps = taps
        self._hands = _Hands()
        self._answering: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._serving: set[asyncio.Task[Any]] = set()

    async def finish(self) -> None:
        """Let the interactions under way end; those that must wait longer are left."""
        if self._serving:
            await asyncio.wait(self._serving, timeout=PATIENCE)

    @contextlib.contextmanager
    def _under_way(self) -> Iterator[None]:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        try:
            yield
        finally:
            self._serving.discard(task)

    async def on_command(self, interaction: Interaction, name: str) -> None:
        """A slash command: its answer takes the place of the acknowledgement."""
        with self._under_way():
            await self._command(interaction, name)

    async def on_component(self, interaction: Interaction) -> None:
        """A button was tapped or an option chosen, drawn before a restart or after it."""
        with self._under_way():
            await self._component(interaction)

    async def _command(self, interaction: Interaction, name: str) -> None:
        await _acknowledge(interaction, ephemeral=True)
        reply = await self._host.command(
            person_of(interaction), place_of(interaction), name, **_facts(interaction)
        )
        shown = None if reply is None else _shown(reply, reply.fresh)
        try:
            if shown is None:
                await interaction.delete_original_response()
                return
            asked = (shown, *(() if reply is None else reply.others))
            first, *others = [piece for each in asked for piece in pieces(each, ROOM)]
            first, png = await self._drawn(first)
            attached = files(first, png)
            await interaction.edit_original_response(view=view(first), attachments=attached)
            await self._follow(interaction, others)
        except _TROUBLE as error:
            _note("a command was not answered", error)
            return
        if reply is not None and reply.fresh:
            await self._hands.replace(interaction)

    async def _component(self, interaction: Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        values = [str(value) for value in data.get("values") or ()]
        payload = payload_of(str(data.get("custom_id", "")), values)
        await _acknowledge(interaction)
        place = place_of(interaction)
        self._taps.note(place, interaction)
        reply = await self._host.tap(person_of(interaction), place, payload, **_facts(interaction))
        # Quick taps are decided at once, but the newest hand must be the last to be drawn.
        async with self._answering.setdefault(interaction.user.id, asyncio.Lock()):
            await self._answer_tap(interaction, reply)

    async def _answer_tap(self, interaction: Interaction, reply: Reply) -> None:
        message = interaction.message
        on_own = message is not None and message.flags.ephemeral
        try:
            if on_own and reply.own is not None and reply.screen is None:
                await self._redraw(interaction, _shown(reply, True) or reply.own)
                self._hands.keep(interaction)
                return
            if reply.done and not on_own and interaction.guild_id is None:
                # The hand that was tapped in private shows it itself.
                return
            shown_now = _shown(reply, reply.fresh)
            if shown_now is not None:
                sent = await self._follow(interaction, pieces(shown_now, ROOM))
                if reply.fresh:
                    await self._hands.replace(interaction, sent)
        except _TROUBLE as error:
            # The tap has counted; a fresh hand is one tap away.
            _note("a tap was not answered", error)

    async def _redraw(self, interaction: Interaction, screen: Screen) -> None:
        """Make the tapped message show the screen; a picture it has is not sent again."""
        if screen.picture is not None and picture_of(screen) == self._hands.picture(interaction):
            await interaction.edit_original_response(view=view(screen))
            return
        screen, png = await self._drawn(screen)
        attached = files(screen, png)
        await interaction.edit_original_response(view=view(screen), attachments=attached)
        self._hands.attached(interaction, picture_of(screen))

    async def _follow(self, interaction: Interaction, screens: list[Screen]) -> int | None:
        """Send further messages that only the person sees; the id of the last."""
        last: int | None = None
        for each in screens:
            screen, png = await self._drawn(each)
            sent = await interaction.followup.send(
                view=view(screen), files=files(screen, png), ephemeral=True, wait=True
            )
            last = sent.id
        if screens and interaction.guild_id is None:
            await self._host.publisher.below(f"{PERSON}{interaction.user.id}")
        return last

    async def _drawn(self, screen: Screen) -> tuple[Screen, bytes]:
        """The screen and its picture as a file; without picture where it cannot be drawn."""
        if screen.picture is None:
            return screen, b""
        try:
            return screen, await self._host.studio.png(screen.picture, lambda: OWN)
        except NotDrawn:
            return replace(screen, picture=None), b""


class _Hands:
    """The newest hand of everybody in every channel, so that the one before can be taken away.

    Kept in memory and as long as Discord lets us only: an old hand that stays does no harm.
    """

    def __init__(self) -> None:
        self._shown: OrderedDict[tuple[int, int | None], tuple[Interaction, int | None]] = (
            OrderedDict()
        )
        self._pictures: OrderedDict[int, str] = OrderedDict()

    def keep(self, interaction: Interaction, followup: int | None = None) -> None:
        """The hand stands in this interaction's own message, or in that follow-up."""
        key = interaction.user.id, interaction.channel_id
        self._shown[key] = interaction, followup
        self._shown.move_to_end(key)
        # One that has expired cannot be taken away any more, and is large.
        while self._shown and (len(self._shown) > KEPT or self._oldest().is_expired()):
            self._shown.popitem(last=False)

    def _oldest(self) -> Interaction:
        return next(iter(self._shown.values()))[0]

    def picture(self, interaction: Interaction) -> str:
        """The digest of the picture of the tapped message; empty where it has none.

        A tap says what the message showed when it was made: a quicker one may have changed it.
        """
        message = interaction.message
        if message is None:
            return ""
        if message.id in self._pictures:
            return self._pictures[message.id]
        return next((picture_in(each.filename) for each in message.attachments), "")

    def attached(self, interaction: Interaction, picture: str) -> None:
        """The tapped message has been given that picture."""
        if interaction.message is not None:
            self._pictures[interaction.message.id] = picture
            self._pictures.move_to_end(interaction.message.id)
            while len(self._pictures) > KEPT:
                self._pictures.popitem(last=False)

    async def replace(self, interaction: Interaction, followup: int | None = None) -> None:
        """A newer hand has come: take the one before away."""
        old, message = self._shown.get((interaction.user.id, interaction.channel_id), (None, None))
        self.keep(interaction, followup)
        if old is None or old.is_expired():
            return
        try:
            if message is None:
                await old.delete_original_response()
            else:
                await old.followup.delete_message(message)
        except _TROUBLE as error:
            log.info("an old hand was not taken away: %s", where(error))


def _shown(reply: Reply, with_own: bool) -> Screen | None:
    """What a reply shows: a screen with the notice on top, or one of the two."""
    screen = reply.screen or (reply.own if with_own else None)
    if not reply.notice:
        return screen
    if screen is None:
        return Screen((line(reply.notice),))
    return replace(screen, lines=(line(reply.notice), *screen.lines))


def _note(what: str, error: BaseException) -> None:
    """For the log: a form that Discord refuses is a fault of ours, all else is its or theirs."""
    ours = isinstance(error, discord.HTTPException) and error.code == _INVALID_FORM
    log.log(logging.ERROR if ours else logging.INFO, "%s: %s", what, where(error))


async def _acknowledge(interaction: Interaction, ephemeral: bool = False) -> None:
    """Within three seconds, or Discord calls the tap failed; too late, it counts all the same."""
    try:
        await interaction.response.defer(ephemeral=ephemeral)
    except _TROUBLE as error:
        log.info("an interaction was not acknowledged: %s", where(error))
