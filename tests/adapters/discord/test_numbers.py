"""How much reaches a table on Discord, and how soon: the numbers of `make bench` in small."""

from __future__ import annotations

import pytest

from bench.discord import turns_of_two
from bench.publishing import MOST_CALLS_A_TURN, QUICK, SLOW


@pytest.mark.parametrize(
    ("pause", "private", "new"),
    [(QUICK, True, 0), (SLOW, True, 1), (QUICK, False, 1)],
)
async def test_a_turn_of_two_without_a_meld_takes_few_calls(
    pause: float, private: bool, new: int
) -> None:
    # In the first turns the deal's posts are still on their way.
    for turn in (await turns_of_two(6, pause, private=private))[2:]:
        assert turn.posts + turn.edits <= MOST_CALLS_A_TURN
        # Who plays quickly has the turn in the message that is there; else the old one goes.
        assert (turn.posts, turn.deletions) == (new, new)
        assert max(turn.waits) < 1
