"""Can the whole hand be laid in this turn?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import melds as meld_rules
from engine import moves
from engine.actions import Action, Discard
from engine.cards import Card
from engine.finish import Finisher, adds_to
from engine.position import Hand, Position

if TYPE_CHECKING:
    from engine.rules import Rules

LONGEST_HAND = 8
"""Fuller hands are not searched: what they hold together is laid anyhow."""
_TRIES = 120


def going_out(rules: Rules, at: Position) -> tuple[Action, ...] | None:
    """Actions that empty the hand of `at` (play phase, nothing owed), or None.

    What must have been shown for it (RULES.md 3.9) must lie there already. The search is bounded;
    it never finds what is not there, and after each action of a line the turn can be ended.
    """
    if len(at.hand) > LONGEST_HAND or moves.out_refusal(rules, at) is not None:
        return None
    if len(at.hand) > 1 and _too_many_loose(rules, at):
        return None
    return _Search(rules).line(at, at.hand)


def _too_many_loose(rules: Rules, at: Position) -> bool:
    """Are there two natural cards that surely cannot be laid?"""
    open_to = [at.melds[i].meld for i in range(len(at.melds)) if adds_to(rules, at, i)]
    suits = {meld.cards[0].meaning // 13 for meld in open_to if meld.kind == "run"}
    taken = {face for meld in open_to for face in meld_rules.takes(meld, rules)}
    loose = 0
    for face in at.hand:
        if rules.wilds[face] or face in taken or face // 13 in suits:
            continue
        if not meld_rules.can_meld(at.hand, face, rules):
            loose += 1
            if loose > 1:
                return True
    return False


class _Search:
    """Lay the first card of the hand in one of its ways, or keep it for the discard; and so on."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.finisher = Finisher(rules)
        self.left = _TRIES

    def line(self, at: Position, todo: Hand) -> tuple[Action, ...] | None:
        """How to lay the cards `todo` of the hand, of which one other may be left to discard."""
        if at.end is not None:
            return ()
        if not todo or len(at.hand) == 1:
            return self._last(at)
        for action, after in self.finisher.laying(at, todo[0]):
            self.left -= 1
            if self.left < 0:
                return None
            rest = self.line(after, _both(todo, after.hand))
            if rest is not None:
                return (action, *rest)
        if len(todo) == len(at.hand):
            return self.line(at, todo[1:])
        return None

    def _last(self, at: Position) -> tuple[Action, ...] | None:
        """The last card is laid, else discarded."""
        if len(at.hand) != 1:
            return None
        (face,) = at.hand
        for action, after in self.finisher.laying(at, face):
            if after.end is not None:
                return (action,)
        return (Discard(face),)


def _both(todo: Hand, hand: Hand) -> Hand:
    """The cards of `todo` that are still in the hand."""
    left: list[Card] = []
    for face in dict.fromkeys(todo):
        left += [face] * min(todo.count(face), hand.count(face))
    return tuple(left)
