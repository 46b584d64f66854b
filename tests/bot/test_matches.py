"""The course of a match: deals, results, who comes and goes, computers."""

from __future__ import annotations

from dataclasses import replace

from bot import requests as rq
from bot.requests import Person, Place
from bot.screens.lobby import lobby
from bot.screens.result import result as result_screen
from bot.screens.table import table_screen
from bot.table import deadline
from bot.texts import texts
from engine.actions import DRAW, Discard
from engine.players.easy import easy
from tests.bot.driver import ANNA, BRUNO, CHIARA, DARIO, EVA, GROUP, Driver

# --- the course of a match -------------------------------------------------------------------


def test_the_next_deal_starts_when_all_are_ready() -> None:
    game = Driver().started(2)
    game.finish_deal()
    assert game.phase == "result"
    result = game.table.result
    assert result is not None
    assert [b + s.total for b, s in zip(result.before, result.scores, strict=True)] == list(
        game.table.match.totals if game.table.match else ()
    )
    assert game.code(ANNA, rq.Ready(1)) == "ready"
    assert game.code(ANNA, rq.Ready(1)) == "ready"
    assert game.phase == "result"
    assert game.code(EVA, rq.Ready(1)) == "no_seat"
    game.ask(BRUNO, rq.Ready(1))
    assert game.phase == "deal"
    assert game.code(BRUNO, rq.Ready(1)) == "already_done"


def test_the_next_deal_starts_by_itself_at_its_time_and_once() -> None:
    game = Driver().started(2)
    game.finish_deal()
    due = game.table.next_at
    assert due is not None
    before = game.table
    game.now = due - 1
    game.ask(ANNA, rq.Tick())
    assert game.table is before
    game.now = due
    game.ask(ANNA, rq.Tick())
    dealt = game.table
    assert dealt.phase == "deal"
    game.ask(ANNA, rq.Tick())
    assert game.table is dealt


def test_a_match_ends_with_a_result_for_the_log_and_a_rematch() -> None:
    game = Driver().started(2)
    game.end_match()
    outcome = None
    for _ in range(5000):
        player = game.turn
        assert game.table.deal is not None
        action = easy(game.table.view(game.table.deal.seat))
        outcome = game.ask(player, rq.Move(game.table.stamp, (action,)))
        if game.phase != "deal":
            break
    assert outcome is not None
    assert game.phase == "over"
    assert outcome.result is not None
    assert "tg:1" in outcome.result
    # A button from the lobby before the match.
    assert game.code(ANNA, rq.Resize(4)) == "no_table"
    assert game.code(EVA, rq.Rematch(game.table.matches)) == "no_seat"
    assert game.code(BRUNO, rq.Rematch(game.table.matches - 1)) == "stale"
    game.ask(BRUNO, rq.Rematch(game.table.matches))
    assert game.phase == "lobby"
    assert [s.person for s in game.table.seats] == ["tg:1", "tg:2"]
    assert game.code(ANNA, rq.Rematch(game.table.matches)) == "already_done"


def over(players: int) -> Driver:
    """A match that has just ended."""
    game = Driver().seated(players)
    game.ask(ANNA, rq.ChooseLength("d1"))
    game.ask(ANNA, rq.Start())
    game.finish_deal()
    while game.phase == "result":
        # A draw: another deal decides.
        game.tick()
        game.finish_deal()
    assert game.phase == "over"
    return game


def test_a_rematch_is_not_for_who_has_left_since() -> None:
    game = over(4)
    names = [seat.name for seat in game.table.seats]
    assert game.code(CHIARA, rq.Leave()) == "left"
    assert game.code(DARIO, rq.Leave()) == "left"
    # The result goes on telling who has played.
    assert [seat.name for seat in game.table.seats] == names
    # Who asks for one wants to play after all.
    game.ask(DARIO, rq.Rematch(game.table.matches))
    assert [seat.person for seat in game.table.seats] == [ANNA.id, BRUNO.id, None, DARIO.id]
    assert game.table.computers == (2,)
    assert game.code(DARIO, rq.Start()) == "started"


