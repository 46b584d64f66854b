"""A hand off-turn: it follows the turns of others where posts are not counted, else it stays."""

from __future__ import annotations

import pytest

from bot import posts
from bot.screen import PLAIN, Means
from tests.bot.driver import Driver


def marks(game: Driver, means: Means) -> dict[str, str]:
    """The marks of the hands of those who wait."""
    wanted = posts.wanted(game.table, game.now, means)
    assert game.table.deal is not None
    waiting = [posts.hand_key(i) for i in range(4) if i != game.table.deal.seat]
    return {key: wanted[key].mark for key in waiting}


@pytest.mark.parametrize("follows", [True, False])
def test_a_hand_off_turn_follows_whole_turns_where_posts_are_not_counted(follows: bool) -> None:
    means = Means(follows=True) if follows else PLAIN
    game = Driver(seed=5).started()
    followed: set[int] = set()
    while game.phase == "deal" and len(followed) < 6:
        before, turn = marks(game, means), game.table.turn_id
        game.step()
        if game.phase == "deal" and game.table.turn_id == turn:
            # What is tried is nothing to them.
            assert marks(game, means) == before
        elif game.phase == "deal":
            after = marks(game, means)
            both = before.keys() & after.keys()
            same = {key for key in both if before[key] == after[key]}
            assert same == (set() if follows else both)
            followed.add(turn)
    assert len(followed) == 6
