"""Turn clocks in the host: restarts, outages, several processes. Time is moved by hand."""

from __future__ import annotations

from bot import requests as rq
from bot.requests import Person, Place
from bot.screen import Means
from bot.state import Table
from tests.bot.driver import ANNA, BRUNO, GROUP
from tests.bot.processes import Process, World
from tests.fakes.platform import FakePlatform, Shown

THREE = 180.0


async def dealt(one: Process) -> Table:
    """Anna and Bruno in their first deal."""
    for person, what in ((ANNA, rq.Open()), (ANNA, rq.Resize(2)), (BRUNO, rq.Join())):
        await one.ask(person, what)
    await one.ask(ANNA, rq.Start())
    await one.drawn()
    return await one.table()


def ends(table: Table) -> float:
    assert table.clock is not None
    assert table.clock.ends is not None
    return table.clock.ends


def player(table: Table) -> Person:
    assert table.deal is not None
    return ANNA if table.seats[table.deal.seat].person == ANNA.id else BRUNO


def counted_down(world: World, destination: str) -> list[int]:
    """The moments to which the newest post there counts down."""
    screen = world.platform.at(destination)[-1].screen
    return [span.until for line in screen.lines for span in line.spans if span.until is not None]


async def test_a_turn_ends_at_its_time_and_the_next_player_is_called() -> None:
    world = World()
    async with world.process() as one:
        one.start()
        table = await dealt(one)
        late = player(table)
        assert counted_down(world, late.id) == counted_down(world, GROUP.id) == [int(ends(table))]
        await world.clock.advance(THREE - 3)
        await one.drawn()
        assert (await one.table()).turn_id == table.turn_id
        assert "Resta metà del tempo" in world.platform.at(late.id)[-1].screen.text
        await world.clock.advance(5)
        await one.drawn()
        after = await one.table()
        assert player(after) is not late
        assert after.turns[-1].late
        shown = world.platform.at(late.id)[-1].screen
        assert "Tempo scaduto" in shown.text
        assert counted_down(world, late.id) == []
        assert counted_down(world, player(after).id) == [int(ends(after))]


async def test_half_time_is_a_new_message_that_sounds() -> None:
    world = World()
    async with world.process() as one:
        one.start()
        late = player(await dealt(one))
        before = world.platform.at(late.id)
        await world.clock.advance(92)
        await one.drawn()
        (shown,) = world.platform.at(late.id)
        assert shown is not before[-1]
        assert not shown.silent


async def test_c17_a_restart_keeps_the_deadline() -> None:
    world = World()
    async with world.process() as one:
        one.start()
        table = await dealt(one)
        await world.clock.advance(60)
    async with world.process() as two:
        two.start()
        await world.clock.advance(THREE - 60 - 2)
        assert (await two.table()).turn_id == table.turn_id
        await world.clock.advance(4)
        assert (await two.table()).turn_id != table.turn_id


async def test_an_outage_costs_nobody_time_and_the_posts_say_so_at_once() -> None:
    world = World()
    async with world.process() as one:
        one.start()
        table = await dealt(one)
        await world.clock.advance(60)
        await one.drawn()
    await world.clock.advance(3600)
    async with world.process() as two:
        two.start()
        await world.clock.advance(2)
        await two.drawn()
        after = await two.table()
        assert after.turn_id == table.turn_id
        # At most the seconds between two signs of life are given on top.
        assert 3598 <= ends(after) - ends(table) <= 3604
        assert counted_down(world, player(table).id) == [int(ends(after))]
        assert counted_down(world, GROUP.id) == [int(ends(after))]
        await world.clock.advance(THREE - 60 - 4)
        assert (await two.table()).turn_id == table.turn_id
        await world.clock.advance(8)
        assert (await two.table()).turn_id != table.turn_id


async def test_two_outages_are_both_made_good() -> None:
    world = World()
    async with world.process() as one:
        one.start()
        after = table = await dealt(one)
    for _ in range(2):
        await world.clock.advance(1000)
        async with world.process() as again:
            again.start()
            await world.clock.advance(10)
            after = await again.table()
    assert after.turn_id == table.turn_id
    assert 1995 <= ends(after) - ends(table) <= 2010


async def test_while_one_of_two_processes_lives_nothing_is_put_off() -> None:
    world = World()
    async with world.process() as two:
        two.start()
        async with world.process() as one:
            one.start()
            table = await dealt(one)
        await world.clock.advance(100)
        async with world.process() as three:
            three.start()
            await world.clock.advance(20)
            assert ends(await three.table()) == ends(table)
            await world.clock.advance(70)
            assert (await three.stored()).turn_id == table.turn_id + 1


async def test_c22_two_processes_end_a_turn_once() -> None:
    world = World()
    async with world.process() as one, world.process() as two:
        one.start()
        two.start()
        table = await dealt(one)
        await world.clock.advance(THREE + 10)
        after = await two.table()
        assert after.turn_id == table.turn_id + 1
        assert ends(after) >= ends(table) + THREE
        late = after.seats[after.seat_of(player(table).id) or 0]
        assert late.missed == 1


async def test_a_machine_that_slept_punishes_nobody() -> None:
    world = World()
    async with world.process() as one:
        one.start()
        table = await dealt(one)
        # Everything stands still, and goes on hours later as if nothing had been.
        world.clock.sleeps(7200)
        await world.clock.advance(2)
        after = await one.table()
        assert after.turn_id == table.turn_id
        assert 7200 <= ends(after) - ends(table) <= 7206


async def test_the_first_tap_after_such_a_sleep_is_served_by_the_right_time() -> None:
    world = World()
    async with world.process() as one:
        one.start()
        table = await dealt(one)
        world.clock.sleeps(7200)
        # Before the process itself has noticed.
        first = player(table)
        while player(await one.table()) is first:
            await one.play()
        after = await one.table()
        assert after.turn_id == table.turn_id + 1
        assert ends(after) == world.clock.now() + THREE


async def test_a_store_that_was_down_costs_nobody_time() -> None:
    world = World()
    async with world.process() as one:
        one.start()
        table = await dealt(one)
        world.server.connected = False
        await world.clock.advance(100)
        world.server.connected = True
        await world.clock.advance(3)
        after = await one.table()
        assert after.turn_id == table.turn_id
        assert ends(after) - ends(table) >= 95


async def test_where_the_player_is_called_in_the_place_a_nudge_and_half_time_call_again() -> None:
    world = World(FakePlatform("dc", means=Means(asides=True)))
    room, people = Place("dc:9"), (Person("dc:1", "Anna", "en"), Person("dc:2", "Bruno", "en"))
    async with world.process() as one:
        one.start()
        for person, what in (
            (people[0], rq.Open()),
            (people[0], rq.Resize(2)),
            (people[1], rq.Join()),
            (people[0], rq.ShowHands(False)),
            (people[0], rq.Start()),
        ):
            await one.ask(person, what, room)
        await one.drawn()

        def call() -> Shown:
            return next(s for s in world.platform.at(room.id) if "Your turn" in s.screen.text)

        first = call()
        await world.clock.advance(30)
        code = await one.host._store.known_code(room.id)
        assert code is not None
        table, _ = await one.host._newest(code)
        assert table.deal is not None
        rest = people[1 - table.deal.seat]
        await one.ask(rest, rq.Nudge(table.turn_id), room)
        await one.drawn()
        second = call()
        assert second is not first
        await world.clock.advance(65)
        await one.drawn()
        third = call()
        assert third is not second
        assert len([s for s in world.platform.at(room.id) if "Your turn" in s.screen.text]) == 1
