"""Deals played to their end by the first computer player."""

from __future__ import annotations

from engine.deal import Deal
from engine.events import Event
from engine.players.easy import easy


def play_out(deal: Deal, most: int = 5000) -> tuple[Deal, list[Event]]:
    """Play a deal to its end. Raises AssertionError after `most` actions."""
    events: list[Event] = []
    for _ in range(most):
        if deal.over:
            return deal, events
        deal, settled = deal.apply(easy(deal.view(deal.seat)))
        events += settled
    raise AssertionError("the deal does not end")
