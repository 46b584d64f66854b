"""What is offered ready-made: the suggestions, and laying all that goes together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine import melds as meld_rules
from engine.actions import DRAW, STOP, Action, Add, Lay, Take
from engine.drawing import take
from engine.errors import IllegalAction
from engine.finish import Finisher, can_end, try_lay
from engine.position import Position, position_of
from engine.suggest.offers import Offers, Suggestion, discards, owed_faces

if TYPE_CHECKING:
    from engine.melds import Meld
    from engine.rules import Rules
    from engine.view import View


def suggestions(view: View) -> tuple[Suggestion, ...]:
    """What the viewer may usefully do now; empty when he is not to play.

    Before the draw: the stock, the takes whose turn can be completed in row order (RULES.md 3.2;
    `wilds` is 0 where no wild is needed for it), or else the stop. In the play phase: melds,
    additions and swaps, at most `MOST`, the best first, then one discard for each face, the least
    useful card first. What would leave an open duty that cannot be paid is left out.
    """
    if view.viewer != view.seat or view.phase == "over":
        return ()
    if view.phase == "draw":
        return tuple(_draws(view))
    at = position_of(view)
    return (*Offers(view.rules, at).ranked(), *discards(view.rules, at))


def _draws(view: View) -> Iterator[Suggestion]:
    rules, at = view.rules, position_of(view)
    if view.can_draw:
        yield Suggestion(DRAW, 0, 0, False, False, ())
    finisher = Finisher(rules)
    for index in range(view.row_open, len(view.row)):
        try:
            after = take(rules, at, index)
        except IllegalAction:
            continue
        wilds = 0
        line = finisher.line(after, wilds=False)
        if line is None or rules.wilds[at.row[index]]:
            line = line or finisher.line(after)
            wilds = sum(_wilds(rules, action) for action in line or ())
        if line is not None:
            yield Suggestion(Take(index), 0, wilds, False, False, at.row[index:])
    if view.can_stop:
        yield Suggestion(STOP, 0, 0, False, False, ())


def lay_all(view: View) -> tuple[Action, ...]:
    """Two or more natural melds of the hand that can be laid one after the other now, or ().

    Those that together score most; where a card must be kept for the discard (RULES.md 3.9), or a
    duty would be left unpaid, less is laid. The deal is not ended by it unless by going out.
    """
    if view.viewer != view.seat or view.phase != "play":
        return ()
    rules, at = view.rules, position_of(view)
    melds = list(meld_rules.best_partition(at.hand, rules))
    owed = set(owed_faces(at))
    finisher = Finisher(rules)
    melds.sort(key=lambda meld: (not owed & {item.card for item in meld.cards}, -len(meld.cards)))
    for choice in _lessened(rules, melds):
        if len(choice) < 2:
            continue
        after: Position | None = at
        for meld in choice:
            after = None if after is None or after.end else try_lay(rules, after, meld)
        if after is not None and (can_end(rules, after) or finisher.line(after) is not None):
            return tuple(Lay(meld.cards) for meld in choice)
    return ()


def _lessened(rules: Rules, melds: list[Meld]) -> Iterator[list[Meld]]:
    """The melds; then with one or two cards less; then without one of them."""
    yield melds
    least = rules.min_meld_size
    for count in (1, 2):
        for index, meld in enumerate(melds):
            if len(meld.cards) < least + count:
                continue
            ends = (meld.cards[count:], meld.cards[:-count])
            for cards in ends if meld.kind == "run" else ends[:1]:
                shorter = meld_rules.recognise(cards, rules)
                yield [*melds[:index], shorter, *melds[index + 1 :]]
    for index in sorted(range(len(melds)), key=lambda i: meld_rules.points(melds[i], rules)):
        yield [*melds[:index], *melds[index + 1 :]]


def _wilds(rules: Rules, action: Action) -> int:
    if isinstance(action, Lay | Add):
        return sum(rules.is_wild(item.card) for item in action.cards)
    return 0
