"""The preset `modenese`, clause by clause: as far as it is known from outside (RULES.md 13)."""

from __future__ import annotations

from engine.cards import cards
from engine.deal import Deal
from engine.presets import difference, preset
from tests.engine.clauses import kind, totals, worth
from tests.engine.positions import code, play, position

RULES = preset("modenese")


def test_19_cards_each() -> None:
    assert [len(hand) for hand in Deal.start(RULES, 0, "").position.hands] == [19] * 4
    assert len(RULES.pack) == 104


def test_values_and_closing() -> None:
    assert [RULES.value(face) for face in cards("*7h6h2s")] == [30, 10, 5, 20]
    assert totals(RULES, ("9s9h9c", ""), ("", "", "", ""), closer=0) == (330, 0)


def test_black_runs_go_round_the_corner() -> None:
    assert kind(RULES, "KsAs3s") == kind(RULES, "KcAc3c") == "run"
    assert kind(RULES, "KhAh3h") == kind(RULES, "KdAd3d") == "round_the_corner"
    assert worth(RULES, "QsKsAs3s4s5s") == 2 * (20 + 15 + 15)


def test_closing_in_hand_counts_the_own_cards_once_more_besides_the_300() -> None:
    deal = position(RULES, "9s9c8d8h8s8c", row="9h")
    deal = play(deal, "take 0", "lay 9s9h9c", "lay 8s8h8c8d")
    assert deal.scores()[0].total == 2 * (30 + 80) + 300 - 10


def test_pinelle_stay_and_jokers_may_be_kept_as_in_classic() -> None:
    joker = position(RULES, "9sKdQd", table=("opp 8s*=9sTs",))
    assert play(joker, "draw", "swap 0 9s", "discard Qd").seat == 1
    pinella = position(RULES, "9sKdQd", table=("me 8s2c=9sTs",))
    assert code(play(pinella, "draw"), "swap 0 9s") == "wild_fixed"


def test_is_classic_otherwise() -> None:
    assert set(difference(RULES, "classic")) == {
        "deal_size",
        "deal_sizes_allowed",
        "ten_from",
        "joker_value",
        "round_the_corner",
        "out_bonus",
    }
