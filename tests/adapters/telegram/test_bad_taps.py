"""Taps that no honest client would send now: forged, foreign, stale, twice, at the same time."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot import payloads
from bot import requests as rq
from engine.actions import DRAW, Add, Discard, Lay, Swap, Take
from engine.cards import FACES, Placed
from tests.adapters.telegram.rig import running
from tests.adapters.telegram.scenes import Scene, dealt, opened
from tests.adapters.telegram.tapper import CARD, DISCARD, MY_TURN, STOCK

GONE = "This button does not work any more."
NO_SEAT = "You have no seat in this match."


async def forge(scene: Scene, person: int, data: str | bytes) -> str:
    """A forged tap under the group's table; the toast."""
    raw = data if isinstance(data, bytes) else data.encode()
    answer = await scene.people[person].tap(scene.spot.last, raw=raw)
    assert not answer.url
    return answer.text


@pytest.fixture
def noise() -> list[bytes]:
    chance = random.Random(7)
    found = [b"\x00", b"\xff\xfe\xfd", b"m", b"j" * 64, b"{}", b"null", "à🃏".encode()]
    found += [chance.randbytes(chance.randint(1, 64)) for _ in range(20)]
    return found


async def test_bytes_of_any_kind_are_a_button_that_does_not_work(noise: list[bytes]) -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        before = await scene.state()
        for data in noise:
            assert await forge(scene, 0, data) == GONE, data
        assert await scene.unchanged(before)


async def test_c23_payloads_of_another_table_or_another_time() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        code = (await scene.state()).code
        elsewhere = rig.fake.group("Monday cards", members=[*scene.people])
        await scene.people[0].send(elsewhere, "/pinnacola")
        await rig.quiet()
        other = await rig.state(elsewhere)
        assert other is not None
        before = await scene.state()
        # A table that never was; one where the tapper only sits elsewhere; what an older or newer
        # program may have drawn.
        assert await forge(scene, 1, payloads.encode("zzzzzzzz", rq.Leave())) == GONE
        assert await forge(scene, 1, payloads.move("zzzzzzzz", 1, (DRAW,))) == GONE
        asked = await forge(scene, 1, payloads.encode(other.code, rq.Start()))
        assert asked.startswith("That works in a group")
        for data in (f"M{code}1.D", f"y{code}", f"m{code}D", f"m{code}1.D.D", f"+{code}A00", "old"):
            assert await forge(scene, 0, data) == GONE, data
        assert await scene.unchanged(before)
        assert await rig.state(elsewhere) == other


async def test_huge_numbers_change_nothing() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        player = scene.people.index(scene.to_play())
        before = await scene.state()
        huge = 36**10 - 1
        wishes: tuple[rq.What, ...] = (
            rq.Move(huge, (DRAW,)),
            rq.Move(before.stamp, (Take(1295),)),
            rq.Move(before.stamp, (Add(1295, (Placed(FACES[0]),)),)),
            rq.Move(before.stamp, (Swap(1295, FACES[0]),)),
            rq.Choose(FACES[0], huge, True),
            rq.ChangeSide(huge),
            rq.Resize(huge),
            rq.Ready(huge),
            rq.Rematch(huge),
            rq.Join(huge - 1),
        )
        for what in wishes:
            assert await forge(scene, player, payloads.encode(before.code, what)), what
        assert await scene.unchanged(before)
        # A page of any number is a page: pages go round.
        await scene.to_play().tap(
            scene.to_play(), raw=payloads.encode(before.code, rq.Page("row", huge)).encode()
        )
        await rig.quiet()
        assert MY_TURN.search(scene.to_play().last.text)


async def test_nobody_plays_for_another_seat() -> None:
    """A payload goes on where the turn of the tapper ends: nothing of it is done."""
    async with running() as rig:
        scene = await dealt(rig, 2)
        before = await scene.state()
        assert before.deal is not None
        seat = before.deal.seat
        player = scene.people.index(scene.to_play())
        mine, theirs = (before.deal.settled.hands[i][0] for i in (seat, 1 - seat))
        turn = (DRAW, Discard(mine))
        for beyond in ((DRAW,), (DRAW, Discard(theirs))):
            data = payloads.move(before.code, before.stamp, (*turn, *beyond))
            assert await forge(scene, player, data) == GONE
        data = payloads.move(before.code, before.stamp, (DRAW,))
        assert (
            await forge(scene, 1 - player, data) == f"Wait: {scene.people[player].name} is playing."
        )
        assert await scene.unchanged(before)


