"""A turn whose time is over, on Telegram: what becomes of it, and the computer that sits in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.adapters.telegram.rig import running
from tests.adapters.telegram.scenes import Scene, dealt
from tests.adapters.telegram.tapper import CARD, DISCARD, MY_TURN, STOCK
from tests.adapters.telegram.timed import (
    ONE,
    THREE,
    TIME_UP,
    before_the_discard,
    before_the_draw,
    counts_down,
    holding,
    in_the_middle_of_a_choice,
    passes,
    turn,
    with_a_duty_and_a_trial_meld,
    with_a_trial_meld,
    with_an_open_duty,
)
from tests.fakes.chance import seeded
from tests.fakes.telegram import Person

BACK = "I'm back"


Phase = Callable[[Scene, Person], Awaitable[None]]


PHASES: list[tuple[Phase, int]] = [
    # What is done, and how many melds stay; a debt is undone with all that was tried.
    (before_the_draw, 0),
    (before_the_discard, 0),
    (in_the_middle_of_a_choice, 0),
    (with_a_trial_meld, 1),
    (with_an_open_duty, 0),
    (with_a_duty_and_a_trial_meld, 0),
]


@pytest.mark.parametrize(("phase", "melds"), PHASES)
async def test_c21_at_every_point_of_a_turn_the_time_over_has_a_defined_result(
    phase: Phase, melds: int
) -> None:
    async with running(time=THREE) as rig:
        scene = await dealt(rig, 2)
        await rig.alter(scene.spot, holding("9s9h9cTc3dQhKs", row="9dKd"))
        player, other = scene.to_play(), scene.waiting()
        before = await scene.state()
        seat = before.seat_of(f"tg:{player.id}")
        assert seat is not None
        await phase(scene, player)
        await passes(scene, player)
        after = await scene.state()
        assert after.turn_id == before.turn_id + 1
        view = after.view(None)
        assert len(view.melds) == melds
        assert len(view.row) == 3
        assert view.sizes[seat] == 7 - 3 * melds
        assert TIME_UP in player.last.text
        assert scene.to_play() is other
        assert f"{player.name}: time is up" in scene.spot.last.text
        assert f"{player.name}: time is up" in other.last.text
        if phase is in_the_middle_of_a_choice:
            held = [str(card) for card, _ in after.seats[seat].chosen]
            assert held == ["9s", "9h"]
        # The game goes on.
        await turn(scene, other)
        assert scene.to_play() is player


async def test_a_button_tapped_a_moment_too_late_says_so() -> None:
    async with running(time=ONE) as rig:
        scene = await dealt(rig, 2)
        player = scene.to_play()
        await rig.fake.until(lambda: "Half the time" in player.last.text)
        await rig.quiet()
        hand = player.last
        await passes(scene, player)
        before = await scene.state()
        assert (await player.tap(hand, STOCK, stale=True)).text == TIME_UP
        assert await scene.unchanged(before)


async def test_c22_after_a_move_in_the_last_second_the_next_player_has_the_whole_time() -> None:
    async with running(time=ONE) as rig:
        scene = await dealt(rig, 2)
        first = await scene.state()
        player = scene.to_play()
        assert first.clock is not None
        assert first.clock.ends is not None
        await player.tap(player, STOCK)
        await rig.quiet()
        await player.tap(player, CARD)
        await rig.quiet()
        due = first.clock.ends
        await rig.clock.sleep(due - 12 - rig.clock.now())
        await player.tap(player, DISCARD)
        await rig.clock.sleep(due + 5 - rig.clock.now())
        await rig.quiet()
        after = await scene.state()
        assert after.turn_id == first.turn_id + 1
        assert [seat.missed for seat in after.seats] == [0, 0]
        assert not after.turns[-1].late


# --- a computer sits in ----------------------------------------------------------------------


async def away(scene: Scene) -> Person:
    """Somebody lets the time run out twice; the other plays."""
    player, other = scene.to_play(), scene.waiting()
    await passes(scene, player)
    await turn(scene, other)
    await passes(scene, player)
    return player


async def test_after_two_turns_a_computer_plays_until_one_is_back() -> None:
    # In another deal the computer might be out before.
    async with running(time=ONE, chance=seeded(5)) as rig:
        scene = await dealt(rig, 2)
        player = await away(scene)
        other = next(person for person in scene.people if person is not player)
        assert player.last.labels == [BACK]
        assert "A computer plays for you" in player.last.text
        assert f"💻 {player.name}" in scene.spot.last.text
        assert BACK in scene.spot.last.labels
        # Alone with a computer the other is not hurried any more, and the computer moves by itself.
        assert counts_down(other.last) == []
        for _ in range(2):
            await turn(scene, other)
            await rig.fake.until(lambda: MY_TURN.search(other.last.text))
        assert player.last.labels == [BACK]
        assert (await other.tap(scene.spot, BACK)).text == "Already done."
        assert (await player.tap(player, BACK)).text == "Here you are again: you play on."
        await rig.quiet()
        assert BACK not in scene.spot.last.labels
        assert BACK not in player.last.labels
        assert counts_down(other.last) != []
        await turn(scene, other)
        assert scene.to_play() is player
        await turn(scene, player)
        assert (await scene.state()).present == (await scene.state()).people


async def test_back_in_the_middle_of_the_computers_turn() -> None:
    async with running(time=ONE) as rig:
        scene = await dealt(rig, 2)
        player = await away(scene)
        other = next(person for person in scene.people if person is not player)
        await turn(scene, other)
        await player.tap(scene.spot, BACK)
        await rig.fake.until(lambda: MY_TURN.search(player.last.text))
        await rig.quiet()
        table = await scene.state()
        assert table.clock is not None
        assert counts_down(player.last) == [int(table.clock.ends or 0)]
