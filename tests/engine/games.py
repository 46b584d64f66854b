"""Rules and hands for tests of the melds: every preset, and options that no preset uses."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.cards import Card
from engine.presets import build, preset
from engine.rules import Rules

GAMES: dict[str, Rules] = {
    "common": preset("common"),
    "pinella": preset("pinella"),
    "modern": preset("modern"),
    "classic": preset("classic"),
    "round the corner": build("common", round_the_corner=True),
    "round the corner, 2 skipped": build("pinella", round_the_corner=True),
    "2 by suit": build("pinella", red_twos=True, run_two="by_suit", pinnacolone_min=14),
    "one wild": build("modern", max_wilds=1),
    "two naturals": build("pinella", min_naturals=2),
    "three naturals": build("common", min_naturals=3),
    "four cards": build("common", min_meld_size=4),
    "no pokers": build("pinella", set_max=3),
    "one Ace": build("common", ace_both_ends=False, pinnacolone_min=13),
    "open sets": build("modern", set_wild_suit="open"),
    "sliding wilds": build("pinella", wild_slide=True),
    "no wilds": build("common", max_wilds=0),
    "no jokers": build("common", jokers=0),
}

games = st.sampled_from(sorted(GAMES)).map(GAMES.__getitem__)


@st.composite
def games_with_hands(draw: st.DrawFn, most: int, least: int = 3) -> tuple[Rules, tuple[Card, ...]]:
    """Rules and some cards of their pack, often close together so that they form melds."""
    rules = draw(games)
    suit = draw(st.integers(0, 3))
    rank = draw(st.integers(1, 13))
    close = [card for card in rules.pack if rules.is_wild(card) or card // 13 == suit]
    equal = [card for card in rules.pack if rules.is_wild(card) or card.rank == rank]
    pool = draw(st.sampled_from([rules.pack, close, equal, close + equal]))
    indexes = draw(
        st.lists(
            st.integers(0, len(pool) - 1),
            unique=True,
            min_size=min(least, len(pool)),
            max_size=min(most, len(pool)),
        )
    )
    hand = sorted(pool[index] for index in indexes)
    kept: list[Card] = []
    for card in hand:
        if kept.count(card) < rules.copies[card]:
            kept.append(card)
    return rules, tuple(kept)
