"""What is offered: its order, and what is left out."""

from __future__ import annotations

import pytest

from engine.actions import action_text
from engine.cards import cards
from engine.deal import Deal
from engine.suggest import Suggestion, fitting, lay_all, suggestions
from tests.engine.positions import play, position


def offers(deal: Deal) -> list[str]:
    """What is suggested to seat 0, as words."""
    return [action_text(offer.action) for offer in suggestions(deal.view(0))]


def table_offers(deal: Deal) -> list[str]:
    return [text for text in offers(deal) if not text.startswith("discard")]


def takes(deal: Deal) -> dict[int, int]:
    """The row cards offered, by index, and the wilds they need."""
    return {
        int(text.split()[1]): offer.wilds
        for offer in suggestions(deal.view(0))
        for text in (action_text(offer.action),)
        if text.startswith("take")
    }


# --- before the draw -----------------------------------------------------------------------------


def test_only_the_seat_to_play_gets_suggestions() -> None:
    deal = position("common", "9s9cQd", row="9h")
    for viewer in (None, 1, 2, 3):
        assert suggestions(deal.view(viewer)) == ()
        assert lay_all(deal.view(viewer)) == ()
        assert fitting(deal.view(viewer), cards("4d")) == ()


def test_3_2_takes_are_offered_where_the_turn_can_be_ended() -> None:
    deal = position("common", "9s9cQd5h", row="4cJd9h2sKc")
    assert offers(deal) == ["draw", "take 2"]


def test_3_2_a_take_that_needs_a_wild_says_so() -> None:
    deal = position("common", "9s9cQd*5h", row="Jd9hKc")
    assert takes(deal) == {0: 1, 1: 0}


def test_3_2_a_take_that_could_only_empty_the_hand_illegally_is_not_offered() -> None:
    assert takes(position("common", "9s9c", row="4c9h")) == {1: 0}
    assert takes(position("modern", "9s9c", row="4c9h")) == {}
    assert takes(position("modern", "9s9c", row="9h4c")) == {0: 0}
    # In `pinella` the card left over could only be discarded if the side had shown enough.
    assert takes(position("pinella", "9s9c", row="9h4c")) == {}
    assert takes(position("pinella", "9s9c", row="9h4c", table=("opp JsQsKs",))) == {}
    assert takes(position("pinella", "9s9c", row="9h4c", table=("me JsJhJcJd",))) == {0: 0}


@pytest.mark.parametrize(
    ("game", "hand", "table", "opened", "offered"),
    [
        ("common", "KdKsQd8c", "me 4h5h*=6h7h", True, True),
        ("common", "KdKsQd8c", "opp 4h5h*=6h7h", True, False),
        ("modern", "KdKsQd8c", "opp 4h5h*=6h7h", True, True),
        ("modern", "KdKsQd8c", "opp 4h5h*=6h7h", False, False),
        ("modern", "KdQs3d8c", "opp 4h5h*=6h7h", True, False),
        ("common", "KdQs3d8c", "me 4h5h*=6h7h", True, True),
    ],
)
def test_3_6_a_take_for_a_swap_needs_a_place_for_the_wild(
    game: str, hand: str, table: str, opened: bool, offered: bool
) -> None:
    deal = position(game, hand, row="Ts6h", table=(table,), opened=opened)
    assert (1 in takes(deal)) == offered


def test_3_2_a_take_may_be_completed_after_opening() -> None:
    deal = position("common", "7c7d7sQdKs", row="6h", table=("partner 3h4h5h",))
    assert takes(deal) == {0: 0}
    deal = play(deal, "take 0")
    assert table_offers(deal) == ["lay 7s7c7d"]
    at_once = position(
        "common",
        "7c7d7sQdKs",
        row="6h",
        table=("partner 3h4h5h",),
        options={"row_obligation_timing": "first_action"},
    )
    assert takes(at_once) == {}


def test_3_2_a_take_may_be_completed_with_a_joker_won_by_a_swap() -> None:
    deal = position("common", "6hKdQs3d", row="Ks", table=("opp 4h5h*=6h7h",), opened=True)
    assert takes(deal) == {0: 0}
    assert table_offers(play(deal, "take 0")) == ["swap 0 6h"]


