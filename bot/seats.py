"""Taking and giving up seats, in the lobby and in a match; the way into the private chat."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Final

from bot.notices import Notice
from bot.outcome import Chance, Outcome, may_govern, only_host, refuse, seated_as, tell, with_seat
from bot.requests import Request
from bot.state import Ended, Seat, Table, Waiting

STAND_IN: Final = "easy"
"""The computer player that takes over from who leaves a match."""


def join(table: Table, request: Request, side: int, chance: Chance, now: float) -> Outcome:
    """Take a seat; who cannot be written to privately gets the link to the private chat."""
    if table.phase not in ("lobby", "deal", "result"):
        return refuse(table, "no_table")
    if table.seat_of(request.person.id) is not None:
        return refuse(table, "already_seated")
    if request.person.id in table.removed:
        return refuse(table, "removed")
    if not _chairs(table, request, -1) and not _later(table, request):
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
    if request.person.id in table.removed:
        return refuse(table, "removed")
    table = replace(table, waiting=tuple(w for w in table.waiting if w is not waiting))
    return _seat(table, request, waiting.side, now)


def _chairs(table: Table, request: Request, side: int) -> list[int]:
    """The seats this person may take now, the best first: their own, a free one, a computer's."""
    person = request.person.id
    own = [i for i in table.computers if table.seats[i].former == person]
    free = list(table.vacant)
    # In the middle of a deal a computer plays on: it knows the hand, the newcomer would too.
    between = table.phase in ("lobby", "result") or not table.people
    computers = list(reversed(table.computers)) if between else []
    chairs = own + free + [i for i in computers if i not in own]
    return [i for i in chairs if side < 0 or table.rules.side_of(i) == side]


def _later(table: Table, request: Request) -> bool:
    """Will a computer's seat be free for this person at the next deal?"""
    if any(w.person == request.person.id for w in table.coming):
        return True
    return table.phase == "deal" and len(table.computers) > len(table.coming)


def _wait(table: Table, request: Request, side: int, chance: Chance) -> Outcome:
    person = request.person
    known = next((w for w in table.waiting if w.person == person.id), None)
    if known is None:
        known = Waiting(person.id, person.name, person.lang, chance.token, side)
        table = replace(table, waiting=(*table.waiting, known))
    return Outcome(table, Notice("open_private"), link=known.token)


def _seat(table: Table, request: Request, side: int, now: float) -> Outcome:
    """Seat the person, now or at the next deal."""
    if table.phase not in ("lobby", "deal", "result"):
        return tell(table, "no_table")
    chairs = _chairs(table, request, side)
    if chairs:
        # A new occupant answers for what the seat holds, not for what was agreed before.
        table = replace(sit(table, chairs[0], request, now), stop_votes=())
        if request.place.private and table.title:
            # Who comes by a link may stand in the private chat for the first time.
            return tell(table, "seated", title=table.title)
        return tell(table, "seated")
    if _chairs(table, request, -1):
        return tell(table, "side_full")
    if not _later(table, request):
        return tell(table, "table_full")
    person = request.person
    others = tuple(w for w in table.coming if w.person != person.id)
    coming = Waiting(person.id, person.name, person.lang, "", side, request.habits)
    return tell(replace(table, coming=(*others, coming)), "next_deal")


def sit(table: Table, index: int, request: Request, now: float) -> Table:
    """The table with the person who asks on that seat."""
    person = request.person.id
    seat = seated_as(request, table.seats[index], now)
    table = replace(
        table,
        seats=(*table.seats[:index], seat, *table.seats[index + 1 :]),
        waiting=tuple(w for w in table.waiting if w.person != person),
        coming=tuple(w for w in table.coming if w.person != person),
    )
    if table.host is None:
        table = replace(table, host=person, host_name=request.person.name)
    return table


def take_over(table: Table) -> Table:
    """Between two deals: who is coming takes a computer's seat."""
    seats = list(table.seats)
    for waiting in table.coming:
        chairs = [i for i, seat in enumerate(seats) if seat.computer]
        wished = [i for i in chairs if table.rules.side_of(i) == waiting.side]
        if chairs:
            index = (wished or chairs)[-1]
            seats[index] = Seat(
                person=waiting.person,
                name=waiting.name,
                lang=waiting.lang,
                habits=waiting.habits,
                edition=seats[index].edition + 1,
            )
    return replace(table, seats=tuple(seats), coming=())


