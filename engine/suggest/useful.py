"""All useful actions of a position, found fast and in no order: for chance and for search.

What leaves two cards in the hand and nothing owed surely leaves the turn a legal end; only the
rest is tried. What a suit or a rank holds and what fits a meld is remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from engine import drawing, moves
from engine.actions import DRAW, STOP, UNDO, Action, Add, Discard, Lay, Swap, Take
from engine.cards import FACES, JOKER, Card
from engine.errors import IllegalAction
from engine.finish import Finisher, can_end
from engine.position import position_of, row_open
from engine.suggest.holding import BITS, Fits, Holding, add, joining, lays, lays_with, shortest
from engine.suggest.offers import Offers, owed_faces

if TYPE_CHECKING:
    from engine.position import Position
    from engine.rules import Rules
    from engine.view import TableMeld, View

_DISCARDS: Final = tuple(map(Discard, FACES))
_TAKES: Final = tuple(map(Take, range(200)))
_SPARE: Final = 2
"""With so many cards left and nothing owed a turn can surely be ended."""


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

    __slots__ = ("at", "fits", "held", "mates", "others", "rules", "side", "strict")

    def __init__(self, rules: Rules, at: Position) -> None:
        self.rules = rules
        self.at = at
        known = joining(rules)
        self.held = Holding(known.found, at.hand)
        self.fits = known.fits(at.melds)
        """What can join each meld of the table."""
        self.side = rules.side_of(at.seat)
        opened = at.opened[at.seat]
        self.mates = rules.add_partner == "always" or (opened and rules.add_partner != "never")
        """May cards be added to a partner's melds?"""
        self.others = rules.add_opponents != "never"
        """And to those of other sides?"""
        self.strict = rules.opening_min_points > 0 and not opened
        """Must a first meld be tried, because it needs so many points?"""

    def may_add(self, target: TableMeld) -> bool:
        """May cards be added to this meld (RULES.md 3.5)?"""
        if target.author == self.at.seat:
            return True
        return self.mates if target.side == self.side else self.others

    def fitting(self) -> int:
        """What the melds take to which cards may be added, as bits."""
        seat, side, mates, others = self.at.seat, self.side, self.mates, self.others
        bits = 0
        for target, fits in zip(self.at.melds, self.fits, strict=True):
            if target.author == seat or (mates if target.side == side else others):
                bits |= fits.adds
        return bits

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

    def takes(self) -> Iterator[Take]:
        """The takes that one action can pay for."""
        rules, at, held = self.rules, self.at, self.held
        if rules.row_needs_open and not at.opened[at.seat]:
            return
        bound, ways = rules.row_obligation == "always", rules.row_obligation_ways
        adds = self.fitting() if "extend" in ways else 0
        size = len(at.hand)
        for index in range(len(at.row) - 1, row_open(at.row, rules) - 1, -1):
            face = at.row[index]
            held.put(face)
            size += 1
            if not bound and drawing.is_free(rules, at, index):
                laid = 0
            elif adds & BITS[face]:
                laid = 1
            else:
                laid = shortest(held, face) if "new_meld" in ways else 0
                if not laid:
                    continue
            sure = size - laid >= _SPARE and not (self.strict and laid > 1)
            if sure or Finisher(rules).line(drawing.take(rules, at, index)) is not None:
                yield _TAKES[index]

    # --- nothing owed -------------------------------------------------------------------------

    def playing(self) -> list[Action]:
        """Melds, additions, swaps and discards."""
        at, held, faces = self.at, self.held, self.held.faces
        spare = len(at.hand) - _SPARE
        most = 0 if self.strict else spare
        actions: list[Action] = [
            one for one in lays(held) if len(one.cards) <= most or self.can_end_after(one)
        ]
        swaps = at.opened[at.seat] or not self.rules.swap_needs_open
        for index, fits in enumerate(self.fits):
            if fits.every & faces:
                if fits.adds & faces and self.may_add(at.melds[index]):
                    adds = [add(index, item) for bit, item in fits.adding if bit & faces]
                    actions += [one for one in adds if spare > 0 or self.can_end_after(one)]
                if fits.swaps & faces and swaps:
                    actions += self.swapping(index, fits)
        return actions + self.discards()

    def swapping(self, index: int, fits: Fits) -> Iterator[Swap]:
        """Swaps into the meld at `index`."""
        for bit, face, wilds in fits.swapping:
            if bit & self.held.faces:
                one = Swap(index, face)
                if self.sure_swap(index, wilds) or self.can_end_after(one):
                    yield one

    def sure_swap(self, index: int, wilds: tuple[Card, ...]) -> bool:
        """Is it free, the one wild that can be swapped out, and is there surely a place for it?"""
        rules, wild, size = self.rules, wilds[0], len(self.at.hand)
        joker = wild == JOKER
        source = rules.swap_joker_from if joker else rules.swap_pinella_from
        own = self.at.melds[index].side == self.side
        if len(wilds) > 1 or not (source == "any_meld" or (own and source == "own_side")):
            return False
        if (rules.reuse_joker if joker else rules.reuse_pinella) == "may_keep":
            return size >= _SPARE
        anywhere = rules.reuse_place == "anywhere" and rules.add_opponents == "never"
        return anywhere and size > _SPARE and self.fitting() & BITS[wild] > 0

    def discards(self) -> list[Action]:
        """One discard for each face that may be discarded."""
        rules, at = self.rules, self.at
        if len(at.hand) == 1 and moves.out_refusal(rules, at) is not None:
            return []
        faces: Iterable[Card] = dict.fromkeys(at.hand)
        if at.now.chosen in at.hand or not (rules.discard_wild and rules.discard_fitting):
            faces = [face for face in faces if moves.barred(rules, at, face) is None] or faces
        return [_DISCARDS[face] for face in faces]

    # --- something owed -----------------------------------------------------------------------

    def paying(self) -> list[Action]:
        """What pays a debt; else what prepares it; else back."""
        at, held = self.at, self.held
        found: list[Action] = []
        for face in owed_faces(at):
            bit = BITS[face]
            found += [one for one in lays_with(held, face) if self.pays(one, face)]
            for index, fits in enumerate(self.fits):
                if not fits.every & bit:
                    continue
                target = at.melds[index]
                if fits.adds & bit and self.may_add(target):
                    adds = [add(index, item) for one, item in fits.adding if one == bit]
                    found += [one for one in adds if self.pays(one, face)]
                if fits.swaps & bit and face == at.now.row_duty:
                    way = "swap_own" if target.side == self.side else "swap_opp"
                    if way in self.rules.row_obligation_ways:
                        found += [s for s in (Swap(index, face),) if self.can_end_after(s)]
        if not found:
            offers = Offers(self.rules, at)
            ways = (*offers.lays(), *offers.adds(), *offers.swaps())
            found += dict.fromkeys(way.action for way in ways)
        return found or [UNDO]

    def pays(self, action: Lay | Add, face: Card) -> bool:
        """Can the turn be ended after this action, which lays a card that is owed?"""
        now = self.at.now
        lay = isinstance(action, Lay)
        if now.row_duty == face:
            way = "new_meld" if lay else "extend"
            sure = not now.reuse and way in self.rules.row_obligation_ways
        else:
            own = isinstance(action, Lay) or self.at.melds[action.meld].side == self.side
            sure = own and len(now.reuse) == 1 and now.row_duty is None and not now.reuse_melds
        enough = len(self.at.hand) - len(action.cards) >= _SPARE
        if sure and enough and not (lay and self.strict):
            return True
        return self.can_end_after(action)
