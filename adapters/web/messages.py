"""A screen as the browser gets it: JSON of plain texts, from which the page builds its elements.

No markup is written here and none is read in the browser, so nothing that was typed can become
markup.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from bot.payloads import PayloadError, decode
from bot.pictures.draw import size
from bot.pictures.spec import Picture, alt, digest, dump
from bot.pictures.stored import restore
from bot.requests import Choose, What
from bot.screen import Button, Line, Screen

PICTURE: Final = "picture"
DRAWN: Final = "drawn"
"""Parts of a message: what the browser gets of its picture, and what it is drawn from."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a thread: its number and what the browser gets of it."""

    number: int
    body: dict[str, Any]

    @property
    def said(self) -> bool:
        """Is it an answer that its reader may put away, and no post of the host?"""
        return bool(self.body.get("said"))

    @property
    def picture(self) -> Picture | None:
        """The picture above its text."""
        try:
            return restore(self.body[DRAWN]) if DRAWN in self.body else None
        except ValueError:
            return None

    def wire(self) -> dict[str, Any]:
        """The whole message, with its number; of its picture what the browser needs to ask."""
        body = {name: part for name, part in self.body.items() if name != DRAWN}
        return {"id": self.number, **body}


def body_of(screen: Screen, said: bool = False, table: str = "") -> dict[str, Any]:
    """What the browser gets of a screen; `said` marks an answer, see `Message.said`.

    `table` is the code of the table it belongs to; left out, that of its buttons.
    """
    body: dict[str, Any] = {
        "said": said,
        "report": screen.report,
        "table": table or _table_of(screen),
        "lines": [_line(line) for line in screen.lines],
        "rows": [[_button(button) for button in row] for row in screen.rows],
    }
    if screen.picture is not None:
        body |= _drawn(screen.picture)
    if screen.file is not None:
        body["file"] = {"name": screen.file.name, "text": screen.file.text}
    return body


def _drawn(picture: Picture) -> dict[str, Any]:
    """What is stored of a picture: its data, and what the page makes room for."""
    width, height = size(picture)
    shown = {"digest": digest(picture), "width": width, "height": height, "alt": alt(picture)}
    return {PICTURE: shown, DRAWN: dump(picture)}


def picture_in(body: dict[str, Any]) -> dict[str, Any]:
    """The parts of a message that belong to its picture."""
    return {name: body[name] for name in (PICTURE, DRAWN) if name in body}


def _table_of(screen: Screen) -> str:
    found = (_read(button) for row in screen.rows for button in row)
    return next((table for table, _ in found if table), "")


def _read(button: Button) -> tuple[str, What | None]:
    """The table a button belongs to and what it asks for."""
    try:
        return decode(button.payload)
    except PayloadError:
        return "", None


def to_text(body: dict[str, Any]) -> str:
    """A message for the store."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def from_text(number: int, text: str) -> Message | None:
    """The inverse of `to_text`; None for a text that is no message."""
    try:
        body = json.loads(text)
    except ValueError:
        return None
    return Message(number, body) if isinstance(body, dict) else None


def _line(line: Line) -> dict[str, Any]:
    spans: list[dict[str, Any]] = []
    for span in line.spans:
        one: dict[str, Any] = {"text": span.text}
        if span.emphasis == "bold":
            one["bold"] = True
        if span.until is not None:
            one["until"] = span.until
        spans.append(one)
    return {"quote": line.quote, "spans": spans}


def _button(button: Button) -> dict[str, Any]:
    """`card` marks the buttons of a hand's cards, which look like cards and are on or off."""
    shown: dict[str, Any] = {"label": button.label, "style": button.style}
    if button.link:
        return {**shown, "link": button.link}
    if isinstance(_read(button)[1], Choose):
        shown["card"] = True
    return {**shown, "payload": button.payload}