def test_in_a_rematch_a_computer_still_sits_in_for_who_is_not_back() -> None:
    game = over(2)
    seats = tuple(replace(seat, stand_in="easy", missed=2) for seat in game.table.seats)
    game.table = replace(game.table, seats=seats)
    game.ask(ANNA, rq.Rematch(game.table.matches))
    assert [seat.stand_in for seat in game.table.seats] == ["", "easy"]
    shown = lobby(game.table, texts("en"))
    assert "2. 💻 Bruno" in shown.text
    assert any(button.label == "I'm back" for row in shown.rows for button in row)
    game.ask(ANNA, rq.Start())
    assert list(game.table.present) == [ANNA.id]
    assert game.code(BRUNO, rq.Back()) == "back"
    assert list(game.table.present) == [ANNA.id, BRUNO.id]


def test_c20_who_leaves_a_match_is_played_for_and_may_come_back_at_any_time() -> None:
    game = Driver().started()
    player = game.turn
    seat = game.table.seat_of(player.id)
    assert seat is not None
    game.move(player, DRAW)
    hand = game.table.view(seat).hand
    game.ask(player, rq.ShowMore("table"))
    assert game.code(player, rq.Leave()) == "left_match"
    # What is said to bring them back is in sight.
    shown = [b.label for row in table_screen(game.table, texts("en")).rows for b in row]
    assert "Join" in shown
    assert game.move(player, DRAW) == "no_seat"
    assert game.table.seats[seat].computer
    assert deadline(game.table) is not None
    assert game.code(player, rq.Join()) == "seated"
    assert game.table.act_at is None
    assert game.table.view(seat).hand == hand
    assert game.move(player, Discard(hand[0])) == "discarded"


def test_a_newcomer_takes_a_computers_seat_at_the_next_deal() -> None:
    game = Driver().started()
    game.ask(DARIO, rq.Leave())
    assert game.code(EVA, rq.Join()) == "next_deal"
    assert game.code(EVA, rq.Join()) == "next_deal"
    assert game.table.seat_of("tg:5") is None
    game.finish_deal()
    # Between the deals it is said that they come, and so to themselves when they say ready.
    assert "From the next deal on: Eva" in result_screen(game.table, texts("en")).text
    assert game.code(EVA, rq.Ready(1)) == "next_deal"
    assert game.phase == "result"
    for person in (ANNA, BRUNO, CHIARA):
        game.ask(person, rq.Ready(1))
    assert game.phase == "deal"
    assert game.table.seat_of("tg:5") == 3
    assert game.table.coming == ()


def test_a_newcomer_changes_their_mind_or_finds_no_computer() -> None:
    game = Driver().started()
    assert game.code(EVA, rq.Join()) == "table_full"
    game.ask(DARIO, rq.Leave())
    game.ask(EVA, rq.Join())
    assert game.code(EVA, rq.Leave()) == "left"
    assert game.table.coming == ()
    game.ask(EVA, rq.Join())
    game.ask(DARIO, rq.Join())
    game.finish_deal()
    for person in (ANNA, BRUNO, CHIARA, DARIO):
        game.ask(person, rq.Ready(1))
    assert game.phase == "deal"
    assert game.table.seat_of("tg:5") is None


# --- computers -------------------------------------------------------------------------------


def test_computers_fill_seats_and_the_number_is_what_is_said() -> None:
    game = Driver()
    game.ask(ANNA, rq.Open(), table=None)
    assert game.code(EVA, rq.Computers(1)) == "not_host"
    for _ in range(2):
        game.ask(ANNA, rq.Computers(2))
        assert game.computers == 2
    game.ask(ANNA, rq.Computers(1))
    assert game.computers == 1
    assert game.code(ANNA, rq.Computers(4)) == "table_full"
    game.ask(ANNA, rq.Computers(3))
    game.ask(BRUNO, rq.Join())
    assert game.computers == 2
    assert game.table.seat_of("tg:2") is not None


