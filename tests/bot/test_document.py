"""A table as it is stored."""

from __future__ import annotations

import pytest

from bot.document import Unreadable, read, write
from engine.cards import notation
from tests.bot.driver import Driver


def test_a_document_of_another_version_or_with_missing_parts_is_unreadable() -> None:
    game = Driver().started(2)
    text = write(game.table)
    for broken in (
        "",
        "[]",
        "{}",
        text[:-20],
        text.replace('"schema":1', '"schema":2'),
        text.replace('"phase":"deal"', '"phase":"lobbying"'),
        text.replace('"phase":"deal"', '"phase":"lobby"'),
        text.replace('"deal":{', '"dael":{'),
    ):
        with pytest.raises(Unreadable) as caught:
            read(broken)
        for hand in (game.table.view(0).hand, game.table.view(1).hand):
            assert notation(hand) not in str(caught.value)


def test_four_players_in_full_swing_stay_small() -> None:
    game = Driver(seed=5).started()
    sizes = []
    while game.phase == "deal":
        game.step()
        sizes.append(len(write(game.table).encode()))
    # design.md aims at 2 KB for the state; hands, row and melds are all in it.
    assert sorted(sizes)[len(sizes) // 2] < 3000
