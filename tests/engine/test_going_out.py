"""Discards, going out, Pinnacolone (RULES.md 3.7, 3.9, 3.10)."""

from __future__ import annotations

from engine.cards import card, cards, placed
from engine.events import Added, Discarded, Drew, Laid, Pinnacolone, Took, WentOut
from engine.melds import Meld
from tests.engine.positions import code, play, played, position, refusal

# --- 3.7, 3.9: discard and going out --------------------------------------------------------------


def test_3_7_a_discard_ends_the_turn() -> None:
    deal, events = played(position("common", "9s9cQd"), "draw", "discard Qd")
    assert events == [Drew(0), Discarded(0, card("Qd"))]
    assert (deal.seat, deal.phase, deal.turn) == (1, "draw", 2)
    assert deal.position.row == cards("4cQd")
    assert code(play(position("common", "9s"), "draw"), "discard Qd") == "not_in_hand"


def test_3_9_the_last_card_by_a_meld_or_by_the_discard() -> None:
    deal = position("common", "9s9c", row="9h")
    out, events = played(deal, "take 0", "lay 9s9h9c")
    assert (out.over, out.closer, out.in_hand, out.phase) == (True, 0, True, "over")
    assert events == [
        Took(0, cards("9h")),
        Laid(0, 0, Meld("set", placed("9s9h9c"))),
        WentOut(0, in_hand=True),
    ]
    out, events = played(
        position("common", "9s9cQd", row="9h"), "take 0", "lay 9s9h9c", "discard Qd"
    )
    assert out.closer == 0
    assert events[-2:] == [Discarded(0, card("Qd")), WentOut(0, in_hand=True)]


def test_3_9_where_the_discard_is_required_a_table_action_leaves_a_card() -> None:
    deal = play(position("modern", "9s9c", row="9h"), "take 0")
    assert code(deal, "lay 9s9h9c") == "must_keep_discard"


def test_3_9_no_empty_hand_with_an_open_duty() -> None:
    table = ("opp 4h5h*=6h7h",)
    deal = position("common", "6h9s9c", row="9h", table=table, opened=True)
    deal = play(deal, "take 0", "swap 0 6h")
    assert code(play(deal, "lay 9s9h9c"), "discard *") == "reuse_obligation"


def test_3_9_no_empty_hand_by_a_table_action_with_an_open_duty() -> None:
    table = ("opp JdQd*=KdAd", "opp 4c5c6c", "me 9s9h9d")
    deal = position("common", "Kd", row="9c", table=table, options={"add_opponents": "allowed"})
    deal = play(deal, "take 0", "add 2 9c", "swap 0 Kd")
    assert code(deal, "add 1 *=7c") == "reuse_obligation"


def test_3_9_the_requirement_names_what_is_missing() -> None:
    empty = position("common", "KdKs", row="Kh", table=("me 3c3s3h3d",), toggles=("strict_out",))
    found = refusal(play(empty, "take 0"), "lay KdKsKh")
    assert (found.code, found.params["needs"]) == ("out_requirement", ("clean_run 7",))


def test_3_9_a_requirement_once_met_stays_met() -> None:
    """A22: a wild put to a clean six spoils its double, not the right to go out."""
    deal = position("pinella", "*KdQd", stock="QsJsTsKcQh", table=("me 5h6h7h8h9hTh",))
    deal = play(deal, "draw", "add 0 *=Jh", "discard Qs")
    for seat in (1, 2, 3):
        deal = play(deal, "draw", f"discard {deal.position.hands[seat][0]}")
    deal = play(deal, "draw", "add 0 Qh", "discard Qd")
    assert deal.position.hands[0] == cards("Kd")
    assert deal.position.shown[0].run == 6


def test_3_9_the_requirement_may_be_of_the_player() -> None:
    table = ("partner 3c3s3h3d", "me 7h8h9h")
    for scope, closes in (("side", True), ("player", False)):
        options = {"out_requirement_scope": scope}
        deal = position("pinella", "Th", stock="Ks", options=options, table=table)
        deal = play(deal, "draw", "add 1 Th")
        if closes:
            assert play(deal, "discard Ks").closer == 0
        else:
            assert code(deal, "discard Ks") == "out_requirement"


def test_3_9_a_clean_poker_may_be_required() -> None:
    deal = position(
        "pinella", "Kd", stock="3d", table=("me 3c3s2s=3h",), toggles=("clean_poker_out",)
    )
    assert code(play(deal, "draw", "add 0 3d"), "discard Kd") == "out_requirement"


