"""The fair shuffle: what a stranger does with docs/fair-shuffle.md comes out as what is dealt."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import FACES, cards, notation
from engine.deal import Deal
from engine.presets import preset
from engine.shuffle import commitment, mixed, opens, shuffled
from tests.engine.test_shuffle import chi_square

DOCUMENT = (Path(__file__).parents[2] / "docs" / "fair-shuffle.md").read_text("utf-8")
SECRET = "5eed" * 16
CUTS = ("N17", "W4")

secrets = st.integers(0, 2**256 - 1).map("{:064x}".format)
cut_texts = st.lists(st.from_regex(r"[0-9A-Za-z._-]{1,40}", fullmatch=True), max_size=6)


def block(kind: str) -> str:
    """The one block of this kind in the document."""
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```", DOCUMENT, re.S | re.M)
    assert isinstance(found, str)
    return found


def printed() -> str:
    """What the document's Python prints, run as a stranger runs it: without this project."""
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", block("python")],
        capture_output=True,
        text=True,
        check=True,
        cwd="/",
    ).stdout


def test_the_document_prints_what_it_says() -> None:
    assert printed() == block("text")


def test_the_stranger_finds_what_the_engine_deals() -> None:
    told = dict(
        line.split(": ") if ": " in line else line.split(" ", 1) for line in printed().splitlines()
    )
    seed = mixed(SECRET, CUTS)
    at = Deal.start(preset("common"), 3, seed).settled
    assert told["as committed to"] == "True"
    assert told["seed"] == seed
    for seat, letter in enumerate("NESW"):
        assert cards(told[letter]) == at.hands[seat]
    assert cards(told["row"]) == at.row
    assert cards(told["stock"].removesuffix(" ...")) == at.stock[:7]
    assert cards(told["a row of five, reshuffled"]) == shuffled(cards("4c9hKs*2d"), seed, 1)


def test_vectors() -> None:
    """Fixed for good: a record of today must hold under every later version."""
    assert commitment(SECRET) == (
        "9619e2c3275e1e8be9ca29f0d7e0668cfdc675efcac99dbfa3ed48872c69809f"
    )
    assert mixed(SECRET) == sha256(f"deal/{SECRET}".encode()).hexdigest()
    assert mixed(SECRET, CUTS) == (
        "649efd2153b8452253a8f84457296cae66f3df8ff3adcec7d2e151a92ad08157"
    )
    order = shuffled(preset("common").pack, mixed(SECRET, CUTS), 0)
    assert notation(order[52:60]) == "7h8h5dAh*8c9d2h"


@given(secrets, cut_texts)
def test_a_seed_betrays_neither_and_differs_from_the_commitment(
    secret: str, cuts: list[str]
) -> None:
    assert mixed(secret, cuts) not in (secret, commitment(secret))
    assert opens(commitment(secret), secret)


@given(secrets, secrets, cut_texts, cut_texts)
def test_another_secret_or_other_cuts_make_another_seed(
    secret: str, other: str, cuts: list[str], others: list[str]
) -> None:
    same = (secret, cuts) == (other, others)
    assert (mixed(secret, cuts) == mixed(other, others)) == same
    assert opens(commitment(secret), other) == (secret == other)


def test_the_order_of_the_cuts_counts_and_so_does_where_one_ends() -> None:
    ways = [("N17", "W4"), ("W4", "N17"), ("N17W4",), ("N1", "7W4"), ("N17",), ()]
    assert len({mixed(SECRET, way) for way in ways}) == len(ways)


@pytest.mark.parametrize(
    ("secret", "cuts"),
    [
        ("", ()),
        ("5", ()),
        ("5EED", ()),
        ("no hex", ()),
        ("5eed/N17", ()),
        ("5eed" * 33, ()),
        ("5eed\n", ()),
        (SECRET, ("",)),
        (SECRET, ("N/17",)),
        (SECRET, ("N 17",)),
        (SECRET, ("x" * 41,)),
        (SECRET, ("N17\n",)),
        (SECRET, ("à",)),
    ],
)
def test_what_could_be_read_in_two_ways_is_refused(secret: str, cuts: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="is 2 to 128 hex digits|is no contribution") as caught:
        mixed(secret, cuts)
    assert SECRET not in str(caught.value)


def test_nothing_opens_a_commitment_but_its_secret() -> None:
    assert not opens(commitment(SECRET), SECRET.upper())
    assert not opens(commitment(SECRET), "è")
    assert not opens("", "")


@pytest.mark.parametrize("what", ["secret", "first cut", "last cut"])
def test_all_orders_are_equally_frequent_whatever_changes(what: str) -> None:
    """One honest contribution is enough: the rest may stay the same."""
    faces = FACES[:4]
    counts: Counter[tuple[object, ...]] = Counter()
    for n in range(4800):
        secret = f"{n:064x}" if what == "secret" else SECRET
        cuts = {"secret": (), "first cut": (f"N{n}", "S1"), "last cut": ("N1", f"S{n}")}[what]
        counts[shuffled(faces, mixed(secret, cuts), 0)] += 1
    # 23 degrees of freedom: a fair shuffle stays below 49.7 in 999 of 1000 such rows.
    assert chi_square([counts[order] for order in permutations(faces)]) < 49.7
