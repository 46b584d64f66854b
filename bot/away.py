"""Who does not move: reminded, nudged, out of time, played for until they are back; and pauses."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.notices import Notice
from bot.outcome import Outcome, Service, no_seat, refuse, tell, with_seat
from bot.play import apply
from bot.requests import Request
from bot.seats import STAND_IN, pass_host_on
from bot.state import Table
from bot.turn_clock import called, resumed, running
from bot.votes import missing, takes_back
from engine.players import safe_end

MISSED: Final = 2
"""Turns in a row without an end of their own after which a computer sits in."""


def time_up(table: Table, now: float) -> Outcome:
    """The time of the player to move is over: the computer ends this turn safely.

    What was tried stays unless a duty is open. After MISSED turns in a row a computer sits in.
    """
    assert table.deal is not None
    seat, turn = table.deal.seat, table.turn_id
    outcome = Outcome(table)
    log: tuple[str, ...] = ()
    while table.phase == "deal" and table.turn_id == turn:
        assert table.deal is not None
        outcome = apply(table, seat, (safe_end(table.view(seat)),), None, now)
        table, log = outcome.table, log + outcome.log
    table = replace(table, turns=(*table.turns[:-1], replace(table.turns[-1], late=True)))
    missed = table.seats[seat].missed + 1
    table = with_seat(table, seat, missed=missed)
    if missed >= MISSED:
        edition = table.seats[seat].edition + 1
        table = with_seat(table, seat, stand_in=STAND_IN, edition=edition)
        table = pass_host_on(table, table.seats[seat].person or "")
    return replace(outcome, table=table, notice=None, log=log)


def half_time(table: Table, now: float) -> Outcome:
    """Half of the time is over: the player to move is reminded, once."""
    assert table.clock is not None
    clock = replace(table.clock, half=None, said="half")
    return Outcome(called(replace(table, clock=clock), now))


def nudge(table: Table, request: Request, turn: int, now: float) -> Outcome:
    """Somebody who waits reminds the player to move, once a turn."""
    seat = table.seat_of(request.person.id)
    if seat is None:
        return no_seat(table)
    if table.deal is None or table.phase != "deal" or table.turn_id != turn:
        return refuse(table, "stale")
    if table.deal.seat == seat:
        return refuse(table, "own_turn")
    if table.paused is not None:
        return refuse(table, "paused")
    clock = running(table)
    if clock is None:
        return refuse(table, "no_nudge")
    name = table.seats[table.deal.seat].name
    if clock.nudger >= 0:
        return refuse(table, "nudged_before", name=name)
    table = called(replace(table, clock=replace(clock, nudger=seat, said="nudge")), now)
    return tell(_closed(table, request, seat), "nudged", name=name)


def back(table: Table, request: Request, now: float) -> Outcome:
    """Who was played for plays again, at the very point where the computer is."""
    seat = table.seat_of(request.person.id)
    if seat is None:
        return no_seat(table)
    if not table.seats[seat].stand_in:
        return refuse(table, "already_done")
    return tell(with_seat(table, seat, stand_in="", missed=0, touched=int(now)), "back")


def pause(
    table: Table, request: Request, on: bool, seen: int, now: float, service: Service
) -> Outcome:
    """Stop all clocks when everybody who plays wants it; anybody at the table goes on."""
    seat = table.seat_of(request.person.id)
    if seat is None:
        return no_seat(table)
    if on and takes_back(seen, seat):
        return _no_pause(table, request, seat)
    if table.phase not in ("deal", "result") or on == (table.paused is not None):
        return refuse(table, "already_done" if table.deal else "no_table")
    if not on and table.out:
        return refuse(table, "bot_out")
    if not on:
        # Who goes on is here, and need not be called.
        return tell(resumed(with_seat(table, seat, touched=int(now)), now, service), "resumed")
    if table.seats[seat].stand_in:
        return refuse(table, "stand_in")
    if len(table.present) < 2:
        return refuse(table, "nobody_waits")
    table = _closed(table, request, seat)
    votes = tuple(dict.fromkeys((*table.pause_votes, request.person.id)))
    table = replace(table, pause_votes=votes)
    if others := missing(table, votes):
        return Outcome(table, Notice("pause_vote", {"missing": others}))
    return tell(replace(table, paused=now), "pause_begun")


def _no_pause(table: Table, request: Request, seat: int) -> Outcome:
    """Who wanted a pause does not any more; one that has begun needs to be ended."""
    if table.paused is not None:
        return refuse(table, "bot_out" if table.out else "paused")
    if request.person.id not in table.pause_votes:
        return refuse(table, "already_done")
    votes = tuple(vote for vote in table.pause_votes if vote != request.person.id)
    return tell(_closed(replace(table, pause_votes=votes), request, seat), "pause_unvote")


def _closed(table: Table, request: Request, seat: int) -> Table:
    """The table with the further buttons put away under which this was tapped."""
    if request.place.private:
        return with_seat(table, seat, more=False)
    return replace(table, more=False)
