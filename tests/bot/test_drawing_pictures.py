"""Posts with pictures: what is drawn, what is sent, and what where that does not work."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from bot import drawing, posts, sending
from bot import requests as rq
from bot.pictures.spec import Picture, TablePicture
from bot.ports import NoPicture, Pace
from bot.requests import Person
from bot.screen import Screen
from bot.state import AT_IT
from bot.studio import Studio
from engine.actions import DRAW
from tests.bot.driver import ANNA, BRUNO, GROUP
from tests.bot.processes import Process, World
from tests.bot.test_drawing import dealt
from tests.fakes.platform import FakePlatform, Shown
from tests.fakes.studio import Held


class Sent(FakePlatform):
    """Notes which pictures are sent; `refuses` are destinations that take none."""

    def __init__(self) -> None:
        super().__init__()
        self.pictures: list[Picture | None] = []
        self.refuses: set[str] = set()

    async def send(self, destination: str, screen: Screen, silent: bool) -> str:
        if screen.picture is not None and destination in self.refuses:
            raise NoPicture
        return await super().send(destination, screen, silent)

    async def edit(self, destination: str, post: str, screen: Screen, picture: str = "") -> None:
        await super().edit(destination, post, screen, picture)
        self.pictures.append(screen.picture)


async def mover(process: Process) -> tuple[Person, int]:
    """Who is to play, and on which seat."""
    table = await process.table()
    assert table.mover is not None
    return next(p for p in (ANNA, BRUNO) if p.id == table.seats[table.mover].person), table.mover


def hand_of(world: World, person: Person) -> Shown:
    """The newest post of a person."""
    return world.platform.at(person.id)[-1]


async def draws(process: Process, person: Person) -> None:
    """Somebody draws from the stock."""
    table = await process.table()
    await process.ask(person, rq.Move(table.stamp, (DRAW,)))


async def chooses(process: Process, person: Person, seat: int) -> None:
    """Somebody chooses the first card of the hand."""
    face = (await process.table()).view(seat).hand[0]
    await process.ask(person, rq.Choose(face, 0, True))


async def test_everybody_gets_a_picture_of_what_they_may_see() -> None:
    world = World()
    async with world.process() as one:
        await dealt(world, one)
        group, *hands = (world.platform.at(at)[-1] for at in (GROUP.id, ANNA.id, BRUNO.id))
        assert isinstance(group.screen.picture, TablePicture)
        assert group.screen.picture.hand is None
        for shown in hands:
            assert isinstance(shown.screen.picture, TablePicture)
            assert shown.screen.picture.hand is not None


async def test_a_choice_of_cards_changes_the_words_and_sends_no_picture() -> None:
    world = World(Sent())
    async with world.process() as one:
        await dealt(world, one)
        player, seat = await mover(one)
        await draws(one, player)
        await one.drawn()
        drawn = len(world.sketches.drawn)
        before = hand_of(world, player).screen
        await chooses(one, player, seat)
        await one.drawn()
        after = hand_of(world, player).screen
        assert after.rows != before.rows
        assert after.picture == before.picture
        assert len(world.sketches.drawn) == drawn


async def test_the_picture_shown_is_known_to_the_next_process() -> None:
    world = World()
    async with world.process() as one:
        await dealt(world, one)
        player, seat = await mover(one)
        await draws(one, player)
        await one.drawn()
    async with world.process() as two:
        drawn = len(world.sketches.drawn)
        await chooses(two, player, seat)
        # The platform looks that it is told which picture the post shows.
        await two.drawn()
        assert len(world.sketches.drawn) == drawn


async def test_a_text_takes_the_place_of_a_picture_and_the_other_way_round() -> None:
    world = World()
    async with world.process() as one:
        await dealt(world, one)
        for value in ("off", "on"):
            count = len(world.platform.at(ANNA.id))
            await one.ask(ANNA, rq.Prefer("pictures", value))
            await one.drawn()
            assert len(world.platform.at(ANNA.id)) == count == 1
            assert (hand_of(world, ANNA).screen.picture is None) == (value == "off")
            assert hand_of(world, ANNA).edits == 0
        assert ("delete", ANNA.id) in world.platform.calls


async def test_what_cannot_be_drawn_is_told_in_words(caplog: pytest.LogCaptureFixture) -> None:
    world = World()

    def fault(picture: Picture) -> None:
        if isinstance(picture, TablePicture) and picture.hand is not None:
            raise ValueError

    world.sketches.trouble = fault
    with caplog.at_level(logging.WARNING):
        async with world.process() as one:
            await dealt(world, one)
            player, seat = await mover(one)
            assert hand_of(world, player).screen.picture is None
            assert world.platform.at(GROUP.id)[-1].screen.picture is not None
            await draws(one, player)
            await one.drawn()
            await chooses(one, player, seat)
            await one.drawn()
            # It goes on in the same post.
            assert hand_of(world, player).edits >= 2
            assert len(world.platform.at(player.id)) == 1
    assert {r.getMessage().partition(":")[0] for r in caplog.records} == {"a picture was not drawn"}


async def test_who_takes_no_pictures_gets_the_words_and_the_others_their_pictures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sending, "MOMENT", 60.0)
    platform = Sent()
    platform.refuses = {GROUP.id}
    world = World(platform)
    async with world.process() as one:
        await dealt(world, one)
        table = world.platform.at(GROUP.id)[-1].screen
        assert table.picture is None
        assert "Tallone" in table.text
        assert hand_of(world, ANNA).screen.picture is not None
        player, _ = await mover(one)
        count = len(world.platform.at(GROUP.id))
        await draws(one, player)
        while (await mover(one))[0] is player:
            await one.play()
        await one.drawn()
        assert len(world.platform.at(GROUP.id)) == count
        # After a while it is tried again.
        platform.refuses = set()
        await world.clock.advance(60)
        await one.ask(ANNA, rq.Show())
        await one.drawn()
        assert world.platform.at(GROUP.id)[-1].screen.picture is not None


async def pause(world: World, one: Process, forbidden: bool = False) -> float:
    """Seconds after a refused picture until the group may be sent another."""
    picture, sender = hand_of(world, ANNA).screen.picture, one.host.publisher._sender
    assert picture is not None
    began = world.clock.now()
    sender.leave_out_pictures(GROUP.id, NoPicture(forbidden))
    while not sender.shows(GROUP.id, picture):
        world.clock.sleeps(sending.MOMENT)
    return world.clock.now() - began


async def test_after_a_fault_of_the_moment_pictures_come_back_soon_and_later_where_it_lasts() -> (
    None
):
    world = World()
    async with world.process() as one:
        await dealt(world, one)
        short, longer = sending.MOMENT, sending.MOMENT * sending.LONGER
        assert [await pause(world, one) for _ in range(2)] == [short, longer]
        for _ in range(4):
            await pause(world, one)
        assert await pause(world, one) == sending.WITHOUT
        # What happens now and then only is of the moment each time.
        for _ in range(2):
            world.clock.sleeps(sending.WITHOUT * sending.LONGER)
            assert await pause(world, one) == short


async def test_where_pictures_are_forbidden_none_is_tried_for_long() -> None:
    world = World()
    async with world.process() as one:
        await dealt(world, one)
        assert await pause(world, one, forbidden=True) == sending.WITHOUT


async def test_refusals_are_remembered_of_so_many_destinations_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sending, "REMEMBERED", 2)
    world = World()
    async with world.process() as one:
        await dealt(world, one)
        picture, sender = hand_of(world, ANNA).screen.picture, one.host.publisher._sender
        assert picture is not None
        for place in ("tg:1", "tg:2", "tg:3"):
            sender.leave_out_pictures(place, NoPicture())
        assert [sender.shows(f"tg:{n}", picture) for n in (1, 2, 3)] == [True, False, False]


async def test_an_answer_with_a_picture_that_is_refused_is_said_in_words() -> None:
    platform = Sent()
    platform.refuses = {GROUP.id}
    world = World(platform)
    async with world.process() as one:
        await dealt(world, one)
        picture = hand_of(world, ANNA).screen.picture
        screen = Screen(hand_of(world, ANNA).screen.lines, picture=picture)
        await one.host.publisher.say(GROUP.id, screen, 0)
        said = world.platform.at(GROUP.id)[-1].screen
        assert (said.lines, said.picture) == (screen.lines, None)


async def slowly(world: World, one: Process) -> Held:
    """From now on pictures are drawn only when that is asked for."""
    held = Held()
    one.host.publisher._sender.studio = Studio(world.sketches.draw, held, world.clock)
    return held


async def test_where_a_picture_takes_long_the_words_go_before_it() -> None:
    world = World(Sent())
    async with world.process() as one:
        await dealt(world, one)
        player, _ = await mover(one)
        held = await slowly(world, one)
        before = hand_of(world, player).screen
        await draws(one, player)
        await world.clock.advance(drawing.PATIENCE / 2)
        assert hand_of(world, player).screen == before
        await world.clock.advance(drawing.PATIENCE)
        words = hand_of(world, player).screen
        assert words.rows != before.rows
        assert words.picture == before.picture
        # No second time.
        await world.clock.advance(5)
        assert hand_of(world, player).edits == 1
        held.do()
        await one.drawn()
        assert hand_of(world, player).screen.picture != before.picture
        assert hand_of(world, player).edits == 2


async def test_a_new_post_does_not_wait_for_ever_for_its_picture() -> None:
    world = World(Sent())
    async with world.process() as one:
        await dealt(world, one)
        player, _ = await mover(one)
        other = BRUNO if player is ANNA else ANNA
        # Longer ago, so that the call is a new message.
        await world.clock.advance(AT_IT)
        before = hand_of(world, other).screen
        held = await slowly(world, one)
        while (await mover(one))[0] is player:
            await one.play()
        await world.clock.advance(drawing.NEW - 0.1)
        assert hand_of(world, other).screen == before
        await world.clock.advance(0.2)
        called = hand_of(world, other).screen
        assert called.picture is None
        # All that there is to know is in the words.
        table = await one.table()
        assert table.mover is not None
        words = replace(world.platform.means, pictures=False)
        assert called == posts.screen(table, posts.hand_key(table.mover), words)
        assert held.waiting == 1


async def test_a_picture_that_has_become_old_before_it_was_begun_is_never_drawn() -> None:
    world = World(FakePlatform(pace_each=(Pace(100, 1.0),)))
    async with world.process() as one:
        await dealt(world, one)
        player, _ = await mover(one)
        held = await slowly(world, one)
        other = BRUNO if player is ANNA else ANNA
        # The studio is busy with something else.
        await one.ask(other, rq.Prefer("sort", "rank"))
        await world.clock.advance(0.01)
        assert held.waiting == 1
        drawn = len(world.sketches.drawn)
        for habit, value in (("sort", "rank"), ("four", "on")):
            await one.ask(player, rq.Prefer(habit, value))
            await world.clock.advance(0.01)
        for _ in range(4):
            if held.waiting:
                held.do()
            await world.clock.advance(0.01)
        await one.drawn()
        assert len(world.sketches.drawn) == drawn + 2
        assert hand_of(world, player).screen.picture == world.sketches.drawn[-1]
