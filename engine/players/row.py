"""Is it worth taking from the row, and from which card on?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import melds as meld_rules
from engine.actions import Take
from engine.cards import Card
from engine.drawing import take
from engine.errors import IllegalAction
from engine.finish import Finisher
from engine.players.table import taken
from engine.position import Hand, Position

if TYPE_CHECKING:
    from engine.rules import Rules
    from engine.view import View


def best_take(view: View, at: Position) -> Take | None:
    """The take that brings most to the table, cards left in the hand deducted; None: none does.

    Only takes are looked at whose turn can surely be finished without laying a wild of the hand.
    """
    rules = view.rules
    naturals = tuple(card for card in at.hand if not rules.wilds[card])
    fitting = taken(rules, at)
    before: int | None = None
    finisher = Finisher(rules)
    best: Take | None = None
    most = 0
    for index in range(len(at.row) - 1, view.row_open - 1, -1):
        chosen, brought = at.row[index], at.row[index:]
        if chosen not in fitting and not meld_rules.can_meld(naturals + brought, chosen, rules):
            continue
        if before is None:
            before = _gain(rules, at, (), fitting)
        gain = _gain(rules, at, brought, fitting) - before
        if gain > most and _completable(finisher, rules, at, index):
            best, most = Take(index), gain
    return best


def _gain(rules: Rules, at: Position, brought: Hand, fitting: set[Card]) -> int:
    """Points of the melds of hand and brought cards and of what fits, less the brought rest."""
    gain = 0
    left = list(brought)
    for meld in meld_rules.best_partition(at.hand + brought, rules):
        gain += meld_rules.points(meld, rules)
        for item in meld.cards:
            if item.card in left:
                left.remove(item.card)
    for face in left:
        lies = face in fitting or rules.wilds[face]
        gain += rules.values[face] if lies else -rules.values[face]
    return gain


def _completable(finisher: Finisher, rules: Rules, at: Position, index: int) -> bool:
    try:
        after = take(rules, at, index)
    except IllegalAction:
        return False
    return finisher.line(after, wilds=False) is not None
