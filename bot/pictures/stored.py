"""A picture from the data that `bot.pictures.spec.dump` makes of one."""

from __future__ import annotations

from dataclasses import MISSING, fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from bot.pictures import spec
from bot.pictures.spec import Picture
from engine.cards import Card, Placed, cards, placed

_KINDS: Final[dict[str, type]] = {kind.__name__: kind for kind in get_args(Picture)}


def restore(data: Any) -> Picture:
    """The inverse of `dump`. Raises ValueError for anything else."""
    try:
        found: Picture = _made(_KINDS[data["picture"]], data)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("not a picture") from error
    return found


def _made(kind: type, data: dict[str, Any]) -> Any:
    """A dataclass; what is left out is as usual."""
    types = _types(kind)
    given = {
        field.name: _value(types[field.name], data[field.name])
        for field in fields(kind)
        if field.name in data or field.default is MISSING
    }
    return kind(**given)


@cache
def _types(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, vars(spec))


def _value(kind: Any, data: Any) -> Any:
    if isinstance(kind, UnionType):
        if data is None:
            return None
        return _value(next(each for each in get_args(kind) if each is not NoneType), data)
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        if inner[0] is Card:
            return cards(data) if data else ()
        if inner[0] is Placed:
            return placed(data) if data else ()
        return tuple(_value(inner[0], each) for each in data)
    return data if kind in (str, int, float, bool) else _made(kind, data)
