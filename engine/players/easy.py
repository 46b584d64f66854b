"""The first level: a friendly beginner, who plays what lies in the hand and remembers nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engine import melds as meld_rules
from engine import moves
from engine.actions import DRAW, STOP, UNDO, Action, Add, Discard, Lay, Swap
from engine.cards import Placed
from engine.finish import Finisher, Line, can_end, try_add, try_lay, try_swap
from engine.players.ending import least_fitting, position_to_play
from engine.players.going_out import going_out
from engine.players.row import best_take
from engine.players.table import growing
from engine.position import Position

if TYPE_CHECKING:
    from engine.melds import Meld
    from engine.rules import Rules
    from engine.view import View

Tries = Iterator[tuple[Action, Position | None]]
"""Actions with the position after each; None where the rules refuse it."""

FEW = 2
"""With so few naturals in the hand wilds are no longer kept."""


def easy(view: View) -> Action:
    """The action of a friendly beginner.

    He takes from the row what completes a meld or joins one, unless more than that would be left
    in his hand. He goes out when he can, lays all natural melds, adds what fits, swaps a wild out
    when it scores in another place, and uses a wild where it completes a meld, or when few other
    cards are left. He discards what fits his hand least. Raises ValueError when the viewer is not
    to play.
    """
    at = position_to_play(view)
    if at.phase == "play":
        return _Turn(view, at).action()
    return best_take(view, at) or (DRAW if view.can_draw else STOP)


class _Turn:
    """The play phase of a turn."""

    def __init__(self, view: View, at: Position) -> None:
        self.rules = view.rules
        self.at = at
        self.side = view.rules.side_of(at.seat)
        self.finisher = Finisher(view.rules)
        self.melds: tuple[Meld, ...] = ()
        """The natural melds of the hand that together score most."""

    def action(self) -> Action:
        """The next action. Whatever is tried here, the turn can be ended after it."""
        if self.at.owes:
            return self.paying()
        line = going_out(self.rules, self.at)
        if line is not None:
            return line[0]
        self.melds = meld_rules.best_partition(self.at.hand, self.rules)
        choices: tuple[Callable[[], Tries], ...] = (
            self.natural_melds,
            self.additions,
            self.swaps,
            self.melds_with_a_wild,
            self.spare_wilds,
        )
        for choice in choices:
            for action, after in choice():
                if after is not None and self.endable(after):
                    return action
        if not can_end(self.rules, self.at):
            return UNDO
        kept = {item.card for meld in self.melds for item in meld.cards}
        return Discard(least_fitting(self.rules, self.at, kept))

    def paying(self) -> Action:
        """What pays the open debt; back, where somebody else made one that cannot be paid."""
        line = self.line(self.at)
        return line[0] if line else UNDO

    def line(self, at: Position) -> Line | None:
        """How the turn can be brought to its end from there, if possible without a wild."""
        line = self.finisher.line(at, wilds=False)
        return self.finisher.line(at) if line is None else line

    def endable(self, after: Position) -> bool:
        """Can the turn be brought to an end from there?"""
        return can_end(self.rules, after) or self.line(after) is not None

    def natural_melds(self) -> Tries:
        """Those that together score most; with a card less where one must be kept."""
        for meld in self.melds:
            yield Lay(meld.cards), try_lay(self.rules, self.at, meld)
        for meld in self.melds:
            if len(meld.cards) > self.rules.min_meld_size:
                shorter = meld_rules.recognise(meld.cards[:-1], self.rules)
                yield Lay(shorter.cards), try_lay(self.rules, self.at, shorter)

    def additions(self) -> Tries:
        """Naturals of the hand added to melds of the own side."""
        hand = self.at.hand
        for index, meld in growing(self.rules, self.at):
            for face in meld_rules.takes(meld, self.rules):
                if face in hand and not self.rules.wilds[face]:
                    yield self.adding(index, meld, Placed(face))

    def swaps(self) -> Tries:
        """Wilds taken for naturals of the hand, where the own melds are worth more afterwards."""
        hand = self.at.hand
        for index, target in enumerate(self.at.melds):
            for face in self.finisher.swappable(target.meld):
                if face in hand:
                    after = try_swap(self.rules, self.at, index, face)
                    if after is not None and self.improves(after):
                        yield Swap(index, face), after

    def improves(self, after: Position) -> bool:
        """Is the own side better off once the swapped wild lies again, or without owing it?"""
        if not after.owes:
            return True
        line = self.line(after)
        if line is None:
            return False
        return self.worth(_played(self.rules, after, line)) > self.worth(self.at)

    def melds_with_a_wild(self) -> Tries:
        """Two naturals and a wild, the dearest first."""
        if not any(self.rules.wilds[card] for card in self.at.hand):
            return
        for meld in meld_rules.melds_of(self.at.hand, self.rules):
            wilds = sum(self.rules.wilds[item.card] for item in meld.cards)
            if wilds == 1 and len(meld.cards) == self.rules.min_meld_size:
                yield Lay(meld.cards), try_lay(self.rules, self.at, meld)

    def spare_wilds(self) -> Tries:
        """Wilds added where they do no harm, once there is little else to do with them."""
        rules, hand = self.rules, self.at.hand
        wilds = [card for card in dict.fromkeys(hand) if rules.wilds[card]]
        if not wilds or sum(not rules.wilds[card] for card in hand) > FEW:
            return
        allowed = moves.out_refusal(rules, self.at) is None
        for index, meld in sorted(growing(self.rules, self.at), key=self.harm):
            if self.clean(meld) and not allowed:
                # What has to be shown before going out is mostly clean.
                break
            for face in wilds:
                for item in meld_rules.placements(meld, face, rules):
                    action, after = self.adding(index, meld, item)
                    if after is not None and self.worth(after) > self.worth(self.at):
                        yield action, after

    def harm(self, target: tuple[int, Meld]) -> tuple[bool, int]:
        """Least where the meld is not clean anyhow, or else short."""
        _, meld = target
        return self.clean(meld), len(meld.cards)

    def clean(self, meld: Meld) -> bool:
        """Is it without wilds?"""
        return meld_rules.is_clean(meld, self.rules)

    def adding(self, index: int, meld: Meld, item: Placed) -> tuple[Action, Position | None]:
        """One card added to this meld."""
        grown = meld_rules.extend(meld, (item,), self.rules)
        cards = moves.added(meld, grown)
        return Add(index, cards), try_add(self.rules, self.at, index, grown)

    def worth(self, at: Position) -> int:
        """Points of the own side's melds."""
        return sum(
            meld_rules.points(target.meld, self.rules)
            for target in at.melds
            if target.side == self.side
        )


def _played(rules: Rules, at: Position, line: Line) -> Position:
    """The position after these table actions."""
    for action in line:
        match action:
            case Lay(cards):
                at = moves.lay(rules, at, cards)
            case Add(index, cards):
                at = moves.add(rules, at, index, cards)
            case Swap(index, face):
                at = moves.swap(rules, at, index, face)
    return at
