"""What a player sees of the melds to which he may add for his own side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine import melds as meld_rules
from engine.cards import Card
from engine.finish import adds_to
from engine.position import Position

if TYPE_CHECKING:
    from engine.melds import Meld
    from engine.rules import Rules


def growing(rules: Rules, at: Position) -> Iterator[tuple[int, Meld]]:
    """The melds of the own side to which the seat to play may add now, each with its index."""
    side = rules.side_of(at.seat)
    for index, target in enumerate(at.melds):
        if target.side == side and adds_to(rules, at, index):
            yield index, target.meld


def taken(rules: Rules, at: Position) -> set[Card]:
    """The naturals that one of those melds takes."""
    return {
        face
        for _, meld in growing(rules, at)
        for face in meld_rules.takes(meld, rules)
        if not rules.wilds[face]
    }
