"""A deal as a whole: its start, trial and settled, its end, scores, saving (RULES.md 3.11, 5)."""

from __future__ import annotations

import pytest

from engine import saved
from engine.actions import DRAW, read_action
from engine.cards import card, cards, placed
from engine.deal import Deal
from engine.events import Discarded, Laid, Swapped, Took, WentOut
from engine.melds import Meld
from engine.presets import build, preset
from tests.engine.positions import code, play, played, position

# --- the start ------------------------------------------------------------------------------------


def test_the_first_card_goes_to_the_player_after_the_dealer() -> None:
    rules = preset("common")
    deal = Deal.start(rules, 2, "")
    pack = rules.pack
    assert deal.position.hands[3][0] == pack[0]
    assert deal.position.hands[0][0] == pack[1]
    assert deal.position.row == pack[52:53]
    assert deal.position.stock == pack[53:]
    assert deal.seat == 3


def test_dealing_and_playing_may_go_the_other_way_round() -> None:
    rules = build("classic", deal_direction="anticlockwise", play_direction="anticlockwise")
    deal = Deal.start(rules, 2, "")
    assert deal.position.hands[1][0] == rules.pack[0]
    assert deal.seat == 1
    assert play(deal, "draw", f"discard {deal.position.hands[1][0]}").seat == 0


def test_the_dealer_may_begin_and_the_row_may_begin_empty() -> None:
    deal = Deal.start(build("common", first_player="dealer", upcard=False), 2, "c0ffee")
    assert (deal.seat, deal.position.row, len(deal.position.stock)) == (2, (), 56)


def test_the_order_is_the_seed_s() -> None:
    rules = preset("modern")
    assert Deal.start(rules, 0, "aa") == Deal.start(rules, 0, "aa")
    assert Deal.start(rules, 0, "aa").settled != Deal.start(rules, 0, "ab").settled


def test_2_a_view_has_the_hand_of_its_viewer_and_no_other() -> None:
    deal = Deal.start(preset("common"), 0, "ab")
    for viewer in range(4):
        hands = deal.view(viewer).hands
        assert [seat for seat in range(4) if hands[seat] is not None] == [viewer]
        assert deal.view(viewer).hand == deal.settled.hands[viewer]
    assert set(deal.view(None).hands) == {None}


def test_2_nobody_else_sees_which_card_was_drawn() -> None:
    deal = play(position("common", "9s9cQd", row="4c9h"), "draw")
    assert deal.view(0).drawn is not None
    assert {deal.view(viewer).drawn for viewer in (None, 1, 2, 3)} == {None}


# --- 3.11: trial, settled, undo -------------------------------------------------------------------


def test_3_11_a_take_can_be_undone_and_the_player_draws_anew() -> None:
    start = position("common", "9s9cQd", row="4c9h")
    deal = play(start, "take 1", "lay 9s9h9c")
    assert play(deal, "undo") == play(start, "take 1")
    assert play(deal, "undo", "undo") == start
    assert code(start, "undo") == "nothing_to_undo"
    assert play(deal, "undo", "undo", "draw").position.hands[0] == tuple(sorted(cards("9s9cQd3d")))


def test_3_11_after_a_stock_draw_the_card_stays() -> None:
    drawn = play(position("common", "9s9c9hQd"), "draw")
    deal = play(drawn, "lay 9s9h9c", "undo")
    assert deal == drawn
    assert code(deal, "undo") == "nothing_to_undo"


def test_3_11_others_see_a_turn_when_it_is_final() -> None:
    start = position("common", "9s9cQd", row="4c9h")
    deal, events = played(start, "take 1", "lay 9s9h9c")
    assert events == []
    for viewer in (None, 1, 2, 3):
        assert deal.view(viewer) == start.view(viewer)
    assert deal.view(0).melds
    deal, events = played(deal, "discard Qd")
    assert [type(event) for event in events] == [Took, Laid, Discarded, WentOut]
    assert deal.view(None).melds[0].author == 0


