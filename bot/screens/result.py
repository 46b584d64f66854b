"""The result of a deal, and the end of the match."""

from __future__ import annotations

from bot.screen import Screen, bold, line
from bot.screens.parts import Row
from bot.state import Table
from bot.texts import Texts


def result(table: Table, texts: Texts, seat: int | None = None) -> Screen:
    """The last deal's score, for the group (no seat) or privately for a seat."""
    return Screen((line(bold("…")),), _buttons(table, texts, seat))


def _buttons(table: Table, texts: Texts, seat: int | None) -> tuple[Row, ...]:
    return ()
