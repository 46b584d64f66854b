"""Melds as they are written, for tests of them."""

from __future__ import annotations

from engine.cards import notation, placed
from engine.melds import Meld, recognise
from engine.presets import preset
from engine.rules import Rules

COMMON, PINELLA, MODERN = preset("common"), preset("pinella"), preset("modern")


def meld(text: str, rules: Rules = COMMON) -> Meld:
    return recognise(placed(text), rules)


def text(found: Meld) -> str:
    return notation(found.cards)
