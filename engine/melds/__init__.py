"""Melds: recognise, extend, swap, value, find (RULES.md sections 3.5, 3.6, 4 and 5).

>>> from engine.cards import card, cards, placed
>>> from engine.presets import preset
>>> rules = preset("common")
>>> run = recognise(placed("5h6h7h*"), rules)
>>> run, points(run, rules)
(Meld('run', 5h 6h 7h *=8h), 50)
>>> swap(run, card("8h"), rules)
(Meld('run', 5h 6h 7h 8h), *)
>>> placements(run, card("*"), rules)
(*=4h, *=9h)
>>> readings(cards("7h7s*"), rules)
(Meld('set', 7s 7h *=7c), Meld('set', 7s 7h *=7d))
"""

from engine.melds.finder import can_meld, melds_of, readings
from engine.melds.growth import extend, placements, swap, swap_places, takes
from engine.melds.partition import best_partition
from engine.melds.patterns import Pattern, patterns
from engine.melds.recognition import recognise
from engine.melds.value import (
    Kind,
    Meld,
    factor,
    is_clean,
    is_pinnacolone,
    is_poker,
    points,
    value_in_meld,
)

__all__ = [
    "Kind",
    "Meld",
    "Pattern",
    "best_partition",
    "can_meld",
    "extend",
    "factor",
    "is_clean",
    "is_pinnacolone",
    "is_poker",
    "melds_of",
    "patterns",
    "placements",
    "points",
    "readings",
    "recognise",
    "swap",
    "swap_places",
    "takes",
    "value_in_meld",
]
