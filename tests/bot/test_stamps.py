"""Stamps at their limits: many moves in one turn, and the next deal."""

from __future__ import annotations

from dataclasses import replace

from bot import requests as rq
from bot.play import REMEMBERED
from engine.actions import DRAW, Lay
from engine.cards import cards, placed
from engine.deal import Deal
from tests.bot.driver import Driver

RUNS = [
    "".join(rank + suit for rank in ranks)
    for suit in "shcd"
    for ranks in ("345", "678", "9TJ", "QKA")
]


def test_a_button_of_a_forgotten_move_is_stale() -> None:
    """Both copies of sixteen runs are laid in one turn, but for the second one of the first run."""
    game = Driver().started(2)
    hands = (cards("".join(RUNS + RUNS) + "2s2h"), cards("2c2d"))
    deal = Deal.set_up(game.table.rules, hands=hands, row=cards("2s"), stock=cards("2h2c"))
    game.table = replace(game.table, deal=deal, floor=game.table.stamp)
    player = game.sitting(0)
    game.move(player, DRAW)
    first, stamp = Lay(placed(RUNS[0])), game.table.stamp
    assert game.move(player, first, stamp=stamp) == "laid"
    others = RUNS[1:] + RUNS[1:]
    for count, run in enumerate(others, start=1):
        assert game.move(player, Lay(placed(run))) == "laid"
        told = game.move(player, first, stamp=stamp)
        assert told == ("already_done" if count < REMEMBERED else "stale")
    assert len(others) > REMEMBERED


def test_a_stamp_from_before_the_deal_is_stale() -> None:
    game = Driver().started(2)
    game.finish_deal()
    stamp = game.table.stamp
    for person in game.people:
        game.ask(person, rq.Ready(1))
    assert game.phase == "deal"
    assert game.move(game.turn, DRAW, stamp=stamp) == "stale"
    assert game.move(game.turn, DRAW) == "drew"
