"""The presets known from outside in parts: pinellone, reggiano, modenese (RULES.md 13, 14)."""

from __future__ import annotations

from engine.cards import card, cards
from engine.deal import Deal
from engine.presets import build, difference, preset
from tests.engine.clauses import kind, played, totals, worth
from tests.engine.positions import code, play, position

PINELLONE, REGGIANO, MODENESE = preset("pinellone"), preset("reggiano"), preset("modenese")

# --- pinellone ------------------------------------------------------------------------------------


def test_pinellone_has_15_cards_and_goes_to_3000() -> None:
    assert [len(hand) for hand in Deal.start(PINELLONE, 0, "").position.hands] == [15] * 4
    assert not played(PINELLONE, (2995, 0)).over
    assert played(PINELLONE, (3000, 0)).winner == 0


def test_pinellone_needs_a_clean_six_before_going_out() -> None:
    for meld, out in (("3c3s3h3d", False), ("5d6d7d8d9d*=Td", False), ("5d6d7d8d9dTd", True)):
        deal = position(PINELLONE, "9s9cQd", row="9h", table=(f"me {meld}",))
        deal = play(deal, "take 0", "lay 9s9c9h")
        if out:
            assert play(deal, "discard Qd").closer == 0
        else:
            assert code(deal, "discard Qd") == "out_requirement"


def test_pinellone_for_six_takes_three_packs() -> None:
    six = build("pinellone", players=6)
    assert (len(six.pack), six.sides) == (156, ((0, 3), (1, 4), (2, 5)))


def test_pinellone_is_pinella_otherwise() -> None:
    assert set(difference(PINELLONE, "pinella")) == {
        "players_allowed",
        "deal_size",
        "deal_sizes_allowed",
        "out_requirement",
        "target_score",
    }


# --- reggiano -------------------------------------------------------------------------------------


def test_reggiano_has_red_twos_beside_black_pinelle() -> None:
    assert len(REGGIANO.pack) == 108
    assert kind(REGGIANO, "Ah2h3h") == "run"
    assert kind(REGGIANO, "As3s4s") == "run"
    assert kind(REGGIANO, "2h2d2s=2c") == "rank_not_in_play"
    assert (REGGIANO.value(card("2h")), REGGIANO.value(card("2s"))) == (5, 20)
    assert [len(hand) for hand in Deal.start(REGGIANO, 0, "").position.hands] == [19] * 4


def test_reggiano_runs_go_round_the_corner() -> None:
    assert kind(REGGIANO, "KhAh2h") == "run"
    assert kind(REGGIANO, "KsAs3s") == "run"


def test_reggiano_wilds_are_not_discarded() -> None:
    deal = play(position(REGGIANO, "9s*2sQd"), "draw")
    for wild in ("*", "2s"):
        assert code(deal, f"discard {wild}") == "discard_wild"
    only = position(REGGIANO, "*", stock="2s*")
    assert play(only, "draw", "discard 2s").seat == 1


def test_reggiano_a_single_card_draws_two() -> None:
    deal = play(position(REGGIANO, "9s", stock="3d8dKc"), "draw")
    assert deal.view(0).hand == tuple(sorted(cards("9s3d8d")))
    assert len(play(position(REGGIANO, "9sQd", stock="3d8dKc"), "draw").view(0).hand) == 3


def test_reggiano_a_swapped_wild_returns_into_the_same_meld() -> None:
    table = ("me 4h5h*=6h", "me Jd2s=QdKd")
    deal = play(position(REGGIANO, "6hQd9s9cKc", table=table), "draw")
    swapped = play(deal, "swap 0 6h")
    assert (swapped.view(0).reuse, swapped.view(0).reuse_melds) == (cards("*"), (0,))
    elsewhere = play(swapped, "lay 9s9c*=9h")
    assert code(elsewhere, "discard Kc") == "reuse_obligation"
    assert play(swapped, "add 0 *=7h", "discard Kc").seat == 1
    both = play(swapped, "swap 1 Qd")
    assert (both.view(0).reuse, both.view(0).reuse_melds) == (cards("2s*"), (1, 0))
    assert code(play(both, "add 0 2s=7h", "add 1 *=Ad"), "discard Kc") == "reuse_obligation"
    assert play(both, "add 0 *=7h", "add 1 2s=Ad", "discard Kc").seat == 1
    theirs = play(position(REGGIANO, "6hQdKc", table=("opp 4h5h*=6h",)), "draw")
    assert code(theirs, "swap 0 6h") == "opponents_meld"


def test_reggiano_is_classic_otherwise() -> None:
    assert set(difference(REGGIANO, "classic")) == {
        "deal_size",
        "deal_sizes_allowed",
        "red_twos",
        "run_two",
        "single_card_draws",
        "round_the_corner",
        "swap_joker_from",
        "swap_pinella_from",
        "reuse_joker",
        "reuse_place",
        "discard_wild",
    }


# --- modenese -------------------------------------------------------------------------------------


def test_modenese_values_and_closing() -> None:
    assert [MODENESE.value(face) for face in cards("*7h6h2s")] == [30, 10, 5, 20]
    assert totals(MODENESE, ("9s9h9c", ""), ("", "", "", ""), closer=0) == (330, 0)


def test_modenese_black_runs_go_round_the_corner() -> None:
    assert kind(MODENESE, "KsAs3s") == kind(MODENESE, "KcAc3c") == "run"
    assert kind(MODENESE, "KhAh3h") == kind(MODENESE, "KdAd3d") == "round_the_corner"
    assert worth(MODENESE, "QsKsAs3s4s5s") == 2 * (20 + 15 + 15)


def test_modenese_is_classic_otherwise() -> None:
    assert set(difference(MODENESE, "classic")) == {
        "deal_size",
        "deal_sizes_allowed",
        "ten_from",
        "joker_value",
        "round_the_corner",
        "out_bonus",
    }
