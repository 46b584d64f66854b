"""Time on the screens: what is left of a turn, reminders, pauses, and who is played for."""

from __future__ import annotations

from bot import requests as rq
from bot import votes
from bot.screen import Button, Line, Span, bold, line
from bot.screens.parts import COMPUTER, Row, seat_name, tap
from bot.state import Table
from bot.texts import Texts
from bot.turn_clock import running

_HOUR = 60


def time_left(table: Table, texts: Texts) -> tuple[Span, ...]:
    """`⏱ in 3 minutes`, which counts down where the platform can; nothing where no time runs."""
    clock = running(table)
    if clock is None or clock.ends is None:
        return ()
    return Span("⏱ "), Span(_whole_turn(table.time.minutes, texts), until=int(clock.ends))


def _whole_turn(minutes: int, texts: Texts) -> str:
    """The time of a turn from its beginning, for who sees no countdown."""
    if minutes < _HOUR:
        return texts.ngettext("in {n} minute", "in {n} minutes", minutes)
    return texts.ngettext("in {n} hour", "in {n} hours", minutes // _HOUR)


def table_lines(table: Table, texts: Texts) -> list[Line]:
    """What everybody is told: a pause, and who wants one or the match to be stopped."""
    _ = texts.gettext
    if table.out:
        wait = _("I cannot write in the group any more: the game goes on as soon as I can.")
        return [line("⏸ ", bold(_("Paused")), " · ", wait)]
    lines = []
    if table.paused is not None:
        lines += [line("⏸ ", bold(_("Paused")), " · ", _("Anybody at the table can resume."))]
    elif table.pause_votes:
        names = _voters(table, table.pause_votes, texts)
        lines += [line("⏸ ", _("For a pause: {names}", names=names))]
    if table.stop_votes:
        names = _voters(table, table.stop_votes, texts)
        lines += [line(_("For stopping the match: {names}", names=names))]
    return lines


def _voters(table: Table, votes: tuple[str, ...], texts: Texts) -> str:
    names = (seat_name(table, i, texts) for i, s in enumerate(table.seats) if s.person in votes)
    return ", ".join(names)


def hand_lines(table: Table, seat: int, texts: Texts) -> list[Line]:
    """What the owner of a hand is told about time."""
    _ = texts.gettext
    own = table.seats[seat]
    lines = table_lines(table, texts)
    if own.stand_in:
        lines.append(line(f"{COMPUTER} ", bold(_("A computer plays for you until you are back."))))
        return lines
    mine = table.mover == seat
    if own.missed and not mine:
        lines.append(line("⏱ ", bold(_("Time is up: the computer played this turn."))))
    clock = running(table)
    if clock is None or not mine:
        return lines
    if clock.said == "half":
        lines.append(line("⏱ ", bold(_("Half the time is left."))))
    elif clock.said == "nudge":
        name = seat_name(table, clock.nudger, texts)
        lines.append(line("👋 ", bold(_("{name} is waiting for your move.", name=name))))
    return lines


# --- buttons ---------------------------------------------------------------------------------


def table_rows(table: Table, texts: Texts) -> tuple[Row, ...]:
    """Under the table in the group: to go on, to vote as others have or not to, to come back."""
    _ = texts.gettext
    rows: list[Row] = []
    if table.paused is not None:
        rows.append((_resume(table, texts),))
    elif table.pause_votes:
        rows.append((_vote_pause(table, texts),))
    if table.stop_votes:
        label = f"{_('Stop the match')} · {votes.count(table, table.stop_votes)}"
        rows.append((tap(table, label, rq.AskStop(votes.seen(table, table.stop_votes))),))
    if any(seat.stand_in for seat in table.seats):
        rows.append((_back(table, texts),))
    return tuple(rows)


def hand_rows(table: Table, seat: int, texts: Texts) -> tuple[Row, ...]:
    """Above everything else under a hand; instead of it where only this can be done."""
    _ = texts.gettext
    own = table.seats[seat]
    if own.stand_in:
        return ((_back(table, texts),),)
    if table.out:
        return ()
    if table.paused is not None:
        return ((_resume(table, texts),),)
    if table.pause_votes:
        return ((_vote_pause(table, texts, own.person in table.pause_votes),),)
    return ()


def waiting_row(table: Table, texts: Texts, seat: int | None = None) -> tuple[Row, ...]:
    """Among the further actions: what those can do who wait; `seat` is None in the group."""
    _ = texts.gettext
    row: list[Button] = []
    clock = running(table)
    if clock is not None and clock.nudger < 0 and (seat is None or table.mover != seat):
        row.append(tap(table, _("Nudge"), rq.Nudge(clock.turn)))
    if table.paused is None and not table.pause_votes and len(table.present) > 1:
        row.append(tap(table, _("Pause"), rq.Pause(True)))
    return (tuple(row),) if row else ()


def _vote_pause(table: Table, texts: Texts, voted: bool = False) -> Button:
    """To vote for a pause as others have, or not to any more; ticked for who knows to have."""
    label = f"{texts.gettext('Pause')} · {votes.count(table, table.pause_votes)}"
    what = rq.Pause(True, votes.seen(table, table.pause_votes))
    return tap(table, f"✓{label}" if voted else label, what, "primary" if voted else "plain")


def _resume(table: Table, texts: Texts) -> Button:
    return tap(table, texts.gettext("Resume"), rq.Pause(False), "primary")


def _back(table: Table, texts: Texts) -> Button:
    return tap(table, texts.gettext("I'm back"), rq.Back(), "primary")
