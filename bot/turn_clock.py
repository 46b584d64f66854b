"""The clocks of a table: whose time runs, until when, and what stops it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.expiry import ends_at
from bot.outcome import Service, with_seat
from bot.state import Table, TurnClock

THINKING: Final = 1.6
"""Seconds before a computer's first action of a turn."""
ACTING: Final = 0.2
"""Seconds before each further one, which nobody sees before the turn is over."""


def timed(before: Table, after: Table, now: float, service: Service) -> Table:
    """The decided table with its clocks set; the very same object where none changes."""
    if after.phase != before.phase and (after.paused is not None or after.pause_votes):
        # A pause was agreed on for what was going on then.
        after = replace(after, paused=None, pause_votes=())
    act_at = _act_at(before, after, now)
    clock = _clock(after, now, service)
    if act_at == after.act_at and clock == after.clock:
        return after
    return replace(after, act_at=act_at, clock=clock)


def deadline(table: Table) -> float | None:
    """The Unix time at which the table wants a Tick; None for never."""
    times = [ends_at(table)]
    if table.paused is None:
        times += [table.next_at, table.act_at]
    if table.paused is None and table.clock is not None:
        times += [table.clock.half, table.clock.ends]
    return min((at for at in times if at is not None), default=None)


def running(table: Table) -> TurnClock | None:
    """The clock of the player to move; None where none runs, or the game is paused."""
    return table.clock if table.paused is None else None


def put_off(table: Table, service: Service) -> Table:
    """The table with its deadlines put off by the time in which nobody served it.

    The very same object where there is nothing to put off.
    """
    by = service.lost - table.lost
    if by <= 0 or (table.paused is None and deadline(table) is None):
        return table
    table = _later(table, by, service)
    return replace(
        table,
        act_at=None if table.act_at is None else table.act_at + by,
        changed=table.changed + int(by),
        host_at=table.host_at + int(by),
        paused=None if table.paused is None else table.paused + by,
        lost=service.lost,
    )


def resumed(table: Table, now: float, service: Service) -> Table:
    """The game goes on after a pause, with the time that was left; who is to move is called."""
    assert table.paused is not None
    by = max(0.0, now - table.paused)
    return called(replace(_later(table, by, service), paused=None, pause_votes=()), now)


def called(table: Table, now: float) -> Table:
    """The table with the person to move called anew, unless they are just tapping.

    The new message shows what can be done, whatever they had been looking at.
    """
    mover = table.mover
    if mover is None:
        return table
    seat, clock = table.seats[mover], table.clock
    if seat.at_it(now):
        return table
    if clock is not None:
        table = replace(table, clock=replace(clock, calls=clock.calls + 1))
    return with_seat(table, mover, edition=seat.edition + 1, more=False, asking=None)


def _later(table: Table, by: float, service: Service) -> Table:
    clock = table.clock
    if clock is not None:
        ends, half = (
            None if at is None else table.time.after(at, by, service.zone)
            for at in (clock.ends, clock.half)
        )
        clock = replace(clock, ends=ends, half=half)
    next_at = None if table.next_at is None else table.next_at + by
    return replace(table, clock=clock, next_at=next_at)


def _act_at(before: Table, after: Table, now: float) -> float | None:
    """When the computer to move acts next: each of its actions takes a moment."""
    deal = after.deal
    if deal is None or after.phase != "deal" or not after.seats[deal.seat].level:
        return None
    if after.paused is not None or not after.present:
        # Computers among themselves would play for nobody.
        return None
    if after.act_at is not None and deal is before.deal:
        return after.act_at
    fresh = before.deal is None or deal.turn != before.deal.turn or before.phase != "deal"
    return now + (THINKING if fresh else ACTING)


def _clock(table: Table, now: float, service: Service) -> TurnClock | None:
    """The clock of the person to move, if there is anybody who waits for them."""
    if table.mover is None or len(table.present) < 2:
        return None
    person, known = table.seats[table.mover].person or "", table.clock
    if known is not None and (known.person, known.turn) == (person, table.turn_id):
        return known
    fresh = TurnClock(person, table.turn_id)
    if not table.time.minutes:
        return fresh
    start = now if table.paused is None else table.paused
    seconds = 60.0 * table.time.minutes
    return replace(
        fresh,
        ends=table.time.after(start, seconds, service.zone),
        half=table.time.after(start, seconds / 2, service.zone),
    )
