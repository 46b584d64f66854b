"""Row duty, melds, additions and swaps (RULES.md 3.4 to 3.6)."""

from __future__ import annotations

from engine.cards import card, cards, placed
from tests.engine.positions import code, play, position, refusal

# --- 3.4: row duty --------------------------------------------------------------------------------


def test_3_4_row_duty_forbids_every_discard() -> None:
    deal = play(position("common", "9s9cQd", row="9hKc"), "take 0")
    for face in ("9h", "Kc", "Qd"):
        found = refusal(deal, f"discard {face}")
        assert (found.code, found.params["card"]) == ("row_obligation", card("9h"))


def test_3_4_row_duty_is_paid_by_either_copy() -> None:
    deal = play(position("common", "9s9h9cQd", row="9h"), "take 0", "lay 9s9h9c")
    assert deal.view(0).row_duty is None
    assert play(deal, "discard 9h").position.row == cards("9h")


def test_3_4_row_duty_is_paid_together_with_other_taken_cards() -> None:
    deal = play(position("common", "QdKd4s", row="JdTd5c"), "take 0", "lay TdJdQdKd")
    assert deal.view(0).row_duty is None


def test_3_4_row_duty_of_a_wild_is_paid_by_melding_it() -> None:
    deal = play(position("common", "9s9cQd", row="*"), "take 0")
    assert code(deal, "discard *") == "row_obligation"
    assert play(deal, "lay 9s9c*=9h").view(0).row_duty is None


def test_3_4_row_duty_by_extending() -> None:
    deal = position("common", "Qd7h", row="8h", table=("me 4h5h6h",))
    assert play(deal, "take 0", "add 0 7h8h").view(0).row_duty is None


def test_3_4_row_duty_by_a_swap_depends_on_the_ways() -> None:
    for game, owner, pays in (
        ("common", "me", True),
        ("common", "opp", False),
        ("modern", "me", True),
        ("modern", "opp", True),
    ):
        deal = position(game, "KdKsQd8c", row="6h", table=(f"{owner} 4h5h*=6h7h",), opened=True)
        duty = play(deal, "take 0", "swap 0 6h").view(0).row_duty
        assert (duty is None) == pays, (game, owner)


def test_3_4_row_duty_at_once() -> None:
    deal = play(position("classic", "9s9c4h5h6hQd", row="9h"), "take 0")
    found = refusal(deal, "lay 4h5h6h")
    assert (found.code, found.params["card"]) == ("row_obligation_first_action", card("9h"))
    assert play(deal, "lay 9s9h9c", "lay 4h5h6h", "discard Qd").over
    this_turn = play(position("common", "9s9c4h5h6hQd", row="9h"), "take 0")
    assert play(this_turn, "lay 4h5h6h", "lay 9s9h9c", "discard Qd").over


def test_3_4_row_duty_first_action_also_for_additions_and_swaps() -> None:
    table = ("me 4h5h*=6h", "me JdQdKd")
    deal = play(position("classic", "9s9c6hTd", row="9h", table=table), "take 0")
    assert code(deal, "swap 0 6h") == "row_obligation_first_action"
    assert code(deal, "add 1 Td") == "row_obligation_first_action"


def test_3_4_row_duty_can_be_switched_off() -> None:
    free = position("common", "KdQd8c", row="Ts6h", options={"row_obligation": "none"})
    assert play(free, "take 0", "discard Qd").seat == 1
    not_last = position("common", "KdQd8c", row="Ts6h", options={"row_obligation": "not_for_last"})
    assert play(not_last, "take 1", "discard Qd").seat == 1
    assert code(play(not_last, "take 0"), "discard Qd") == "row_obligation"


def test_3_4_each_laid_card_pays_one_duty_the_row_duty_first() -> None:
    deal = position("common", "6h9s9cKdKsQd8c", row="*", table=("opp 4h5h*=6h7h",), opened=True)
    deal = play(deal, "take 0", "swap 0 6h")
    assert (deal.view(0).row_duty, deal.view(0).reuse) == (card("*"), cards("*"))
    deal = play(deal, "lay 9s9c*=9h")
    assert (deal.view(0).row_duty, deal.view(0).reuse) == (None, cards("*"))
    assert code(deal, "discard Qd") == "reuse_obligation"
    deal = play(deal, "lay KdKs*=Kh")
    assert play(deal, "discard Qd").seat == 1


# --- 3.5: melds and additions ---------------------------------------------------------------------


def test_3_5_own_and_partner_go_by_the_author() -> None:
    mine = position("common", "7hQd8c", table=("me 4h5h6h",), opened=False)
    assert play(mine, "draw", "add 0 7h").position.melds[0].author == 0
    partners = position("common", "7hQd8c", table=("partner 4h5h6h",))
    assert code(play(partners, "draw"), "add 0 7h") == "must_open_first"
    free = play(position("modern", "7hQd8c", table=("partner 4h5h6h",)), "draw", "add 0 7h")
    assert len(free.position.melds[0].meld.cards) == 4
    never = {"add_partner": "never"}
    deal = position("common", "7hQd8c", table=("partner 4h5h6h",), opened=True, options=never)
    assert code(play(deal, "draw"), "add 0 7h") == "partners_meld"


