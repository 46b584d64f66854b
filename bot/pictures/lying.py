"""A card where it lies in a picture, and how close cards may lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.pictures.atlas import HAND, JOKER, ROW, Kind
from bot.pictures.spec import Faces
from engine.cards import Card, Placed

WIDTH: Final = 1024
EDGE: Final = 12
"""Between what lies in a picture and its edge, and between things side by side."""
UNDER: Final = 12
"""How far a card goes on under the one that covers it."""
_RANKS: Final = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10")


@dataclass(frozen=True, slots=True)
class Density:
    """How close things lie.

    `held` is the size of the cards in hand, `column` how many cards of a meld lie in one column.
    `meld`, `row`, `hand` are the steps of overlapping cards downwards, `..._last` is what is shown
    of the lowest ones.
    """

    held: Kind
    column: int
    meld: int
    meld_last: int
    row: int
    row_last: int
    hand: int
    hand_last: int
    gap: int
    title: int = 62

    @property
    def close(self) -> bool:
        """Does everything lie as close as it can?"""
        return self.held is ROW


DENSITIES: Final = (
    Density(HAND, 8, 42, 106, 93, 114, 110, 142, 16),
    Density(HAND, 8, 41, 78, 92, 114, 109, 142, 16),
    Density(HAND, 6, 40, 66, 92, 114, 108, 142, 12),
    Density(HAND, 6, 40, 62, 91, 96, 107, 112, 10, 56),
    Density(ROW, 5, 40, 60, 91, 94, 91, 96, 8, 54),
)
"""From the loosest to the closest, each giving up what is missed least."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card in the picture.

    `shown` is how much of its width and height nothing covers, `height` how much is put down: it
    is cut where it is wanted shorter.
    """

    kind: Kind
    key: str
    left: int
    top: int
    shown: tuple[int, int]
    height: int
    tint: str = ""
    body: str = ""
    frame: str = ""


def key_of(card: Card, faces: Faces) -> str:
    """The name of a card's face in the atlas."""
    if card.is_joker:
        return JOKER
    label = faces.letters[card.rank - 11] if card.rank > 10 else _RANKS[card.rank]
    four = "4" if faces.four_colours and card.suit in "cd" else ""
    return f"{label}{card.suit}{four}"


def tint_of(placed: Placed, wilds: tuple[Card, ...]) -> str:
    """How a card is tinted, so that a wild can be seen to be one."""
    if placed.card.is_joker:
        return "joker"
    return "pinella" if placed.stands_for is not None or placed.card in wilds else ""


def even_lines(count: int, most: int) -> list[int]:
    """So many cards as lines of nearly equal length, the longer ones first.

    >>> even_lines(30, 13), even_lines(40, 14)
    ([10, 10, 10], [14, 13, 13])
    """
    lines = max(1, -(-count // most))
    short, longer = divmod(count, lines)
    return [short + (nth < longer) for nth in range(lines)]
