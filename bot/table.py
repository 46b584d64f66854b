"""The pure table: `handle(table, request, now, chance) -> Outcome`.

No clock, no network, no store: the same input gives the same outcome, so a decision can be made
again on a newer document. Randomness comes in as `Chance`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot import lobby, matches, play
from bot import requests as rq
from bot.outcome import Chance, Outcome, refuse, with_seat
from bot.requests import Request
from bot.state import Table

__all__ = ["Chance", "Outcome", "handle"]


_IN_THE_GROUP: Final = (
    rq.Open,
    rq.Show,
    rq.Join,
    rq.ChangeSide,
    rq.Resize,
    rq.Start,
    rq.StopMatch,
)


def _at_the_table(table: Table, request: Request) -> bool:
    """Is it asked in the table's own chat, or by somebody who sits there?"""
    return request.place.id == table.place or table.seat_of(request.person.id) is not None


def handle(table: Table, request: Request, now: float, chance: Chance) -> Outcome:
    """Decide one request. `now` is Unix time in seconds.

    The outcome's table is the very same object when nothing changes. A refused request changes
    nothing but the name by which a seated person is shown.
    """
    table = _renamed(table, request)
    if request.table is not None and request.table != table.code:
        return refuse(table, "stale")
    if isinstance(request.what, _IN_THE_GROUP) and not _at_the_table(table, request):
        return refuse(table, "only_in_group")
    match request.what:
        case rq.Open():
            return lobby.open_table(table, request, now)
        case rq.Show():
            return lobby.show(table, request)
        case rq.Join(side):
            return lobby.join(table, request, side, chance, now)
        case rq.Enter(token):
            return lobby.enter(table, request, token, now)
        case rq.ChangeSide(side):
            return lobby.change_side(table, request, side)
        case rq.Resize(players):
            return lobby.resize(table, request, players)
        case rq.Leave():
            return lobby.leave(table, request)
        case rq.Start():
            return matches.start(table, request, chance)
        case rq.StopMatch():
            return matches.stop(table, request)
        case rq.Ready(deal):
            return matches.ready(table, request, deal, chance)
        case rq.Rematch(number):
            return matches.rematch(table, request, number)
        case rq.Tick():
            return matches.tick(table, now, chance)
        case rq.Moved(place):
            return Outcome(replace(table, place=place))
        case rq.Move() as what:
            return play.move(table, request, what, now)
        case rq.ShowRules() | rq.ShowLeaderboard() | rq.ShowHelp():
            return Outcome(table)
        case _:
            return play.free(table, request, now)


def _renamed(table: Table, request: Request) -> Table:
    """Show a seated person by the newest name, in the newest language."""
    person = request.person
    seat = table.seat_of(person.id)
    if seat is None:
        return table
    return with_seat(table, seat, name=person.name, lang=person.lang)


def deadline(table: Table) -> float | None:
    """The Unix time at which the table wants a Tick; None for never."""
    return table.next_at
