"""What a hand holds and what fits a meld, as bits; remembered, for the same comes again and again.

A suit's naturals are bits by rank, the Ace the lowest, and above the King one for a second Ace; a
rank's naturals are bits by suit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from engine import melds as meld_rules
from engine.actions import Add, Lay
from engine.cards import FACES, JOKER, Card, Placed
from engine.melds.tables import Tables, runs, sets, tables

if TYPE_CHECKING:
    from engine.melds import Meld
    from engine.rules import Rules
    from engine.view import TableMeld

BITS: Final = tuple(1 << face for face in FACES)
"""The bit of each face."""
MOST_KEPT: Final = 8192
"""How many answers each function here remembers."""

_SUIT: Final = (1 << 13) - 1
_ANY: Final = (JOKER,)
"""A wild, where it does not matter which."""


class Holding:
    """The cards of a hand: `faces` are there once or more, `twice` at least twice.

    `wilds` has one wild of each kind, as far as melds may have any: the pinelle are all alike.
    """

    __slots__ = ("faces", "found", "jokers", "twice", "wilds")

    def __init__(self, found: Tables, hand: Sequence[Card]) -> None:
        self.found = found
        faces = twice = 0
        for card in hand:
            bit = BITS[card]
            twice |= faces & bit
            faces |= bit
        self.faces = faces
        self.twice = twice
        self.jokers = hand.count(JOKER) if faces & BITS[JOKER] else 0
        wild = faces & found.wilds
        self.wilds = _kinds(wild) if wild else ()

    def put(self, card: Card) -> None:
        """One card more."""
        bit = BITS[card]
        self.twice |= self.faces & bit
        self.faces |= bit
        if bit & self.found.wilds:
            self.jokers += card == JOKER
            self.wilds = _kinds(self.faces & self.found.wilds)

    def suit(self, suit: int) -> int:
        """The naturals of a suit."""
        first = 13 * suit
        ranks = (self.faces & self.found.naturals) >> first & _SUIT
        return ranks | (self.twice >> first & 1) << 13

    def rank(self, rank: int) -> int:
        """The naturals of a rank (0: the Aces)."""
        cards = (self.faces & self.found.naturals) >> rank
        return cards & 1 | cards >> 12 & 2 | cards >> 24 & 4 | cards >> 36 & 8


@lru_cache(maxsize=64)
def _kinds(wilds: int) -> tuple[Card, ...]:
    pinelle = [face for face in FACES[:JOKER] if BITS[face] & wilds]
    return (*pinelle[:1], *((JOKER,) if wilds & BITS[JOKER] else ()))


# --- new melds ------------------------------------------------------------------------------------


def lays(held: Holding) -> list[Lay]:
    """All new melds of a hand that are natural or have one wild."""
    found, wilds = held.found, held.wilds
    natural = held.faces & found.naturals
    suits = (
        natural & _SUIT | (held.twice & 1) << 13,
        natural >> 13 & _SUIT | (held.twice >> 13 & 1) << 13,
        natural >> 26 & _SUIT | (held.twice >> 26 & 1) << 13,
        natural >> 39 & _SUIT | (held.twice >> 39 & 1) << 13,
    )
    least = found.rules.min_meld_size - bool(wilds)
    laid: list[Lay] = []
    for suit, ranks in enumerate(suits):
        if ranks.bit_count() >= least:
            for near in _clusters(found, suit, ranks, bool(wilds)):
                laid += _runs(found, suit, near, wilds)
    several = _in_suits(suits, least)
    while several:
        rank = (several & -several).bit_length() - 1
        several &= several - 1
        laid += _sets(found, rank, held.rank(rank), wilds)
    return laid if held.jokers < 4 else laid + _four_jokers(held)


def lays_with(held: Holding, face: Card) -> list[Lay]:
    """Those of them that have this face."""
    found, suit, rank = held.found, face // 13, face % 13
    laid: list[Lay] = []
    if not found.rules.wilds[face]:
        for near in _clusters(found, suit, held.suit(suit), bool(held.wilds)):
            if near >> rank & 1:
                laid += _having(face, _runs(found, suit, near, held.wilds))
        return laid + _having(face, _sets(found, rank, held.rank(rank), held.wilds))
    if held.wilds:
        for suit in range(4):
            for near in _clusters(found, suit, held.suit(suit), True):
                laid += _having(face, _runs(found, suit, near, (face,)))
        for rank in range(13):
            laid += _having(face, _sets(found, rank, held.rank(rank), (face,)))
    return laid + _four_jokers(held) if face == JOKER else laid


def shortest(held: Holding, face: Card) -> int:
    """How many cards the shortest of them has; 0: there is none."""
    found, wild = held.found, bool(held.wilds)
    if not found.naturals & BITS[face]:
        return min([len(one.cards) for one in lays_with(held, face)], default=0)
    suit, rank = face // 13, face % 13
    least, run = found.rules.min_meld_size - wild, 0
    near = held.faces >> 13 * suit & found.near[face]
    if near.bit_count() >= least:
        run = _shortest_run(found, found.alike[suit], rank, near, wild)
    suits = held.rank(rank)
    if not run and suits.bit_count() >= least:
        return _shortest_set(found, face, suits, wild)
    return run


@lru_cache(maxsize=MOST_KEPT)
def _shortest_run(found: Tables, suit: int, rank: int, near: int, wild: bool) -> int:
    face = FACES[13 * suit + rank]
    some = _having(face, _runs(found, suit, near, _ANY if wild else ()))
    return min([len(one.cards) for one in some], default=0)


@lru_cache(maxsize=MOST_KEPT)
def _shortest_set(found: Tables, face: Card, suits: int, wild: bool) -> int:
    some = _having(face, _sets(found, face % 13, suits, _ANY if wild else ()))
    return min([len(one.cards) for one in some], default=0)


def _having(face: Card, some: tuple[Lay, ...]) -> list[Lay]:
    return [one for one in some if any(card == face for card, _ in one.cards)]


def _four_jokers(held: Holding) -> list[Lay]:
    if held.jokers < 4 or held.found.rules.all_joker_set != "four":
        return []
    return [Lay(held.found.jokers(JOKER)[1].cards)]


def _in_suits(suits: Sequence[int], least: int) -> int:
    """The ranks that are there in so many suits or more."""
    s, h, c, d = suits
    if least == 2:
        found = s & h | c & d | (s | h) & (c | d)
    elif least == 3:
        found = s & h & (c | d) | c & d & (s | h)
    else:
        found = s & h & c & d
    return found & _SUIT


@lru_cache(maxsize=4 * MOST_KEPT)
def _clusters(found: Tables, suit: int, ranks: int, wild: bool) -> tuple[int, ...]:
    """The ranks of a suit in groups that have no run in common, not even one with a `wild`."""
    order = found.rules.run_orders[suit]
    places = [place for place in range(order.span) if ranks >> order.at(place) % 13 & 1]
    reach = 2 if wild else 1
    groups: list[list[int]] = []
    for place in places:
        if groups and place - groups[-1][-1] <= reach:
            groups[-1].append(place)
        else:
            groups.append([place])
    if len(groups) > 1 and groups[0][0] + order.span - groups[-1][-1] <= reach:
        # The Ace stands at both ends.
        groups[0] += groups.pop()
    least = found.rules.min_meld_size - wild
    twice = ranks & ~_SUIT
    return tuple(
        sum(1 << order.at(place) % 13 for place in group) | (twice if 0 in group else 0)
        for group in groups
        if len(group) + (twice > 0) >= least
    )


@lru_cache(maxsize=MOST_KEPT)
def _runs(found: Tables, suit: int, ranks: int, wilds: tuple[Card, ...]) -> tuple[Lay, ...]:
    mask = found.mask(suit, ranks)
    return tuple(
        Lay(meld.cards)
        for used in ((), *((wild,) for wild in wilds))
        for _, (_, meld) in runs(found, suit, mask, used)
    )


@lru_cache(maxsize=MOST_KEPT)
def _sets(found: Tables, rank: int, suits: int, wilds: tuple[Card, ...]) -> tuple[Lay, ...]:
    naturals = tuple(FACES[13 * suit + rank] for suit in range(4) if suits >> suit & 1)
    return tuple(
        Lay(meld.cards)
        for used in ((), *((wild,) for wild in wilds))
        if naturals
        for _, (_, meld) in sets(found, naturals, used)
    )


# --- what fits a meld -----------------------------------------------------------------------------


class Fits(NamedTuple):
    """What can join a meld: each card with its bit, and all of these bits together.

    With a swap stand the wilds in whose places the card could come; `every` has the bits of
    additions and swaps.
    """

    meld: Meld
    every: int
    adds: int
    adding: tuple[tuple[int, Placed], ...]
    swaps: int
    swapping: tuple[tuple[int, Card, tuple[Card, ...]], ...]


class Joining:
    """What can join each meld that was met, under one set of rules."""

    def __init__(self, found: Tables) -> None:
        self.found = found
        self._known: dict[int, Fits] = {}

    def fits(self, melds: tuple[TableMeld, ...]) -> list[Fits]:
        """What can join each of these melds."""
        known = self._known
        try:
            return [known[id(target.meld)] for target in melds]
        except KeyError:
            return [self._learnt(target.meld) for target in melds]

    def _learnt(self, meld: Meld) -> Fits:
        known = self._known.get(id(meld))
        if known is None:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            # The answer keeps the meld, whose id so stays its own.
            known = self._known[id(meld)] = _fits(self.found, meld)
        return known


@lru_cache(maxsize=32)
def joining(rules: Rules) -> Joining:
    """What is known under these rules."""
    return Joining(tables(rules))


def _fits(found: Tables, meld: Meld) -> Fits:
    rules = found.rules
    faces: Iterable[Card] = FACES
    if not rules.wild_slide and rules.set_wild_suit == "declared":
        # Nothing else fits.
        faces = dict.fromkeys((*meld_rules.takes(meld, rules), *rules.wild_faces))
    adding = tuple(
        (BITS[face], item)
        for face in faces
        if rules.copies[face]
        for item in meld_rules.placements(meld, face, rules)
    )
    meanings: Iterable[Card] = [item.meaning for item in meld.cards if rules.wilds[item.card]]
    if rules.set_wild_suit == "open":
        meanings = FACES
    swapping = tuple(
        (BITS[face], face, tuple([meld.cards[place].card for place in places]))
        for face in dict.fromkeys(meanings)
        for places in (meld_rules.swap_places(meld, face, rules) if rules.copies[face] else (),)
        if places
    )
    adds = swaps = 0
    for bit, _ in adding:
        adds |= bit
    for bit, _, _ in swapping:
        swaps |= bit
    return Fits(meld, adds | swaps, adds, adding, swaps, swapping)


@lru_cache(maxsize=MOST_KEPT)
def add(index: int, item: Placed) -> Add:
    """The addition of one card; made once."""
    return Add(index, (item,))
