"""The melds that a hand can form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

from engine.cards import JOKER, Card, Placed
from engine.melds.recognition import of_rank, other_suits, seated_in
from engine.melds.tables import Tables, Worth, matching, runs, sets, tables
from engine.melds.value import Meld

if TYPE_CHECKING:
    from engine.rules import Rules

MOST_MELDS: Final = 200
"""How many melds `melds_of` gives at most."""


# --- can a card be laid? -------------------------------------------------------------------------


def can_meld(hand: Sequence[Card], containing: Card, rules: Rules) -> bool:
    """Is there a new meld from this hand, with any number of its wilds, that has this face?

    >>> from engine.cards import card, cards
    >>> from engine.presets import preset
    >>> can_meld(cards("5h7h9h*"), card("9h"), preset("common"))
    True
    >>> can_meld(cards("4h7h9h"), card("9h"), preset("common"))
    False
    """
    if containing not in hand:
        return False
    found = tables(rules)
    wild = rules.wilds
    wilds = min(sum([wild[card] for card in hand]), found.most_wilds)
    if wild[containing]:
        return _can_meld_wild(hand, containing, wilds, found)
    size, least = rules.min_meld_size, max(rules.min_naturals, 1)
    mask = found.masks(hand)[containing // 13]
    for window in found.around[containing]:
        length, have = window.bit_count(), (window & mask).bit_count()
        if length - have <= wilds and have >= least:
            return True
        if least == 1 and length > size:
            # A longer window has a shorter one inside that is as good.
            break
    naturals = _same_rank(hand, containing, rules)
    return _set_sizes(len(naturals), wilds, 0, naturals, rules)


def _can_meld_wild(hand: Sequence[Card], wild: Card, wilds: int, found: Tables) -> bool:
    rules = found.rules
    if wild == JOKER and rules.all_joker_set == "four" and hand.count(JOKER) >= 4:
        return True
    masks = found.masks(hand)
    for gaps in range(1, wilds + 1):
        for suit, mask in enumerate(masks):
            if not mask:
                continue
            for window in matching(found, suit, mask, gaps):
                if window.length - gaps >= max(rules.min_naturals, 1):
                    return True
    for natural in {card % 13: card for card in hand if not rules.wilds[card]}.values():
        naturals = _same_rank(hand, natural, rules)
        if _set_sizes(len(naturals), wilds, 1, naturals, rules):
            return True
    return False


def _set_sizes(
    most: int, wilds: int, least_wilds: int, naturals: tuple[Card, ...], rules: Rules
) -> bool:
    """Is there a set of at most these naturals with at least `least_wilds` of so many wilds?"""
    if not rules.sets:
        return False
    free = len(other_suits(naturals, rules))
    for count in range(min(most, rules.set_max), max(rules.min_naturals, 1) - 1, -1):
        need = max(rules.min_meld_size - count, least_wilds)
        room = free + len(naturals) - count
        if need <= min(wilds, room, rules.set_max - count):
            return True
    return False


def _same_rank(hand: Sequence[Card], card: Card, rules: Rules) -> tuple[Card, ...]:
    """The naturals of the rank of this one in the hand, one of each suit."""
    return tuple([one for one in of_rank(card) if one in hand and not rules.wilds[one]])


# --- the useful melds of a hand ------------------------------------------------------------------


def melds_of(
    hand: Sequence[Card], rules: Rules, containing: Card | None = None
) -> tuple[Meld, ...]:
    """The useful melds of a hand, the most valuable first, at most `MOST_MELDS`.

    All that are natural and all with one wild; with `containing` only those that have this face,
    and with as few wilds more as it takes to lay it. A wild stands for a card that the hand does
    not have, where it can.

    >>> from engine.cards import cards
    >>> from engine.presets import preset
    >>> melds_of(cards("5h6h7hKs"), preset("common"))
    (Meld('run', 5h 6h 7h),)
    """
    found = tables(rules)
    wilds = sorted([card for card in hand if rules.wilds[card]])
    need = None
    if containing is not None:
        if containing not in hand:
            return ()
        if rules.wilds[containing]:
            # The wild that is asked for is the first to be used.
            wilds.sort(key=lambda card: (card != containing, card))
        else:
            need = containing
    asked_wild = containing is not None and need is None
    masks, ranks = found.masks(hand), _ranks(hand, found)
    worths: list[Worth] = []
    if not asked_wild:
        worths += _with_wilds(masks, ranks, (), need, found)
    for wild in _kinds(wilds[:1] if asked_wild else wilds):
        worths += _with_wilds(masks, ranks, (wild,), need, found)
    if rules.all_joker_set == "four" and wilds.count(JOKER) >= 4 and containing in (None, JOKER):
        worths.append(found.jokers(JOKER))
    if containing is not None:
        for count in range(2, len(wilds) + 1):
            if worths:
                break
            worths += _with_wilds(masks, ranks, tuple(wilds[:count]), need, found)
    worths.sort(key=_points, reverse=True)
    return tuple([meld for _, meld in worths[:MOST_MELDS]])


def natural_melds(hand: Sequence[Card], rules: Rules) -> list[Worth]:
    """All melds of a hand without wilds, with their points."""
    found = tables(rules)
    return _with_wilds(found.masks(hand), _ranks(hand, found), (), None, found)


def _points(worth: Worth) -> int:
    return worth[0]


def _kinds(wilds: Sequence[Card]) -> list[Card]:
    """One wild of each kind: the pinelle are all alike."""
    kinds: dict[bool, Card] = {}
    for wild in wilds:
        kinds.setdefault(wild == JOKER, wild)
    return list(kinds.values())


def _ranks(hand: Sequence[Card], found: Tables) -> dict[int, tuple[Card, ...]]:
    """The naturals of each rank in the hand, one of each suit."""
    wild = found.rules.wilds
    ranks: dict[int, list[Card]] = {}
    for card in sorted(set(hand)):
        if not wild[card]:
            ranks.setdefault(card.rank, []).append(card)
    return {rank: tuple(naturals) for rank, naturals in ranks.items()}


def _with_wilds(
    masks: list[int],
    ranks: dict[int, tuple[Card, ...]],
    wilds: tuple[Card, ...],
    need: Card | None,
    found: Tables,
) -> list[Worth]:
    """The melds with exactly these wilds, and with the natural card `need`, if any."""
    if len(wilds) > found.most_wilds:
        return []
    if need is not None:
        suit, bits = need // 13, found.bits[need]
        return [
            *(worth for have, worth in runs(found, suit, masks[suit], wilds) if have & bits),
            *(worth for chosen, worth in sets(found, ranks[need.rank], wilds) if need in chosen),
        ]
    worths: list[Worth] = []
    for suit, mask in enumerate(masks):
        if mask:
            worths += [worth for _, worth in runs(found, suit, mask, wilds)]
    for naturals in ranks.values():
        if len(naturals) + len(wilds) >= found.rules.min_meld_size:
            worths += [worth for _, worth in sets(found, naturals, wilds)]
    return worths


# --- the readings of chosen cards ----------------------------------------------------------------


def readings(faces: Sequence[Card], rules: Rules) -> tuple[Meld, ...]:
    """Every meld that exactly these cards can form, in whatever order they come.

    Readings differ in what their wilds stand for; which of two wilds stands for which card makes
    no further one. Empty where there is no meld.

    >>> from engine.cards import cards
    >>> from engine.presets import preset
    >>> readings(cards("7h*5h"), preset("common"))
    (Meld('run', 5h *=6h 7h),)
    """
    naturals = sorted(face for face in faces if not rules.wilds[face])
    wilds = sorted(face for face in faces if rules.wilds[face])
    if any(count > rules.copies[face] for face, count in Counter(faces).items()):
        return ()
    if rules.all_joker_set == "four" and list(faces) == [JOKER] * 4:
        return (tables(rules).jokers(JOKER)[1],)
    if (
        len(faces) < rules.min_meld_size
        or len(naturals) < max(rules.min_naturals, 1)
        or (rules.max_wilds is not None and len(wilds) > rules.max_wilds)
    ):
        return ()
    return (*_set_readings(naturals, wilds, rules), *_run_readings(naturals, wilds, rules))


def _set_readings(naturals: list[Card], wilds: list[Card], rules: Rules) -> Iterator[Meld]:
    if not rules.sets or len({card.rank for card in naturals}) > 1:
        return
    if len(set(naturals)) < len(naturals):
        return
    if len(naturals) + len(wilds) > rules.set_max:
        return
    for meanings in combinations(other_suits(naturals, rules), len(wilds)):
        yield tables(rules).set(tuple(naturals), tuple(map(Placed, wilds, meanings)))[1]
        if rules.set_wild_suit == "open":
            return


def _run_readings(naturals: list[Card], wilds: list[Card], rules: Rules) -> Iterator[Meld]:
    if len({card.suit for card in naturals}) > 1:
        return
    order = rules.run_orders[naturals[0] // 13]
    length = len(naturals) + len(wilds)
    loose = [Placed(card) for card in (*naturals, *wilds)]
    seen = set()
    for start in range(order.span):
        if order.fits(start, length):
            cards = seated_in(order.window(start, length), loose, rules)
            if cards is not None:
                meanings = tuple(sorted(p.stands_for for p in cards if p.stands_for is not None))
                if meanings not in seen:
                    seen.add(meanings)
                    yield Meld("run", tuple(cards))
