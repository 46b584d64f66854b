"""Where a table can stand on Discord, what the bot asks for, and what befalls its messages."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType

from tests.adapters.discord.player import Player, choices, parts, text
from tests.adapters.discord.rig import Rig, running
from tests.adapters.discord.scenes import dealt, opened, play, to_play
from tests.adapters.discord.wire import near

TABLE = "More"
"""A button that the table alone has."""


def thread(rig: Rig, parent: ChannelHandle, name: str) -> ChannelHandle:
    """A thread that somebody has begun in a channel, or a post in a forum."""
    owner = rig.guild.owner.id
    made = rig.env.backend.create_thread(parent.id, name, owner, type=ChannelType.PUBLIC_THREAD)
    return ChannelHandle(rig.env, rig.guild, made)


def places(rig: Rig) -> dict[str, ChannelHandle]:
    """A channel of each kind in which people write."""
    guild = rig.guild
    return {
        "text": guild.create_text_channel("tavoli"),
        "thread": thread(rig, rig.channel, "giovedi"),
        "forum": thread(rig, guild.create_forum_channel("giochi"), "pinnacola"),
        "voice": guild.create_voice_channel("voci"),
        "stage": guild.create_stage_channel("palco"),
        "news": guild.create_news_channel("annunci"),
    }


@pytest.mark.parametrize("kind", ["text", "thread", "forum", "voice", "stage", "news"])
async def test_c12_a_table_stands_wherever_people_write(kind: str) -> None:
    async with running() as rig:
        elsewhere = rig.channel
        rig.channel = places(rig)[kind]
        people = await dealt(rig)
        assert await play(rig, people, 2) == 2
        assert (await rig.state()).place == f"dc:{rig.channel.id}"
        assert (await rig.state()).title == f"#{rig.channel.name} · Amici del bar"
        # Nothing of it stands anywhere else.
        assert [m for m in elsewhere.history() if m.author.bot] == []
        assert rig.env.errors == []


async def test_c23_a_channel_and_its_thread_have_two_tables_and_each_hand_says_which() -> None:
    async with running() as rig:
        first = rig.channel
        people = await dealt(rig)
        rig.channel = thread(rig, first, "giovedi")
        anna, bruno = people
        await anna.slash("pinnacola")
        await rig.quiet()
        for label in ("2 players",):
            await anna.press(label)
            await rig.quiet()
        await bruno.press("Join")
        await rig.quiet()
        await anna.press("Start")
        await rig.quiet()
        shown = [text(parts(message)) for message in anna.inbox()]
        assert sorted("giovedi" in each for each in shown) == [False, True]
        # The hand asked for under a table is that table's.
        await anna.look()
        assert "giovedi" in anna.reads
        rig.channel = first
        await anna.look()
        assert "carte" in anna.reads


async def test_c23_channels_of_one_name_in_two_servers_are_told_apart_in_private() -> None:
    async with near() as wire:
        people = await wire.dealt()
        club = wire.fake.guild("Circolo")
        channel = wire.fake.channel(club, wire.channel.name)
        club.members += [each.user for each in people]
        anna, bruno = (wire.fake.looking(each.user, channel) for each in people)
        await anna.slash("pinnacola")
        await wire.shows(channel, "2 players")
        await anna.click("2 players")
        await bruno.click("Join", await wire.shows(channel, "Join"))
        await wire.until(lambda now: len(now.people) == 2, channel)
        await anna.click("Start", await wire.shows(channel, "Start"))
        await wire.shows(channel, TABLE)
        await wire.quiet()
        heads = [message.text.split("\n")[0] for message in anna.directs]
        assert [head.split(" · ")[1:] for head in heads] == [
            [r"\#carte", "Amici del bar"],
            [r"\#carte", "Circolo"],
        ]


async def test_c35_a_channel_that_was_renamed_is_called_so_from_the_next_tap_on() -> None:
    async with near() as wire:
        people = await wire.dealt()
        await wire.fake.rename(wire.channel, "serata")
        shown = await wire.hand(people[0])
        assert r"\#serata · Amici del bar" in shown.text


async def test_what_the_bot_asks_for_is_what_it_needs() -> None:
    async with running() as rig:
        await opened(rig)
        intents = rig.env.bot.intents
        privileged = ("message_content", "members", "presences")
        assert not any(getattr(intents, name) for name in privileged)
        [listed] = [call.json for call in rig.env.http_requests if call.method == "PUT"]
        assert isinstance(listed, list)
        for command in listed:
            # In servers and with the bot alone, never between two people; for servers to install.
            assert set(command["contexts"]) <= {0, 1}
            assert command["integration_types"] == [0]
        assert {c["name"] for c in listed if c["contexts"] == [0]} == {
            "pinnacola",
            "table",
            "leave",
            "stop",
            "kick",
        }


def deletions(rig: Rig) -> int:
    """How many messages the bot has taken away."""
    return sum(call.method == "DELETE" for call in rig.env.http_requests)


def assert_no_token_has_expired(rig: Rig, since: int) -> None:
    """No call after so many was made with the token of an interaction from too long ago."""
    tokens = [
        call.path.split("/")[3]
        for call in rig.env.http_requests[since:]
        if call.path.startswith("/webhooks/")
    ]
    known = rig.env.backend.interaction_tokens
    asked = [rig.env.backend.interactions[known[token]] for token in tokens]
    assert asked
    assert all(
        one.expires_at is None or one.expires_at > rig.env.backend.now_iso() for one in asked
    )


async def test_c30_after_a_quarter_of_an_hour_the_table_gives_a_fresh_hand() -> None:
    async with running() as rig:
        people = await dealt(rig)
        player = await to_play(people)
        await player.look()
        old = player.hand
        await rig.env.advance_time(16 * 60)
        before = len(rig.env.http_requests)
        # Its button still works: a tap is an interaction of its own.
        await player.take(player.option("Stock"))
        assert "drew" in player.reads
        removed = deletions(rig)
        await player.look()
        assert player.hand.id != old.id
        # The hand before was shown by that tap, so it can be taken away.
        assert deletions(rig) == removed + 1
        await player.play_action()
        await rig.quiet()
        assert_no_token_has_expired(rig, before)
        assert rig.env.errors == []


async def test_c30_a_hand_whose_token_has_expired_is_left_where_it_is() -> None:
    async with running() as rig:
        people = await dealt(rig)
        player = await to_play(people)
        await player.look()
        await rig.env.advance_time(16 * 60)
        before, removed = len(rig.env.http_requests), deletions(rig)
        await player.look()
        assert "Hand" in player.reads
        assert deletions(rig) == removed
        assert_no_token_has_expired(rig, before)
        assert rig.env.errors == []


async def test_c33_a_message_that_somebody_deleted_is_posted_anew() -> None:
    async with running() as rig:
        people = await dealt(rig)
        post: Any = rig.channel.last_message
        player = await to_play(people)
        [own] = player.inbox()
        rig.env.backend.delete_message(rig.channel.id, post.id)
        rig.env.backend.delete_message(player.member.user.dm_channel.id, own.id)
        turn = (await rig.state()).turn_id
        await player.slash("hand")
        while (await rig.state()).turn_id == turn:
            await player.play_action()
        await rig.quiet()
        anew: Any = rig.channel.last_message
        assert anew.id != post.id
        assert "My hand" in [choice.label for choice in choices(parts(anew))]
        assert len(rig.channel.history()) == 1
        assert len(player.inbox()) == 1
        assert rig.env.errors == []


async def test_c26_old_buttons_answer_in_private_and_post_nothing() -> None:
    async with running() as rig:
        people = await dealt(rig)
        eva = Player(rig, "Eva")
        before = [message.id for message in rig.channel.history()]
        for label in ("My hand", "Rules", "More"):
            await eva.press(label)
        await rig.quiet()
        assert [message.id for message in rig.channel.history()] == before
        assert len(eva.told) == 3
        assert len(people) == 2


async def test_c28_c36_the_hand_is_seen_when_others_play_and_says_where() -> None:
    async with running() as rig:
        people = await dealt(rig)
        player = await to_play(people)
        other = people[0] if people[1] is player else people[1]
        await other.look()
        assert "Hand (13)" in other.reads
        assert "carte" in other.reads
        assert "to play" in other.reads
