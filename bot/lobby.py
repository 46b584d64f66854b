"""The lobby: opening a table, its size and sides, computers for empty seats."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from bot.game import Game, clashes, fitting_players, for_players, sizes
from bot.notices import Fact
from bot.outcome import Outcome, may_govern, no_lobby, only_host, refuse
from bot.requests import Request
from bot.seats import closed, sit, stay
from bot.state import Seat, Table
from bot.turn_time import TurnTime
from engine.rules import RulesError

MENUS: Final = re.compile(r"|preset|toggles(_[2-9])?|length|time|cut|kick|stop")
"""The choices of the table that can be open; `toggles_2` is a second page. `cut` is there between
two deals too, `kick` in a match, `stop` in a match alone."""
LEVEL: Final = "easy"
"""The computer player that fills seats."""


def open_table(table: Table, request: Request, now: float) -> Outcome:
    """Open a table where none is open, else show the one there is at the bottom of the chat."""
    if request.place.private:
        return refuse(table, "only_in_group")
    if table.phase in ("lobby", "deal", "result"):
        if request.table is not None:
            # An old button moves nothing in the group, however often it is tapped.
            return refuse(table, "table_open" if table.phase == "lobby" else "match_running")
        return Outcome(replace(table, bottom=table.bottom + 1))
    # A chat keeps what it played last.
    game = table.game
    rules = game.rules(fitting_players(game, len(table.seats) or 4))
    opened = replace(
        closed(table),
        phase="lobby",
        lang=request.person.lang,
        title=request.place.called(table.title),
        rules=rules,
        # Nobody in particular asked where an anonymous admin did: the first to sit is the host.
        host=request.person.id or None,
        host_name=request.person.name,
        seats=tuple(_vacated(table, i) for i in range(rules.players)),
        bottom=table.bottom + 1,
    )
    if request.reachable:
        opened = sit(opened, 0, request, now)
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


def change_side(table: Table, request: Request, side: int) -> Outcome:
    """Sit on the other side, if a seat is free there."""
    if table.phase != "lobby":
        return no_lobby(table)
    seat = table.seat_of(request.person.id)
    if seat is None:
        return refuse(table, "not_seated")
    if table.rules.side_of(seat) == side:
        return Outcome(table)
    chairs = (*table.vacant, *table.computers)
    free = [i for i in chairs if table.rules.side_of(i) == side]
    if not free:
        return refuse(table, "side_full")
    seats = list(table.seats)
    seats[seat], seats[free[0]] = seats[free[0]], seats[seat]
    return Outcome(replace(table, seats=tuple(seats)))


def resize(table: Table, request: Request, players: int) -> Outcome:
    """Play with another number of people."""
    return _changed(table, request, table.game, players)


def choose(table: Table, request: Request, game: Game, menu: str = "") -> Outcome:
    """Play another game, with a number of people that its preset allows; `menu` is then open."""
    players = fitting_players(game, len(table.seats))
    return _changed(replace(table, menu=menu), request, game, players, table)


def choose_time(table: Table, request: Request, time: TurnTime, menu: str) -> Outcome:
    """Give the turns another time; `menu` is then open."""
    after = replace(table, time=time, menu=menu)
    return _changed(after, request, table.game, len(table.seats), table)


def show_hands(table: Table, request: Request, private: bool) -> Outcome:
    """Show hands in private too, or as asides only: a choice of the chat, at any time."""
    return _show(table, request, aside=not private)


def show_pictures(table: Table, request: Request, on: bool) -> Outcome:
    """Show pictures in the chat, or text alone. It stays so for the matches to come."""
    return _show(table, request, pictures=on)


def _show(table: Table, request: Request, **how: bool) -> Outcome:
    """Show what the chat is shown in another way."""
    if table.phase == "idle":
        return refuse(table, "no_table")
    if not may_govern(table, request):
        return only_host(table, request)
    after = replace(table, **how)  # type: ignore[arg-type]
    return Outcome(table if after == table else after)


def show_menu(table: Table, request: Request, menu: str) -> Outcome:
    """Open or close one of the choices of the lobby."""
    if not MENUS.fullmatch(menu):
        return refuse(table, "unknown_button")
    if menu == "cut" or (not menu and table.menu == "cut"):
        return _show_cut(table, request, menu)
    if menu == "kick" or (not menu and table.menu == "kick"):
        return _show_kick(table, request, menu)
    if menu == "stop" or (not menu and table.menu == "stop"):
        return ask_stop(table, request, menu)
    if not menu and table.menu == "leave":
        return stay(table, request)
    return _changed(replace(table, menu=menu), request, table.game, len(table.seats), table)


def _show_cut(table: Table, request: Request, menu: str) -> Outcome:
    """Open or close the cut: anybody who sits may, also between two deals."""
    if table.sealed is None:
        return refuse(table, "stale")
    if table.seat_of(request.person.id) is None and not may_govern(table, request):
        return refuse(table, "no_seat")
    return Outcome(replace(table, menu=menu))


def ask_stop(table: Table, request: Request, menu: str = "stop") -> Outcome:
    """Ask once more whether the match is to end, or no more; a command asks below in the chat."""
    if table.phase not in ("deal", "result"):
        return refuse(table, "no_table")
    if table.seat_of(request.person.id) is None and not may_govern(table, request):
        return only_host(table, request)
    below = table.bottom + (request.table is None)
    return Outcome(replace(table, menu=menu, more=True, bottom=below))


def _show_kick(table: Table, request: Request, menu: str) -> Outcome:
    """Open or close the choice of whom to remove; a command shows it at the bottom of the chat."""
    if table.phase not in ("lobby", "deal", "result"):
        return refuse(table, "no_table")
    if not may_govern(table, request):
        return only_host(table, request)
    if menu and not any(s.person not in (None, request.person.id) for s in table.seats):
        return refuse(table, "nobody_to_kick")
    below = table.bottom + (request.table is None)
    return Outcome(replace(table, menu=menu, more=table.phase != "lobby", bottom=below))


def _changed(
    table: Table, request: Request, game: Game, players: int, before: Table | None = None
) -> Outcome:
    before = before or table
    if table.phase != "lobby":
        return no_lobby(before)
    if not may_govern(table, request):
        return only_host(before, request)
    if players not in sizes(game):
        return refuse(before, "unknown_button")
    game = for_players(game, players)
    try:
        rules = game.rules(players)
    except RulesError:
        return refuse(before, "rules_clash", **_clash(before, game, players))
    seated = [seat for seat in table.seats if seat.person is not None]
    if len(seated) > players:
        return refuse(before, "too_many_people", count=players)
    seats = list(table.seats)
    if players != len(seats):
        others = [seat for seat in table.seats if seat.person is None]
        others.sort(key=lambda seat: seat.vacant)
        seats = (seated + others + [Seat()] * players)[:players]
    after = replace(table, game=game, rules=rules, seats=tuple(seats))
    return Outcome(before if after == before else after)


def _clash(before: Table, game: Game, players: int) -> dict[str, Fact]:
    """With which toggles does the one just chosen not go together?"""
    new = [name for name in game.toggles if name not in before.game.toggles]
    names = clashes(before.game, new[0], players) if new else ()
    return {"toggles": names} if names else {}


def computers(table: Table, request: Request, count: int) -> Outcome:
    """Let computers play on `count` seats: more take free seats, fewer give the last ones back."""
    if table.phase != "lobby":
        return no_lobby(table)
    if table.seat_of(request.person.id) is None and not may_govern(table, request):
        return only_host(table, request)
    if count > len(table.computers) + len(table.vacant):
        return refuse(table, "table_full")
    seats = list(table.seats)
    for index in table.computers[count:]:
        seats[index] = Seat(edition=seats[index].edition)
    for index in table.vacant[: max(0, count - len(table.computers))]:
        seats[index] = Seat(computer=LEVEL, edition=seats[index].edition)
    if tuple(seats) == table.seats:
        return Outcome(table)
    return Outcome(replace(table, seats=tuple(seats)))
