"""The host on a store: races between processes, crashes, deadlines, one publisher a chat."""

from __future__ import annotations

import asyncio

from bot import requests as rq
from bot.ports import Busy, Commit, Document, Pace, Unreachable
from bot.requests import Place, Request
from bot.screen import Means
from bot.screens.cards import TEXT
from engine.players.easy import easy
from tests.bot.driver import ANNA, BRUNO, CHIARA, DARIO, GROUP, PEOPLE
from tests.bot.processes import World
from tests.fakes.platform import FakePlatform


async def test_requests_of_two_processes_are_all_applied_once() -> None:
    world = World()
    async with world.process() as one, world.process() as two:
        await one.ask(ANNA, rq.Open())
        await asyncio.gather(
            two.ask(BRUNO, rq.Join()), one.ask(CHIARA, rq.Join()), two.ask(DARIO, rq.Join())
        )
        # Both have their own idea of the newest state; the store decides.
        await two.ask(ANNA, rq.Start())
        table = await two.table()
        assert {seat.person for seat in table.seats} == {p.id for p in PEOPLE}
        assert table.phase == "deal"


async def test_c05_the_requests_of_one_chat_are_decided_one_after_another() -> None:
    world = World()
    async with world.process() as one:
        await one.ask(ANNA, rq.Open())
        really = one.host._store.commit
        under_way: list[Commit] = []

        async def watched(commit: Commit) -> Document | None:
            under_way.append(commit)
            await asyncio.sleep(0)
            assert under_way == [commit]
            newer = await really(commit)
            under_way.remove(commit)
            # So nobody was decided on a state that was old already.
            assert newer is None
            return newer

        one.host._store.commit = watched  # type: ignore[method-assign]
        people = (BRUNO, CHIARA, DARIO)
        replies = await asyncio.gather(*(one.ask(person, rq.Join()) for person in people))
        assert len((await one.table()).people) == 4
        assert all("tavolo" in r.notice or "table" in r.notice for r in replies)


async def test_a_refusal_from_memory_is_checked_against_the_store() -> None:
    world = World()
    async with world.process() as one, world.process() as two:
        await one.ask(ANNA, rq.Open())
        await one.ask(ANNA, rq.Resize(2))
        await two.ask(BRUNO, rq.Join())
        # The first process still believes that Bruno has no seat.
        reply = await one.ask(BRUNO, rq.Leave())
        assert reply.notice == "Hai lasciato il tavolo."
        assert (await one.table()).seat_of(BRUNO.id) is None


async def test_c06_the_loser_of_a_race_decides_again_on_the_newer_state() -> None:
    world = World()
    async with world.process() as one, world.process() as two:
        for person, what in ((ANNA, rq.Open()), (ANNA, rq.Resize(2)), (BRUNO, rq.Join())):
            await one.ask(person, what)
        await one.ask(ANNA, rq.Start())
        table = await one.table()
        assert (await two.table()).stamp == table.stamp
        assert table.deal is not None
        seat = table.deal.seat
        person = ANNA if table.seats[seat].person == ANNA.id else BRUNO
        move = rq.Move(table.stamp, (easy(table.view(seat)),))
        request = Request(person, GROUP, move, table.code)
        replies = await asyncio.gather(one.host.handle(request), two.host.handle(request))
        # Applied once; who was later is told so.
        assert len({reply.notice for reply in replies}) == 2
        assert (await one.table()).stamp == table.stamp + 1


async def test_a_crash_between_commit_and_post_is_made_up_by_the_sweep() -> None:
    world = World()
    async with world.process() as one:
        await one.ask(ANNA, rq.Open())
        await one.host.publisher.stop()
    assert world.platform.at(GROUP.id) == []
    async with world.process() as two:
        two.start()
        await world.clock.advance(10)
        await two.drawn()
        assert "Anna" in world.platform.at(GROUP.id)[0].screen.text


async def test_what_another_platform_has_to_show_is_left_to_a_process_that_serves_it() -> None:
    world = World()
    async with world.process() as one:
        await one.ask(ANNA, rq.Open())
        await one.host.publisher.stop()
    async with world.process(FakePlatform("web")) as page_only:
        page_only.start()
        await world.clock.advance(10)
        await page_only.drawn()
        assert page_only.platform.calls == []
    async with world.process() as two:
        two.start()
        await world.clock.advance(10)
        await two.drawn()
        assert "Anna" in world.platform.at(GROUP.id)[0].screen.text


async def test_a_computers_turn_cut_by_a_restart_is_finished_once() -> None:
    world = World()
    async with world.process() as one:
        one.start()
        for person, what in ((ANNA, rq.Open()), (ANNA, rq.Resize(2)), (ANNA, rq.Computers(1))):
            await one.ask(person, what)
        await one.ask(ANNA, rq.Start())
        for _ in range(50):
            table = await one.table()
            assert table.deal is not None
            if table.seats[table.deal.seat].computer and table.deal.phase == "play":
                break
            if not table.seats[table.deal.seat].computer:
                await one.play()
            else:
                await world.clock.advance(0.5)
        before = await one.table()
        assert before.deal is not None
        assert before.deal.phase == "play"
        turn, row = before.deal.turn, before.view(None).row
    async with world.process() as two, world.process() as three:
        two.start()
        three.start()
        await world.clock.advance(120)
        after = await two.table()
        assert after.deal is not None
        assert after.deal.turn == turn + 1
        assert len(after.view(None).row) == len(row) + 1


