"""How a turn begins, and when a deal stops (RULES.md 3.1 to 3.3 and 3.8)."""

from __future__ import annotations

import pytest

from engine.cards import card, cards
from engine.events import Discarded, Drew, Reshuffled, Stopped
from engine.moves import MOST_TURNS
from engine.shuffle import shuffled
from tests.engine.positions import code, play, played, position

# --- 3.1 to 3.3: draw, take, block ----------------------------------------------------------------


def test_3_1_one_draw_a_turn_and_no_passing() -> None:
    deal = position("common", "9s9cQd", row="4c9h")
    for text in ("lay 9s9c9h", "add 0 9s", "swap 0 9s", "discard Qd"):
        assert code(deal, text) == "must_draw_first"
    for first in ("draw", "take 1"):
        for second in ("draw", "take 0"):
            assert code(play(deal, first), second) == "already_drawn"


def test_3_1_a_draw_is_settled_at_once() -> None:
    deal, events = played(position("common", "9s9cQd"), "draw")
    assert events == [Drew(0)]
    assert code(deal, "undo") == "nothing_to_undo"
    assert deal.view(1).sizes == (4, 2, 2, 2)
    assert deal.view(1).stock == 1
    assert deal.view(0).drawn == card("3d")
    assert deal.view(1).drawn is None


def test_3_8_a_reshuffle_follows_from_the_seed_and_its_number() -> None:
    row = "4cJd9h2sKc5d6s7hTc"
    deal = position("common", "9sQd", row=row, stock="", seed="5eed")
    first = play(deal, "draw")
    order = shuffled(cards(row)[:-1], "5eed", 1)
    assert (first.view(0).drawn, first.position.stock) == (order[0], order[1:])
    assert first.position.shuffles == 1
    again = position("common", "9sQd", row=row, stock="", seed="5eed", laid_since_reshuffle=False)
    assert play(again, "draw").position.stock == shuffled(cards(row)[:-1], "5eed", 2)[1:]
    assert shuffled(cards(row)[:-1], "5eed", 1) != shuffled(cards(row)[:-1], "5eed", 2)


def test_3_2_a_take_brings_the_cards_to_the_right() -> None:
    deal = play(position("common", "9s9cQd", row="4cJd9h2sKc"), "take 2")
    view = deal.view(0)
    assert view.hand == tuple(sorted(cards("9s9cQd9h2sKc")))
    assert (view.row, view.chosen, view.taken) == (cards("4cJd"), card("9h"), 2)


@pytest.mark.parametrize("index", [-1, 5])
def test_3_2_only_cards_that_lie_there(index: int) -> None:
    assert code(position("common", "9s9c", row="4cJd9h2sKc"), f"take {index}") == (
        "no_such_row_card"
    )


def test_3_2_last_only_leaves_the_newest_card() -> None:
    deal = position("common", "9s9cQd", row="4cJd9h", options={"row_take": "last_only"})
    assert deal.view(0).row_open == 2
    assert code(deal, "take 1") == "row_blocked"
    assert play(deal, "take 2").position.row == cards("4cJd")


def test_3_3_only_what_is_wild_under_the_options_blocks() -> None:
    row = "4c2cJd"
    assert position("modern", "9s", row=row).view(None).row_open == 2
    assert position("modern", "9s", row=row, toggles=("no_pinelle",)).view(None).row_open == 0
    assert position("pinella", "9s", row=row).view(None).row_open == 0
    before_only = {"row_block": "before_only"}
    assert position("modern", "9s", row=row, options=before_only).view(None).row_open == 1


def test_3_3_the_right_most_wild_counts_and_the_upcard_too() -> None:
    assert position("modern", "9s", row="*4c2cJd").view(None).row_open == 3
    assert code(position("modern", "9s", row="*"), "take 0") == "row_blocked"


# --- 3.8: stock and stopping ----------------------------------------------------------------------


def test_3_8_the_row_but_its_last_card_becomes_the_stock() -> None:
    deal = position("common", "9sQd", row="4cJd8sKc", stock="")
    assert deal.view(None).will_reshuffle
    deal, events = played(deal, "draw")
    assert events == [Reshuffled(0, 3), Drew(0)]
    assert (deal.position.row, deal.position.stock) == (cards("Kc"), cards("Jd8s"))


def test_3_8_a_row_of_one_card_is_no_stock() -> None:
    deal = position("common", "9sQd", row="4c", stock="")
    assert code(deal, "draw") == "stock_empty"
    view = deal.view(0)
    assert (view.can_draw, view.can_stop, view.will_reshuffle) == (False, True, False)
    stopped, events = played(deal, "stop")
    assert events == [Stopped(0)]
    assert (stopped.over, stopped.stopped, stopped.closer) == (True, True, None)


def test_3_8_no_stop_while_there_is_a_card_to_draw() -> None:
    assert code(position("common", "9s"), "stop") == "cannot_stop"
    assert code(position("common", "9s", row="4c5d", stock=""), "stop") == "cannot_stop"
    assert code(play(position("common", "9s"), "draw"), "stop") == "already_drawn"


def test_3_8_row_or_stop_takes_the_row_or_stops() -> None:
    deal = position("modern", "9s9cQd", row="4cJd9h", stock="")
    assert code(deal, "draw") == "stock_empty"
    assert play(deal, "take 2", "lay 9s9h9c", "discard Qd").over
    assert play(deal, "stop").stopped


def test_3_8_stop_after_last_stops_with_that_turn() -> None:
    options = {"stock_empty": "stop_after_last"}
    deal, events = played(
        position("common", "9sQd", stock="3d", options=options), "draw", "discard Qd"
    )
    assert deal.stopped
    assert events == [Drew(0), Discarded(0, card("Qd")), Stopped(0)]


def test_3_8_idle_turns_stop_the_deal_whatever_the_number_of_players() -> None:
    deal = position("modern", "9s9hKd", stock="3d8d5c", idle=38)
    deal = play(deal, "draw", "discard Kd")
    assert (deal.over, deal.position.idle) == (False, 39)
    deal = play(deal, "draw", "discard 4d")
    assert deal.stopped


def test_3_8_any_laid_card_resets_the_idle_turns() -> None:
    deal = position("modern", "7hKd8c", table=("me 4h5h6h",), idle=39)
    deal = play(deal, "draw", "add 0 7h", "discard Kd")
    assert (deal.over, deal.position.idle) == (False, 0)


def test_3_8_a_second_idle_reshuffle_is_refused() -> None:
    idle = position("common", "9sQd", row="4cJd", stock="", idle=8, laid_since_reshuffle=False)
    assert code(idle, "draw") == "stock_empty"
    assert play(idle, "stop").stopped
    for idle_turns, laid in ((7, False), (8, True)):
        deal = position(
            "common", "9sQd", row="4cJd", stock="", idle=idle_turns, laid_since_reshuffle=laid
        )
        assert code(deal, "stop") == "cannot_stop"


def test_3_8_the_technical_guard() -> None:
    deal = play(position("common", "9sQd", turn=MOST_TURNS), "draw", "discard Qd")
    assert deal.stopped
    assert not play(position("common", "9sQd", turn=MOST_TURNS - 1), "draw", "discard Qd").over
