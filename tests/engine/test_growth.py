"""Extending and swapping melds (RULES.md 3.5 and 3.6), clause by clause."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, Placed, card, cards, placed
from engine.errors import IllegalAction
from engine.melds import (
    Meld,
    extend,
    is_clean,
    melds_of,
    placements,
    recognise,
    swap,
    swap_places,
    takes,
)
from engine.presets import build
from engine.rules import Rules
from tests.engine.games import GAMES, games_with_hands
from tests.engine.melding import COMMON, MODERN, PINELLA, meld, text


def misfit(lying: str, added: str, rules: Rules = COMMON) -> tuple[str, dict[str, Any]]:
    with pytest.raises(IllegalAction) as caught:
        extend(meld(lying, rules), placed(added), rules)
    return caught.value.code, caught.value.params


# --- 3.5: adding ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lying", "added", "grown"),
    [
        ("5h6h7h", "8h", "5h6h7h8h"),
        ("5h6h7h", "9h4h8h", "4h5h6h7h8h9h"),
        ("5h6h7h", "*=4h", "*=4h5h6h7h"),
        ("5h6h7h", "*9h", "5h6h7h*=8h9h"),
        ("QhKhAh", "*", "*=JhQhKhAh"),
        ("9s9h9c", "*", "9s9h9c*=9d"),
        ("9s9h*=9c", "9d", "9s9h*=9c9d"),
        ("2h3h4h5h6h7h8h9hThJhQhKh", "Ah", "Ah2h3h4h5h6h7h8h9hThJhQhKh"),
        ("2h3h4h5h6h7h8h9hThJhQhKh", "*=Ah", "*=Ah2h3h4h5h6h7h8h9hThJhQhKh"),
        ("2h3h4h5h6h7h8h9hThJhQhKh", "*", "*=Ah2h3h4h5h6h7h8h9hThJhQhKh"),
        ("2h3h4h5h6h7h8h9hThJhQhKh", "AhAh", "Ah2h3h4h5h6h7h8h9hThJhQhKhAh"),
    ],
)
def test_3_5_what_fits_is_added_and_a_single_meaning_inferred(
    lying: str, added: str, grown: str
) -> None:
    assert text(extend(meld(lying), placed(added), COMMON)) == grown


def test_3_5_a_wild_with_two_places_must_be_named() -> None:
    assert misfit("5h6h7h", "*") == (
        "ambiguous_wild",
        {"card": card("*"), "choices": cards("4h8h")},
    )
    assert misfit("5h6h7h", "*2s", PINELLA)[0] == "ambiguous_wild"


def test_3_5_what_does_not_fit() -> None:
    assert misfit("5h6h7h", "9h") == ("does_not_fit", {"takes": cards("4h8h")})
    assert misfit("5h6h7h", "8d")[0] == "does_not_fit"
    assert misfit("5h6h7h", "7h")[0] == "does_not_fit"
    assert misfit("5h6h7h*=8h", "8h") == ("does_not_fit", {"takes": cards("4h9h")})
    assert misfit("9s9h9c", "Td") == ("does_not_fit", {"takes": cards("9d")})
    assert misfit("9s9h9c", "9d*")[0] == "does_not_fit"
    assert misfit("9s9h9c", "9h") == ("duplicate_suit", {"card": card("9h")})
    assert misfit("9s9h9c", "9d9d") == ("duplicate_suit", {"card": card("9d")})
    assert misfit("9s9h9c", "9d=9d")[0] == "not_a_wild"
    assert misfit("3c4c5c", "*=2c", PINELLA)[0] == "does_not_fit"
    assert misfit("5h6h7h", "")[0] == "does_not_fit"
    assert misfit("5h*=6h7h", "*=8h", build("common", max_wilds=1)) == (
        "too_many_wilds",
        {"maximum": 1},
    )


def test_3_5_complete_melds_take_nothing() -> None:
    for lying, rules in (
        ("9s9h9c9d", COMMON),
        ("9s9h9c", GAMES["no pokers"]),
        ("****", MODERN),
        ("Ah2h3h4h5h6h7h8h9hThJhQhKhAh", COMMON),
        ("Ah2h3h4h5h6h7h8h9hThJhQhKh", GAMES["one Ace"]),
    ):
        assert takes(meld(lying, rules), rules) == ()
        assert misfit(lying, "9d", rules)[0] == "set_complete"


def test_3_5_a_run_through_the_ace_grows_at_both_ends() -> None:
    rules = GAMES["round the corner"]
    assert takes(meld("KcAc2c", rules), rules) == cards("Qc3c")
    assert text(extend(meld("QcKcAc", rules), placed("2c"), rules)) == "QcKcAc2c"


def test_wild_slide_lets_a_wild_make_room() -> None:
    rules = build("common", wild_slide=True)
    run = meld("5h6h7h*=8h", rules)
    assert placements(run, card("8h"), rules) == placed("8h")
    assert text(extend(run, placed("8h"), rules)) == "5h6h7h8h*=9h"
    high = meld("JhQhKh*=Ah", rules)
    assert text(extend(high, placed("Ah"), rules)) == "*=ThJhQhKhAh"
    # As many as can stay where they lie do, and of equals the higher run is laid.
    gaps = meld("3h*=4h5h*=6h", rules)
    assert text(extend(gaps, placed("4h"), rules)) == "3h4h5h*=6h*=7h"


def test_set_wild_suit_open_leaves_the_suit_open() -> None:
    rules = GAMES["open sets"]
    queens = meld("QhQs*", rules)
    assert queens.cards[2].stands_for in cards("QcQd")
    for suit in "cd":
        assert sorted(p.meaning for p in extend(queens, placed("Q" + suit), rules).cards) == sorted(
            cards("QhQsQcQd")
        )
        assert swap(queens, card("Q" + suit), rules)[1] == card("*")
    assert swap_places(queens, card("Qh"), rules) == ()
    poker = meld("QhQs*2s", rules)
    assert swap_places(poker, card("Qd"), rules) != swap_places(poker, card("Qc"), rules)
    both = {swap(poker, card("Qd"), rules, at=at)[1] for at in (2, 3)}
    assert both == set(cards("*2s"))


# --- 3.6: swapping -------------------------------------------------------------------------------


def test_3_6_the_natural_card_takes_the_place_of_the_wild() -> None:
    assert swap(meld("4h5h*=6h7h"), card("6h"), COMMON) == (meld("4h5h6h7h"), card("*"))
    assert swap(meld("Kh2s=KsKd", PINELLA), card("Ks"), PINELLA) == (
        meld("KhKsKd", PINELLA),
        card("2s"),
    )
    assert swap(meld("KhKsKd*=Kc"), card("Kc"), COMMON)[0] == meld("KhKsKdKc")


def test_3_6_only_the_card_the_wild_stands_for() -> None:
    with pytest.raises(IllegalAction) as caught:
        swap(meld("4h5h*=6h7h"), card("8h"), COMMON)
    assert (caught.value.code, caught.value.params["takes"]) == ("swap_wrong_card", cards("6h"))
    with pytest.raises(IllegalAction, match="swap_wrong_card"):
        swap(meld("****", MODERN), card("9s"), MODERN)
    with pytest.raises(IllegalAction, match="swap_needs_natural"):
        swap(meld("4h5h*=6h7h", PINELLA), card("2s"), PINELLA)


def test_3_6_two_wilds_for_an_ace_are_told_apart_by_their_place() -> None:
    run = meld("*=Ah3h4h5h6h7h8h9hThJhQhKh2s=Ah", PINELLA)
    assert swap_places(run, card("Ah"), PINELLA) == (0, 12)
    assert swap(run, card("Ah"), PINELLA)[1] == card("*")
    assert swap(run, card("Ah"), PINELLA, at=12)[1] == card("2s")


# --- what holds for all melds --------------------------------------------------------------------


@given(games_with_hands(most=9), st.data())
def test_placements_are_what_extend_accepts(
    game: tuple[Rules, tuple[Card, ...]], data: st.DataObject
) -> None:
    rules, hand = game
    found = melds_of(hand, rules)
    if not found:
        return
    lying = data.draw(st.sampled_from(found))
    for face in sorted(set(rules.pack)):
        ways = placements(lying, face, rules)
        for way in ways:
            grown = extend(lying, (way,), rules)
            assert len(grown.cards) == len(lying.cards) + 1
            again = recognise(grown.cards, rules)
            assert (again.kind, again.cards) == (grown.kind, grown.cards)
        assert len(ways) == 1 or not accepts(lying, face, rules)


def accepts(lying: Meld, face: Card, rules: Rules) -> bool:
    try:
        extend(lying, (Placed(face),), rules)
    except IllegalAction:
        return False
    return True


@given(games_with_hands(most=9), st.data())
def test_a_swap_frees_a_wild_and_keeps_the_meld_whole(
    game: tuple[Rules, tuple[Card, ...]], data: st.DataObject
) -> None:
    rules, hand = game
    wild = [m for m in melds_of(hand, rules) if not is_clean(m, rules) and m.kind != "jokers"]
    if not wild:
        return
    lying = data.draw(st.sampled_from(wild))
    wanted = data.draw(
        st.sampled_from([p.stands_for for p in lying.cards if p.stands_for is not None])
    )
    if rules.is_wild(wanted) or not rules.copies[wanted]:
        return
    after, freed = swap(lying, wanted, rules)
    assert rules.is_wild(freed)
    assert sorted(p.meaning for p in after.cards) == sorted(p.meaning for p in lying.cards)
