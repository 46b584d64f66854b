"""What a decision of the table consists of, and the chance it may use."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, tzinfo
from typing import Any, Final

from bot.notices import Fact, Notice
from bot.requests import Request
from bot.state import Seat, Table

SILENT: Final = 600.0
"""Seconds without a sign of the host after which anybody who sits in the lobby may act as host."""


ADMINS_FARE_BETTER: Final = ("not_host", "stop_vote")
"""What is told to who may not govern; where it is not known, it is asked who is an admin."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Randomness as data, fresh for every request: hexadecimal texts from a secure source.

    `seed` is the secret of a deal's shuffle; `token` is for links and for who deals first.
    """

    seed: str = field(repr=False)
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Service:
    """What a decision has to know of how the bot is run.

    `lost` are the seconds, in all, in which nobody served the chats; `zone` is that of the nights.
    """

    lost: float = 0.0
    zone: tzinfo = UTC


@dataclass(frozen=True, slots=True)
class Outcome:
    """The decided state and what the person who asked is told.

    `link` is the token of a link to the private chat. `result` is a finished match for the log of
    results, `log` what is added to the log of the match that the table counts now, or begins it.
    `refused` says that nothing was done.
    """

    table: Table
    notice: Notice | None = None
    link: str | None = None
    result: str | None = None
    log: tuple[str, ...] = field(default=(), repr=False)
    refused: bool = False


def refuse(table: Table, code: str, **facts: Fact) -> Outcome:
    """Nothing is done, and why."""
    return Outcome(table, Notice(code, facts), refused=True)


def no_seat(table: Table) -> Outcome:
    """Refused: who asks sits nowhere here, perhaps because no table is open."""
    return refuse(table, "no_table" if table.phase == "idle" else "no_seat")


def no_lobby(table: Table) -> Outcome:
    """Refused: it is for who opens a table, and either a match is played or none is open."""
    return refuse(table, "match_running" if table.phase in ("deal", "result") else "no_table")


def tell(table: Table, code: str, **facts: Fact) -> Outcome:
    """Done, with a short answer."""
    return Outcome(table, Notice(code, facts))


def with_seat(table: Table, index: int, **changes: Any) -> Table:
    """The table with one seat changed; the same object when nothing differs."""
    seat = replace(table.seats[index], **changes)
    if seat == table.seats[index]:
        return table
    return replace(table, seats=(*table.seats[:index], seat, *table.seats[index + 1 :]))


def with_seats(table: Table, **changes: Any) -> Table:
    """The table with every seat changed in the same way."""
    return replace(table, seats=tuple(replace(seat, **changes) for seat in table.seats))


def fresh_hands(table: Table) -> Table:
    """Ask for a new private hand post for everybody."""
    return replace(
        table, seats=tuple(replace(seat, edition=seat.edition + 1) for seat in table.seats)
    )


def seated_as(request: Request, old: Seat, now: float) -> Seat:
    """The seat with the person who asks on it, as nobody looked at it before."""
    person = request.person
    return Seat(
        person=person.id,
        name=person.name,
        lang=person.lang,
        habits=request.habits,
        edition=old.edition + 1,
        touched=int(now),
    )


def may_govern(table: Table, request: Request) -> bool:
    """Is it the host or an admin of the chat?"""
    return request.person.id == table.host or request.admin is True


def only_host(table: Table, request: Request) -> Outcome:
    """Refused: it is for the host or an admin, or for anybody who sits where the host is silent."""
    facts: dict[str, Fact] = {"name": table.host_name} if table.host_name else {}
    if table.phase == "lobby" and table.seat_of(request.person.id) is not None:
        facts["minutes"] = int(SILENT / 60)
    return refuse(table, "not_host", **facts)