def test_3_4_a_row_card_further_along_a_run_brings_the_cards_between() -> None:
    deal = position("common", "7hQd2s", row="8h", table=("me 4h5h6h",))
    assert takes(deal) == {0: 0}
    assert "add 0 7h8h" in offers(play(deal, "take 0"))


def test_3_4_a_row_card_may_be_added_to_a_set_or_swapped_or_laid() -> None:
    sets = position("common", "KdQs3c", row="9d", table=("me 9s9h9c",))
    assert takes(sets) == {0: 0}
    assert table_offers(play(sets, "take 0")) == ["add 0 9d"]
    assert takes(position("common", "KdQs3c", row="9d", table=("opp 9s9h9c",))) == {}
    assert takes(position("common", "KdQs3c", row="Td", table=("me 9s9h9c",))) == {}
    table = ("me 4h5h*=6h", "me 7h8h9h")
    every = play(position("common", "6s6dKcQcAs", row="6h", table=table), "take 0")
    assert sorted(table_offers(every)) == ["add 1 6h", "lay 6s6h6d", "swap 0 6h"]


def test_3_4_a_wild_bridges_the_gap_to_a_row_card_that_is_owed() -> None:
    deal = position("common", "*QdKs", row="8h", table=("me 4h5h6h",))
    assert takes(deal) == {0: 1}
    assert table_offers(play(deal, "take 0")) == ["add 0 *=7h8h", "add 0 *=7h"]


def test_3_8_the_stop_is_offered_where_nothing_can_be_drawn() -> None:
    assert offers(position("modern", "9sQd", row="4cJd*", stock="")) == ["stop"]
    assert offers(position("modern", "9s9cQd", row="4c9h", stock="")) == ["take 1", "stop"]


# --- the play phase ------------------------------------------------------------------------------


def test_what_pays_a_duty_naturally_comes_first() -> None:
    deal = position("common", "9s9cThJh*KsKhKdQs", row="9h3c", table=("me 3s4s5s",))
    deal = play(deal, "take 0")
    found = table_offers(deal)
    assert found[:2] in (
        ["lay 9hThJh", "lay 9s9h9c"],
        ["lay 9s9h9c", "lay 9hThJh"],
    )
    assert suggestions(deal.view(0))[0].pays
    assert all(text.startswith("lay") for text in found[:3])


def test_if_only_a_wild_pays_that_comes_first() -> None:
    deal = play(position("common", "9s*KsKhKd3c4d", row="9h"), "take 0")
    first = suggestions(deal.view(0))[0]
    assert first.pays
    assert first.wilds == 1


def test_a_wild_put_to_a_meld_that_pays_without_it_is_not_offered() -> None:
    deal = play(position("common", "9s9c*QdKs3c4d", row="9h"), "take 0")
    assert table_offers(deal) == ["lay 9s9h9c"]


def test_of_actions_with_a_wild_melds_and_additions_take_turns() -> None:
    deal = position("common", "7s8sQhQd*3c", table=("me 4h5h6h", "me 9c9d9h"))
    found = table_offers(play(deal, "draw"))
    kinds = [text.split()[0] for text in found]
    assert kinds[:4] in (["lay", "add"] * 2, ["add", "lay"] * 2)


def test_a_wild_is_added_where_it_does_no_harm_and_the_other_end_of_a_meld_comes_later() -> None:
    deal = position(
        "common", "Ks2d*", stock="9s", table=("me 4h5h6h", "me 8d9d*=TdJd", "me 3c4c5c6c")
    )
    assert table_offers(play(deal, "draw")) == [
        "add 1 *=7d",
        "add 0 *=3h",
        "add 2 *=2c",
        "add 1 *=Qd",
        "add 0 *=7h",
        "add 2 *=7c",
    ]