def test_3_9_going_out_may_be_forbidden_in_the_first_round() -> None:
    options = {"no_out_first_round": True}
    early = position("common", "9s9c", row="9h", options=options, turn=4)
    assert code(play(early, "take 0"), "lay 9s9h9c") == "no_out_first_round"
    late = position("common", "9s9c", row="9h", options=options, turn=5)
    assert play(late, "take 0", "lay 9s9h9c").closer == 0


def test_3_9_in_hand_means_nothing_laid_in_an_earlier_turn() -> None:
    for before in (True, False):
        deal = position("common", "9s9c", row="9h", laid_before=[before, True, True, True])
        assert play(deal, "take 0", "lay 9s9h9c").in_hand is not before


def test_7_g_discards_may_be_restricted_but_nobody_is_stuck() -> None:
    wild = {"discard_wild": False}
    assert (
        code(play(position("common", "*9s", options=wild), "draw"), "discard *") == "discard_wild"
    )
    only = position("common", "*", stock="**", options=wild)
    assert play(only, "draw", "discard *").seat == 1
    fitting = {"discard_fitting": False}
    deal = play(position("common", "7hKs", table=("opp 4h5h6h",), options=fitting), "draw")
    assert code(deal, "discard 7h") == "discard_fitting"
    assert play(deal, "discard Ks").seat == 1
    taken = {"row_obligation": "none"}
    deal = play(position("common", "KdQd", row="6h", options=taken), "take 0")
    assert code(deal, "discard 6h") == "discard_taken_card"
    same = play(position("common", "6hQd", row="6h", options=taken), "take 0")
    assert play(same, "discard 6h").position.row == cards("6h")


# --- 3.10: Pinnacolone ----------------------------------------------------------------------------

ALL_BUT_ACE = "2h3h4h5h6h7h8h9hThJhQhKhAh"


def test_3_10_by_adding() -> None:
    deal = position("common", "AhQd5c", table=(f"me {ALL_BUT_ACE}",))
    deal, events = played(deal, "draw", "add 0 Ah")
    assert (deal.over, deal.pinnacolone, deal.closer, deal.stopped) == (True, 0, None, False)
    assert [type(event) for event in events] == [Drew, Added, Pinnacolone]


def test_3_10_by_laying() -> None:
    deal = play(position("common", f"Ah{ALL_BUT_ACE}Qd"), "draw", f"lay Ah{ALL_BUT_ACE}")
    assert deal.pinnacolone == 0


def test_3_10_by_a_swap_for_the_owner() -> None:
    deal = position("common", "AhQd5c", table=(f"opp *=Ah{ALL_BUT_ACE}", "me 9s9c9d"))
    options = {"reuse_joker": "may_keep"}
    kept = position(
        "common", "AhQd5c", table=(f"opp *=Ah{ALL_BUT_ACE}", "me 9s9c9d"), options=options
    )
    assert play(kept, "draw", "swap 0 Ah").pinnacolone == 1
    waits = play(deal, "draw", "swap 0 Ah")
    assert not waits.over
    assert code(waits, "discard Qd") == "reuse_obligation"
    assert play(waits, "add 1 *=9h").pinnacolone == 1


def test_3_10_it_waits_for_an_open_duty() -> None:
    deal = position("common", "5d5sQd", row="5cAh", table=(f"me {ALL_BUT_ACE}",))
    deal = play(deal, "take 0", "add 0 Ah")
    assert not deal.over
    assert play(deal, "lay 5c5d5s").pinnacolone == 0


def test_3_10_it_may_empty_the_hand_against_the_rules_of_going_out() -> None:
    run = "3h4h5h6h7h8h9hThJhQhKhAh"
    deal = position("pinella", "", stock="Ah", table=(f"me {run}",))
    deal = play(deal, "draw", "add 0 Ah")
    assert (deal.pinnacolone, deal.closer) == (0, None)
    common = position("common", "", stock="Ah", table=(f"me {ALL_BUT_ACE}",))
    deal, events = played(common, "draw", "add 0 Ah")
    assert (deal.pinnacolone, deal.closer) == (0, 0)
    assert events[-2:] == [Pinnacolone(0, 0, 0), WentOut(0, in_hand=False)]


def test_3_10_where_it_ends_nothing_the_deal_goes_on() -> None:
    options = {"pinnacolone_wins": "no"}
    deal = position("common", "AhQd5c", table=(f"me {ALL_BUT_ACE}",), options=options)
    assert not play(deal, "draw", "add 0 Ah").over
