"""Matches on the clock, for tests of time."""

from __future__ import annotations

from dataclasses import replace

from bot import requests as rq
from bot.requests import Person
from bot.state import TurnClock
from engine.cards import cards
from engine.deal import Deal
from tests.bot.driver import ANNA, BRUNO, EVA, Driver

THREE = 180.0


def started(players: int = 2) -> Driver:
    return Driver(7).started(players)


def clock_of(game: Driver) -> TurnClock:
    """The clock that runs."""
    assert game.table.clock is not None
    return game.table.clock


def seat_of(game: Driver, person: Person) -> int:
    seat = game.table.seat_of(person.id)
    assert seat is not None
    return seat


def other(game: Driver) -> Person:
    """One of two who is not to play."""
    return BRUNO if game.turn is ANNA else ANNA


def dealt(own: str, row: str = "Kd", *, seat: int = 0, stock: str = "2s3s4s5s6s7s8s") -> Driver:
    """Anna on seat 0 holds `own` and is to play."""
    game = started()
    deal = Deal.set_up(
        game.table.rules,
        hands=[cards(own), cards("2h2d4c8h9dJc")],
        row=cards(row),
        stock=cards(stock),
        seat=seat,
        turn=10,
    )
    # No move of the deal before can be meant for this one, and its clock begins now.
    stamp = game.table.stamp
    game.table = replace(game.table, deal=deal, floor=stamp, done=(), clock=None)
    game.ask(EVA, rq.ShowRules())
    return game


def to_play(game: Driver) -> int:
    assert game.table.deal is not None
    return game.table.deal.seat
