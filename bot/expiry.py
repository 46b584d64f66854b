"""What ends by itself when nobody cares for it: lobbies, matches, and the say of a silent host."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot import requests as rq
from bot.outcome import SILENT, Outcome
from bot.requests import Request
from bot.seats import closed
from bot.state import Table

LIFE: Final = {"lobby": 2 * 3600.0, "deal": 7 * 86400.0, "result": 7 * 86400.0}
"""Seconds without a change by anybody after which a table is closed, by its phase."""
_SIGN: Final = 60.0
"""Seconds in which one sign of the host is as good as many."""


def ends_at(table: Table) -> float | None:
    """The Unix time at which the table is closed unless something happens; None for never."""
    life = LIFE.get(table.phase)
    return None if life is None or not table.changed else table.changed + life


def over(table: Table) -> Outcome:
    """Nobody cared for too long: the table is closed, and says so."""
    return Outcome(closed(table, "lobby_expired" if table.phase == "lobby" else "match_expired"))


def acting_host(table: Table, request: Request, now: float) -> Table:
    """The table with who asks as its host, where they sit in a lobby whose host keeps silent.

    Else the very same object.
    """
    person = request.person
    if table.phase != "lobby" or table.seat_of(person.id) is None or now - table.host_at < SILENT:
        return table
    return replace(table, host=person.id, host_name=person.name)


def noted(before: Table, after: Table, request: Request, now: float) -> Table:
    """The table after a request, with the times of the last change and of the host's last sign.

    The very same object where none of them moves.
    """
    if after.phase not in LIFE:
        return after
    host = after.phase == "lobby" and request.person.id == after.host
    if after.host != before.host or (host and now - after.host_at >= _SIGN):
        after = replace(after, host_at=int(now))
    if after is not before and not isinstance(request.what, rq.ByItself):
        after = replace(after, changed=int(now))
    return after
