"""The time of a turn is over: how it ends, and the computer that sits in."""

from __future__ import annotations

from dataclasses import replace

from bot import requests as rq
from bot.requests import Person
from engine.actions import DRAW, Discard, Lay, Take
from engine.cards import cards, placed
from tests.bot.clocks import THREE, clock_of, dealt, seat_of, started, to_play
from tests.bot.driver import ANNA, BRUNO, CHIARA, EVA, Driver

# --- the time is over ------------------------------------------------------------------------


def test_c21_time_runs_out_before_the_draw() -> None:
    game = dealt("9s9hTc3dQh")
    seat = to_play(game)
    game.run_out()
    deal = game.table.deal
    assert deal is not None
    assert deal.seat != seat
    assert len(deal.view(seat).hand) == 5
    assert game.table.turns[-1].late
    assert game.table.turns[-1].discard is not None


def test_c21_time_runs_out_after_the_draw() -> None:
    game = dealt("9s9hTc3dQh")
    game.move(game.turn, DRAW)
    stock = game.table.view(0).stock
    game.run_out()
    assert to_play(game) == 1
    assert game.table.view(0).stock == stock
    assert len(game.table.view(0).hand) == 5


def test_c21_what_was_tried_stays_where_no_duty_is_open() -> None:
    game = dealt("9s9h9cTc3dQh")
    game.move(game.turn, DRAW)
    assert game.move(game.turn, Lay(placed("9s9h9c"))) == "laid"
    game.run_out()
    assert to_play(game) == 1
    assert [len(m.meld.cards) for m in game.table.view(None).melds] == [3]
    assert len(game.table.view(0).hand) == 3


def test_c21_with_an_open_duty_what_was_tried_is_undone() -> None:
    game = dealt("9s9hTc3dQh4h5h6h", row="9c2d8c")
    first = game.table.view(0)
    assert game.move(game.turn, Take(0)) == "took"
    # The card taken is owed to the table, and another meld does not pay the debt.
    assert game.move(game.turn, Lay(placed("4h5h6h"))) == "laid"
    game.run_out()
    after = game.table.view(0)
    assert to_play(game) == 1
    assert after.melds == ()
    assert after.row[:3] == first.row
    assert len(after.row) == 4
    assert len(after.hand) == len(first.hand)
    assert after.stock == first.stock - 1


def test_c21_a_paid_duty_stays_paid() -> None:
    game = dealt("9s9hTc3dQh", row="9c2d")
    game.move(game.turn, Take(0))
    assert game.move(game.turn, Lay(placed("9s9h9c"))) == "laid"
    game.run_out()
    assert to_play(game) == 1
    assert len(game.table.view(None).melds) == 1


def test_c21_the_selection_is_kept_as_far_as_its_cards_are() -> None:
    game = dealt("9s9hTc3dQh")
    chosen = cards("9s9h")
    for card in chosen:
        game.ask(game.turn, rq.Choose(card, 0, True))
    game.run_out()
    assert [card for card, _ in game.table.seats[0].chosen] == [
        card for card in sorted(chosen) if card in game.table.view(0).hand
    ]
    assert game.table.seats[0].chosen


def test_c21_no_card_to_draw_ends_the_deal() -> None:
    game = dealt("9s9hTc3dQh", stock="")
    game.run_out()
    assert game.phase == "result"
    assert game.table.turns[-1].stopped
    assert game.table.clock is None


def test_the_last_card_goes_out_and_the_match_ends_with_its_result() -> None:
    game = dealt("9s9h9c", stock="Kd2s3s4s")
    game.end_match()
    game.move(game.turn, DRAW)
    game.move(game.turn, Lay(placed("9s9h9c")))
    outcome = game.run_out()
    assert game.phase == "over"
    assert outcome.result is not None


def test_a_button_of_the_turn_that_was_ended_says_that_the_time_is_up() -> None:
    game = dealt("9s9hTc3dQh")
    stamp = game.table.stamp
    player = game.turn
    game.run_out()
    before = game.table
    assert game.move(player, DRAW, stamp=stamp) == "time_up"
    assert game.table is before


