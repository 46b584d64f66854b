"""All useful actions of a position, found fast and in no order: for chance and for search.

What leaves two cards in the hand and nothing owed, or one where the hand may become empty, surely
leaves the turn a legal end; only the rest is tried. What a suit or a rank holds and what fits a
meld is remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from engine import drawing, moves
from engine.actions import DRAW, STOP, UNDO, Action, Add, Discard, Lay, Swap, Take
from engine.cards import FACES, Card
from engine.errors import IllegalAction
from engine.finish import Finisher, can_end
from engine.position import more, position_of, row_open
from engine.suggest.holding import BITS, Fits, Holding, add, joining, lays, lays_with, shortest
from engine.suggest.offers import Offers, owed_faces

if TYPE_CHECKING:
    from engine.position import Position
    from engine.rules import Rules
    from engine.view import View

_DISCARDS: Final = tuple(map(Discard, FACES))
_TAKES: Final = tuple(map(Take, range(200)))


def useful_actions(view: View) -> list[Action]:
    """What the viewer may usefully do now, in no order; empty when he is not to play.

    Before the draw: the stock, or else the stop; and those takes that one action can pay for. In
    the play phase: new melds with one wild at most, single cards added, swaps, and each face that
    may be discarded; while something is owed, what pays for it. Whatever of it is done, the turn
    can be brought to its end by more of it. A debt that cannot be paid is taken back.
    """
    if view.viewer != view.seat:
        return []
    return useful(view.rules, position_of(view), can_draw=view.can_draw)


def useful(rules: Rules, at: Position, *, can_draw: bool) -> list[Action]:
    """The same for a position; `can_draw`: is there a card to be drawn (RULES.md 3.8)?"""
    if at.phase == "over":
        return []
    turn = _Turn(rules, at)
    if at.phase == "draw":
        return [DRAW if can_draw else STOP, *turn.takes()]
    return turn.paying() if at.owes else turn.playing()


class _Turn:
    """The turn of the seat to play."""

    __slots__ = (
        "at",
        "friends",
        "hand",
        "held",
        "keep",
        "known",
        "rules",
        "spread",
        "strict",
        "swaps",
    )

    def __init__(self, rules: Rules, at: Position) -> None:
        self.rules = rules
        self.at = at
        self.known = known = joining(rules)
        self.hand = at.hands[at.seat]
        self.held = Holding(known.found, self.hand)
        self.spread = known.spread(at.melds)
        """What can join the melds of the table."""
        opened = at.opened[at.seat]
        self.friends = known.friends[at.seat][opened]
        """The seats to whose melds cards may be added."""
        self.strict = not opened and rules.opening_min_points > 0
        """Must a first meld be tried, because it needs so many points?"""
        self.swaps = opened or not rules.swap_needs_open
        """May wilds be swapped out?"""
        self.keep = 1 if known.free_out or moves.out_refusal(rules, at) is None else 2
        """With so many cards left and nothing owed the turn can surely be ended."""

    def fitting(self) -> int:
        """What the melds take to which cards may be added, as bits."""
        adds, bits = self.spread.adds, 0
        for seat in self.friends:
            bits |= adds[seat]
        return bits

    def own(self, index: int) -> bool:
        """Does the meld at `index` belong to the side of the seat to play?"""
        return self.at.melds[index].side == self.rules.side_of(self.at.seat)

    def can_end_after(self, action: Lay | Add | Swap) -> bool:
        """Is the action allowed, and can the turn be ended after it?"""
        rules, at = self.rules, self.at
        try:
            if isinstance(action, Lay):
                after = moves.lay(rules, at, action.cards)
            elif isinstance(action, Add):
                after = moves.add(rules, at, action.meld, action.cards)
            else:
                after = moves.swap(rules, at, action.meld, action.card)
        except IllegalAction:
            return False
        return can_end(rules, after) or Finisher(rules).line(after) is not None

    # --- before the draw ----------------------------------------------------------------------

    def takes(self) -> list[Take]:
        """The takes that one action can pay for."""
        rules, at, held = self.rules, self.at, self.held
        if rules.row_needs_open and not at.opened[at.seat]:
            return []
        row, faces, size, known, wild = at.row, held.faces, len(self.hand), held.found, rules.wilds
        bound, ways = rules.row_obligation == "always", rules.row_obligation_ways
        adds = self.fitting() if "extend" in ways else 0
        melds = "new_meld" in ways
        found = []
        for index in range(len(row) - 1, row_open(row, rules) - 1, -1):
            face = row[index]
            bit = BITS[face]
            faces |= bit
            size += 1
            laid = 0
            if bound or not drawing.is_free(rules, at, index):
                if adds & bit:
                    laid = 1
                elif melds:
                    laid = self.shortest(index) if wild[face] else shortest(known, faces, face)
                if not laid:
                    continue
            sure = size - laid >= self.keep and not (self.strict and laid > 1)
            if sure or Finisher(rules).line(drawing.take(rules, at, index)) is not None:
                found.append(_TAKES[index])
        return found

    def shortest(self, index: int) -> int:
        """How many cards the shortest meld has that the wild at `index` of the row would make."""
        held = Holding(self.held.found, more(self.hand, self.at.row[index:]))
        return min([len(one.cards) for one in lays_with(held, self.at.row[index])], default=0)

    # --- nothing owed -------------------------------------------------------------------------

    def playing(self) -> list[Action]:
        """Melds, additions, swaps and discards."""
        at, held, spread = self.at, self.held, self.spread
        faces, spare = held.faces, len(self.hand) - self.keep
        most = 0 if self.strict else spare
        actions: list[Action] = [
            one for one in lays(held) if len(one.cards) <= most or self.can_end_after(one)
        ]
        for index in [index for index, every in enumerate(spread.every) if every & faces]:
            fits = spread.fits[index]
            if fits.adds & faces and at.melds[index].author in self.friends:
                adds = [add(index, item) for bit, item in fits.adding if bit & faces]
                actions += adds if spare > 0 else [a for a in adds if self.can_end_after(a)]
            if fits.swaps & faces and self.swaps:
                actions += self.swapping(index, fits, faces)
        return actions + self.discards()

    def swapping(self, index: int, fits: Fits, faces: int) -> Iterator[Swap]:
        """Swaps of these faces into the meld at `index`; one that is owed is paid by it."""
        for bit, face, wilds in fits.swapping:
            if bit & faces:
                one = Swap(index, face)
                if self.sure_swap(index, wilds) or self.can_end_after(one):
                    yield one

    def sure_swap(self, index: int, wilds: tuple[Card, ...]) -> bool:
        """Is it free, the one wild that can be swapped out, and is there surely a place for it?"""
        wild, size = wilds[0], len(self.hand)
        source, may_keep = self.known.sources[wild]
        if len(wilds) > 1 or self.at.now.reuse:
            return False
        if not (source == "any_meld" or (source == "own_side" and self.own(index))):
            return False
        if may_keep:
            return size >= self.keep
        return self.known.anywhere and size > self.keep and self.fitting() & BITS[wild] > 0

    def discards(self) -> list[Action]:
        """One discard for each face that may be discarded."""
        rules, at, hand = self.rules, self.at, self.hand
        if len(hand) < self.keep:
            return []
        faces: Iterable[Card] = dict.fromkeys(hand)
        if not rules.any_discard or (at.now.chosen is not None and at.now.chosen in hand):
            faces = [face for face in faces if moves.barred(rules, at, face) is None] or faces
        return [_DISCARDS[face] for face in faces]

    # --- something owed -----------------------------------------------------------------------

    def paying(self) -> list[Action]:
        """What pays a debt; else what prepares it; else back."""
        at, held, spread = self.at, self.held, self.spread
        spare = len(self.hand) - self.keep
        found: list[Action] = []
        for face in owed_faces(at):
            bit = BITS[face]
            most = spare if self.pays(face, None) and not self.strict else 0
            found += [
                one
                for one in lays_with(held, face)
                if len(one.cards) <= most or self.can_end_after(one)
            ]
            for index in [index for index, every in enumerate(spread.every) if every & bit]:
                fits = spread.fits[index]
                if fits.adds & bit and at.melds[index].author in self.friends:
                    sure = spare > 0 and self.pays(face, index)
                    adds = [add(index, item) for one, item in fits.adding if one == bit]
                    found += [one for one in adds if sure or self.can_end_after(one)]
                if fits.swaps & bit and face == at.now.row_duty and self.swaps:
                    way = "swap_own" if self.own(index) else "swap_opp"
                    if way in self.rules.row_obligation_ways:
                        found += self.swapping(index, fits, bit)
        if not found:
            offers = Offers(self.rules, at)
            ways = (*offers.lays(), *offers.adds(), *offers.swaps())
            found += dict.fromkeys(way.action for way in ways)
        return found or [UNDO]

    def pays(self, face: Card, index: int | None) -> bool:
        """Is nothing owed any more once this face lies in the meld at `index` (None: a new one)?"""
        now = self.at.now
        if now.row_duty == face:
            way = "new_meld" if index is None else "extend"
            return not now.reuse and way in self.rules.row_obligation_ways
        if len(now.reuse) > 1 or now.row_duty is not None or now.reuse_melds:
            return False
        return index is None or self.own(index)
