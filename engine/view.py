"""What one seat, or the public, may know of a deal (RULES.md section 2).

A view is built without hidden cards: no other hand, no stock order, no trial action of somebody
else. Screens and computer players get nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from engine.cards import Card, Placed
from engine.melds import Meld
from engine.rules import Rules

Phase = Literal["draw", "play", "over"]


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table: it belongs to `side` and remembers the seat that laid it (3.5)."""

    meld: Meld
    side: int
    author: int


class Shown(NamedTuple):
    """What has lain on the table in this deal, towards going out (3.9); once shown stays shown."""

    poker: bool = False
    run: int = 0
    """Length of the longest clean run."""


@dataclass(frozen=True, slots=True)
class View:
    """A deal as `viewer` sees it (None: the public).

    `seat` is to play. `hands` holds the viewer's own cards, sorted, and None for everybody else;
    after the end of the deal it holds all hands. `row_open` is the first index of the row that
    is not blocked. `drawn` is the card the viewer got from the stock this turn, `second` the one
    that came with it (`draw_count`). `chosen` is the row card taken this turn and `taken` how many
    came along with it; `row_duty` and `reuse` are the faces owed to the table (3.4, 3.6), and
    `reuse_melds`, where `reuse_place` binds them, the melds they are owed to. `placed` is what was
    laid this turn and still lies there, with the index of its meld. `can_undo`, `can_draw`,
    `will_reshuffle` and `can_stop` speak of the seat to play. `closer` and `pinnacolone` (a side)
    say how the deal ended; both None when it was stopped. `shown` has one entry per side, or per
    seat where the rules count so.
    """

    rules: Rules
    viewer: int | None
    seat: int
    phase: Phase
    turn: int
    hands: tuple[tuple[Card, ...] | None, ...]
    sizes: tuple[int, ...]
    stock: int
    row: tuple[Card, ...]
    row_open: int
    melds: tuple[TableMeld, ...]
    opened: tuple[bool, ...]
    laid: tuple[bool, ...]
    idle: int
    drawn: Card | None
    chosen: Card | None
    taken: int
    row_duty: Card | None
    reuse: tuple[Card, ...]
    can_undo: bool
    can_draw: bool
    will_reshuffle: bool
    can_stop: bool
    closer: int | None
    in_hand: bool
    pinnacolone: int | None
    shown: tuple[Shown, ...] = ()
    second: Card | None = None
    reuse_melds: tuple[int, ...] = ()
    placed: tuple[tuple[int, Placed], ...] = ()

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards; empty for the public."""
        return () if self.viewer is None else self.hands[self.viewer] or ()
