"""Single positions in notation: it is the turn of seat 0, whose partner (if any) sits at 2."""

from __future__ import annotations

from typing import Any

import pytest

from engine.actions import read_action
from engine.cards import cards, placed
from engine.deal import Deal
from engine.errors import IllegalAction
from engine.events import Event
from engine.melds import recognise
from engine.presets import build
from engine.rules import Rules
from engine.view import TableMeld

OWNERS = {"me": 0, "opp": 1, "partner": 2}


def position(
    game: str | Rules,
    hand: str,
    *,
    row: str = "4c",
    stock: str = "3d8d",
    table: tuple[str, ...] = (),
    opened: bool | None = None,
    toggles: tuple[str, ...] = (),
    options: dict[str, Any] | None = None,
    **facts: Any,
) -> Deal:
    """A position before the draw. `table` has melds like `opp 4h5h*=6h`."""
    rules = build(game, toggles, **(options or {})) if isinstance(game, str) else game
    melds = []
    for text in table:
        owner, written = text.split()
        author = OWNERS[owner]
        melds.append(TableMeld(recognise(placed(written), rules), rules.side_of(author), author))
    flags = [any(meld.author == seat for meld in melds) for seat in range(rules.players)]
    if opened is not None:
        flags[0] = opened
    facts.setdefault("opened", flags)
    others = ["4d4s", "5d5s", "6d6s"][: rules.players - 1]
    return Deal.set_up(
        rules,
        hands=[cards(text) for text in (hand, *others)],
        row=cards(row),
        stock=cards(stock),
        melds=melds,
        **facts,
    )


def play(deal: Deal, *texts: str) -> Deal:
    """The deal after these actions, which must all be allowed."""
    return played(deal, *texts)[0]


def played(deal: Deal, *texts: str) -> tuple[Deal, list[Event]]:
    """The deal after these actions, and what became settled."""
    events: list[Event] = []
    for text in texts:
        deal, settled = deal.apply(read_action(text))
        events += settled
    return deal, events


def refusal(deal: Deal, text: str) -> IllegalAction:
    """Why this action is refused, which it must be."""
    with pytest.raises(IllegalAction) as caught:
        deal.check(read_action(text))
    return caught.value


def code(deal: Deal, text: str) -> str:
    """The code of that refusal."""
    return refusal(deal, text).code