def test_a_move_that_comes_before_the_clock_is_looked_at_still_counts() -> None:
    game = started()
    game.now += THREE + 0.5
    assert game.move(game.turn, DRAW) == "drew"


# --- the computer sits in --------------------------------------------------------------------


def gone(players: int = 4) -> tuple[Driver, Person]:
    """Somebody has let the time run out twice."""
    game = started(players)
    first = game.turn
    game.run_out()
    while game.turn is not first:
        game.step()
    assert game.table.seats[seat_of(game, first)].stand_in == ""
    game.run_out()
    return game, first


def test_after_two_turns_in_a_row_a_computer_sits_in_and_moves_in_its_time() -> None:
    game, person = gone()
    seat = seat_of(game, person)
    assert game.table.seats[seat].stand_in
    assert person.id in game.table.people
    assert person.id not in game.table.present
    while to_play(game) != seat:
        game.step()
    assert game.table.clock is None
    edition = game.table.seats[seat].edition
    turn = game.table.turn_id
    while game.table.turn_id == turn:
        assert game.table.act_at is not None
        game.step()
    # No message at every turn to somebody who is away.
    while to_play(game) != seat:
        game.step()
    assert game.table.seats[seat].edition == edition


def test_who_is_back_plays_on_at_the_point_where_the_computer_is() -> None:
    game, person = gone()
    seat = seat_of(game, person)
    while to_play(game) != seat:
        game.step()
    game.step()
    assert game.table.view(seat).phase == "play"
    hand = game.table.view(seat).hand
    assert game.move(person, Discard(hand[0])) == "stand_in"
    assert game.code(EVA, rq.Back()) == "no_seat"
    game.now += 1000
    assert game.code(person, rq.Back()) == "back"
    assert game.code(person, rq.Back()) == "already_done"
    assert clock_of(game).ends == game.now + THREE
    assert game.table.act_at is None
    # What the computer has begun goes on.
    while to_play(game) == seat:
        assert game.table.act_at is None
        game.step()
    assert game.table.seats[seat].missed == 0


def test_to_join_again_is_to_be_back() -> None:
    game, person = gone()
    assert game.code(person, rq.Join()) == "back"
    assert person.id in game.table.present


def test_of_two_people_the_one_who_stays_is_not_hurried() -> None:
    game, person = gone(2)
    seat = seat_of(game, person)
    while to_play(game) == seat:
        game.step()
    assert game.table.clock is None
    assert game.due() is None


def test_nobody_waits_for_who_is_away_between_two_deals() -> None:
    game, person = gone(2)
    game.finish_deal()
    rest = BRUNO if person is ANNA else ANNA
    game.ask(rest, rq.Ready(1))
    assert game.phase == "deal"
    assert game.table.seats[seat_of(game, person)].stand_in


def test_who_is_ready_for_the_next_deal_is_back() -> None:
    game, person = gone(2)
    game.finish_deal()
    game.ask(person, rq.Ready(1))
    assert person.id in game.table.present


def test_c19_the_role_of_a_host_who_is_away_passes_on() -> None:
    game = started(4)
    for _ in range(2):
        while game.turn is not ANNA:
            game.step()
        game.run_out()
    assert game.table.host in (BRUNO.id, CHIARA.id, "tg:4")
    assert game.code(BRUNO if game.table.host == BRUNO.id else CHIARA, rq.StopMatch()) == "stopped"


def test_computers_do_not_play_among_themselves_until_somebody_is_back() -> None:
    game, person = gone(2)
    rest = BRUNO if person is ANNA else ANNA
    game.ask(rest, rq.Leave())
    assert game.table.present == ()
    assert game.due() is None
    game.ask(person, rq.Back())
    while game.table.act_at is not None:
        game.step()
    assert game.turn is person


def test_who_is_away_does_not_keep_the_others_from_stopping() -> None:
    game, person = gone(4)
    rest = [p for p in (ANNA, BRUNO, CHIARA) if p is not person]
    game.table = replace(game.table, host=EVA.id)
    for other_person in game.table.present[:-1]:
        assert game.code(Person(other_person, "x"), rq.StopMatch()) == "stop_vote"
    assert rest
    assert game.code(Person(game.table.present[-1], "x"), rq.StopMatch()) == "stopped"
