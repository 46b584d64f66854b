"""Answers to quick taps while Discord is slow: one hand, without a simulation around it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import discord
from discord import ui

from adapters.discord.inbound import Inbound
from adapters.discord.markup import file_name
from adapters.discord.outbound import DiscordPlatform
from adapters.discord.taps import Taps
from bot.host import Host
from bot.pictures.spec import Picture, digest
from bot.requests import Reply
from bot.screen import Screen, line
from bot.screens.hand import hand
from bot.texts import texts
from engine.actions import DRAW
from tests.bot.screens.scenes import deal, playing
from tests.fakes.clock import HandClock
from tests.fakes.studio import Sketches


class CountingHost:
    """Answers every tap with a hand that says how many taps there were, with its picture."""

    def __init__(self, *pictures: Picture | None) -> None:
        self.taps = 0
        self.studio = Sketches().studio()
        self._pictures = (None, *pictures)

    async def tap(self, *_: object, **__: object) -> Reply:
        self.taps += 1
        picture = self._pictures[self.taps % len(self._pictures)]
        return Reply(own=Screen((line(f"hand {self.taps}"),), picture=picture))


class SlowDiscord:
    """Shows the own hand of one person; the first change of it takes as long as a test wants."""

    def __init__(self) -> None:
        self.shown = ""
        self.had: list[SimpleNamespace] = []
        self.brought: list[list[str]] = []
        self.changes = 0
        self.arrived = asyncio.Event()
        self.let_through = asyncio.Event()

    async def defer(self, **_: object) -> None:
        """An acknowledgement takes no time."""

    async def edit(self, *, view: ui.LayoutView, attachments: Sequence[discord.File] = ()) -> None:
        self.brought.append([file.filename for file in attachments])
        self.changes += 1
        if self.changes == 1:
            self.arrived.set()
            await self.let_through.wait()
        (box,) = view.children
        assert isinstance(box, ui.Container)
        said = box.children[0]
        assert isinstance(said, ui.TextDisplay)
        self.shown = said.content

    def interaction(self) -> Any:
        """A tap on the hand."""
        return SimpleNamespace(
            data={"custom_id": "x"},
            user=SimpleNamespace(id=1, display_name="Anna"),
            locale=discord.Locale.american_english,
            channel=None,
            channel_id=9,
            guild=None,
            guild_id=8,
            app_permissions=discord.Permissions.all(),
            permissions=discord.Permissions.none(),
            message=SimpleNamespace(
                id=7, flags=SimpleNamespace(ephemeral=True), attachments=self.had
            ),
            response=self,
            is_expired=lambda: False,
            edit_original_response=self.edit,
        )


async def test_the_hand_after_the_newest_tap_is_the_one_that_stays() -> None:
    host, there = CountingHost(), SlowDiscord()
    inbound = Inbound(cast(Host, host), Taps(HandClock(), host.studio))
    first = asyncio.create_task(inbound.on_component(there.interaction()))
    arrived = asyncio.create_task(there.arrived.wait())
    await asyncio.wait({first, arrived}, return_when=asyncio.FIRST_COMPLETED)
    assert not first.done()
    second = asyncio.create_task(inbound.on_component(there.interaction()))
    for _ in range(10):
        await asyncio.sleep(0)
    # The second tap has counted while the answer to the first is still on its way.
    assert host.taps == 2
    there.let_through.set()
    await asyncio.gather(first, second)
    assert there.shown == "hand 2"


async def test_a_quick_tap_brings_the_picture_that_the_one_before_it_has_taken_away() -> None:
    seen: list[Picture] = []
    for actions in ((), (DRAW,)):
        picture = hand(playing(deal(*actions)), 0, texts("en"), means=DiscordPlatform.means).picture
        assert picture is not None
        seen.append(picture)
    old, new = seen
    host, there = CountingHost(new, old), SlowDiscord()
    # Both taps say what the message showed when they were made.
    there.had = [SimpleNamespace(filename=file_name(digest(old)))]
    there.let_through.set()
    inbound = Inbound(cast(Host, host), Taps(HandClock(), host.studio))
    await inbound.on_component(there.interaction())
    await inbound.on_component(there.interaction())
    assert there.brought == [[file_name(digest(new))], [file_name(digest(old))]]
