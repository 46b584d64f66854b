"""Recognising, extending and swapping melds (RULES.md 3.5, 3.6 and 4), clause by clause."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import SUITS, Card, Placed, card, cards, notation, placed
from engine.errors import IllegalAction
from engine.melds import (
    Meld,
    extend,
    factor,
    is_clean,
    is_pinnacolone,
    is_poker,
    melds_of,
    placements,
    points,
    readings,
    recognise,
    swap,
    swap_places,
    takes,
)
from engine.presets import build, preset
from engine.rules import Rules
from tests.engine.games import GAMES, games_with_hands

COMMON, PINELLA, MODERN = preset("common"), preset("pinella"), preset("modern")


def meld(text: str, rules: Rules = COMMON) -> Meld:
    return recognise(placed(text), rules)


def refusal(text: str, rules: Rules = COMMON) -> tuple[str, dict[str, Any]]:
    with pytest.raises(IllegalAction) as caught:
        recognise(placed(text), rules)
    return caught.value.code, caught.value.params


def misfit(lying: str, added: str, rules: Rules = COMMON) -> tuple[str, dict[str, Any]]:
    with pytest.raises(IllegalAction) as caught:
        extend(meld(lying, rules), placed(added), rules)
    return caught.value.code, caught.value.params


def text(found: Meld) -> str:
    return notation(found.cards)


# --- 4.1, 4.2: the cards -------------------------------------------------------------------------


def test_4_1_fewer_than_the_least_size() -> None:
    assert refusal("9s9h") == ("too_short", {"minimum": 3})
    assert refusal("9s9h9c", GAMES["four cards"]) == ("too_short", {"minimum": 4})


def test_4_1_a_face_more_often_than_the_pack_has_it() -> None:
    assert refusal("9s9s9s") == ("card_not_in_deck", {"card": card("9s")})
    assert refusal("2h3h4h", PINELLA) == ("card_not_in_deck", {"card": card("2h")})


def test_4_1_a_meaning_on_a_natural_card() -> None:
    assert refusal("9s9h9c=9d") == ("not_a_wild", {"card": card("9c")})


def test_4_2_only_wilds() -> None:
    assert refusal("***")[0] == "all_wild"
    assert refusal("****")[0] == "all_wild"
    assert refusal("***2s", MODERN)[0] == "all_wild"
    assert meld("****", MODERN) == Meld("jokers", placed("****"))


def test_4_2_fewest_naturals_and_most_wilds() -> None:
    assert refusal("9h*=Th*=Jh", GAMES["two naturals"]) == ("too_few_naturals", {"minimum": 2})
    assert refusal("9hTh**", GAMES["one wild"]) == ("too_many_wilds", {"maximum": 1})


# --- 4.3: what a wild stands for -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("KhKsKd*", "KhKsKd*=Kc"),
        ("Kh**Ks", "Kh*=Kc*=KdKs"),
        ("7h8h*", "7h8h*=9h"),
        ("*7h8h", "*=6h7h8h"),
        ("8h7h*", "*=6h7h8h"),
        ("Qd*Ad", "Qd*=KdAd"),
        ("*2c3c", "*=Ac2c3c"),
        ("3c2c*", "*=Ac2c3c"),
        ("*=5h**8h", "*=5h*=6h*=7h8h"),
    ],
)
def test_4_3_a_single_meaning_is_inferred(written: str, read: str) -> None:
    assert text(meld(written)) == read


@pytest.mark.parametrize(
    ("written", "choices"),
    [
        ("QhQs*", "QcQd"),
        ("7h**", "5h6h8h9h7s7c7d"),
        ("*Ac*", "2c3cQcKcAsAhAd"),
    ],
)
def test_4_3_an_open_wild_must_be_named_and_the_choices_are_told(
    written: str, choices: str
) -> None:
    code, facts = refusal(written)
    assert code == "ambiguous_wild"
    assert sorted(facts["choices"]) == sorted(cards(choices))


def test_4_3_different_wilds_in_one_set_must_be_named() -> None:
    assert refusal("KhKs*2s", PINELLA)[0] == "ambiguous_wild"
    assert text(meld("KhKs*=Kd2s", PINELLA)) == "KhKs*=Kd2s=Kc"


def test_4_3_a_run_that_could_go_up_or_down_must_be_named() -> None:
    # Seven cards from the Ace, and seven from the 8 up to the Ace, where the 2 is skipped.
    assert refusal("Ah*2s*2c*8h", PINELLA)[0] == "ambiguous_wild"


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("KsKhKdKc*", "too_long"),
        ("QhKhAh*", "not_consecutive"),
        ("*AhKh", "not_consecutive"),
        ("5h*9h", "not_consecutive"),
        ("KhAh2h*", "not_consecutive"),
        ("9s9s*", "duplicate_suit"),
        ("5h6d*", "not_a_meld"),
    ],
)
def test_4_3_what_no_meaning_can_save(written: str, code: str) -> None:
    assert refusal(written)[0] == code


# --- 4.4 to 4.7 ----------------------------------------------------------------------------------


def test_4_4_no_card_stands_for_a_2_where_it_is_skipped() -> None:
    assert refusal("Ac*=2c3c4c", PINELLA) == ("rank_not_in_play", {"card": card("2c")})
    assert text(meld("*=2c3c4c")) == "*=2c3c4c"
    by_suit = GAMES["2 by suit"]
    assert refusal("2h2d*=2s", by_suit)[0] == "rank_not_in_play"
    assert text(meld("Ah*=2h3h", by_suit)) == "Ah*=2h3h"


def test_4_5_sets() -> None:
    assert meld("9s9h9c") == Meld("set", placed("9s9h9c"))
    assert refusal("9s9s9h") == ("duplicate_suit", {"card": card("9s")})
    assert refusal("9h*=9s*=9s")[0] == "duplicate_suit"
    assert refusal("9s9h9c9d", GAMES["no pokers"]) == ("too_long", {"maximum": 3})


def test_4_6_runs_are_stored_upwards() -> None:
    assert text(meld("KdQdJd")) == "JdQdKd"
    assert text(meld("AdKdQd")) == "QdKdAd"
    assert text(meld("4d3dAd", PINELLA)) == "Ad3d4d"


def test_4_6_a_gap_names_the_missing_cards() -> None:
    assert refusal("5h6h8h") == ("not_consecutive", {"missing": cards("7h")})
    assert refusal("5h8h9h") == ("not_consecutive", {"missing": cards("6h7h")})
    assert refusal("JhKhAh") == ("not_consecutive", {"missing": cards("Qh")})
    assert refusal("6h5h7h") == ("not_consecutive", {"missing": ()})
    # No card puts right that one is there twice.
    assert refusal("5h5h7h") == ("not_consecutive", {"missing": ()})
    assert refusal("AcTh9h") == ("not_a_meld", {})


def test_4_6_no_run_passes_through_the_ace() -> None:
    assert refusal("KcAc2c")[0] == "round_the_corner"
    assert refusal("2cAcKc")[0] == "round_the_corner"
    assert refusal("KcAc3c", PINELLA)[0] == "round_the_corner"
    assert text(meld("KcAc2c", GAMES["round the corner"])) == "KcAc2c"
    assert text(meld("3cAcKc", GAMES["round the corner, 2 skipped"])) == "KcAc3c"


def test_4_6_the_longest_run_is_from_ace_to_ace() -> None:
    full = "AhKhQhJhTh9h8h7h6h5h4h3h2hAh"
    assert len(meld(full).cards) == 14
    assert refusal(full, GAMES["one Ace"]) == ("too_long", {"maximum": 13})


def test_4_7_neither_one_rank_nor_one_suit() -> None:
    assert refusal("5h6d7h") == ("not_a_meld", {})


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


# --- 5: value ------------------------------------------------------------------------------------


def test_5_factors() -> None:
    assert factor(meld("KsKhKdKc"), COMMON) == 2
    assert factor(meld("KsKhKd*"), COMMON) == 1
    assert factor(meld("KsKhKd*"), build("common", poker_clean_only=False)) == 2
    assert factor(meld("5h6h7h8h9hTh"), COMMON) == 2
    assert factor(meld("5h6h7h8h9hTh"), MODERN) == 1
    assert factor(meld("3h4h5h6h7h8h9hThJhQh", MODERN), MODERN) == 3
    unsorted = build("modern", run_factors=[[10, 3], [7, 2]])
    assert factor(meld("3h4h5h6h7h8h9hThJhQh", unsorted), unsorted) == 3


def test_5_points_of_their_own() -> None:
    jokers = meld("****", MODERN)
    assert points(jokers, MODERN) == 400
    worth_its_cards = build("modern", all_joker_points=None, poker_clean_only=False)
    assert points(jokers, worth_its_cards) == 100
    assert (is_poker(jokers), is_clean(jokers, MODERN)) == (True, False)
    assert not is_poker(meld("4h5h6h7h"))


def test_5_a_wild_may_count_as_the_card_it_stands_for() -> None:
    rules = build("modern", wild_meld_value="represented")
    assert points(meld("4h5h*=6h", rules), rules) == 20
    assert points(meld("****", rules), rules) == 400


def test_3_10_a_pinnacolone_is_clean_and_long_enough() -> None:
    full = "Ah3h4h5h6h7h8h9hThJhQhKhAh"
    assert is_pinnacolone(meld(full, PINELLA), PINELLA)
    assert not is_pinnacolone(meld(full[:-2], PINELLA), PINELLA)
    assert not is_pinnacolone(meld(full[:-2] + "*", PINELLA), PINELLA)
    classic = preset("classic")
    assert not is_pinnacolone(meld(full, classic), classic)


# --- what holds for all melds --------------------------------------------------------------------


@given(games_with_hands(most=12))
def test_a_recognised_meld_is_recognised_as_itself(game: tuple[Rules, tuple[Card, ...]]) -> None:
    rules, hand = game
    for found in melds_of(hand, rules):
        assert recognise(found.cards, rules) == found
        if found.kind == "run":
            assert recognise(found.cards[::-1], rules) == found
        assert points(found, rules) >= 0


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


# --- readings ------------------------------------------------------------------------------------


def test_readings_of_cards_in_any_order() -> None:
    assert [text(m) for m in readings(cards("9h5h7h**"), COMMON)] == ["5h*=6h7h*=8h9h"]
    assert [text(m) for m in readings(cards("7h*8h"), COMMON)] == ["*=6h7h8h", "7h8h*=9h"]
    assert [text(m) for m in readings(cards("KdAdQd"), COMMON)] == ["QdKdAd"]
    assert readings(cards("KdAd2d"), COMMON) == ()
    assert [m.kind for m in readings(cards("****"), MODERN)] == ["jokers"]
    assert len(readings(cards("7h**"), COMMON)) == 3 + 3
    assert readings(cards("9s9s9s"), COMMON) == ()


@given(games_with_hands(most=4))
def test_readings_are_all_there_is(game: tuple[Rules, tuple[Card, ...]]) -> None:
    """Against the long way: every order of the cards with every meaning of the wilds."""
    rules, hand = game
    naturals = [face for face in hand if not rules.is_wild(face)]
    near = sorted(
        {
            Card(13 * suit + rank)
            for face in naturals
            for suit in range(len(SUITS))
            for rank in range(13)
            if suit == face // 13 or rank == face.rank - 1
        }
    )
    if len(hand) - len(naturals) > 2 or not naturals:
        return
    found = set()
    for order in set(permutations(hand)):
        meanings = [near if rules.is_wild(face) else [None] for face in order]
        for said in product(*meanings):
            try:
                one = recognise(tuple(map(Placed, order, said)), rules)
            except IllegalAction:
                continue
            wilds = sorted(p.stands_for for p in one.cards if p.stands_for is not None)
            found.add((one.kind, tuple(wilds)))
    given_readings = readings(hand, rules)
    got = [
        (m.kind, tuple(sorted(p.stands_for for p in m.cards if p.stands_for is not None)))
        for m in given_readings
    ]
    assert len(set(got)) == len(got)
    if rules.set_wild_suit == "open":
        assert {kind for kind, _ in got} == {kind for kind, _ in found}
    else:
        assert set(got) == found
    for one in given_readings:
        assert recognise(one.cards, rules) == one
