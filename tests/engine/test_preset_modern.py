"""The preset `modern`, clause by clause: source 000 (docs/rules-sources.md)."""

from __future__ import annotations

from engine.cards import card, cards
from engine.deal import Deal
from engine.match import Match, dealing_order
from engine.presets import build, preset
from tests.engine.clauses import kind, played, totals, worth
from tests.engine.positions import code, play, position

RULES = preset("modern")
NATURAL = build("modern", ("no_pinelle",))
RUN = "3h4h5h6h7h8h9hThJhQhKh"


def test_000_01_two_packs_two_jokers_each_without_red_twos_104_cards() -> None:
    assert len(RULES.pack) == 104
    assert RULES.pack.count(card("*")) == 4
    assert not set(cards("2h2d")) & set(RULES.pack)


def test_000_02_points_of_the_cards() -> None:
    assert [NATURAL.value(face) for face in cards("2h3h4h5h")] == [5] * 4
    assert [RULES.value(face) for face in cards("6h7h8h9hThJhQhKh")] == [10] * 8
    assert [RULES.value(face) for face in cards("Ah*2s2c")] == [15, 25, 20, 20]


def test_000_03_pokers() -> None:
    assert worth(RULES, "4s4h4c4d") == 40
    assert worth(RULES, "9s9h9c9d") == 80
    assert worth(RULES, "****") == 400
    assert kind(RULES, "***") == "all_wild"


def test_000_04_clean_runs_of_seven_ten_and_thirteen() -> None:
    assert worth(RULES, "6h7h8h9hThJh") == 60
    assert worth(RULES, "6h7h8h9hThJhQh") == 140
    assert worth(RULES, "6h7h8h9hThJh*=Qh") == 85
    assert worth(RULES, "4h5h6h7h8h9hThJhQhKh") == 3 * 90
    assert worth(RULES, f"Ah{RUN}Ah") == 1500


def test_000_05_ten_thirteen_fifteen_or_nineteen_cards() -> None:
    for size in (10, 13, 15, 19):
        deal = Deal.start(build("modern", deal_size=size), 0, "")
        assert [len(hand) for hand in deal.position.hands] == [size] * 4
    assert RULES.deal_size == 13


def test_000_06_dealt_one_at_a_time() -> None:
    assert dealing_order(RULES, dealer=0) == (1, 2, 3, 0)
    other = build("modern", deal_direction="anticlockwise")
    assert dealing_order(other, dealer=0) == (3, 2, 1, 0)


def test_000_07_two_players_or_four_in_two_sides() -> None:
    assert RULES.sides == ((0, 2), (1, 3))
    assert build("modern", players=2).sides == ((0,), (1,))
    assert RULES.players_allowed == (2, 4)


def test_000_08_a_card_turned_up_starts_the_row() -> None:
    assert len(Deal.start(RULES, 0, "").position.row) == 1
    assert Deal.start(RULES, 0, "").view(None).stock == 51


def test_000_09_each_side_plays_in_its_own_area() -> None:
    deal = position(RULES, "7hQd8c", table=("opp 4h5h6h",))
    assert code(play(deal, "draw"), "add 0 7h") == "opponents_meld"


def test_000_10_from_the_stock_or_any_card_of_the_row_with_those_above() -> None:
    deal = position(RULES, "9s9cQd", row="4cJd9h7sKc")
    assert play(deal, "take 2").view(0).row == cards("4cJd")
    assert play(deal, "take 4").view(0).row == cards("4cJd9h7s")
    assert play(deal, "draw").view(0).drawn == card("3d")


def test_000_11_the_chosen_card_is_used_in_this_turn() -> None:
    deal = play(position(RULES, "9s9cQd", row="9hKc"), "take 0")
    assert code(deal, "discard Qd") == "row_obligation"
    assert play(deal, "lay 9s9h9c", "discard Qd").seat == 1
    swapped = position(RULES, "KdKsQd", row="7h", table=("opp 4h5h6h*=7h", "me 9s9h9c"))
    swapped = play(swapped, "take 0", "swap 0 7h", "lay KdKs*=Kh")
    assert play(swapped, "discard Qd").closer == 0


def test_000_12_tris_and_poker_have_different_suits() -> None:
    assert kind(RULES, "7s7h7c") == "set"
    assert kind(RULES, "7s7h7c7d") == "set"
    assert kind(RULES, "7s7s7c") == "duplicate_suit"


def test_000_13_runs_of_three_skip_the_two() -> None:
    assert kind(RULES, "3c4c5c") == "run"
    assert kind(RULES, "Ac3c4c5c") == "run"
    assert kind(RULES, "3c4c") == "too_short"
    assert kind(RULES, "Ac2s=2c3c") == "rank_not_in_play"


