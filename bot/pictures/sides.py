"""What belongs to the sides in the picture of a table: names above melds, and where they lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.pictures.atlas import MELD, STANDING
from bot.pictures.lying import EDGE, UNDER, WIDTH, Density, Lying, key_of
from bot.pictures.spec import Area, MeldColumn, TablePicture
from engine.cards import Placed

_INNER: Final = 16
"""From the edge of an area to its melds."""
_SHORTEST: Final = 4
"""Cards in a column of a long run, at least."""
_LEAST: Final = 8
_MOST: Final = 18
"""The gap between melds."""
_TOGETHER: Final = 3
"""The gap between the columns of one meld."""
_LABEL: Final = 22
"""How far the sign of points hangs below its meld."""
_UNDER_LINE: Final = 8
_ABREAST: Final = 3
"""Sides beside each other, at most, where each is one player."""


@dataclass(frozen=True, slots=True)
class LyingMeld:
    """A meld in the picture: its cards, and the middle and top of its sign of points."""

    meld: MeldColumn
    cards: tuple[Lying, ...]
    label: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LyingArea:
    """What belongs to a side: the box, the line on which the names are written, and the melds."""

    area: Area
    left: int
    top: int
    width: int
    height: int
    base: int
    melds: tuple[LyingMeld, ...]


Column = tuple[int, tuple[Placed, ...], int]
"""The index of the meld, the cards of one of its columns, and the place of the first of them."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Sides beside each other, with the columns of their melds line by line."""

    areas: tuple[Area, ...]
    lines: tuple[list[list[Column]], ...]
    width: int
    height: int


def shelves(areas: Sequence[Area], density: Density) -> list[Shelf]:
    """The sides below one another, or beside each other where that is less high."""
    alone = all(len(area.players) == 1 for area in areas)
    most = min(_ABREAST, len(areas)) if alone else 1
    ways = [_shelves(areas, abreast, density) for abreast in range(1, most + 1)]
    gaps = density.gap

    def height(way: list[Shelf]) -> int:
        return sum(shelf.height + gaps for shelf in way)

    return min(ways, key=height, default=[])


def _shelves(areas: Sequence[Area], abreast: int, density: Density) -> list[Shelf]:
    count = -(-len(areas) // abreast)
    found: list[Shelf] = []
    for nth in range(count):
        # The lower ones are the fuller ones, so that the last side is never cut in two.
        some = tuple(areas[len(areas) * nth // count : len(areas) * (nth + 1) // count])
        width = (WIDTH - EDGE * (len(some) + 1)) // len(some)
        lines = tuple(_columns(area, width - 2 * _INNER, density) for area in some)
        height = max(_area_height(each, density) for each in lines)
        found.append(Shelf(some, lines, width, height))
    return found


def lying_areas(
    picture: TablePicture, shelf: Shelf, top: int, height: int, density: Density
) -> list[LyingArea]:
    """The sides of a shelf in the picture, `height` dots high."""
    return [
        LyingArea(
            area,
            EDGE + nth * (shelf.width + EDGE),
            top,
            shelf.width,
            height,
            top + density.title - 20,
            _melds(
                picture,
                area,
                lines,
                (EDGE + nth * (shelf.width + EDGE) + _INNER, top + density.title),
                shelf.width - 2 * _INNER,
                density,
            ),
        )
        for nth, (area, lines) in enumerate(zip(shelf.areas, shelf.lines, strict=True))
    ]


# --- melds -----------------------------------------------------------------------------------


def _columns(area: Area, inside: int, density: Density) -> list[list[Column]]:
    """The columns of a side's melds, line by line: as they take the least height.

    A long run goes on beside itself, the sooner, the less room there is.
    """
    found = _in_columns(area, inside, density.column)
    for size in range(density.column - 1, _SHORTEST - 1, -1) if density.close else ():
        shorter = _in_columns(area, inside, size)
        if _area_height(shorter, density) < _area_height(found, density):
            found = shorter
    return found


def _in_columns(area: Area, inside: int, most: int) -> list[list[Column]]:
    lines: list[list[Column]] = [[]]
    for number, meld in enumerate(area.melds):
        count = len(meld.cards)
        size = -(-count // -(-count // most))
        new: list[Column] = [
            (number, meld.cards[at : at + size], at) for at in range(0, count, size)
        ]
        if lines[-1] and _wide([*lines[-1], *new], _LEAST) > inside:
            lines.append([])
        lines[-1].extend(new)
    return lines if lines[0] else []


def _wide(line: list[Column], gap: int) -> int:
    melds = len({number for number, _, _ in line})
    return len(line) * MELD.width + (melds - 1) * gap + (len(line) - melds) * _TOGETHER


def _line_height(line: list[Column], density: Density) -> int:
    longest = max(len(cards) for _, cards, _ in line)
    return (longest - 1) * density.meld + density.meld_last + _LABEL + _UNDER_LINE


def _area_height(lines: list[list[Column]], density: Density) -> int:
    return density.title + sum(_line_height(line, density) for line in lines)


def _melds(
    picture: TablePicture,
    area: Area,
    lines: list[list[Column]],
    at: tuple[int, int],
    inside: int,
    density: Density,
) -> tuple[LyingMeld, ...]:
    found: list[LyingMeld] = []
    down = at[1]
    for line in lines:
        melds = len({number for number, _, _ in line})
        gap = min(_MOST, (inside - _wide(line, 0)) // (melds - 1)) if melds > 1 else 0
        left = at[0]
        cards: dict[int, list[Lying]] = {}
        for nth, (number, column, first) in enumerate(line):
            if nth:
                left += _TOGETHER if first else gap
            laid = _column(picture, area.melds[number], column, first, (left, down), density)
            cards.setdefault(number, []).extend(laid)
            left += MELD.width
        for number, laid in cards.items():
            last = max(laid, key=lambda card: card.top)
            middle = (laid[0].left + laid[-1].left + MELD.width) // 2
            label = (middle, last.top + density.meld_last - 10)
            found.append(LyingMeld(area.melds[number], tuple(laid), label))
        down += _line_height(line, density)
    return tuple(found)


def _column(
    picture: TablePicture,
    meld: MeldColumn,
    column: tuple[Placed, ...],
    first: int,
    at: tuple[int, int],
    density: Density,
) -> list[Lying]:
    found = []
    for nth, placed in enumerate(column):
        last = nth == len(column) - 1
        shown = density.meld_last if last else density.meld
        lying = Lying(
            MELD,
            key_of(placed.meaning, picture.faces),
            at[0],
            at[1] + nth * density.meld,
            (MELD.width, shown),
            shown if last else shown + UNDER,
            frame="fresh" if first + nth in meld.fresh else "",
        )
        if placed.stands_for is not None:
            joker = placed.card.is_joker
            lying = replace(
                lying,
                kind=STANDING,
                tint="joker" if joker else "pinella",
                body="*" if joker else f"2{placed.card.suit}",
            )
        elif placed.card.is_joker:
            lying = replace(lying, tint="joker")
        found.append(lying)
    return found
