"""Computers among themselves: `pinnacola simulate` plays many deals and tells how they went."""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from engine.deal import Deal
from engine.players import LEVELS, LevelError, player
from engine.presets import PRESETS, build, preset_name
from engine.rules import RulesError

if TYPE_CHECKING:
    from engine.rules import Rules

ENDS: Final = ("out", "in_hand", "pinnacolone", "stopped")
"""How a deal can end: by going out, by going out in hand, by a Pinnacolone, or not at all."""
MOST_ACTIONS: Final = 200
"""A turn of a computer needs far fewer actions."""


class SimulationError(Exception):
    """What must never happen happened: cards were lost or made, or a turn does not end.

    The text names the deal, so that it can be dealt again.
    """


class OptionError(ValueError):
    """An option of the command that cannot be; the text says what can."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played. `levels` has the level of each seat."""

    preset: str
    rules: Rules
    levels: tuple[str, ...]
    deals: int
    seed: str

    def deal(self, number: int) -> Deal:
        """The deal of this number, from 0; the dealer changes from deal to deal."""
        secret = sha256(f"{self.seed}/{number}".encode()).hexdigest()
        return Deal.start(self.rules, number % self.rules.players, secret)


@dataclass(slots=True)
class Thinking:
    """How long the decisions of a level took, in seconds."""

    decisions: int = 0
    total: float = 0.0
    longest: float = 0.0

    def note(self, seconds: float) -> None:
        """One more decision."""
        self.decisions += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)


@dataclass(slots=True)
class Tally:
    """What came of the deals of a plan. `points` and `best` are by side, `took` is in seconds."""

    plan: Plan
    points: list[int]
    best: list[int]
    ends: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    actions: int = 0
    took: float = 0.0
    thinking: dict[str, Thinking] = field(default_factory=dict)

    def note(self, deal: Deal) -> None:
        """One more deal, which is over. A tie for the best score counts for nobody."""
        scores = [side.total for side in deal.scores()]
        for side, score in enumerate(scores):
            self.points[side] += score
        if scores.count(max(scores)) == 1:
            self.best[scores.index(max(scores))] += 1
        self.ends[how_it_ended(deal)] += 1
        self.turns += deal.turn


def how_it_ended(deal: Deal) -> str:
    """One of `ENDS`, for a deal that is over."""
    if deal.pinnacolone is not None:
        return "pinnacolone"
    if deal.stopped:
        return "stopped"
    return "in_hand" if deal.in_hand else "out"


def simulate(plan: Plan) -> Tally:
    """Play all deals of the plan. Raises SimulationError."""
    sides = len(plan.rules.sides)
    tally = Tally(plan, [0] * sides, [0] * sides)
    tally.thinking = {level: Thinking() for level in dict.fromkeys(plan.levels)}
    began = time.perf_counter()
    for number in range(plan.deals):
        tally.note(_played(tally, number))
    tally.took = time.perf_counter() - began
    return tally


def _played(tally: Tally, number: int) -> Deal:
    """The deal of this number after its end."""
    plan = tally.plan
    seats = [(player(level), tally.thinking[level]) for level in plan.levels]
    deal = plan.deal(number)
    turn, acted = 0, 0
    while not deal.over:
        if deal.turn != turn:
            turn, acted = deal.turn, 0
            _check_cards(plan, number, deal)
        decide, thinking = seats[deal.seat]
        view = deal.view(deal.seat)
        began = time.perf_counter()
        action = decide(view)
        thinking.note(time.perf_counter() - began)
        deal, _ = deal.apply(action)
        tally.actions += 1
        acted += 1
        if acted > MOST_ACTIONS:
            raise SimulationError(f"{_name(plan, number)}: turn {turn} does not end")
    _check_cards(plan, number, deal)
    return deal


def _check_cards(plan: Plan, number: int, deal: Deal) -> None:
    at = deal.settled
    found = [item.card for target in at.melds for item in target.meld.cards]
    found += [*at.row, *at.stock, *(card for hand in at.hands for card in hand)]
    if tuple(sorted(found)) != plan.rules.pack:
        raise SimulationError(f"{_name(plan, number)}: turn {deal.turn} has lost or made cards")


def _name(plan: Plan, number: int) -> str:
    return f"deal {number} of seed {plan.seed}, {plan.preset} for {plan.rules.players}"


# --- the command ---------------------------------------------------------------------------------


