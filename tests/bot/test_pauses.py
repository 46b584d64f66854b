"""Nudges, pauses, and the time in which the bot was away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import posts
from bot import requests as rq
from bot.requests import Person, Place
from engine.actions import DRAW
from tests.bot.driver import ANNA, BRUNO, CHIARA, EVA, HOST, Driver

PRIVATE = Place("tg:1", private=True)


def started(players: int = 2) -> Driver:
    return Driver().started(players)


def waiting(game: Driver) -> Person:
    return BRUNO if game.turn is ANNA else ANNA


def away_for(game: Driver, seconds: float) -> None:
    """The bot is away for so long, and comes back."""
    game.now += seconds
    game.service = replace(game.service, lost=game.service.lost + seconds)


# --- nudge -----------------------------------------------------------------------------------


def test_a_nudge_calls_the_player_again_once_a_turn() -> None:
    game = started(4)
    assert game.table.deal is not None
    seat = game.table.deal.seat
    edition = game.table.seats[seat].edition
    turn = game.table.turn_id
    others = [p for p in (ANNA, BRUNO, CHIARA) if p is not game.turn]
    game.ask(game.turn, rq.ShowMore("hand"))
    game.now += 60
    assert game.code(game.turn, rq.Nudge(turn)) == "own_turn"
    assert game.code(EVA, rq.Nudge(turn)) == "no_seat"
    outcome = game.ask(others[0], rq.Nudge(turn))
    assert outcome.notice is not None
    assert (outcome.notice.code, outcome.notice.facts["name"]) == ("nudged", game.turn.name)
    assert game.table.seats[seat].edition == edition + 1
    # The call shows what can be done.
    assert not game.table.seats[seat].more
    for person in others:
        assert game.code(person, rq.Nudge(turn)) == "nudged_before"
    assert game.table.seats[seat].edition == edition + 1


def test_c22_a_nudge_that_comes_late_reaches_nobody_else() -> None:
    game = started(4)
    turn = game.table.turn_id
    first = game.turn
    while game.turn is first:
        game.step()
    before = game.table
    assert game.code(first, rq.Nudge(turn)) == "stale"
    assert game.table is before


def test_who_is_just_tapping_is_told_without_a_new_message() -> None:
    game = started()
    player = game.turn
    game.ask(player, rq.Prefer("sort", "rank"))
    seat = game.table.seat_of(player.id)
    assert seat is not None
    edition = game.table.seats[seat].edition
    game.ask(waiting(game), rq.Nudge(game.table.turn_id))
    assert game.table.clock is not None
    assert game.table.clock.said == "nudge"
    assert game.table.seats[seat].edition == edition


def test_a_computer_needs_no_nudge() -> None:
    game = started(4)
    game.ask(game.turn, rq.Leave())
    assert game.code(Person(game.table.people[0], "x"), rq.Nudge(game.table.turn_id)) == "no_nudge"


def test_a_nudge_puts_the_further_buttons_away_where_it_was_tapped() -> None:
    game = started()
    person = waiting(game)
    seat = game.table.seat_of(person.id)
    assert seat is not None
    game.ask(person, rq.ShowMore("table"))
    game.ask(person, rq.ShowMore("hand"))
    game.ask(person, rq.Nudge(game.table.turn_id), place=PRIVATE)
    assert (game.table.more, game.table.seats[seat].more) == (True, False)
    game.ask(person, rq.Pause(True))
    assert not game.table.more


# --- pause -----------------------------------------------------------------------------------


def paused(players: int = 2) -> Driver:
    game = started(players)
    for person in (ANNA, BRUNO, CHIARA, Person("tg:4", "Dario"))[:players]:
        game.ask(person, rq.Pause(True))
    assert game.table.paused is not None
    return game


def test_a_pause_needs_everybody_who_plays_and_ends_by_anybody() -> None:
    game = started(4)
    left = game.due()
    assert left is not None
    left -= game.now
    game.now += 30
    assert game.code(EVA, rq.Pause(True)) == "no_seat"
    for _ in range(2):
        outcome = game.ask(ANNA, rq.Pause(True))
        assert outcome.notice is not None
        assert (outcome.notice.code, outcome.notice.facts) == ("pause_vote", {"missing": 3})
    game.ask(BRUNO, rq.Pause(True))
    game.ask(CHIARA, rq.Pause(True))
    assert game.table.paused is None
    assert game.code(Person("tg:4", "Dario"), rq.Pause(True)) == "pause_begun"
    assert game.code(ANNA, rq.Pause(True)) == "already_done"
    assert game.due() is None
    before = game.table
    assert game.move(game.turn, DRAW) == "paused"
    assert game.table is before
    assert game.code(EVA, rq.Pause(False)) == "no_seat"
    game.now += 100_000
    game.ask(EVA, rq.Tick())
    assert game.table is before
    assert game.code(CHIARA, rq.Pause(False)) == "resumed"
    assert game.code(CHIARA, rq.Pause(False)) == "already_done"
    assert game.due() == game.now + left - 30
    assert game.table.pause_votes == ()
    assert game.move(game.turn, DRAW) == "drew"


@pytest.mark.parametrize("half", [False, True], ids=["before half time", "after it"])
def test_the_game_that_goes_on_calls_who_is_to_move_unless_they_say_so(half: bool) -> None:
    game = started()
    if half:
        game.tick()
    game.ask(game.turn, rq.Pause(True))
    game.ask(waiting(game), rq.Pause(True))
    own = game.table.seat_of(game.turn.id) or 0
    before = [seat.edition for seat in game.table.seats]
    game.now += 5000
    game.ask(waiting(game), rq.Pause(False))
    after = [seat.edition for seat in game.table.seats]
    assert [new - old for new, old in zip(after, before, strict=True)] == [own == 0, own == 1]
    assert not posts.wanted(game.table, game.now)[posts.hand_key(own)].silent
    game.now += 100
    for person in (game.turn, waiting(game)):
        game.ask(person, rq.Pause(True))
    game.now += 5000
    game.ask(game.turn, rq.Pause(False))
    assert [seat.edition for seat in game.table.seats] == after


def test_where_the_player_is_called_in_the_place_the_call_comes_anew() -> None:
    game = started()
    game.ask(HOST, rq.Lost(game.turn.id), place=Place(""))
    for person in (game.turn, waiting(game)):
        game.ask(person, rq.Pause(True))
    before = posts.wanted(game.table, game.now)[posts.TURN]
    game.now += 5000
    game.ask(waiting(game), rq.Pause(False))
    after = posts.wanted(game.table, game.now)[posts.TURN]
    assert (after.edition > before.edition, after.silent) == (True, False)


def test_who_is_away_is_not_asked_for_a_pause() -> None:
    game = started(4)
    seat = game.table.seat_of(CHIARA.id)
    assert seat is not None
    seats = list(game.table.seats)
    seats[seat] = replace(seats[seat], stand_in="easy")
    game.table = replace(game.table, seats=tuple(seats))
    assert game.code(CHIARA, rq.Pause(True)) == "stand_in"
    game.ask(ANNA, rq.Pause(True))
    game.ask(BRUNO, rq.Pause(True))
    assert game.code(Person("tg:4", "Dario"), rq.Pause(True)) == "pause_begun"


def test_a_computer_waits_too() -> None:
    game = started(4)
    game.ask(CHIARA, rq.Leave())
    while game.table.act_at is None:
        game.step()
    for person in (ANNA, BRUNO, Person("tg:4", "Dario")):
        game.ask(person, rq.Pause(True))
    assert game.due() is None
    game.now += 500
    game.ask(ANNA, rq.Pause(False))
    due = game.due()
    assert due is not None
    assert game.now < due < game.now + 5


def test_a_pause_between_two_deals_keeps_what_was_left_of_the_minute() -> None:
    game = started()
    game.finish_deal()
    game.now += 20
    for person in (ANNA, BRUNO):
        game.ask(person, rq.Pause(True))
    assert game.due() is None
    game.now += 5000
    game.ask(ANNA, rq.Pause(False))
    assert game.due() == game.now + 40


def test_all_ready_ends_the_pause_between_two_deals() -> None:
    game = started()
    game.finish_deal()
    for person in (ANNA, BRUNO):
        game.ask(person, rq.Pause(True))
    for person in (ANNA, BRUNO):
        game.ask(person, rq.Ready(1))
    assert (game.phase, game.table.paused) == ("deal", None)
    assert game.due() is not None


def test_nobody_alone_needs_a_pause() -> None:
    game = Driver()
    game.ask(ANNA, rq.Open(), table=None)
    assert game.code(ANNA, rq.Pause(True)) == "no_table"
    game.ask(ANNA, rq.Computers(3))
    game.ask(ANNA, rq.Start())
    assert game.code(ANNA, rq.Pause(True)) == "nobody_waits"


def test_a_match_that_is_stopped_in_a_pause_leaves_none_behind() -> None:
    game = paused()
    game.ask(ANNA, rq.StopMatch())
    game.ask(ANNA, rq.Open(), table=None)
    assert (game.table.paused, game.table.pause_votes) == (None, ())


# --- the bot was away ------------------------------------------------------------------------


def test_the_time_in_which_the_bot_was_away_costs_nobody_anything() -> None:
    game = started()
    due = game.due()
    assert due is not None
    game.now += 60
    away_for(game, 3600)
    # Whatever is asked first; here the deadline of before.
    game.ask(EVA, rq.Tick())
    assert game.due() == due + 3600
    assert game.table.clock is not None
    assert game.table.clock.ends == due + 90 + 3600
    before = game.table
    game.ask(EVA, rq.Tick())
    assert game.table is before


def test_each_outage_counts_and_time_lost_before_a_turn_does_not() -> None:
    game = started()
    away_for(game, 100)
    away_for(game, 50)
    first = game.turn
    while game.turn is first:
        game.step()
    assert game.table.clock is not None
    assert game.table.clock.ends == game.now + 180


def test_between_two_deals_the_minute_goes_on_where_it_was() -> None:
    game = started()
    game.finish_deal()
    game.now += 20
    away_for(game, 7200)
    game.ask(EVA, rq.Tick())
    assert game.phase == "result"
    assert game.due() == game.now + 40


def test_an_outage_in_a_pause_is_not_counted_twice() -> None:
    game = started()
    due = game.due()
    assert due is not None
    left = due - game.now
    for person in (ANNA, BRUNO):
        game.ask(person, rq.Pause(True))
    game.now += 100
    away_for(game, 3600)
    game.now += 100
    game.ask(BRUNO, rq.Pause(False))
    assert game.due() == game.now + left


@pytest.mark.parametrize("lost", [0.0, 500.0])
def test_a_chat_that_has_nothing_due_is_not_written_for_an_outage(lost: float) -> None:
    game = Driver()
    game.service = replace(game.service, lost=lost)
    before = game.table
    game.ask(EVA, rq.Leave())
    assert game.table is before
