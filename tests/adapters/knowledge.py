"""Which cards are told and which may be known, for tests of leaks on every platform.

Cards are read back from texts, labels and payloads without any help from the program that wrote
them.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields, is_dataclass
from typing import Any

from bot import requests as rq
from bot.pictures.spec import Picture
from bot.state import Table
from engine.actions import Add, Discard, Lay, Swap
from engine.cards import Card, Placed, card
from engine.position import Position
from engine.rules import Rules

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NOTED = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
SUITS = {"♤": "s", "♠": "s", "♡": "h", "♥": "h", "♧": "c", "♣": "c", "♢": "d", "♦": "d"}
JOKER = card("*")

_RANK = "(?:10|[A2-9JQK])"
_SUIT = "[♤♠♡♥♧♣♢♦]"
_MEANING = re.compile(rf"=\s*{_RANK}{_SUIT}")
_RUN = re.compile(rf"({_RANK})–({_RANK})({_SUIT})(?: \(((?:🃏|★)[^)]*)\))?")
_SET = re.compile(rf"(?<![\dA-Z])({_RANK})({_SUIT}+)")
_BY_SUIT = re.compile(rf"^({_SUIT})((?: {_RANK})+)$", re.M)
HAND_LINE = re.compile(r"\b(?:hand|mano) \(\d+\)", re.IGNORECASE)
"""The line that heads a hand."""
_PACK = re.compile(r"\b(?:pack|mazzo) [0-9a-f]{8,}")
"""The code of a deal's secret, which may look like notation."""
_WANTED = re.compile(
    r"(no meld:|non è un gioco: manc(?:a|ano)|Does not fit: .* takes|Non entra: .* aspetta"
    rf"|The wild stands for|La matta vale)(?: {_RANK}{_SUIT})+"
)
"""Cards said to be needed, which nobody says anybody has: they follow from cards in sight."""
_NOTATION = re.compile(r"(?:[A2-9TJQK][shcd]|\*){2,}")


def named(text: str, rules: Rules) -> set[Card]:
    """All cards that a text names: single ones, sets, runs, hands by suit, notation.

    Which cards lie between the ends of a run depends on the rules.
    """
    text = _MEANING.sub("", _PACK.sub("", text.replace("\ufe0f", "")))
    text = _WANTED.sub(r"\1", text)
    found = {JOKER} if "🃏" in text else set()
    for first, last, suit, wilds in _RUN.findall(text):
        run = Counter(_between(first, last, suit, rules))
        run.subtract(re.findall(rf"[🃏★]({_RANK})", wilds))
        found |= {_of(rank, suit) for rank, count in run.items() if count > 0}
    text = _RUN.sub("", text)
    for rank, suits in _SET.findall(text):
        found |= {_of(rank, suit) for suit in suits}
    for suit, ranks in _BY_SUIT.findall(text):
        found |= {_of(rank, suit) for rank in ranks.split()}
    for notation in _NOTATION.findall(text):
        found |= {card(each) for each in re.findall(r"\*|..", notation)}
    return found


def _between(first: str, last: str, suit: str, rules: Rules) -> list[str]:
    """The ranks of a run with these ends, which may pass through the Ace."""
    circle = [
        rank
        for rank in RANKS
        if rank != "2" or rank in (first, last) or rules.two_in_play(_of(rank, suit))
    ]
    start = circle.index(first)
    # From Ace to Ace it is the whole circle and the Ace once more.
    steps = (circle.index(last) - start) % len(circle) or len(circle)
    return [circle[(start + step) % len(circle)] for step in range(steps + 1)]


def _of(rank: str, suit: str) -> Card:
    return card(NOTED[RANKS.index(rank)] + SUITS[suit])


def carried(what: rq.What) -> set[Card]:
    """The cards that a payload names."""
    match what:
        case rq.Choose(face, _, _):
            return {face}
        case rq.ChooseAmong(listed, _):
            return {face for face, _ in listed}
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


def pictured(picture: Picture, rules: Rules) -> set[Card]:
    """All cards in a picture: those that are drawn and those that its words name."""
    found: set[Card] = set()
    waiting: list[Any] = [picture]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Placed):
            found.add(part.card)
        elif isinstance(part, Card):
            found.add(part)
        elif isinstance(part, tuple):
            waiting.extend(part)
        elif isinstance(part, str):
            found |= named(part, rules)
        elif is_dataclass(part):
            # What twos are wild says nothing about where they are.
            waiting += [getattr(part, f.name) for f in fields(part) if f.name != "wilds"]
    return found


class Packs:
    """The cards of every deal: none may be lost or doubled from one state to the next."""

    def __init__(self) -> None:
        self._whole: dict[tuple[str, int, int], Counter[Card]] = {}

    def note(self, table: Table) -> None:
        """Another state. Raises AssertionError where its cards are not those of its deal."""
        if table.deal is None or table.match is None:
            return
        deal = table.code, table.matches, len(table.match.history) - (table.phase != "deal")
        cards = _every_card(table.deal.position)
        assert self._whole.setdefault(deal, cards) == cards, "a card was lost or doubled"


def _every_card(at: Position) -> Counter[Card]:
    """All cards of a deal, wherever they lie."""
    laid = [placed.card for meld in at.melds for placed in meld.meld.cards]
    hands = [face for hand in at.hands for face in hand]
    return Counter([*laid, *hands, *at.row, *at.stock])


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
