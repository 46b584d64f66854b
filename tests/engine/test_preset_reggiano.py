"""The preset `reggiano`, clause by clause: as far as it is known from outside (RULES.md 13)."""

from __future__ import annotations

from engine.actions import Add, Lay
from engine.cards import card, cards
from engine.deal import Deal
from engine.finish import Finisher
from engine.presets import difference, preset
from tests.engine.clauses import kind
from tests.engine.positions import code, play, position

RULES = preset("reggiano")


def test_has_red_twos_beside_black_pinelle() -> None:
    assert len(RULES.pack) == 108
    assert kind(RULES, "Ah2h3h") == "run"
    assert kind(RULES, "As3s4s") == "run"
    assert kind(RULES, "2h2d2s=2c") == "rank_not_in_play"
    assert (RULES.value(card("2h")), RULES.value(card("2s"))) == (5, 20)
    assert [len(hand) for hand in Deal.start(RULES, 0, "").position.hands] == [19] * 4


def test_runs_go_round_the_corner() -> None:
    assert kind(RULES, "KhAh2h") == "run"
    assert kind(RULES, "KsAs3s") == "run"


def test_wilds_are_not_discarded() -> None:
    deal = play(position(RULES, "9s*2sQd"), "draw")
    for wild in ("*", "2s"):
        assert code(deal, f"discard {wild}") == "discard_wild"
    only = position(RULES, "*", stock="2s*")
    assert play(only, "draw", "discard 2s").seat == 1


def test_a_single_card_draws_two() -> None:
    deal = play(position(RULES, "9s", stock="3d8dKc"), "draw")
    assert deal.view(0).hand == tuple(sorted(cards("9s3d8d")))
    assert len(play(position(RULES, "9sQd", stock="3d8dKc"), "draw").view(0).hand) == 3


def test_a_swapped_wild_returns_into_the_same_meld() -> None:
    table = ("me 4h5h*=6h", "me Jd2s=QdKd")
    deal = play(position(RULES, "6hQd9s9cKc", table=table), "draw")
    swapped = play(deal, "swap 0 6h")
    assert (swapped.view(0).reuse, swapped.view(0).reuse_melds) == (cards("*"), (0,))
    elsewhere = play(swapped, "lay 9s9c*=9h")
    assert code(elsewhere, "discard Kc") == "reuse_obligation"
    assert play(swapped, "add 0 *=7h", "discard Kc").seat == 1
    both = play(swapped, "swap 1 Qd")
    assert (both.view(0).reuse, both.view(0).reuse_melds) == (cards("2s*"), (1, 0))
    assert code(play(both, "add 0 2s=7h", "add 1 *=Ad"), "discard Kc") == "reuse_obligation"
    assert play(both, "add 0 *=7h", "add 1 2s=Ad", "discard Kc").seat == 1
    theirs = play(position(RULES, "6hQdKc", table=("opp 4h5h*=6h",)), "draw")
    assert code(theirs, "swap 0 6h") == "opponents_meld"


def test_a_wild_that_is_owed_to_a_meld_is_tried_there_alone() -> None:
    deal = position(RULES, "6hJsJcKc", table=("me 4h5h*=6h", "me 7d8d9d"))
    deal = play(deal, "draw", "swap 0 6h")
    finder = Finisher(RULES)
    ways = [action for action, _ in finder.laying(deal.position, card("*"), only=0)]
    assert ways
    assert all(isinstance(action, Add) and action.meld == 0 for action in ways)
    anywhere = [action for action, _ in finder.laying(deal.position, card("*"))]
    assert {type(action) for action in anywhere} == {Add, Lay}


def test_the_row_is_taken_only_by_who_can_use_it_at_once() -> None:
    deal = position(RULES, "9s9cQdKd", row="9h4d", table=("me Td*=JdQd",))
    taken = play(deal, "take 0")
    assert code(taken, "add 0 Kd") == "row_obligation_first_action"
    assert code(taken, "discard 4d") == "row_obligation"
    assert play(taken, "lay 9s9h9c", "add 0 Kd", "discard 4d").seat == 1


def test_is_classic_otherwise() -> None:
    assert set(difference(RULES, "classic")) == {
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
