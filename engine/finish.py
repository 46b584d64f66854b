"""Can this turn be brought to a legal end (RULES.md 3.2, 3.4, 3.6, 3.9)?

A search from the open duties: which actions pay them, or open the way to paying them, until
nothing is owed and a discard, or a going out, is left. It never finds what is not there. Of lines
that need several preparing actions it may miss some; the ordinary ones it finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine import melds as meld_rules
from engine import moves
from engine.actions import Action, Add, Lay, Swap
from engine.cards import Card, Placed
from engine.errors import IllegalAction
from engine.position import Hand, Position, without

if TYPE_CHECKING:
    from engine.melds import Meld
    from engine.rules import Rules

Line = tuple[Action, ...]
"""Table actions after which the turn can be ended, by a discard where it has not ended itself."""

_DEPTH = 4
_TRIES = 160


def can_end(rules: Rules, at: Position) -> bool:
    """Is the deal over, or may this turn be ended by some discard now?"""
    if at.end is not None:
        return True
    return not at.owes and (len(at.hand) > 1 or moves.out_refusal(rules, at) is None)


def try_lay(rules: Rules, at: Position, meld: Meld) -> Position | None:
    """The position after laying this meld of the hand, or None where that is refused."""
    try:
        hand = without(at.hand, (item.card for item in meld.cards))
        return moves.lay_meld(rules, at, meld, hand)
    except IllegalAction:
        return None


def try_add(rules: Rules, at: Position, index: int, meld: Meld) -> Position | None:
    """The position after the meld at `index` has grown into this one, or None."""
    target = at.melds[index]
    try:
        moves.may_add(rules, at, target)
        cards = moves.added(target.meld, meld)
        hand = without(at.hand, (item.card for item in cards))
        return moves.add_meld(rules, at, index, meld, hand)
    except IllegalAction:
        return None


def try_swap(rules: Rules, at: Position, index: int, face: Card) -> Position | None:
    """The position after swapping this card into the meld at `index`, or None."""
    try:
        return moves.swap(rules, at, index, face)
    except IllegalAction:
        return None


def adds_to(rules: Rules, at: Position, index: int) -> bool:
    """May the seat to play add to the meld at `index`, if a card fits?"""
    try:
        moves.may_add(rules, at, at.melds[index])
    except IllegalAction:
        return False
    return True


def growths(
    rules: Rules, meld: Meld, hand: Hand, face: Card, *, wilds: bool = True
) -> Iterator[Meld]:
    """The melds into which this one can grow by `face` of the hand.

    Where the face lies further from the end of a run, the cards of the hand between are taken
    along, naturals first, then (with `wilds`) wilds.
    """
    wild = rules.wilds[face]
    if not wild and not _akin(meld, face):
        return
    direct = meld_rules.placements(meld, face, rules)
    for item in direct:
        yield meld_rules.extend(meld, (item,), rules)
    if direct or wild or meld.kind != "run":
        return
    for end in (0, -1):
        grown: Meld | None = meld
        left = list(without(hand, (face,)))
        while grown is not None and (takes := meld_rules.takes(grown, rules)):
            if face in takes:
                yield meld_rules.extend(grown, (Placed(face),), rules)
                break
            grown = _bridge(rules, grown, left, takes[end], wilds=wilds)


def _bridge(
    rules: Rules, meld: Meld, left: list[Card], meaning: Card, *, wilds: bool
) -> Meld | None:
    """The run one card longer at the end that takes `meaning`; the card used leaves `left`."""
    choices = [Placed(meaning)] if meaning in left and not rules.is_wild(meaning) else []
    if wilds:
        choices += [Placed(wild, meaning) for wild in rules.wild_faces if wild in left]
    for item in choices:
        try:
            grown = meld_rules.extend(meld, (item,), rules)
        except IllegalAction:
            continue
        left.remove(item.card)
        return grown
    return None


def _akin(meld: Meld, face: Card) -> bool:
    """Has the natural face the suit of this run, or the rank of this set?"""
    first = meld.cards[0].meaning
    if meld.kind == "run":
        return first // 13 == face // 13
    return meld.kind == "set" and first % 13 == face % 13


class Finisher:
    """Finds lines that bring turns to their end; keeps what it learns of the melds it meets."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._swaps: dict[int, tuple[Meld, tuple[Card, ...]]] = {}
        self._wilds = True
        self._left = 0
        self._cut = False

    def line(self, at: Position, *, wilds: bool = True) -> Line | None:
        """A line that brings the turn of `at` (play phase) to a legal end, or None.

        Without `wilds` no wild is laid, save the chosen card itself and wilds swapped out.
        """
        self._wilds = wilds
        # The shorter lines first, each length with its own bound: so what remains of a line that
        # was found is found again from the position after its first action.
        for depth in range(_DEPTH + 1):
            self._left, self._cut = _TRIES, False
            line = self._line(at, depth)
            if line is not None or not self._cut:
                return line
        return None

    def swappable(self, meld: Meld) -> tuple[Card, ...]:
        """The natural cards that could take a wild of this meld."""
        known = self._swaps.get(id(meld))
        if known is None:
            # The meld is kept with the answer, so that its id stays its own.
            known = self._swaps[id(meld)] = (meld, swap_cards(self.rules, meld))
        return known[1]

    def _line(self, at: Position, depth: int) -> Line | None:
        if can_end(self.rules, at):
            return ()
        if not at.owes:
            return None
        if not depth:
            self._cut = True
            return None
        for action, after in self._moves(at, depth):
            self._left -= 1
            if self._left < 0:
                return None
            rest = self._line(after, depth - 1)
            if rest is not None:
                return (action, *rest)
        return None

    def _moves(self, at: Position, depth: int) -> Iterator[tuple[Action, Position]]:
        """Actions that pay a duty, then those that may open the way to paying it."""
        row = at.now.row_duty
        if row is not None and row in at.hand:
            yield from self.laying(at, row, wilds=self._wilds)
            yield from self._swapping(at, {row})
        homes = at.now.reuse_melds or (None,) * len(at.now.reuse)
        for face, home in dict.fromkeys(zip(at.now.reuse, homes, strict=True)):
            yield from self.laying(at, face, own_only=True, wilds=self._wilds, only=home)
        if not at.melds or (self.rules.row_obligation_timing == "first_action" and row is not None):
            return
        if depth == 1:
            self._cut = True
            return
        yield from self._opening(at)
        yield from self._swapping(at, set(at.hand) - {row})

    def laying(
        self,
        at: Position,
        face: Card,
        *,
        own_only: bool = False,
        wilds: bool = True,
        only: int | None = None,
    ) -> Iterator[tuple[Action, Position]]:
        """Additions (`own_only`: to the own side's melds) and new melds that use the face.

        Without `wilds` no wild is laid but those that are owed. With `only` there are no more than
        additions to the meld of this index.
        """
        rules = self.rules
        side = rules.side_of(at.seat)
        for index, target in enumerate(at.melds):
            if only is not None:
                if index != only:
                    continue
            elif own_only and target.side != side:
                continue
            if not adds_to(rules, at, index):
                continue
            for grown in growths(rules, target.meld, at.hand, face, wilds=wilds):
                after = try_add(rules, at, index, grown)
                if after is not None:
                    yield Add(index, moves.added(target.meld, grown)), after
        if only is not None or not meld_rules.can_meld(at.hand, face, rules):
            return
        for meld in meld_rules.melds_of(at.hand, rules, containing=face):
            if wilds or self._natural(at, meld):
                after = try_lay(rules, at, meld)
                if after is not None:
                    yield Lay(meld.cards), after

    def _natural(self, at: Position, meld: Meld) -> bool:
        """Has the meld no wild but those that are owed?"""
        owed = [*at.now.reuse, at.now.row_duty]
        for item in meld.cards:
            if self.rules.wilds[item.card]:
                if item.card not in owed:
                    return False
                owed.remove(item.card)
        return True

    def _swapping(self, at: Position, faces: set[Card]) -> Iterator[tuple[Action, Position]]:
        """Swaps of these cards of the hand for wilds."""
        if self.rules.swap_needs_open and not at.opened[at.seat]:
            return
        for index, target in enumerate(at.melds):
            for face in self.swappable(target.meld):
                if face in faces:
                    after = try_swap(self.rules, at, index, face)
                    if after is not None:
                        yield Swap(index, face), after

    def _opening(self, at: Position) -> Iterator[tuple[Action, Position]]:
        """First melds, where a player who has opened may do more."""
        rules = self.rules
        if at.opened[at.seat] or not (rules.swap_needs_open or rules.add_partner == "after_open"):
            return
        for meld in meld_rules.melds_of(at.hand, rules)[:12]:
            if self._wilds or self._natural(at, meld):
                after = try_lay(rules, at, meld)
                if after is not None:
                    yield Lay(meld.cards), after


def swap_cards(rules: Rules, meld: Meld) -> tuple[Card, ...]:
    """The natural cards that could take a wild of this meld by a swap."""
    meanings = tuple(item.stands_for for item in meld.cards if item.stands_for is not None)
    if meanings and meld.kind == "set" and rules.set_wild_suit == "open":
        return (*meanings, *meld_rules.takes(meld, rules))
    return tuple(dict.fromkeys(meanings))
