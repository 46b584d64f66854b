"""Masks and windows: what the search for melds needs to know of one set of rules.

The naturals of a suit are a mask over the places of its run order: bit 0 the low Ace, bit `span`
the high Ace, and bit 15 a second Ace, which only the run from Ace to Ace asks for. Melds are built
once for each set of rules and kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.cards import FACES, Card, Placed
from engine.melds.recognition import of_rank, other_suits
from engine.melds.value import Meld, points

if TYPE_CHECKING:
    from engine.rules import Rules

MOST_KEPT: Final = 20_000
"""How many melds are kept for one set of rules; beyond that it starts anew."""

SECOND_ACE: Final = 1 << 15
_PLAIN: Final = tuple(Placed(face) for face in FACES)

Worth = tuple[int, Meld]
"""A meld with its points in front."""


class Window(NamedTuple):
    """A run of `length` cards from the place `start`; `bits[i]` is the bit of its i-th card.

    `meanings` are what its cards count as.
    """

    start: int
    length: int
    bits: tuple[int, ...]
    mask: int
    meanings: tuple[Card, ...]


class Tables:
    """The search tables of one set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.bits = tuple(self._bits_of(face) for face in FACES)
        """The bits of each face in the mask of its suit; 0 for wilds."""
        self.naturals = sum(1 << face for face in FACES[:52] if not rules.wilds[face])
        """The naturals, a bit for each face."""
        self.most_wilds = len(rules.pack) if rules.max_wilds is None else rules.max_wilds
        self.wilds = sum(1 << face for face in FACES if rules.wilds[face] and self.most_wilds)
        """The wilds that a meld may have, a bit for each face."""
        self.windows = tuple(self._windows_of(suit) for suit in range(4))
        """All windows of each suit, short ones first."""
        self.around = tuple(
            tuple(w.mask for w in self.windows[face // 13] if w.mask & self.bits[face])
            if self.bits[face]
            else ()
            for face in FACES
        )
        """The masks of the windows around each face, short ones first."""
        self.alike = tuple(
            next(i for i in range(suit + 1) if self._like(i, suit)) for suit in range(4)
        )
        """For each suit the first whose runs are of the same ranks."""
        longest = max(rules.min_meld_size, rules.min_naturals + 1)
        self.beside = tuple(
            sum({1 << card for card in self._beside(face, longest)}) & self.naturals
            for face in FACES
        )
        """The naturals that a shortest run around each face may have, a bit for each face."""
        self.equal = tuple(
            sum(1 << card for card in of_rank(face)) & self.naturals for face in FACES
        )
        """The naturals of the rank of each face, a bit for each face."""
        self._built: dict[tuple[object, ...], Worth] = {}

    def _bits_of(self, face: Card) -> int:
        if self.rules.wilds[face]:
            return 0
        order = self.rules.run_orders[face // 13]
        return sum(1 << place for place in range(order.span + 1) if order.at(place) == face)

    def _like(self, one: int, other: int) -> bool:
        first, second = self.rules.run_orders[one], self.rules.run_orders[other]
        return first.corner == second.corner and [card % 13 for card in first.cards] == [
            card % 13 for card in second.cards
        ]

    def _beside(self, face: Card, longest: int) -> set[Card]:
        """The cards of all runs around the face that are no longer than that."""
        windows = () if self.rules.wilds[face] else self.windows[face // 13]
        return {
            card
            for window in windows
            if window.length <= longest and window.mask & self.bits[face]
            for card in window.meanings
        }

    def _windows_of(self, suit: int) -> tuple[Window, ...]:
        order = self.rules.run_orders[suit]
        found = []
        for length in range(self.rules.min_meld_size, order.longest + 1):
            for start in range(order.span):
                if not order.fits(start, length):
                    continue
                places = range(start, start + length)
                bits = [1 << (p if p <= order.span else p - order.span) for p in places]
                if length > order.span:
                    bits[-1] = SECOND_ACE
                meanings = order.window(start, length)
                found.append(Window(start, length, tuple(bits), sum(bits), meanings))
        return tuple(found)

    def masks(self, hand: Iterable[Card]) -> list[int]:
        """The mask of each suit."""
        bits = self.bits
        found = [0, 0, 0, 0, 0]
        for card in hand:
            suit = card // 13
            if card % 13 == 0 and found[suit] & 1:
                found[suit] |= SECOND_ACE
            found[suit] |= bits[card]
        return found[:4]

    def run(self, suit: int, window: Window, mask: int, wilds: tuple[Card, ...]) -> Worth:
        """The meld of a window: naturals where the mask has a bit, else the wilds in turn."""
        key = (suit, window.start, window.length, window.mask & mask, wilds)
        found = self._built.get(key)
        if found is None:
            rest = iter(wilds)
            cards = tuple(
                _PLAIN[meaning] if bit & mask else Placed(next(rest), meaning)
                for meaning, bit in zip(window.meanings, window.bits, strict=True)
            )
            found = self._keep(key, Meld("run", cards))
        return found

    def set(self, naturals: tuple[Card, ...], wilds: tuple[Placed, ...]) -> Worth:
        """The meld of a set, in the order of the suits."""
        key = (naturals, wilds)
        found = self._built.get(key)
        if found is None:
            cards = sorted((*(_PLAIN[card] for card in naturals), *wilds), key=_meaning)
            found = self._keep(key, Meld("set", tuple(cards)))
        return found

    def jokers(self, joker: Card) -> Worth:
        """The four-joker set."""
        return self._keep((joker,), Meld("jokers", (_PLAIN[joker],) * 4))

    def _keep(self, key: tuple[object, ...], meld: Meld) -> Worth:
        if len(self._built) >= MOST_KEPT:
            self._built.clear()
        self._built[key] = (points(meld, self.rules), meld)
        return self._built[key]


def _meaning(placed: Placed) -> Card:
    return placed.meaning


@lru_cache(maxsize=32)
def tables(rules: Rules) -> Tables:
    """The search tables of these rules."""
    return Tables(rules)


@lru_cache(maxsize=4096)
def matching(found: Tables, suit: int, mask: int, gaps: int) -> tuple[Window, ...]:
    """The windows of a suit in which the mask leaves exactly so many gaps, short ones first."""
    longest = mask.bit_count() + gaps
    fitting = []
    for window in found.windows[suit]:
        if window.length > longest:
            break
        if window.length - (window.mask & mask).bit_count() == gaps:
            fitting.append(window)
    return tuple(fitting)


@lru_cache(maxsize=2048)
def runs(
    found: Tables, suit: int, mask: int, wilds: tuple[Card, ...]
) -> tuple[tuple[int, Worth], ...]:
    """The runs of a suit with exactly these wilds, each with the mask of its naturals in front.

    With several wilds only those that are no longer than they must be.
    """
    least = max(found.rules.min_naturals, 1)
    longest = 14 if len(wilds) < 2 else max(found.rules.min_meld_size, least + len(wilds))
    return tuple(
        (window.mask & mask, found.run(suit, window, mask, wilds))
        for window in matching(found, suit, mask, len(wilds))
        if least + len(wilds) <= window.length <= longest
    )


@lru_cache(maxsize=2048)
def sets(
    found: Tables, naturals: tuple[Card, ...], wilds: tuple[Card, ...]
) -> tuple[tuple[tuple[Card, ...], Worth], ...]:
    """The sets of some of these naturals with exactly these wilds, the naturals in front.

    The wilds stand for cards that are not among the naturals, where that is possible.
    """
    rules = found.rules
    if not rules.sets:
        return ()
    least = max(rules.min_meld_size - len(wilds), rules.min_naturals, 1)
    missing = other_suits(naturals, rules)
    return tuple(
        (chosen, found.set(chosen, tuple(map(Placed, wilds, meanings))))
        for count in range(least, min(len(naturals), rules.set_max - len(wilds)) + 1)
        for chosen in combinations(naturals, count)
        for meanings in combinations(
            missing if len(missing) >= len(wilds) else other_suits(chosen, rules), len(wilds)
        )
    )