def add_options(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument("--preset", default="common", help=f"one of {', '.join(PRESETS)}")
    parser.add_argument("--players", type=int, metavar="N", help="seats; else as the preset has it")
    parser.add_argument(
        "--levels",
        default="easy",
        metavar="L,...",
        help=f"for all, or one for each side or each seat; there are: {', '.join(LEVELS)}",
    )
    parser.add_argument("--deals", type=int, default=100, metavar="N", help="100 if not said")
    parser.add_argument(
        "--seed", default="0", metavar="S", help="any text; the same seed, the same deals"
    )
    parser.add_argument("--json", action="store_true", help="JSON in place of a table")


def run(options: argparse.Namespace) -> str:
    """What the command prints. Raises OptionError, SimulationError."""
    tally = simulate(plan_of(options))
    facts = as_data(tally)
    return json.dumps(facts, indent=2) if options.json else "\n".join(_table(facts))


def plan_of(options: argparse.Namespace) -> Plan:
    """The plan that the options ask for. Raises OptionError."""
    if options.deals < 1:
        raise OptionError("--deals must be 1 or more")
    chosen = {} if options.players is None else {"players": options.players}
    try:
        rules = build(options.preset, **chosen)
        levels = _by_seat(rules, [level.strip() for level in options.levels.split(",")])
    except (RulesError, LevelError) as error:
        raise OptionError(str(error)) from None
    return Plan(preset_name(options.preset), rules, levels, options.deals, options.seed)


def _by_seat(rules: Rules, levels: list[str]) -> tuple[str, ...]:
    """The level of each seat. Raises LevelError, OptionError."""
    for level in levels:
        player(level)
    if len(levels) == 1:
        return tuple(levels * rules.players)
    if len(levels) == rules.players:
        return tuple(levels)
    if len(levels) == len(rules.sides):
        return tuple(levels[rules.side_of(seat)] for seat in range(rules.players))
    wanted = dict.fromkeys((1, len(rules.sides), rules.players))
    raise OptionError(f"--levels has {len(levels)}; there can be {' or '.join(map(str, wanted))}")


# --- what is told --------------------------------------------------------------------------------


def as_data(tally: Tally) -> dict[str, Any]:
    """The results: averages by deal, shares from 0 to 1. All but `speed` follows from the plan."""
    plan, deals = tally.plan, tally.plan.deals
    return {
        "preset": plan.preset,
        "players": plan.rules.players,
        "levels": list(plan.levels),
        "deals": deals,
        "seed": plan.seed,
        "ends": {end: round(tally.ends[end] / deals, 4) for end in ENDS},
        "turns": round(tally.turns / deals, 2),
        "actions": round(tally.actions / deals, 2),
        "sides": [
            {
                "seats": list(seats),
                "levels": [plan.levels[seat] for seat in seats],
                "score": round(tally.points[side] / deals, 1),
                "best": round(tally.best[side] / deals, 4),
            }
            for side, seats in enumerate(plan.rules.sides)
        ],
        "speed": {
            "seconds": round(tally.took, 2),
            "deals_per_second": round(deals / tally.took, 1),
            "decisions_ms": {
                level: {
                    "average": round(1000 * one.total / max(one.decisions, 1), 3),
                    "longest": round(1000 * one.longest, 1),
                }
                for level, one in tally.thinking.items()
            },
        },
    }


def _table(facts: dict[str, Any]) -> Iterator[str]:
    speed, ends = facts["speed"], facts["ends"]
    deals, game = facts["deals"], f"{facts['preset']} for {facts['players']}"
    yield f"{deals} {'deal' if deals == 1 else 'deals'} of {game}, seed {facts['seed']}"
    yield ""
    yield from _lined("ends", ["out", "in hand", "Pinnacolone", "stopped"])
    yield from _lined("", [f"{ends[end]:.1%}" for end in ENDS])
    yield ""
    yield from _lined("a deal", ["turns", "actions"])
    yield from _lined("", [f"{facts['turns']:.1f}", f"{facts['actions']:.1f}"])
    yield ""
    yield from _lined("side", ["score", "best"])
    for side in facts["sides"]:
        levels = " + ".join(side["levels"])
        seats = "+".join(map(str, side["seats"]))
        yield from _lined(f"{seats} {levels}", [f"{side['score']:.1f}", f"{side['best']:.1%}"])
    yield ""
    yield from _lined("decisions", ["average", "longest"])
    for level, one in speed["decisions_ms"].items():
        yield from _lined(level, [f"{one['average']:.2f} ms", f"{one['longest']:.1f} ms"])
    yield ""
    yield f"{speed['deals_per_second']} deals/s ({speed['seconds']} s)"


def _lined(head: str, cells: list[str]) -> Iterator[str]:
    yield f"{head:<18}" + "".join(f"{cell:>13}" for cell in cells)
