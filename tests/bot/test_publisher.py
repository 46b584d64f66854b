"""Posts: by which process, when anew, what becomes of the old ones."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot import posts
from bot import requests as rq
from bot.budgets import REST
from bot.ports import Busy, NoAnswer, Pace, PostGone, TooOld, Unreachable
from bot.posts import BURIED, Known, Wanted
from bot.screen import Screen, bold, line
from tests.bot.driver import ANNA, BRUNO, GROUP
from tests.bot.processes import Process, World
from tests.fakes.platform import FakePlatform, Shown


async def lobby(process: Process) -> None:
    """Anna opens a table for two and Bruno sits down."""
    for person, what in ((ANNA, rq.Open()), (ANNA, rq.Resize(2)), (BRUNO, rq.Join())):
        await process.ask(person, what)
    await process.drawn()


async def dealt(process: Process) -> None:
    """A match of Anna and Bruno in its first deal."""
    await lobby(process)
    await process.ask(ANNA, rq.Start())
    await process.drawn()


async def shows_newest(world: World, process: Process) -> bool:
    """Is there one post each, and do those that follow every move show what is stored?"""
    table = await process.stored()
    assert table.deal is not None
    newest = posts.TABLE, posts.hand_key(table.deal.seat)
    for key, want in posts.wanted(table, world.clock.now()).items():
        shown = [shown.screen for shown in world.platform.at(want.destination)]
        if key != posts.TURN and len(shown) != 1:
            return False
        if key in newest and shown != [posts.screen(table, key)]:
            return False
    return True


# --- several processes ----------------------------------------------------------------------


async def test_who_draws_a_chat_soon_sees_what_another_process_commits() -> None:
    """The group has to wait a minute; the hands are drawn meanwhile, whoever decided."""
    world = World()
    async with world.process() as one, world.process() as two:
        await dealt(one)

        def trouble(method: str, destination: str) -> None:
            if destination == GROUP.id:
                raise Busy(60)

        world.platform.trouble = trouble
        await one.ask(ANNA, rq.ShowMore("table", True))
        await world.clock.advance(1)
        table = await two.table()
        assert table.deal is not None
        player = next(p for p in (ANNA, BRUNO) if p.id == table.seats[table.deal.seat].person)
        before = world.platform.at(player.id)[-1].screen
        await two.play()
        await world.clock.advance(0.5)
        after = world.platform.at(player.id)[-1].screen
        assert after != before
        assert after == posts.screen(await two.table(), posts.hand_key(table.deal.seat))


@pytest.mark.parametrize("seed", range(8))
async def test_whichever_process_decides_the_posts_follow_without_a_sweep(seed: int) -> None:
    world, chance = World(), random.Random(seed)

    async def lag() -> None:
        await world.clock.sleep(chance.choice((0.0, 0.03, 0.3)))

    async with world.process() as one, world.process() as two:
        await dealt(one)
        world.platform.lag = lag
        for _ in range(25):
            process = chance.choice((one, two))
            if chance.random() < 0.4:
                what = rq.ChooseAhead(chance.random() < 0.5)
                await process.ask(chance.choice((ANNA, BRUNO)), what)
            else:
                await process.play()
            await world.clock.advance(chance.choice((0.0, 0.02, 0.31, 0.9)))
        deal = (await one.stored()).deal
        while deal is not None and deal.phase != "draw":
            # The table shows a turn when it is over.
            await one.play()
            await two.play()
            deal = (await one.stored()).deal
        await world.clock.advance(2)
        assert await shows_newest(world, one)
        assert not one.host.publisher.busy
        assert not two.host.publisher.busy


async def test_what_is_committed_while_another_process_stops_drawing_is_drawn_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World()
    async with world.process() as one, world.process() as two:
        await lobby(one)
        release = one.host._store.release

        async def late(name: str, owner: str) -> None:
            await world.clock.sleep(0.1)
            await release(name, owner)

        monkeypatch.setattr(one.host._store, "release", late)
        await one.ask(ANNA, rq.ShowMenu("length"))
        await world.clock.advance(0.05)
        await two.ask(ANNA, rq.ShowMenu(""))
        await world.clock.advance(0.5)
        (shown,) = world.platform.at(GROUP.id)
        assert shown.screen == posts.screen(await two.table(), posts.TABLE)


async def test_one_group_is_paced_by_all_processes_together() -> None:
    world = World(FakePlatform(pace_each=(Pace(3, 60.0),)))
    times: list[float] = []
    saying: list[asyncio.Task[None]] = []

    def note(method: str, destination: str) -> None:
        if destination == GROUP.id:
            times.append(world.clock.now())

    world.platform.trouble = note
    async with world.process() as one, world.process() as two:
        await one.ask(ANNA, rq.Open())
        for number in range(200):
            process = (one, two)[number % 2]
            await process.ask(ANNA, rq.Resize(2 if number % 3 else 4))
            answer = Screen((line(f"answer {number}"),))
            saying.append(asyncio.create_task(process.host.publisher.say(GROUP.id, answer, REST)))
            await world.clock.advance(1)
        for task in saying:
            task.cancel()
    assert len(times) > 6
    assert all(late - early >= 60 for early, late in zip(times, times[3:], strict=False))


# --- the table's post: edited, or anew at the bottom -----------------------------------------


async def test_the_table_is_edited_in_place_and_posted_anew_after_quiet_minutes() -> None:
    world = World()
    async with world.process() as one:
        await dealt(one)
        first = world.platform.at(GROUP.id)
        for number in range(3):
            await world.clock.advance(BURIED - 60)
            await one.ask(ANNA, rq.ShowMore("table", number % 2 == 0))
            await one.drawn()
        assert world.platform.at(GROUP.id) == first
        assert first[0].edits == 3
        await world.clock.advance(BURIED)
        await one.drawn()
        assert world.platform.at(GROUP.id) == first, "silence alone is no reason"
        await one.ask(ANNA, rq.ShowMore("table", False))
        await one.drawn()
        (anew,) = world.platform.at(GROUP.id)
        assert anew is not first[0]
        assert anew.silent


@pytest.mark.parametrize("gone", [PostGone, TooOld])
async def test_a_post_that_cannot_be_edited_is_posted_anew(gone: type[PostGone]) -> None:
    """One that is only too old still stands there, so it is taken away."""
    world = World(FakePlatform(pace_each=(Pace(2, 60.0),)))
    async with world.process() as one:
        await one.ask(ANNA, rq.Open())
        await one.drawn()

        def trouble(method: str, destination: str) -> None:
            if method == "edit":
                raise gone

        world.platform.trouble = trouble
        old = world.platform.at(GROUP.id)[0]
        await one.ask(ANNA, rq.Resize(2))
        await world.clock.advance(58)
        assert world.platform.calls == [("send", GROUP.id)], "the new one waits for its budget"
        await world.clock.advance(60)
        await one.drawn()
        newest = posts.screen(await one.table(), posts.TABLE)
        assert [shown.screen for shown in world.platform.at(GROUP.id) if shown is not old] == [
            newest
        ]
        assert (("delete", GROUP.id) in world.platform.calls) is (gone is TooOld)


async def test_a_place_that_is_gone_is_left_alone() -> None:
    world = World()
    async with world.process() as one:
        await one.ask(ANNA, rq.Open())
        await one.drawn()

        def trouble(method: str, destination: str) -> None:
            tried.append(method)
            raise PostGone if method == "edit" else Unreachable

        tried: list[str] = []
        world.platform.trouble = trouble
        await one.ask(ANNA, rq.Resize(2))
        await world.clock.advance(60)
        assert not one.host.publisher.busy
        assert tried == ["edit", "send"]


async def test_what_is_too_old_to_be_deleted_loses_its_buttons() -> None:
    world = World()
    async with world.process() as one:
        await dealt(one)

        def trouble(method: str, destination: str) -> None:
            if method == "delete":
                raise TooOld

        world.platform.trouble = trouble
        await one.ask(ANNA, rq.ShowHand())
        await one.drawn()
        old, new = world.platform.at(ANNA.id)
        assert not old.screen.rows
        assert new.screen.rows


async def test_an_old_post_is_taken_away_after_a_crash_and_while_the_platform_is_away() -> None:
    world = World()
    away = True

    def trouble(method: str, destination: str) -> None:
        if method == "delete" and away:
            raise NoAnswer

    async with world.process() as one:
        await dealt(one)
        world.platform.trouble = trouble
        await one.ask(ANNA, rq.ShowHand())
        await world.clock.advance(1)
        assert len(world.platform.at(ANNA.id)) == 2
    async with world.process() as two:
        two.start()
        await world.clock.advance(10)
        away = False
        await world.clock.advance(10)
        assert len(world.platform.at(ANNA.id)) == 1


async def test_what_waits_to_be_taken_away_holds_up_no_new_state() -> None:
    """A result loses its buttons when its budget allows; the next deal is shown before."""
    world = World(FakePlatform(pace_each=(Pace(1, 30.0),)))
    async with world.process() as one:
        await one.ask(ANNA, rq.Open())
        await one.drawn()
        await one.ask(ANNA, rq.Show())
        for number in range(4):
            await one.ask(ANNA, rq.Resize(2 if number % 2 else 4))
            await world.clock.advance(31)
        newest = posts.screen(await one.table(), posts.TABLE)
        assert world.platform.at(GROUP.id)[-1].screen == newest


async def test_a_screen_of_several_messages_is_counted_message_by_message() -> None:
    world = World(FakePlatform(pace_each=(Pace(2, 60.0),)))
    world.platform.lines = 2
    async with world.process() as one:
        await one.ask(ANNA, rq.Open())
        await world.clock.advance(59)
        assert len(world.platform.calls) == 2
        await world.clock.advance(600)
        await one.drawn()
        parts: list[Shown] = world.platform.at(GROUP.id)
        assert len(parts) > 2
        assert [bool(part.screen.rows) for part in parts] == [False] * (len(parts) - 1) + [True]


def test_what_is_known_of_a_post_is_read_again_also_as_older_versions_wrote_it() -> None:
    known = Known("tg:1", "77", 3, "mark", "digest", "strip", 12.5)
    assert Known.from_json(known.to_json()) == known
    old = Known.from_json('["tg:1", "77", 3, "mark", "digest", "strip"]')
    assert (old.post, old.drawn, old.last) == ("77", 0.0, None)
    lines = (line(bold("Deal 1"), " · over", quote=True), line("in a minute", passing=True))
    wish = Wanted("tg:1", 3, "mark", 0, keep="3.2")
    kept = Known.from_json(posts.known(wish, "77", Screen(lines), 12.5).to_json())
    assert kept.retire == "strip"
    assert kept.last == Screen(lines[:1])
    for broken in ("", "7", "[]", '["tg:1"]', "null"):
        with pytest.raises(ValueError):  # noqa: PT011 - any
            Known.from_json(broken)


# --- the end --------------------------------------------------------------------------------


async def ending(world: World, one: Process) -> asyncio.Task[None]:
    """The process is told to end; what is due may take ten seconds, and calls under way ten."""
    one.serving = asyncio.create_task(one.host.serve(10))
    await world.clock.advance(0)
    one.serving.cancel()
    await world.clock.advance(0)
    return one.serving


async def test_what_is_due_at_the_end_is_drawn_and_not_waited_for_any_longer() -> None:
    world = World()
    async with world.process() as one:
        await dealt(one)
        world.platform.lag = lambda: world.clock.sleep(1)
        await one.play()
        ends = await ending(world, one)
        await world.clock.advance(1)
        assert ends.done()
        table = await one.stored()
        assert table.mover is not None
        hand = world.platform.at(str(table.seats[table.mover].person))[-1]
        assert hand.screen == posts.screen(table, posts.hand_key(table.mover))
        assert await one.host._store.stale() == []


async def test_what_may_not_be_sent_yet_does_not_hold_up_the_end() -> None:
    world = World(FakePlatform(pace=(Pace(1, 100.0),)))
    async with world.process() as one:
        for what in (rq.Open(), rq.Resize(2)):
            await one.ask(ANNA, what)
            await world.clock.advance(1)
        sent = len(world.platform.calls)
        ends = await ending(world, one)
        await world.clock.advance(9)
        assert not ends.done()
        await world.clock.advance(1)
        assert ends.done()
        assert len(world.platform.calls) == sent
        # The next process finds the mark.
        assert await one.host._store.stale() != []


async def test_a_call_under_way_at_the_end_comes_to_its_end_and_is_known_to_the_next_process() -> (
    None
):
    world = World()
    async with world.process() as one:
        await one.ask(ANNA, rq.Open())
        await one.drawn()
        # A new message in place of the table, and Telegram takes its time.
        world.platform.lag = lambda: world.clock.sleep(15)
        await one.ask(ANNA, rq.Show())
        ends = await ending(world, one)
        await world.clock.advance(14)
        assert not ends.done()
        await world.clock.advance(2)
        assert ends.done()
        world.platform.lag = None
        code = await one.host._store.known_code(GROUP.id)
        assert code is not None
        known = posts.read(await one.host._store.posts(code))
        assert known[posts.TABLE].post == list(world.platform.posts)[-1]
    async with world.process() as two:
        two.start()
        await world.clock.advance(10)
        # It takes the old one away and sends no third.
        assert len(world.platform.at(GROUP.id)) == 1


async def test_a_call_that_takes_for_ever_is_given_up_at_the_end() -> None:
    world = World()
    async with world.process() as one:
        await one.ask(ANNA, rq.Open())
        await one.drawn()
        world.platform.lag = lambda: world.clock.sleep(10_000)
        await one.ask(ANNA, rq.Show())
        ends = await ending(world, one)
        await world.clock.advance(19)
        assert not ends.done()
        await world.clock.advance(1)
        assert ends.done()


async def test_after_the_end_a_commit_leaves_its_mark_and_draws_nothing() -> None:
    world = World()
    async with world.process() as one:
        await one.ask(ANNA, rq.Open())
        await one.drawn()
        await one.host.publisher.stop()
        calls = len(world.platform.calls)
        await one.ask(ANNA, rq.Show())
        await world.clock.advance(1)
        assert not one.host.publisher.busy
        assert len(world.platform.calls) == calls
        assert await one.host._store.stale() != []