async def test_only_the_newest_state_is_drawn_within_the_budget() -> None:
    world = World(FakePlatform(pace=(Pace(2, 60.0),)))
    async with world.process() as one:
        await one.ask(ANNA, rq.Open())
        await one.drawn()
        for _ in range(20):
            await one.ask(ANNA, rq.Resize(2))
            await one.ask(ANNA, rq.Resize(4))
        await one.ask(ANNA, rq.Resize(2))
        await world.clock.advance(59)
        assert len([c for c in world.platform.calls if c[1] == GROUP.id]) <= 2
        await world.clock.advance(70)
        await one.drawn()
        newest = world.platform.at(GROUP.id)[-1].screen.text
        assert "3." not in newest


async def test_the_wait_of_one_chat_holds_up_nobody_else() -> None:
    world = World()
    other = Place("tg:-200", "Other")

    def trouble(method: str, destination: str) -> None:
        if destination == GROUP.id:
            raise Busy(3600)

    world.platform.trouble = trouble
    async with world.process() as one:
        await one.ask(ANNA, rq.Open())
        await one.ask(BRUNO, rq.Open(), other)
        await world.clock.advance(1)
        assert world.platform.at(GROUP.id) == []
        assert "Bruno" in world.platform.at(other.id)[0].screen.text


async def test_what_is_chosen_is_told_at_once_where_the_screen_has_to_wait() -> None:
    world = World()
    async with world.process() as one:
        for person, what in ((ANNA, rq.Open()), (ANNA, rq.Resize(2)), (BRUNO, rq.Join())):
            await one.ask(person, what)
        await one.ask(ANNA, rq.Start())
        await one.drawn()
        table = await one.table()
        seat = table.seat_of(ANNA.id)
        assert seat is not None
        first, *_, last = table.view(seat).hand
        assert (await one.ask(ANNA, rq.Choose(first, 0, True))).notice == ""
        await one.drawn()

        def trouble(method: str, destination: str) -> None:
            if destination == ANNA.id:
                raise Busy(60)

        world.platform.trouble = trouble
        assert (await one.ask(ANNA, rq.Choose(last, 0, True))).notice == ""
        await world.clock.advance(1)
        reply = await one.ask(ANNA, rq.Choose(first, 0, False))
        assert reply.notice == f"Scelte: {TEXT.card(last)}"
        assert (await one.ask(ANNA, rq.ClearChoice())).notice == "Nessuna carta scelta."
        assert (await one.ask(BRUNO, rq.ClearChoice())).notice == ""
        await world.clock.advance(120)


async def test_who_cannot_be_written_to_stops_nobody_and_gets_the_hand_on_asking() -> None:
    world = World()
    blocked = True

    def trouble(method: str, destination: str) -> None:
        if destination == BRUNO.id and blocked:
            raise Unreachable

    world.platform.trouble = trouble
    async with world.process() as one:
        for person, what in ((ANNA, rq.Open()), (ANNA, rq.Resize(2)), (BRUNO, rq.Join())):
            await one.ask(person, what)
        await one.ask(ANNA, rq.Start())
        await one.drawn()
        assert world.platform.at(BRUNO.id) == []
        assert world.platform.at(ANNA.id) != []
        tried = len(world.platform.calls)
        await world.clock.advance(600)
        # No endless trying.
        assert len(world.platform.calls) <= tried + 2
        blocked = False
        await one.ask(BRUNO, rq.ShowHand())
        await one.drawn()
        assert world.platform.at(BRUNO.id) != []


async def test_where_answers_are_for_one_alone_a_chat_does_without_private_hands() -> None:
    world = World(FakePlatform(means=Means(asides=True)))
    async with world.process() as one:
        for person, what in ((ANNA, rq.Open()), (ANNA, rq.Resize(2)), (BRUNO, rq.Join())):
            await one.ask(person, what)
        await one.ask(ANNA, rq.ShowHands(False))
        begun = await one.ask(ANNA, rq.Start())
        assert begun.fresh
        await one.drawn()
        assert world.platform.at(ANNA.id) == []
        for asks in (rq.PeekHand(), rq.ShowHand()):
            reply = await one.ask(ANNA, asks)
            assert reply.fresh
            assert reply.own is not None
            assert reply.own.rows
        # In the middle of the deal they think better of it.
        await one.ask(ANNA, rq.ShowHands(True))
        await one.drawn()
        assert len(world.platform.at(ANNA.id)) == 1
        assert not [s for s in world.platform.at(GROUP.id) if "Your turn" in s.screen.text]


async def test_an_unexpected_fault_is_answered_and_logged_without_what_it_says(caplog) -> None:  # type: ignore[no-untyped-def]
    world = World()
    async with world.process() as one:
        await one.ask(ANNA, rq.Open())

        async def broken(commit: Commit) -> None:
            raise RuntimeError("9s9h9c and the token")

        one.host._store.commit = broken  # type: ignore[method-assign]
        reply = await one.ask(BRUNO, rq.Join())
        assert reply.notice
        assert "9s9h" not in caplog.text
        assert "RuntimeError" in caplog.text
