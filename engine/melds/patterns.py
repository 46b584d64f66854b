"""All melds of a hand, however many wilds they have, grouped by pattern.

The melds of a large hand are tens of thousands: a wild may take any place, and any other wild may
take its place. What their cards count as are a few hundred patterns at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import JOKER, Card, Placed
from engine.melds.recognition import can_stand_for, of_rank
from engine.melds.tables import Tables, tables
from engine.melds.value import MOST_KEPT, Kind, Meld

if TYPE_CHECKING:
    from engine.rules import Rules


class Pattern(NamedTuple):
    """The melds of a hand whose cards count as `meanings`: a run upwards, a set by suit.

    At the indexes `gaps` wilds must stand, for the hand has no natural there. `wilds` is how many
    they may be at most: they may stand in the place of naturals too.
    """

    kind: Kind
    meanings: tuple[Card, ...]
    gaps: tuple[int, ...]
    wilds: int

    def meld(self, wilds: Iterable[Card] = ()) -> Meld:
        """The meld with no more wilds than it needs, which are taken from these in turn."""
        rest = iter(wilds)
        return Meld(
            self.kind,
            tuple(
                [
                    Placed(next(rest), meaning) if index in self.gaps else Placed(meaning)
                    for index, meaning in enumerate(self.meanings)
                ]
            ),
        )


def patterns(hand: Sequence[Card], rules: Rules) -> list[Pattern]:
    """All melds that this hand can form, by pattern; in no order.

    >>> from engine.cards import cards
    >>> from engine.presets import preset
    >>> for pattern in patterns(cards("5h6h7h*"), preset("common")):
    ...     print(pattern.meanings, pattern.wilds, pattern.meld(cards("*")))
    (4h, 5h, 6h) 1 Meld('run', *=4h 5h 6h)
    (5h, 6h, 7h) 1 Meld('run', 5h 6h 7h)
    (6h, 7h, 8h) 1 Meld('run', 6h 7h *=8h)
    (4h, 5h, 6h, 7h) 1 Meld('run', *=4h 5h 6h 7h)
    (5h, 6h, 7h, 8h) 1 Meld('run', 5h 6h 7h *=8h)
    """
    found = tables(rules)
    wilds = min(sum([rules.wilds[card] for card in hand]), found.most_wilds)
    least = max(rules.min_meld_size - wilds, 1)
    all_of_them: list[Pattern] = []
    for suit, mask in enumerate(found.masks(hand)):
        if mask.bit_count() >= least:
            all_of_them += _runs(found, suit, mask, wilds)
    if rules.sets:
        ranks: list[list[Card]] = [[] for _ in range(13)]
        for card in sorted({*hand}):
            if not rules.wilds[card]:
                ranks[card % 13].append(card)
        for naturals in ranks:
            if len(naturals) >= least:
                all_of_them += _sets(found, tuple(naturals), wilds)
    if rules.all_joker_set == "four" and hand.count(JOKER) >= 4:
        all_of_them.append(Pattern("jokers", (JOKER,) * 4, (), 4))
    return all_of_them


@lru_cache(maxsize=MOST_KEPT)
def _runs(found: Tables, suit: int, mask: int, wilds: int) -> tuple[Pattern, ...]:
    least = max(found.rules.min_naturals, 1)
    longest = mask.bit_count() + wilds
    runs = []
    for _, length, bits, ranks, meanings in found.windows[suit]:
        if length > longest:
            break
        naturals = (ranks & mask).bit_count()
        if naturals >= least and length - naturals <= wilds:
            gaps = () if length == naturals else _gaps(bits, mask)
            runs.append(Pattern("run", meanings, gaps, min(wilds, length - least)))
    return tuple(runs)


def _gaps(bits: tuple[int, ...], mask: int) -> tuple[int, ...]:
    return tuple([index for index, bit in enumerate(bits) if not bit & mask])


@lru_cache(maxsize=MOST_KEPT)
def _sets(found: Tables, naturals: tuple[Card, ...], wilds: int) -> tuple[Pattern, ...]:
    rules, least = found.rules, max(found.rules.min_naturals, 1)
    alike = [c for c in of_rank(naturals[0]) if c in naturals or can_stand_for(c, rules)]
    sets = []
    for length in range(rules.min_meld_size, min(rules.set_max, len(alike)) + 1):
        for meanings in combinations(alike, length):
            gaps = tuple([i for i, card in enumerate(meanings) if card not in naturals])
            if length - len(gaps) >= least and len(gaps) <= wilds:
                sets.append(Pattern("set", meanings, gaps, min(wilds, length - least)))
    return tuple(sets)
