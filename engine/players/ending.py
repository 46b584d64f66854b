"""The card to throw away, and the shortest safe way to end a turn."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import TYPE_CHECKING

from engine import moves
from engine.actions import DRAW, STOP, UNDO, Action, Discard
from engine.cards import FACES, Card
from engine.finish import can_end
from engine.players.table import taken
from engine.position import Position, position_of

if TYPE_CHECKING:
    from engine.rules import Rules
    from engine.view import View


def safe_end(view: View) -> Action:
    """The next action on the shortest safe way to end this turn, for a clock that has run out.

    What was tried stays where nothing is owed; a debt is taken back, action by action, and with
    it perhaps the taking from the row. Then a card is drawn from the stock, if none was, and the
    one that fits least is discarded; where none can be drawn the deal is stopped. Repeated, it
    ends any turn. Raises ValueError when the viewer is not to play.
    """
    at = position_to_play(view)
    if at.phase == "draw":
        return DRAW if view.can_draw else STOP
    if can_end(view.rules, at):
        return Discard(least_fitting(view.rules, at))
    return UNDO


def position_to_play(view: View) -> Position:
    """The position of a view, whose viewer must be to play. Raises ValueError."""
    if view.viewer != view.seat or view.phase == "over":
        raise ValueError("the viewer is not to play")
    return position_of(view)


def least_fitting(rules: Rules, at: Position, keep: Collection[Card] = ()) -> Card:
    """The card of the hand that fits it least, among those that may be discarded.

    Least fit cards alone; then neighbours, pairs, what could join a meld of the own side and what
    is to `keep`; last of all wilds. Of equals the dearest goes, for it costs most in the hand.
    """
    hand = at.hand
    free = [face for face in dict.fromkeys(hand) if moves.barred(rules, at, face) is None]
    wanted = taken(rules, at)
    return min(
        free or hand,
        key=lambda face: (
            _fit(rules, hand, face) + 50 * (face in wanted) + 100 * (face in keep),
            -rules.values[face],
            face,
        ),
    )


def _fit(rules: Rules, hand: Collection[Card], face: Card) -> int:
    """How well the face goes with the rest of the hand."""
    if rules.wilds[face]:
        return 1000
    beside, over = near(rules)[face]
    alike = sum([13 * suit + face % 13 in hand for suit in range(4)]) - 1
    return 5 * alike + 4 * sum([c in hand for c in beside]) + 3 * sum([c in hand for c in over])


@lru_cache(maxsize=32)
def near(rules: Rules) -> tuple[tuple[tuple[Card, ...], tuple[Card, ...]], ...]:
    """For each face the naturals next to it in runs, and those with one place between."""
    found = []
    for face in FACES:
        beside: list[Card] = []
        over: list[Card] = []
        if not rules.wilds[face]:
            order = rules.run_orders[face // 13]
            for place in range(order.span + 1):
                if order.at(place) == face:
                    for step, cards in ((-1, beside), (1, beside), (-2, over), (2, over)):
                        if order.fits(min(place, place + step), abs(step) + 1):
                            cards.append(order.at(place + step))
        found.append((_naturals(rules, beside), _naturals(rules, over)))
    return tuple(found)


def _naturals(rules: Rules, cards: list[Card]) -> tuple[Card, ...]:
    return tuple(card for card in dict.fromkeys(cards) if not rules.wilds[card])
