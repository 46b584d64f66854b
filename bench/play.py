"""Play: recorded actions applied once more, and whole deals played by chance."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from bench.lab import Lab
from bench.measure import Row, timed
from engine.actions import Action
from engine.deal import Deal
from engine.players import player
from engine.presets import preset

LEAST_APPLIED: Final = 25_000
"""Actions a second on one core."""

LEAST_OF_PEER: Final = 0.5
PEERS: Final = {
    "spiel_play": "open_spiel gin rummy",
    "rlcard_play": "rlcard gin rummy, game",
    "rlcard_env": "rlcard gin rummy, env",
}

Recorded = tuple[Deal, tuple[Action, ...]]
"""A deal as it was dealt, and all its actions."""


def by_chance(lab: Lab) -> list[Row]:
    """Random play of whole deals: useful actions listed, one taken by chance, applied.

    An action is a decision of a player. Dealing and shuffling are in everybody's time.
    """
    deals = lab.amount(60)
    found = lab.race(
        {"play": timed(partial(play_by_chance, Random(1), deals))},
        {"spiel_play": 150, "rlcard_play": 120, "rlcard_env": 50},
    )
    rate = found.rate("play")
    rows = []
    for peer, name in PEERS.items():
        if peer in found.samples:
            ratio = found.ratio("play", peer)
            goal = f"level, at least {LEAST_OF_PEER}"
            rows.append(
                Row(
                    "random play",
                    rate,
                    "actions/s",
                    name,
                    found.rate(peer),
                    ratio,
                    goal,
                    ratio >= LEAST_OF_PEER,
                )
            )
    return rows or [Row("random play", rate, "actions/s")]


def play_by_chance(chance: Random, deals: int) -> int:
    """Whole deals of `common`; how many actions that took."""
    count = 0
    for number in range(deals):
        deal = _deal(chance.randrange(10**6) * 4 + number)
        while not deal.over:
            actions = deal.useful_actions()
            deal, _ = deal.apply(actions[chance.randrange(len(actions))])
            count += 1
    return count


def applied(lab: Lab) -> list[Row]:
    """`Deal.apply`, which checks all and trusts nobody, over deals that were played before."""
    count = lab.amount(30)
    games = {
        "deals of the easy player": [_by_easy(number) for number in range(count)],
        "deals by chance": [_by_chance(number) for number in range(count)],
    }
    rows = []
    for name, recorded in games.items():
        found = lab.race({"apply": timed(partial(_replay, recorded))}, {"spiel_apply": 300})
        rate, goal = found.rate("apply"), f"at least {LEAST_APPLIED}"
        row = Row(f"apply, {name}", rate, "actions/s", goal=goal, holds=rate >= LEAST_APPLIED)
        if "spiel_apply" in found.samples:
            row = replace(
                row,
                peer="open_spiel, trusted",
                peer_value=found.rate("spiel_apply"),
                ratio=found.ratio("apply", "spiel_apply"),
            )
        rows.append(row)
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
        actions.append(chance.choice(deal.useful_actions()))
        deal, _ = deal.apply(actions[-1])
    return start, tuple(actions)


def _replay(recorded: list[Recorded]) -> int:
    count = 0
    for deal, actions in recorded:
        for action in actions:
            deal, _ = deal.apply(action)
        count += len(actions)
    return count
