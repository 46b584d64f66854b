"""Random valid rules: every option free, as far as the others let it (RULES.md sections 7, 12)."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import strategies as st

from engine.rules import Rules

FREE: Final[dict[str, tuple[Any, ...]]] = {
    "deal_direction": ("clockwise", "anticlockwise"),
    "first_dealer": ("random", "seat"),
    "dealer_rotation": ("left", "right", "fixed"),
    "play_direction": ("clockwise", "anticlockwise"),
    "first_player": ("after_dealer", "dealer"),
    "upcard": (True, False),
    "ace_value": (15, 0, 11, 20),
    "ten_from": (6, 7, 8),
    "high_value": (10, 12),
    "low_value": (5, 0),
    "joker_value": (25, 30, 50),
    "pinella_value": (20, 25),
    "wild_meld_value": ("own", "represented"),
    "draw_count": (1, 2),
    "single_card_draws": (1, 2),
    "row_take": ("any_card", "last_only"),
    "row_block": ("none", "incl_wild", "before_only"),
    "row_obligation": ("always", "not_for_last", "none"),
    "row_obligation_timing": ("this_turn", "first_action"),
    "row_obligation_ways": (
        ("new_meld", "extend", "swap_own"),
        ("new_meld", "extend", "swap_own", "swap_opp"),
        ("new_meld",),
        ("extend", "swap_opp"),
    ),
    "row_needs_open": (False, True),
    "stock_empty": ("reshuffle_row", "row_or_stop", "stop_after_last"),
    "stall_turns": (None, 60, 12, 1),
    "stopped_hand": ("score", "void"),
    "min_meld_size": (3, 4),
    "ace_both_ends": (True, False),
    "round_the_corner": (False, True, "black"),
    "min_naturals": (1, 0, 2, 3),
    "max_wilds": (None, 0, 1, 2),
    "set_wild_suit": ("declared", "open"),
    "wild_slide": (False, True),
    "opening_min_points": (0, 30, 60),
    "add_partner": ("after_open", "always", "never"),
    "add_opponents": ("never", "allowed"),
    "swap_joker_from": ("any_meld", "own_side", "never"),
    "swap_pinella_from": ("never", "own_side", "any_meld"),
    "swap_needs_open": (True, False),
    "reuse_joker": ("same_turn", "may_keep"),
    "reuse_pinella": ("same_turn", "may_keep"),
    "reuse_place": ("anywhere", "same_meld"),
    "discard_wild": (True, False),
    "discard_taken_card": (False, True),
    "discard_fitting": (True, False),
    "out_discard": ("optional", "required"),
    "out_requirement_scope": ("side", "player"),
    "out_poker_clean": (False, True),
    "no_out_first_round": (False, True),
    "poker_factor": (2, 1, 3),
    "poker_clean_only": (True, False),
    "run_factors": (((6, 2),), (), ((7, 2), (10, 3)), ((5, 2), (8, 1), (11, 4))),
    "pinnacolone_wins": ("match", "hand", "no"),
    "out_bonus": (100, 0, 300),
    "in_hand_reward": (
        {"type": "bonus", "amount": 200},
        {"type": "none"},
        {"type": "double_closer_melds"},
        {"type": "double_side_score"},
    ),
    "no_meld_penalty": (
        {"type": "double_hand"},
        {"type": "none"},
        {"type": "flat", "amount": 100},
        {"type": "flat", "amount": 200, "scope": "player", "replaces_hand": True},
        {"type": "flat", "amount": 50, "scope": "side", "replaces_hand": True},
        {"type": "flat", "amount": 50, "scope": "player"},
    ),
    "target_score": (1500, 1, 500, 3000),
    "target_test": ("at_least", "more_than"),
    "match_tie": ("extra_hand", "draw"),
    "settlement": ("none", "fixed", "per_point"),
    "stake": (1, 0, 2.5),
    "point_rate": (1, 0, 0.1),
}
"""Values of the options that go with any others, the plainest first."""

_BOUND: Final = {
    "players",
    "players_allowed",
    "partnership",
    "deal_size",
    "deal_sizes_allowed",
    "decks",
    "jokers",
    "red_twos",
    "black_twos",
    "run_two",
    "sets",
    "set_max",
    "all_joker_set",
    "all_joker_points",
    "add_own",
    "out_requirement",
    "pinnacolone_min",
    "pinnacolone_points",
    "match_mode",
    "fixed_hands",
}
"""The options that depend on others: `any_rules` draws them one after the other."""


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Valid rules with every option anywhere among its values; they shrink to `common`."""

    def one(*values: Any) -> Any:
        return draw(st.sampled_from(values))

    options = {option: one(*values) for option, values in FREE.items()}
    options |= _table(one) | _pack(one)
    size = options["min_meld_size"]
    options["set_max"] = 4 if size == 4 else one(4, 3)
    options["sets"] = one(True, False)
    if options["jokers"] >= 4 and one(False, True):
        options |= {"all_joker_set": "four", "all_joker_points": one(None, 400)}
    plain = Rules.model_validate(options)
    options["out_requirement"] = _requirement(one, plain)
    least = one(*{None, size + 3, plain.full_run})
    options["pinnacolone_min"] = least
    if least is not None:
        options["pinnacolone_points"] = one(None, 600, 1500)
    # The deal leaves a stock card for each seat; small deals leave long games.
    most = (len(plain.pack) - 1) // plain.players - 1
    options["deal_size"] = draw(st.integers(7, min(19, most)))
    options["deal_sizes_allowed"] = (options["deal_size"],)
    options["match_mode"] = one("target", "single_hand", "fixed_hands")
    if options["match_mode"] == "fixed_hands":
        options["fixed_hands"] = one(1, 3)
    return Rules.model_validate(options)


def _table(one: Any) -> dict[str, Any]:
    players = one(4, 2, 3, 5, 6)
    sides = {4: ("pairs", "solo"), 6: ("pairs", "threes", "solo")}
    return {
        "players": players,
        "players_allowed": (players,),
        "partnership": one(*sides.get(players, ("solo",))),
        "deal_size": 7,
        "deal_sizes_allowed": (7,),
    }


def _pack(one: Any) -> dict[str, Any]:
    pinelle = one(False, True)
    red_twos = one(False, True) if pinelle else True
    present = "present" if not pinelle else "skipped"
    return {
        "decks": one(2, 3),
        "jokers": one(4, 0, 2, 6),
        "black_twos": "pinella" if pinelle else "natural",
        "red_twos": red_twos,
        "run_two": one("skipped", "by_suit", "present") if pinelle and red_twos else present,
        "pinnacolone_min": None,
    }


def _requirement(one: Any, rules: Rules) -> dict[str, Any] | None:
    """None, or items that can be laid at all under these rules."""
    items: list[Any] = [{"clean_run": one(rules.min_meld_size, 6, 7)}]
    if (rules.sets and rules.set_max == 4) or rules.all_joker_set == "four":
        items.append("poker")
    if not one(False, True):
        return None
    chosen = one(*([item] for item in items), items)
    return {"mode": one("any", "all"), "items": chosen}


def options_drawn() -> set[str]:
    """The options that `any_rules` varies: all there are."""
    return _BOUND | set(FREE)
