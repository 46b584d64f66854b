"""Options that no preset has (RULES.md 14): two draws, no sets, six players, and the like."""

from __future__ import annotations

from itertools import combinations

from engine import saved
from engine.cards import cards
from engine.deal import Deal
from engine.events import Drew, Reshuffled
from engine.match import dealing_order
from engine.melds import can_meld, melds_of, readings
from engine.presets import build
from tests.engine.clauses import kind, totals, worth
from tests.engine.positions import code, play, played, position

TWO = build("common", ("draw_two",))
RUNS = build("common", ("no_sets",))
THREES = build("pinella", ("six_in_threes",))

# --- two cards a draw -----------------------------------------------------------------------------


def test_a_draw_brings_two_cards() -> None:
    deal, events = played(position(TWO, "9sQd", stock="3d8dKc"), "draw")
    assert events == [Drew(0, 2)]
    view = deal.view(0)
    assert (view.drawn, view.second, view.stock) == (*cards("3d8d"), 1)
    assert view.hand == tuple(sorted(cards("9sQd3d8d")))
    assert (deal.view(1).drawn, deal.view(1).second) == (None, None)
    assert saved.read(TWO, saved.write(deal)) == deal
    assert code(deal, "draw") == "already_drawn"


def test_where_the_stock_runs_short_one_card_comes_alone() -> None:
    deal, events = played(position(TWO, "9sQd", row="4cJd", stock="3d"), "draw")
    assert events == [Drew(0, 1)]
    assert (deal.view(0).second, deal.position.row) == (None, cards("4cJd"))
    deal, events = played(position(TWO, "9sQd", row="4cJd8sKc", stock=""), "draw")
    assert events == [Reshuffled(0, 3), Drew(0, 2)]
    assert deal.position.stock == cards("8s")


def test_the_row_gives_what_it_gave_before() -> None:
    deal = play(position(TWO, "9s9cQd", row="4c9h"), "take 1")
    assert len(deal.view(0).hand) == 4


# --- runs only ------------------------------------------------------------------------------------


def test_without_sets_no_set_is_a_meld() -> None:
    for text in ("9s9h9c", "9s9h*=9c", "9s9h*", "9s9h9c9d"):
        assert kind(RUNS, text) == "no_sets"
    assert kind(RUNS, "7s8s9s") == "run"
    assert kind(RUNS, "9s**") == "ambiguous_wild"


def test_without_sets_none_is_found() -> None:
    hand = cards("9s9h9c9d7s8s**")
    assert {meld.kind for meld in melds_of(hand, RUNS)} == {"run"}
    for three in combinations(cards("9h9c9d*"), 3):
        assert not readings(three, RUNS)
    assert not can_meld(cards("9h9c9d"), cards("9h")[0], RUNS)
    assert can_meld(cards("9h9c9d*"), cards("9h")[0], build("common"))
    assert not can_meld(cards("9h9d*"), cards("9h")[0], RUNS)


# --- six players, three packs ---------------------------------------------------------------------


def test_six_in_threes_deal_play_and_score_by_side() -> None:
    deal = Deal.start(THREES, 4, "")
    assert dealing_order(THREES, 4) == (5, 0, 1, 2, 3, 4)
    assert [len(hand) for hand in deal.position.hands] == [13] * 6
    assert deal.seat == 5
    assert totals(THREES, ("9s9h9c", ""), ("", "Ks", "4d", "4s", "Kd", "3s"), closer=0) == (
        30 + 100 - 5 - 10,
        -2 * (10 + 5 + 5),
    )


def test_three_copies_of_a_face_may_lie_in_three_melds() -> None:
    deal = position(THREES, "9s9s9h9h9c9cQd9d*", stock="9s")
    deal = play(deal, "draw", "lay 9s9h9c", "lay 9s9h9c", "lay 9s9d*=9h")
    assert len(deal.position.melds) == 3
    assert kind(THREES, "9s9s9s") == "duplicate_suit"


def test_four_of_six_jokers_are_the_four_joker_set() -> None:
    six = build("modern", ("six_in_pairs",))
    assert kind(six, "****") == "jokers"
    assert kind(six, "*****") == "all_wild"
    assert any(meld.kind == "jokers" for meld in melds_of(cards("*****9s"), six))


# --- points ---------------------------------------------------------------------------------------


def test_ace_to_ace_600_ends_nothing() -> None:
    rules = build("common", ("ace_to_ace_600",))
    run = "Ah2h3h4h5h6h7h8h9hThJhQhKhAh"
    assert worth(rules, run) == 600
    assert worth(rules, run.removesuffix("Ah")) == 2 * (15 + 20 + 80)
    deal = position(rules, "AhQd5c", table=(f"me {run.removesuffix('Ah')}",))
    assert not play(deal, "draw", "add 0 Ah").over


def test_going_out_300_and_as_much_more_in_hand() -> None:
    rules = build("pinella", ("out_300",))
    hands = ("", "", "", "")
    assert totals(rules, ("9s9h9c", ""), hands, closer=0) == (330, 0)
    assert totals(rules, ("9s9h9c", ""), hands, closer=0, in_hand=True) == (430, 0)
