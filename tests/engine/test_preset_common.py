"""The preset `common`, clause by clause: the main text of source 002 (docs/rules-sources.md)."""

from __future__ import annotations

from engine.cards import card, cards
from engine.deal import Deal
from engine.events import Reshuffled
from engine.match import Match, dealing_order, first_player
from engine.presets import build, preset
from tests.engine.clauses import kind, played, totals, worth
from tests.engine.positions import code, play, position
from tests.engine.positions import played as played_with_events

RULES = preset("common")
RUN = "Ah2h3h4h5h6h7h8h9hThJhQhKh"


def test_002_01_sets_and_runs_on_the_table_score() -> None:
    assert (kind(RULES, "7s7h7c"), kind(RULES, "7s8s9s")) == ("set", "run")
    assert totals(RULES, ("7s7h7c", ""), ("", "", "", ""), closer=None) == (30, 0)


def test_002_02_cards_in_hand_count_against() -> None:
    assert totals(RULES, ("7s7h7c", "7s8s9s"), ("Ks", "4d", "", "As")) == (20, 10)


def test_002_04_who_has_no_cards_goes_out_and_ends_the_hand() -> None:
    deal = play(position(RULES, "9s9c", row="9h"), "take 0", "lay 9s9h9c")
    assert (deal.over, deal.closer) == (True, 0)


def test_002_05_the_first_to_1500() -> None:
    assert not played(RULES, (1495, 0)).over
    assert played(RULES, (1500, 0)).winner == 0


def test_002_07_four_in_two_teams_or_two_head_to_head() -> None:
    assert (RULES.players, RULES.sides) == (4, ((0, 2), (1, 3)))
    assert build("common", players=2).sides == ((0,), (1,))


def test_002_08_two_packs_and_four_jokers() -> None:
    assert len(RULES.pack) == 108
    assert RULES.pack.count(card("*")) == 4
    assert RULES.pack.count(card("2h")) == RULES.pack.count(card("2s")) == 2


def test_002_09_points_of_the_cards() -> None:
    assert [RULES.value(face) for face in cards("AsKsTs6s5s3s2s*")] == [
        15,
        10,
        10,
        10,
        5,
        5,
        5,
        25,
    ]


def test_002_10_both_partners_add_to_a_meld_of_three_or_more() -> None:
    assert kind(RULES, "7s8s") == "too_short"
    deal = position(RULES, "7hQd8c", table=("partner 4h5h6h",), opened=True)
    assert play(deal, "draw", "add 0 7h").position.melds[0].side == 0


def test_002_11_a_set_has_no_suit_twice() -> None:
    assert kind(RULES, "9s9h9c") == "set"
    assert kind(RULES, "9s9s9h") == "duplicate_suit"


def test_002_12_a_poker_is_complete() -> None:
    deal = play(position(RULES, "*QdKd", table=("me KsKhKdKc",)), "draw")
    assert code(deal, "add 0 *=Ks") == "set_complete"
    assert kind(RULES, "KsKhKdKc*") == "too_long"


def test_002_13_a_run_is_of_one_suit_in_sequence() -> None:
    assert kind(RULES, "6d7d8d9d") == "run"
    assert kind(RULES, "6d7d8h") == "not_a_meld"
    assert kind(RULES, "6d7d9d") == "not_consecutive"


def test_002_14_the_ace_is_low_or_high_or_both_never_round_the_corner() -> None:
    for run in ("Ac2c3c", "QcKcAc", f"{RUN}Ah"):
        assert kind(RULES, run) == "run"
    assert kind(RULES, "KcAc2c") == "round_the_corner"


def test_002_15_a_joker_stands_for_any_card() -> None:
    assert kind(RULES, "7c*9c") == "run"
    assert kind(RULES, "QhQs*=Qd") == "set"
    assert kind(RULES, "3s**") == "ambiguous_wild"
    assert kind(RULES, "3s*=4s*=5s") == "run"


def test_002_16_the_suit_of_a_joker_in_a_set_is_said() -> None:
    assert kind(RULES, "QhQs*") == "ambiguous_wild"
    deal = position(RULES, "QcQd5c", table=("opp QhQs*=Qd", "me 4s5s6s"))
    assert code(play(deal, "draw"), "swap 0 Qc") == "swap_wrong_card"
    assert play(deal, "draw", "swap 0 Qd").view(0).reuse == cards("*")


def test_002_17_clean_is_without_jokers() -> None:
    assert worth(RULES, "KsKhKdKc") == 80
    assert worth(RULES, "KsKhKd*") == 55


def test_002_18_the_dealer_by_lot_then_to_the_left() -> None:
    assert Match.start(RULES, dealer=3).dealer == 3
    assert Match.start(RULES, dealer=3).after_deal((10, 0)).dealer == 0