def test_3_5_an_addition_does_not_change_the_author() -> None:
    deal = position("modern", "7hQd8c", table=("partner 4h5h6h",))
    target = play(deal, "draw", "add 0 7h").position.melds[0]
    assert (target.author, target.side) == (2, 0)


def test_3_5_checks_of_an_addition_in_order() -> None:
    deal = position(
        "common",
        "QdKd8c9c",
        table=("opp 9s9h9d9c", "partner 4s5s6s", "me 8s8h8d8c", "me AhKhQhJhTh9h8h7h6h5h4h3h2h"),
    )
    deal = play(deal, "draw")
    assert code(deal, "add 7 Qd") == "no_such_meld"
    assert code(deal, "add 0 As") == "opponents_meld"
    assert code(deal, "add 2 As") == "set_complete"
    assert code(deal, "add 1 As") == "not_in_hand"
    assert code(deal, "add 1 Kd") == "does_not_fit"
    shut = play(position("common", "7s8c9d", table=("partner 4s5s6s",)), "draw")
    assert code(shut, "add 0 As") == "must_open_first"


def test_3_5_a_misfit_says_what_would_fit() -> None:
    found = refusal(play(position("common", "QdKd", table=("me 4s5s6s",)), "draw"), "add 0 Qd")
    assert (found.params["meld"], found.params["takes"]) == (0, cards("3s7s"))


def test_3_5_a_meld_needs_the_cards_in_hand() -> None:
    deal = play(position("common", "9s9cQd"), "draw")
    found = refusal(deal, "lay 9s9c9h")
    assert (found.code, found.params["card"]) == ("not_in_hand", card("9h"))


def test_7_e_a_first_meld_may_have_to_be_worth_something() -> None:
    deal = position("common", "3s3c3hKsKhKcQd", options={"opening_min_points": 30})
    deal = play(deal, "draw")
    found = refusal(deal, "lay 3s3c3h")
    assert (found.code, found.params["points"]) == ("opening_points", 15)
    assert play(deal, "lay KsKhKc", "lay 3s3c3h").view(0).opened[0]


# --- 3.6: swap ------------------------------------------------------------------------------------


def test_3_6_checks_of_a_swap_in_order() -> None:
    table = ("opp 4h5h2s=6h7h", "opp JdQd*=KdAd", "me 9s9h9c")
    deal = play(position("pinella", "6h2cKdQc", table=table, opened=False), "draw")
    assert code(deal, "swap 9 6h") == "no_such_meld"
    assert code(deal, "swap 0 2c") == "swap_needs_natural"
    wrong = refusal(deal, "swap 0 Ks")
    assert (wrong.code, wrong.params["card"]) == ("swap_wrong_card", card("6h"))
    assert code(deal, "swap 2 9s") == "swap_wrong_card"
    assert code(deal, "swap 0 6h") == "not_your_sides_pinella"
    assert code(deal, "swap 1 Kd") == "must_open_first"
    opened = play(position("pinella", "6h2cQcQd", table=table, opened=True), "draw")
    assert code(opened, "swap 1 Kd") == "not_in_hand"


def test_3_6_a_swapped_wild_may_go_to_another_place_of_the_same_meld() -> None:
    deal = position("common", "6hKdQd8c", table=("me 4h5h*=6h7h",))
    deal = play(deal, "draw", "swap 0 6h", "add 0 *=8h")
    assert deal.position.melds[0].meld.cards == placed("4h5h6h7h*=8h")
    assert deal.view(0).reuse == ()


def test_3_6_several_swaps_owe_each_wild() -> None:
    table = ("me 4h5h*=6h7h", "opp JdQd*=KdAd")
    deal = play(position("common", "6hKd8s8c9s9c3s", table=table), "draw")
    deal = play(deal, "swap 0 6h", "swap 1 Kd")
    assert deal.view(0).reuse == cards("**")
    deal = play(deal, "lay 8s8c*=8h")
    assert deal.view(0).reuse == cards("*")
    assert refusal(deal, "discard 3s").params["cards"] == cards("*")


def test_3_6_a_freed_wild_is_not_paid_into_a_meld_of_others() -> None:
    table = ("opp JdQd*=KdAd", "opp 4c5c6c", "me 9s9h9d")
    deal = position("common", "Kd8s3s", table=table, options={"add_opponents": "allowed"})
    deal = play(deal, "draw", "swap 0 Kd", "add 1 *=7c")
    assert code(deal, "discard 3s") == "reuse_obligation"


def test_3_6_of_two_wild_aces_the_one_that_is_free_is_taken() -> None:
    run = "2s=Ah3h4h5h6h7h8h9hThJhQhKh*=Ah"
    deal = position("pinella", "AhQd8cKs", table=(f"opp {run}", "me 9s9h9d"))
    freed = play(deal, "draw", "swap 0 Ah").view(0)
    assert freed.reuse == cards("*")
    assert freed.melds[0].meld.cards[-1] == placed("Ah")[0]