def test_000_14_without_pinelle_the_two_has_its_natural_place() -> None:
    assert kind(NATURAL, "Ac2c3c") == "run"
    assert kind(NATURAL, "Ac3c4c") == "not_consecutive"
    assert len(NATURAL.pack) == 108
    assert not NATURAL.is_wild(card("2s"))


def test_000_15_cards_are_added_to_melds_of_the_own_side() -> None:
    for owner in ("me", "partner"):
        deal = position(RULES, "7hQd8c", table=(f"{owner} 4h5h6h",), opened=False)
        assert len(play(deal, "draw", "add 0 7h").position.melds[0].meld.cards) == 4


def test_000_16_a_pinella_is_swapped_from_the_own_side_only() -> None:
    own = position(RULES, "6hQd8c", table=("partner 4h5h2s=6h7h",), opened=True)
    assert play(own, "draw", "swap 0 6h").view(0).reuse == cards("2s")
    theirs = position(RULES, "6hQd8c", table=("opp 4h5h2s=6h7h",), opened=True)
    assert code(play(theirs, "draw"), "swap 0 6h") == "not_your_sides_pinella"


def test_000_17_a_joker_is_swapped_from_any_meld() -> None:
    deal = position(RULES, "6hQd8c", table=("opp 4h5h*=6h7h", "me 9s9h9c"))
    deal = play(deal, "draw", "swap 0 6h")
    assert [item.card for item in deal.position.melds[0].meld.cards] == list(cards("4h5h6h7h"))
    assert deal.view(0).reuse == cards("*")


def test_000_18_a_swapped_wild_is_used_in_this_turn() -> None:
    deal = position(RULES, "6hQd8c", table=("opp 4h5h*=6h7h", "me 9s9h9c"))
    deal = play(deal, "draw", "swap 0 6h")
    assert code(deal, "discard Qd") == "reuse_obligation"
    assert code(deal, "discard *") == "reuse_obligation"
    assert play(deal, "add 1 *=9d", "discard Qd").seat == 1


def test_000_19_the_turn_ends_with_a_discard() -> None:
    deal = play(position(RULES, "9sQd"), "draw", "discard Qd")
    assert (deal.seat, deal.position.row) == (1, cards("4cQd"))
    last = play(position(RULES, "9s9c", row="9h"), "take 0")
    assert code(last, "lay 9s9c9h") == "must_keep_discard"


def test_000_20_wilds_are_taken_only_after_a_meld_of_this_turn_or_before() -> None:
    table = ("opp 4h5h*=6h7h",)
    deal = play(position(RULES, "6h9s9h9cQd", table=table), "draw")
    assert code(deal, "swap 0 6h") == "must_open_first"
    assert play(deal, "lay 9s9h9c", "swap 0 6h").view(0).reuse == cards("*")


def test_000_21_the_deal_ends_when_a_hand_is_empty() -> None:
    deal = play(position(RULES, "9s9cQd", row="9h"), "take 0", "lay 9s9c9h", "discard Qd")
    assert (deal.over, deal.closer) == (True, 0)


def test_000_22_in_a_single_deal_the_higher_score_wins_not_the_closer() -> None:
    single = build("modern", ("single_hand",))
    assert totals(single, ("3s3h3c", "KsKhKdKc 9s9h9c9d"), ("", "", "Ks", ""), closer=0) == (
        15 + 100 - 10,
        160,
    )
    assert played(single, (105, 160)).winner == 1


def test_000_23_several_deals_end_by_number_or_by_target() -> None:
    three = build("modern", match_mode="fixed_hands", fixed_hands=3)
    assert not played(three, (500, 0), (500, 0)).over
    assert played(three, (500, 0), (500, 0), (0, 1100)).winner == 1
    assert not played(RULES, (1495, 0)).over
    assert played(RULES, (1500, 1510)).winner == 1


def test_000_24_a_wild_in_the_row_blocks_itself_and_what_lies_before() -> None:
    row = "3c6h7d*9sTd8h"
    deal = position(RULES, "9h9cQd", row=row)
    assert deal.view(0).row_open == 4
    for index in range(4):
        assert code(deal, f"take {index}") == "row_blocked"
    assert play(deal, "take 4").view(0).row == cards("3c6h7d*")
    assert position(RULES, "9h", row="3c2s9s").view(None).row_open == 2


def test_000_25_melds_less_cards_in_hand() -> None:
    assert totals(RULES, ("9s9h9c", "4s4h4c"), ("Ks", "As", "", "3d")) == (30 - 10, 15 - 20)


