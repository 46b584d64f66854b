"""A turn begins: the hand comes as a new message, or is edited where nothing would be gained."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from bot import requests as rq
from bot.budgets import OWN
from bot.requests import Person, Place, Request
from bot.screen import Screen, line
from tests.bot.driver import ANNA, BRUNO
from tests.bot.processes import Process, World
from tests.bot.test_publisher import dealt
from tests.fakes.platform import Shown

OTHER = Place("tg:-100777", "Sunday cards")


async def turn(process: Process) -> Person:
    """Who is to play does so, quickly; who it was."""
    table = await process.table()
    assert table.deal is not None
    person = ANNA if table.seats[table.deal.seat].person == ANNA.id else BRUNO
    while (await process.table()).turn_id == table.turn_id:
        await process.play()
        await process.clock.advance(1)
    return person


def hand(world: World, person: Person) -> Shown:
    """The only private post of a person that has buttons."""
    (shown,) = [shown for shown in world.platform.at(person.id) if shown.screen.rows]
    return shown


def called(world: World, person: Person) -> bool:
    """Does the person read that it is their turn?"""
    return "Tocca a te" in hand(world, person).screen.text


@asynccontextmanager
async def waiting(world: World) -> AsyncIterator[tuple[Process, Person]]:
    """Who has just played and waits for the other's turn to end."""
    async with world.process() as process:
        process.start()
        await dealt(process)
        await turn(process)
        person = await turn(process)
        await process.drawn()
        assert not called(world, person)
        yield process, person


async def test_who_has_just_tapped_sees_the_turn_in_the_same_message() -> None:
    world = World()
    async with waiting(world) as (process, person):
        before = hand(world, person)
        world.platform.calls.clear()
        await turn(process)
        await process.drawn()
        assert called(world, person)
        assert hand(world, person) is before
        assert [call for call in world.platform.calls if call[1] == person.id] == [
            ("edit", person.id)
        ]
        # So it is turn by turn.
        await turn(process)
        await turn(process)
        await process.drawn()
        assert called(world, person)
        assert hand(world, person) is before


async def test_who_has_looked_away_is_called_by_a_message_that_sounds() -> None:
    world = World()
    async with waiting(world) as (process, person):
        before = hand(world, person)
        await process.clock.advance(16)
        await turn(process)
        await process.drawn()
        assert called(world, person)
        assert hand(world, person) is not before
        assert not hand(world, person).silent


async def answer(process: Process, person: Person) -> None:
    """Something is said to the person in private."""
    await process.host.publisher.say(person.id, Screen((line("The rules."),)), OWN)


async def message(process: Process, person: Person) -> None:
    """The person writes to the bot."""
    private = Place(person.id, private=True)
    await process.host.command(person, private, "classifica", reachable=True)


async def other_hand(process: Process, _: Person) -> None:
    """Both sit down at another table, where cards are dealt."""
    for person, what in ((ANNA, rq.Open()), (ANNA, rq.Resize(2)), (BRUNO, rq.Join())):
        await process.ask(person, what, OTHER)
    await process.ask(ANNA, rq.Start(), OTHER)


@pytest.mark.parametrize("something", [answer, message, other_hand])
async def test_below_something_else_the_turn_is_a_new_message(
    something: Callable[[Process, Person], Awaitable[None]],
) -> None:
    world = World()
    async with waiting(world) as (process, person):
        before = hand(world, person)
        await something(process, person)
        await process.drawn()
        await turn(process)
        await process.drawn()
        newest = world.platform.at(person.id)[-1]
        assert "Tocca a te" in newest.screen.text
        assert newest is not before
        assert newest.silent
        assert before not in world.platform.at(person.id)


async def test_what_another_process_has_said_counts_as_well() -> None:
    world = World()
    async with waiting(world) as (process, person), world.process() as two:
        before = hand(world, person)
        await answer(two, person)
        await turn(process)
        await process.drawn()
        assert hand(world, person) is not before


async def test_another_process_goes_on_in_the_same_message() -> None:
    world = World()
    async with waiting(world) as (process, person), world.process() as two:
        before = hand(world, person)
        await process.die()
        await turn(two)
        await two.drawn()
        assert called(world, person)
        assert hand(world, person) is before


async def test_a_hand_that_was_edited_comes_anew_and_sounds_at_half_time() -> None:
    world = World()
    async with waiting(world) as (process, person):
        before = hand(world, person)
        await turn(process)
        await process.drawn()
        assert hand(world, person) is before
        await process.clock.advance(95)
        await process.drawn()
        assert "Resta metà del tempo" in hand(world, person).screen.text
        assert hand(world, person) is not before
        assert not hand(world, person).silent


async def test_who_asks_for_the_hand_gets_it_at_the_bottom_though_it_is_their_turn() -> None:
    world = World()
    async with waiting(world) as (process, person):
        await turn(process)
        await process.drawn()
        before = hand(world, person)
        await process.host.handle(Request(person, Place(person.id, private=True), rq.ShowHand()))
        await process.drawn()
        assert hand(world, person) is not before
