"""Where the bot cannot write: who is called in the group, and what waits for the bot."""

from __future__ import annotations

from bot import posts
from bot import requests as rq
from bot.requests import Person, Place
from bot.screens.hand import hand
from bot.screens.table import table_screen, turn_call
from bot.table import deadline
from bot.texts import texts
from engine.actions import DRAW
from tests.bot.driver import ANNA, BRUNO, EVA, GROUP, Driver

BOT = Person("host", "")
NOWHERE = Place("")


def lost(game: Driver, destination: str) -> None:
    game.ask(BOT, rq.Lost(destination), place=NOWHERE)


def private(person: Person) -> Place:
    return Place(person.id, private=True)


def test_c08_a_player_out_of_reach_gets_a_call_in_the_group_and_no_hand() -> None:
    game = Driver().started(2)
    player = game.turn
    seat = game.table.seat_of(player.id) or 0
    lost(game, player.id)
    want = posts.wanted(game.table, game.now)
    assert posts.TURN in want
    assert want[posts.TURN].destination == GROUP.id
    assert posts.hand_key(seat) not in want
    assert posts.hand_key(1 - seat) in want
    shown = turn_call(game.table)
    assert [button.link for row in shown.rows for button in row] == ["private", ""]
    # When it is the other's turn nobody is called.
    game.step()
    while game.turn is player:
        game.step()
    assert posts.TURN not in posts.wanted(game.table, game.now)


def test_c08_any_sign_from_the_private_chat_brings_the_hand_back() -> None:
    for what in (rq.ShowHand(), rq.Prefer("sort", "rank"), rq.Enter("")):
        game = Driver().started(2)
        seat = game.table.deal.seat  # type: ignore[union-attr]
        player = game.turn
        lost(game, player.id)
        edition = game.table.seats[seat].edition
        game.ask(player, rq.PeekHand())
        assert game.table.seats[seat].unreachable
        game.ask(player, what, place=private(player))
        assert not game.table.seats[seat].unreachable
        assert game.table.seats[seat].edition > edition


def test_who_takes_the_seat_of_somebody_out_of_reach_can_be_reached() -> None:
    game = Driver().started(2)
    lost(game, BRUNO.id)
    game.ask(BRUNO, rq.Leave())
    game.ask(BRUNO, rq.Join())
    assert not any(seat.unreachable for seat in game.table.seats)


def test_c11_without_its_chat_a_match_waits() -> None:
    game = Driver().started(2)
    lost(game, GROUP.id)
    assert game.table.out
    drawing = rq.Move(game.table.stamp, (DRAW,))
    assert game.code(game.turn, drawing, place=private(game.turn)) == "bot_out"
    assert game.code(ANNA, rq.Pause(False), place=private(ANNA)) == "bot_out"
    week = deadline(game.table)
    assert week is not None
    assert week - game.now > 6 * 86400
    seat = game.table.deal.seat  # type: ignore[union-attr]
    for lang, said in (
        ("en", "cannot write in the group"),
        ("it", "Nel gruppo non riesco più a scrivere"),
    ):
        shown = hand(game.table, seat, texts(lang))
        assert said in shown.text
        whats = str([button.payload for row in shown.rows for button in row])
        assert "U" not in whats.replace(game.table.code, "")
    # It is said once, whatever is tried.
    before = game.table
    lost(game, GROUP.id)
    assert game.table is before
    # A request from the chat shows that the bot is back; the clocks go on with what was left.
    game.now += 1000
    bottom = game.table.bottom
    game.ask(EVA, rq.Show())
    assert (game.table.out, game.table.paused) == (False, None)
    assert game.table.bottom > bottom
    assert game.move(game.turn, DRAW) == "drew"
    assert "cannot write" not in table_screen(game.table, texts("en")).text


def test_c11_when_the_bot_is_back_everybody_is_tried_again_in_private() -> None:
    game = Driver().started(2)
    lost(game, BRUNO.id)
    game.ask(ANNA, rq.PeekHand())
    seat = game.table.seat_of(BRUNO.id) or 0
    assert game.table.seats[seat].unreachable
    edition = game.table.seats[seat].edition
    lost(game, GROUP.id)
    game.ask(BOT, rq.Show())
    assert not game.table.seats[seat].unreachable
    assert game.table.seats[seat].edition > edition


def test_c11_a_pause_that_was_agreed_on_stays() -> None:
    game = Driver().started(2)
    for person in (ANNA, BRUNO):
        game.ask(person, rq.Pause(True))
    lost(game, GROUP.id)
    game.ask(EVA, rq.Show())
    assert not game.table.out
    assert game.table.paused is not None
    assert game.code(ANNA, rq.Pause(False)) == "resumed"


def test_an_idle_chat_or_a_finished_match_loses_nothing() -> None:
    game = Driver()
    before = game.table
    lost(game, GROUP.id)
    assert game.table is before
    game.started(2)
    game.end_match()
    game.finish_deal()
    assert game.phase == "over"
    lost(game, GROUP.id)
    assert not game.table.out


def test_c33_with_a_chat_that_was_deleted_its_table_closes() -> None:
    game = Driver().started(2)
    game.ask(BOT, rq.Lost(ANNA.id, gone=True), place=NOWHERE)
    assert game.phase == "deal"
    game.ask(BOT, rq.Lost(GROUP.id, gone=True), place=NOWHERE)
    assert game.phase == "idle"
    assert not any(seat.person for seat in game.table.seats)
    before = game.table
    game.ask(BOT, rq.Lost(GROUP.id, gone=True), place=NOWHERE)
    assert game.table is before


def test_where_the_bot_may_not_post_who_asks_is_told_and_the_match_waits() -> None:
    mute = Place(GROUP.id, GROUP.title, mute=True)
    game = Driver()
    assert game.code(ANNA, rq.Open(), place=mute) == "mute"
    assert game.phase == "idle"
    game.started(2)
    drawing = rq.Move(game.table.stamp, (DRAW,))
    assert game.code(game.turn, drawing, place=mute) == "mute"
    assert game.table.out
    assert game.code(EVA, rq.Show(), place=mute) == "mute"
    assert game.code(ANNA, rq.Pause(False), place=mute) == "mute"
    # What asks from elsewhere changes nothing; a request from the chat that may be answered does.
    assert game.code(game.turn, drawing, place=private(game.turn)) == "bot_out"
    assert game.move(game.turn, DRAW) == "drew"
    assert not game.table.out
