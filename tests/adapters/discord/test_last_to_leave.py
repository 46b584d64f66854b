"""On Discord: who leaves as the last one is asked once more, and votes are taken back."""

from __future__ import annotations

from tests.adapters.discord.player import Player, choices, parts
from tests.adapters.discord.rig import Rig, running
from tests.adapters.discord.scenes import dealt, opened

YES = "Yes, leave and end the match"


async def alone(rig: Rig) -> Player:
    """A deal of one person against a computer."""
    [anna, _] = await opened(rig)
    await anna.press("+ Computer")
    await rig.quiet()
    await anna.press("Start")
    await rig.quiet()
    return anna


async def offered(rig: Rig) -> list[str]:
    """What the table in the channel offers."""
    message = rig.channel.last_message
    assert message is not None
    return [choice.label for choice in choices(parts(message))]


async def test_it_is_asked_where_the_hand_is_held_and_in_the_channel() -> None:
    async with running() as rig:
        anna = await alone(rig)
        await anna.look_private()
        await anna.take(anna.option("⋯ More"))
        await anna.take(anna.option("Leave the seat"))
        assert "Nobody else is playing" in anna.told[-1]
        assert YES in [choice.label for choice in anna.offered()]
        assert YES not in await offered(rig)
        await anna.take(anna.option("‹ Back"))
        assert "Leave the seat" in [choice.label for choice in anna.offered()]
        await anna.slash("leave")
        await rig.quiet()
        assert (await rig.state()).phase == "deal"
        await anna.press(YES)
        await rig.quiet()
        assert (await rig.state()).phase == "idle"


async def test_under_a_hand_in_the_channel_it_is_asked_there() -> None:
    async with running() as rig:
        anna = await alone(rig)
        await anna.look()
        await anna.take(anna.option("⋯ More"))
        await anna.take(anna.option("Leave the seat"))
        assert YES in [choice.label for choice in anna.offered()]
        await anna.take(anna.option(YES))
        await rig.quiet()
        assert (await rig.state()).phase == "idle"


async def test_a_vote_is_taken_back_by_the_same_button() -> None:
    async with running() as rig:
        _, bruno = await dealt(rig)
        await bruno.slash("stop")
        await rig.quiet()
        await bruno.press("Yes, stop the match")
        await rig.quiet()
        await bruno.press("Stop the match · 1/2")
        assert "no longer ask to stop" in bruno.told[-1]
        await rig.quiet()
        await bruno.press("More")
        await rig.quiet()
        await bruno.press("Pause")
        await rig.quiet()
        await bruno.press("Pause · 1/2")
        assert "no longer ask for a pause" in bruno.told[-1]
        assert (await rig.state()).pause_votes == ()
