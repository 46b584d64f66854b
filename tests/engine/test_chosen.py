"""What chosen cards can do, or why they can do nothing."""

from __future__ import annotations

import pytest

from engine.actions import action_text
from engine.cards import card, cards
from engine.deal import Deal
from engine.suggest import fitting, why_not
from tests.engine.positions import play, position


def can(deal: Deal, chosen: str) -> list[str]:
    """What these chosen cards can do."""
    return [action_text(offer.action) for offer in fitting(deal.view(0), cards(chosen))]


def reason(deal: Deal, chosen: str) -> str | None:
    """The code of why they can do nothing."""
    refused = why_not(deal.view(0), cards(chosen))
    return None if refused is None else refused.code


def test_chosen_cards_are_laid_added_swapped_discarded() -> None:
    table = ("me 4h5h6h", "opp 9c*=TcJc")
    deal = play(position("common", "7h8hTc7s7cQd*", table=table), "draw")
    assert can(deal, "7h8h") == ["add 0 7h8h"]
    assert can(deal, "7h") == ["add 0 7h", "discard 7h"]
    assert can(deal, "7h7s7c") == ["lay 7s7h7c"]
    assert can(deal, "Tc") == ["swap 1 Tc", "discard Tc"]
    assert sorted(can(deal, "7s7c*")) == ["lay 7s*=7h7c", "lay 7s7c*=7d"]
    assert sorted(can(deal, "*8h")) == ["add 0 *=7h8h"]
    assert can(deal, "*")[:-1] == ["add 0 *=3h", "add 0 *=7h"]


def test_chosen_cards_may_be_added_at_both_ends() -> None:
    deal = play(position("common", "3h7hQd", table=("me 4h5h6h",)), "draw")
    assert can(deal, "3h7h") == ["add 0 3h7h"]


def test_a_swap_is_offered_for_the_chosen_card_although_the_wild_has_no_place_yet() -> None:
    deal = position("common", "6hKdQc9s", table=("opp 4h5h*=6h7h",), opened=True, stock="2s")
    assert can(play(deal, "draw"), "6h") == ["swap 0 6h", "discard 6h"]


def test_cards_that_are_not_in_the_hand_can_do_nothing() -> None:
    deal = play(position("common", "9s9cQd"), "draw")
    assert can(deal, "9h") == []
    assert reason(deal, "9h") == "not_in_hand"
    assert can(deal, "9s9s") == []


def test_why_chosen_cards_do_nothing() -> None:
    table = ("partner 4h5h6h", "opp 9c*=TcJc")
    deal = play(position("common", "7h9h5sTc7s7cQdKd", table=table, stock="2d"), "draw")
    assert reason(deal, "7s7c7h") is None
    assert reason(deal, "7h") == "must_open_first"
    assert reason(deal, "Tc") == "must_open_first"
    assert reason(deal, "QdKd") == "too_short"
    assert reason(deal, "7h9h5s") == "not_a_meld"
    assert reason(deal, "Qd") is None
    assert reason(position("common", "7s7c7h"), "7s7c7h") == "must_draw_first"


def test_the_reason_names_the_missing_card() -> None:
    deal = play(position("common", "5h6h8h2dKh"), "draw")
    refused = why_not(deal.view(0), cards("8h5h6h"))
    assert refused is not None
    assert (refused.code, refused.params["missing"]) == ("not_consecutive", cards("7h"))


@pytest.mark.parametrize(
    ("chosen", "missing"),
    [
        ("8h4h*", "5h6h7h"),
        ("AhQh*4h", "5h6h7h8h9hThJhKh"),
        ("AhKhQh4h", "5h6h7h8h9hThJh"),
    ],
)
def test_the_reason_reads_runs_upwards_an_ace_high_beside_court_cards(
    chosen: str, missing: str
) -> None:
    hand = position("common", "4h8hKhQhAh*9s9d5d", stock="2d3d", options={"max_wilds": 1})
    refused = why_not(play(hand, "draw").view(0), cards(chosen))
    assert refused is not None
    assert (refused.code, refused.params["missing"]) == ("not_consecutive", cards(missing))


def test_the_reason_for_a_single_card_is_the_duty() -> None:
    deal = play(position("common", "9s9cQd", row="9h"), "take 0")
    refused = why_not(deal.view(0), cards("Qd"))
    assert refused is not None
    assert (refused.code, refused.params["card"]) == ("row_obligation", card("9h"))


def test_3_9_the_reason_may_be_the_last_card() -> None:
    deal = play(position("modern", "9s9c", row="9h"), "take 0")
    assert reason(deal, "9s9c9h") == "must_keep_discard"
