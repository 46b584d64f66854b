"""The shuffle: a permutation, repeatable, and without favourites."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import chain, permutations, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import shuffle
from engine.cards import FACES, Card, cards
from engine.presets import preset
from engine.shuffle import commitment, shuffled

PACK = preset("common").pack

SEEDS = st.integers(0, 2**128 - 1).map("{:032x}".format)


@given(SEEDS, st.integers(0, 9))
def test_it_is_a_permutation_and_repeatable(seed: str, number: int) -> None:
    order = shuffled(PACK, seed, number)
    assert Counter(order) == Counter(PACK)
    assert order == shuffled(PACK, seed, number)
    assert order != PACK


def test_seed_and_number_both_matter() -> None:
    orders = {shuffled(PACK, seed, number) for seed in ("ab", "cd") for number in (0, 1, 2)}
    assert len(orders) == 6


def test_an_empty_seed_keeps_the_order() -> None:
    assert shuffled(PACK, "", 0) == PACK
    assert shuffled((), "ab", 0) == ()


def test_the_order_is_the_documented_function() -> None:
    """Written out once more, without the repetition that small packs do not need."""
    digest = sha256(b"00ff/2/0").digest()
    numbers = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
    order = list(cards("AsKsQsJs"))
    for size, number in zip((4, 3, 2), numbers, strict=False):
        place = number % size
        order[size - 1], order[place] = order[place], order[size - 1]
    assert shuffled(cards("AsKsQsJs"), "00ff", 2) == tuple(order)


@pytest.mark.parametrize("size", [3, 5, 6, 7, 20, 52])
def test_numbers_that_would_favour_a_place_are_passed_over(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are so rare that no seed is known which gives one: here they are given."""
    limit = 2**32 // size * size
    faces = FACES[:size]

    def order(*numbers: int) -> tuple[Card, ...]:
        monkeypatch.setattr(shuffle, "_numbers", lambda _: chain(numbers, repeat(0)))
        return shuffled(faces, "5eed", 0)

    assert order(2**32 - 1, limit, limit - 2) == order(limit - 2) == order(size - 2)
    assert order(limit - 1) == order(size - 1) != order(limit - 2)


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_all_orders_of_a_small_pack_are_equally_frequent() -> None:
    faces = FACES[:4]
    counts = Counter(shuffled(faces, f"{seed:x}", 0) for seed in range(1, 4801))
    # 23 degrees of freedom: a fair shuffle stays below 49.7 in 999 of 1000 such rows of seeds.
    assert chi_square([counts[order] for order in permutations(faces)]) < 49.7


def test_every_place_of_the_pack_is_equally_frequent_for_a_card() -> None:
    faces = FACES[:20]
    counts = Counter(shuffled(faces, f"{seed:x}", 1).index(faces[0]) for seed in range(1, 4001))
    # 19 degrees of freedom.
    assert chi_square([counts[place] for place in range(20)]) < 43.8


def test_a_commitment_is_what_anybody_can_compute() -> None:
    assert commitment("00ff") == sha256(b"00ff").hexdigest()
