"""What records and positions share: lines, errors, the names of seats, the rules in the header."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NoReturn

from engine.presets import PRESETS, difference, preset_name, restore
from engine.rules import RulesError

if TYPE_CHECKING:
    from engine.rules import Rules

VERSION: Final = 1
"""The version of the notation that is written, and the only one that is read."""
LONGEST_VALUE: Final = 1000
"""Characters of an option's value; real ones are far shorter."""

_COMPASS: Final = {2: "NS", 3: "NEW", 4: "NESW"}
_COMMENT: Final = re.compile(r"(?:^|\s)#.*")
_FIRST: Final = re.compile(r"Pinnacola (record|position) ([0-9]{1,9})")


class RecordError(ValueError):
    """A text that is no record, or a record that does not hold.

    `line` counts from 1; 0 where the record was not read from a text. `reason` says what is wrong
    and what there should be. It may name cards: those of a record are all revealed.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a text: its number, from 1, and what it says, single blanks between the words."""

    number: int
    text: str

    def wrong(self, reason: str) -> NoReturn:
        """Raises RecordError."""
        raise RecordError(self.number, reason)


def lines_of(text: str) -> list[Line]:
    """The lines that say something: without comments (from a `#` to the end) and empty lines."""
    said = (
        Line(number, " ".join(_COMMENT.sub("", raw).split()))
        for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1)
    )
    return [line for line in said if line.text]


def opened(text: str, kind: str) -> list[Line]:
    """The lines after the first one, which must open a text of this kind. Raises RecordError."""
    lines = lines_of(text)
    first = lines[0] if lines else Line(1, "")
    wanted = f"Pinnacola {kind} {VERSION}"
    found = _FIRST.fullmatch(first.text)
    if found is None or found[1] != kind:
        first.wrong(f"this is no {kind}: the first line must be {wanted!r}")
    if int(found[2]) != VERSION:
        first.wrong(f"a {kind} of version {found[2]}; this program reads version {VERSION}")
    return lines[1:]


def kind_of(text: str) -> str:
    """What a text says it is: `record`, `position`, or nothing."""
    lines = lines_of(text)
    found = _FIRST.fullmatch(lines[0].text) if lines else None
    return found[1] if found else ""


def quoted(text: str) -> str:
    """A part of a text for a reason: one short line, whatever it holds."""
    return repr(text if len(text) <= 80 else f"{text[:77]}...")


def compare(stated: Iterable[Line], expected: Iterable[str], after: int) -> None:
    """Are these the lines that must stand here? `after` is the line before. Raises RecordError."""
    wanted = iter(expected)
    for line in stated:
        text = next(wanted, None)
        if text is None:
            line.wrong(f"{quoted(line.text)}: nothing of this kind belongs here")
        if line.text != " ".join(text.split()):
            line.wrong(f"{quoted(line.text)} should be {quoted(text.strip())}")
        after = line.number
    missing = next(wanted, None)
    if missing is not None:
        raise RecordError(after, f"{quoted(missing.strip())} should follow")


# --- seats and sides -----------------------------------------------------------------------------


def seat_letters(players: int) -> str:
    """The letters of the seats, clockwise from seat 0.

    >>> [seat_letters(players) for players in (2, 3, 4, 6)]
    ['NS', 'NEW', 'NESW', 'ABCDEF']
    """
    return _COMPASS.get(players, "ABCDEFGHIJ"[:players])


def side_name(rules: Rules, side: int) -> str:
    """The letters of a side's seats: `NS`."""
    letters = seat_letters(rules.players)
    return "".join(letters[seat] for seat in rules.sides[side])


def one_line(name: str) -> str:
    """A name as it can stand in a record: one line, without signs that nobody sees, without `#`.

    >>> one_line(f"Anna{chr(10)} #1{chr(0x202e)}")
    'Anna 1'
    """
    seen = "".join(sign if sign.isprintable() else " " for sign in name.replace("#", " "))
    return " ".join(seen.split())[:64].rstrip()


# --- fields --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """A line `key: value`."""

    key: str
    value: str
    line: Line


def fields_of(
    lines: Iterable[Line], known: Callable[[str], bool], allowed: str
) -> dict[str, Field]:
    """The fields by key. Raises RecordError for other lines, unknown keys and keys named twice."""
    found: dict[str, Field] = {}
    for line in lines:
        key, colon, value = line.text.partition(":")
        if not colon or not known(key):
            line.wrong(f"{quoted(line.text)}: there can be {allowed}")
        if key in found:
            line.wrong(f"{quoted(key)} stands already in line {found[key].line.number}")
        found[key] = Field(key, value.strip(), line)
    return found


# --- rules ---------------------------------------------------------------------------------------


def rules_lines(rules: Rules) -> Iterator[str]:
    """The rules as the preset they are nearest to, and the options that differ from it."""
    changes = {name: difference(rules, name) for name in PRESETS}
    nearest = min(changes, key=lambda name: len(changes[name]))
    yield f"game: {nearest}"
    for option, value in changes[nearest].items():
        yield f"option {option}: {json.dumps(value)}"


def is_rules_key(key: str) -> bool:
    """Is it the key of a line of the rules?"""
    return key == "game" or key.startswith("option ")


def rules_from(found: Mapping[str, Field]) -> Rules:
    """The rules of a header. Raises RecordError."""
    if "game" not in found:
        raise RecordError(1, f"a line 'game: ...' must follow, with one of {', '.join(PRESETS)}")
    game = found["game"]
    changed: dict[str, Any] = {}
    at = {"game": game.line}
    for key, entry in found.items():
        if key.startswith("option "):
            option = key.removeprefix("option ")
            changed[option] = _json(entry)
            at[option] = entry.line
    try:
        preset_name(game.value)
    except RulesError as error:
        game.line.wrong(str(error))
    try:
        return restore(game.value, changed)
    except RulesError as error:
        reason = str(error)
        named = [option for option in at if re.search(rf"\b{re.escape(option)}\b", reason)]
        at[named[0] if named else "game"].wrong(reason)


def _json(entry: Field) -> Any:
    try:
        if len(entry.value) > LONGEST_VALUE:
            raise ValueError
        return json.loads(entry.value, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        entry.line.wrong(f"{quoted(entry.value)} is no value: a number, true, false, null, ...")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)
