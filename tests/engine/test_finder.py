"""Finding melds in a hand, against the long way: every choice of cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, card, cards, notation
from engine.melds import (
    Meld,
    best_partition,
    can_meld,
    is_clean,
    melds_of,
    patterns,
    points,
    readings,
    recognise,
)
from engine.melds.finder import MOST_MELDS
from engine.presets import build, preset
from engine.rules import Rules
from tests.engine.games import GAMES, games_with_hands

COMMON, PINELLA, MODERN = preset("common"), preset("pinella"), preset("modern")


def test_a_whole_suit_with_both_aces_is_one_run() -> None:
    for rules, hand in (
        (COMMON, cards("AhAh2h3h4h5h6h7h8h9hThJhQhKh")),
        (PINELLA, cards("AhAh3h4h5h6h7h8h9hThJhQhKh")),
    ):
        (meld,) = best_partition(hand, rules)
        assert sorted(p.card for p in meld.cards) == sorted(hand)
        assert meld in melds_of(hand, rules)
        one_ace = hand[1:]
        assert max(len(found.cards) for found in melds_of(one_ace, rules)) == len(one_ace)
        low = hand[:4]
        assert max(len(found.cards) for found in melds_of(low, rules)) == 3


def test_a_wild_stands_for_no_card_that_is_in_the_hand_if_it_can_be_helped() -> None:
    with_wild = [m for m in melds_of(cards("9s9h9c*"), COMMON) if not is_clean(m, COMMON)]
    assert {item.stands_for for m in with_wild for item in m.cards} == {None, card("9d")}
    assert len(with_wild) == 4


def test_a_wild_joins_any_pair_whatever_else_is_held() -> None:
    for rank, other in (("A", "4d2c"), ("9", "QdTc"), ("K", "3dAc")):
        hand = tuple(sorted(cards(f"{rank}s{rank}h{other}*")))
        assert can_meld(hand, card("*"), COMMON)
        assert not can_meld(tuple(sorted(cards(f"{rank}s{other}*"))), card("*"), COMMON)


def test_a_wild_joins_two_of_three_where_sets_have_three_cards() -> None:
    rules = build("common", set_max=3)
    assert can_meld(cards("9s9h9c*"), card("*"), rules)
    assert can_meld(cards("9s9h9c*"), card("*"), COMMON)


def can_meld_the_long_way(hand: tuple[Card, ...], face: Card, rules: Rules) -> bool:
    rest = list(hand)
    rest.remove(face)
    return any(
        readings((face, *others), rules)
        for count in range(2, len(hand))
        for others in set(combinations(rest, count))
    )


@given(games_with_hands(most=8, least=1))
def test_can_meld_is_exact(game: tuple[Rules, tuple[Card, ...]]) -> None:
    rules, hand = game
    for face in set(hand):
        assert can_meld(hand, face, rules) == can_meld_the_long_way(hand, face, rules), face


@given(games_with_hands(most=20, least=1))
def test_melds_with_a_face_are_found_when_there_are_any(
    game: tuple[Rules, tuple[Card, ...]],
) -> None:
    rules, hand = game
    for face in set(hand):
        found = melds_of(hand, rules, containing=face)
        assert bool(found) == can_meld(hand, face, rules)
        for meld in found:
            assert face in [p.card for p in meld.cards]


@given(games_with_hands(most=20))
def test_melds_of_a_hand_are_legal_different_and_in_the_hand(
    game: tuple[Rules, tuple[Card, ...]],
) -> None:
    rules, hand = game
    held = Counter(hand)
    found = melds_of(hand, rules)
    assert len(set(found)) == len(found) <= MOST_MELDS
    for meld in found:
        assert recognise(meld.cards, rules) == meld
        assert not Counter(p.card for p in meld.cards) - held
    worth = [points(meld, rules) for meld in found]
    assert worth == sorted(worth, reverse=True)


@given(games_with_hands(most=9))
def test_all_natural_melds_of_a_hand_are_found(game: tuple[Rules, tuple[Card, ...]]) -> None:
    rules, hand = game
    naturals = [face for face in hand if not rules.is_wild(face)]
    wanted = {
        tuple(sorted(p.card for p in reading.cards))
        for count in range(3, len(naturals) + 1)
        for chosen in set(combinations(naturals, count))
        for reading in readings(chosen, rules)
    }
    found = [meld for meld in melds_of(hand, rules) if is_clean(meld, rules)]
    if len(melds_of(hand, rules)) < MOST_MELDS:
        assert {tuple(sorted(p.card for p in meld.cards)) for meld in found} == wanted


def test_one_wild_more_where_it_is_needed_and_not_otherwise() -> None:
    texts = [notation(m.cards) for m in melds_of(cards("9h9sKd**"), COMMON, card("Kd"))]
    assert texts
    assert all(text.count("*") == 2 for text in texts)
    texts = [notation(m.cards) for m in melds_of(cards("9h9sKd**"), COMMON, card("9h"))]
    assert set(texts) == {"9s9h*=9c", "9s9h*=9d"}


def test_both_kinds_of_wilds_are_offered() -> None:
    texts = {notation(m.cards) for m in melds_of(cards("5h7h*2s2c"), PINELLA)}
    assert texts == {"5h*=6h7h", "5h2s=6h7h"}
    asked = {notation(m.cards) for m in melds_of(cards("5h7h*2s2c"), PINELLA, card("2c"))}
    assert asked == {"5h2c=6h7h"}


def test_the_four_jokers_are_found() -> None:
    assert can_meld(cards("****"), card("*"), MODERN)
    assert [m.kind for m in melds_of(cards("****"), MODERN)] == ["jokers"]
    assert not can_meld(cards("****"), card("*"), COMMON)


def test_the_run_from_ace_to_ace_needs_both_aces() -> None:
    suit = "Ah2h3h4h5h6h7h8h9hThJhQhKh"
    assert max(len(m.cards) for m in melds_of(cards(suit), COMMON)) == 13
    assert max(len(m.cards) for m in melds_of(cards(suit + "Ah"), COMMON)) == 14
    assert notation(best_partition(cards(suit + "Ah"), COMMON)[0].cards) == suit + "Ah"


# --- lay all -------------------------------------------------------------------------------------


def best_points_the_long_way(hand: tuple[Card, ...], rules: Rules) -> int:
    if not hand:
        return 0
    first, rest = hand[0], hand[1:]
    best = best_points_the_long_way(rest, rules)
    for count in range(2, len(rest) + 1):
        for others in set(combinations(rest, count)):
            for meld in readings((first, *others), rules):
                left = list(rest)
                for face in others:
                    left.remove(face)
                best = max(best, points(meld, rules) + best_points_the_long_way(tuple(left), rules))
    return best


@given(games_with_hands(most=8))
def test_lay_all_scores_most(game: tuple[Rules, tuple[Card, ...]]) -> None:
    rules, hand = game
    naturals = tuple(face for face in hand if not rules.is_wild(face))
    chosen = best_partition(hand, rules)
    assert not Counter(p.card for m in chosen for p in m.cards) - Counter(naturals)
    total = sum(points(meld, rules) for meld in chosen)
    assert total == best_points_the_long_way(naturals, rules)


@given(st.integers(0, 2**32), st.sampled_from(["common", "modern", "one Ace"]))
def test_lay_all_of_a_great_hand_is_disjoint_and_worth_more_than_its_best_meld(
    seed: int, name: str
) -> None:
    rules = GAMES[name]
    hand = tuple(Random(seed).sample(rules.pack, 40))
    chosen = best_partition(hand, rules)
    assert not Counter(p.card for m in chosen for p in m.cards) - Counter(hand)
    natural = [points(m, rules) for m in melds_of(hand, rules) if is_clean(m, rules)]
    assert sum(points(meld, rules) for meld in chosen) >= max(natural, default=0)


# --- by pattern ----------------------------------------------------------------------------------


def all_melds_the_long_way(hand: tuple[Card, ...], rules: Rules) -> set[Meld]:
    return {
        reading
        for count in range(3, len(hand) + 1)
        for chosen in set(combinations(hand, count))
        for reading in readings(chosen, rules)
    }


@given(games_with_hands(most=9))
def test_every_meld_of_a_hand_has_its_pattern(game: tuple[Rules, tuple[Card, ...]]) -> None:
    rules, hand = game
    found = {(one.kind, one.meanings): one for one in patterns(hand, rules)}
    assert len(found) == len(patterns(hand, rules))
    for meld in all_melds_the_long_way(hand, rules):
        meanings = [placed.meaning for placed in meld.cards]
        one = found[meld.kind, tuple(meanings if meld.kind == "run" else sorted(meanings))]
        wilds = sum(rules.wilds[placed.card] for placed in meld.cards)
        assert len(one.gaps) <= wilds <= one.wilds


@given(games_with_hands(most=20))
def test_every_pattern_is_a_meld_of_the_hand(game: tuple[Rules, tuple[Card, ...]]) -> None:
    rules, hand = game
    wilds = [face for face in hand if rules.is_wild(face)]
    for one in patterns(hand, rules):
        meld = one.meld(wilds)
        assert recognise(meld.cards, rules) == meld
        assert [placed.meaning for placed in meld.cards] == list(one.meanings)
        assert not Counter(placed.card for placed in meld.cards) - Counter(hand)
        assert len(one.gaps) <= one.wilds <= len(wilds)


def test_the_four_jokers_are_a_pattern_of_their_own() -> None:
    (one,) = patterns(cards("****"), MODERN)
    assert notation(one.meld().cards) == "****"


def test_one_ace_of_a_run_from_ace_to_ace_is_the_low_one() -> None:
    hand = cards("Ah2h3h4h5h6h7h8h9hThJhQhKh*")
    (whole,) = [one for one in patterns(hand, COMMON) if len(one.meanings) == 14]
    assert notation(whole.meld(cards("*")).cards) == "Ah2h3h4h5h6h7h8h9hThJhQhKh*=Ah"
