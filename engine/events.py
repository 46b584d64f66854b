"""What happened, as public facts. No event names a hidden card.

Events are handed out when they are settled: what was drawn at once, what was laid when the turn
is final (RULES.md 3.11). `str` of a card or meld inside is its notation.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Placed
from engine.melds import Meld


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The row except its last card became the new stock of `stock` cards (3.8)."""

    seat: int
    stock: int


@dataclass(frozen=True, slots=True)
class Drew:
    """The seat took `count` cards from the stock; which ones is nobody else's business (3.1)."""

    seat: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class Took:
    """The seat took `cards` from the row; the first of them is the chosen card (3.2)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """A new meld, at index `index` of the table (3.5)."""

    seat: int
    index: int
    meld: Meld


@dataclass(frozen=True, slots=True)
class Added:
    """`cards` joined the meld at `index`, which is now `meld` (3.5)."""

    seat: int
    index: int
    cards: tuple[Placed, ...]
    meld: Meld


@dataclass(frozen=True, slots=True)
class Swapped:
    """`card` took the place of the wild `freed` in the meld at `index`, now `meld` (3.6)."""

    seat: int
    index: int
    card: Card
    freed: Card
    meld: Meld


@dataclass(frozen=True, slots=True)
class Discarded:
    """`card` lies at the end of the row (3.7)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class WentOut:
    """The seat ended the deal with an empty hand, perhaps in hand (3.9)."""

    seat: int
    in_hand: bool


@dataclass(frozen=True, slots=True)
class Pinnacolone:
    """The clean run at `index` ended the deal for `side` (3.10)."""

    seat: int
    side: int
    index: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """The deal ended without a closer (3.8): the stock is gone, or nobody has laid for too long."""

    seat: int


Event = (
    Reshuffled | Drew | Took | Laid | Added | Swapped | Discarded | WentOut | Pinnacolone | Stopped
)
