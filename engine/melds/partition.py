"""The natural melds of a hand that together score most ("lay all")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.cards import FACES, Card
from engine.melds.finder import natural_melds
from engine.melds.tables import Worth
from engine.melds.value import Meld

if TYPE_CHECKING:
    from engine.rules import Rules

MOST_STEPS: Final = 500
"""How many hands the search looks at before it contents itself with the best meld each time."""

# A hand as one number: for each face a field of three bits, of which the upper stays free.
_FIELD: Final = tuple(1 << (3 * face) for face in FACES)
_GUARDS: Final = sum(one << 2 for one in _FIELD)


def best_partition(hand: Sequence[Card], rules: Rules) -> tuple[Meld, ...]:
    """Disjoint melds without wilds that together score most, the most valuable first.

    Exact for hands of ordinary size; in very rich ones the work is bounded.

    >>> from engine.cards import cards
    >>> from engine.presets import preset
    >>> best_partition(cards("7s7h7d7c8c9c"), preset("common"))
    (Meld('set', 7s 7h 7c 7d),)
    """
    counts = Counter(card for card in hand if not rules.wilds[card])
    start = sum(_FIELD[face] * count for face, count in counts.items())
    chosen = _Search().best(start, _needs(natural_melds(hand, rules)))[1]
    return tuple(meld for _, meld in sorted(chosen, key=lambda worth: -worth[0]))


_Need = tuple[int, Worth]
"""A meld with the cards it needs, as a hand, in front."""
_Plan = tuple[int, tuple[Worth, ...]]
"""Points of all together, and the melds."""


def _needs(worths: Sequence[Worth]) -> list[_Need]:
    ranked = sorted(worths, key=lambda worth: -worth[0])
    return [(sum(_FIELD[p.card] for p in worth[1].cards), worth) for worth in ranked]


class _Search:
    """Lay the lowest card in one of its melds or in none, and so on with what is left."""

    def __init__(self) -> None:
        self.known: dict[int, _Plan] = {}
        self.steps = 0

    def best(self, left: int, melds: list[_Need]) -> _Plan:
        """The best plan for the hand `left`; `melds` holds all that may still fit."""
        plan = self.known.get(left)
        if plan is None:
            plan = self.known[left] = self._look(left, melds)
        return plan

    def _look(self, left: int, melds: list[_Need]) -> _Plan:
        free = left | _GUARDS
        melds = [meld for meld in melds if (free - meld[0]) & _GUARDS == _GUARDS]
        if not melds:
            return 0, ()
        self.steps += 1
        if self.steps > MOST_STEPS:
            return self._with(left, melds[0], melds)
        lowest = min((need & -need).bit_length() - 1 for need, _ in melds) // 3
        field = 7 << (3 * lowest)
        plans = [self._with(left, meld, melds) for meld in melds if meld[0] & field]
        plans.append(self.best(left & ~field, melds))
        return max(plans, key=lambda plan: plan[0])

    def _with(self, left: int, meld: _Need, melds: list[_Need]) -> _Plan:
        need, worth = meld
        points, rest = self.best(left - need, melds)
        return points + worth[0], (worth, *rest)