@pytest.mark.parametrize(
    ("hand", "stock", "table"),
    [
        ("9s9c*2d", "9h", ("me 3d4d5d", "me QsKsAs")),
        ("4h5h*", "Kd", ("me 7h8h9h", "me 6d7d8d")),
        ("Jc*", "Kd", ("me 7c8c9c",)),
        ("JcQc*", "Kd", ("me 7c8c9c", "me As2s3s")),
    ],
)
def test_step_by_step_the_first_offer_empties_a_hand_that_can_be_emptied(
    hand: str, stock: str, table: tuple[str, ...]
) -> None:
    deal = play(position("common", hand, stock=stock, table=table), "draw")
    while not deal.over:
        deal, _ = deal.apply(suggestions(deal.view(0))[0].action)
    assert deal.closer == 0


def test_what_ends_the_deal_comes_first() -> None:
    deal = position("common", "KsKhKd", stock="9h", table=("me 4h5h6h7h8h", "me 9s9c9d"))
    drawn = play(deal, "draw", "lay KsKhKd")
    first = suggestions(drawn.view(0))[0]
    assert first.goes_out


def test_of_several_natural_ways_to_pay_the_dearest_comes_first() -> None:
    deal = play(position("common", "9s9cThJhQhKsKd", row="9h"), "take 0")
    assert table_offers(deal)[:2] == ["lay 9hThJhQh", "lay 9s9h9c"]


def test_the_best_partition_then_additions_then_the_rest() -> None:
    deal = position("common", "5h6h7h8h7s7c*Qd", stock="3d", table=("me 8s9sTs",))
    found = table_offers(play(deal, "draw"))
    assert found[0] == "lay 5h6h7h8h"
    assert found[1] == "add 0 7s"
    assert found[2] == "lay 7s7h7c"
    assert all("*" in text for text in found[3:])


def test_a_meld_in_a_longer_one_is_not_offered_on_its_own() -> None:
    found = table_offers(play(position("common", "5h6h7h8hQdKs2c"), "draw"))
    assert found == ["lay 5h6h7h8h"]


def test_one_entry_for_each_reading_of_a_wild() -> None:
    found = table_offers(play(position("common", "7s7h*Qd", stock="2d"), "draw"))
    assert sorted(found) == ["lay 7s7h*=7c", "lay 7s7h*=7d"]


def test_3_6_a_swap_is_offered_if_the_wild_has_a_place() -> None:
    table = ("opp 4h5h*=6h7h",)
    with_place = position("common", "6hKdKsQc", table=table, opened=True)
    assert "swap 0 6h" in offers(play(with_place, "draw"))
    without = position("common", "6hKdQc9s", table=table, opened=True, stock="2s")
    assert "swap 0 6h" not in offers(play(without, "draw"))
    kept = position(
        "common", "6hKdQc9s", table=table, opened=True, stock="2s", toggles=("keep_jokers",)
    )
    assert "swap 0 6h" in offers(play(kept, "draw"))


def test_points_are_what_the_own_table_gains() -> None:
    table = ("me KsKhKd", "me 5h6h7h8h9h", "opp 4c5c*=6c")
    deal = play(position("common", "KcTh6cQs2d", table=table, toggles=("keep_jokers",)), "draw")
    gains = {action_text(o.action): o.points for o in suggestions(deal.view(0))}
    assert gains["add 0 Kc"] == 80 - 30
    assert gains["add 1 Th"] == 110 - 45
    assert gains["swap 2 6c"] == 0


def test_going_out_is_said() -> None:
    deal = play(position("common", "9s9c", row="9h"), "take 0")
    assert [offer.goes_out for offer in suggestions(deal.view(0))] == [True]


def test_3_9_no_suggestion_leaves_a_card_that_cannot_be_discarded() -> None:
    deal = play(position("pinella", "9s9c9h", stock="Kd"), "draw")
    assert table_offers(deal) == []
    shown = play(position("pinella", "9s9c9h", stock="Kd", table=("me 4c4s4h4d",)), "draw")
    assert table_offers(shown) == ["lay 9s9h9c"]


def test_the_least_useful_card_is_the_first_discard() -> None:
    found = offers(play(position("common", "9s9c9h*7h8hKd", stock="3c"), "draw"))
    discards = [text for text in found if text.startswith("discard")]
    assert discards[0] == "discard Kd"
    assert discards[-1] == "discard *"
    assert len(discards) == 8