def test_002_19_thirteen_cards_one_at_a_time_clockwise() -> None:
    assert dealing_order(RULES, dealer=1) == (2, 3, 0, 1)
    deal = Deal.start(RULES, 1, "")
    assert [len(hand) for hand in deal.position.hands] == [13] * 4
    assert deal.position.hands[2][:2] == tuple(sorted((RULES.pack[0], RULES.pack[4])))


def test_002_20_the_next_card_starts_the_row() -> None:
    deal = Deal.start(RULES, 1, "")
    assert deal.position.row == (RULES.pack[52],)
    assert deal.position.stock == RULES.pack[53:]


def test_002_21_discards_stay_visible_in_their_order() -> None:
    deal = play(position(RULES, "9sQd", row="4cJd"), "draw", "discard Qd")
    assert deal.view(None).row == cards("4cJdQd")


def test_002_22_left_of_the_dealer_starts_and_play_goes_clockwise() -> None:
    assert first_player(RULES, dealer=2) == 3
    assert [RULES.next_seat(seat) for seat in range(4)] == [1, 2, 3, 0]


def test_002_23_the_stock_or_any_card_of_the_row_with_all_after_it() -> None:
    deal = position(RULES, "9s9cQd", row="4cJd9h2sKc")
    assert deal.view(0).row_open == 0
    assert play(deal, "take 2").view(0).row == cards("4cJd")
    assert play(deal, "draw").view(0).drawn == card("3d")


def test_002_24_the_chosen_card_is_melded_in_this_turn_the_others_are_not() -> None:
    deal = play(position(RULES, "9s9cQd", row="9h2sKc"), "take 0")
    assert code(deal, "discard Kc") == "row_obligation"
    assert play(deal, "lay 9s9h9c", "discard Kc").seat == 1
    added = position(RULES, "9sQd", row="7h", table=("me 4h5h6h",))
    assert play(added, "take 0", "add 0 7h", "discard Qd").seat == 1
    swapped = position(RULES, "KdKsQd", row="7h", table=("opp 4h5h6h*=7h", "me 2s2h2c"))
    assert code(play(swapped, "take 0", "swap 0 7h", "lay KdKs*=Kh"), "discard Qd") == (
        "row_obligation"
    )


def test_002_25_melding_is_optional_and_repeated() -> None:
    deal = play(position(RULES, "7s7h7c8s8h8cQd"), "draw")
    assert play(deal, "discard Qd").seat == 1
    assert len(play(deal, "lay 7s7h7c", "lay 8s8h8c").position.melds) == 2


def test_002_26_a_discard_ends_the_turn() -> None:
    deal = play(position(RULES, "9sQd"), "draw", "discard Qd")
    assert (deal.seat, deal.phase) == (1, "draw")


def test_002_27_anna_takes_the_nine() -> None:
    deal = play(position(RULES, "9s9cQd", row="4cJd9h2sKc"), "take 2", "lay 9s9h9c")
    assert deal.view(0).hand == tuple(sorted(cards("Qd2sKc")))
    assert play(deal, "discard Qd").view(None).row == cards("4cJdQd")


def test_002_28_own_melds_any_time_the_partners_once_melded_the_opponents_never() -> None:
    own = position(RULES, "7hQd8c", table=("me 4h5h6h",))
    assert play(own, "draw", "add 0 7h", "discard Qd").seat == 1
    partners = position(RULES, "7h9s9c9hQd", table=("partner 4h5h6h",))
    assert code(play(partners, "draw"), "add 0 7h") == "must_open_first"
    assert play(partners, "draw", "lay 9s9c9h", "add 0 7h", "discard Qd").seat == 1
    theirs = position(RULES, "7hQd8c", table=("opp 4h5h6h", "me 9s9c9h"))
    assert code(play(theirs, "draw"), "add 0 7h") == "opponents_meld"


def test_002_29_a_joker_is_swapped_from_any_meld_once_melded() -> None:
    for owner in ("me", "partner", "opp"):
        table = (f"{owner} 4h5h*=6h",)
        shut = position(RULES, "6hKdKsQd", table=table, opened=False)
        assert code(play(shut, "draw"), "swap 0 6h") == "must_open_first"
        deal = position(RULES, "6hKdKsQd", table=table, opened=True)
        assert play(deal, "draw", "swap 0 6h").view(0).reuse == cards("*")


def test_002_30_the_joker_is_melded_again_in_the_same_turn() -> None:
    deal = position(RULES, "6hKdKsQd", table=("opp 4h5h*=6h",), opened=True)
    deal = play(deal, "draw", "swap 0 6h")
    assert code(deal, "discard Qd") == "reuse_obligation"
    assert play(deal, "lay KdKs*=Kh", "discard Qd").seat == 1


def test_002_31_out_by_the_last_discard_or_by_melding_all_at_once() -> None:
    melding = play(position(RULES, "9s9c", row="9h"), "take 0", "lay 9s9h9c")
    discarding = play(position(RULES, "9s9cQd", row="9h"), "take 0", "lay 9s9h9c", "discard Qd")
    for deal in (melding, discarding):
        assert (deal.over, deal.closer) == (True, 0)


