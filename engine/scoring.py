"""The score of a deal as lines that add up, so that anybody can check it (RULES.md section 5).

>>> from engine.cards import cards, placed
>>> from engine.melds import recognise
>>> from engine.presets import preset
>>> rules = preset("common")
>>> kings = recognise(placed("KsKhKdKc"), rules)
>>> ours, theirs = score_deal(
...     rules, ((kings,), ()), (cards(""), cards("9c"), cards("Qs4d"), cards("*")), closer=0
... )
>>> [(line.kind, line.amount) for line in ours.lines], ours.total
([('meld', 80), ('out', 100), ('hand', -15)], 165)
>>> [(line.kind, line.base, line.factor, line.amount) for line in theirs.lines]
[('hand', 10, 2, -20), ('hand', 25, 2, -50)]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.cards import Card, Placed
from engine.melds import Meld, factor, points, value_in_meld

if TYPE_CHECKING:
    from engine.rules import Rules

LineKind = Literal["meld", "out", "in_hand", "closer_meld", "hand", "no_meld", "double"]
"""meld: a meld as it lies. out: for going out; in_hand: in its place, for going out in hand.
closer_meld: what the closer laid into a meld in the closing turn, once more. hand: cards left in
a hand. no_meld: the flat penalty. double: the score so far once more."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A part of a side's score: `amount`, which is `base` times `factor`, perhaps owed.

    `meld` and `cards` say what was counted; `seat` whose it was: the closer, or the holder of the
    hand; None where it is the side's.
    """

    kind: LineKind
    amount: int
    base: int
    factor: int = 1
    seat: int | None = None
    meld: Meld | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class SideScore:
    """What a side scored in a deal, line by line."""

    side: int
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """The sum of the lines; it may be negative."""
        return sum(line.amount for line in self.lines)


def score_deal(
    rules: Rules,
    melds: Sequence[Sequence[Meld]],
    hands: Sequence[Sequence[Card]],
    *,
    closer: int | None = None,
    in_hand: bool = False,
    laid: Sequence[bool] | None = None,
    closer_laid: Mapping[int, Sequence[Placed]] | None = None,
    pinnacolone: int | None = None,
) -> tuple[SideScore, ...]:
    """The scores of a finished deal, by side.

    `melds` has the melds of each side, `hands` the cards left in each seat's hand. `closer` is the
    seat that went out, `in_hand` whether it had laid nothing in an earlier turn, `closer_laid`
    what it laid in the closing turn, by index of the meld among those of its side. `laid` says of
    each seat whether it put a card on the table; left out, all did whose side has a meld.
    `pinnacolone` is the side whose Pinnacolone ended the deal. With neither a closer nor a
    Pinnacolone the deal was stopped.
    """
    if closer is None and pinnacolone is None and rules.stopped_hand == "void":
        return tuple(SideScore(side, ()) for side in range(len(rules.sides)))
    if laid is None:
        laid = [bool(melds[rules.side_of(seat)]) for seat in range(rules.players)]
    scores = []
    for side, seats in enumerate(rules.sides):
        lines = [_meld_line(meld, rules) for meld in melds[side]]
        if closer in seats:
            lines += _reward(rules, melds[side], closer, in_hand, closer_laid or {})
        lines += _left_in_hand(rules, seats, hands, bool(melds[side]), laid)
        if closer in seats and in_hand and rules.in_hand_reward.type == "double_side_score":
            so_far = sum(line.amount for line in lines)
            if so_far > 0:
                lines.append(ScoreLine("double", so_far, so_far, seat=closer))
        scores.append(SideScore(side, tuple(lines)))
    return tuple(scores)


def _meld_line(meld: Meld, rules: Rules) -> ScoreLine:
    amount, times = points(meld, rules), factor(meld, rules)
    base = sum(value_in_meld(placed, rules) for placed in meld.cards)
    if base * times != amount:
        # The meld has points of its own, whatever its cards are worth.
        base, times = amount, 1
    cards = tuple(placed.card for placed in meld.cards)
    return ScoreLine("meld", amount, base, times, meld=meld, cards=cards)


def _reward(
    rules: Rules,
    melds: Sequence[Meld],
    closer: int,
    in_hand: bool,
    closer_laid: Mapping[int, Sequence[Placed]],
) -> Iterator[ScoreLine]:
    reward = rules.in_hand_reward
    if in_hand and reward.amount is not None:
        yield ScoreLine("in_hand", reward.amount, reward.amount, seat=closer)
        return
    yield ScoreLine("out", rules.out_bonus, rules.out_bonus, seat=closer)
    if in_hand and reward.type == "double_closer_melds":
        for index, laid in sorted(closer_laid.items()):
            base = sum(value_in_meld(placed, rules) for placed in laid)
            times = factor(melds[index], rules)
            cards = tuple(placed.card for placed in laid)
            yield ScoreLine("closer_meld", base * times, base, times, closer, melds[index], cards)


def _left_in_hand(
    rules: Rules,
    seats: Sequence[int],
    hands: Sequence[Sequence[Card]],
    has_meld: bool,
    laid: Sequence[bool],
) -> Iterator[ScoreLine]:
    penalty = rules.no_meld_penalty
    amount = penalty.amount or 0
    times = 2 if penalty.type == "double_hand" and not has_meld else 1
    for seat in seats:
        pays = penalty.type == "flat" and not (
            laid[seat] if penalty.scope == "player" else has_meld
        )
        if hands[seat] and not (pays and penalty.replaces_hand):
            base = sum(rules.values[card] for card in hands[seat])
            yield ScoreLine("hand", -base * times, base, times, seat, cards=tuple(hands[seat]))
        if pays and penalty.scope == "player":
            yield ScoreLine("no_meld", -amount, amount, seat=seat)
    if penalty.type == "flat" and penalty.scope == "side" and not has_meld:
        yield ScoreLine("no_meld", -amount, amount)
