"""The pure table: `handle(table, request, now, chance) -> Outcome`.

No clock, no network, no store: the same input gives the same outcome, so a decision can be made
again on a newer document. Randomness comes in as `Chance`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot import away, expiry, fair, lobby, matches, play, reach, seats, turn_clock
from bot import requests as rq
from bot.game import length_options, with_preset, with_toggle
from bot.outcome import Chance, Outcome, Service, refuse, with_seat
from bot.requests import Request
from bot.state import Table
from bot.turn_clock import deadline, put_off
from bot.turn_time import MINUTES
from engine.rules import RulesError

__all__ = ["Chance", "Outcome", "Service", "deadline", "handle"]


_IN_THE_GROUP: Final = (
    rq.Open,
    rq.Show,
    rq.Join,
    rq.ChangeSide,
    rq.Resize,
    rq.Computers,
    rq.ChoosePreset,
    rq.SetToggle,
    rq.ChooseLength,
    rq.ChooseTime,
    rq.RestAtNight,
    rq.ShowHands,
    rq.ShowPictures,
    rq.ShowMenu,
    rq.Cut,
    rq.Start,
    rq.StopMatch,
    rq.AskStop,
    rq.Kick,
)


def _at_the_table(table: Table, request: Request) -> bool:
    """Is it asked in the table's own chat, or by somebody who sits there?"""
    return request.place.id == table.place or table.seat_of(request.person.id) is not None


def handle(
    table: Table, request: Request, now: float, chance: Chance, service: Service | None = None
) -> Outcome:
    """Decide one request. `now` is Unix time in seconds.

    The outcome's table is the very same object when nothing changes. A refused request changes
    nothing but the names by which a seated person and the chat are shown.
    """
    service = service or Service()
    before = put_off(table, service)
    outcome = _decide(before, request, now, chance, service)
    after = expiry.noted(before, outcome.table, request, now)
    after = play.drawn_at_once(before, after)
    after = turn_clock.timed(before, after, now, service)
    after = fair.sealed(after, chance)
    if after is not table and after.lost != service.lost:
        after = replace(after, lost=service.lost)
    return outcome if after is outcome.table else replace(outcome, table=after)


def _decide(
    table: Table, request: Request, now: float, chance: Chance, service: Service
) -> Outcome:
    table = reach.reached(_retitled(_renamed(table, request), request), request, now, service)
    if request.table is not None and request.table != table.code:
        return refuse(table, "stale")
    if request.place.mute and isinstance(request.what, rq.Open | rq.Show):
        return refuse(table, "mute")
    if isinstance(request.what, _IN_THE_GROUP) and not _at_the_table(table, request):
        return refuse(table, "only_in_group")
    outcome = _served(table, request, now, chance, service)
    if request.place.mute and outcome.notice is not None and outcome.notice.code == "bot_out":
        return refuse(outcome.table, "mute")
    if outcome.notice is None or outcome.notice.code != "not_host":
        return outcome
    acting = expiry.acting_host(table, request, now)
    return outcome if acting is table else _served(acting, request, now, chance, service)


