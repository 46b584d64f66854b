"""What the player to move may ask for (RULES.md section 3): the frozen union of actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.cards import Card, Placed


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the stock (3.1)."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the row from `index` (0 is the oldest card) to its end (3.2)."""

    index: int


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a new meld (3.5); a run in order, wilds with or without their meaning (section 4)."""

    cards: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Add:
    """Add cards to the meld at index `meld` of the table (3.5)."""

    meld: int
    cards: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """Put the natural `card` in the place of the wild that stands for it in `meld` (3.6)."""

    meld: int
    card: Card


@dataclass(frozen=True, slots=True)
class Discard:
    """Put `card` at the end of the row: ends the turn (3.7)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last trial action of this turn (3.11)."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop the deal because no card can be drawn from the stock (3.8)."""


Action = Draw | Take | Lay | Add | Swap | Discard | Undo | Stop
DRAW: Final = Draw()
UNDO: Final = Undo()
STOP: Final = Stop()
