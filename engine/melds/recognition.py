"""Recognising a meld in laid cards (RULES.md section 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.cards import FACES, JOKER, Card, Placed
from engine.errors import IllegalAction
from engine.melds.value import MOST_KEPT, Meld

if TYPE_CHECKING:
    from engine.rules import Rules
    from engine.runs import RunOrder


def recognise(cards: Iterable[Placed], rules: Rules) -> Meld:
    """The meld that these cards form: a run in order, upwards or downwards; wilds may be unsaid.

    Raises IllegalAction with the codes of RULES.md section 4; `params` name the card, the cards
    `missing` from a run, the `choices` for a wild, or the `minimum` or `maximum`.
    """
    return _recognised(tuple(cards), rules)


@lru_cache(maxsize=MOST_KEPT)
def _recognised(cards: tuple[Placed, ...], rules: Rules) -> Meld:
    _check_faces(cards, rules)
    wilds = [placed for placed in cards if rules.wilds[placed.card]]
    if len(wilds) == len(cards):
        if rules.all_joker_set == "four" and [p.card for p in cards] == [JOKER] * 4:
            return Meld("jokers", tuple(Placed(JOKER) for _ in cards))
        raise IllegalAction("all_wild")
    if len(cards) - len(wilds) < rules.min_naturals:
        raise IllegalAction("too_few_naturals", minimum=rules.min_naturals)
    check_wilds(len(wilds), rules)
    if any(placed.stands_for is None for placed in wilds):
        cards = _fill(cards, rules)
    for placed in cards:
        if placed.stands_for is not None and not can_stand_for(placed.stands_for, rules):
            raise IllegalAction("rank_not_in_play", card=placed.stands_for)
    meanings = [placed.meaning for placed in cards]
    if len({meaning.rank for meaning in meanings}) == 1:
        check_sets(rules)
        check_suits(meanings)
        if len(cards) > rules.set_max:
            raise IllegalAction("too_long", maximum=rules.set_max)
        return Meld("set", tuple(cards))
    if len({meaning.suit for meaning in meanings}) == 1:
        return _run(cards, meanings, rules)
    raise IllegalAction("not_a_meld")


def _check_faces(cards: Sequence[Placed], rules: Rules) -> None:
    if len(cards) < rules.min_meld_size:
        raise IllegalAction("too_short", minimum=rules.min_meld_size)
    for face, count in Counter(placed.card for placed in cards).items():
        if count > rules.copies[face]:
            raise IllegalAction("card_not_in_deck", card=face)
    check_annotations(cards, rules)


def check_annotations(cards: Iterable[Placed], rules: Rules) -> None:
    """Raise IllegalAction `not_a_wild` where a natural card has a meaning of its own."""
    for placed in cards:
        if placed.stands_for is not None and not rules.wilds[placed.card]:
            raise IllegalAction("not_a_wild", card=placed.card)


def check_wilds(count: int, rules: Rules) -> None:
    """Raise IllegalAction `too_many_wilds` where a meld has more than `max_wilds`."""
    if rules.max_wilds is not None and count > rules.max_wilds:
        raise IllegalAction("too_many_wilds", maximum=rules.max_wilds)


def check_sets(rules: Rules) -> None:
    """Raise IllegalAction `no_sets` where there are none (`sets`)."""
    if not rules.sets:
        raise IllegalAction("no_sets")


def check_suits(meanings: Iterable[Card]) -> None:
    """Raise IllegalAction `duplicate_suit` where cards of one rank repeat a suit."""
    seen: set[Card] = set()
    for meaning in meanings:
        if meaning in seen:
            raise IllegalAction("duplicate_suit", card=meaning)
        seen.add(meaning)


def can_stand_for(meaning: Card, rules: Rules) -> bool:
    """May a card of a meld count as this one (4.4)?"""
    if meaning == JOKER:
        return False
    return meaning.rank != 2 or rules.two_in_play(meaning)


def _run(cards: Sequence[Placed], meanings: list[Card], rules: Rules) -> Meld:
    """The run of cards that all count as one suit (4.6)."""
    order = rules.run_orders[meanings[0] // 13]
    if order.start(meanings) is not None:
        return Meld("run", tuple(cards))
    if order.start(meanings[::-1]) is not None:
        return Meld("run", tuple(reversed(cards)))
    if order.turns_the_corner(meanings) or order.turns_the_corner(meanings[::-1]):
        if len(cards) > order.longest:
            raise IllegalAction("too_long", maximum=order.longest)
        raise IllegalAction("round_the_corner")
    raise IllegalAction("not_consecutive", missing=order.missing(meanings))


def _fill(cards: Sequence[Placed], rules: Rules) -> tuple[Placed, ...]:
    """The cards with a meaning for every wild, where there is only one (4.3)."""
    known = [p.meaning for p in cards if not (is_open(p, rules))]
    ranks, suits = {c.rank for c in known}, {c.suit for c in known}
    if len(known) == 1:
        alike = other_suits(known, rules) if rules.sets else ()
        choices = (*_beside(known[0], len(cards), rules), *alike)
        raise ambiguous(cards, choices, rules)
    if len(ranks) == 1 and len(suits) > 1:
        return _fill_set(cards, known, rules)
    if len(suits) == 1 and len(ranks) > 1:
        return _fill_run(cards, known, rules)
    if len(suits) == 1:
        raise IllegalAction("duplicate_suit", card=known[0])
    raise IllegalAction("not_a_meld")


def _fill_set(cards: Sequence[Placed], known: list[Card], rules: Rules) -> tuple[Placed, ...]:
    check_sets(rules)
    free = other_suits(known, rules)
    open_wilds = [p.card for p in cards if is_open(p, rules)]
    if len(free) < len(open_wilds):
        raise IllegalAction("too_long", maximum=rules.set_max)
    single = len(free) == len(open_wilds) and len(set(open_wilds)) == 1
    if not single and rules.set_wild_suit == "declared":
        raise ambiguous(cards, free, rules)
    return give(cards, free, rules)


def _fill_run(cards: Sequence[Placed], known: list[Card], rules: Rules) -> tuple[Placed, ...]:
    """Meanings by written position, upwards or downwards."""
    order = rules.run_orders[known[0] // 13]
    written = [None if is_open(p, rules) else p.meaning for p in cards]
    upwards = _windows(order, written)
    downwards = [window[::-1] for window in _windows(order, written[::-1])]
    readings = list(dict.fromkeys(upwards + downwards))
    if not readings:
        raise IllegalAction("not_consecutive", missing=order.missing(known))
    if len(readings) > 1:
        at = next(i for i, meaning in enumerate(written) if meaning is None)
        raise ambiguous(cards, tuple(reading[at] for reading in readings), rules)
    return tuple(
        p if meaning is not None else Placed(p.card, reading)
        for p, meaning, reading in zip(cards, written, readings[0], strict=True)
    )


def _windows(order: RunOrder, written: list[Card | None]) -> list[tuple[Card, ...]]:
    """The upward runs that agree with what is written."""
    return [
        window
        for start in range(order.span)
        if order.fits(start, len(written))
        for window in (order.window(start, len(written)),)
        if all(said is None or said == card for said, card in zip(written, window, strict=True))
    ]


def give(cards: Iterable[Placed], meanings: Iterable[Card], rules: Rules) -> tuple[Placed, ...]:
    """The cards, the wilds without a meaning provided with these in turn."""
    rest = iter(meanings)
    return tuple(Placed(p.card, next(rest)) if is_open(p, rules) else p for p in cards)


def other_suits(meanings: Iterable[Card], rules: Rules) -> tuple[Card, ...]:
    """The cards of this one rank that are not among the meanings and may be in a set."""
    present = set(meanings)
    alike = of_rank(next(iter(present)))
    return tuple([other for other in alike if other not in present and can_stand_for(other, rules)])


def of_rank(card: Card) -> tuple[Card, ...]:
    """The four naturals of the rank of this one, in the order of the suits."""
    return FACES[card % 13 : JOKER : 13]


def _beside(card: Card, length: int, rules: Rules) -> tuple[Card, ...]:
    """The other cards of the runs of `length` that have this one."""
    order = rules.run_orders[card // 13]
    found: set[Card] = set()
    for start in range(order.span):
        if order.fits(start, length) and card in (window := order.window(start, length)):
            found.update(window)
    return tuple(sorted(found - {card}))


def ambiguous(cards: Sequence[Placed], choices: tuple[Card, ...], rules: Rules) -> IllegalAction:
    """The refusal that asks what the first open wild stands for."""
    wild = next(p.card for p in cards if is_open(p, rules))
    return IllegalAction("ambiguous_wild", card=wild, choices=choices)


def is_open(placed: Placed, rules: Rules) -> bool:
    """Is it a wild of which nobody has said what it stands for?"""
    return placed.stands_for is None and rules.wilds[placed.card]


def seated_in(
    meanings: Sequence[Card], cards: Sequence[Placed], rules: Rules
) -> list[Placed] | None:
    """The cards in the order of the meanings, open wilds in the gaps; None if they do not fit."""
    known = [p for p in cards if not is_open(p, rules)]
    wilds = [p.card for p in cards if is_open(p, rules)]
    seated = []
    for meaning in meanings:
        here = next((p for p in known if p.meaning == meaning), None)
        if here is not None:
            known.remove(here)
            seated.append(here)
        elif wilds:
            seated.append(Placed(wilds.pop(0), meaning))
        else:
            return None
    return None if known or wilds else seated
