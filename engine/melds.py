"""Melds: recognise, extend, swap, value (RULES.md sections 3.5, 3.6, 4 and 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.cards import Card, Placed

if TYPE_CHECKING:
    from engine.rules import Rules

Kind = Literal["set", "run", "jokers"]


@dataclass(frozen=True, slots=True)
class Meld:
    """A recognised meld. Runs stand from low to high; every wild has its meaning."""

    kind: Kind
    cards: tuple[Placed, ...]
