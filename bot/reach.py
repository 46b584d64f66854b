"""Where the bot can write: a player who closed the private chat, a group that threw it out."""

from __future__ import annotations

from dataclasses import replace

from bot import requests as rq
from bot.outcome import Outcome, Service, with_seat
from bot.requests import Request
from bot.seats import closed
from bot.state import Table
from bot.turn_clock import resumed


def lost(table: Table, destination: str, now: float, gone: bool = False) -> Outcome:
    """Nobody can be reached at a destination any more: a person, or the table's own chat.

    A player is called in the group from then on. Without its chat a match is paused: nobody there
    would see it. Where the chat is `gone` for good, its table is closed.
    """
    if destination != table.place:
        seat = table.seat_of(destination)
        return Outcome(table if seat is None else with_seat(table, seat, unreachable=True))
    if gone and table.phase != "idle":
        return Outcome(closed(table, "gone"))
    if table.out or table.phase in ("idle", "over"):
        return Outcome(table)
    playing = table.phase in ("deal", "result") and table.paused is None
    table = replace(table, out=True, paused=now if playing else table.paused)
    return Outcome(replace(table, pause_votes=()) if playing else table)


def reached(table: Table, request: Request, now: float, service: Service) -> Table:
    """The table before a request: where it comes from, answers arrive again, unless it is mute.

    Who asks for the hand in the group is tried once more; when the bot is back there, everybody.
    """
    if isinstance(request.what, rq.ByItself):
        return table
    seat = table.seat_of(request.person.id)
    asks = request.place.private or isinstance(request.what, rq.ShowHand)
    if seat is not None and asks and table.seats[seat].unreachable:
        edition = table.seats[seat].edition + 1
        table = with_seat(table, seat, unreachable=False, edition=edition)
    if request.place.id != table.place:
        return table
    if request.place.mute:
        return lost(table, table.place, now).table
    if not table.out:
        return table
    if table.paused is not None and not table.pause_votes:
        table = resumed(table, now, service)
    # Without a group in common not everybody could be written to.
    for index, each in enumerate(table.seats):
        if each.unreachable:
            table = with_seat(table, index, unreachable=False, edition=each.edition + 1)
    return replace(table, out=False, bottom=table.bottom + 1)
