"""A chat chooses whether it is shown pictures, and it stays so."""

from __future__ import annotations

from bot import requests as rq
from bot.requests import Place
from tests.bot.driver import ANNA, BRUNO, EVA, GROUP, Driver

PRIVATE = Place(ANNA.id, private=True)


def drawn(game: Driver) -> bool:
    """Is the chat shown pictures?"""
    return game.table.pictures


def test_pictures_are_shown_until_the_host_chooses_otherwise() -> None:
    game = Driver().seated(2)
    assert drawn(game)
    assert game.code(BRUNO, rq.ShowPictures(False)) == "not_host"
    assert drawn(game)
    assert game.code(ANNA, rq.ShowPictures(False)) == ""
    assert not drawn(game)
    # Delivered twice it does no harm.
    before = game.table
    assert game.code(ANNA, rq.ShowPictures(False)) == ""
    assert game.table == before


def test_an_admin_may_choose_too_also_in_a_match() -> None:
    game = Driver().started(2)
    game.ask(EVA, rq.ShowPictures(False), admin=True)
    assert not drawn(game)
    game.ask(EVA, rq.ShowPictures(True), admin=True)
    assert drawn(game)


def test_the_choice_outlives_the_table() -> None:
    game = Driver().seated(2)
    game.ask(ANNA, rq.ShowPictures(False))
    game.ask(ANNA, rq.Start())
    game.ask(ANNA, rq.StopMatch())
    assert game.table.phase == "idle"
    assert game.code(ANNA, rq.ShowPictures(True)) == "no_table"
    game.ask(ANNA, rq.Open(), place=GROUP, table=None)
    assert not drawn(game)


def test_nobody_chooses_for_a_chat_from_elsewhere() -> None:
    game = Driver().seated(2)
    before = game.table
    assert game.code(EVA, rq.ShowPictures(False), place=Place("tg:-9")) == "only_in_group"
    assert game.table is before
