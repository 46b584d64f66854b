"""The preset `classic`, clause by clause: source 001 (docs/rules-sources.md)."""

from __future__ import annotations

import pytest

from engine.cards import card, cards
from engine.deal import Deal
from engine.match import Match, dealing_order, payments
from engine.presets import build, preset
from tests.engine.clauses import kind, played, totals, worth
from tests.engine.positions import code, play, position

RULES = preset("classic")


def test_001_01_two_three_or_four_singly_or_four_in_pairs() -> None:
    assert RULES.sides == ((0, 2), (1, 3))
    for players in (2, 3, 4):
        single = build("classic", ("solo",), players=players)
        assert single.sides == tuple((seat,) for seat in range(players))


def test_001_02_two_packs_two_jokers_each_without_red_twos_104_cards() -> None:
    assert len(RULES.pack) == 104
    assert RULES.pack.count(card("*")) == 4
    assert not set(cards("2h2d")) & set(RULES.pack)


def test_001_03_sets_and_runs_of_three_or_more() -> None:
    assert kind(RULES, "8s8h8d") == "set"
    assert kind(RULES, "8s8s8d") == "duplicate_suit"
    assert kind(RULES, "8s9sTs") == "run"
    assert kind(RULES, "8s9s") == "too_short"


def test_001_04_runs_stop_at_the_ace() -> None:
    assert kind(RULES, "QsKsAs") == "run"
    assert kind(RULES, "As3s4s") == "run"
    assert kind(RULES, "KsAs3s") == "round_the_corner"


def test_001_05_jokers_and_black_twos_stand_for_any_card() -> None:
    assert kind(RULES, "8s*Ts") == "run"
    assert kind(RULES, "8s2cTs") == "run"
    assert kind(RULES, "8s8h2s=8d") == "set"


def test_001_06_a_joker_is_taken_by_its_card_pinelle_stay() -> None:
    for owner in ("me", "partner", "opp"):
        joker = position(RULES, "9sKdQd", table=(f"{owner} 8s*=9sTs",), opened=False)
        assert play(joker, "draw", "swap 0 9s", "discard Qd").seat == 1
        pinella = position(RULES, "9sKdQd", table=(f"{owner} 8s2c=9sTs",), opened=False)
        assert code(play(pinella, "draw"), "swap 0 9s") == "wild_fixed"


def test_001_07_clockwise_turns_of_drawing_and_discarding() -> None:
    deal = play(position(RULES, "9sQd"), "draw", "discard Qd")
    assert (deal.seat, deal.phase) == (1, "draw")
    assert code(deal, "discard 4d") == "must_draw_first"


def test_001_08_laying_and_adding_without_a_least_score() -> None:
    deal = play(position(RULES, "3s3h3cQd8d", table=("partner 5d6d7d",)), "draw")
    assert play(deal, "lay 3s3h3c").view(0).opened[0]
    assert play(deal, "add 0 8d").position.melds[0].side == 0
    theirs = play(position(RULES, "Qd8d", table=("opp 5d6d7d",)), "draw")
    assert code(theirs, "add 0 8d") == "opponents_meld"


def test_001_09_closing_with_or_without_a_last_discard() -> None:
    without = play(position(RULES, "9s9c", row="9h"), "take 0", "lay 9s9h9c")
    within = play(position(RULES, "9s9cQd", row="9h"), "take 0", "lay 9s9h9c", "discard Qd")
    assert (without.closer, within.closer) == (0, 0)


def test_001_10_hands_against_melds_for() -> None:
    assert totals(RULES, ("9s9h9c", ""), ("Ks", "As", "", "3d")) == (20, -20)


def test_001_11_points_of_the_cards() -> None:
    assert [RULES.value(face) for face in cards("*2s2cAh")] == [25, 20, 20, 15]
    assert [RULES.value(face) for face in cards("8h9hThJhQhKh")] == [10] * 6
    assert [RULES.value(face) for face in cards("3h4h5h6h7h")] == [5] * 5
    assert worth(RULES, "8s8h*=8d") == 45


