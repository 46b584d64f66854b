"""The posts of one chat: in which order, and when not at all."""

from __future__ import annotations

import asyncio

from bot import posts
from bot import requests as rq
from bot.ports import Pace, TooOld
from bot.seats import mark_of
from bot.texts import texts
from tests.bot.driver import ANNA, BRUNO, GROUP
from tests.bot.processes import Process, World
from tests.fakes.platform import FakePlatform

SLOW = Pace(1, 2.0)


async def dealt(world: World, process: Process) -> None:
    """A match of Anna and Bruno in its first deal; all of it is drawn, and calls are free again."""
    process.start()
    for person, what in ((ANNA, rq.Open()), (ANNA, rq.Resize(2)), (BRUNO, rq.Join())):
        # Whether Bruno is in the group is asked in the bot's pace too.
        asked = asyncio.create_task(process.ask(person, what))
        while not asked.done():
            await world.clock.advance(0.1)
    await process.ask(ANNA, rq.Start())
    await process.drawn()
    await world.clock.advance(3)
    world.platform.calls.clear()


async def test_the_screen_of_who_has_tapped_goes_before_the_group_and_the_other_hand() -> None:
    world = World(FakePlatform(pace=(SLOW,), pace_each=()))
    async with world.process() as one:
        await dealt(world, one)
        table = await one.table()
        assert table.deal is not None
        player = next(p for p in (ANNA, BRUNO) if table.seat_of(p.id) == table.mover)
        waiting = BRUNO if player is ANNA else ANNA
        await one.ask(player, rq.ShowMore("table", True))
        await one.ask(waiting, rq.ChooseAhead(True))
        await one.drawn()
        assert world.platform.calls[0] == ("edit", waiting.id)
        assert ("edit", GROUP.id) in world.platform.calls


async def test_what_stands_there_already_is_not_sent() -> None:
    world = World()
    async with world.process() as one:
        await dealt(world, one)
        table = await one.table()
        waiting = next(p for p in (ANNA, BRUNO) if table.seat_of(p.id) != table.mover)
        # Another page of what is not shown off-turn.
        await one.ask(waiting, rq.Page("ready", 1))
        await one.drawn()
        assert world.platform.calls == []


async def test_what_has_become_old_while_it_waited_is_never_sent() -> None:
    world = World(FakePlatform(pace=(SLOW,), pace_each=()))
    async with world.process() as one:
        one.start()
        await one.ask(ANNA, rq.Open())
        await one.ask(ANNA, rq.ShowMenu("length"))
        await one.drawn()
        world.platform.calls.clear()
        # The budget is used up: the table waits while two more menus are opened.
        await one.ask(ANNA, rq.ShowMenu("preset"))
        await world.clock.advance(0.5)
        await one.ask(ANNA, rq.ShowMenu("toggles"))
        await world.clock.advance(10)
        assert world.platform.calls == [("edit", GROUP.id)]
        (shown,) = world.platform.at(GROUP.id)
        assert shown.screen == posts.screen(await one.table(), posts.TABLE)


async def test_a_hand_that_others_have_taken_away_says_why() -> None:
    for what, said in (
        (rq.StopMatch(), "The match has been stopped."),
        (rq.Lost(GROUP.id, gone=True), "The chat has been deleted, and its table with it."),
        (None, "You have been removed from this table."),
    ):
        world = World()
        async with world.process() as one:
            await dealt(world, one)
            table = await one.table()
            kick = rq.Kick(mark_of(table, table.seat_of(BRUNO.id) or 0))
            [hand] = world.platform.at(BRUNO.id)
            await one.tap(ANNA, what or kick)
            await one.drawn()
            assert world.platform.at(BRUNO.id) == [hand]
            assert hand.screen.text == f"{GROUP.title}\n{texts(BRUNO.lang).gettext(said)}"
            assert not hand.screen.rows
            # Who still sits there has a hand; else theirs has become the same words.
            [own] = world.platform.at(ANNA.id)
            assert bool(own.screen.rows) == (what is None)


async def test_a_hand_given_up_goes_and_one_too_old_to_say_anything_too() -> None:
    world = World()
    async with world.process() as one:
        await dealt(world, one)
        await one.ask(BRUNO, rq.Leave())
        await one.drawn()
        assert world.platform.at(BRUNO.id) == []

        def trouble(method: str, destination: str) -> None:
            if (method, destination) == ("edit", ANNA.id):
                raise TooOld

        world.platform.trouble = trouble
        await one.tap(ANNA, rq.StopMatch())
        await one.drawn()
        assert world.platform.at(ANNA.id) == []


async def test_after_a_match_that_was_stopped_the_next_hand_is_a_new_message() -> None:
    world = World()
    async with world.process() as one:
        await dealt(world, one)
        await one.tap(ANNA, rq.StopMatch())
        await one.drawn()
        for person, what in ((ANNA, rq.Open()), (BRUNO, rq.Join()), (ANNA, rq.Start())):
            await one.ask(person, what)
        await one.drawn()
        stopped, hand = world.platform.at(BRUNO.id)
        assert not stopped.screen.rows
        assert hand.screen.rows