# --- lay all -------------------------------------------------------------------------------------


def together(deal: Deal) -> list[str]:
    return [action_text(action) for action in lay_all(deal.view(0))]


def test_lay_all_needs_two_melds() -> None:
    assert together(play(position("common", "9s9c9hQd"), "draw")) == []
    both = play(position("common", "9s9c9h4d5d6dQd", stock="Kc"), "draw")
    assert sorted(together(both)) == ["lay 4d5d6d", "lay 9s9h9c"]


def test_3_9_lay_all_keeps_a_card_for_the_discard() -> None:
    deal = play(position("modern", "9s9c9h9d4d5d", stock="6d"), "draw")
    assert len(together(deal)) == 2
    after = play(deal, *together(deal))
    assert len(after.position.hand) == 1
    tight = play(position("modern", "9s9c9h4d5d", stock="6d"), "draw")
    assert together(tight) == []
    free = play(position("common", "9s9c9h4d5d", stock="6d"), "draw")
    assert play(free, *together(free)).closer == 0


def test_3_4_lay_all_begins_with_what_is_due_at_once() -> None:
    deal = play(position("classic", "4d5d6d7d8d9s9cQs", row="9h"), "take 0")
    assert together(deal) == ["lay 9s9h9c", "lay 4d5d6d7d8d"]


# --- discards ------------------------------------------------------------------------------------


def discards(hand: str, *table: str) -> list[str]:
    """The cards that are offered for the discard, in their order, after the Ts was drawn."""
    deal = play(position("common", hand, stock="Ts", table=table), "draw")
    return [text.split()[1] for text in offers(deal) if text.startswith("discard")]


def test_discards_begin_with_what_helps_least_and_costs_most() -> None:
    order = discards("9h9c3s4sKdJd6cQh2h*")
    assert order[:4] == ["Ts", "Qh", "6c", "2h"], "alone, the dearest first"
    assert order[4:6] == ["Jd", "Kd"], "one place between them"
    assert order[6:8] == ["3s", "4s"], "neighbours, and cheaper"
    assert order[8:] == ["9h", "9c", "*"], "alike, and a wild"
    assert discards("AsQd*") == ["As", "Ts", "Qd", "*"]


def test_discards_end_with_what_fits_and_what_is_a_meld() -> None:
    order = discards("7dQhQc8s8h8c*", "me 4d5d6d")
    assert order == ["Ts", "Qh", "Qc", "7d", "8h", "8c", "8s", "*"]
    assert discards("7dQhQc", "opp 4d5d6d")[0] == "Ts"
    assert discards("7dQhQc", "opp 4d5d6d")[1] == "7d"


def test_wilds_that_make_room_take_what_fits_nowhere_else() -> None:
    table = ("me 4h5h*=6h", "me 9s9h*=9c")
    plain = play(position("common", "6h9cKcQs", stock="Ts", table=table), "draw")
    assert table_offers(plain) == ["swap 0 6h", "swap 1 9c"]
    slide = position("common", "6h9cKcQs", stock="Ts", table=table, options={"wild_slide": True})
    assert "add 0 6h" in offers(play(slide, "draw"))
    assert "add 1 9c" not in offers(play(slide, "draw"))
    option = {"set_wild_suit": "open"}
    loose = position("common", "6h9cKcQs", stock="Ts", table=table, options=option)
    assert "add 1 9c" in offers(play(loose, "draw"))
    assert "add 0 6h" not in offers(play(loose, "draw"))


def test_more_than_enough_is_cut_and_the_discards_stay() -> None:
    hand = "3s4s5s6s7s8s3h4h5h6h7h8h3c4c5c6c7c8c3d4d5d6d7d8d**"
    deal = play(position("common", hand, stock="Qd"), "draw")
    found = suggestions(deal.view(0))
    assert sum(1 for o in found if not action_text(o.action).startswith("discard")) <= 40
    assert sum(1 for o in found if action_text(o.action).startswith("discard")) == 26
    assert isinstance(found[0], Suggestion)
