"""The course of a match: start, next deal, result, rematch, stop."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot import lobby
from bot.fair import opened
from bot.guide import led
from bot.leaderboard import Standing, write_result
from bot.notices import Notice
from bot.outcome import (
    Chance,
    Outcome,
    fresh_hands,
    may_govern,
    no_lobby,
    only_host,
    refuse,
    tell,
    with_seat,
    with_seats,
)
from bot.record import END, deal_line, match_line
from bot.requests import Request
from bot.seats import STAND_IN, closed, take_over
from bot.state import Ended, Seat, Table
from bot.votes import missing, takes_back
from engine.deal import Deal
from engine.match import Match
from engine.shuffle import mixed

PAUSE: Final = 60.0
"""Seconds between the result of a deal and the next deal, unless all are ready before."""


def start(table: Table, request: Request, chance: Chance, now: float) -> Outcome:
    """Start the match when all seats are taken."""
    if table.phase != "lobby":
        return no_lobby(table)
    if not may_govern(table, request):
        return only_host(table, request)
    if table.vacant:
        return refuse(table, "seats_missing", count=len(table.vacant))
    if not table.people:
        return refuse(table, "not_seated")
    started = Match.start(table.rules, int(chance.token, 16) % table.rules.players)
    table = replace(
        table,
        match=started,
        matches=table.matches + 1,
        waiting=(),
        stop_votes=(),
    )
    outcome = _deal(table, started, chance)
    begun = match_line(outcome.table, now)
    return replace(outcome, notice=Notice("started"), log=(begun, *outcome.log))


def _deal(table: Table, match: Match, chance: Chance) -> Outcome:
    """Deal the cards of the match's next deal."""
    # The cuts are named by the seats on which people sat when they cut.
    pack = opened(table, chance)
    table = with_seats(
        take_over(table),
        chosen=(),
        ahead=False,
        more=False,
        asking=None,
        ready=False,
        ready_page=0,
        row_page=0,
    )
    table = fresh_hands(
        replace(
            table,
            phase="deal",
            deal=Deal.start(table.rules, match.dealer, mixed(pack.secret, pack.cuts)),
            pack=pack,
            turns=(),
            next_at=None,
            # No move drawn before this deal can be meant for it.
            stamp=table.stamp + 1,
            floor=table.stamp + 1,
            bottom=table.bottom + 1,
            more=False,
            menu="",
        )
    )
    return Outcome(table, log=(deal_line(match.dealer, pack),))


def finish_deal(table: Table, now: float) -> Outcome:
    """The deal is over: count it, and say whether another follows."""
    assert table.deal is not None
    assert table.match is not None
    after = table.match.after_deal(
        tuple(score.total for score in table.deal.scores()), table.deal.view(None).pinnacolone
    )
    over = after.over
    table = replace(
        table,
        phase="over" if over else "result",
        match=after,
        next_at=None if over else now + PAUSE,
        more=False,
    )
    table = led(with_seats(table, chosen=(), ahead=False, more=False, asking=None, ready=False))
    # A person alone against computers would only farm the leaderboard.
    counts = over and len(table.people) > 1
    return Outcome(table, result=_result(table, now) if counts else None, log=(END,))


def _result(table: Table, now: float) -> str:
    assert table.match is not None
    rules = table.rules
    return write_result(
        now,
        (
            Standing(
                total=table.match.totals[side],
                won=side == table.match.winner,
                people=tuple(
                    (seat.person, seat.name)
                    for index, seat in enumerate(table.seats)
                    if rules.side_of(index) == side and seat.person is not None
                ),
            )
            for side in range(len(rules.sides))
        ),
    )


def ready(table: Table, request: Request, deal: int, chance: Chance) -> Outcome:
    """Somebody is ready for the next deal; it starts when all are."""
    if table.match is None or table.phase != "result" or table.match.deals != deal:
        return refuse(table, "already_done" if table.phase == "deal" else "stale")
    match = table.match
    seat = table.seat_of(request.person.id)
    if seat is None and any(w.person == request.person.id for w in table.coming):
        return tell(table, "next_deal")
    if seat is None:
        return refuse(table, "no_seat")
    # Who says so is here.
    table = with_seat(table, seat, ready=True, stand_in="", missed=0)
    if not _all_ready(table):
        return tell(table, "ready")
    return _deal(table, match, chance)


def _all_ready(table: Table) -> bool:
    present = table.present
    return bool(present) and all(s.ready for s in table.seats if s.person in present)


def without(outcome: Outcome, chance: Chance) -> Outcome:
    """Somebody has gone: between two deals the others may have waited for nobody else."""
    table = outcome.table
    if table.match is None or table.phase != "result" or not _all_ready(table):
        return outcome
    return replace(_deal(table, table.match, chance), notice=outcome.notice)


def next_deal(table: Table, chance: Chance) -> Outcome:
    """The time between two deals is over: the next one starts."""
    assert table.match is not None
    return _deal(table, table.match, chance)


def rematch(table: Table, request: Request, number: int) -> Outcome:
    """A new lobby with the same seats and rules; computers take the place of who has left since."""
    if table.phase != "over" or number != table.matches:
        return refuse(table, "already_done" if table.phase == "lobby" else "stale")
    if table.seat_of(request.person.id) is None:
        return refuse(table, "no_seat")
    return Outcome(
        replace(
            closed(table),
            phase="lobby",
            host=request.person.id,
            host_name=request.person.name,
            seats=tuple(_again(seat, request.person.id) for seat in table.seats),
            bottom=table.bottom + 1,
        )
    )


def _again(seat: Seat, asks: str) -> Seat:
    """The seat in the lobby of a rematch; a computer still sits in for who is not back."""
    edition = seat.edition + 1
    here = seat.person == asks
    if seat.person is None or (seat.gone and not here):
        return Seat(computer=seat.computer or STAND_IN, edition=edition)
    return Seat(
        person=seat.person,
        name=seat.name,
        lang=seat.lang,
        habits=seat.habits,
        edition=edition,
        touched=seat.touched,
        missed=0 if here else seat.missed,
        stand_in="" if here else seat.stand_in,
    )


def stop(table: Table, request: Request) -> Outcome:
    """End the lobby or the match without a result: host or admin alone, else all who sit.

    A command may be a slip, and a match does not come back: it is asked for once more.
    """
    if table.phase in ("idle", "over"):
        return refuse(table, "no_table")
    if request.table is None and table.phase != "lobby":
        return lobby.ask_stop(table, request)
    if may_govern(table, request):
        code: Ended = "closed" if table.phase == "lobby" else "stopped"
        return tell(closed(table, code), code)
    if table.phase == "lobby" or table.seat_of(request.person.id) is None:
        return only_host(table, request)
    votes = tuple(dict.fromkeys((*table.stop_votes, request.person.id)))
    if others := missing(table, votes):
        table = replace(table, stop_votes=votes, menu="", more=False)
        return Outcome(table, Notice("stop_vote", {"missing": others}))
    return tell(closed(table, "stopped"), "stopped")


def ask_stop(table: Table, request: Request, seen: int) -> Outcome:
    """Ask whether the match is to end; who had voted for it when that was offered votes no more."""
    person, seat = request.person.id, table.seat_of(request.person.id)
    if table.phase not in ("deal", "result") or seat is None or not takes_back(seen, seat):
        return lobby.ask_stop(table, request)
    if person not in table.stop_votes:
        return refuse(table, "already_done")
    votes = tuple(vote for vote in table.stop_votes if vote != person)
    return tell(replace(table, stop_votes=votes, menu="", more=False), "stop_unvote")
