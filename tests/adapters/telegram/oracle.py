"""Who may know which card, judged by what the table stored at that time.

Every card named to a person must be explained by what that person may see: the own hand, the row,
the melds, the told turns.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot import requests as rq
from bot.payloads import PayloadError, decode
from bot.pictures.spec import Picture, TablePicture
from bot.state import Table
from tests.adapters.knowledge import HAND_LINE, carried, known, named, pictured
from tests.fakes.telegram import Seen

LAG = 20.0
"""Seconds of the clock that a post may be older than the newest state."""


@dataclass(frozen=True)
class Leak:
    """Something was shown that its reader must not know."""

    seen: Seen
    why: str


class Oracle:
    """The stored states of one chat with their times, the newest last.

    `pictures` are those that were drawn, by the SHA-256 of their file.
    """

    def __init__(self, group: int, pictures: Mapping[str, Picture]) -> None:
        self.group = group
        self.pictures = pictures
        self._times: list[float] = []
        self._tables: list[Table] = []

    def note(self, at: float, table: Table) -> None:
        """A state was committed."""
        self._times.append(at)
        self._tables.append(table)

    @property
    def turns(self) -> int:
        """How many turns of deals the states belong to."""
        return len({table.turn_id for table in self._tables if table.phase == "deal"})

    def around(self, at: float) -> list[Table]:
        """The states that what was shown at that time may have been drawn from."""
        last = bisect_right(self._times, at)
        first = bisect_right(self._times, at - LAG)
        return self._tables[max(0, min(first, last - 4) - 1) : last]

    def leaks(self, everything: list[Seen]) -> Iterator[Leak]:
        """All that was shown to somebody who must not know it."""
        for seen in everything:
            tables = self.around(seen.at)
            public = seen.chat == self.group and seen.kind not in ("toast", "alert", "link")
            readers: list[int | None] = [None] if public else [*seen.visible_to]
            for reader in readers:
                reasons = [self._wrong(seen, table, reader) for table in tables]
                if reasons and all(reasons):
                    yield Leak(seen, reasons[-1])

    def _wrong(self, seen: Seen, table: Table, reader: int | None) -> str:
        """Why the reader must not see this while the table stands so; empty where they may."""
        person = None if reader is None else f"tg:{reader}"
        seat = None if person is None else table.seat_of(person)
        what: rq.What | None = None
        if seen.kind == "data":
            try:
                _, what = decode(seen.text)
            except PayloadError:
                return "no payload of ours"
            if reader is None and isinstance(what, rq.Choose | rq.Move):
                return "a move under a public post"
            if isinstance(what, rq.Choose | rq.Move) and seat is None:
                return "a move for who has no seat"
        if table.deal is None or table.phase != "deal":
            return ""
        picture = self.pictures[seen.text] if seen.kind == "photo" else None
        if reader is None and isinstance(picture, TablePicture) and picture.hand is not None:
            return "a hand drawn in public"
        if picture is not None:
            cards = pictured(picture, table.rules)
        else:
            cards = named(seen.text, table.rules) if what is None else carried(what)
        if not cards:
            return ""
        if reader is None and HAND_LINE.search(seen.text):
            return "a hand in public"
        secret = cards - known(table, seat)
        return f"{len(secret)} cards that are not known" if secret else ""
