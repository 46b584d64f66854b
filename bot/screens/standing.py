"""How a table stands, in a few words: for a list of tables."""

from __future__ import annotations

from bot.screens.parts import seat_name
from bot.state import Table
from bot.texts import Texts


def standing(table: Table, seat: int, texts: Texts) -> str:
    """How it stands there for who holds the seat; empty where no table is open."""
    _ = texts.gettext
    if table.paused is not None:
        return _("Paused")
    match table.phase:
        case "idle":
            return ""
        case "lobby":
            missing = len(table.vacant)
            if not missing:
                return _("Table open · all seats are taken")
            return texts.ngettext(
                "Table open · {n} player missing", "Table open · {n} players missing", missing
            )
        case "deal":
            assert table.deal is not None
            if table.mover == seat:
                return _("Your turn")
            return _("{name} to play", name=seat_name(table, table.deal.seat, texts))
        case "result":
            if table.seats[seat].ready:
                return _("Between two deals")
            return _("Between two deals · are you ready?")
        case "over":
            return _("The match is over")
