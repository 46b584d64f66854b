"""What a suggestion is, and all of them that a position of the play phase has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import melds as meld_rules
from engine import moves
from engine.actions import Action, Add, Discard, Lay, Swap
from engine.cards import Card, Placed
from engine.errors import IllegalAction
from engine.finish import Finisher, adds_to, can_end, growths, try_add, try_lay, try_swap
from engine.players.going_out import going_out
from engine.position import Position

if TYPE_CHECKING:
    from engine.melds import Meld
    from engine.rules import Rules

MOST = 40
"""No more melds, additions and swaps than this are suggested at once."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An action that `check` allows now.

    `points` is what it adds to the own side's table (factors included). `wilds` counts the wilds
    it lays. `pays` says that it pays an open duty, `goes_out` that it ends the deal. `cards` are
    the cards of the hand it uses (for a take: the row cards it brings).
    """

    action: Action
    points: int
    wilds: int
    pays: bool
    goes_out: bool
    cards: tuple[Card, ...]


class Offers:
    """The melds, additions and swaps that are open to the seat to play."""

    def __init__(self, rules: Rules, at: Position, *, endable: bool = True) -> None:
        """With `endable` only what leaves the turn a legal end is offered."""
        self.rules = rules
        self.at = at
        self.endable = endable
        self.side = rules.side_of(at.seat)
        self.finisher = Finisher(rules)

    def ranked(self) -> tuple[Suggestion, ...]:
        """The best `MOST` of them: what ends the deal, pays a duty, scores, and what might."""
        rules, at = self.rules, self.at
        lays = list(self.lays())
        adds = [*self.adds(), *self.swaps()]
        best = {meld.cards for meld in meld_rules.best_partition(at.hand, rules)}
        paying_naturally = any(s.pays and not s.wilds for s in (*lays, *adds))
        out = self.way_out((*lays, *adds))

        def tier(one: Suggestion) -> int:
            if one.goes_out or one == out:
                return -1
            if one.pays and (not one.wilds or not paying_naturally):
                return 0
            if isinstance(one.action, Lay):
                if one.wilds:
                    return 4
                return 1 if one.action.cards in best else 3
            return 4 if one.wilds else 2

        offered = [*_longest(lays), *adds]
        if out is not None and out not in offered:
            offered.append(out)
        found = sorted(offered, key=lambda s: (tier(s), s.wilds, *self.worth(s)))
        places = _in_turn(found, tier)
        found.sort(key=lambda s: (tier(s), s.wilds, places[s]))
        return tuple(found[:MOST])

    def worth(self, one: Suggestion) -> tuple[int, ...]:
        """Of actions alike the one with the least of this comes first.

        A wild is added where it does no harm, then where the meld is short; that it may lie at the
        other end of the same meld as well is worth less than another meld.
        """
        if one.pays or not one.wilds or not isinstance(one.action, Add):
            return (-one.points,)
        meld = self.at.melds[one.action.meld].meld
        clean = meld_rules.is_clean(meld, self.rules)
        item = one.action.cards[0]
        ways = meld_rules.placements(meld, item.card, self.rules)
        other_end = item in ways and ways.index(item)
        return (0, one.points < 0, other_end, -one.points, clean, len(meld.cards))

    def way_out(self, offered: Iterable[Suggestion]) -> Suggestion | None:
        """The first step of emptying the hand in this turn, where no single action does it."""
        known = {one.action: one for one in offered}
        if self.at.owes or any(one.goes_out for one in known.values()):
            return None
        line = going_out(self.rules, self.at)
        if line is None or line[0] in known:
            return known[line[0]] if line else None
        match line[0]:
            case Lay(cards):
                return next(self.laying(meld_rules.recognise(cards, self.rules)), None)
            case Add(index, cards):
                grown = meld_rules.extend(self.at.melds[index].meld, cards, self.rules)
                return next(self.adding(index, grown), None)
            case _:
                return None

    def lays(self) -> Iterator[Suggestion]:
        """New melds of the hand."""
        rules, at = self.rules, self.at
        melds = dict.fromkeys(meld_rules.melds_of(at.hand, rules))
        for face in owed_faces(at):
            melds |= dict.fromkeys(meld_rules.melds_of(at.hand, rules, containing=face))
        for meld in melds:
            yield from self.laying(meld)

    def laying(self, meld: Meld) -> Iterator[Suggestion]:
        """Laying this meld, if that is allowed."""
        after = try_lay(self.rules, self.at, meld)
        if after is not None:
            points = meld_rules.points(meld, self.rules)
            yield from self.offer(Lay(meld.cards), meld.cards, points, after)

    def adds(self) -> Iterator[Suggestion]:
        """Single cards added to melds, and what must come along with a card that is owed."""
        rules, at = self.rules, self.at
        owed = owed_faces(at)
        for index, target in enumerate(at.melds):
            if not adds_to(rules, at, index):
                continue
            for face in self.fitting(target.meld):
                for item in meld_rules.placements(target.meld, face, rules):
                    yield from self.adding(index, meld_rules.extend(target.meld, (item,), rules))
            for face in owed:
                for meld in growths(rules, target.meld, at.hand, face):
                    if len(meld.cards) > len(target.meld.cards) + 1:
                        yield from self.adding(index, meld)

    def fitting(self, meld: Meld) -> Iterable[Card]:
        """The faces of the hand that may fit the meld: no other does."""
        rules, hand = self.rules, dict.fromkeys(self.at.hand)
        if rules.wild_slide or rules.set_wild_suit == "open":
            return hand
        takes = meld_rules.takes(meld, rules)
        return (face for face in hand if face in takes or (takes and rules.wilds[face]))

    def adding(self, index: int, meld: Meld) -> Iterator[Suggestion]:
        """Letting the meld at `index` grow into this one, if that is allowed."""
        target = self.at.melds[index]
        after = try_add(self.rules, self.at, index, meld)
        if after is not None:
            cards = moves.added(target.meld, meld)
            gain = self.gain(index, after)
            yield from self.offer(Add(index, cards), cards, gain, after)

    def swaps(self) -> Iterator[Suggestion]:
        """Wilds taken for the cards they stand for."""
        if self.rules.swap_needs_open and not self.at.opened[self.at.seat]:
            return
        hand = set(self.at.hand)
        for index, target in enumerate(self.at.melds):
            for face in self.finisher.swappable(target.meld):
                if face in hand:
                    yield from self.swapping(index, face)

    def swapping(self, index: int, face: Card) -> Iterator[Suggestion]:
        """Swapping this card into the meld at `index`, if that is allowed."""
        after = try_swap(self.rules, self.at, index, face)
        if after is not None:
            gain = self.gain(index, after)
            yield from self.offer(Swap(index, face), (Placed(face),), gain, after)

    def gain(self, index: int, after: Position) -> int:
        """What a change of the meld at `index` is worth to the own side."""
        before = self.at.melds[index]
        if before.side != self.side:
            return 0
        return meld_rules.points(after.melds[index].meld, self.rules) - meld_rules.points(
            before.meld, self.rules
        )

    def offer(
        self, action: Action, cards: Iterable[Placed], points: int, after: Position
    ) -> Iterator[Suggestion]:
        """The suggestion, unless the turn could not be ended after it."""
        rules, now = self.rules, self.at.now
        if self.endable and not can_end(rules, after) and self.finisher.line(after) is None:
            return
        faces = tuple(item.card for item in cards)
        pays = (now.row_duty is not None and after.now.row_duty is None) or any(
            now.reuse.count(face) > after.now.reuse.count(face) for face in set(now.reuse)
        )
        yield Suggestion(
            action, points, sum(map(rules.is_wild, faces)), pays, after.end is not None, faces
        )


def _in_turn(found: list[Suggestion], tier: Callable[[Suggestion], int]) -> dict[Suggestion, int]:
    """Where each stands among its like: of those with a wild, melds and additions take turns.

    There are many of both, and nobody can know which of them is wanted.
    """
    counts: Counter[tuple[int, int, bool]] = Counter()
    places = {}
    for one in found:
        like = (tier(one), one.wilds, isinstance(one.action, Lay))
        places[one] = counts[like] if one.wilds else 0
        counts[like] += 1
    return places


def _longest(lays: list[Suggestion]) -> list[Suggestion]:
    """Without the melds that a longer one makes needless.

    Needless are a part of a longer meld with the same wilds or none, and a natural meld with a
    wild put to it: that wild can be added later. What pays a duty is needless only beside another
    meld that pays it too.
    """
    keys = [
        (
            frozenset(item.meaning for item in cards),
            frozenset(i for i in cards if i.stands_for),
            one.pays,
        )
        for one in lays
        if isinstance(one.action, Lay)
        for cards in (one.action.cards,)
    ]
    natural = [(meanings, pays) for meanings, wilds, pays in keys if not wilds]

    def needless(meanings: frozenset[Card], wilds: frozenset[Placed], paying: bool) -> bool:
        if wilds and any(
            (other <= meanings or meanings <= other) and pays >= paying for other, pays in natural
        ):
            return True
        return any(
            meanings < other and wilds == others and pays >= paying for other, others, pays in keys
        )

    return [one for one, key in zip(lays, keys, strict=True) if not needless(*key)]


def discards(rules: Rules, at: Position) -> list[Suggestion]:
    """One discard for each face that may be discarded, the least useful card first."""
    found = []
    for face in dict.fromkeys(at.hand):
        try:
            after = moves.discard(rules, at, face)
        except IllegalAction:
            continue
        out = after.end is not None and not after.end.stopped
        found.append(Suggestion(Discard(face), 0, 0, False, out, (face,)))
    if not found:
        return found
    useful = _usefulness(rules, at)
    return sorted(found, key=lambda s: (useful[s.cards[0]], -rules.value(s.cards[0])))


def _usefulness(rules: Rules, at: Position) -> dict[Card, int]:
    """How much each face of the hand is worth keeping, roughly: melds, then chances of melds."""
    side = rules.side_of(at.seat)
    melded = {
        item.card for meld in meld_rules.best_partition(at.hand, rules) for item in meld.cards
    }
    own = [target.meld for target in at.melds if target.side == side]
    faces = set(at.hand)
    useful = {}
    for face in faces:
        if rules.is_wild(face):
            useful[face] = 1000
            continue
        near = sum(1 for step in (-2, -1, 1, 2) if _neighbour(face, step) in faces)
        alike = sum(1 for suit in range(4) if 13 * suit + face % 13 in faces) - 1
        fits = any(meld_rules.placements(meld, face, rules) for meld in own)
        useful[face] = 100 * (face in melded) + 50 * fits + 4 * near + 5 * alike
    return useful


def _neighbour(face: Card, step: int) -> int | None:
    place = face % 13 + step
    return face + step if 0 <= place <= 12 else None


def owed_faces(at: Position) -> tuple[Card, ...]:
    """The faces owed to the table that are in the hand."""
    row, reuse, hand = at.now.row_duty, at.now.reuse, at.hand
    if not reuse:
        return () if row is None or row not in hand else (row,)
    owed = reuse if row is None else (row, *reuse)
    return tuple(face for face in dict.fromkeys(owed) if face in hand)
