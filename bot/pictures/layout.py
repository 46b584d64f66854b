"""Where everything lies in the picture of a table: pure numbers, before anything is drawn.

The fuller the table, the closer it lies, so that the picture stays about as high as it is wide and
every card's index stays whole.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.pictures.atlas import HAND, JOKER, MELD, ROW, STANDING, Kind
from bot.pictures.spec import Area, Faces, HeldCards, MeldColumn, TablePicture
from engine.cards import Card, Placed

WIDTH: Final = 1024
LOWEST: Final = 540
"""The least height of a picture."""
HIGHEST: Final = 1080
"""The height above which things lie closer."""
EDGE: Final = 12
HEADER: Final = 64
ROW_LEFT: Final = 138
ROW_LINE: Final = 13
HAND_LINE: Final = 14
"""Cards in a line of the row and of the hand, at most."""
_UNDER: Final = 12
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
    Density(HAND, 8, 42, 112, 93, 114, 110, 142, 16),
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


@dataclass(frozen=True, slots=True)
class LyingMeld:
    """A meld in the picture: its cards, and the middle and top of its sign of points."""

    meld: MeldColumn
    cards: tuple[Lying, ...]
    label: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LyingArea:
    """What belongs to a side, from `top` on."""

    area: Area
    top: int
    height: int
    melds: tuple[LyingMeld, ...]


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The whole picture of a table. `hand_top` is where the hand's tray begins (None: no hand)."""

    height: int
    density: Density
    above: tuple[LyingArea, ...]
    below: tuple[LyingArea, ...]
    row_top: int
    row: tuple[Lying, ...]
    hand_top: int | None
    hand: tuple[Lying, ...]

    @property
    def areas(self) -> tuple[LyingArea, ...]:
        """All sides."""
        return (*self.above, *self.below)

    @property
    def cards(self) -> tuple[Lying, ...]:
        """All cards that can be seen, in the order in which they are drawn."""
        melds = [card for area in self.areas for meld in area.melds for card in meld.cards]
        return (*melds, *self.row, *self.hand)


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
    columns = [_columns(area, density) for area in (*picture.above, *picture.below)]
    heights = [_area_height(lines, density) for lines in columns]
    row_height = _row_height(len(picture.row), density)
    hand_height = _hand_height(picture.hand, density)
    between = density.gap * (len(heights) + 1)
    fixed = HEADER + sum(heights) + row_height + between + hand_height
    spare = max(0, LOWEST - fixed)
    heights = [height + spare // len(heights) for height in heights]
    top = HEADER
    above, below = [], []
    for area, lines, height in zip(picture.above, columns, heights, strict=False):
        above.append(_lying_area(picture, area, lines, top, height, density))
        top += height + density.gap
    row_top = top
    row = _row(picture, row_top, density)
    top += row_height + density.gap
    first = len(picture.above)
    for area, lines, height in zip(picture.below, columns[first:], heights[first:], strict=True):
        below.append(_lying_area(picture, area, lines, top, height, density))
        top += height + density.gap
    hand_top = None if picture.hand is None else top
    hand = () if picture.hand is None else _hand(picture, picture.hand, top, density)
    height = top + hand_height
    return TableLayout(height, density, tuple(above), tuple(below), row_top, row, hand_top, hand)


# --- melds -----------------------------------------------------------------------------------

Column = tuple[int, tuple[Placed, ...], int]
"""The index of the meld, the cards of one of its columns, and the place of the first of them."""
_INSIDE: Final = WIDTH - 2 * EDGE - 2 * 16
_SHORTEST: Final = 4
"""Cards in a column of a long run, at least."""
_LEAST: Final = 8
_MOST: Final = 18
"""The gap between melds."""
_TOGETHER: Final = 3
"""The gap between the columns of one meld."""
_LABEL: Final = 22
"""How far the sign of points hangs below its meld."""


def _columns(area: Area, density: Density) -> list[list[Column]]:
    """The columns of a side's melds, line by line: as they take the least height.

    A long run goes on beside itself, the sooner, the less room there is.
    """
    found = _in_columns(area, density.column)
    for size in range(density.column - 1, _SHORTEST - 1, -1) if density.close else ():
        shorter = _in_columns(area, size)
        if _area_height(shorter, density) < _area_height(found, density):
            found = shorter
    return found


def _in_columns(area: Area, most: int) -> list[list[Column]]:
    lines: list[list[Column]] = [[]]
    for number, meld in enumerate(area.melds):
        count = len(meld.cards)
        size = -(-count // -(-count // most))
        new: list[Column] = [
            (number, meld.cards[at : at + size], at) for at in range(0, count, size)
        ]
        if lines[-1] and _wide([*lines[-1], *new], _LEAST) > _INSIDE:
            lines.append([])
        lines[-1].extend(new)
    return lines if lines[0] else []


def _wide(line: list[Column], gap: int) -> int:
    melds = len({number for number, _, _ in line})
    return len(line) * MELD.width + (melds - 1) * gap + (len(line) - melds) * _TOGETHER


def _line_height(line: list[Column], density: Density) -> int:
    longest = max(len(cards) for _, cards, _ in line)
    return (longest - 1) * density.meld + density.meld_last + _LABEL


def _area_height(lines: list[list[Column]], density: Density) -> int:
    if not lines:
        return density.title
    return density.title + sum(_line_height(line, density) + 8 for line in lines)


def _lying_area(
    picture: TablePicture,
    area: Area,
    lines: list[list[Column]],
    top: int,
    height: int,
    density: Density,
) -> LyingArea:
    found: list[LyingMeld] = []
    down = top + density.title
    for line in lines:
        melds = len({number for number, _, _ in line})
        gap = min(_MOST, (_INSIDE - _wide(line, 0)) // max(1, melds - 1)) if melds > 1 else 0
        left = EDGE + 16
        cards: dict[int, list[Lying]] = {}
        for at, (number, column, first) in enumerate(line):
            if at:
                left += _TOGETHER if first else gap
            laid = _column(picture, area.melds[number], column, first, (left, down), density)
            cards.setdefault(number, []).extend(laid)
            left += MELD.width
        for number, laid in cards.items():
            last = max(laid, key=lambda card: card.top)
            middle = (laid[0].left + laid[-1].left + MELD.width) // 2
            label = (middle, last.top + density.meld_last - 10)
            found.append(LyingMeld(area.melds[number], tuple(laid), label))
        down += _line_height(line, density) + 8
    return LyingArea(area, top, height, tuple(found))


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
            shown if last else shown + _UNDER,
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


# --- row -------------------------------------------------------------------------------------


def even_lines(count: int, most: int) -> list[int]:
    """So many cards as lines of nearly equal length, the longer ones first.

    >>> even_lines(30, 13), even_lines(40, 14)
    ([10, 10, 10], [14, 13, 13])
    """
    lines = max(1, -(-count // most))
    short, longer = divmod(count, lines)
    return [short + (nth < longer) for nth in range(lines)]


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
                    height if lowest else min(ROW.height, height + _UNDER),
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
                    height if lowest else min(density.held.height, height + _UNDER),
                    tint=tint_of(Placed(card), picture.wilds),
                    frame=frame,
                )
            )
            at += 1
    return tuple(found)
