"""The clock of a turn: when it runs, whom it belongs to, what is told of it."""

from __future__ import annotations

import pytest

from bot import requests as rq
from bot.requests import Person
from engine.actions import DRAW
from tests.bot.clocks import THREE, clock_of, other, seat_of, started, to_play
from tests.bot.driver import ANNA, BRUNO, EVA, Driver

# --- when it runs ----------------------------------------------------------------------------


def test_three_minutes_are_given_to_each_turn_unless_the_chat_chooses() -> None:
    game = started()
    clock = game.table.clock
    assert clock is not None
    assert (clock.person, clock.ends, clock.half) == (game.turn.id, game.now + 180, game.now + 90)
    player = game.turn
    game.now += 100
    while game.turn is player:
        game.step()
    assert clock_of(game).ends == game.now + THREE


def test_moves_of_the_turn_do_not_make_it_longer() -> None:
    game = started()
    before = game.table.clock
    game.now += 60
    game.move(game.turn, DRAW)
    assert game.table.clock == before


@pytest.mark.parametrize(("minutes", "seconds"), [(1, 60.0), (15, 900.0), (1440, 86400.0)])
def test_the_lobby_chooses_the_time(minutes: int, seconds: float) -> None:
    game = Driver().seated(2)
    assert game.code(BRUNO, rq.ChooseTime(minutes)) == "not_host"
    game.ask(ANNA, rq.ChooseTime(minutes))
    game.ask(ANNA, rq.Start())
    assert clock_of(game).ends == game.now + seconds
    assert game.code(ANNA, rq.ChooseTime(5)) == "match_running"


def test_without_a_limit_nothing_is_due_and_a_nudge_still_works() -> None:
    game = Driver().seated(2)
    game.ask(ANNA, rq.ChooseTime(0))
    game.ask(ANNA, rq.Start())
    assert game.due() is None
    assert game.code(other(game), rq.Nudge(game.table.turn_id)) == "nudged"


def test_a_time_that_is_not_offered_is_refused() -> None:
    game = Driver().seated(2)
    before = game.table
    assert game.code(ANNA, rq.ChooseTime(7)) == "unknown_button"
    assert game.table is before


def test_the_night_can_rest_where_turns_are_long() -> None:
    game = Driver().seated(2)
    game.now = 1_768_084_200.0  # 10 January 2026, 22:30 UTC
    game.ask(ANNA, rq.ShowMenu("time"))
    game.ask(ANNA, rq.ChooseTime(60))
    assert game.table.menu == "time"
    game.ask(ANNA, rq.RestAtNight(True))
    game.ask(ANNA, rq.Start())
    assert clock_of(game).ends == game.now + 10 * 3600


def test_nobody_alone_with_computers_is_hurried() -> None:
    game = Driver()
    game.ask(ANNA, rq.Open(), table=None)
    game.ask(ANNA, rq.Computers(3))
    game.ask(ANNA, rq.Start())
    while to_play(game) != 0:
        game.step()
    assert game.table.clock is None
    assert game.due() is None


def test_when_a_friend_sits_down_the_clock_begins() -> None:
    game = started(4)
    for person in game.table.people[1:]:
        game.ask(Person(person, "x"), rq.Leave())
    while game.table.act_at is not None:
        game.step()
    assert game.table.clock is None
    game.now += 50
    game.ask(BRUNO, rq.Join())
    assert clock_of(game).ends == game.now + THREE


def test_the_choice_of_the_chat_is_kept_for_the_next_table() -> None:
    game = Driver().seated(2)
    game.ask(ANNA, rq.ChooseTime(15))
    game.ask(ANNA, rq.StopMatch())
    game.ask(BRUNO, rq.Open(), table=None)
    assert game.table.time.minutes == 15


# --- half time -------------------------------------------------------------------------------


def test_half_time_is_told_once_in_a_new_message_and_forgotten_after_a_move() -> None:
    game = started()
    seat, player = to_play(game), game.turn
    before = game.table.seats[seat].edition
    game.tick()
    assert (clock_of(game).said, clock_of(game).half) == ("half", None)
    assert game.table.seats[seat].edition == before + 1
    told = game.table
    game.ask(EVA, rq.Tick())
    assert game.table is told
    game.move(player, DRAW)
    assert clock_of(game).said == ""


def test_who_is_just_tapping_gets_no_new_message_under_the_finger() -> None:
    game = started()
    seat, player = to_play(game), game.turn
    half = game.now + 90
    game.now = half - 3
    game.ask(player, rq.Prefer("sort", "rank"))
    before = game.table.seats[seat].edition
    game.tick()
    assert clock_of(game).said == "half"
    assert game.table.seats[seat].edition == before


# --- whom it belongs to ----------------------------------------------------------------------


def test_c22_a_late_look_at_the_clock_never_ends_the_next_players_turn() -> None:
    game = started()
    due = game.table.clock
    assert due is not None
    assert due.ends is not None
    first = game.turn
    game.now = due.ends - 1
    while game.turn is first:
        game.step()
    before = game.table
    # The deadline fires that was set for the player before.
    game.now = due.ends
    game.ask(EVA, rq.Tick())
    assert game.table is before


def test_c22_who_takes_the_seat_over_in_the_middle_of_a_turn_gets_the_whole_time() -> None:
    game = started(4)
    player = game.turn
    game.now += 170
    game.ask(player, rq.Leave())
    assert game.table.clock is None
    assert game.table.act_at is not None
    game.ask(player, rq.Join())
    assert clock_of(game).ends == game.now + THREE


def test_who_plays_against_computers_waits_for_no_more_than_is_to_be_seen() -> None:
    turns = []
    for seed in range(4):
        game = Driver(seed=seed)
        game.ask(ANNA, rq.Open(), table=None)
        game.ask(ANNA, rq.Computers(3))
        game.ask(ANNA, rq.Start())
        while game.phase == "deal":
            begun, turn, computer = game.now, game.table.turn_id, game.table.act_at is not None
            actions = 0
            while game.phase == "deal" and game.table.turn_id == turn:
                game.step()
                actions += 1
            if computer:
                turns.append((game.now - begun, actions))
    # Time to read of one turn before the next; what it tries meanwhile is shown to nobody.
    assert all(1.5 < took < 3.5 for took, _ in turns)
    assert max(actions for _, actions in turns) > 5


def test_c22_a_turn_played_in_time_breaks_the_row() -> None:
    game = started()
    first = game.turn
    seat = seat_of(game, first)
    for own in (True, False, True):
        while game.turn is not first:
            game.step()
        if own:
            game.run_out()
        else:
            while game.turn is first:
                game.step()
    assert (game.table.seats[seat].missed, game.table.seats[seat].stand_in) == (1, "")
