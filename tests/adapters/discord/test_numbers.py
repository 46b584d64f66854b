"""How much reaches a table on Discord, and how soon: the numbers of `make bench` in small."""

from __future__ import annotations

import pytest

from bench.discord import MOST_CALLS_A_TURN, turns_of_two


@pytest.mark.parametrize("private", [True, False])
async def test_a_turn_of_two_without_a_meld_takes_few_calls(private: bool) -> None:
    # In the first turn the deal's posts are still on their way.
    for turn in (await turns_of_two(6, private=private))[1:]:
        assert turn.posts == 1
        assert turn.posts + turn.edits <= MOST_CALLS_A_TURN
        assert turn.deletions == 1, "the old hand, or the old call, goes"
        assert max(turn.waits) < 1
