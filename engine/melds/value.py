"""A meld and what it is worth (RULES.md section 5)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from engine.cards import Placed

if TYPE_CHECKING:
    from engine.rules import Rules

Kind = Literal["set", "run", "jokers"]

MOST_KEPT: Final = 4096
"""How many answers each function of melds remembers: the same melds come up again and again."""


class Meld(NamedTuple):
    """A recognised meld. Runs stand from low to high; every wild has its meaning."""

    kind: Kind
    cards: tuple[Placed, ...]

    def __repr__(self) -> str:
        return f"Meld({self.kind!r}, {' '.join(map(str, self.cards))})"


def is_clean(meld: Meld, rules: Rules) -> bool:
    """Is it without wilds?"""
    wild = rules.wilds
    for face, _ in meld.cards:  # noqa: SIM110 - quicker than any()
        if wild[face]:
            return False
    return True


def is_poker(meld: Meld) -> bool:
    """Is it a set of four? The four-joker set counts as one (RULES.md 10.3, A23)."""
    return len(meld.cards) == 4 and meld.kind != "run"


def is_pinnacolone(meld: Meld, rules: Rules) -> bool:
    """Is it a clean run of at least `pinnacolone_min` cards (RULES.md 3.10)?"""
    least = rules.pinnacolone_min
    return (
        least is not None
        and meld.kind == "run"
        and len(meld.cards) >= least
        and is_clean(meld, rules)
    )


def factor(meld: Meld, rules: Rules) -> int:
    """What the points of its cards are multiplied with."""
    if meld.kind == "set":
        doubled = is_poker(meld) and (not rules.poker_clean_only or is_clean(meld, rules))
        return rules.poker_factor if doubled else 1
    if meld.kind == "run" and is_clean(meld, rules):
        reached = [entry for entry in rules.run_factors if len(meld.cards) >= entry[0]]
        return max(reached)[1] if reached else 1
    return 1


def value_in_meld(placed: Placed, rules: Rules) -> int:
    """Points of one card on the table, without a factor (`wild_meld_value`)."""
    if rules.wild_meld_value == "represented":
        return rules.values[placed.meaning]
    return rules.values[placed.card]


@lru_cache(maxsize=MOST_KEPT)
def points(meld: Meld, rules: Rules) -> int:
    """What the meld scores as it lies."""
    if meld.kind == "jokers" and rules.all_joker_points is not None:
        return rules.all_joker_points
    if rules.pinnacolone_points is not None and is_pinnacolone(meld, rules):
        return rules.pinnacolone_points
    return sum(value_in_meld(placed, rules) for placed in meld.cards) * factor(meld, rules)
