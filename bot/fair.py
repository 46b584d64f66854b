"""The fair shuffle of a table: a secret committed to before the deal, and the players' cuts.

While people sit down, and between two deals, the secret of the next deal is already drawn and its
commitment shown; whoever sits may cut. `docs/fair-shuffle.md` says how all of it is checked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.outcome import Chance, Outcome, refuse, tell
from bot.requests import Request
from bot.state import Pack, Sealed, Table
from engine.record import seat_letters

DEPTHS: Final = tuple(range(5, 101, 5))
"""The places at which a pack may be cut, counted in cards from the top."""


def sealed(table: Table, chance: Chance) -> Table:
    """The table with a secret for the next deal, where one is to come; else without."""
    awaited = table.phase in ("lobby", "result")
    if awaited == (table.sealed is not None):
        return table
    return replace(table, sealed=Sealed(chance.seed) if awaited else None)


def cut(table: Table, request: Request, depth: int) -> Outcome:
    """Cut the pack of the next deal; whoever cuts again takes the cut before back."""
    if table.sealed is None:
        return refuse(table, "match_running" if table.phase == "deal" else "no_table")
    if table.seat_of(request.person.id) is None:
        return refuse(table, "no_seat")
    if depth not in DEPTHS:
        return refuse(table, "unknown_button")
    mine = (request.person.id, depth)
    if mine in table.sealed.cuts:
        return tell(table, "cut", count=depth)
    others = tuple(cut for cut in table.sealed.cuts if cut[0] != request.person.id)
    after = replace(table, sealed=replace(table.sealed, cuts=(*others, mine)))
    return tell(after, "cut", count=depth)


def cuts(table: Table) -> tuple[str, ...]:
    """The contributions to the next deal in their order, such as `N35`; of who still sits."""
    if table.sealed is None:
        return ()
    letters = seat_letters(len(table.seats))
    seats = ((table.seat_of(person), depth) for person, depth in table.sealed.cuts)
    return tuple(f"{letters[seat]}{depth}" for seat, depth in seats if seat is not None)


def opened(table: Table, chance: Chance) -> Pack:
    """The pack of the deal that begins: the secret committed to, with the cuts made until now."""
    if table.sealed is None:
        return Pack(chance.seed)
    return Pack(table.sealed.secret, cuts(table))
