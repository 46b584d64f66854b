"""A screen in Discord's words: a layout of markdown, buttons and menus."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final

import discord
from discord import ui

from bot.payloads import ticked
from bot.pictures.spec import digest
from bot.screen import Button, Line, Menu, Option, Screen, Span
from bot.screens import measure

PREFIX: Final = "dc:"
"""What the ids of places and persons start with."""
PERSON: Final = "dc:@"
"""What those of persons alone start with."""
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
"""What the ids of menus start with in which one option is chosen: its value is the payload."""
TICKS: Final = "ticks"
"""The same where any number is: the payload stands in the id, the values are places."""
GREEN: Final = 0x2E9E6B
"""The bar beside a message."""
DESCRIPTION: Final = 1024
"""Characters of the words that stand for a picture."""
EMPTY: Final = "\u200b"
"""Stands for a text without anything."""

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


def id_of(destination: str) -> int:
    """The number of a place or a person on Discord.

    >>> id_of("dc:9876"), id_of("dc:@42")
    (9876, 42)
    """
    return int(destination.removeprefix(PREFIX).removeprefix("@"))


def is_person(destination: str) -> bool:
    """Is it a person, and no place?"""
    return destination.startswith(PERSON)


# --- text ------------------------------------------------------------------------------------


def escaped(text: str) -> str:
    r"""A text that reads as it was typed.

    >>> print(escaped("*Anna* <@1> https://x.y"))
    \*Anna\* \<\@1\> https\://x.y
    """
    return _MARKS.sub(r"\\\g<0>", text)


def markdown(lines: Sequence[Line]) -> str:
    """The text of a screen; what is quoted stands smaller."""
    return "\n".join(("-# " if line.quote else "") + _line(line) for line in lines)


def _line(line: Line) -> str:
    return "".join(_span(span) for span in line.spans)


def _span(span: Span) -> str:
    if span.until is not None:
        text = f"<t:{span.until}:R>"
    elif is_person(span.person):
        text = f"<@{id_of(span.person)}>"
    else:
        text = escaped(span.text)
    return f"**{text}**" if span.emphasis == "bold" and text else text


def called(screen: Screen) -> discord.AllowedMentions:
    """Only who is called by the screen itself is pinged, never a name that looks like a mention."""
    people = {span.person for line in screen.lines for span in line.spans}
    users = [discord.Object(id_of(person)) for person in sorted(people) if is_person(person)]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


# --- the message -----------------------------------------------------------------------------


def view(screen: Screen, picture: str = "") -> ui.LayoutView:
    """A message's content. Its taps come by their ids, so nothing is kept in memory for it.

    `picture` is the digest of one that the message has already and keeps, where the screen has
    none itself.
    """
    shown = ui.LayoutView(timeout=None)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=GREEN)
    name = picture_of(screen) or picture
    first, *others = screen.lines or (Line(()),)
    if name:
        box.add_item(ui.TextDisplay(markdown([first]) or EMPTY))
        gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
        gallery.add_item(
            media=f"attachment://{file_name(name)}",
            description=measure.clip(screen.text, DESCRIPTION) or None,
        )
        box.add_item(gallery)
        if others:
            box.add_item(ui.TextDisplay(markdown(others) or EMPTY))
    else:
        box.add_item(ui.TextDisplay(markdown(screen.lines) or EMPTY))
    room = COMPONENTS - 1 - len(box.children)
    for number, item in enumerate(_items(screen, room)):
        if isinstance(item, Menu):
            box.add_item(ui.ActionRow(_menu(item, number)))
        else:
            box.add_item(ui.ActionRow(*(_button(button) for button in item)))
    if screen.file is not None:
        box.add_item(ui.File(f"attachment://{screen.file.name}"))
    shown.add_item(box)
    shown.stop()
    return shown


def picture_of(screen: Screen) -> str:
    """The digest of a screen's picture; empty where it has none."""
    return "" if screen.picture is None else digest(screen.picture)


def file_name(picture: str) -> str:
    """The name under which a picture is attached, so that it can be known again.

    >>> picture_in("table-" + "ab" * 16 + ".png") == "ab" * 16
    True
    """
    return f"table-{picture}.png"


def picture_in(name: str) -> str:
    """The digest of the picture that an attachment of this name is; empty for any other."""
    found = re.fullmatch(r"table-([0-9a-f]{32})\.png", name)
    return found[1] if found else ""


def _items(screen: Screen, room: int) -> Iterator[Row | Menu]:
    """The rows and menus of a screen, in at most `room` components."""
    own = [row[0] for row in screen.rows if isinstance(row[0], Menu)]
    rows: list[Row] = []
    left = room - 2 * len(own)
    for row in screen.rows:
        if isinstance(row[0], Menu):
            own_menu = row[0]
            yield from _fitted(rows, left)
            left -= sum(_size(part) for part in arranged(rows, left))
            rows = []
            yield own_menu
        else:
            rows.append(row)
    yield from _fitted(rows, left)


def _fitted(rows: Sequence[Row], room: int) -> Iterator[Row | Menu]:
    for part in arranged(rows, room):
        if isinstance(part, list):
            yield from part
            continue
        for group in _evenly(part, OPTIONS):
            title = f"{label(group[0].label)} … {label(group[-1].label)}"
            options = tuple(Option(button.label, button.payload) for button in group)
            yield Menu(title, options=options)


def files(screen: Screen, png: bytes = b"") -> list[discord.File]:
    """What goes with a screen, to be sent with its view: its picture as `png`, its file."""
    found = []
    if png:
        found.append(discord.File(BytesIO(png), file_name(picture_of(screen))))
    if screen.file is not None:
        found.append(discord.File(BytesIO(screen.file.text.encode()), screen.file.name))
    return found


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


def _menu(menu: Menu, number: int) -> ui.Select[ui.LayoutView]:
    """The menu. Its id is another one each time, or what was chosen in it would go on standing."""
    # No payload has a colon, so what comes back can be told apart: see `payload_of`.
    nonce = secrets.token_hex(2)
    if menu.several:
        name = f"{TICKS}:{menu.payload}:{nonce}"
    else:
        name = f"{MENU}:{number}:{nonce}"
    return ui.Select(
        custom_id=name,
        placeholder=label(menu.label),
        min_values=0 if menu.several else 1,
        max_values=len(menu.options) if menu.several else 1,
        options=[_option(menu, option, at) for at, option in enumerate(menu.options)],
    )


def _option(menu: Menu, option: Option, at: int) -> discord.SelectOption:
    """An option; two that do the same, as copies of a card, need two values."""
    return discord.SelectOption(
        label=label(option.label),
        value=str(at) if menu.several else f"{option.payload}:{at}",
        description=option.words or None,
        default=option.chosen,
    )


def payload_of(custom_id: str, values: Sequence[str]) -> str:
    """The payload of a tap, from the id of its button or menu and what was chosen there.

    >>> payload_of("jk3f9a2xq0", [])
    'jk3f9a2xq0'
    >>> payload_of("menu:3:ab12", ["jk3f9a2xq0:7"])
    'jk3f9a2xq0'
    """
    kind, _, rest = custom_id.partition(":")
    if kind == TICKS and all(re.fullmatch("[0-9]{1,2}", value) for value in values):
        return ticked(rest.partition(":")[0], map(int, values))
    if kind == MENU and values:
        return values[0].partition(":")[0]
    return custom_id
