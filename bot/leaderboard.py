"""The leaderboard of a chat, computed from its log of results.

A result is one JSON text a match: `{"v": 1, "at": unix seconds, "sides": [{"total": 1510, "won":
true, "people": [["tg:555", "Anna"], ...]}, ...]}`. It counts by the person's id; the name shown is
the newest one seen.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

log = logging.getLogger(__name__)

VERSION = 1


@dataclass(frozen=True, slots=True)
class Standing:
    """A side at the end of a match: total points, won or not, and its people as (id, name)."""

    total: int
    won: bool
    people: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the leaderboard: matches played and won, and all points made in them."""

    person: str
    name: str
    played: int
    won: int
    points: int


def write_result(at: float, sides: Iterable[Standing]) -> str:
    """One finished match for the log."""
    return json.dumps(
        {
            "v": VERSION,
            "at": int(at),
            "sides": [
                {"total": s.total, "won": s.won, "people": [list(p) for p in s.people]}
                for s in sides
            ],
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def read_result(text: str) -> tuple[float, tuple[Standing, ...]]:
    """The inverse of `write_result`. Raises ValueError for what it cannot read."""
    try:
        data = json.loads(text)
        if data["v"] != VERSION:
            raise ValueError("result of another version")
        return float(data["at"]), tuple(
            Standing(
                int(side["total"]),
                bool(side["won"]),
                tuple((str(person), str(name)) for person, name in side["people"]),
            )
            for side in data["sides"]
        )
    except (KeyError, TypeError) as error:
        raise ValueError("not a result") from error


def leaderboard(
    results: Iterable[str], names: Mapping[str, str] | None = None
) -> tuple[Entry, ...]:
    """Everybody of the chat, the most wins first, then points, then fewer matches, then the name.

    `names` are newer than those in the results, by the person's id.

    >>> log = [write_result(0, [Standing(1510, True, (("tg:1", "Anna"),)),
    ...                         Standing(900, False, (("tg:2", "Bruno"),))])]
    >>> [(e.name, e.played, e.won, e.points) for e in leaderboard(log)]
    [('Anna', 1, 1, 1510), ('Bruno', 1, 0, 900)]
    """
    entries: dict[str, Entry] = {}
    for text in results:
        try:
            _, sides = read_result(text)
        except ValueError:
            log.error("a result in the log cannot be read; it is left out of the leaderboard")
            continue
        for side in sides:
            for person, name in side.people:
                old = entries.get(person, Entry(person, name, 0, 0, 0))
                entries[person] = Entry(
                    person,
                    (names or {}).get(person, name),
                    old.played + 1,
                    old.won + int(side.won),
                    old.points + side.total,
                )
    return tuple(
        sorted(entries.values(), key=lambda e: (-e.won, -e.points, e.played, e.name.casefold()))
    )
