"""How much reaches the chats, and how soon: the numbers of `make bench` in small."""

from __future__ import annotations

from bench.publishing import (
    CALLS_A_SECOND,
    MOST_A_MINUTE,
    MOST_CALLS_A_TURN,
    QUICK,
    SLOW,
    TABLES,
    busiest_minute,
    flooded,
    tap,
    to_play,
    turns_of_two,
)
from tests.adapters.telegram.tapper import CARD
from tests.adapters.telegram.virtual import virtual


async def test_a_turn_of_two_without_a_meld_takes_few_calls() -> None:
    for turn in await turns_of_two(12, QUICK):
        assert turn.all <= MOST_CALLS_A_TURN
        assert (turn.posts, turn.deletions, turn.answers) == (0, 0, 3), "the hand stays in place"


async def test_who_plays_slowly_is_called_by_a_new_message() -> None:
    for turn in await turns_of_two(12, SLOW):
        assert turn.posts + turn.edits <= MOST_CALLS_A_TURN
        assert (turn.posts, turn.deletions, turn.answers) == (1, 1, 3), "the old hand goes"


async def test_c01_four_people_tap_as_fast_as_they_can() -> None:
    """Fewer posts and edits than the group takes, and the newest state is shown at last."""
    assert 12 < await busiest_minute(130) <= MOST_A_MINUTE


async def test_c01_a_flood_wait_of_one_table_delays_no_other() -> None:
    storm = await flooded(TABLES, 40)
    assert storm.rate >= CALLS_A_SECOND
    assert len(storm.waits) > 200
    assert storm.p95 < 1


async def test_a_flood_wait_of_the_bot_as_a_whole_is_respected() -> None:
    """Telegram does not say whom a wait is for: a few calls find it out, then all wait."""
    async with virtual() as world:
        every = await world.tables([(f"A{n}", f"B{n}") for n in range(12)])
        await world.pass_time(60)
        world.fake.world.rates.flood(None, 30)
        for _, people in every:
            assert tap(people)
            await world.pass_time(1)
        await world.pass_time(10)
        assert 3 <= len(world.fake.refused(429)) <= 4
        await world.pass_time(30)
        assert len(world.fake.refused(429)) <= 4
        for _, people in every:
            player = to_play(people)
            assert player is not None
            assert any(map(CARD.match, player.last.labels)), "drawn when the wait was over"
