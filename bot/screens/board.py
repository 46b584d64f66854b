"""What lies on the table, in words, as long or as short as a screen has room for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.pictures.spec import Picture
from bot.screen import CAPTION, Line, Screen, line
from bot.screens import measure
from bot.screens.cards import Script
from bot.screens.parts import Row
from bot.state import Table
from bot.texts import Texts
from engine.melds import points
from engine.view import View

TEXT_LIMIT: Final = 3600
"""UTF-16 units of a text on the narrowest platform (Discord, 4000), less what its markup adds."""


@dataclass(frozen=True, slots=True)
class Detail:
    """How much is said.

    `hand`: the own cards in words, which a picture shows too.
    `all_turns`: every seat's last turn, or the newest only. `points`: those of single melds.
    `blocked`: the blocked cards of the row, or their number. `row`: how many open cards of the
    row (None: all). `names`: letters of a name. `melds`: how many of a side (None: all).
    """

    hand: bool = True
    all_turns: bool = True
    points: bool = True
    blocked: bool = True
    row: int | None = None
    names: int = measure.NAME_LETTERS
    melds: int | None = None


def _shorter() -> tuple[Detail, ...]:
    """Less and less, the least missed first."""
    steps = [Detail()]
    steps.append(replace(steps[-1], all_turns=False))
    steps.append(replace(steps[-1], points=False))
    steps.append(replace(steps[-1], blocked=False))
    steps.extend(replace(steps[-1], row=count) for count in (32, 24, 16, 12, 8))
    steps.append(replace(steps[-1], names=8))
    steps.extend(replace(steps[-1], melds=count) for count in (12, 8, 4))
    return tuple(steps)


DETAILS: Final = _shorter()
DETAILS_BESIDE_A_PICTURE: Final = (
    DETAILS[0],
    *(replace(detail, hand=False) for detail in DETAILS),
)


def fitted(
    build: Callable[[Detail], list[Line]],
    rows: tuple[Row, ...],
    limit: int = TEXT_LIMIT,
    picture: Picture | None = None,
    caption: int = CAPTION,
) -> Screen:
    """The screen with as much detail as fits into `limit` units, or `caption` beside a picture.

    Where even the least does not fit beside the picture, it is left out.
    """
    if picture is not None:
        for detail in DETAILS_BESIDE_A_PICTURE:
            screen = Screen(tuple(build(detail)), rows, picture=picture)
            if measure.units(screen.text) <= caption:
                return screen
    screen = Screen((), rows)
    for detail in DETAILS:
        screen = Screen(tuple(build(detail)), rows)
        if measure.units(screen.text) <= limit:
            break
    return screen


def row_text(view: View, script: Script, detail: Detail) -> str:
    """The row from the oldest card on; blocked cards before a bar."""
    blocked, free = view.row[: view.row_open], view.row[view.row_open :]
    pieces: list[str] = []
    if blocked:
        pieces.append(f"⛔ {script.cards(blocked) if detail.blocked else len(blocked)} |")
    if detail.row is not None and len(free) > detail.row:
        pieces.append(f"({len(free) - detail.row}…)")
        free = free[-detail.row :]
    if free:
        pieces.append(script.cards(free))
    return " ".join(pieces)


def stock_line(view: View, texts: Texts, detail: Detail, script: Script) -> Line:
    """The stock's size and the row."""
    if not view.row:
        text = texts.gettext("Stock {stock} · Row empty", stock=view.stock)
    else:
        text = texts.gettext(
            "Stock {stock} · Row {count}: {row}",
            stock=view.stock,
            count=len(view.row),
            row=row_text(view, script, detail),
        )
    return line(text, quote=True)


def melds_text(view: View, side: int, texts: Texts, detail: Detail, script: Script) -> str:
    """The melds of a side, each with its points."""
    own = [other.meld for other in view.melds if other.side == side]
    if not own:
        return texts.gettext("no meld")
    pieces: list[str] = []
    if detail.melds is not None and len(own) > detail.melds:
        pieces.append(f"({len(own) - detail.melds}…)")
        own = own[-detail.melds :]
    for meld in own:
        value = f" {points(meld, view.rules)}" if detail.points else ""
        pieces.append(f"{script.meld(meld)}{value}")
    return " · ".join(pieces)


def total(table: Table, side: int) -> int:
    """The points of a side before the running deal."""
    return 0 if table.match is None else table.match.totals[side]