def leave(table: Table, request: Request, sure: bool) -> Outcome:
    """Stand up in the lobby; in a match a computer plays on until the person comes back.

    Where nobody would be left the match ends; unless they are `sure`, they are asked once more.
    After the match it is said that a rematch is not for them.
    """
    person = request.person.id
    index = table.seat_of(person)
    if index is None:
        if any(w.person == person for w in (*table.waiting, *table.coming)):
            return tell(
                replace(
                    table,
                    waiting=tuple(w for w in table.waiting if w.person != person),
                    coming=tuple(w for w in table.coming if w.person != person),
                ),
                "left",
            )
        return refuse(table, "not_seated")
    if table.phase == "over":
        # The result goes on telling who has played.
        return tell(with_seat(table, index, gone=True), "left")
    if table.phase != "lobby" and table.people == (person,):
        if not sure:
            return _ask_leave(table, request, index)
        return tell(closed(table, "left_last"), "left_last")
    table = _stood_up(table, index, returns=True)
    if table.phase == "lobby":
        return tell(table, "left")
    # Among the further buttons there is none to come back by.
    return tell(replace(table, more=False, menu=""), "left_match")


def _ask_leave(table: Table, request: Request, index: int) -> Outcome:
    """Ask who is the last to leave once more, where they are; a command asks below in the chat."""
    table = replace(table, menu="leave")
    if request.place.private and table.phase == "deal" and not table.seats[index].stand_in:
        return tell(with_seat(table, index, more=True), "leave_last")
    below = table.bottom + (request.table is None)
    return tell(replace(table, more=True, bottom=below), "leave_last")


def stay(table: Table, request: Request) -> Outcome:
    """Who was asked whether to leave as the last one stays, or somebody puts the question away."""
    if table.seat_of(request.person.id) is None and not may_govern(table, request):
        return only_host(table, request)
    return Outcome(replace(table, menu=""))


def kick(table: Table, request: Request, mark: str) -> Outcome:
    """The host or an admin takes a person's seat away; who was removed cannot sit down again here.

    In a match a computer plays on at this very point, as when the person had left.
    """
    if table.phase not in ("lobby", "deal", "result"):
        return refuse(table, "no_table")
    if not may_govern(table, request):
        return only_host(table, request)
    index = next((i for i, s in enumerate(table.seats) if mark_of(table, i) == mark), None)
    if index is None:
        return refuse(table, "already_done")
    seat = table.seats[index]
    if seat.person is None or seat.person == request.person.id:
        return refuse(table, "kick_self")
    table = replace(_stood_up(table, index, returns=False), menu="", more=False)
    if table.phase != "lobby" and not table.people:
        return tell(closed(table, "stopped"), "stopped")
    return tell(replace(table, removed=(*table.removed, seat.person)), "kicked", name=seat.name)


def mark_of(table: Table, index: int) -> str:
    """What a button says to mean the person on a seat, whoever else sits there by then.

    Empty where nobody sits. It tells nothing of the person's id.
    """
    person = table.seats[index].person
    if person is None:
        return ""
    return hashlib.blake2b(f"{table.code}/{person}".encode(), digest_size=8).hexdigest()


def _stood_up(table: Table, index: int, *, returns: bool) -> Table:
    """The table without the person on that seat; in a match a computer plays on there.

    Who `returns` may take the seat back at any time.
    """
    old, person = table.seats[index], table.seats[index].person or ""
    seat = Seat(edition=old.edition + 1)
    if table.phase != "lobby":
        seat = replace(seat, computer=STAND_IN)
        if returns:
            seat = replace(seat, former=person, name=old.name)
    table = replace(
        table,
        seats=(*table.seats[:index], seat, *table.seats[index + 1 :]),
        stop_votes=tuple(v for v in table.stop_votes if v != person),
    )
    if table.paused is None:
        table = replace(table, pause_votes=tuple(v for v in table.pause_votes if v != person))
    return pass_host_on(table, person)


def pass_host_on(table: Table, gone: str) -> Table:
    """The role of the host passes to the next seated person, rather to one who is playing."""
    if table.host != gone:
        return table
    heirs = [seat for seat in table.seats if seat.person not in (None, gone)]
    heir = min(heirs, key=lambda seat: bool(seat.stand_in), default=None)
    if heir is None:
        return replace(table, host=None, host_name="")
    return replace(table, host=heir.person, host_name=heir.name)


def closed(table: Table, ended: Ended = "") -> Table:
    """No table is open; the counters of the chat go on."""
    table = replace(
        table,
        phase="idle",
        host=None,
        host_name="",
        waiting=(),
        coming=(),
        match=None,
        deal=None,
        pack=None,
        sealed=None,
        turns=(),
        next_at=None,
        act_at=None,
        stop_votes=(),
        removed=(),
        out=False,
        ended=ended,
        menu="",
        stamp=table.stamp + 1,
        floor=table.stamp + 1,
        more=False,
    )
    return replace(table, seats=tuple(Seat(edition=seat.edition + 1) for seat in table.seats))