def test_a_computer_acts_at_its_time_once_an_action() -> None:
    game = Driver(seed=2)
    game.ask(ANNA, rq.Open(), table=None)
    game.ask(ANNA, rq.Resize(2))
    game.ask(ANNA, rq.Computers(1))
    game.ask(ANNA, rq.Start())
    while game.table.deal is not None and game.table.deal.seat == 0:
        game.step()
    due = game.table.act_at
    assert due is not None
    before = game.table
    game.now = due - 0.1
    game.ask(ANNA, rq.Tick())
    assert game.table is before
    game.now = due
    game.ask(ANNA, rq.Tick())
    acted = game.table
    assert acted.stamp == before.stamp + 1
    game.ask(ANNA, rq.Tick())
    assert game.table is acted


def test_c24_a_person_alone_with_three_computers_plays_but_farms_no_leaderboard() -> None:
    game = Driver(seed=4)
    game.ask(ANNA, rq.Open(), table=None)
    game.ask(ANNA, rq.Computers(3))
    game.ask(ANNA, rq.Start())
    game.end_match()
    game.finish_deal()
    assert game.phase == "over"
    assert game.results == []


def test_to_stop_a_match_is_asked_for_once_more() -> None:
    game = Driver().started()
    # By a command, which shows the question where everybody looks.
    bottom = game.table.bottom
    assert game.code(EVA, rq.StopMatch(), table=None) == "not_host"
    assert game.code(ANNA, rq.StopMatch(), table=None) == ""
    assert (game.phase, game.table.menu, game.table.bottom) == ("deal", "stop", bottom + 1)
    game.ask(BRUNO, rq.ShowMenu(""))
    assert game.table.menu == ""
    # By the button, also for who has only one voice.
    assert game.code(EVA, rq.ShowMenu("stop")) == "not_host"
    assert game.code(CHIARA, rq.ShowMenu("stop")) == ""
    assert game.table.menu == "stop"
    assert game.code(CHIARA, rq.StopMatch()) == "stop_vote"
    assert (game.table.menu, game.table.more) == ("", False)
    game.ask(ANNA, rq.ShowMenu("stop"))
    assert game.code(ANNA, rq.StopMatch()) == "stopped"
    assert game.code(ANNA, rq.ShowMenu("stop")) == "no_table"
    # Nothing is lost with a lobby.
    game.ask(ANNA, rq.Open(), table=None)
    assert game.code(ANNA, rq.StopMatch(), table=None) == "closed"


def test_c18_the_match_is_stopped_by_the_host_alone_or_by_all_together() -> None:
    game = Driver().started(2)
    assert game.code(EVA, rq.StopMatch()) == "not_host"
    assert game.code(BRUNO, rq.StopMatch()) == "stop_vote"
    assert game.phase == "deal"
    assert game.code(ANNA, rq.StopMatch()) == "stopped"
    assert game.phase == "idle"
    assert game.code(ANNA, rq.StopMatch()) == "no_table"
    other = Driver().started()
    other.ask(DARIO, rq.Leave())
    assert other.code(CHIARA, rq.StopMatch()) == "stop_vote"
    assert other.code(CHIARA, rq.StopMatch()) == "stop_vote"
    assert other.code(BRUNO, rq.StopMatch()) == "stop_vote"
    other.ask(ANNA, rq.Leave())
    assert other.table.host == "tg:2"
    assert other.code(CHIARA, rq.StopMatch()) == "stopped"


def test_c35_a_new_name_is_shown_from_the_next_tap_on() -> None:
    game = Driver().started(2)
    game.ask(Person("tg:2", "Bruno <x/>", "en"), rq.PeekHand())
    seat = game.table.seats[game.table.seat_of("tg:2") or 0]
    assert (seat.name, seat.lang) == ("Bruno <x/>", "en")


def test_c35_a_new_title_of_the_chat_is_shown_from_the_next_tap_in_it_on() -> None:
    game = Driver().started(2)
    for place in (Place(GROUP.id), Place("tg:-7", "Elsewhere"), Place(ANNA.id, private=True)):
        before = game.table
        game.ask(ANNA, rq.PeekHand(), place=place)
        assert game.table.title == before.title
    game.ask(ANNA, rq.PeekHand(), place=Place(GROUP.id, "Friday"))
    assert game.table.title == "Friday"
    before = game.table
    game.ask(ANNA, rq.PeekHand(), place=Place(GROUP.id, "Friday"))
    assert game.table is before
