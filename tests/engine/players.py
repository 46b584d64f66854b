"""A simple player without chance or memory, good enough to bring deals to their end."""

from __future__ import annotations

from engine.actions import UNDO, Action, Discard, Draw, Take
from engine.deal import Deal
from engine.events import Event
from engine.suggest import Suggestion, lay_all, suggestions
from engine.view import View


def greedy(view: View) -> Action:
    """The action of a player who lays all that he can and throws away the worst card.

    He takes from the row where that needs no wild, as few cards as may be; he lays wilds only to
    pay a duty or to go out. Raises LookupError when the viewer is not to play.
    """
    offers = suggestions(view)
    if view.phase == "draw":
        return _drawn(offers)
    together = lay_all(view)
    if together and view.row_duty is None and not view.reuse:
        return together[0]
    for offer in offers:
        if isinstance(offer.action, Discard):
            continue
        if offer.pays or offer.goes_out or (not offer.wilds and offer.points > 0):
            return offer.action
    if view.row_duty is not None or view.reuse:
        return offers[0].action if offers else UNDO
    return next(offer.action for offer in offers if isinstance(offer.action, Discard))


def _drawn(offers: tuple[Suggestion, ...]) -> Action:
    takes = [offer for offer in offers if isinstance(offer.action, Take)]
    free = [offer for offer in takes if not offer.wilds and len(offer.cards) <= 4]
    if free:
        return min(free, key=lambda offer: len(offer.cards)).action
    for offer in offers:
        if isinstance(offer.action, Draw):
            return offer.action
    if takes:
        return min(takes, key=lambda offer: len(offer.cards)).action
    return offers[0].action


def play_out(deal: Deal, most: int = 5000) -> tuple[Deal, list[Event]]:
    """Play a deal to its end, all seats greedily. Raises AssertionError after `most` actions."""
    events: list[Event] = []
    for _ in range(most):
        if deal.over:
            return deal, events
        deal, settled = deal.apply(greedy(deal.view(deal.seat)))
        events += settled
    raise AssertionError("the deal does not end")
