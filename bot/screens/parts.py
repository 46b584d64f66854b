"""What several screens share: buttons, rows, sides and the words for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot import payloads
from bot.requests import What
from bot.screen import Button, Line, Menu, Span, Style, bold
from bot.screens import measure
from bot.screens.cards import Script
from bot.state import Table
from bot.texts import Texts

Row = tuple[Button, ...]
FINGER: Final = "👉"
"""Stands where the guide points."""
NARROW: Final = 3
"""Buttons in a row that leave little room."""
PRIVATE: Final = "private"
"""The link that opens the private chat with the bot."""
COMPUTER: Final = "💻"
"""Stands before the name of a computer player."""
# Signs for private use: no name can contain them (see measure.name).
_ON: Final = "\ue000"
_OFF: Final = "\ue001"


def tap(table: Table, label: str, what: What, style: Style = "plain") -> Button:
    """A button that sends `what` to the table."""
    return Button(label, payloads.encode(table.code, what), style=style)


def strong(value: object) -> str:
    """A fact that `rich` will make bold, wherever the translated text puts it."""
    return f"{_ON}{value}{_OFF}"


def rich(text: str) -> Line:
    """A line from a text with `strong` facts in it.

    >>> [(s.text, s.emphasis) for s in rich(f"Turn: {strong('Anna')}").spans]
    [('Turn: ', 'plain'), ('Anna', 'bold')]
    """
    spans: list[Span] = []
    for index, piece in enumerate(text.replace(_OFF, _ON).split(_ON)):
        if piece:
            spans.append(bold(piece) if index % 2 else Span(piece))
    return Line(tuple(spans))


def even_rows(buttons: Sequence[Button], most: int) -> tuple[Row, ...]:
    """Rows of (nearly) equal length, the longer ones first, at most `most` in a row.

    >>> [len(row) for row in even_rows([Button("x", "y")] * 32, 5)]
    [5, 5, 5, 5, 4, 4, 4]
    """
    if not buttons:
        return ()
    count = -(-len(buttons) // most)
    short, longer = divmod(len(buttons), count)
    rows: list[Row] = []
    at = 0
    for index in range(count):
        size = short + (index < longer)
        rows.append(tuple(buttons[at : at + size]))
        at += size
    return tuple(rows)


def paired(buttons: Sequence[Button], last: Button | None = None) -> tuple[Row, ...]:
    """Two in a row where both labels fit half a row of the private chat, else one.

    A half row is filled by the next button that fits; `last` stands in the last row.
    """
    rows: list[Row] = []
    half: int | None = None
    for button in buttons:
        if not _fits(button):
            rows.append((button,))
        elif half is None:
            half = len(rows)
            rows.append((button,))
        else:
            rows[half] = (*rows[half], button)
            half = None
    if last is None:
        return tuple(rows)
    if half is None or not _fits(last):
        return (*rows, (last,))
    return (*rows[:half], *rows[half + 1 :], (*rows[half], last))


def _fits(button: Button) -> bool:
    return measure.width(button.label) <= measure.HALF_ROW


def pointed(button: Button, payload: str) -> Button:
    """The button, with a finger at it if it has this payload.

    >>> pointed(Button("Stock · 12", "mD"), "mD").label
    '👉 Stock · 12'
    """
    sent = {button.payload}
    if isinstance(button, Menu):
        sent.update(option.payload for option in button.options)
    if not payload or payload not in sent or button.label.startswith(FINGER):
        return button
    return replace(button, label=f"{FINGER} {button.label}")


def with_finger(rows: Iterable[Row], payload: str) -> tuple[Row, ...]:
    """The rows, with a finger at the button of this payload; close to it where room is scarce."""
    found = []
    for row in rows:
        shown = [pointed(button, payload) for button in row]
        if len(row) >= NARROW:
            shown = [replace(b, label=b.label.replace(f"{FINGER} ", FINGER, 1)) for b in shown]
        found.append(tuple(shown))
    return tuple(found)


def seat_name(table: Table, seat: int, texts: Texts, limit: int = measure.NAME_LETTERS) -> str:
    """Who plays there: a person, a computer (perhaps for somebody who left), or nobody."""
    who = table.seats[seat]
    if who.vacant:
        return texts.gettext("(free seat)")
    if not who.level:
        return measure.name(who.name, limit)
    number = texts.gettext("Computer {letter}", letter="ABCDEF"[seat])
    return f"{COMPUTER} {measure.name(who.name, limit) if who.name else number}"


def reader_script(table: Table, seat: int | None, texts: Texts) -> Script:
    """How cards are written for whom sits there (None: for everybody in the group)."""
    if seat is None:
        return Script.of(table.rules)
    return Script.for_reader(table.rules, table.seats[seat].habits.suits, texts)


def coming_line(table: Table, texts: Texts) -> list[Line]:
    """Who takes over from a computer at the next deal; no line where nobody does."""
    if not table.coming:
        return []
    names = ", ".join(measure.name(waiting.name) for waiting in table.coming)
    return [Line((Span(texts.gettext("From the next deal on: {names}", names=names)),))]


def side_name(table: Table, side: int, texts: Texts) -> str:
    """The names of a side, joined by `+`."""
    return " + ".join(seat_name(table, seat, texts) for seat in table.rules.sides[side])
