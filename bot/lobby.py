"""The lobby: opening, seats and sides, the way into the private chat."""

from __future__ import annotations

from dataclasses import replace

from bot.notices import Notice
from bot.outcome import (
    Chance,
    Outcome,
    may_govern,
    refuse,
    seated_as,
    tell,
    with_seat,
)
from bot.requests import Request
from bot.state import Seat, Table, Waiting
from engine.presets import build
from engine.rules import Rules


def rules_for(players: int) -> Rules:
    """The rules of a new table. RuleError (a ValueError) if the preset has no such table size."""
    return build("common", players=players)


def open_table(table: Table, request: Request, now: float) -> Outcome:
    """Open a table where none is open, else show the one there is at the bottom of the chat."""
    if request.place.private:
        return refuse(table, "only_in_group")
    if table.phase in ("lobby", "deal", "result"):
        return Outcome(replace(table, bottom=table.bottom + 1))
    rules = rules_for(4)
    opened = replace(
        table,
        phase="lobby",
        lang=request.person.lang,
        title=request.place.title or table.title,
        rules=rules,
        # Nobody in particular asked where an anonymous admin did: the first to sit is the host.
        host=request.person.id or None,
        host_name=request.person.name,
        seats=tuple(_vacated(table, i) for i in range(rules.players)),
        waiting=(),
        match=None,
        deal=None,
        turns=(),
        next_at=None,
        stop_votes=(),
        bottom=table.bottom + 1,
        more=False,
    )
    if request.reachable:
        opened = _sit(opened, 0, request, now)
    return Outcome(opened)


def _vacated(table: Table, index: int) -> Seat:
    """An empty seat that goes on counting the hand posts of its place at the table."""
    if index < len(table.seats):
        return Seat(edition=table.seats[index].edition)
    return Seat()


def show(table: Table, request: Request) -> Outcome:
    """Post the table anew at the bottom."""
    if request.place.private:
        return refuse(table, "only_in_group")
    if table.phase == "idle":
        return refuse(table, "no_table")
    return Outcome(replace(table, bottom=table.bottom + 1))


def join(table: Table, request: Request, side: int, chance: Chance, now: float) -> Outcome:
    """Take a free seat; who cannot be written to privately gets the link to the private chat."""
    if table.phase not in ("lobby", "deal", "result"):
        return refuse(table, "no_table")
    if table.seat_of(request.person.id) is not None:
        return refuse(table, "already_seated")
    if not table.vacant:
        return refuse(table, "table_full")
    if not request.reachable:
        return _wait(table, request, side, chance)
    return _seat(table, request, side, now)


def enter(table: Table, request: Request, token: str, now: float) -> Outcome:
    """The private chat was opened through a link: take the seat that was asked for."""
    waiting = next((w for w in table.waiting if w.token == token), None)
    if waiting is None:
        if table.seat_of(request.person.id) is not None:
            return refuse(table, "already_seated")
        return refuse(table, "link_old")
    if waiting.person != request.person.id:
        return refuse(table, "link_not_yours")
    table = replace(table, waiting=tuple(w for w in table.waiting if w is not waiting))
    if not table.vacant or table.phase not in ("lobby", "deal", "result"):
        return tell(table, "table_full")
    return _seat(table, request, waiting.side, now)


def _wait(table: Table, request: Request, side: int, chance: Chance) -> Outcome:
    person = request.person
    known = next((w for w in table.waiting if w.person == person.id), None)
    if known is None:
        known = Waiting(person.id, person.name, person.lang, chance.token, side)
        table = replace(table, waiting=(*table.waiting, known))
    return Outcome(table, Notice("open_private"), link=known.token)


def _seat(table: Table, request: Request, side: int, now: float) -> Outcome:
    free = [i for i in table.vacant if side < 0 or table.rules.side_of(i) == side]
    if not free:
        return refuse(table, "side_full")
    table = _sit(table, free[0], request, now)
    if table.deal is not None:
        # A new occupant answers for what the seat holds, not for what was agreed before.
        table = replace(table, stop_votes=())
    return tell(table, "seated")


def _sit(table: Table, index: int, request: Request, now: float) -> Table:
    seat = seated_as(request, table.seats[index], now)
    seats = (*table.seats[:index], seat, *table.seats[index + 1 :])
    table = replace(
        table,
        seats=seats,
        waiting=tuple(w for w in table.waiting if w.person != request.person.id),
    )
    if table.host is None:
        table = replace(table, host=request.person.id, host_name=request.person.name)
    return table


def change_side(table: Table, request: Request, side: int) -> Outcome:
    """Sit on the other side, if a seat is free there."""
    if table.phase != "lobby":
        return refuse(table, "match_running" if table.deal else "no_table")
    seat = table.seat_of(request.person.id)
    if seat is None:
        return refuse(table, "not_seated")
    if table.rules.side_of(seat) == side:
        return Outcome(table)
    free = [i for i in table.vacant if table.rules.side_of(i) == side]
    if not free:
        return refuse(table, "side_full")
    seats = list(table.seats)
    seats[seat], seats[free[0]] = seats[free[0]], seats[seat]
    return Outcome(replace(table, seats=tuple(seats)))


def resize(table: Table, request: Request, players: int) -> Outcome:
    """Play with another number of people."""
    if table.phase != "lobby":
        return refuse(table, "match_running" if table.deal else "no_table")
    if not may_govern(table, request):
        return refuse(table, "not_host", name=table.host_name)
    if players == len(table.seats):
        return Outcome(table)
    if players not in table.rules.players_allowed:
        return refuse(table, "unknown_button")
    seated = [seat for seat in table.seats if seat.person is not None]
    if len(seated) > players:
        return refuse(table, "table_full")
    empty = [seat for seat in table.seats if seat.person is None]
    seats = (seated + empty + [Seat()] * players)[:players]
    return Outcome(replace(table, rules=rules_for(players), seats=tuple(seats)))


def leave(table: Table, request: Request) -> Outcome:
    """Stand up in the lobby; in a match the seat becomes free and keeps its cards."""
    person = request.person.id
    seat = table.seat_of(person)
    if seat is None:
        if any(w.person == person for w in table.waiting):
            waiting = tuple(w for w in table.waiting if w.person != person)
            return tell(replace(table, waiting=waiting), "left")
        return refuse(table, "not_seated")
    if table.phase == "over":
        return refuse(table, "match_over")
    table = with_seat(
        table,
        seat,
        person=None,
        name="",
        chosen=(),
        ahead=False,
        more=False,
        ready=False,
        ready_page=0,
        row_page=0,
        edition=table.seats[seat].edition + 1,
    )
    table = replace(table, stop_votes=tuple(v for v in table.stop_votes if v != person))
    return tell(_pass_host_on(table, person), "left" if table.phase == "lobby" else "left_match")


def _pass_host_on(table: Table, gone: str) -> Table:
    """The role of the host passes to the next seated person."""
    if table.host != gone:
        return table
    heir = next((seat for seat in table.seats if seat.person is not None), None)
    if heir is None:
        return replace(table, host=None, host_name="")
    return replace(table, host=heir.person, host_name=heir.name)