def test_3_11_events_name_what_everybody_may_see() -> None:
    deal = position("common", "6hKdKsQd8c", table=("opp 4h5h*=6h7h",), opened=True)
    _, events = played(deal, "draw", "swap 0 6h", "lay KdKs*=Kh", "discard Qd")
    run = Meld("run", placed("4h5h6h7h"))
    assert events[1] == Swapped(0, 0, card("6h"), card("*"), run)


def test_nothing_happens_after_the_end() -> None:
    deal = play(position("common", "9s9c", row="9h"), "take 0", "lay 9s9h9c")
    for text in ("draw", "take 0", "lay 9s9h9c", "add 0 9d", "discard 9d", "undo", "stop"):
        assert code(deal, text) == "turn_over"
    assert deal.view(1).hands == ((), cards("4s4d"), cards("5s5d"), cards("6s6d"))


def test_a_deal_does_not_print_its_secrets() -> None:
    assert repr(Deal.start(preset("common"), 0, "abcdef")) == "<Deal: turn 1, seat 1, draw>"


# --- 5: scores ------------------------------------------------------------------------------------


def test_5_a_closing_in_hand_of_classic_counts_the_closer_s_cards_twice() -> None:
    deal = position("classic", "9s9cTdJdQd", row="9h", table=("partner 7d8d9d",))
    deal = play(deal, "take 0", "lay 9s9h9c", "add 0 TdJdQd")
    ours, theirs = deal.scores()
    # The partner's run has become a clean six (worth twice); 30 of it and the 9s are the closer's.
    assert ours.total == 2 * (5 + 5 * 10) + 30 + 100 + (30 * 2 + 30) - 10
    assert theirs.total == -20


def test_5_a_wild_laid_and_swapped_out_again_counts_where_it_lies() -> None:
    deal = position("classic", "9s9c*9hTd", stock="3d", table=("me TsJsQs",))
    deal = play(deal, "draw", "lay 9s9c*=9h", "swap 1 9h", "add 0 *=Ks")
    assert sorted(map(str, deal.position.now.placed)) == sorted(
        ["(0, *=Ks)", "(1, 9c)", "(1, 9h)", "(1, 9s)"]
    )


# --- saved ----------------------------------------------------------------------------------------


def test_a_saved_trial_is_played_again() -> None:
    deal = play(position("common", "9s9cQd", row="4c9h"), "take 1", "lay 9s9h9c")
    data = saved.write(deal)
    assert data["trial"] == ["take 1", "lay 9s9h9c"]
    assert saved.read(deal.rules, data) == deal


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", "3"),
        ("seat", 4),
        ("phase", "sleep"),
        ("hands", ["9s", "9c"]),
        ("hands", ["9sXX", "", "", ""]),
        ("row", None),
        ("melds", ["0 9s9h"]),
        ("melds", ["7 9s9h9c"]),
        ("opened", [9]),
        ("shown", [[0, 0]]),
        ("idle", -1),
        ("now", {"drawn": "9s9s"}),
        ("end", {"closer": 0, "pinnacolone": None}),
        ("seed", 3),
        ("trial", ["discard 9s"]),
        ("trial", ["take 77"]),
        ("stock", "9s9s9s"),
    ],
)
def test_what_cannot_be_read_is_named_without_its_cards(field: str, value: object) -> None:
    rules = preset("common")
    data = saved.write(Deal.start(rules, 0, "5eed"))
    data[field] = value
    with pytest.raises(ValueError, match="a saved deal cannot be read") as caught:
        saved.read(rules, data)
    assert "9s" not in str(caught.value)


def test_a_missing_field_is_named() -> None:
    rules = preset("common")
    for field in ("turn", "hands", "stock", "melds", "seed"):
        data = saved.write(Deal.start(rules, 0, "5eed"))
        del data[field]
        with pytest.raises(ValueError, match=field):
            saved.read(rules, data)


def test_check_and_apply_agree() -> None:
    deal = position("common", "9s9c", row="4c")
    deal.check(DRAW)
    assert deal.apply(read_action("draw"))[0].phase == "play"
