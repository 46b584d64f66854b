"""What happened, in short: one piece for a settled turn."""

from __future__ import annotations

from bot.screens.cards import Script
from bot.screens.parts import seat_name
from bot.state import Table, Turn
from bot.texts import Texts


def turn_text(table: Table, turn: Turn, texts: Texts, limit: int, script: Script) -> str:
    """`Anna: takes 9♥️ +3, lays 9♤♥️♧, discards K♧`; names have at most `limit` letters."""
    _ = texts.gettext
    pieces: list[str] = []
    if turn.late:
        pieces.append(_("time is up"))
    if turn.took is not None:
        along = f" +{turn.along}" if turn.along else ""
        pieces.append(_("takes {card}", card=script.card(turn.took) + along))
    elif not turn.stopped:
        pieces.append(_("draws"))
    if turn.laid:
        pieces.append(_("lays {melds}", melds=", ".join(script.meld(m) for m in turn.laid)))
    pieces.extend(
        _("adds {cards} to {meld}", cards=script.placed_all(cards), meld=script.meld(meld))
        for cards, meld in turn.added
    )
    pieces.extend(
        _("takes the wild for {card}", card=script.card(card)) for card, _meld in turn.swapped
    )
    if turn.discard is not None:
        pieces.append(_("discards {card}", card=script.card(turn.discard)))
    if turn.out:
        pieces.append(_("goes out"))
    if turn.stopped:
        pieces.append(_("stops the deal"))
    return f"{seat_name(table, turn.seat, texts, limit)}: {', '.join(pieces)}"