def test_002_32_fourteen_clean_cards_from_ace_to_ace_win_the_match() -> None:
    deal = position(RULES, "AhQd5c", table=(f"me {RUN}",))
    deal = play(deal, "draw", "add 0 Ah")
    assert deal.pinnacolone == 0
    assert Match.start(RULES).after_deal((0, 900), pinnacolone=0).winner == 0
    short = position(RULES, "KhQd5c", table=(f"me {RUN.removesuffix('Kh')}",))
    assert not play(short, "draw", "add 0 Kh").over


def test_002_33_the_row_but_its_last_card_becomes_the_stock() -> None:
    deal, events = played_with_events(position(RULES, "9sQd", row="4cJd8sKc", stock=""), "draw")
    assert events[0] == Reshuffled(0, 3)
    assert deal.position.row == cards("Kc")


def test_002_34_what_a_team_adds_up() -> None:
    table = ("KsKhKdKc 5h6h7h8h9hTh 7s7h7c", "7s7h7c")
    assert totals(RULES, table, ("", "", "Qs4d", ""), closer=0) == (
        80 + 110 + 30 + 100 - 15,
        30,
    )
    assert totals(RULES, table, ("", "", "Qs4d", ""), closer=0, in_hand=True)[0] == (
        80 + 110 + 30 + 200 - 15
    )


def test_002_35_without_a_meld_hands_count_double_and_below_zero() -> None:
    assert totals(RULES, ("7s7h7c", ""), ("", "Ks", "", "4d"), closer=0)[1] == -30


def test_002_36_the_scoring_example() -> None:
    melds = ("KsKhKdKc 5h6h7h8h9hTh 3c3d*=3s", "JdQdKdAd 7s7h7c")
    assert totals(RULES, melds, ("", "*9c", "Qs4d", "As2c8h"), closer=0) == (310, 10)


def test_002_37_after_a_hand_the_higher_total_wins_and_level_totals_play_on() -> None:
    assert played(RULES, (1510, 1600)).winner == 1
    level = played(RULES, (1500, 1500))
    assert not level.over
    assert level.after_deal((10, 0)).winner == 0


def test_002_38_two_players_play_to_1000() -> None:
    two = build("common", ("head_to_head",))
    assert (two.players, two.sides, two.target_score) == (2, ((0,), (1,)), 1000)


def test_002_39_the_tips_agree_with_the_rules() -> None:
    assert worth(RULES, "5h6h7h8h9h") == 45
    assert worth(RULES, "5h6h7h8h9hTh") == 110
    assert RULES.value(card("*")) == 25
    assert kind(RULES, "7c*=8c9c") == "run"


def test_002_45_stricter_going_out_needs_a_poker_and_a_clean_seven() -> None:
    strict = build("common", ("strict_out",))
    for table, code_ in (
        (("me 3c3s3h3d",), "out_requirement"),
        (("me 5d6d7d8d9dTdJd",), "out_requirement"),
    ):
        deal = play(position(strict, "KdKs", row="Kh", table=table), "take 0")
        assert code(deal, "lay KdKsKh") == code_
    both = position(strict, "KdKs", row="Kh", table=("me 3c3s3h3d", "partner 5d6d7d8d9dTdJd"))
    assert play(both, "take 0", "lay KdKsKh").closer == 0


def test_002_46_double_score_doubles_the_teams_hand() -> None:
    double = build("common", ("double_score",))
    hands = ("", "4d", "Ks", "4s")
    assert totals(double, ("7s7h7c", ""), hands, closer=0, in_hand=True)[0] == 2 * (30 + 100 - 10)
    assert totals(double, ("7s7h7c", ""), hands, closer=0)[0] == 30 + 100 - 10


def test_002_47_flat_penalty_of_200_for_a_player() -> None:
    flat = build("common", ("flat_penalty",))
    hands = ("", "4d", "Ks", "4s")
    laid = (True, False, False, True)
    assert totals(flat, ("7s7h7c", "8s8h8c"), hands, closer=0, laid=laid) == (
        30 + 100 - 200,
        30 - 200 - 5,
    )


def test_002_48_a_swapped_joker_may_be_kept() -> None:
    keep = build("common", ("keep_jokers",))
    deal = position(keep, "6hKdKsQd", table=("opp 4h5h*=6h",), opened=True)
    assert play(deal, "draw", "swap 0 6h", "discard Qd").seat == 1


def test_002_49_other_values() -> None:
    assert build("common", ("joker_30",)).value(card("*")) == 30
    for target in (1800, 2000, 2500):
        rules = build("common", (f"target_{target}",))
        assert not played(rules, (target - 5, 0)).over
        assert played(rules, (target, 0)).winner == 0
