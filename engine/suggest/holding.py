"""What a hand holds and what fits a meld, as bits; remembered, for the same comes again and again.

A suit's naturals are bits by rank, the Ace the lowest; a rank's are bits by suit, 13 apart. Groups
of a suit are masks by place, as in `engine.melds.tables`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from engine import melds as meld_rules
from engine.actions import Add, Lay
from engine.cards import FACES, JOKER, Card, Placed
from engine.melds.tables import SECOND_ACE, Tables, runs, sets, tables

if TYPE_CHECKING:
    from engine.melds import Meld
    from engine.rules import Rules
    from engine.view import TableMeld

BITS: Final = tuple(1 << face for face in FACES)
"""The bit of each face."""
MOST_KEPT: Final = 8192
"""How many answers each function here remembers."""

_SUIT: Final = (1 << 13) - 1
_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
_ANY: Final = (JOKER,)
"""A wild, where it does not matter which."""
_MANY: Final = 11
"""With fewer cards in a suit no run goes from Ace to Ace, so a second Ace is of no use."""


class Holding:
    """The cards of a hand: `faces` has a bit for each that is there.

    `wilds` has one wild of each kind, as far as melds may have any: the pinelle are all alike.
    """

    __slots__ = ("faces", "found", "hand", "wilds")

    def __init__(self, found: Tables, hand: Sequence[Card]) -> None:
        self.found = found
        self.hand = hand
        faces = 0
        for card in hand:
            faces |= BITS[card]
        self.faces = faces
        wild = faces & found.wilds
        self.wilds = _kinds(wild) if wild else ()

    def groups(self, suit: int) -> tuple[int, ...]:
        """The naturals of a suit in groups; see `_groups`."""
        found = self.found
        ranks = (self.faces & found.naturals) >> 13 * suit & _SUIT
        groups = _groups(found, found.alike[suit], ranks, self.wilds != ())
        if ranks.bit_count() >= _MANY and self.hand.count(FACES[13 * suit]) > 1:
            return tuple([mask | SECOND_ACE if mask & 1 else mask for mask in groups])
        return groups


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
        natural & _SUIT,
        natural >> 13 & _SUIT,
        natural >> 26 & _SUIT,
        natural >> 39,
    )
    least = found.rules.min_meld_size - bool(wilds)
    laid: list[Lay] = []
    for suit, ranks in enumerate(suits):
        if ranks.bit_count() >= least:
            for mask in held.groups(suit):
                laid += _runs(found, suit, mask, wilds)
    several = _in_suits(suits, least)
    while several:
        lowest = several & -several
        several ^= lowest
        rank = lowest.bit_length() - 1
        laid += _sets(found, rank, natural >> rank & _RANK, wilds)
    return laid + _four_jokers(held) if held.faces & BITS[JOKER] else laid


def lays_with(held: Holding, face: Card) -> list[Lay]:
    """Those of them that have this face."""
    found, wilds, rank = held.found, held.wilds, face % 13
    natural = held.faces & found.naturals
    laid: list[Lay] = []
    if not found.rules.wilds[face]:
        suit, bits = face // 13, found.bits[face]
        for mask in held.groups(suit):
            if mask & bits:
                laid += _runs_with(found, suit, mask, wilds, face)
        return laid + [*_sets_with(found, rank, natural >> rank & _RANK, wilds, face)]
    if wilds:
        for suit in range(4):
            for mask in held.groups(suit):
                laid += _runs_with(found, suit, mask, (face,), face)
        for rank in range(13):
            laid += _sets_with(found, rank, natural >> rank & _RANK, (face,), face)
    return laid + _four_jokers(held) if face == JOKER else laid


def shortest(found: Tables, faces: int, face: Card) -> int:
    """How many cards the shortest of them has that has this natural face of these `faces`; or 0."""
    wild = faces & found.wilds > 0
    least = found.rules.min_meld_size - wild
    near = faces & found.beside[face]
    if near.bit_count() >= least:
        run = _shortest_run(found, face, near, wild)
        if run:
            return run
    equal = faces & found.equal[face]
    return _shortest_set(found, face, equal, wild) if equal.bit_count() >= least else 0


@lru_cache(maxsize=MOST_KEPT)
def _shortest_run(found: Tables, face: Card, near: int, wild: bool) -> int:
    suit, bits, wilds = face // 13, found.bits[face], _ANY if wild else ()
    return min(
        [
            len(one.cards)
            for mask in _groups(found, found.alike[suit], near >> 13 * suit, wild)
            if mask & bits
            for one in _runs_with(found, suit, mask, wilds, face)
        ],
        default=0,
    )


@lru_cache(maxsize=MOST_KEPT)
def _shortest_set(found: Tables, face: Card, equal: int, wild: bool) -> int:
    some = _sets_with(found, face % 13, equal >> face % 13, _ANY if wild else (), face)
    return min([len(one.cards) for one in some], default=0)


def _four_jokers(held: Holding) -> list[Lay]:
    if held.found.rules.all_joker_set != "four" or held.hand.count(JOKER) < 4:
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


@lru_cache(maxsize=MOST_KEPT)
def _groups(found: Tables, suit: int, ranks: int, wild: bool) -> tuple[int, ...]:
    """The naturals of a suit as masks of `Tables`, in groups that have no run in common.

    Not even one with a `wild`. So few groups come up that all is known of them soon.
    """
    order = found.rules.run_orders[suit]
    span, second = order.span, order.cards[1] % 13
    places = ranks & 1 | ranks >> second << 1
    joined = places | (places << 1 & places >> 1) if wild else places
    groups = []
    while joined:
        # To add the lowest bit carries through all that follow it without a gap.
        others = joined & joined + (joined & -joined)
        groups.append(places & (joined ^ others))
        joined = others
    first, last = (places & -places).bit_length(), places.bit_length()
    if len(groups) > 1 and first + span - last <= 1 + wild:
        # The Ace stands at both ends.
        groups[0] |= groups.pop()
    least = found.rules.min_meld_size - wild
    return tuple([mask | (mask & 1) << span for mask in groups if mask.bit_count() >= least])


@lru_cache(maxsize=MOST_KEPT)
def _runs(found: Tables, suit: int, mask: int, wilds: tuple[Card, ...]) -> tuple[Lay, ...]:
    """The runs of a group, natural or with one of these wilds."""
    return tuple(
        Lay(meld.cards)
        for used in ((), *((wild,) for wild in wilds))
        for _, (_, meld) in runs(found, suit, mask, used)
    )


@lru_cache(maxsize=MOST_KEPT)
def _runs_with(
    found: Tables, suit: int, mask: int, wilds: tuple[Card, ...], face: Card
) -> tuple[Lay, ...]:
    """Those of them that have this face."""
    return _having(face, _runs(found, suit, mask, wilds))


@lru_cache(maxsize=MOST_KEPT)
def _sets(found: Tables, rank: int, suits: int, wilds: tuple[Card, ...]) -> tuple[Lay, ...]:
    """The sets of a rank, whose naturals are bits with 13 between them."""
    naturals = tuple(FACES[13 * suit + rank] for suit in range(4) if suits >> 13 * suit & 1)
    return tuple(
        Lay(meld.cards)
        for used in ((), *((wild,) for wild in wilds))
        if naturals
        for _, (_, meld) in sets(found, naturals, used)
    )


@lru_cache(maxsize=MOST_KEPT)
def _sets_with(
    found: Tables, rank: int, suits: int, wilds: tuple[Card, ...], face: Card
) -> tuple[Lay, ...]:
    """Those of them that have this face."""
    return _having(face, _sets(found, rank, suits, wilds))


def _having(face: Card, some: tuple[Lay, ...]) -> tuple[Lay, ...]:
    return tuple([one for one in some if any(card == face for card, _ in one.cards)])


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


class Spread(NamedTuple):
    """The melds on the table with what can join them.

    `every` is by index of the meld; `adds` has what the melds take that each seat laid.
    """

    melds: tuple[TableMeld, ...]
    fits: list[Fits]
    every: list[int]
    adds: list[int]


class Joining:
    """What one set of rules leaves open, and what can join each meld that was met under it."""

    def __init__(self, found: Tables) -> None:
        rules = found.rules
        self.found = found
        self.friends = tuple(
            (_friends(rules, seat, False), _friends(rules, seat, True))
            for seat in range(rules.players)
        )
        """The seats to whose melds each seat may add cards, before it has opened and after."""
        self.free_out = rules.out_requirement is None and not rules.no_out_first_round
        """May every hand become empty?"""
        self.sources = {
            wild: (rules.swap_joker_from, rules.reuse_joker == "may_keep")
            if wild == JOKER
            else (rules.swap_pinella_from, rules.reuse_pinella == "may_keep")
            for wild in rules.wild_faces
        }
        """From which melds each wild may be swapped, and whether it may then be kept."""
        self.anywhere = rules.reuse_place == "anywhere" and rules.add_opponents == "never"
        """May a wild that was swapped out be laid wherever it may be added?"""
        self._known: dict[int, Fits] = {}
        self._last = Spread((), [], [], [0] * rules.players)

    def spread(self, melds: tuple[TableMeld, ...]) -> Spread:
        """What can join each of these melds."""
        last = self._last
        if last.melds is melds:
            # Most actions leave the table as it is.
            return last
        known = self._known
        fits = [known.get(id(target.meld)) or self._learnt(target.meld) for target in melds]
        adds = [0] * self.found.rules.players
        for target, one in zip(melds, fits, strict=True):
            adds[target.author] |= one.adds
        self._last = now = Spread(melds, fits, [one.every for one in fits], adds)
        return now

    def _learnt(self, meld: Meld) -> Fits:
        if len(self._known) >= MOST_KEPT:
            self._known.clear()
        # The answer keeps the meld, whose id so stays its own.
        self._known[id(meld)] = fits = _fits(self.found, meld)._replace(meld=meld)
        return fits


@lru_cache(maxsize=32)
def joining(rules: Rules) -> Joining:
    """What is known under these rules."""
    return Joining(tables(rules))


def _friends(rules: Rules, seat: int, opened: bool) -> tuple[int, ...]:
    """The seats to whose melds this one may add cards (RULES.md 3.5)."""
    side = rules.side_of(seat)
    mates = rules.add_partner == "always" or (opened and rules.add_partner != "never")
    others = rules.add_opponents != "never"
    return tuple(
        other
        for other in range(rules.players)
        if other == seat or (mates if rules.side_of(other) == side else others)
    )


@lru_cache(maxsize=MOST_KEPT)
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