def _served(
    table: Table, request: Request, now: float, chance: Chance, service: Service
) -> Outcome:
    match request.what:
        case rq.Open():
            return lobby.open_table(table, request, now)
        case rq.Show():
            return lobby.show(table, request)
        case rq.Join() | rq.Enter() if _is_away(table, request):
            return away.back(table, request, now)
        case rq.Join(side):
            return seats.join(table, request, side, chance, now)
        case rq.Enter(token):
            return seats.enter(table, request, token, now)
        case rq.ChangeSide(side):
            return lobby.change_side(table, request, side)
        case rq.Resize(players):
            return lobby.resize(table, request, players)
        case rq.Computers(count):
            return lobby.computers(table, request, count)
        case rq.Leave(sure):
            return matches.without(seats.leave(table, request, sure), chance)
        case rq.ChoosePreset() | rq.SetToggle() | rq.ChooseLength() as wish:
            return _choose(table, request, wish)
        case rq.ChooseTime() | rq.RestAtNight() as wish:
            return _choose_time(table, request, wish)
        case rq.ShowHands(private):
            return lobby.show_hands(table, request, private)
        case rq.ShowPictures(on):
            return lobby.show_pictures(table, request, on)
        case rq.ShowMenu(menu):
            return lobby.show_menu(table, request, menu)
        case rq.Start():
            return matches.start(table, request, chance, now)
        case rq.Cut(depth):
            return fair.cut(table, request, depth)
        case rq.StopMatch():
            return matches.stop(table, request)
        case rq.AskStop(seen):
            return matches.ask_stop(table, request, seen)
        case rq.Kick(mark):
            return matches.without(seats.kick(table, request, mark), chance)
        case rq.Nudge(turn):
            return away.nudge(table, request, turn, now)
        case rq.Pause(on, seen):
            return away.pause(table, request, on, seen, now, service)
        case rq.Back():
            return away.back(table, request, now)
        case rq.Ready(deal):
            return matches.ready(table, request, deal, chance)
        case rq.Rematch(number):
            return matches.rematch(table, request, number)
        case rq.Tick():
            return _tick(table, now, chance)
        case rq.Lost(destination, gone):
            return reach.lost(table, destination, now, gone)
        case rq.Adopt(person, facts):
            return play.adopt(table, person, dict(facts))
        case rq.Moved(place):
            return Outcome(replace(table, place=place))
        case rq.Move() as what:
            return play.move(table, request, what, now)
        case (
            rq.ShowRules() | rq.ShowLeaderboard() | rq.ShowRecord() | rq.ShowHelp() | rq.ShowText()
        ):
            return Outcome(table)
        case _:
            return play.free(table, request, now)


def _renamed(table: Table, request: Request) -> Table:
    """Show a seated person by the newest name that is said, in the newest language."""
    person = request.person
    seat = table.seat_of(person.id)
    if seat is None:
        return table
    return with_seat(table, seat, name=person.name or table.seats[seat].name, lang=person.lang)


def _retitled(table: Table, request: Request) -> Table:
    """Call the chat as it is called where the request comes from it."""
    title = request.place.called(table.title)
    if title == table.title or request.place.id != table.place:
        return table
    return replace(table, title=title)


def _choose(
    table: Table, request: Request, wish: rq.ChoosePreset | rq.SetToggle | rq.ChooseLength
) -> Outcome:
    """Another preset, toggle or length."""
    try:
        if isinstance(wish, rq.SetToggle):
            game = with_toggle(table.game, wish.name, wish.on)
            return lobby.choose(table, request, game, table.menu)
        if isinstance(wish, rq.ChoosePreset):
            return lobby.choose(table, request, with_preset(table.game, wish.name))
        length_options(wish.length)
    except RulesError:
        return refuse(table, "unknown_button")
    return lobby.choose(table, request, replace(table.game, length=wish.length))


def _is_away(table: Table, request: Request) -> bool:
    """Does a computer sit in for who asks?"""
    seat = table.seat_of(request.person.id)
    return seat is not None and bool(table.seats[seat].stand_in)


def _choose_time(table: Table, request: Request, wish: rq.ChooseTime | rq.RestAtNight) -> Outcome:
    """Another time of a turn; the choice stays open where there is more to choose."""
    if isinstance(wish, rq.RestAtNight):
        return lobby.choose_time(table, request, replace(table.time, rests=wish.on), table.menu)
    if wish.minutes not in MINUTES:
        return refuse(table, "unknown_button")
    time = replace(table.time, minutes=wish.minutes)
    return lobby.choose_time(table, request, time, table.menu if time.long else "")


def _tick(table: Table, now: float, chance: Chance) -> Outcome:
    """A deadline has passed."""
    due = deadline(table)
    if due is None or now < due:
        return Outcome(table)
    if due == expiry.ends_at(table):
        return expiry.over(table)
    if table.act_at is not None and now >= table.act_at:
        return play.computer_action(table, now)
    if table.next_at is not None and now >= table.next_at:
        return matches.next_deal(table, chance)
    if table.clock is not None and table.clock.ends is not None and now >= table.clock.ends:
        return away.time_up(table, now)
    return away.half_time(table, now)
