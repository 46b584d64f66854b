"""Where everything lies in the picture of a table: pure numbers, before anything is drawn.

The fuller the table, the closer it lies, so that the picture stays about as high as it is wide and
every card's index stays whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.pictures.atlas import ROW
from bot.pictures.lying import (
    DENSITIES,
    EDGE,
    UNDER,
    WIDTH,
    Density,
    Lying,
    even_lines,
    key_of,
    tint_of,
)
from bot.pictures.sides import LyingArea, lying_areas, shelves
from bot.pictures.spec import HeldCards, TablePicture
from engine.cards import Placed

LOWEST: Final = 540
"""The least height of a picture."""
HIGHEST: Final = 1090
"""The height above which things lie closer."""
HEADER: Final = 64
ROW_LEFT: Final = 138
ROW_LINE: Final = 13
HAND_LINE: Final = 14
"""Cards in a line of the row and of the hand, at most."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The whole picture of a table. `hand_top` is where the hand's tray begins (None: no hand)."""

    height: int
    areas: tuple[LyingArea, ...]
    row_top: int
    row: tuple[Lying, ...]
    hand_top: int | None
    hand: tuple[Lying, ...]

    @property
    def cards(self) -> tuple[Lying, ...]:
        """All cards that can be seen, in the order in which they are drawn."""
        melds = [card for area in self.areas for meld in area.melds for card in meld.cards]
        return (*melds, *self.row, *self.hand)


def table_layout(picture: TablePicture) -> TableLayout:
    """The picture laid out as loosely as fits into about a square."""
    found = _laid_out(picture, DENSITIES[0])
    for density in DENSITIES[1:]:
        if found.height <= HIGHEST:
            break
        closer = _laid_out(picture, density)
        if closer.height < found.height:
            found = closer
    return found


def _laid_out(picture: TablePicture, density: Density) -> TableLayout:
    above, below = shelves(picture.above, density), shelves(picture.below, density)
    row_height = _row_height(len(picture.row), density)
    hand_height = _hand_height(picture.hand, density)
    all_shelves = [*above, *below]
    between = density.gap * (len(all_shelves) + 1)
    fixed = HEADER + sum(shelf.height for shelf in all_shelves) + row_height + between
    spare = max(0, LOWEST - fixed - hand_height) // len(all_shelves)
    top, row_top = HEADER, HEADER
    areas: list[LyingArea] = []
    for nth, shelf in enumerate(all_shelves):
        if nth == len(above):
            row_top = top
            top += row_height + density.gap
        areas += lying_areas(picture, shelf, top, shelf.height + spare, density)
        top += shelf.height + spare + density.gap
    return TableLayout(
        top + hand_height,
        tuple(areas),
        row_top,
        _row(picture, row_top, density),
        None if picture.hand is None else top,
        () if picture.hand is None else _hand(picture, picture.hand, top, density),
    )


# --- row -------------------------------------------------------------------------------------


def _row_height(count: int, density: Density) -> int:
    lines = len(even_lines(count, ROW_LINE))
    return max(ROW.height + 10, (lines - 1) * density.row + density.row_last) + 8


APART: Final = 42
"""How much further on lies what is not blocked in the row, for the sign that says so."""


def _row(picture: TablePicture, top: int, density: Density) -> tuple[Lying, ...]:
    found: list[Lying] = []
    lines = even_lines(len(picture.row), ROW_LINE)
    apart = APART if picture.blocked else 0
    room = WIDTH - EDGE - ROW_LEFT - ROW.width - apart
    step = min(ROW.width + 6, room // max(1, max(lines) - 1))
    at = 0
    for number, count in enumerate(lines):
        down = top + 4 + number * density.row
        lowest = number == len(lines) - 1
        height = density.row_last if lowest else density.row
        for nth in range(count):
            card, last = picture.row[at], nth == count - 1
            blocked = at < picture.blocked
            begins_free = not blocked and at - nth < picture.blocked
            newest = picture.discarded and at == len(picture.row) - 1
            alone = last or at == picture.blocked - 1
            found.append(
                Lying(
                    ROW,
                    key_of(card, picture.faces),
                    ROW_LEFT + nth * step + (apart if begins_free else 0),
                    down,
                    (ROW.width if alone else step, height),
                    height if lowest else min(ROW.height, height + UNDER),
                    tint="blocked" if blocked else tint_of(Placed(card), picture.wilds),
                    frame="fresh" if newest else "",
                )
            )
            at += 1
    return tuple(found)


# --- hand ------------------------------------------------------------------------------------

_TRAY: Final = 22
"""From the top of the tray to the cards."""
RAISED: Final = 12
"""How much higher a card lies that has come or is owed, where it covers no other."""


def _hand_height(hand: HeldCards | None, density: Density) -> int:
    if hand is None:
        return 0
    lines = len(even_lines(len(hand.cards), HAND_LINE))
    return _TRAY + (lines - 1) * density.hand + density.hand_last + 14


def _hand(picture: TablePicture, hand: HeldCards, top: int, density: Density) -> tuple[Lying, ...]:
    found: list[Lying] = []
    lines = even_lines(len(hand.cards), HAND_LINE)
    room = WIDTH - 2 * 18 - density.held.width
    step = min(density.held.width + 8, room // max(1, max(lines) - 1))
    at = 0
    for number, count in enumerate(lines):
        wide = (count - 1) * step + density.held.width
        left = 18 if len(lines) > 1 else (WIDTH - wide) // 2
        down = top + _TRAY + number * density.hand
        lowest = number == len(lines) - 1
        height = density.hand_last if lowest else density.hand
        for nth in range(count):
            card, last = hand.cards[at], nth == count - 1
            frame = "owed" if at in hand.owed else "fresh" if at in hand.drawn else ""
            found.append(
                Lying(
                    density.held,
                    key_of(card, picture.faces),
                    left + nth * step,
                    down - (RAISED if frame and number == 0 else 0),
                    (density.held.width if last else step, height),
                    height if lowest else min(density.held.height, height + UNDER),
                    tint=tint_of(Placed(card), picture.wilds),
                    frame=frame,
                )
            )
            at += 1
    return tuple(found)
