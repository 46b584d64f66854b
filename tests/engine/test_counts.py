"""How many ways lead on from a small position: all of them, counted once and pinned.

A change of any rule that opens or closes a way changes a count. The ways are tried, not suggested:
every draw and take, every meld of the hand with every reading, every addition of a card, every
swap, every discard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from engine.actions import DRAW, STOP, Action, Add, Discard, Lay, Swap, Take
from engine.cards import FACES
from engine.deal import Deal
from engine.errors import IllegalAction
from engine.melds import placements, readings
from engine.presets import PRESETS
from tests.engine.positions import position

DEPTH = 4
# By preset: how many ways there are after each action, and how many of them have ended the deal.
COUNTS: dict[str, tuple[list[int], int]] = {
    "common": ([5, 72, 485, 2352], 91),
    "pinella": ([5, 169, 1592, 12490], 7),
    "modern": ([3, 42, 249, 1015], 30),
    "classic": ([5, 83, 660, 3606], 114),
    "pinellone": ([5, 169, 1591, 12484], 0),
    "reggiano": ([5, 82, 573, 2335], 93),
    "modenese": ([5, 83, 661, 3618], 114),
}


def small(preset: str) -> Deal:
    """A few cards with much in them: a set, runs of both sides, wilds in hand and row."""
    return position(
        preset,
        "9s9h8d*",
        row="Ts2s9cKh",
        stock="9d4d7s3c",
        table=("me 5d6d7d", "opp JhQh*=Kh", "partner 3c4c5c6c"),
    )


def tried(deal: Deal) -> Iterator[Action]:
    """All actions worth trying."""
    at = deal.position
    if at.phase == "draw":
        yield DRAW
        yield STOP
        for index in range(len(at.row)):
            yield Take(index)
        return
    for size in range(3, len(at.hand) + 1):
        for chosen in sorted(set(combinations(at.hand, size))):
            for meld in readings(chosen, deal.rules):
                yield Lay(meld.cards)
    for index, target in enumerate(at.melds):
        for face in sorted(set(at.hand)):
            for item in placements(target.meld, face, deal.rules):
                yield Add(index, (item,))
        for face in FACES:
            yield Swap(index, face)
    for face in sorted(set(at.hand)):
        yield Discard(face)


def ways(deal: Deal, depth: int, found: Counter[int], ends: Counter[str]) -> None:
    """Count the ways from here, by the number of actions that are left."""
    found[depth] += 1
    if deal.over:
        ends["over"] += 1
    if not depth or deal.over:
        return
    for action in tried(deal):
        try:
            after, _ = deal.apply(action)
        except IllegalAction:
            continue
        ways(after, depth - 1, found, ends)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_way_is_counted(preset: str) -> None:
    found: Counter[int] = Counter()
    ends: Counter[str] = Counter()
    ways(small(preset), DEPTH, found, ends)
    counted = [found[depth] for depth in range(DEPTH - 1, -1, -1)]
    assert (counted, ends["over"]) == COUNTS[preset]
