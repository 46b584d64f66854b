"""What the player to move may ask for (RULES.md section 3): the frozen union of actions.

>>> read_action("add 2 *=6h7h")
Add(meld=2, cards=(*=6h, 7h))
>>> action_text(_)
'add 2 *=6h7h'
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.cards import Card, Placed, card, notation, placed


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


def action_text(action: Action) -> str:
    """Write an action as words in compact notation: the inverse of `read_action`."""
    match action:
        case Take(index):
            return f"take {index}"
        case Lay(cards):
            return f"lay {notation(cards)}"
        case Add(meld, cards):
            return f"add {meld} {notation(cards)}"
        case Swap(meld, face):
            return f"swap {meld} {face}"
        case Discard(face):
            return f"discard {face}"
        case _:
            return type(action).__name__.lower()


@lru_cache(maxsize=4096)
def read_action(text: str) -> Action:
    """Read an action. Raises ValueError."""
    match text.split():
        case ["draw"]:
            return DRAW
        case ["undo"]:
            return UNDO
        case ["stop"]:
            return STOP
        case ["take", index]:
            return Take(int(index))
        case ["lay", cards]:
            return Lay(placed(cards))
        case ["add", meld, cards]:
            return Add(int(meld), placed(cards))
        case ["swap", meld, face]:
            return Swap(int(meld), card(face))
        case ["discard", face]:
            return Discard(card(face))
        case _:
            raise ValueError("no action")
