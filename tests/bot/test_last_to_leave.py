"""Who leaves as the last one ends the match, and so is asked once more, wherever they ask."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import requests as rq
from bot.requests import Place, What
from bot.screens.hand import hand
from bot.screens.table import table_screen
from bot.texts import texts
from engine.players.easy import easy
from tests.bot.driver import ANNA, BRUNO, EVA, Driver
from tests.bot.screens.test_group import buttons

PRIVATE = Place(ANNA.id, private=True)
EN = texts("en")
YES = rq.Leave(sure=True)


def alone() -> Driver:
    """Anna in a match against three computers."""
    game = Driver()
    game.ask(ANNA, rq.Open(), table=None)
    game.ask(ANNA, rq.Computers(3))
    game.ask(ANNA, rq.Start())
    return game


def in_group(game: Driver) -> dict[What, object]:
    return dict(buttons(table_screen(game.table, EN)))


def in_hand(game: Driver) -> dict[What, object]:
    return dict(buttons(hand(game.table, game.table.seat_of(ANNA.id) or 0, EN)))


def test_by_a_button_in_the_group() -> None:
    game = alone()
    game.ask(ANNA, rq.ShowMore("table"))
    assert YES not in in_group(game)
    bottom = game.table.bottom
    for _ in range(2):
        assert game.code(ANNA, rq.Leave()) == "leave_last"
    assert game.phase == "deal"
    assert (YES in in_group(game), YES in in_hand(game)) == (True, False)
    assert game.table.bottom == bottom
    # Nobody else ends it, or puts the question away.
    assert game.code(EVA, YES) == "not_seated"
    assert game.code(EVA, rq.ShowMenu("")) == "not_host"
    game.ask(ANNA, rq.ShowMenu(""))
    assert YES not in in_group(game)
    assert rq.Leave() in in_group(game)
    game.ask(ANNA, rq.Leave())
    assert game.code(ANNA, YES) == "left_last"
    assert (game.phase, game.table.act_at, game.table.menu) == ("idle", None, "")


@pytest.mark.parametrize("between_deals", [False, True])
def test_by_a_command_which_asks_below_in_the_chat(between_deals: bool) -> None:
    game = alone()
    if between_deals:
        game.finish_deal()
    phase, bottom = game.phase, game.table.bottom
    assert game.code(ANNA, rq.Leave(), table=None) == "leave_last"
    assert (game.phase, game.table.bottom, game.table.more) == (phase, bottom + 1, True)
    assert game.code(ANNA, YES) == "left_last"


def test_by_a_button_under_the_own_hand_where_it_is_asked() -> None:
    game = alone()
    game.ask(ANNA, rq.ShowMore("hand"), place=PRIVATE)
    assert game.code(ANNA, rq.Leave(), place=PRIVATE) == "leave_last"
    assert (YES in in_group(game), YES in in_hand(game)) == (False, True)
    shown = hand(game.table, game.table.seat_of(ANNA.id) or 0, EN)
    assert shown.lines[-1].text == "Nobody else is playing: if you leave, the match ends."
    game.ask(ANNA, rq.ShowMenu(""), place=PRIVATE)
    assert (YES in in_hand(game), rq.Leave() in in_hand(game)) == (False, True)
    # A question that was passed over does not come again by itself.
    game.ask(ANNA, rq.Leave(), place=PRIVATE)
    while game.turn is not ANNA:
        game.step()
    assert game.table.deal is not None
    game.move(ANNA, easy(game.table.view(game.table.deal.seat)))
    game.ask(ANNA, rq.ShowMore("hand"), place=PRIVATE)
    assert YES not in in_hand(game)
    assert rq.Leave() in in_hand(game)


def test_who_is_played_for_is_asked_where_there_is_room_for_it() -> None:
    game = alone()
    seat = game.table.seat_of(ANNA.id) or 0
    game.ask(ANNA, rq.Leave(), place=PRIVATE)
    game.ask(ANNA, rq.ShowMenu(""), place=PRIVATE)
    seats = list(game.table.seats)
    seats[seat] = replace(seats[seat], stand_in="easy", more=False)
    game.table = replace(game.table, seats=tuple(seats))
    assert game.code(ANNA, rq.Leave(), place=PRIVATE) == "leave_last"
    assert YES in in_group(game)


def test_where_others_play_again_meanwhile_nothing_ends() -> None:
    game = Driver().started(2)
    game.ask(BRUNO, rq.Leave())
    game.ask(ANNA, rq.Leave())
    assert YES in in_group(game)
    game.ask(BRUNO, rq.Join())
    assert YES not in in_group(game)
    # The old button does what leaving does now.
    assert game.code(ANNA, YES) == "left_match"
    assert (game.phase, game.table.host) == ("deal", BRUNO.id)


def test_who_leaves_others_behind_is_not_asked() -> None:
    game = Driver().started(2)
    assert game.code(ANNA, rq.Leave()) == "left_match"
    assert game.table.menu == ""
