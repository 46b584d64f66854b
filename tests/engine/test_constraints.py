"""Which options go together: every constraint at its bound, and what its error says (12)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.presets import build
from engine.rules import RulesError

POKER = {"mode": "any", "items": ["poker"]}
BOTH = {"mode": "all", "items": ["poker", {"clean_run": 14}]}
CANNOT_BE_MET = (
    "out_requirement can only ask for what can be laid: a poker needs sets and set_max 4 or "
    "all_joker_set, and a clean run has at most {} cards"
)


def fault(name: str, options: dict[str, Any]) -> str | None:
    try:
        build(name, **options)
    except RulesError as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("common", {"players": 3}, "players can only be one of players_allowed: 2, 4"),
        (
            "classic",
            {"players": 3, "partnership": "pairs"},
            "partnership can only be solo unless players is 4 or 6",
        ),
        (
            "common",
            {"partnership": "threes"},
            "partnership can only be threes where players is 6",
        ),
        (
            "modern",
            {"deal_size": 14},
            "deal_size can only be one of deal_sizes_allowed: 10, 13, 15, 19",
        ),
        (
            "modern",
            {"run_two": "by_suit"},
            "run_two can only be skipped where black_twos is pinella and red_twos is false",
        ),
        (
            "common",
            {"red_twos": False},
            "red_twos can only be true and run_two present where black_twos is natural",
        ),
        (
            "common",
            {"run_two": "skipped", "pinnacolone_min": 13},
            "red_twos can only be true and run_two present where black_twos is natural",
        ),
        (
            "modern",
            {"jokers": 3},
            "jokers can only be 4 or more where all_joker_set is four",
        ),
        (
            "pinella",
            {"pinnacolone_min": 14},
            "pinnacolone_min can be at most 13, the longest run",
        ),
        (
            "common",
            {"ace_both_ends": False},
            "pinnacolone_min can be at most 13, the longest run",
        ),
        ("classic", {"pinnacolone_points": 0}, "pinnacolone_points needs pinnacolone_min"),
        (
            "common",
            {"match_mode": "fixed_hands"},
            "fixed_hands is needed where match_mode is fixed_hands",
        ),
        (
            "common",
            {"set_max": 3, "min_meld_size": 4},
            "set_max can only be 4 or more: min_meld_size",
        ),
        ("common", {"sets": False, "out_requirement": POKER}, CANNOT_BE_MET.format(14)),
        ("common", {"set_max": 3, "out_requirement": BOTH}, CANNOT_BE_MET.format(14)),
        ("pinella", {"out_requirement": BOTH}, CANNOT_BE_MET.format(13)),
        (
            "common",
            {"row_obligation_ways": []},
            "row_obligation_ways cannot be empty unless row_obligation is none",
        ),
        (
            "common",
            {"decks": 1, "jokers": 2},
            "deal_size 13 leaves too few of the 54 cards in the stock for 4 players",
        ),
    ],
)
def test_12_an_error_names_the_options_and_what_is_allowed(
    name: str, options: dict[str, Any], said: str
) -> None:
    assert fault(name, options) == said


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("modern", {"jokers": 4}),
        ("modern", {"jokers": 5}),
        ("common", {"pinnacolone_min": None}),
        ("common", {"pinnacolone_min": 14, "pinnacolone_points": 0}),
        ("pinella", {"pinnacolone_min": 13}),
        ("pinella", {"red_twos": True, "run_two": "by_suit"}),
        ("pinella", {"red_twos": True, "run_two": "present"}),
        ("pinella", {"red_twos": True}),
        ("common", {"set_max": 4, "min_meld_size": 4}),
        ("common", {"out_requirement": BOTH}),
        ("modern", {"sets": False, "out_requirement": POKER}),
        ("common", {"sets": False, "out_requirement": {**BOTH, "mode": "any"}}),
        ("common", {"row_obligation": "none", "row_obligation_ways": []}),
        ("common", {"match_mode": "fixed_hands", "fixed_hands": 1}),
        # 4 x 13 dealt, one turned up, one each for the stock: 57 cards.
        ("common", {"decks": 1, "jokers": 5}),
    ],
)
def test_12_what_goes_together(name: str, options: dict[str, Any]) -> None:
    assert fault(name, options) is None


def test_12_8_one_card_less_is_too_few() -> None:
    said = fault("common", {"decks": 1, "jokers": 4})
    assert said == "deal_size 13 leaves too few of the 56 cards in the stock for 4 players"


def test_what_goes_together_is_asked_in_the_order_of_the_options() -> None:
    said = fault("common", {"players": 3, "deal_size": 14, "partnership": "pairs"})
    assert said == "players can only be one of players_allowed: 2, 4"


def test_a_wrong_value_is_said_with_its_option() -> None:
    said = fault("common", {"upcard": 1, "out_requirement": {"mode": "all", "items": []}})
    assert said is not None
    first, second = said.split("; ")
    assert first == "upcard: Input should be a valid boolean"
    assert second.startswith("out_requirement.items: ")
