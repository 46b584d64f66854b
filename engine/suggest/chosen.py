"""What the cards that a player has chosen can do, or why they cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from engine import melds as meld_rules
from engine import moves
from engine.cards import Card, Placed
from engine.errors import IllegalAction
from engine.finish import adds_to
from engine.position import Position, position_of, without
from engine.suggest.offers import Offers, Suggestion, discards

if TYPE_CHECKING:
    from engine.melds import Meld
    from engine.rules import Rules
    from engine.view import View


def fitting(view: View, cards: Iterable[Card]) -> tuple[Suggestion, ...]:
    """All that exactly these cards of the hand can do now.

    Lay them (one entry for each reading of the wilds), add all of them to a meld, and for a single
    card swap it or discard it. Empty when the viewer is not to play or does not hold the cards.
    """
    chosen = tuple(sorted(cards))
    if view.viewer != view.seat or view.phase != "play" or not chosen:
        return ()
    rules, at = view.rules, position_of(view)
    table = Offers(rules, at, endable=False)
    found = [s for meld in meld_rules.readings(chosen, rules) for s in table.laying(meld)]
    for index, target in enumerate(at.melds):
        if adds_to(rules, at, index):
            for meld in _grown_by(rules, target.meld, chosen):
                found += table.adding(index, meld)
    if len(chosen) == 1:
        for index, target in enumerate(at.melds):
            if meld_rules.swap_places(target.meld, chosen[0], rules):
                found += table.swapping(index, chosen[0])
        found += [s for s in discards(rules, at) if s.cards == chosen]
    return tuple(found)


def _grown_by(rules: Rules, meld: Meld, cards: tuple[Card, ...]) -> list[Meld]:
    """The melds into which this one grows by all of these cards, one per reading of wilds."""
    states: dict[tuple[frozenset[Placed], tuple[Card, ...]], Meld] = {
        (frozenset(meld.cards), cards): meld
    }
    for _ in cards:
        following: dict[tuple[frozenset[Placed], tuple[Card, ...]], Meld] = {}
        for (_, left), grown in states.items():
            for face in dict.fromkeys(left):
                rest = list(left)
                rest.remove(face)
                for item in meld_rules.placements(grown, face, rules):
                    longer = meld_rules.extend(grown, (item,), rules)
                    following[frozenset(longer.cards), tuple(rest)] = longer
        states = following
    return list(states.values())


def why_not(view: View, cards: Iterable[Card]) -> IllegalAction | None:
    """The most helpful refusal where these cards can do nothing but perhaps be discarded.

    None where they can be laid, added or swapped, and where a single card that fits nowhere may
    be discarded. The refusal is returned, not raised. For the seat to play, in the play phase;
    before the draw it is `must_draw_first`.
    """
    chosen = tuple(sorted(cards))
    if view.viewer != view.seat or not chosen:
        return None
    rules, at = view.rules, position_of(view)
    try:
        moves.playing(at)
        without(at.hand, chosen)
    except IllegalAction as refusal:
        return refusal
    found: IllegalAction | None = None
    for attempt in _attempts(rules, at, chosen):
        try:
            attempt()
        except IllegalAction as refusal:
            found = found or refusal
        else:
            return None
    if found is not None:
        return found
    if len(chosen) == 1:
        return _refusal(lambda: moves.discard(rules, at, chosen[0]))
    return _refusal(lambda: meld_rules.recognise(_in_order(rules, chosen), rules))


def _attempts(
    rules: Rules, at: Position, chosen: tuple[Card, ...]
) -> Iterator[Callable[[], Position]]:
    """All table actions that these cards come near to: refused or not, their shape is right."""
    for reading in meld_rules.readings(chosen, rules):
        yield partial(moves.lay, rules, at, reading.cards)
    for index, target in enumerate(at.melds):
        if len(chosen) == 1 and meld_rules.swap_places(target.meld, chosen[0], rules):
            yield partial(moves.swap, rules, at, index, chosen[0])
        for grown in _grown_by(rules, target.meld, chosen):
            yield partial(moves.add, rules, at, index, moves.added(target.meld, grown))


def _refusal(move: Callable[[], object]) -> IllegalAction | None:
    try:
        move()
    except IllegalAction as refusal:
        return refusal
    return None


def _in_order(rules: Rules, chosen: tuple[Card, ...]) -> tuple[Placed, ...]:
    """The cards as a player would have laid them: a run upwards, wilds in its gaps or behind."""
    wilds = [card for card in chosen if rules.is_wild(card)]
    naturals = [card for card in chosen if not rules.is_wild(card)]
    suits = {card.suit for card in naturals}
    if len(suits) != 1:
        return tuple(map(Placed, (*naturals, *wilds)))
    high_ace = any(card.rank > 10 for card in naturals)
    naturals.sort(key=lambda card: 14 if card.rank == 1 and high_ace else card.rank)
    ordered: list[Card] = []
    for card in naturals:
        while wilds and ordered and card.rank - ordered[-1].rank > 1:
            ordered.append(wilds.pop())
            break
        ordered.append(card)
    return tuple(map(Placed, (*ordered, *wilds)))
