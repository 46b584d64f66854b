"""Useful actions for the player to move, ranked and capped (screens and computers use them)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action
from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An action that `check` allows now.

    `points` is what it adds to the own side's table (factors included). `wilds` counts the wilds
    it lays. `pays` says that it pays an open duty, `goes_out` that it ends the deal. `cards` are
    the cards of the hand it uses (for a take: the row cards it brings).
    """

    action: Action
    points: int
    wilds: int
    pays: bool
    goes_out: bool
    cards: tuple[Card, ...]
