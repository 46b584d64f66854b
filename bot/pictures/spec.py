"""A picture as pure data: what is needed to draw it, and nothing else.

Two equal pictures look the same, to the bit; `digest` names what a picture looks like. There is no
running clock in them: a picture is drawn anew only when the game changes. Words come in already
translated. No card is in a picture that its reader may not see: the builders in
`bot.pictures.build` take them from a view.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from typing import Any, Final

from engine.cards import Card, Placed

LOOK_VERSION: Final = 1
"""Goes up when the same data is drawn in another way, so that nothing old is shown for it."""


@dataclass(frozen=True, slots=True)
class Faces:
    """How card faces look: the index letters of jack, queen and king, and two colours or four."""

    letters: str = "JQK"
    four_colours: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table: name, number of cards held, and is it their turn?"""

    name: str
    cards: int
    to_play: bool = False


@dataclass(frozen=True, slots=True)
class MeldColumn:
    """A meld as it lies, and what it counts.

    `fresh` are the places of cards that came in the last turn (or, for whom is to play, in this
    one). `doubled`: do its cards count more than once?
    """

    cards: tuple[Placed, ...]
    points: int
    fresh: tuple[int, ...] = ()
    doubled: bool = False


@dataclass(frozen=True, slots=True)
class Area:
    """What belongs to a side: its players, its points before this deal, its melds."""

    players: tuple[Player, ...]
    total: int
    melds: tuple[MeldColumn, ...] = ()


@dataclass(frozen=True, slots=True)
class HeldCards:
    """The reader's own cards in the order shown.

    `owed` are the places of cards that must go on the table in this turn, `drawn` those of cards
    that have come in this turn.
    """

    cards: tuple[Card, ...]
    owed: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TablePicture:
    """The table, for the group or, with a hand, for its holder.

    `heading` says which deal it is, `turn` who is to play. `above` are the sides over the row and
    `below` those under it. The first `blocked` cards of the row cannot be taken; `discarded`: is
    its last card that of the last turn? `wilds` are black twos where they are wild (pinelle).
    """

    faces: Faces
    heading: str
    turn: str
    above: tuple[Area, ...]
    below: tuple[Area, ...]
    stock: int
    row: tuple[Card, ...]
    blocked: int = 0
    discarded: bool = False
    wilds: tuple[Card, ...] = ()
    hand: HeldCards | None = None


@dataclass(frozen=True, slots=True)
class SumLine:
    """One line of a sum: the amount, what it is for in words, and the cards that were counted."""

    amount: int
    words: str
    cards: tuple[Placed, ...] = ()


@dataclass(frozen=True, slots=True)
class Sum:
    """What a side scored: its lines, and the points before and after (`before` + lines)."""

    name: str
    lines: tuple[SumLine, ...]
    before: int
    won: bool = False

    @property
    def total(self) -> int:
        """The sum of the lines."""
        return sum(line.amount for line in self.lines)

    @property
    def after(self) -> int:
        """The points of the side after the deal."""
        return self.before + self.total


@dataclass(frozen=True, slots=True)
class ResultPicture:
    """A deal's sum, line by line for every side. `foot` is what the sums are played to."""

    faces: Faces
    heading: str
    sums: tuple[Sum, ...]
    this_deal: str
    foot: str = ""
    wilds: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """A side's way through a match: its points after each deal, the first being 0."""

    name: str
    totals: tuple[int, ...]
    won: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A word and its value, e.g. a highlight of a match."""

    word: str
    value: str


@dataclass(frozen=True, slots=True)
class MatchPicture:
    """The end of a match: who has won, the points after each deal, some highlights.

    `target` is where a line is drawn; None where the match is not played to points.
    """

    heading: str
    winner: str
    courses: tuple[Course, ...]
    target: int | None
    deals: str
    highlights: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of the leaderboard: the place, who, and what they have done, in words."""

    place: int
    name: str
    won: int
    played: int
    points: str


@dataclass(frozen=True, slots=True)
class LeaderboardPicture:
    """The best of a chat. `columns` are the words above the numbers: won, played, points."""

    heading: str
    order: str
    columns: tuple[str, str, str]
    people: tuple[Ranked, ...]
    more: str = ""


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player: some facts, and the rating after each match, oldest first."""

    name: str
    title: str
    facts: tuple[Fact, ...]
    curve_word: str
    curve: tuple[float, ...] = ()


Picture = TablePicture | ResultPicture | MatchPicture | LeaderboardPicture | PlayerCard


def dump(picture: Picture) -> dict[str, Any]:
    """The picture as JSON data, cards in their notation; what is as usual is left out."""
    return {"picture": type(picture).__name__, **_plain(picture)}


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        found = {}
        for field in fields(value):
            inner = getattr(value, field.name)
            if inner != field.default:
                found[field.name] = _plain(inner)
        return found
    if isinstance(value, Card | Placed):
        return str(value)
    if isinstance(value, tuple):
        if value and all(isinstance(each, Card | Placed) for each in value):
            return " ".join(map(str, value))
        return [_plain(each) for each in value]
    return value


@lru_cache(maxsize=256)
def digest(picture: Picture) -> str:
    """A name for what the picture looks like: 32 hexadecimal digits, the same in any process."""
    text = json.dumps([LOOK_VERSION, dump(picture)], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def alt(picture: Picture) -> str:
    """What the picture is of, in a few words, for who does not see it."""
    match picture:
        case TablePicture():
            return f"{picture.heading} · {picture.turn}"
        case MatchPicture():
            return f"{picture.heading} · {picture.winner}"
        case PlayerCard():
            return picture.name
        case _:
            return picture.heading
