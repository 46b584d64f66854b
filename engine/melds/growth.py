"""What joins a meld on the table: extensions and swaps (RULES.md 3.5 and 3.6)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.cards import Card, Placed
from engine.errors import IllegalAction
from engine.melds.recognition import (
    ambiguous,
    can_stand_for,
    check_annotations,
    check_suits,
    check_wilds,
    give,
    is_open,
    other_suits,
    seated_in,
)
from engine.melds.value import MOST_KEPT, Meld

if TYPE_CHECKING:
    from engine.rules import Rules
    from engine.runs import RunOrder


@lru_cache(maxsize=MOST_KEPT)
def takes(meld: Meld, rules: Rules) -> tuple[Card, ...]:
    """What one more card of this meld could count as, low before high; empty when complete."""
    if meld.kind == "jokers":
        return ()
    if meld.kind == "set":
        if len(meld.cards) >= rules.set_max:
            return ()
        return other_suits([p.meaning for p in meld.cards], rules)
    order, start = _lie(meld, rules)
    length = len(meld.cards)
    found = []
    if order.fits(start - 1, length + 1):
        found.append(order.at(start - 1))
    if order.fits(start, length + 1) and order.at(start + length) not in found:
        found.append(order.at(start + length))
    return tuple(found)


def extend(meld: Meld, cards: Iterable[Placed], rules: Rules) -> Meld:
    """The meld with these cards added, at either end of a run and in any order.

    A wild without a meaning gets the only one there is. Raises IllegalAction `set_complete`,
    `duplicate_suit`, `too_many_wilds`, `not_a_wild`, `ambiguous_wild` (with its `choices`), else
    `does_not_fit` (with what the meld `takes`).
    """
    return _extended(meld, tuple(cards), rules)


@lru_cache(maxsize=MOST_KEPT)
def _extended(meld: Meld, cards: tuple[Placed, ...], rules: Rules) -> Meld:
    free = takes(meld, rules)
    if not free:
        raise IllegalAction("set_complete")
    check_annotations(cards, rules)
    grown = None
    if cards and all(p.stands_for is None or can_stand_for(p.stands_for, rules) for p in cards):
        grown = (_grown_set if meld.kind == "set" else _grown_run)(meld, cards, rules)
    if grown is None:
        raise IllegalAction("does_not_fit", takes=free)
    check_wilds(sum(rules.wilds[p.card] for p in grown.cards), rules)
    return grown


def _grown_set(meld: Meld, cards: tuple[Placed, ...], rules: Rules) -> Meld | None:
    rank = meld.cards[0].meaning.rank
    if any(p.meaning.rank != rank for p in cards if not is_open(p, rules)):
        return None
    lying = meld.cards
    if rules.set_wild_suit == "open":
        # The wilds on the table make room for whatever suit comes.
        lying = tuple(Placed(p.card) if rules.wilds[p.card] else p for p in lying)
    together = (*lying, *cards)
    fixed = [p.meaning for p in together if not is_open(p, rules)]
    check_suits(fixed)
    free = other_suits(fixed, rules)
    open_wilds = [p.card for p in together if is_open(p, rules)]
    if len(together) > rules.set_max or len(open_wilds) > len(free):
        return None
    # At most one suit is free where suits are declared: nothing has to be asked.
    return Meld("set", give(together, free, rules))


def _grown_run(meld: Meld, cards: tuple[Placed, ...], rules: Rules) -> Meld | None:
    order, start = _lie(meld, rules)
    end, length = start + len(meld.cards), len(meld.cards) + len(cards)
    faces = {p.card for p in cards if is_open(p, rules)}
    found: dict[tuple[Card, ...], Meld] = {}
    # Most below first: an Ace that could lie at either end goes to the low one.
    for below in range(len(cards), -1, -1):
        if not order.fits(start - below, length):
            continue
        around = order.window(start - below, below) + order.window(end, len(cards) - below)
        added = seated_in(around, cards, rules)
        if added is not None:
            wanted = tuple(sorted(p.meaning for p in added if p.stands_for is not None))
            grown = Meld("run", (*added[:below], *meld.cards, *added[below:]))
            found.setdefault(wanted, grown)
    if len(found) > 1 or (found and len(faces) > 1):
        choices = {meaning for wanted in found for meaning in wanted}
        raise ambiguous(cards, tuple(sorted(choices)), rules)
    if found:
        return next(iter(found.values()))
    return _slid_run(meld, cards, rules) if rules.wild_slide else None


def _slid_run(meld: Meld, cards: tuple[Placed, ...], rules: Rules) -> Meld | None:
    """The run after its wilds have moved: as few as possible, upwards rather than downwards."""
    order = rules.run_orders[meld.cards[0].meaning // 13]
    loose = tuple(Placed(p.card) if rules.wilds[p.card] else p for p in meld.cards)
    length = len(loose) + len(cards)
    best: tuple[int, list[Placed]] | None = None
    for start in range(order.span):
        if not order.fits(start, length):
            continue
        found = seated_in(order.window(start, length), (*loose, *cards), rules)
        if found is not None:
            stay = sum(p in meld.cards for p in found)
            if best is None or stay >= best[0]:
                best = stay, found
    return None if best is None else Meld("run", tuple(best[1]))


def placements(meld: Meld, card: Card, rules: Rules) -> tuple[Placed, ...]:
    """Each way in which one card of the hand can join this meld now: for a wild, its meanings."""
    free = takes(meld, rules)
    if rules.wilds[card]:
        count = sum(rules.wilds[p.card] for p in meld.cards)
        if rules.max_wilds is not None and count >= rules.max_wilds:
            return ()
        if meld.kind == "set" and rules.set_wild_suit == "open":
            free = free[:1]
        return tuple(Placed(card, meaning) for meaning in free)
    if card in free:
        return (Placed(card),)
    if free and (rules.wild_slide or rules.set_wild_suit == "open"):
        try:
            extend(meld, (Placed(card),), rules)
        except IllegalAction:
            return ()
        return (Placed(card),)
    return ()


# --- swap (3.6) ----------------------------------------------------------------------------------


def swap_places(meld: Meld, card: Card, rules: Rules) -> tuple[int, ...]:
    """The indexes of the wilds of this meld that the natural card could replace, low before high.

    There are two only for the Aces of a run, and where `set_wild_suit` is open.
    """
    if rules.wilds[card] or meld.kind == "jokers":
        return ()
    wilds = [index for index, p in enumerate(meld.cards) if rules.wilds[p.card]]
    exact = [index for index in wilds if meld.cards[index].stands_for == card]
    if meld.kind == "set" and rules.set_wild_suit == "open":
        missing = card not in [p.card for p in meld.cards]
        if missing and card.rank == meld.cards[0].meaning.rank:
            return (*exact, *(index for index in wilds if index not in exact))
    return tuple(exact)


def swap(meld: Meld, card: Card, rules: Rules, at: int | None = None) -> tuple[Meld, Card]:
    """The meld with the natural card in the place of a wild, and the face of that wild.

    `at` chooses among `swap_places`, else it is the first. Raises IllegalAction
    `swap_needs_natural`, or `swap_wrong_card` (with what the meld `takes` so).
    """
    if rules.wilds[card]:
        raise IllegalAction("swap_needs_natural", card=card)
    places = swap_places(meld, card, rules)
    if at is None and places:
        at = places[0]
    if at is None or at not in places:
        wanted = tuple(p.stands_for for p in meld.cards if p.stands_for is not None)
        raise IllegalAction("swap_wrong_card", card=card, takes=wanted)
    cards = [Placed(card) if index == at else p for index, p in enumerate(meld.cards)]
    if meld.kind == "set" and meld.cards[at].stands_for != card:
        # Another wild had that suit: the two change their meanings.
        cards = [
            Placed(p.card, meld.cards[at].stands_for) if p.stands_for == card else p for p in cards
        ]
    return Meld(meld.kind, tuple(cards)), meld.cards[at].card


def _lie(meld: Meld, rules: Rules) -> tuple[RunOrder, int]:
    """The order of a run and the place of its first card."""
    first = meld.cards[0].meaning
    order = rules.run_orders[first // 13]
    return order, order.place(first) or 0
