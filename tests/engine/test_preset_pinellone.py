"""The preset `pinellone`, clause by clause: `pinella` with 15 cards (RULES.md 13, 14)."""

from __future__ import annotations

from engine.deal import Deal
from engine.presets import build, difference, preset
from tests.engine.clauses import played
from tests.engine.positions import code, play, position

RULES = preset("pinellone")


def test_has_15_cards_and_goes_to_3000() -> None:
    assert [len(hand) for hand in Deal.start(RULES, 0, "").position.hands] == [15] * 4
    assert not played(RULES, (2995, 0)).over
    assert played(RULES, (3000, 0)).winner == 0


def test_needs_a_clean_six_before_going_out() -> None:
    for meld, out in (("3c3s3h3d", False), ("5d6d7d8d9d*=Td", False), ("5d6d7d8d9dTd", True)):
        deal = position(RULES, "9s9cQd", row="9h", table=(f"me {meld}",))
        deal = play(deal, "take 0", "lay 9s9c9h")
        if out:
            assert play(deal, "discard Qd").closer == 0
        else:
            assert code(deal, "discard Qd") == "out_requirement"


def test_the_last_card_is_discarded_and_black_twos_are_wild_as_in_pinella() -> None:
    deal = position(RULES, "9s9c", row="9h", table=("me 5d6d7d8d9dTd",))
    assert code(play(deal, "take 0"), "lay 9s9c9h") == "must_keep_discard"
    table = ("me 5d6d7d8d2s=9dTd", "opp 4h2c=5h6h")
    wild = play(position(RULES, "9d5hQdKd", table=table), "draw")
    assert play(wild, "swap 0 9d", "add 0 2s=Jd", "discard Kd").seat == 1
    assert code(wild, "swap 1 5h") == "not_your_sides_pinella"


def test_for_six_takes_three_packs() -> None:
    six = build("pinellone", players=6)
    assert (len(six.pack), six.sides) == (156, ((0, 3), (1, 4), (2, 5)))


def test_is_pinella_otherwise() -> None:
    assert set(difference(RULES, "pinella")) == {
        "players_allowed",
        "deal_size",
        "deal_sizes_allowed",
        "out_requirement",
        "target_score",
    }
