"""A match: totals, the end, ties, the dealer, stakes (RULES.md section 6)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.match import Match, dealing_order, first_player, next_dealer, payments
from engine.options import MOST_DEALS
from engine.presets import build, preset
from engine.rules import Rules

COMMON, CLASSIC = preset("common"), preset("classic")
THREE = build("classic", players=3)


def play(rules: Rules, *scores: tuple[int, ...]) -> Match:
    match = Match.start(rules, dealer=0)
    for deal in scores:
        match = match.after_deal(deal)
    return match


def test_totals_and_history_grow_and_the_deal_goes_on() -> None:
    match = play(COMMON, (310, 10), (-60, 200))
    assert (match.deals, match.totals, match.dealer) == (2, (250, 210), 2)
    assert match.history == ((310, 10), (-60, 200))
    assert (match.over, match.winner) == (False, None)


def test_the_target_is_reached_or_passed() -> None:
    assert play(COMMON, (1500, 1200)).winner == 0
    assert not play(CLASSIC, (1500, 1200)).over
    assert play(CLASSIC, (1505, 1200)).winner == 0


def test_the_highest_total_wins_whoever_went_out() -> None:
    assert play(COMMON, (1520, 1610)).winner == 1


def test_equal_totals_mean_another_deal_until_one_leads() -> None:
    match = play(COMMON, (1550, 1550))
    assert not match.over
    match = match.after_deal((10, 10))
    assert not match.over
    assert match.after_deal((-200, -210)).winner == 0


def test_equal_totals_may_be_a_draw() -> None:
    match = play(build("common", match_tie="draw"), (1550, 1550))
    assert (match.over, match.winner) == (True, None)
    assert match.payments == (0, 0)


def test_a_tie_below_the_lead_is_none() -> None:
    assert play(THREE, (1600, 900, 900)).winner == 0
    assert not play(THREE, (1600, 1600, 900)).over


def test_single_and_fixed_numbers_of_deals() -> None:
    single = build("modern", ("single_hand",))
    assert play(single, (-20, 10)).winner == 1
    assert not play(single, (10, 10)).over
    assert play(single, (10, 10), (0, 5)).winner == 1
    four = build("modern", match_mode="fixed_hands", fixed_hands=4)
    assert not play(four, *[(2000, 0)] * 3).over
    assert play(four, *[(2000, 0)] * 4).winner == 0


def test_a_pinnacolone_wins_regardless_of_the_totals() -> None:
    match = play(COMMON, (0, 1400)).after_deal((-100, 90), pinnacolone=0)
    assert (match.over, match.winner, match.totals) == (True, 0, (-100, 1490))
    paid = build("common", ("stakes_per_point",))
    assert play(paid, (0, 1400)).after_deal((0, 0), pinnacolone=0).payments == (0, 0)


def test_a_pinnacolone_may_end_only_the_deal() -> None:
    rules = build("modern", pinnacolone_wins="hand")
    assert not Match.start(rules).after_deal((200, 0), pinnacolone=0).over


def test_nothing_follows_the_end() -> None:
    with pytest.raises(ValueError, match="over"):
        play(COMMON, (1500, 0), (10, 10))
    with pytest.raises(ValueError, match="3 scores for 2 sides"):
        play(COMMON, (1, 2, 3))


# --- seats ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "first", "following", "order"),
    [
        ({}, 3, 3, (3, 0, 1, 2)),
        ({"play_direction": "anticlockwise"}, 1, 3, (3, 0, 1, 2)),
        ({"first_player": "dealer"}, 2, 3, (3, 0, 1, 2)),
        ({"dealer_rotation": "right"}, 3, 1, (3, 0, 1, 2)),
        ({"dealer_rotation": "fixed"}, 3, 2, (3, 0, 1, 2)),
        ({"deal_direction": "anticlockwise"}, 3, 3, (1, 0, 3, 2)),
    ],
)
def test_who_deals_and_begins(
    options: dict[str, Any], first: int, following: int, order: tuple[int, ...]
) -> None:
    rules = build("common", **options)
    assert first_player(rules, 2) == first
    assert next_dealer(rules, 2) == following
    assert dealing_order(rules, 2) == order


def test_the_first_dealer_is_drawn_or_sits_first() -> None:
    assert Match.start(COMMON, dealer=3).dealer == 3
    assert Match.start(build("common", first_dealer="seat"), dealer=3).dealer == 0


# --- stakes --------------------------------------------------------------------------------------


def test_every_loser_settles_with_the_winner() -> None:
    fixed = build("classic", ("stakes_fixed",), players=3, stake=5)
    assert payments(fixed, (1600, 1500, -100), 0) == (10, -5, -5)
    by_point = build("classic", ("stakes_per_point",), players=3, point_rate=0.5)
    assert payments(by_point, (1500, 1600, -100), 1) == (-50.0, 900.0, -850.0)
    assert payments(CLASSIC, (1600, 1500), 0) == (0, 0)


TOTALS = st.lists(st.integers(-2000, 4000), min_size=3, max_size=3)


@given(TOTALS, st.integers(0, 2), st.sampled_from(["none", "fixed", "per_point"]))
def test_payments_are_a_zero_sum_and_no_loser_gains(
    totals: list[int], winner: int, settlement: str
) -> None:
    paid = payments(build("classic", players=3, settlement=settlement), totals, winner)
    assert sum(paid) == 0
    assert all(amount <= 0 for side, amount in enumerate(paid) if side != winner)


@given(st.lists(TOTALS, min_size=1, max_size=6))
def test_a_winner_leads_alone(scores: list[list[int]]) -> None:
    match = Match.start(THREE)
    for deal in scores:
        if not match.over:
            match = match.after_deal(deal)
    if match.over:
        assert match.winner is not None
        losers = [total for side, total in enumerate(match.totals) if side != match.winner]
        assert max(losers) < match.totals[match.winner]
    else:
        assert match.winner is None
        best = max(match.totals)
        assert best <= 1500 or match.totals.count(best) > 1


def test_the_technical_guard_ends_a_match_with_the_best_total() -> None:
    """No rule: so that no match goes on for ever."""
    waiting = tuple((1, 0) for _ in range(MOST_DEALS - 1))
    match = Match(COMMON, dealer=0, history=waiting)
    assert not match.over
    assert match.after_deal((0, 0)).winner == 0
    level = Match(COMMON, dealer=0, history=((1, 0), (0, 1)) * (MOST_DEALS // 2))
    assert (level.over, level.winner) == (True, None)


# --- saved ---------------------------------------------------------------------------------------


def test_a_match_is_saved_small_and_read_again() -> None:
    for match in (
        Match.start(COMMON, dealer=2),
        play(COMMON, (310, 10), (-60, 200)),
        play(COMMON, (0, 1400)).after_deal((-100, 90), pinnacolone=0),
    ):
        text = json.dumps(match.to_json())
        assert Match.from_json(match.rules, json.loads(text)) == match
    assert Match.start(COMMON, dealer=2).to_json() == {"dealer": 2}


@pytest.mark.parametrize(
    "data",
    [
        {"dealer": 4},
        {"dealer": 0, "history": [[1, 2, 3]]},
        {"dealer": 0, "history": [[1, 2]], "pinnacolone": 2},
        {"dealer": "x"},
    ],
)
def test_other_data_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="."):
        Match.from_json(COMMON, data)
