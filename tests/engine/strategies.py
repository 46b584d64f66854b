"""Deals for property tests: rules, seeds, and actions of players who try anything."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from engine.actions import DRAW, STOP, UNDO, Action, Add, Discard, Lay, Swap, Take
from engine.cards import FACES, Card, Placed
from engine.deal import Deal
from engine.presets import build, preset
from engine.rules import Rules
from tests.engine.random_rules import any_rules

RULES: dict[str, Rules] = {
    "common": preset("common"),
    "common for two": build("common", ("head_to_head",)),
    "common, strict going out": build("common", ("strict_out",)),
    "pinella": preset("pinella"),
    "pinella for two": build("pinella", ("head_to_head",)),
    "modern": preset("modern"),
    "modern, no pinelle, 19 cards": build("modern", ("no_pinelle",), deal_size=19),
    "classic": preset("classic"),
    "classic for three": build("classic", ("solo",), players=3),
    "pinellone for six": build("pinellone", players=6),
    "reggiano": preset("reggiano"),
    "modenese for two": build("modenese", players=2),
    "two draws, no sets": build("modern", ("draw_two", "no_sets")),
    "restricted": build(
        "common",
        row_take="last_only",
        row_block="before_only",
        row_obligation="not_for_last",
        row_needs_open=True,
        stock_empty="stop_after_last",
        stall_turns=60,
        discard_wild=False,
        discard_fitting=False,
        no_out_first_round=True,
        opening_min_points=40,
        add_partner="never",
        swap_joker_from="own_side",
    ),
    "loose": build(
        "modern",
        ("keep_jokers",),
        set_wild_suit="open",
        wild_slide=True,
        round_the_corner=True,
        add_opponents="allowed",
        swap_pinella_from="any_meld",
        swap_needs_open=False,
        out_discard="optional",
        out_requirement={"mode": "all", "items": ["poker"]},
        out_requirement_scope="player",
        pinnacolone_wins="no",
    ),
}
"""Every preset with two, three or four players, one game with all restrictions together, and one
with all freedoms."""

rules = st.sampled_from(sorted(RULES)).map(RULES.__getitem__)
seeds = st.integers(0, 2**64 - 1).map(lambda number: f"{number:016x}")
"""Secrets of deals."""


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Freshly dealt deals under all rules of `RULES`."""
    game = draw(rules)
    return Deal.start(game, draw(st.integers(0, game.players - 1)), draw(seeds))


@st.composite
def random_deals(draw: st.DrawFn) -> Deal:
    """Freshly dealt deals under any valid rules."""
    game = draw(any_rules())
    return Deal.start(game, draw(st.integers(0, game.players - 1)), draw(seeds))


def any_action(deal: Deal, chance: Random) -> Action:
    """An action out of the blue: now and then a legal one, mostly of the player's own cards."""
    hand = deal.position.hand
    kind = chance.choice(("draw", "take", "lay", "lay", "add", "add", "swap", "discard", "stop"))
    match kind:
        case "draw":
            return DRAW
        case "take":
            return Take(chance.randint(-1, len(deal.position.row)))
        case "lay":
            return Lay(tuple(_placed(hand, chance) for _ in range(chance.randint(0, 5))))
        case "add":
            many = chance.choice((0, 1, 1, 1, 2))
            return Add(_meld(deal, chance), tuple(_placed(hand, chance) for _ in range(many)))
        case "swap":
            return Swap(_meld(deal, chance), _face(hand, chance))
        case "discard":
            return Discard(_face(hand, chance))
        case _:
            return chance.choice((STOP, UNDO))


def _face(hand: tuple[Card, ...], chance: Random) -> Card:
    return chance.choice(hand if hand and chance.random() < 0.8 else FACES)


def _placed(hand: tuple[Card, ...], chance: Random) -> Placed:
    stands_for = chance.choice(FACES) if chance.random() < 0.2 else None
    return Placed(_face(hand, chance), stands_for)


def _meld(deal: Deal, chance: Random) -> int:
    return chance.randint(-1, len(deal.position.melds))
