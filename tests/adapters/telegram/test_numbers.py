"""How much reaches the chats, and how soon: the numbers of `make bench` in small."""

from __future__ import annotations

from bench.publishing import (
    CALLS_A_SECOND,
    MOST_A_MINUTE,
    MOST_CALLS_A_TURN,
    TABLES,
    busiest_minute,
    flooded,
    turns_of_two,
)


async def test_a_turn_of_two_without_a_meld_takes_few_calls() -> None:
    for turn in await turns_of_two(12):
        assert (turn.posts, turn.answers) == (1, 3)
        assert turn.posts + turn.edits <= MOST_CALLS_A_TURN
        assert turn.deletions == 1, "the old hand goes"


async def test_c01_four_people_tap_as_fast_as_they_can() -> None:
    """Fewer posts and edits than the group takes, and the newest state is shown at last."""
    assert 12 < await busiest_minute(130) <= MOST_A_MINUTE


async def test_c01_a_flood_wait_of_one_table_delays_no_other() -> None:
    storm = await flooded(TABLES, 40)
    assert storm.rate >= CALLS_A_SECOND
    assert len(storm.waits) > 200
    assert storm.p95 < 1
