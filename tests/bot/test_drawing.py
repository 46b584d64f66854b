"""The posts of one chat: in which order, and when not at all."""

from __future__ import annotations

import asyncio

from bot import posts
from bot import requests as rq
from bot.ports import Pace
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
