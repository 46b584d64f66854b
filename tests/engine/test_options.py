"""Options by themselves: the values that each of them takes (RULES.md section 7)."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest
from pydantic import ValidationError

from engine.options import Options
from engine.presets import PRESETS
from engine.rules import InHandReward, NoMeldPenalty, OutRequirement
from tests.engine.random_rules import FREE

BETWEEN = {
    "players": (2, 6),
    "deal_size": (7, 19),
    "decks": (1, 3),
    "jokers": (0, 6),
    "ten_from": (6, 8),
    "draw_count": (1, 2),
    "single_card_draws": (1, 2),
    "min_meld_size": (3, 4),
    "set_max": (3, 4),
    "min_naturals": (0, 3),
    "pinnacolone_min": (3, 14),
    "fixed_hands": (1, 100),
}
FROM_ZERO = (
    *("ace_value", "high_value", "low_value", "joker_value", "pinella_value"),
    *("max_wilds", "opening_min_points", "out_bonus", "stake", "point_rate"),
    *("all_joker_points", "pinnacolone_points"),
)
FROM_ONE = ("stall_turns", "poker_factor", "target_score")


def takes(option: str, value: Any) -> bool:
    """Does the option take this value, whatever the others are?"""
    try:
        options = Options.model_validate({option: value})
    except ValidationError:
        return False
    return bool(getattr(options, option) == value)


def words_of(hint: object) -> set[str]:
    """The words that a type consists of."""
    return {hint} if isinstance(hint, str) else set().union(*map(words_of, get_args(hint)))


@pytest.mark.parametrize(("option", "bounds"), BETWEEN.items(), ids=list(BETWEEN))
def test_numbers_lie_between_their_bounds(option: str, bounds: tuple[int, int]) -> None:
    least, most = bounds
    assert [n for n in range(-1, 200) if takes(option, n)] == list(range(least, most + 1))


@pytest.mark.parametrize("option", [*FROM_ZERO, *FROM_ONE])
def test_points_and_counts_have_no_upper_bound(option: str) -> None:
    least = 0 if option in FROM_ZERO else 1
    assert [n for n in range(-2, 4) if takes(option, n)] == list(range(least, 4))
    assert takes(option, 10_000)


def test_only_money_has_parts() -> None:
    for option in (*BETWEEN, *FROM_ZERO, *FROM_ONE):
        assert takes(option, 3.5) == (option in ("stake", "point_rate"))
    for value in (-0.5, float("inf"), float("nan")):
        assert not takes("stake", value)
        assert not takes("point_rate", value)


def test_lists_have_the_bounds_of_their_numbers() -> None:
    assert takes("players_allowed", (2, 6))
    assert not takes("players_allowed", (1, 2))
    assert not takes("players_allowed", (2, 7))
    assert takes("deal_sizes_allowed", (7, 19))
    assert not takes("deal_sizes_allowed", (6, 19))
    assert not takes("deal_sizes_allowed", (7, 20))
    assert takes("run_factors", ((1, 1),))
    assert not takes("run_factors", ((0, 2),))
    assert not takes("run_factors", ((6, 0),))


def test_what_is_not_there_is_none() -> None:
    for option in ("stall_turns", "max_wilds", "all_joker_points", "out_requirement"):
        assert takes(option, None)
    for option in ("jokers", "out_bonus", "upcard", "in_hand_reward"):
        assert not takes(option, None)


def test_a_word_is_one_of_those_that_the_presets_and_random_rules_use() -> None:
    """So none is there that no whole deal is ever played with."""
    for option, hint in get_type_hints(Options).items():
        words = words_of(hint)
        used = {preset[option] for preset in PRESETS.values() if isinstance(preset[option], str)}
        used |= {word for word in FREE.get(option, ()) if isinstance(word, str)}
        if option in FREE and option != "row_obligation_ways":
            assert words == used, option
        for word in words:
            assert takes(option, (word,) if option == "row_obligation_ways" else word)
            assert not takes(option, word.upper())


@pytest.mark.parametrize(
    ("clause", "data", "said"),
    [
        (InHandReward, {"type": "bonus"}, "amount belongs to the type bonus, and only to it"),
        (InHandReward, {"type": "none", "amount": 0}, "amount belongs to the type bonus"),
        (InHandReward, {"type": "bonus", "amount": -1}, "greater than or equal to 0"),
        (NoMeldPenalty, {"type": "flat"}, "amount belongs to the type flat, and only to it"),
        (NoMeldPenalty, {"type": "none", "amount": 0}, "amount belongs to the type flat"),
        (NoMeldPenalty, {"type": "double_hand", "scope": "player"}, "can only be: side"),
        (NoMeldPenalty, {"type": "none", "replaces_hand": True}, "belongs to the type flat only"),
        (NoMeldPenalty, {"type": "flat", "amount": 5, "replaces": True}, "Extra inputs"),
        (OutRequirement, {"mode": "any", "items": []}, "at least 1 item"),
        (OutRequirement, {"mode": "some", "items": ["poker"]}, "'any' or 'all'"),
        (OutRequirement, {"mode": "any", "items": ["set"]}, "'poker'"),
        (OutRequirement, {"mode": "any", "items": [{"clean_run": 2}]}, "than or equal to 3"),
        (OutRequirement, {"mode": "any", "items": [{"clean_run": 15}]}, "than or equal to 14"),
    ],
)
def test_clauses_say_what_they_cannot_take(clause: Any, data: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        clause.model_validate(data)


@pytest.mark.parametrize(
    ("clause", "data"),
    [
        (InHandReward, {"type": "bonus", "amount": 0}),
        (NoMeldPenalty, {"type": "none", "scope": "player"}),
        (NoMeldPenalty, {"type": "flat", "amount": 0, "scope": "player", "replaces_hand": True}),
        (OutRequirement, {"mode": "all", "items": [{"clean_run": 3}, {"clean_run": 14}]}),
    ],
)
def test_clauses_at_their_bounds(clause: Any, data: dict[str, Any]) -> None:
    assert clause.model_validate(data) == clause(**data)
