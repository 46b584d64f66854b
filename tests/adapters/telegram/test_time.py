"""Turn clocks on Telegram: what people see of them, nudges and pauses, restarts."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from bot.host import Host
from bot.turn_time import TurnTime
from tests.adapters.telegram.rig import running
from tests.adapters.telegram.scenes import between_deals, dealt, seated
from tests.adapters.telegram.tapper import MY_TURN, NEXT_DEAL, STOCK
from tests.adapters.telegram.timed import (
    ONE,
    THREE,
    TIME_UP,
    counts_down,
    holding,
    passes,
    turn,
    with_a_trial_meld,
)

# --- what is seen ----------------------------------------------------------------------------


async def test_the_lobby_chooses_the_time_and_the_rest_at_night() -> None:
    async with running(time=THREE) as rig:
        scene = await seated(rig, 2)
        anna, bruno = scene.people
        await bruno.tap(scene.spot, "Turn: 3 min")
        await rig.quiet()
        assert "Turn: 3 min" in scene.spot.last.labels
        await anna.tap(scene.spot, "Turn: 3 min")
        await rig.quiet()
        assert "✓ 3 min" in scene.spot.last.labels
        await anna.tap(scene.spot, "24 h")
        await rig.quiet()
        await anna.tap(scene.spot, "At night it rests (23–8)")
        await rig.quiet()
        assert "✓ At night it rests (23–8)" in scene.spot.last.labels
        await anna.tap(scene.spot, "‹ Back")
        await rig.quiet()
        assert "Turn: 24 h" in scene.spot.last.labels
        assert (await scene.state()).time == TurnTime(1440, True)


async def test_the_time_left_counts_down_on_the_table_and_on_the_hand() -> None:
    async with running(time=THREE) as rig:
        scene = await dealt(rig, 2, langs=("it",))
        clock = (await scene.state()).clock
        assert clock is not None
        assert clock.ends is not None
        player = scene.to_play()
        assert counts_down(player.last) == counts_down(scene.spot.last) == [int(clock.ends)]
        assert "⏱ tra 3 minuti" in player.last.text
        assert scene.spot.last.text.splitlines()[0] == f"Di turno: {player.name} · ⏱ tra 3 minuti"
        # Who waits sees no countdown that would soon be wrong.
        assert counts_down(scene.waiting().last) == []
        await turn(scene, player)
        assert counts_down(player.last) == []
        assert counts_down(scene.to_play().last) != [int(clock.ends)]


async def test_half_time_comes_as_a_message_that_sounds_and_goes_after_a_move() -> None:
    async with running(time=THREE) as rig:
        scene = await dealt(rig, 2)
        player = scene.to_play()
        first = player.last
        await rig.fake.until(lambda: "Half the time is left." in player.last.text)
        await rig.quiet()
        assert player.last is not first
        assert not player.last.silent
        assert len([m for m in player.inbox if m.labels]) == 1
        await player.tap(player, STOCK)
        await rig.quiet()
        assert "Half the time" not in player.last.text


async def test_without_a_clock_nothing_counts_down() -> None:
    async with running(time=TurnTime(0)) as rig:
        scene = await dealt(rig, 2)
        assert counts_down(scene.to_play().last) == counts_down(scene.spot.last) == []
        assert "⏱" not in scene.spot.last.text


async def test_one_person_with_computers_has_all_the_time_there_is() -> None:
    async with running(time=ONE) as rig:
        anna = rig.fake.user("Anna", lang="en", started=True)
        await anna.start_private()
        group = rig.fake.group("Friday cards", members=[anna])
        await anna.send(group, "/pinnacola")
        await rig.quiet()
        for label in ("2 players", "+ Computer", "Start"):
            await anna.tap(group, label)
            await rig.quiet()
        await rig.fake.until(lambda: MY_TURN.search(anna.last.text))
        await rig.clock.sleep(200)
        assert MY_TURN.search(anna.last.text)
        assert counts_down(anna.last) == []


# --- the others ------------------------------------------------------------------------------


async def test_a_nudge_from_the_private_chat_or_from_the_group() -> None:
    async with running() as rig:
        scene = await dealt(rig, 4)
        player, other = scene.to_play(), scene.waiting()
        third = next(p for p in scene.people if p not in (player, other))
        first = player.last
        await rig.clock.sleep(20)
        await other.tap(other, "⋯ More")
        await rig.quiet()
        assert (await other.tap(other, "Nudge")).text == f"{player.name} has been reminded."
        await rig.quiet()
        assert player.last is not first
        assert not player.last.silent
        assert f"{other.name} is waiting for your move." in player.last.text
        await third.tap(scene.spot, "More")
        await rig.quiet()
        assert "Nudge" not in scene.spot.last.labels
        await turn(scene, player)
        assert "is waiting" not in player.last.text
        # In the next turn somebody may be nudged again, once.
        after = scene.to_play()
        rest = next(p for p in scene.people if p is not after)
        assert (await rest.tap(scene.spot, "Nudge")).text == f"{after.name} has been reminded."


async def test_a_pause_by_agreement_stops_the_clock_and_anybody_goes_on() -> None:
    async with running(time=THREE) as rig:
        scene = await dealt(rig, 2)
        player, other = scene.to_play(), scene.waiting()
        await other.tap(scene.spot, "More")
        await rig.quiet()
        answer = await other.tap(scene.spot, "Pause")
        assert answer.text.startswith("For a pause 1 more player must agree.")
        await rig.quiet()
        assert f"For a pause: {other.name}" in scene.spot.last.text
        # The player is asked where they look.
        assert f"For a pause: {other.name}" in player.last.text
        await player.tap(player, "Pause · 1/2")
        await rig.quiet()
        assert "Paused" in scene.spot.last.text
        assert counts_down(scene.spot.last) == counts_down(player.last) == []
        await rig.clock.sleep(400)
        before = await scene.state()
        assert not any(STOCK.match(label) for label in player.last.labels)
        await other.tap(other, "Resume")
        await rig.quiet()
        after = await scene.state()
        assert after.turn_id == before.turn_id
        assert counts_down(player.last) == counts_down(scene.spot.last) != []
        await turn(scene, player)


async def test_a_pause_between_two_deals() -> None:
    async with running() as rig:
        scene = await between_deals(rig, 2)
        for person, label in zip(scene.people, ("Pause", "Pause · 1/2"), strict=True):
            if label not in scene.spot.last.labels:
                await person.tap(scene.spot, "More")
                await rig.quiet()
            await person.tap(scene.spot, label)
            await rig.quiet()
        assert "Paused" in scene.spot.last.text
        await rig.clock.sleep(200)
        assert (await scene.state()).phase == "result"
        for person in scene.people:
            await person.tap(person, NEXT_DEAL)
        await rig.quiet()
        assert (await scene.state()).phase == "deal"


async def test_a_result_that_stays_to_be_read_says_nothing_of_what_is_past() -> None:
    async with running() as rig:
        scene = await between_deals(rig, 2)
        anna, bruno = scene.people
        results = [scene.spot.last, anna.last, bruno.last]
        assert all(counts_down(shown) for shown in results)
        sums = [shown.text.partition("The next deal")[0] for shown in results]
        await anna.tap(anna, NEXT_DEAL)
        await rig.quiet()
        assert "Ready: Anna" in scene.spot.last.text
        await bruno.tap(bruno, NEXT_DEAL)
        await rig.quiet()
        for shown, before in zip(results, sums, strict=True):
            assert shown.labels == []
            assert counts_down(shown) == []
            assert "Ready" not in shown.text
            assert "next deal starts" not in shown.text
            # The count stays to be checked.
            assert shown.text.startswith(before.rstrip())
        assert all("Deal 1" not in now.text for now in (scene.spot.last, anna.last, bruno.last))
        assert rig.fake.refused() == []


# --- restarts and outages --------------------------------------------------------------------


async def test_c17_a_restart_in_a_turn_keeps_what_was_tried_and_the_time_left() -> None:
    async with running(time=THREE) as rig:
        scene = await dealt(rig, 2)
        await rig.alter(scene.spot, holding("9s9h9cTc3dQhKs", row="9dKd"))
        player = scene.to_play()
        await with_a_trial_meld(scene, player)
        before = await scene.state()
        await rig.restart()
        after = await scene.state()
        assert (after.clock, after.deal) == (before.clock, before.deal)
        await passes(scene, player)
        assert len((await scene.state()).view(None).melds) == 1
        assert TIME_UP in player.last.text


async def test_an_outage_costs_nobody_time_and_is_seen_at_once() -> None:
    async with running(time=THREE) as rig:
        scene = await dealt(rig, 2)
        player = scene.to_play()
        (before,) = counts_down(player.last)
        await rig.restart(away=3600)
        await rig.fake.until(lambda: counts_down(player.last) != [before])
        await rig.quiet()
        (after,) = counts_down(player.last)
        assert 3595 <= after - before <= 3620
        assert counts_down(scene.spot.last) == [after]
        assert MY_TURN.search(player.last.text)
        await turn(scene, player)
        assert [seat.missed for seat in (await scene.state()).seats] == [0, 0]


async def test_two_processes_end_a_turn_once() -> None:
    async with running(time=ONE) as rig:
        scene = await dealt(rig, 2)
        player = scene.to_play()
        first = await scene.state()
        other = asyncio.create_task(Host(rig.store, rig.clock).serve())
        try:
            await passes(scene, player)
        finally:
            other.cancel()
            with suppress(asyncio.CancelledError):
                await other
        after = await scene.state()
        assert after.turn_id == first.turn_id + 1
        assert sorted(seat.missed for seat in after.seats) == [0, 1]
        assert scene.to_play() is not player
