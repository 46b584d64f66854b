"""Parse mode HTML and inline keyboards, read as strictly as Telegram does or stricter."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from tests.fakes.telegram.limits import ApiError, Limits

Entity = dict[str, Any]

TAGS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "s": "strikethrough",
    "code": "code",
    "pre": "pre",
    "a": "text_link",
    "blockquote": "blockquote",
    "tg-spoiler": "spoiler",
    "tg-time": "date_time",
}
NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
STYLES = ("primary", "success", "danger")

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)((?:\s[^<>]*)?)>")
_MENTION = re.compile(r"tg://user\?id=(\d+)")
_ATTRIBUTE = re.compile(r'\s+([a-zA-Z-]+)(?:="([^"<>]*)")?')
_REFERENCE = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]+));")


def utf16(text: str) -> int:
    """Length in UTF-16 units, as Telegram counts.

    >>> utf16("A♥️🃏")
    5
    """
    return len(text.encode("utf-16-le")) // 2


@dataclass(frozen=True, slots=True)
class Styled:
    """Text without tags, and its entities in UTF-16 units, as a message carries them."""

    text: str
    entities: tuple[Entity, ...] = ()


class _Trouble(Exception):
    pass


def parse_html(source: str, limits: Limits) -> Styled:
    """Read parse mode HTML; raises ApiError "can't parse entities".

    >>> styled = parse_html("<b>9♥️</b> &amp; <i>x</i>", Limits())
    >>> styled.text, [(e["type"], e["offset"], e["length"]) for e in styled.entities]
    ('9♥️ & x', [('bold', 0, 3), ('italic', 6, 1)])
    """
    try:
        return _trimmed(*_Reader(source).read())
    except _Trouble as trouble:
        raise limits.error("entities", why=str(trouble)) from None


class _Reader:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.text = ""
        self.entities: list[Entity] = []
        self.open: list[tuple[str, Entity]] = []

    @property
    def byte(self) -> int:
        return len(self.source[: self.at].encode())

    def read(self) -> tuple[str, list[Entity]]:
        while self.at < len(self.source):
            char = self.source[self.at]
            if char == "<":
                self._tag()
            elif char == "&":
                self._reference()
            else:
                self.text += char
                self.at += 1
        if self.open:
            raise _Trouble(f'Can\'t find end tag corresponding to start tag "{self.open[-1][0]}"')
        return self.text, sorted(self.entities, key=lambda e: (e["offset"], -e["length"]))

    def _reference(self) -> None:
        match = _REFERENCE.match(self.source, self.at)
        if match is None:
            raise _Trouble(f'Unescaped "&" at byte offset {self.byte}')
        decimal, hexadecimal, name = match.groups()
        if name is not None:
            if name not in NAMED:
                raise _Trouble(f'Unsupported entity "&{name};" at byte offset {self.byte}')
            self.text += NAMED[name]
        else:
            self.text += chr(int(decimal) if decimal is not None else int(hexadecimal, 16))
        self.at = match.end()

    def _tag(self) -> None:
        match = _TAG.match(self.source, self.at)
        if match is None:
            raise _Trouble(f'Unsupported start tag "" at byte offset {self.byte}')
        closing, raw_name, attributes = match.groups()
        name = raw_name.lower()
        if closing:
            self._close(name)
        else:
            self._open(name, attributes)
        self.at = match.end()

    def _open(self, name: str, attributes: str) -> None:
        if name not in TAGS:
            raise _Trouble(f'Unsupported start tag "{name}" at byte offset {self.byte}')
        around = [tag for tag, _ in self.open]
        if "code" in around or ("pre" in around and name != "code"):
            raise _Trouble(f'Tag "{name}" inside code at byte offset {self.byte}')
        if name == "blockquote" and name in around:
            raise _Trouble(f"Nested blockquote at byte offset {self.byte}")
        entity: Entity = {"type": TAGS[name], "offset": utf16(self.text), "length": 0}
        entity.update(self._facts(name, self._attributes(attributes)))
        self.open.append((name, entity))

    def _attributes(self, source: str) -> dict[str, str]:
        found: dict[str, str] = {}
        at = 0
        source = source.rstrip()
        while at < len(source):
            match = _ATTRIBUTE.match(source, at)
            if match is None:
                raise _Trouble(f"Bad attribute at byte offset {self.byte}")
            found[match.group(1).lower()] = match.group(2) or ""
            at = match.end()
        return found

    def _facts(self, name: str, given: dict[str, str]) -> Entity:
        allowed = {
            "a": {"href"},
            "blockquote": {"expandable"},
            "tg-time": {"unix", "format"},
            "code": {"class"},
        }.get(name, set())
        if not set(given) <= allowed:
            raise _Trouble(f'Unsupported attribute in tag "{name}" at byte offset {self.byte}')
        if name == "a":
            why = url_trouble(given.get("href", ""))
            if why:
                raise _Trouble(f"Bad href at byte offset {self.byte}: {why}")
            person = _MENTION.fullmatch(given["href"])
            if person is not None:
                user = {"id": int(person[1]), "is_bot": False, "first_name": ""}
                return {"type": "text_mention", "user": user}
            return {"url": given["href"].replace("&amp;", "&")}
        if name == "blockquote" and "expandable" in given:
            return {"type": "expandable_blockquote"}
        if name == "tg-time":
            if not given.get("unix", "").isdigit():
                raise _Trouble(f"Bad unix time at byte offset {self.byte}")
            shape = given.get("format", "")
            return {"unix_time": int(given["unix"])} | (
                {"date_time_format": shape} if shape else {}
            )
        return {}

    def _close(self, name: str) -> None:
        if not self.open:
            raise _Trouble(f"Unexpected end tag at byte offset {self.byte}")
        expected, entity = self.open.pop()
        if expected != name:
            raise _Trouble(
                f'Unmatched end tag at byte offset {self.byte}, expected "</{expected}>",'
                f' found "</{name}>"'
            )
        entity["length"] = utf16(self.text) - entity["offset"]
        if entity["length"]:
            self.entities.append(entity)


def _trimmed(text: str, entities: list[Entity]) -> Styled:
    """The server takes white space off both ends, so offsets move and ends shrink."""
    body = text.strip(" \n\t\r")
    lead = utf16(text[: len(text) - len(text.lstrip(" \n\t\r"))])
    whole = utf16(body)
    kept = []
    for entity in entities:
        start = max(0, entity["offset"] - lead)
        end = min(whole, entity["offset"] + entity["length"] - lead)
        if end > start:
            kept.append({**entity, "offset": start, "length": end - start})
    return Styled(body, tuple(kept))


def styled(text: str, parse_mode: str, limits: Limits, entities: Sequence[Entity] = ()) -> Styled:
    """The text as the message will carry it; raises ApiError.

    Known are parse mode HTML, or none and then the `entities` as given.
    """
    if not parse_mode:
        for entity in entities:
            start, length = entity["offset"], entity["length"]
            if start < 0 or length < 1 or start + length > utf16(text):
                raise limits.error("entities", why="entity beyond the text")
        return _trimmed(text, list(entities))
    if parse_mode.lower() != "html":
        raise ApiError(400, "Bad Request: unsupported parse_mode")
    return parse_html(text, limits)


def url_trouble(url: str) -> str:
    """What is wrong with a link, or an empty text."""
    parts = urlsplit(url)
    if parts.scheme == "tg":
        return "" if url.startswith("tg://") else "Wrong HTTP URL"
    if parts.scheme not in {"http", "https"}:
        return "Unsupported URL protocol" if parts.scheme else "Wrong HTTP URL"
    if not parts.hostname or "." not in parts.hostname:
        return "Wrong HTTP URL"
    return ""


@dataclass(frozen=True, slots=True)
class Button:
    """A button of an inline keyboard: `data` comes back when tapped, or `url` opens."""

    label: str
    data: str = ""
    url: str = ""
    style: str = ""

    def as_json(self) -> dict[str, str]:
        """The button as the Bot API writes it."""
        body = {"text": self.label}
        body |= {"url": self.url} if self.url else {"callback_data": self.data}
        return body | ({"style": self.style} if self.style else {})


Rows = tuple[tuple[Button, ...], ...]


def parse_keyboard(source: object, limits: Limits) -> Rows:
    """Read `reply_markup` (JSON text or what came of it); raises ApiError.

    Only inline keyboards are known: the project uses no other markup.
    """
    if isinstance(source, str):
        try:
            source = json.loads(source)
        except ValueError:
            raise ApiError(400, "Bad Request: can't parse reply keyboard markup JSON object") from (
                None
            )
    if not isinstance(source, dict):
        raise ApiError(400, "Bad Request: object expected as reply markup")
    rows = source.get("inline_keyboard", [])
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise ApiError(400, 'Bad Request: field "inline_keyboard" must be an Array of Arrays')
    keyboard = tuple(tuple(_button(button, limits) for button in row) for row in rows if row)
    if sum(map(len, keyboard)) > limits.value("buttons_total"):
        raise limits.error("buttons_total")
    if any(len(row) > limits.value("buttons_per_row") for row in keyboard):
        raise limits.error("buttons_per_row")
    return keyboard


def _button(source: object, limits: Limits) -> Button:
    if not isinstance(source, dict):
        raise ApiError(400, "Bad Request: can't parse inline keyboard button: expected an Object")
    label = str(source.get("text", ""))
    if not label.strip():
        raise limits.error("button_label")
    style = str(source.get("style", ""))
    if style and style not in STYLES:
        raise limits.error("button_style")
    if "url" in source:
        url = str(source["url"])
        why = url_trouble(url)
        if why:
            raise limits.error("button_url", url=url, why=why)
        return Button(label, url=url, style=style)
    if "callback_data" not in source:
        raise limits.error("button_action")
    data = str(source["callback_data"])
    if not 1 <= len(data.encode()) <= limits.value("button_data"):
        raise limits.error("button_data")
    return Button(label, data=data, style=style)
