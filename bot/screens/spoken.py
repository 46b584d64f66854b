"""Cards in whole words, for who hears them read aloud."""

from __future__ import annotations

from typing import Final

from bot.screens.cards import RANK_SIGNS, Script
from bot.texts import N_, Texts
from engine.cards import Card

_RANKS: Final = {1: N_("ace"), 11: N_("jack"), 12: N_("queen"), 13: N_("king")}
_SUITS: Final = {"s": N_("spades"), "h": N_("hearts"), "c": N_("clubs"), "d": N_("diamonds")}


def spoken(card: Card, script: Script, texts: Texts) -> str:
    """A card in words: `9 of hearts`, `jack of spades`, `pinella, 2 of clubs`, `joker, wild`."""
    _ = texts.gettext
    if card.is_joker:
        return _("joker, wild")
    rank = _(_RANKS[card.rank]) if card.rank in _RANKS else RANK_SIGNS[card.rank]
    said = _("{rank} of {suit}", rank=rank, suit=_(_SUITS[card.suit]))
    return _("pinella, {card}", card=said) if script.is_wild(card) else said
