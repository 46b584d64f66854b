"""Turns that are played, or left open at some point, for tests of time."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from bot.outcome import fresh_hands
from bot.state import Table
from bot.turn_time import TurnTime
from engine.cards import cards
from engine.deal import Deal
from tests.adapters.telegram.scenes import Scene
from tests.adapters.telegram.tapper import CARD, DISCARD, MY_TURN, STOCK
from tests.fakes.telegram import Message, Person

ONE = TurnTime(1)
THREE = TurnTime(3)
TIME_UP = "Time is up: the computer played this turn."


def counts_down(message: Message) -> list[int]:
    """The moments to which a message counts down."""
    return [e["unix_time"] for e in message.body.entities if e["type"] == "date_time"]


async def passes(scene: Scene, person: Person) -> None:
    """Wait until it is not that person's turn any more."""
    await scene.rig.fake.until(lambda: not MY_TURN.search(person.last.text))
    await scene.rig.quiet()


async def turn(scene: Scene, person: Person) -> None:
    """One whole turn without a meld."""
    for label in (STOCK, CARD, DISCARD):
        await person.tap(person, label)
        await scene.rig.quiet()


# --- what a turn is left with ----------------------------------------------------------------


def holding(own: str, row: str = "Kd") -> Callable[[Table], Table]:
    """The deal with these cards for whoever is to play."""

    def change(table: Table) -> Table:
        assert table.deal is not None
        seat = table.deal.seat
        hands = [cards(own if i == seat else "2h2d4c8h9dJc") for i in range(len(table.seats))]
        deal = Deal.set_up(
            table.rules,
            hands=hands,
            row=cards(row),
            stock=cards("2s3s4s5s6s7s8s"),
            seat=seat,
            turn=9,
        )
        clock = table.clock
        assert clock is not None
        table = fresh_hands(replace(table, deal=deal, turns=(), done=()))
        return replace(table, clock=replace(clock, turn=table.turn_id))

    return change


async def before_the_draw(scene: Scene, player: Person) -> None:
    """Nothing is done yet."""


async def before_the_discard(scene: Scene, player: Person) -> None:
    await player.tap(player, STOCK)
    await scene.rig.quiet()


async def in_the_middle_of_a_choice(scene: Scene, player: Person) -> None:
    await before_the_discard(scene, player)
    for label in ("9♤", "9♥️"):
        await player.tap(player, label)
    await scene.rig.quiet()


async def with_a_trial_meld(scene: Scene, player: Person) -> None:
    await before_the_discard(scene, player)
    await player.tap(player, re.compile("^Lay 9"))
    await scene.rig.quiet()
    # What is tried is the player's own matter.
    assert "9♤" not in scene.spot.last.text


async def with_an_open_duty(scene: Scene, player: Person) -> None:
    await player.tap(player, re.compile(r"^9♢ \+1"))
    await scene.rig.quiet()
    assert "must go on the table" in player.last.text


async def with_a_duty_and_a_trial_meld(scene: Scene, player: Person) -> None:
    await with_an_open_duty(scene, player)
    for label in ("9♤", "9♥️", "9♧"):
        await player.tap(player, label)
    await scene.rig.quiet()
    await player.tap(player, re.compile("^Lay 9♤♡♧"))
    await scene.rig.quiet()
