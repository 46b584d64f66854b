"""What a message may hold: the rules by which Discord takes or refuses a form."""

from __future__ import annotations

from typing import Final

from tests.fakes.discord.errors import ApiError, form
from tests.fakes.discord.things import V2, Json, walk

COMPONENTS: Final = 40
CHARACTERS: Final = 4000
CONTENT: Final = 2000
A_ROW: Final = 5
OPTIONS: Final = 25
ID: Final = 100
LABEL: Final = 80
OPTION: Final = 100
PLACEHOLDER: Final = 150
GALLERY: Final = 10
ATTACHMENTS: Final = 10

_OUTSIDE: Final = {1, 9, 10, 12, 13, 14, 17}
_INSIDE: Final[dict[int, set[int]]] = {
    1: {2, 3, 5, 6, 7, 8},
    9: {10},
    17: {1, 9, 10, 12, 13, 14},
}
"""By the type of a component, what it may hold."""


def check(body: Json, attachments: list[Json]) -> None:
    """Is it a message that Discord takes? Raises ApiError."""
    parts = body["components"]
    files = {attachment["filename"] for attachment in attachments}
    if len(attachments) > ATTACHMENTS:
        raise form("too many attachments")
    if len(body["content"]) > CONTENT:
        raise form("content is too long")
    if body["flags"] & V2:
        if body["content"]:
            raise form("content cannot be used with components v2")
        if not parts:
            raise ApiError(50006)
        _laid_out(parts, files)
        return
    if not body["content"] and not attachments and not parts:
        raise ApiError(50006)
    if len(parts) > A_ROW or any(part["type"] != 1 for part in parts):
        raise form("only five rows without components v2")
    _controls(parts)


def _laid_out(parts: list[Json], files: set[str]) -> None:
    every = walk(parts)
    if len(every) > COMPONENTS:
        raise form(f"{len(every)} components")
    if any(part["type"] not in _OUTSIDE for part in parts):
        raise form("a component that cannot stand by itself")
    for part in every:
        held = _INSIDE.get(part["type"])
        for inner in part.get("components", []):
            if held is None or inner["type"] not in held:
                raise form(f"type {inner['type']} inside type {part['type']}")
        if part["type"] == 9:
            _section(part)
        if part["type"] == 17 and not part.get("components"):
            raise form("an empty container")
        for media in _media(part):
            url = media["url"]
            name = url.removeprefix("attachment://")
            if url.startswith("attachment://") and name not in files:
                raise form(f"no attachment {name}")
            if not url.startswith(("attachment://", "https://", "http://")):
                raise form("not an address")
    texts = [part["content"] for part in every if part["type"] == 10]
    if not all(texts) or sum(map(len, texts)) > CHARACTERS:
        raise form("texts of 1 to 4000 characters")
    _controls(parts)


def _section(part: Json) -> None:
    if not 1 <= len(part["components"]) <= 3 or part["accessory"]["type"] not in (2, 11):
        raise form("a section of one to three texts with a button or picture")


def _media(part: Json) -> list[Json]:
    match part["type"]:
        case 11:
            return [part["media"]]
        case 12:
            if not 1 <= len(part["items"]) <= GALLERY:
                raise form("a gallery of one to ten pictures")
            return [item["media"] for item in part["items"]]
        case 13:
            return [part["file"]]
    return []


def _controls(parts: list[Json]) -> None:
    ids: list[str] = []
    for part in walk(parts):
        match part["type"]:
            case 1:
                inner = [one["type"] for one in part["components"]]
                menus = [kind for kind in inner if kind != 2]
                if not inner or len(inner) > A_ROW or (menus and len(inner) > 1):
                    raise form("a row of one to five buttons or one menu")
            case 2:
                ids += _button(part)
            case 3:
                ids += _menu(part)
    if not all(1 <= len(one) <= ID for one in ids):
        raise form("a custom id of 1 to 100 characters")
    if len(set(ids)) < len(ids):
        raise form("Component custom id cannot be duplicated")


def _button(part: Json) -> list[str]:
    if len(part.get("label") or "") > LABEL or not (part.get("label") or part.get("emoji")):
        raise form("a label of 1 to 80 characters")
    if part["style"] == 5:
        if "custom_id" in part or not part.get("url"):
            raise form("a link has an address and no custom id")
        return []
    if part["style"] not in (1, 2, 3, 4) or "url" in part:
        raise form("a style of a button")
    return [part.get("custom_id", "")]


def _menu(part: Json) -> list[str]:
    options = part.get("options", [])
    values = [option["value"] for option in options]
    if not 1 <= len(options) <= OPTIONS:
        raise form("a menu of 1 to 25 options")
    if len(set(values)) < len(values) or not all(1 <= len(value) <= OPTION for value in values):
        raise form("different values of 1 to 100 characters")
    if not all(1 <= len(option["label"]) <= OPTION for option in options):
        raise form("labels of 1 to 100 characters")
    if len(part.get("placeholder") or "") > PLACEHOLDER:
        raise form("a placeholder of 150 characters at most")
    return [part.get("custom_id", "")]


def numbered(parts: list[Json], attachments: list[Json]) -> list[Json]:
    """The components as Discord keeps them: each with a number, files with their addresses."""
    urls = {f"attachment://{a['filename']}": a["url"] for a in attachments}
    for number, part in enumerate(walk(parts), 1):
        part["id"] = number
        for media in _media(part):
            media["url"] = media["proxy_url"] = urls.get(media["url"], media["url"])
    return parts
