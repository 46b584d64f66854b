"""A tap on a private post pays for the change that it asks for: nothing else has to allow it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot import posts
from bot import requests as rq
from bot.ports import Busy, NoAnswer, Pace
from bot.requests import Person
from bot.screen import Screen
from tests.bot.processes import Process, World
from tests.bot.test_new_turn import called, hand, turn, waiting
from tests.fakes.platform import FakePlatform

PACE = (Pace(2, 60.0),)


class FakeTaps:
    """The port: a test says what was tapped. `trouble` may refuse, or raise."""

    def __init__(self, platform: FakePlatform) -> None:
        self.platform = platform
        self.newest: dict[str, str] = {}
        self.made: list[str] = []
        self.trouble: Callable[[], bool] = lambda: False

    def tap(self, destination: str) -> None:
        """The newest post there is tapped."""
        there = [post for post, s in self.platform.posts.items() if s.destination == destination]
        self.newest[destination] = there[-1]

    def post(self, destination: str) -> str:
        return self.newest.get(destination, "")

    async def edit(self, destination: str, post: str, screen: Screen, picture: str) -> bool:
        assert self.newest.pop(destination) == post
        self.made.append(destination)
        if self.trouble():
            return False
        shown = self.platform.posts[post]
        shown.screen = replace(screen, picture=screen.picture or shown.screen.picture)
        return True


class Tapped(World):
    """A platform that allows few calls to each destination, and all that a tap allows."""

    def __init__(self) -> None:
        super().__init__(FakePlatform())
        self.taps = self.platform.taps = FakeTaps(self.platform)

    async def shut(self, process: Process, person: Person) -> None:
        """Nothing may be sent to a person for long."""
        self.platform.pace_each = PACE
        await process.host.publisher._sender.close(person.id, Busy(60.0, everywhere=False))
        self.platform.calls.clear()

    async def asks(self, process: Process, person: Person, on: bool) -> None:
        """The person taps their hand, and does not wait."""
        self.taps.tap(person.id)
        await process.tap(person, rq.ShowMore("hand", on))

    async def shows_newest(self, process: Process, person: Person) -> bool:
        """Does the hand show the newest state?"""
        table = await process.table()
        seat = table.seat_of(person.id)
        assert seat is not None
        return hand(self, person).screen == posts.screen(table, posts.hand_key(seat))


async def settle() -> None:
    """Whatever can go on without time does so."""
    for _ in range(200):
        await asyncio.sleep(0)


async def test_what_is_tapped_is_changed_at_once_however_often_and_whatever_is_allowed() -> None:
    world = Tapped()
    async with waiting(world) as (process, person):
        await world.shut(process, person)
        now = world.clock.now()
        for number in range(7):
            await world.asks(process, person, on=not number % 2)
            await settle()
            assert await world.shows_newest(process, person)
        assert world.clock.now() == now
        assert world.taps.made == [person.id] * 7
        assert world.platform.calls == []


async def test_what_waits_to_be_changed_is_changed_as_soon_as_it_is_tapped() -> None:
    world = Tapped()
    async with waiting(world) as (process, person):
        await world.shut(process, person)
        await process.tap(person, rq.ShowMore("hand", True))
        await settle()
        assert not await world.shows_newest(process, person)
        await world.asks(process, person, on=True)
        await process.tap(person, rq.ChooseAhead(True))
        await settle()
        assert await world.shows_newest(process, person)
        assert world.platform.calls == []


async def test_a_tap_that_does_not_serve_loses_nothing() -> None:
    world = Tapped()
    async with waiting(world) as (process, person):
        world.platform.calls.clear()
        world.taps.trouble = lambda: True
        await world.asks(process, person, on=True)
        await settle()
        assert await world.shows_newest(process, person)
        assert world.taps.made == [person.id]
        assert world.platform.calls == [("edit", person.id)]


async def test_where_nobody_knows_what_became_of_it_the_newest_state_is_shown_again() -> None:
    world = Tapped()
    async with waiting(world) as (process, person):
        world.platform.calls.clear()

        def unclear() -> bool:
            raise NoAnswer

        world.taps.trouble = unclear
        await world.asks(process, person, on=True)
        await settle()
        assert world.platform.calls == []
        await process.drawn()
        assert await world.shows_newest(process, person)
        assert world.platform.calls == [("edit", person.id)]


async def test_a_tap_on_a_post_that_another_has_taken_the_place_of_pays_for_nothing() -> None:
    world = Tapped()
    async with waiting(world) as (process, person):
        world.platform.calls.clear()
        world.taps.newest[person.id] = "an old one"
        await process.tap(person, rq.ShowMore("hand", True))
        await process.drawn()
        assert await world.shows_newest(process, person)
        assert world.taps.made == []
        assert world.platform.calls == [("edit", person.id)]


async def test_a_new_message_counts_also_where_the_old_one_was_tapped() -> None:
    world = Tapped()
    async with waiting(world) as (process, person):
        before = hand(world, person)
        # Something stands below the hand: the call to play must be a new message.
        await process.host.publisher.below(person.id)
        await world.shut(process, person)
        world.taps.tap(person.id)
        await turn(process)
        await settle()
        assert not called(world, person)
        assert world.taps.made == []
        await world.clock.advance(61)
        assert called(world, person)
        assert hand(world, person) is not before


@pytest.mark.parametrize("tapped", [False, True])
async def test_what_is_chosen_is_told_in_words_only_where_it_is_not_seen_at_once(
    tapped: bool,
) -> None:
    world = Tapped()
    async with waiting(world) as (process, person):
        await turn(process)
        await process.drawn()
        await world.shut(process, person)
        table = await process.table()
        card = table.view(table.seat_of(person.id)).hand[0]
        if tapped:
            world.taps.tap(person.id)
        reply = await process.tap(person, rq.Choose(card, 0, True))
        assert bool(reply.notice) is not tapped