def test_001_12_clean_fours_and_clean_runs_of_six_count_double() -> None:
    assert worth(RULES, "8s8h8d8c") == 80
    assert worth(RULES, "8s8h8d*") == 55
    assert worth(RULES, "8h9hThJhQhKh") == 120
    assert worth(RULES, "8h9hThJhQh") == 50
    assert worth(RULES, "8h9hThJhQh2s=Kh") == 70
    # Longer runs count no more, and the run from Ace to Ace ends nothing.
    assert worth(RULES, "Ah3h4h5h6h7h8h9hThJhQhKhAh") == 2 * (15 + 25 + 60 + 15)
    whole = position(RULES, "AhQd5c", table=("me 3h4h5h6h7h8h9hThJhQhKhAh",))
    assert not play(whole, "draw", "add 0 Ah").over


def test_001_13_a_hundred_for_closing_and_in_hand_the_own_cards_once_more() -> None:
    deal = position(RULES, "9s9c8d8h8s8c", row="9h")
    deal = play(deal, "take 0", "lay 9s9h9c", "lay 8s8h8c8d")
    assert deal.in_hand
    assert deal.scores()[0].total == 2 * (30 + 80) + 100 - 10


def test_001_14_in_hand_means_nothing_laid_in_all_earlier_turns() -> None:
    for before in (False, True):
        deal = position(RULES, "9s9c", row="9h", laid_before=[before, True, True, True])
        deal = play(deal, "take 0", "lay 9s9h9c")
        assert deal.in_hand is not before


def test_001_15_dealer_by_lot_twelve_cards_clockwise_and_one_turned_up() -> None:
    assert Match.start(RULES, dealer=2).dealer == 2
    assert dealing_order(RULES, dealer=2) == (3, 0, 1, 2)
    deal = Deal.start(RULES, 2, "")
    assert [len(hand) for hand in deal.position.hands] == [12] * 4
    assert (deal.position.row, len(deal.position.stock)) == (RULES.pack[48:49], 55)


def test_001_16_a_card_below_others_is_taken_with_all_above_it() -> None:
    deal = position(RULES, "9s9cQd", row="4cJd9h2sKc")
    assert deal.view(0).row_open == 0
    taken = play(deal, "take 2").view(0)
    assert taken.hand == tuple(sorted(cards("9s9cQd9h2sKc")))
    assert taken.row == cards("4cJd")


@pytest.mark.parametrize("row", ["9h", "9hKc"])
def test_001_17_the_card_taken_is_laid_at_once_the_others_may_be_kept(row: str) -> None:
    table = ("me 4d5d6d",)
    deal = play(position(RULES, "9s9cQd7d", row=row, table=table), "take 0")
    assert code(deal, "add 0 7d") == "row_obligation_first_action"
    assert code(deal, "discard Qd") == "row_obligation"
    assert play(deal, "lay 9s9h9c", "add 0 7d", "discard Qd").over == (row == "9h")


def test_001_18_a_taken_card_may_also_take_a_joker() -> None:
    for owner in ("me", "opp"):
        deal = position(RULES, "KdQd", row="9s", table=(f"{owner} 8s*=9sTs",))
        assert play(deal, "take 0", "swap 0 9s", "discard Qd").seat == 1


def test_001_19_who_passes_1500_or_2000_first_wins() -> None:
    assert not played(RULES, (1500, 0)).over
    assert played(RULES, (1505, 0)).winner == 0
    longer = build("classic", ("target_2000",))
    assert not played(longer, (2000, 0)).over
    assert played(longer, (2005, 0)).winner == 0


def test_001_20_stakes_fixed_or_by_the_difference() -> None:
    fixed = build("classic", ("stakes_fixed",), stake=5)
    assert payments(fixed, (1620, 1180), 0) == (5, -5)
    points = build("classic", ("stakes_per_point", "solo"), players=3, point_rate=2)
    assert payments(points, (1600, 1500, 900), 0) == (1600, -200, -1400)
    assert payments(RULES, (1620, 1180), 0) == (0, 0)


def test_where_the_source_is_silent_nothing_is_forbidden() -> None:
    """A13 and A14: a joker taken may be kept; wilds in the row block nothing."""
    assert position(RULES, "9s", row="4c*Jd").view(None).row_open == 0
    joker = position(RULES, "9sKdQd", table=("opp 8s*=9sTs",))
    assert play(joker, "draw", "swap 0 9s", "discard Qd").position.hands[0].count(card("*")) == 1
