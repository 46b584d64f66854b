"""A screen in Discord's words: markdown, buttons, and menus where buttons would be too many."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from typing import Final

import discord
from discord import ui

from bot.screen import Button, Line, Screen, Span

PREFIX: Final = "dc:"
"""What the ids of places and persons start with."""
TEXT: Final = 4000
"""Characters of all texts of a message."""
COMPONENTS: Final = 40
"""Components of a message, rows and texts counted as well."""
A_ROW: Final = 5
"""Buttons in a row."""
OPTIONS: Final = 25
"""Options of a menu."""
LABEL: Final = 80
"""Characters of the label of a button; of an option and a placeholder a little more."""
MENU: Final = "menu"
"""What the ids of menus start with. No payload does: theirs is in the options."""

Row = tuple[Button, ...]
Part = list[Row] | Row
"""Rows of buttons, or the buttons whose place menus take."""

_OUTLINE: Final = str.maketrans({"♥": "♡", "♦": "♢", "\ufe0f": None})
_STYLES: Final = {
    "plain": discord.ButtonStyle.secondary,
    "primary": discord.ButtonStyle.primary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}
# A backslash before any of these shows the sign itself; a colon only matters in an address.
_MARKS: Final = re.compile(r"[\\*_~`|<>\[\]#@-]|:(?=//)|(?<=\d)\.(?=\s)")


# --- text ------------------------------------------------------------------------------------


def escaped(text: str) -> str:
    r"""A text that reads as it was typed.

    >>> print(escaped("*Anna* <@1> https://x.y"))
    \*Anna\* \<\@1\> https\://x.y
    """
    return _MARKS.sub(r"\\\g<0>", text)


def markdown(lines: Sequence[Line]) -> str:
    """The text of a screen."""
    return "\n".join(("> " if line.quote else "") + _line(line) for line in lines)


def _line(line: Line) -> str:
    return "".join(_span(span) for span in line.spans)


def _span(span: Span) -> str:
    if span.until is not None:
        text = f"<t:{span.until}:R>"
    elif span.person.startswith(PREFIX):
        text = f"<@{span.person.removeprefix(PREFIX)}>"
    else:
        text = escaped(span.text)
    return f"**{text}**" if span.emphasis == "bold" and text else text


def called(screen: Screen) -> discord.AllowedMentions:
    """Only who is called by the screen itself is pinged, never a name that looks like a mention."""
    people = {span.person for line in screen.lines for span in line.spans}
    users = [
        discord.Object(int(person.removeprefix(PREFIX)))
        for person in sorted(people)
        if person.startswith(PREFIX)
    ]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


# --- buttons ---------------------------------------------------------------------------------


def view(screen: Screen) -> ui.LayoutView:
    """A message's content. Its taps come by their ids, so nothing is kept in memory for it."""
    shown = ui.LayoutView(timeout=None)
    shown.add_item(ui.TextDisplay(markdown(screen.lines) or "\u200b"))
    menus = 0
    for part in arranged(screen.rows, COMPONENTS - 1):
        if isinstance(part, list):
            for row in part:
                shown.add_item(ui.ActionRow(*(_button(button) for button in row)))
            continue
        for options in _evenly(part, OPTIONS):
            shown.add_item(ui.ActionRow(_menu(f"{MENU}:{menus}", options)))
            menus += 1
    if screen.file is not None:
        shown.add_item(ui.File(f"attachment://{screen.file.name}"))
    shown.stop()
    return shown


def files(screen: Screen) -> list[discord.File]:
    """The file that goes with a screen, to be sent with its view."""
    if screen.file is None:
        return []
    return [discord.File(BytesIO(screen.file.text.encode()), screen.file.name)]


def arranged(rows: Sequence[Row], room: int) -> list[Part]:
    """The rows as they are, in at most `room` components.

    Where they are too many, the longest run of rows of nearly equal length becomes menus: rows
    that belong together, such as the cards of a hand, are made so. Links stay out: all of ours
    open a private chat, and what would be there is shown here.
    """
    parts: list[Part] = list(_runs(_offered(rows)))
    while sum(_size(part) for part in parts) > room:
        buttons = [_count(part) for part in parts]
        longest = buttons.index(max(buttons))
        run = parts[longest]
        if not isinstance(run, list):
            # Nothing is left to fold: one menu after another holds everything in order.
            run = [row for part in parts for row in (part if isinstance(part, list) else [part])]
            return [tuple(button for row in run for button in row)]
        parts[longest] = tuple(button for row in run for button in row)
    return parts


def _offered(rows: Sequence[Row]) -> list[Row]:
    """Rows of at most five taps, each tap once."""
    seen: set[str] = set()
    offered: list[Row] = []
    for row in rows:
        taps = [b for b in row if b.payload and b.payload not in seen]
        seen.update(button.payload for button in taps)
        offered.extend(_evenly(taps, A_ROW))
    return offered


def _runs(rows: list[Row]) -> list[list[Row]]:
    runs: list[list[Row]] = []
    for row in rows:
        if runs and abs(len(runs[-1][0]) - len(row)) <= 1:
            runs[-1].append(row)
        else:
            runs.append([row])
    return runs


def _count(part: Part) -> int:
    """The buttons that could still become options."""
    return sum(len(row) for row in part) if isinstance(part, list) else 0


def _size(part: Part) -> int:
    if isinstance(part, list):
        return sum(1 + len(row) for row in part)
    return 2 * -(-len(part) // OPTIONS)


def _evenly(buttons: Sequence[Button], most: int) -> list[Row]:
    """The buttons in groups of nearly equal size."""
    count = -(-len(buttons) // most)
    return [
        tuple(buttons[len(buttons) * i // count : len(buttons) * (i + 1) // count])
        for i in range(count)
    ]


def label(text: str) -> str:
    """A label in the colour of its button: red suits become outlines.

    >>> label("Lay 9♤♥️♧ · 30")
    'Lay 9♤♡♧ · 30'
    """
    text = text.translate(_OUTLINE)
    return text if len(text) <= LABEL else text[: LABEL - 1] + "…"


def _button(button: Button) -> ui.Button[ui.LayoutView]:
    return ui.Button(
        label=label(button.label), custom_id=button.payload, style=_STYLES[button.style]
    )


def _menu(name: str, buttons: Row) -> ui.Select[ui.LayoutView]:
    return ui.Select(
        custom_id=name,
        placeholder=f"{label(buttons[0].label)} … {label(buttons[-1].label)}"[:LABEL],
        options=[discord.SelectOption(label=label(b.label), value=b.payload) for b in buttons],
    )
