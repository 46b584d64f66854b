"""Recognising melds and their value (RULES.md 4 and 5), clause by clause."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given

from engine.cards import SUITS, Card, Placed, card, cards, placed
from engine.errors import IllegalAction
from engine.melds import (
    Meld,
    factor,
    is_clean,
    is_pinnacolone,
    is_poker,
    melds_of,
    points,
    readings,
    recognise,
)
from engine.presets import build, preset
from engine.rules import Rules
from tests.engine.games import GAMES, games_with_hands
from tests.engine.melding import COMMON, MODERN, PINELLA, meld, text


def refusal(text: str, rules: Rules = COMMON) -> tuple[str, dict[str, Any]]:
    with pytest.raises(IllegalAction) as caught:
        recognise(placed(text), rules)
    return caught.value.code, caught.value.params


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
