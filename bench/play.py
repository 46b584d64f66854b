"""Play: recorded actions applied once more, and whole deals played by chance."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Final

from bench.lab import Lab
from bench.measure import Row, timed
from engine.actions import Action
from engine.deal import Deal
from engine.players import player
from engine.presets import preset
from engine.suggest import suggestions

LEAST_APPLIED: Final = 25_000
"""Actions a second on one core."""

Recorded = tuple[Deal, tuple[Action, ...]]
"""A deal as it was dealt, and all its actions."""


def applied(lab: Lab) -> list[Row]:
    """`Deal.apply`, which checks all and trusts nobody, over deals that were played before."""
    count = lab.amount(30)
    games = {
        "deals of the easy player": [_by_easy(number) for number in range(count)],
        "deals by chance": [_by_chance(number) for number in range(count)],
    }
    rows = []
    for name, recorded in games.items():
        found = lab.race({"apply": timed(partial(_replay, recorded))})
        rate = found.rate("apply")
        goal = f"at least {LEAST_APPLIED}"
        rows.append(
            Row(f"apply, {name}", rate, "actions/s", goal=goal, holds=rate >= LEAST_APPLIED)
        )
    return rows


def _deal(number: int) -> Deal:
    rules = preset("common")
    return Deal.start(rules, number % rules.players, f"{number:04x}")


def _by_easy(number: int) -> Recorded:
    easy = player("easy")
    deal = start = _deal(number)
    actions = []
    while not deal.over:
        actions.append(easy(deal.view(deal.seat)))
        deal, _ = deal.apply(actions[-1])
    return start, tuple(actions)


def _by_chance(number: int) -> Recorded:
    chance = Random(number)
    deal = start = _deal(number)
    actions: list[Action] = []
    while not deal.over:
        actions.append(chance.choice(suggestions(deal.view(deal.seat))).action)
        deal, _ = deal.apply(actions[-1])
    return start, tuple(actions)


def _replay(recorded: list[Recorded]) -> int:
    count = 0
    for deal, actions in recorded:
        for action in actions:
            deal, _ = deal.apply(action)
        count += len(actions)
    return count
