"""Nobody's screen depends on what is hidden from that person."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.screen import Screen
from bot.screens.cards import LABEL, TEXT
from bot.screens.hand import hand
from bot.screens.table import table_screen
from bot.state import Table
from bot.texts import texts
from engine.rules import Rules
from tests.bot.screens.deals import otherwise, random_tables
from tests.bot.screens.scenes import FOUR, TWO

SPEAK = texts("it")


def _said(screen: Screen) -> str:
    labels = [button.label for row in screen.rows for button in row]
    return "\n".join([screen.text, *labels])


@pytest.mark.parametrize(("rules", "seed"), [(FOUR, "a1"), (FOUR, "b2"), (TWO, "c3")])
def test_what_is_hidden_changes_no_screen(rules: Rules, seed: str) -> None:
    random = Random(seed)
    for table in random_tables(seed, rules, every=5):
        assert table.deal is not None
        other = replace(table, deal=otherwise(table.deal, None, random))
        assert table_screen(other, SPEAK) == table_screen(table, SPEAK)
        for seat in range(rules.players):
            other = replace(table, deal=otherwise(table.deal, seat, random))
            assert hand(other, seat, SPEAK) == hand(table, seat, SPEAK)


def test_the_test_would_notice() -> None:
    random = Random(1)
    table = next(random_tables("d4"))
    assert table.deal is not None
    other = replace(table, deal=otherwise(table.deal, None, random))
    assert hand(other, 0, SPEAK) != hand(table, 0, SPEAK)


@pytest.mark.parametrize("seed", ["e5", "f6", "07"])
def test_no_card_of_a_fresh_hand_is_named_to_others(seed: str) -> None:
    table = next(random_tables(seed))
    for viewer in (None, 0, 1, 2, 3):
        text = _said(_screen(table, viewer))
        view = table.view(viewer)
        known = {*view.row, *view.hand}
        assert table.deal is not None
        for seat, held in enumerate(table.deal.settled.hands):
            for card in {*held} - known if seat != viewer else ():
                for name in (TEXT.card(card), LABEL.card(card), f" {card} ", f" {card}"):
                    assert name not in text, (viewer, seat)


def _screen(table: Table, viewer: int | None) -> Screen:
    return table_screen(table, SPEAK) if viewer is None else hand(table, viewer, SPEAK)


def test_tried_melds_are_seen_by_their_owner_only() -> None:
    for table in random_tables("77", every=1):
        deal = table.deal
        assert deal is not None
        if not deal.steps:
            continue
        before = replace(table, deal=replace(deal, steps=()))
        assert table_screen(table, SPEAK) == table_screen(before, SPEAK)
        other = (deal.seat + 1) % 4
        assert hand(table, other, SPEAK) == hand(before, other, SPEAK)
        assert hand(table, deal.seat, SPEAK) != hand(before, deal.seat, SPEAK)
        return
    raise AssertionError("nobody tried anything")
