"""The picture of a deal's result: the sum of every side, line by line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.pictures import lettering
from bot.pictures.atlas import MINI
from bot.pictures.canvas import Canvas
from bot.pictures.lying import EDGE, WIDTH, even_lines, key_of, tint_of
from bot.pictures.spec import ResultPicture, Sum, SumLine
from bot.screens.measure import signed

COLUMN: Final = (WIDTH - 3 * EDGE) // 2
"""The width of a side's sum; two stand beside each other."""
CROWN: Final = "👑"
_HEADER: Final = 92
_NAME: Final = 66
_AMOUNTS: Final = 106
"""Where amounts end, from the left of a side."""
_CARDS: Final = 120
_IN_LINE: Final = 8
"""Cards in a line, at most."""
_STEP: Final = 44
_CARD_LINE: Final = MINI.height + 4
_PLAIN: Final = 50
_BESIDE: Final = 30
"""The size of words beside cards."""
_WORDS: Final = 34
_TOTAL: Final = 66
_AFTER: Final = 78
_FOOT: Final = 56


@dataclass(frozen=True, slots=True)
class _Block:
    """A side's sum: where it is, and how high each of its lines."""

    of: Sum
    left: int
    top: int
    height: int
    heights: tuple[int, ...]


def _line_height(line: SumLine) -> int:
    if not line.cards:
        return _PLAIN
    count = len(even_lines(len(line.cards), _IN_LINE))
    return count * _CARD_LINE + (_WORDS if line.words and not _beside(line) else 0) + 8


def _beside(line: SumLine) -> int:
    """Where the words of a line stand right of its cards; 0 where there is no room for them."""
    left = _CARDS + (len(line.cards) - 1) * _STEP + MINI.width + 16
    wide = lettering.width(line.words, _BESIDE)
    return left if len(line.cards) <= _IN_LINE and left + wide <= COLUMN - 14 else 0


def _blocks(picture: ResultPicture) -> tuple[_Block, ...]:
    found: list[_Block] = []
    top = _HEADER
    for first in range(0, len(picture.sums), 2):
        pair = picture.sums[first : first + 2]
        heights = [tuple(_line_height(line) for line in each.lines) for each in pair]
        highest = max(map(sum, heights)) + _NAME + _TOTAL + _AFTER
        for at, (each, lines) in enumerate(zip(pair, heights, strict=True)):
            found.append(_Block(each, EDGE + at * (COLUMN + EDGE), top, highest, lines))
        top += highest + EDGE
    return tuple(found)


def result_height(picture: ResultPicture) -> int:
    """How high the picture is, in dots."""
    last = _blocks(picture)[-1]
    return last.top + last.height + (_FOOT if picture.foot else EDGE)


def draw_result(picture: ResultPicture) -> Canvas:
    """The picture on a canvas."""
    canvas = Canvas(WIDTH, result_height(picture), "table")
    size = lettering.shrunk([picture.heading], (50, 44, 38, 34), WIDTH - 60, strong=True)
    heading = lettering.fitted(picture.heading, size, WIDTH - 60, strong=True)
    canvas.text(heading, (WIDTH // 2, 62), size, ("gold", "table"), strong=True, anchor="m")
    for block in _blocks(picture):
        _draw_block(canvas, picture, block)
    if picture.foot:
        at = WIDTH // 2, canvas.height - 20
        canvas.text(picture.foot, at, 32, ("muted", "table"), anchor="m")
    return canvas


def _draw_block(canvas: Canvas, picture: ResultPicture, block: _Block) -> None:
    left, top = block.left, block.top
    canvas.round_box(left, top, COLUMN, block.height, 18, ("panel", "table"))
    name = f"{CROWN} {block.of.name}" if block.of.won else block.of.name
    size = lettering.shrunk([name], (40, 36, 32), COLUMN - 36, strong=True)
    name = lettering.fitted(name, size, COLUMN - 36, strong=True)
    colour = "gold" if block.of.won else "white"
    canvas.text(name, (left + 18, top + 46), size, (colour, "panel"), strong=True)
    down = top + _NAME
    for line, height in zip(block.of.lines, block.heights, strict=True):
        _draw_line(canvas, picture, line, left, down)
        down += height
    # The sums stand in one line beside each other, however many lines they have.
    down = top + block.height - _TOTAL - _AFTER
    canvas.box(left + 18, down + 6, COLUMN - 36, 2, "line")
    _amount(canvas, block.of.total, left, down + 50, 42)
    canvas.text(picture.this_deal, (left + _CARDS, down + 49), 36, ("white", "panel"))
    _after(canvas, block)


def _draw_line(canvas: Canvas, picture: ResultPicture, line: SumLine, left: int, top: int) -> None:
    room = COLUMN - _CARDS - 14
    if not line.cards:
        _amount(canvas, line.amount, left, top + 37, 36)
        size = lettering.shrunk([line.words], (34, 31, 28), room)
        words = lettering.fitted(line.words, size, room)
        canvas.text(words, (left + _CARDS, top + 37), size, ("white", "panel"))
        return
    _amount(canvas, line.amount, left, top + 48, 36)
    beside = _beside(line)
    if beside:
        canvas.text(line.words, (left + beside, top + 46), _BESIDE, ("muted", "panel"))
    at = 0
    for count in even_lines(len(line.cards), _IN_LINE):
        for nth in range(count):
            placed = line.cards[at]
            canvas.card(
                MINI,
                key_of(placed.meaning, picture.faces),
                (left + _CARDS + nth * _STEP, top + 2),
                tint=tint_of(placed, picture.wilds),
            )
            at += 1
        top += _CARD_LINE
    if line.words and not beside:
        size = lettering.shrunk([line.words], (30, 27), room)
        words = lettering.fitted(line.words, size, room)
        canvas.text(words, (left + _CARDS, top + 25), size, ("muted", "panel"))


def _amount(canvas: Canvas, amount: int, left: int, base: int, size: int) -> None:
    text = f"+{amount}" if amount > 0 else signed(amount)
    colour = "plus" if amount > 0 else "minus" if amount < 0 else "white"
    at = left + _AMOUNTS, base
    canvas.text(text, at, size, (colour, "panel"), strong=True, anchor="r")


def _after(canvas: Canvas, block: _Block) -> None:
    """`340 + 325 = 665`."""
    each = block.of
    left, top = block.left + 14, block.top + block.height - _AFTER + 4
    canvas.round_box(left, top, COLUMN - 28, 60, 16, ("tray", "panel"))
    sign = "−" if each.total < 0 else "+"
    before = f"{signed(each.before)} {sign} {abs(each.total)} = "
    wide = lettering.width(before, 38) + lettering.width(signed(each.after), 50, strong=True)
    at = left + (COLUMN - 28 - wide) // 2
    at += canvas.text(before, (at, top + 44), 38, ("muted", "tray"))
    canvas.text(signed(each.after), (at, top + 47), 50, ("gold", "tray"), strong=True)
