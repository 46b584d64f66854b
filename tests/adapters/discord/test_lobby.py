"""Opening a table, sitting down, computers, and who may begin, on the simulated Discord."""

from __future__ import annotations

import discord
import simcord

from tests.adapters.discord.player import Player, parts, text
from tests.adapters.discord.rig import Rig, running
from tests.adapters.discord.scenes import opened


async def sits(rig: Rig) -> list[str]:
    """Who sits at the table: names, `free`, or the strength of a computer."""
    return [seat.name or seat.computer or "free" for seat in (await rig.state()).seats]


def newest(rig: Rig) -> str:
    """The text of the last message in the channel."""
    message = rig.channel.last_message
    assert message is not None
    return text(parts(message))


async def test_from_the_command_to_a_full_table() -> None:
    async with running() as rig:
        anna, bruno = await opened(rig)
        assert len(rig.channel.history()) == 1
        assert "Opened by Anna" in newest(rig)
        assert await sits(rig) == ["Anna", "free"]
        await anna.press("Start")
        assert "1 player missing: wait" in anna.told[-1]
        # Nobody has to write to the bot first: one tap is enough.
        await bruno.press("Join")
        assert "You are at the table" in bruno.told[-1]
        await rig.quiet()
        assert await sits(rig) == ["Anna", "Bruno"]
        assert "Bruno" in newest(rig)
        await bruno.press("Leave")
        await rig.quiet()
        assert await sits(rig) == ["Anna", "free"]
        assert len(rig.channel.history()) == 1
        assert rig.env.errors == []


async def test_c27_only_the_host_and_who_manages_the_server_may_begin() -> None:
    async with running() as rig:
        anna, bruno = await opened(rig)
        boss = rig.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
        carlo = Player(rig, "Carlo", roles=[boss])
        await bruno.press("Join")
        await rig.quiet()
        await bruno.press("Start")
        assert bruno.told[-1].startswith("Only Anna")
        assert (await rig.state()).phase == "lobby"
        await carlo.press("Start")
        assert (await rig.state()).phase == "deal"
        # Carlo has no seat: the cards are not for him.
        assert "Hand" not in "".join(carlo.told)
        await anna.press("My hand")
        assert "Hand" in anna.reads


async def test_a_computer_takes_the_free_seat() -> None:
    async with running() as rig:
        anna, _ = await opened(rig)
        await anna.press("+ Computer")
        await rig.quiet()
        assert "free" not in await sits(rig)
        await anna.press("Start")
        await rig.quiet()
        table = await rig.state()
        assert table.phase == "deal"
        await anna.look_private()
        assert "Hand (" in anna.reads


async def test_opening_again_shows_the_table_below() -> None:
    async with running() as rig:
        anna, bruno = await opened(rig)
        first = rig.channel.last_message
        await bruno.slash("pinnacola")
        await rig.quiet()
        assert rig.channel.last_message is not None
        assert first is not None
        assert len(rig.channel.history()) == 1
        assert rig.channel.last_message.id != first.id
        await anna.slash("help")
        assert anna.told[-1]
        assert len(rig.channel.history()) == 1


async def test_commands_are_offered_where_they_work_and_in_italian_too() -> None:
    async with running() as rig:
        anna, _ = await opened(rig)
        assert {"pinnacola", "hand", "rules", "help", "stop"} <= set(
            anna.member.available_commands(rig.channel)
        )
        alone = rig.env.create_user("zoe")
        assert {"hand", "rules", "leaderboard", "record", "help"} == set(alone.available_commands())
        [listed] = [call.json for call in rig.env.http_requests if call.method == "PUT"][:1]
        assert isinstance(listed, list)
        italian = {each["name"]: each["name_localizations"]["it"] for each in listed}
        assert italian["hand"] == "mano"
        assert all(each["description_localizations"]["it"] for each in listed)


async def test_the_own_hand_by_command_in_the_channel_and_in_private() -> None:
    async with running() as rig:
        anna, bruno = await opened(rig)
        await anna.slash("hand")
        assert "Hand" not in anna.told[-1]
        await bruno.press("Join")
        await rig.quiet()
        await anna.press("Start")
        await rig.quiet()
        shown = await bruno.slash("hand")
        assert shown.ephemeral
        assert "Hand" in bruno.reads
        shown_aside = bruno.reads
        [before] = bruno.inbox()
        await bruno.member.user.slash("hand")
        await bruno.look_private()
        # A new message in place of the old one, and nothing besides.
        assert len(bruno.inbox()) == 1
        assert bruno.hand.id != before.id
        assert bruno.reads == shown_aside
        # The table stays in the channel.
        assert "Hand" not in newest(rig)


async def test_help_says_where_hands_are_on_discord() -> None:
    async with running() as rig:
        [anna, _] = await opened(rig)
        for asked in (await anna.slash("help"), await anna.member.user.slash("help")):
            shown = asked.response if isinstance(asked, simcord.InteractionResult) else asked
            assert "under My hand below the table" in text(parts(shown))