async def test_moves_that_break_the_rules_say_why() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        before = await scene.state()
        assert before.deal is not None
        player = scene.people.index(scene.to_play())
        hand = before.deal.settled.hands[before.deal.seat]
        foreign = next(face for face in FACES if face not in hand)
        for action, said in (
            (Discard(hand[0]), "Draw a card first."),
            (Lay((Placed(hand[0]),)), "Draw a card first."),
        ):
            data = payloads.move(before.code, before.stamp, (action,))
            assert await forge(scene, player, data) == said
        data = payloads.move(before.code, before.stamp, (DRAW, Discard(foreign)))
        assert "not in your hand" in await forge(scene, player, data)
        assert await scene.unchanged(before)


async def test_c26_taps_of_people_without_a_seat() -> None:
    """A member who only looks on, and a passer-by in a public group."""
    async with running() as rig:
        scene = await dealt(rig, 2)
        group = scene.spot
        group.chat.public = True
        member = rig.fake.user("Eva", lang="en")
        member.joins(group)  # type: ignore[arg-type]
        passer = rig.fake.user("Fabio", lang="en")
        await rig.quiet()
        before, shown = await scene.state(), len(group.messages)
        links = []
        for person in (member, passer):
            assert (await person.tap(group, "My hand")).text == NO_SEAT
            assert (await person.tap(group, "More")).text == NO_SEAT
            for what in (rq.Move(before.stamp, (DRAW,)), rq.Prefer("sort", "rank"), rq.ShowHand()):
                data = payloads.encode(before.code, what).encode()
                assert (await person.tap(group.last, raw=data)).text == NO_SEAT
            stopping = payloads.encode(before.code, rq.StopMatch()).encode()
            assert "Anna" in (await person.tap(group.last, raw=stopping)).text
            leaving = payloads.encode(before.code, rq.Leave()).encode()
            assert (await person.tap(group.last, raw=leaving)).text.startswith("You have no seat")
            # Rules cannot come in private to who never opened that chat: the tap leads there.
            links.append((await person.tap(group, "Rules")).url)
        assert await scene.unchanged(before)
        assert len(group.messages) == shown
        await passer.follow(links[-1])
        await rig.quiet()
        assert "Rules" in passer.last.text


async def test_c25_who_is_not_in_the_group_cannot_sit_down() -> None:
    async with running() as rig:
        scene = await opened(rig, 2)
        scene.spot.chat.public = True
        passer = rig.fake.user("Fabio", lang="en")
        known = rig.fake.user("Gaia", lang="en", started=True)
        await known.start_private()
        await rig.quiet()
        before = await scene.state()
        for person in (passer, known):
            answer = await person.tap(scene.spot, "Join")
            assert answer.text == "Only members of this group can sit down here."
            assert not answer.url
        assert await scene.unchanged(before)


async def test_c25_who_was_thrown_out_meanwhile_finds_the_link_closed() -> None:
    async with running() as rig:
        scene = await opened(rig, 2)
        late = rig.fake.user("Eva", lang="en")
        late.joins(scene.spot)  # type: ignore[arg-type]
        answer = await late.tap(scene.spot, "Join")
        scene.spot.bans(late)  # type: ignore[union-attr]
        await late.follow(answer.url)
        await rig.quiet()
        assert late.last.text == "Only members of this group can sit down here."
        assert all(seat.person != f"tg:{late.id}" for seat in (await scene.state()).seats)


async def test_c25_a_flood_at_the_question_who_is_a_member_is_no_answer() -> None:
    async with running() as rig:
        scene = await opened(rig, 2)
        scene.spot.chat.public = True
        passer = rig.fake.user("Gaia", lang="en", started=True)
        await passer.start_private()
        await rig.quiet()
        for times, said in (
            (1, "Only members of this group can sit down here."),
            (9, "please try again"),
        ):
            rig.fake.fail("getChatMember", times, retry_after=3)
            assert said in (await passer.tap(scene.spot, "Join")).text
            await rig.quiet()
        assert all(seat.person != f"tg:{passer.id}" for seat in (await scene.state()).seats)


