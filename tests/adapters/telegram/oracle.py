"""Who may know which card, judged by what the table stored at that time.

Every card named to a person must be explained by what that person may see: the own hand, the row,
the melds, the told turns. Cards are read back from texts, labels and payloads without any help
from the program that wrote them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from bot import requests as rq
from bot.payloads import PayloadError, decode
from bot.state import Table
from engine.actions import Add, Discard, Lay, Swap
from engine.cards import Card, Placed, card
from tests.fakes.telegram import Seen

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NOTED = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
SUITS = {"♤": "s", "♠": "s", "♡": "h", "♥": "h", "♧": "c", "♣": "c", "♢": "d", "♦": "d"}
JOKER = card("*")
LAG = 20.0
"""Seconds of the clock that a post may be older than the newest state."""

_RANK = "(?:10|[A2-9JQK])"
_SUIT = "[♤♠♡♥♧♣♢♦]"
_MEANING = re.compile(rf"=\s*{_RANK}{_SUIT}")
_RUN = re.compile(rf"({_RANK})–({_RANK})({_SUIT})(?: \(((?:🃏|★)[^)]*)\))?")
_SET = re.compile(rf"(?<![\dA-Z])({_RANK})({_SUIT}+)")
_BY_SUIT = re.compile(rf"^({_SUIT})((?: {_RANK})+)$", re.M)
_HAND_LINE = re.compile(r"\b(?:hand|mano) \(\d+\)", re.IGNORECASE)
_NOTATION = re.compile(r"(?:[A2-9TJQK][shcd]|\*){2,}")


def named(text: str) -> set[Card]:
    """All cards that a text names: single ones, sets, runs, hands by suit, notation."""
    text = _MEANING.sub("", text.replace("\ufe0f", ""))
    found = {JOKER} if "🃏" in text else set()
    for first, last, suit, wilds in _RUN.findall(text):
        start, end = RANKS.index(first), RANKS.index(last) or len(RANKS)
        wild = set(re.findall(rf"[🃏★]({_RANK})", wilds))
        found |= {_of(r, suit) for r in (*RANKS, "A")[start : end + 1] if r not in wild}
    text = _RUN.sub("", text)
    for rank, suits in _SET.findall(text):
        found |= {_of(rank, suit) for suit in suits}
    for suit, ranks in _BY_SUIT.findall(text):
        found |= {_of(rank, suit) for rank in ranks.split()}
    for notation in _NOTATION.findall(text):
        found |= {card(each) for each in re.findall(r"\*|..", notation)}
    return found


def _of(rank: str, suit: str) -> Card:
    return card(NOTED[RANKS.index(rank)] + SUITS[suit])


def carried(what: rq.What) -> set[Card]:
    """The cards that a payload names."""
    match what:
        case rq.Choose(face, _, _):
            return {face}
        case rq.Move(_, actions):
            found: set[Card] = set()
            for action in actions:
                match action:
                    case Lay(cards) | Add(_, cards):
                        found |= {p.card for p in cards}
                    case Swap(_, face) | Discard(face):
                        found.add(face)
                    case _:
                        pass
            return found
        case _:
            return set()


@dataclass(frozen=True)
class Leak:
    """Something was shown that its reader must not know."""

    seen: Seen
    why: str


class Oracle:
    """The stored states of one chat with their times, the newest last."""

    def __init__(self, group: int) -> None:
        self.group = group
        self._times: list[float] = []
        self._tables: list[Table] = []

    def note(self, at: float, table: Table) -> None:
        """A state was committed."""
        self._times.append(at)
        self._tables.append(table)

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
                reasons = [_wrong(seen, table, reader) for table in tables]
                if reasons and all(reasons):
                    yield Leak(seen, reasons[-1])


def _wrong(seen: Seen, table: Table, reader: int | None) -> str:
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
    cards = named(seen.text) if what is None else carried(what)
    if not cards:
        return ""
    if reader is None and _HAND_LINE.search(seen.text):
        return "a hand in public"
    secret = cards - known(table, seat)
    return f"{len(secret)} cards that are not known" if secret else ""


def known(table: Table, seat: int | None) -> set[Card]:
    """The cards of which a seat (None: anybody) may know where at least one of them is."""
    assert table.deal is not None
    settled, tried = table.deal.settled, table.deal.position
    position = tried if seat is not None and table.deal.seat == seat else settled
    found = {*position.row}
    for meld in position.melds:
        found |= {p.card for p in meld.meld.cards}
    for turn in table.turns:
        placed: list[Placed] = [p for meld in turn.laid for p in meld.cards]
        placed += [p for cards, meld in turn.added for p in (*cards, *meld.cards)]
        placed += [p for _, meld in turn.swapped for p in meld.cards]
        found |= {p.card for p in placed} | {face for face, _ in turn.swapped}
        found |= {face for face in (turn.took, turn.discard) if face is not None}
    if seat is not None:
        found |= {*position.hands[seat]} | {*settled.hands[seat]} | {*settled.row}
    return found