def test_000_26_a_hundred_for_closing_two_hundred_in_hand() -> None:
    melds, hands = ("9s9h9c", "4s4h4c"), ("", "", "", "")
    assert totals(RULES, melds, hands, closer=0) == (130, 15)
    assert totals(RULES, melds, hands, closer=0, in_hand=True) == (230, 15)


def test_000_27_a_side_without_melds_pays_a_hundred_besides_its_cards() -> None:
    assert totals(RULES, ("9s9h9c", ""), ("", "Ks", "", "4d"), closer=0)[1] == -100 - 15


def test_000_28_example_the_nine_and_all_after_it() -> None:
    """With pinelle the 2 would block the 9, so the example belongs to the game without."""
    row = "3c7h5d9s4c2h7d6s"
    deal = play(position(NATURAL, "9h9cQd", row=row), "take 3")
    assert deal.view(0).hand == tuple(sorted(cards("9h9cQd9s4c2h7d6s")))
    blocked = position(RULES, "9h9cQd", row=row.replace("2h", "2s"))
    assert code(blocked, "take 3") == "row_blocked"


def test_000_29_the_chosen_card_is_neither_kept_nor_discarded() -> None:
    deal = play(position(RULES, "9s9cQd", row="9hKc"), "take 0")
    for text in ("discard 9h", "discard Kc"):
        assert code(deal, text) == "row_obligation"


def test_000_30_any_card_may_be_discarded_also_one_that_fits() -> None:
    table = ("me 4h5h6h", "opp JdQd*=Kd")
    deal = play(position(RULES, "7hKd2s*8c", table=table), "draw")
    for text in ("7h", "Kd", "2s", "*"):
        assert play(deal, f"discard {text}").seat == 1


def test_000_31_only_the_touched_card_is_bound() -> None:
    deal = play(position(RULES, "9s9cQd", row="9hKcJd"), "take 0", "lay 9s9h9c")
    for text in ("Kc", "Jd"):
        assert play(deal, f"discard {text}").seat == 1


def test_000_32_a_pinnacola_is_a_run_of_seven_without_wilds() -> None:
    assert worth(RULES, "5h6h7h8h9hThJh") == 2 * 65
    assert worth(RULES, "5h6h7h8h9hTh2s=Jh") == 75


def test_000_33_a_pinnacolone_ends_the_match_for_its_side() -> None:
    deal = position(RULES, "AhQd5c", table=(f"me Ah{RUN}",))
    deal = play(deal, "draw", "add 0 Ah")
    assert (deal.over, deal.pinnacolone, deal.closer) == (True, 0, None)
    assert deal.scores()[0].lines[0].amount == 1500
    assert Match.start(RULES).after_deal((0, 3000), pinnacolone=0).winner == 0
    twelve = position(RULES, "AhQd5c", table=(f"me {RUN}",))
    assert not play(twelve, "draw", "add 0 Ah").over


def test_000_34_a_pinella_is_a_black_two_and_stands_for_others() -> None:
    assert [str(face) for face in RULES.wild_faces] == ["2s", "2c", "*"]
    assert kind(RULES, "4h5h2s7h") == "run"


def test_000_35_no_run_has_a_two_in_its_natural_place() -> None:
    assert kind(RULES, "As2s3s4s") == "not_consecutive"
    assert kind(RULES, "As2s=2s3s4s") == "rank_not_in_play"


def test_000_36_several_wilds_in_one_meld() -> None:
    assert worth(RULES, "5h6h2s*") == worth(RULES, "5h6h2s=7h*=8h") == 60
    assert kind(RULES, "5h6h2s=7h*=8h") == "run"
    assert kind(RULES, "5h2s=6h*=7h2c=8h") == "run"
    assert kind(RULES, "4h5h*7h8h") == "run"


def test_000_37_the_dealer_changes_clockwise() -> None:
    assert Match.start(RULES, dealer=1).after_deal((0, 0)).dealer == 2


def test_000_38_without_a_stock_and_with_a_blocked_row_the_deal_is_broken_off() -> None:
    deal = position(RULES, "9s9cQd", row="9h*", stock="")
    assert code(deal, "draw") == "stock_empty"
    assert code(deal, "take 0") == "row_blocked"
    stopped = play(deal, "stop")
    assert (stopped.stopped, stopped.closer) == (True, None)


def test_000_39_many_turns_without_a_card_laid_break_it_off() -> None:
    deal = position(RULES, "9s9cQd", idle=39)
    assert play(deal, "draw", "discard Qd").stopped
    assert not play(position(RULES, "9s9cQd", idle=38), "draw", "discard Qd").over