async def test_where_members_are_hidden_a_tap_is_enough() -> None:
    async with running() as rig:
        scene = await opened(rig, 2)
        scene.spot.chat.public, scene.spot.chat.members_hidden = True, True
        passer = rig.fake.user("Gaia", lang="en", started=True)
        await passer.start_private()
        await rig.quiet()
        assert (await passer.tap(scene.spot, "Join")).text == "You are at the table."


async def test_c26_old_buttons_of_old_messages() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        first, second = scene.to_play(), scene.waiting()
        drawing = first.last
        await first.tap(first, STOCK)
        await rig.quiet()
        # The same button again, from before the edit: told, not applied.
        before = await scene.state()
        assert (await first.tap(drawing, STOCK, stale=True)).text == "Already done."
        assert await scene.unchanged(before)
        held = next(label for label in first.last.labels if CARD.match(label))
        await first.tap(first, held)
        await rig.quiet()
        await first.tap(first, DISCARD)
        await rig.quiet()
        before = await scene.state()
        assert MY_TURN.search(second.last.text)
        assert (await first.tap(drawing, STOCK, stale=True)).text == "Already done."
        assert (await first.tap(first, DISCARD, stale=True)).text == "Already done."
        assert (await first.tap(drawing, held, stale=True)).text.startswith(
            "The table has moved on"
        )
        assert await scene.unchanged(before)
        # A message the person has deleted meanwhile.
        gone = first.last
        first.deletes(gone)
        assert (await first.tap(gone, "⇅ Rank", stale=True)).text == ""
        await rig.quiet()
        state = await scene.state()
        assert state.deal is not None
        assert state.seats[state.deal.seat ^ 1].habits.sort == "rank"
        assert first.last is not gone


async def test_c03_one_tap_delivered_twice_counts_once() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        player = scene.to_play()
        await player.tap(player, STOCK)
        await rig.quiet()
        before = await scene.state()
        held = next(label for label in player.last.labels if CARD.match(label))
        await player.tap(player, held)
        await rig.quiet()
        for new_id in (False, True):
            rig.fake.updates.deliver_again(new_id=new_id)
            await rig.quiet()
        chosen = await scene.state()
        assert sum(len(seat.chosen) for seat in chosen.seats) == 1
        await player.tap(player, DISCARD)
        await rig.quiet()
        after = await scene.state()
        assert after.stamp == before.stamp + 1
        for new_id in (False, True):
            rig.fake.updates.deliver_again(new_id=new_id)
            await rig.quiet()
        assert await scene.state() == after


async def test_c04_c05_taps_at_once_are_served_one_after_the_other() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        player, other = scene.to_play(), scene.waiting()
        before = await scene.state()
        taps = [
            player.begin_tap(player, STOCK),
            other.begin_tap(other, "⇅ Rank"),
            player.begin_tap(player, STOCK),
            other.begin_tap(scene.spot, "My hand"),
            player.begin_tap(player, "⇅ Rank"),
        ]
        answers = await asyncio.gather(*(tap.answered() for tap in taps))
        await rig.quiet()
        after = await scene.state()
        assert after.stamp == before.stamp + 1
        assert all(seat.habits.sort == "rank" for seat in after.seats)
        assert sorted(a.text for a in answers if a.text == "Already done.") == ["Already done."]
        assert answers[3].alert


async def test_everybody_joins_at_once() -> None:
    """More people than seats: the last ones are told, nobody sits twice."""
    async with running() as rig:
        scene = await opened(rig, 2)
        more = [rig.fake.user(f"P{i}", lang="en", started=True) for i in range(3)]
        for person in more:
            person.joins(scene.spot)  # type: ignore[arg-type]
            await person.start_private()
        await rig.quiet()
        taps = [person.begin_tap(scene.spot, "Join") for person in [*more, *more]]
        answers = [(await tap.answered()).text for tap in taps]
        assert answers.count("You are at the table.") == 1
        assert answers.count("You already have a seat.") == 1
        assert answers.count("All seats are taken.") == 4
        await rig.quiet()
        assert not (await scene.state()).vacant
