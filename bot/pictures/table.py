"""The picture of a table, with or without a hand."""

from __future__ import annotations

from typing import Final

from bot.pictures import lettering
from bot.pictures.atlas import MARKS
from bot.pictures.canvas import Canvas
from bot.pictures.layout import TableLayout, table_layout
from bot.pictures.lying import EDGE, WIDTH, Lying
from bot.pictures.sides import LyingArea
from bot.pictures.spec import Player, TablePicture
from bot.screens.measure import signed

_FRAME: Final = 5
"""How thick a frame around a card is."""
_THIN: Final = 3
"""The same, upon the index of another card."""
_NARROW: Final = 400
"""The width of a side's box where its points are written smaller."""


def draw_table(picture: TablePicture) -> Canvas:
    """The picture on a canvas."""
    layout = table_layout(picture)
    canvas = Canvas(WIDTH, layout.height, "table")
    _header(canvas, picture)
    for area in layout.areas:
        _area(canvas, area)
    _stock(canvas, picture, layout)
    _cards(canvas, layout.row, "table")
    _stop(canvas, picture, layout)
    if layout.hand_top is not None:
        _hand(canvas, layout)
    return canvas


def _header(canvas: Canvas, picture: TablePicture) -> None:
    turn = lettering.fitted(picture.turn, 36, 560, strong=True)
    wide = lettering.width(turn, 36, strong=True) + 40
    left = WIDTH - EDGE - wide
    canvas.round_box(left, 9, wide, 46, 23, ("gold", "table"))
    canvas.text(turn, (left + 20, 45), 36, ("ink", "gold"), strong=True)
    heading = lettering.fitted(picture.heading, 34, left - 2 * EDGE - 20)
    canvas.text(heading, (EDGE + 14, 44), 34, ("muted", "table"))


# --- sides -----------------------------------------------------------------------------------


def _area(canvas: Canvas, lying: LyingArea) -> None:
    left, wide = lying.left, lying.width
    canvas.round_box(left, lying.top, wide, lying.height, 18, ("panel", "table"))
    base = lying.base
    total = signed(lying.area.total)
    right = left + wide - 18
    used = canvas.text(
        total,
        (right, base + 2),
        46 if wide > _NARROW else 40,
        ("white", "panel"),
        strong=True,
        anchor="r",
    )
    _players(canvas, lying.area.players, base, (left, right - used - 24))
    for meld in lying.melds:
        _cards(canvas, meld.cards, "panel")
        middle, top = meld.label
        points = signed(meld.meld.points)
        plate = ("gold", "panel") if meld.meld.doubled else ("tray", "panel")
        letters = ("ink", "gold") if meld.meld.doubled else ("white", "tray")
        half = max(30, lettering.width(points, 30, strong=True) // 2 + 14)
        canvas.round_box(middle - half, top, 2 * half, 34, 17, plate)
        canvas.text(points, (middle, top + 28), 30, letters, strong=True, anchor="m")


def _players(canvas: Canvas, players: tuple[Player, ...], base: int, ends: tuple[int, int]) -> None:
    """Names with the number of cards held, as large as there is room for."""
    left, right = ends[0] + 12, ends[1]
    counts = [str(player.cards) for player in players]
    others = (
        len(players) * (MARKS["cards"][0] + 44)
        - 16
        + sum(lettering.width(count, 36, strong=True) for count in counts)
    )
    room = right - left - others
    size = lettering.shrunk([player.name for player in players], (36, 33, 30, 27), room)
    each = room // len(players)
    spare = room
    for place, (player, count) in enumerate(zip(players, counts, strict=True)):
        most = max(each, spare - each * (len(players) - place - 1))
        name = lettering.fitted(player.name, size, most)
        spare -= lettering.width(name, size)
        behind = "gold" if player.to_play else "panel"
        letters = ("ink", "gold") if player.to_play else ("white", "panel")
        wide = lettering.width(name, size) + lettering.width(count, 36, strong=True)
        if player.to_play:
            canvas.round_box(left - 4, base - 35, wide + 61, 46, 16, ("gold", "panel"))
        at = left + 8 + canvas.text(name, (left + 8, base), size, letters)
        canvas.mark("cards", (at + 9, base - 27))
        at += 9 + MARKS["cards"][0] + 5
        at += canvas.text(count, (at, base), 36, letters, strong=True)
        left = at + (15 if behind == "panel" else 22)


# --- cards -----------------------------------------------------------------------------------


def _cards(canvas: Canvas, cards: tuple[Lying, ...], behind: str) -> None:
    before: Lying | None = None
    for card in cards:
        if card.frame:
            _framed(canvas, card, before, behind)
        before = card
        canvas.card(
            card.kind,
            card.key,
            (card.left, card.top),
            tint=card.tint,
            body=card.body,
            height=card.height,
        )
        if card.frame == "owed":
            canvas.mark("owed", (card.left + card.shown[0] - 32, card.top - 22))


def _framed(canvas: Canvas, card: Lying, before: Lying | None, behind: str) -> None:
    """A frame around a card; one around all where it lies upon another that has one."""
    colours = ("red" if card.frame == "owed" else "gold", behind)
    upon = before is not None and before.left == card.left and before.top < card.top
    joined = upon and before is not None and before.frame == card.frame
    over = -2 * _FRAME if joined else _THIN if upon else _FRAME
    if joined:
        # No round corners between the two.
        for left in (card.left - _FRAME, card.left + card.kind.width):
            canvas.box(left, card.top - _FRAME, _FRAME, 6 * _FRAME, colours[0])
    canvas.round_box(
        card.left - _FRAME,
        card.top - over,
        card.kind.width + 2 * _FRAME,
        card.height + over + _FRAME,
        12,
        colours,
    )


# --- stock and row ---------------------------------------------------------------------------


def _stock(canvas: Canvas, picture: TablePicture, layout: TableLayout) -> None:
    left, top = EDGE + 8, layout.row_top + 4
    wide, high = MARKS["back"]
    if picture.stock:
        for nth in range(min(3, picture.stock)):
            canvas.mark("back", (left + 6 * nth, top + 3 * nth))
        moved = 6 * (min(3, picture.stock) - 1)
    else:
        moved = 0
        canvas.round_box(left, top, wide, high, 10, ("panel", "table"))
    middle = left + moved + wide // 2
    canvas.round_box(middle - 34, top + high // 2 - 22, 68, 48, 14, ("tray", "table"))
    canvas.text(
        str(picture.stock),
        (middle, top + high // 2 + 17),
        44,
        ("white", "tray"),
        strong=True,
        anchor="m",
    )


def _stop(canvas: Canvas, picture: TablePicture, layout: TableLayout) -> None:
    """A sign after the last card of the row that cannot be taken."""
    if 0 < picture.blocked <= len(layout.row):
        card = layout.row[picture.blocked - 1]
        wide, high = MARKS["stop"]
        after = layout.row[picture.blocked :][:1]
        left = card.left + card.kind.width + 3
        if after and after[0].top == card.top:
            left = after[0].left - wide - 3
        canvas.mark("stop", (min(left, WIDTH - wide - 2), card.top + (card.shown[1] - high) // 2))


# --- hand ------------------------------------------------------------------------------------


def _hand(canvas: Canvas, layout: TableLayout) -> None:
    assert layout.hand_top is not None
    canvas.box(0, layout.hand_top, WIDTH, layout.height - layout.hand_top, "tray")
    _cards(canvas, layout.hand, "tray")
