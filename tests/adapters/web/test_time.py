"""Turn clocks at the page: the countdown is in the messages, and the turn ends by itself."""

from __future__ import annotations

import re

from bot.turn_time import TurnTime
from tests.adapters.telegram.tapper import CARD, DISCARD, MY_TURN, STOCK
from tests.adapters.web.rig import serving
from tests.adapters.web.visitor import Message, Visitor, dealt, text, visiting
from tests.patience import until


def counts_down(message: Message) -> list[int]:
    """The moments to which a message counts down."""
    return [s["until"] for line in message["lines"] for s in line["spans"] if "until" in s]


def to_play(people: list[Visitor]) -> tuple[Visitor, Visitor]:
    """Who is to play, and the other of two."""
    first, second = people
    if MY_TURN.search(text(first.newest("private"))):
        return first, second
    return second, first


async def turn(player: Visitor) -> None:
    """One whole turn without a meld."""
    for label in (STOCK, CARD, DISCARD):
        await player.tap("private", label)


async def test_the_time_is_chosen_counts_down_and_ends_the_turn() -> None:
    async with (
        serving(speed=30, time=TurnTime(3)) as served,
        visiting(served, "Anna", "Bruno") as people,
    ):
        anna, bruno = people
        await dealt(anna, bruno)
        player, other = to_play(people)
        (ends,) = counts_down(player.newest("private"))
        assert counts_down(player.newest("group")) == counts_down(other.newest("group")) == [ends]
        await until(lambda: "Half the time is left." in text(player.newest("private")))
        await until(lambda: "Time is up" in text(player.newest("private")))
        await other.quiet()
        assert to_play(people) == (other, player)
        assert counts_down(player.newest("private")) == []
        assert counts_down(other.newest("private")) != [ends]
        # The badge of the room follows.
        await until(lambda: other.rooms and other.rooms[0]["turn"] and not player.rooms[0]["turn"])


async def test_a_pause_and_a_nudge() -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno") as people:
        await dealt(*people)
        player, other = to_play(people)
        await other.tap("private", "⋯ More")
        reply = await other.tap("private", "Nudge")
        assert re.fullmatch(f"{player.name} has been reminded.", reply["notice"])
        await until(lambda: f"{other.name} is waiting" in text(player.newest("private")))
        for person, label in ((other, "Pause"), (player, "Pause · 1/2")):
            if label not in person.labels("private"):
                await person.tap("private", "⋯ More")
            await person.tap("private", label)
            await other.quiet()
            await player.quiet()
        assert "Paused" in text(other.newest("group"))
        assert player.rooms[0]["text"] == "Paused"
        await other.tap("private", "Resume")
        await player.quiet()
        await turn(player)
        await other.quiet()
        assert to_play(people) == (other, player)
