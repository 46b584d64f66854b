"""The useful actions: all of them legal, none of them a dead end, and none left out."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.actions import DRAW, STOP, UNDO, Action, Add, Discard, Lay, Swap, Take, action_text
from engine.deal import Deal
from engine.presets import build
from engine.suggest import suggestions, useful_actions
from engine.suggest.offers import Offers, discards
from tests.engine.positions import play, position
from tests.engine.strategies import RULES, deals, random_deals

few = settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
chances = st.integers(0, 2**32).map(Random)


def random_play(deal: Deal, chance: Random, steps: int = 120) -> list[Deal]:
    """The deals along a way of useful actions."""
    way = [deal]
    while not deal.over and len(way) <= steps:
        deal, _ = deal.apply(chance.choice(deal.useful_actions()))
        way.append(deal)
    return way


@few
@given(deals() | random_deals(), chances)
def test_every_useful_action_can_be_done_and_leads_to_more(deal: Deal, chance: Random) -> None:
    for moment in random_play(deal, chance):
        actions = moment.useful_actions()
        assert len(set(actions)) == len(actions)
        assert bool(actions) != moment.over
        assert UNDO not in actions
        for action in actions:
            after, _ = moment.apply(action)
            assert after.over or UNDO not in after.useful_actions()


@few
@given(deals() | random_deals(), chances)
def test_with_nothing_owed_no_offer_is_left_out(deal: Deal, chance: Random) -> None:
    for moment in random_play(deal, chance):
        at, rules = moment.position, moment.rules
        if at.phase == "play" and not at.owes:
            offers = Offers(rules, at)
            every = [*offers.lays(), *offers.adds(), *offers.swaps(), *discards(rules, at)]
            found = moment.useful_actions()
            assert {s.action for s in every} <= set(found)
            # Only of large hands with wilds not all melds are offered.
            assert len(every) == len(found) or sum(isinstance(a, Lay) for a in found) > 200


@few
@given(deals() | random_deals(), chances)
def test_only_takes_that_can_be_paid_are_useful(deal: Deal, chance: Random) -> None:
    for moment in random_play(deal, chance):
        if moment.phase == "draw":
            completable = {s.action for s in suggestions(moment.view(moment.seat))}
            assert set(moment.useful_actions()) <= completable


@few
@given(deals(), chances)
def test_a_view_gives_the_same(deal: Deal, chance: Random) -> None:
    for moment in random_play(deal, chance, steps=60):
        for viewer in (None, *range(deal.rules.players)):
            found = useful_actions(moment.view(viewer))
            assert found == (moment.useful_actions() if viewer == moment.seat else [])


@pytest.mark.parametrize("game", RULES)
def test_random_play_comes_to_an_end(game: str) -> None:
    deal = random_play(Deal.start(RULES[game], 0, "5eed"), Random(1), steps=20_000)[-1]
    assert deal.over


def texts(deal: Deal, kind: type[Action]) -> list[str]:
    return sorted(action_text(a) for a in deal.useful_actions() if isinstance(a, kind))


@pytest.mark.parametrize("suit", "shcd")
def test_runs_of_every_suit_are_found_with_the_ace_at_either_end(suit: str) -> None:
    def run(ranks: str) -> str:
        return "".join(rank + suit for rank in ranks)

    other = "c" if suit != "c" else "h"
    for ranks in ("A23", "QKA", "9TJ", "AA23456789TJQK"):
        hand = f"{run(ranks)}5{other}7{other}"
        deal = play(position("common", hand, stock=f"K{other}"), "draw")
        whole = run("A23456789TJQKA" if len(ranks) > 3 else ranks)
        assert f"lay {whole}" in texts(deal, Lay)
    aces = play(position("common", f"{run('AAKQ')}5{other}", stock=f"7{other}"), "draw")
    assert texts(aces, Lay) == [f"lay {run('QKA')}"]


def test_sets_of_three_and_four_are_found_with_and_without_a_wild() -> None:
    three = play(position("common", "9s9h9c5cKd", stock="7h"), "draw")
    assert texts(three, Lay) == ["lay 9s9h9c"]
    four = play(position("common", "9s9h9c9d5c", stock="7h"), "draw")
    assert len(texts(four, Lay)) == 5
    pair = play(position("common", "9s9h5cKd", stock="*"), "draw")
    assert texts(pair, Lay) == ["lay 9s9h*=9c", "lay 9s9h*=9d"]
    long = build("common", min_meld_size=4)
    assert texts(play(position(long, "9s9h9c5cKd", stock="7h"), "draw"), Lay) == []
    assert texts(play(position(long, "9s9h9c5cKd", stock="9d"), "draw"), Lay) == ["lay 9s9h9c9d"]


def test_a_take_is_useful_where_one_action_pays_for_it() -> None:
    deal = position("common", "9s9c4dKd", row="9h5cTd", table=("me JdQdKd",))
    assert deal.useful_actions()[0] == DRAW
    assert texts(deal, Take) == ["take 0", "take 2"]


@pytest.mark.parametrize("suit", "shcd")
def test_a_take_is_useful_where_its_card_makes_a_run(suit: str) -> None:
    natural, wild = f"5{suit}6{suit}", f"5{suit}*"
    for held, face, useful in ((natural, 7, True), (natural, 8, False), (wild, 7, True)):
        deal = position("common", f"{held}JsQhKdAc", row=f"{face}{suit}")
        assert texts(deal, Take) == (["take 0"] if useful else [])


def test_before_the_draw_there_is_the_stock_or_the_stop() -> None:
    deal = position("common", "9s9c", row="4c", stock="", options={"stock_empty": "row_or_stop"})
    assert deal.useful_actions() == [STOP]


def test_what_is_owed_is_paid_and_nothing_else_done() -> None:
    deal = play(position("common", "9s9c5h6h7hKd2d", row="9h4c"), "take 0")
    assert [action_text(a) for a in deal.useful_actions()] == ["lay 9s9h9c"]


def test_no_debt_is_paid_with_the_card_that_must_be_kept() -> None:
    deal = position("modern", "9s9c", row="9h")
    assert deal.useful_actions() == [DRAW]
    assert play(deal, "take 0").useful_actions() == [UNDO]
    kept = play(position("modern", "9s9cKd", row="9h"), "take 0")
    assert [action_text(a) for a in kept.useful_actions()] == ["lay 9s9h9c"]
    out = play(position("common", "9s9c", row="9h"), "take 0")
    assert [action_text(a) for a in out.useful_actions()] == ["lay 9s9h9c"]


def test_what_is_owed_is_paid_in_any_way() -> None:
    table = ("me 4h5h*=6h", "me 7h8h9h")
    deal = play(position("common", "6s6dKcQcAs", row="6h", table=table), "take 0")
    assert sorted(map(action_text, deal.useful_actions())) == [
        "add 1 6h",
        "lay 6s6h6d",
        "swap 0 6h",
    ]


def test_who_has_not_opened_does_not_pay_with_a_swap_where_that_needs_it() -> None:
    table = ("partner 4h5h*=6h", "opp 9s9h9c")
    for needed, texts_then in ((True, ["lay 6s6h6d"]), (False, ["lay 6s6h6d", "swap 0 6h"])):
        options = {"swap_joker_from": "any_meld", "swap_needs_open": needed}
        deal = position("common", "6s6dKcQcAs", row="6h", table=table, options=options)
        found = play(deal, "take 0").useful_actions()
        assert sorted(a for a in map(action_text, found) if a[:3] != "add") == texts_then


def test_one_card_must_be_left_for_the_discard_and_two_where_nobody_may_go_out() -> None:
    for refused, last in ((False, ["add 0 *=9d", "add 0 9d"]), (True, [])):
        options = {"no_out_first_round": refused}
        deal = position("common", "9d", stock="*", table=("me 9s9h9c",), options=options)
        assert texts(play(deal, "draw"), Add) == last


def test_four_jokers_are_laid_even_where_no_meld_may_have_a_wild() -> None:
    options = {"all_joker_set": "four", "max_wilds": 0}
    deal = play(position("common", "****9sKd", options=options), "draw")
    assert texts(deal, Lay) == ["lay ****"]


def test_a_wild_that_stays_is_not_swapped_although_the_other_kind_would_be() -> None:
    table = ("me 4h5h*=6h", "me 9s9h9c", "me Jd2s=QdKd")
    for free, text in (("swap_joker_from", "swap 0 6h"), ("swap_pinella_from", "swap 2 Qd")):
        options = {"swap_joker_from": "never", "swap_pinella_from": "never", free: "any_meld"}
        deal = position("pinella", "6hQdKc5c3s8s", table=table, options=options)
        assert texts(play(deal, "draw"), Swap) == [text]


def test_a_swapped_joker_is_owed_to_the_own_side() -> None:
    deal = position("common", "6h9c4dKdAs", table=("opp 5h*=6h7h", "me JdQdKd"))
    deal = play(deal, "draw")
    assert texts(deal, Swap) == ["swap 0 6h"]
    deal = play(deal, "swap 0 6h")
    assert texts(deal, Add) == ["add 1 *=Ad", "add 1 *=Td"]
    assert not texts(deal, Discard)


def test_the_last_card_is_kept_where_it_must_be_discarded() -> None:
    deal = position("pinella", "5h6h7h", stock="8h", table=("me 9s9h9c9d", "me 3d4d5d6d7d8d"))
    deal = play(deal, "draw")
    assert texts(deal, Lay) == ["lay 5h6h7h", "lay 6h7h8h"]


def test_a_debt_that_cannot_be_paid_is_taken_back() -> None:
    deal = play(position("common", "9s4cKd", row="9h"), "take 0")
    assert deal.useful_actions() == [UNDO]


def test_four_jokers_are_laid_at_once() -> None:
    deal = play(position("modern", "****3d7c", stock="Kh"), "draw")
    assert "lay ****" in texts(deal, Lay)


def test_the_run_from_ace_to_ace_is_found() -> None:
    deal = play(position("common", "AhAh3h4h5h6h7h8h9hThJhQhKh5c", stock="2h"), "draw")
    assert "lay Ah2h3h4h5h6h7h8h9hThJhQhKhAh" in texts(deal, Lay)
