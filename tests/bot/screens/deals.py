"""Tables in the middle of random deals, played by beginners."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from bot.play import summary
from bot.state import Table, Turn
from engine.deal import Deal
from engine.events import Event
from engine.match import Match
from engine.players.easy import easy
from engine.position import Position
from engine.rules import Rules
from tests.bot.screens.scenes import FOUR, NAMES, open_table


def random_tables(seed: str, rules: Rules = FOUR, every: int = 1) -> Iterator[Table]:
    """The table after every `every`-th action of a whole deal, not the finished one."""
    deal = Deal.start(rules, 0, seed)
    turns: tuple[Turn, ...] = ()
    happened: list[Event] = []
    match = Match(rules, 0, ((120, -35, 0, 5)[: len(rules.sides)],))
    base = replace(open_table(NAMES[: rules.players], rules), phase="deal", match=match, matches=1)
    count = 0
    while not deal.over:
        if count % every == 0:
            yield replace(base, deal=deal, turns=turns, stamp=count)
        count += 1
        seat, number = deal.seat, deal.turn
        deal, facts = deal.apply(easy(deal.view(seat)))
        happened += facts
        if deal.turn != number:
            turns = (*(turn for turn in turns if turn.seat != seat), summary(seat, happened))
            happened = []


def finished_deal(rules: Rules, seed: str) -> Deal:
    """A whole deal played by beginners."""
    deal = Deal.start(rules, 0, seed)
    while not deal.over:
        deal, _ = deal.apply(easy(deal.view(deal.seat)))
    return deal


def otherwise(deal: Deal, viewer: int | None, random: Random) -> Deal:
    """A deal that the viewer cannot tell from this one: all that is hidden is dealt anew.

    For others than the seat to play the trial actions of the turn are hidden too.
    """
    at = deal.settled
    hidden = [seat for seat in range(len(at.hands)) if seat != viewer]
    pool = [card for seat in hidden for card in at.hands[seat]] + list(at.stock)
    random.shuffle(pool)
    hands = list(at.hands)
    for seat in hidden:
        size = len(hands[seat])
        hands[seat], pool = tuple(sorted(pool[:size])), pool[size:]

    def anew(position: Position) -> Position:
        dealt = tuple(
            position.hands[seat] if seat == viewer else hands[seat] for seat in range(len(hands))
        )
        return position._replace(hands=dealt, stock=tuple(pool))

    steps = deal.steps if viewer == deal.seat else ()
    return replace(
        deal,
        settled=anew(at),
        steps=tuple(step._replace(position=anew(step.position)) for step in steps),
    )
