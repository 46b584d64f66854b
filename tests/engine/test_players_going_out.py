"""The search for a way to lay the whole hand in one turn: it finds what is there, and no more."""

from __future__ import annotations

import pytest

from engine.actions import Discard
from engine.deal import Deal
from engine.finish import can_end
from engine.players.ending import position_to_play
from engine.players.going_out import LONGEST_HAND, going_out
from tests.engine.positions import play, position


def way_out(deal: Deal) -> list[str] | None:
    """What the search finds for the seat to play, played to its end."""
    line = going_out(deal.rules, position_to_play(deal.view(0)))
    if line is None:
        return None
    kinds = [type(action).__name__ for action in line]
    for action in line:
        assert not deal.over
        assert can_end(deal.rules, deal.position) or not isinstance(action, Discard)
        deal, _ = deal.apply(action)
    assert (deal.over, deal.closer) == (True, 0)
    return kinds


def drawn(game: str, hand: str, draw: str, *table: str) -> Deal:
    """The play phase after a draw from the stock."""
    return play(position(game, hand, stock=f"{draw}Kh", table=table), "draw")


@pytest.mark.parametrize(
    ("hand", "draw", "table", "kinds"),
    [
        # A meld or two, with and without a card to discard.
        ("9s9h", "9c", (), ["Lay"]),
        ("9s9hKd", "9c", (), ["Lay", "Discard"]),
        ("9s9h9c4d5dKd", "6d", (), ["Lay", "Lay", "Discard"]),
        ("9s9h9c4d5d", "6d", (), ["Lay", "Lay"]),
        # The card that is left stands first in the hand, in the middle, and last.
        ("As9s9h9c4d5d", "6d", (), ["Lay", "Lay", "Discard"]),
        ("Qh9s9h9c4d5d", "6d", (), ["Lay", "Lay", "Discard"]),
        ("As", "7h", ("me 4h5h6h",), ["Add", "Discard"]),
        # Cards added to melds of the own side, one after the other.
        ("7h8hKd", "9h", ("me 4h5h6h",), ["Add", "Add", "Add", "Discard"]),
        ("3h7h", "Kd", ("me 4h5h6h",), ["Add", "Add", "Discard"]),
        ("9s9h7h", "9c", ("partner 4h5h6h",), ["Lay", "Add"]),
        # The first way to use the 5s leads nowhere, the other one does.
        ("5s5h5c6s", "7s", ("me 8s9sTs",), ["Lay", "Add"]),
        # A wild stands for what is missing.
        ("9s9hKd", "*", (), ["Lay", "Discard"]),
        ("4d6d9s9h9c", "*", (), ["Lay", "Lay"]),
        # The last card is added, else discarded.
        ("7h", "8h", ("me 4h5h6h",), ["Add", "Add"]),
        ("7h", "Kd", ("me 4h5h6h",), ["Add", "Discard"]),
    ],
)
def test_it_finds_the_way_out(
    hand: str, draw: str, table: tuple[str, ...], kinds: list[str]
) -> None:
    found = way_out(drawn("common", hand, draw, *table))
    assert found is not None
    assert sorted(found) == sorted(kinds)
    assert "Discard" not in found[:-1]


@pytest.mark.parametrize(
    ("game", "hand", "draw", "table"),
    [
        ("common", "9s9hKd", "Qc", ()),
        ("common", "9s9h9cKd", "Qc", ()),
        ("common", "9s9h9c4d5d", "Kd", ()),
        # Nobody may add to the melds of others, and to the partner's only once opened.
        ("common", "7h8h", "Kd", ("opp 4h5h6h",)),
        ("common", "7h8h", "Kd", ("partner 4h5h6h",)),
        # All four are laid only if a card is kept, which then cannot be placed.
        ("modern", "9s9h", "9c", ()),
        ("pinella", "9s9hKd", "9c", ()),
        ("pinella", "9s9hKd", "9c", ("opp 5d5h5s5c",)),
    ],
)
def test_it_finds_none_where_there_is_none(
    game: str, hand: str, draw: str, table: tuple[str, ...]
) -> None:
    assert way_out(drawn(game, hand, draw, *table)) is None


def test_the_rules_of_going_out_are_kept() -> None:
    assert way_out(drawn("modern", "9s9h9c", "9d")) == ["Lay", "Discard"]
    assert way_out(drawn("pinella", "9s9hKd", "9c", "me 5d5h5s5c")) == ["Lay", "Discard"]
    first = position("common", "9s9h", stock="9cKd", options={"no_out_first_round": True})
    assert way_out(play(first, "draw")) is None


def test_full_hands_are_not_searched() -> None:
    assert LONGEST_HAND == 8
    eight = drawn("common", "9s9h9c4d5d6d7d", "8d")
    assert way_out(eight) == ["Lay", "Lay"]
    assert way_out(drawn("common", "9s9h9c4d5d6d7d8d", "Td")) is None
