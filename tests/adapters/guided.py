"""People who decide as the beginners among the computers do and carry it out with what is offered.

Deals played so come to an end under any rules, because somebody goes out.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot import payloads
from bot import requests as rq
from bot.state import Table
from engine.actions import Action, Add, Discard, Lay, Swap
from engine.cards import Card
from engine.players.easy import easy


def next_tap(table: Table, offered: Sequence[str]) -> str | None:
    """The payload to tap next among those offered to the player to move; None: none helps."""
    assert table.deal is not None
    seat = table.deal.seat
    action = easy(table.view(seat))
    found = move_in(offered, action)
    if found is not None:
        return found
    wanted, chosen = cards_of(action), table.seats[seat].chosen
    if any(each not in wanted for each in chosen):
        wishes: list[rq.What] = [rq.ClearChoice()]
    else:
        wishes = [rq.Choose(*each, True) for each in wanted if each not in chosen]
    for wish in wishes:
        payload = payloads.encode(table.code, wish)
        if payload in offered:
            return payload
    return next((p for p in offered if isinstance(payloads.decode(p)[1], rq.Page)), None)


def move_in(offered: Sequence[str], action: Action) -> str | None:
    """The payload that does just this action, whatever the order of its cards."""
    for payload in offered:
        what = payloads.decode(payload)[1]
        if isinstance(what, rq.Move) and len(what.actions) == 1 and same(what.actions[0], action):
            return payload
    return None


def same(offered: Action, wanted: Action) -> bool:
    """Is it the same action, whatever the order of its cards?"""
    if isinstance(offered, Lay) and isinstance(wanted, Lay):
        return sorted(p.card for p in offered.cards) == sorted(p.card for p in wanted.cards)
    if isinstance(offered, Add) and isinstance(wanted, Add) and offered.meld == wanted.meld:
        return sorted(p.card for p in offered.cards) == sorted(p.card for p in wanted.cards)
    return offered == wanted


def cards_of(action: Action) -> list[tuple[Card, int]]:
    """The cards of the hand that an action uses, each with the number of its copy."""
    if isinstance(action, Lay | Add):
        cards = [placed.card for placed in action.cards]
    elif isinstance(action, Swap | Discard):
        cards = [action.card]
    else:
        cards = []
    return [(card, cards[:at].count(card)) for at, card in enumerate(cards)]
