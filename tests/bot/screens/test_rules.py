"""The rules screen follows the options, and the help names the commands there are."""

from __future__ import annotations

from typing import Any

import pytest

from bot.commands import COMMANDS
from bot.screens.help import help_screen
from bot.screens.measure import units
from bot.screens.rules import rules_screen
from bot.texts import texts
from engine.presets import PRESETS, build

IT, EN = texts("it"), texts("en")
COMMON = rules_screen(build("common"), EN).text


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_preset_can_be_read_on_a_phone(preset: str, lang: str) -> None:
    text = rules_screen(build(preset), texts(lang)).text
    assert units(text) < 2500
    assert "{" not in text
    assert "None" not in text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"ace_value": 20}, "A 20"),
        ({"high_value": 11}, "6–K 11"),
        ({"ten_from": 8}, "8–K 10 · 2–7 5"),
        ({"low_value": 6}, "2–5 6"),
        ({"joker_value": 30}, "🃏 30"),
        ({"jokers": 2}, "2 jokers: 106 cards"),
        ({"deal_size": 15, "deal_sizes_allowed": (15,)}, "15 cards each"),
        ({"set_max": 3}, "Set: three cards of one rank, all suits different.\n"),
        ({"min_naturals": 2}, "A meld needs 2 cards that are not wild."),
        ({"row_take": "last_only"}, "take the last card of the row"),
        ({"row_obligation_timing": "first_action"}, "The first thing you lay"),
        ({"row_block": "incl_wild"}, "A wild in the row blocks"),
        ({"row_needs_open": True}, "only after laying a meld"),
        ({"swap_joker_from": "own_side"}, "from your side's melds"),
        ({"stock_empty": "row_or_stop"}, "stop the deal"),
        ({"out_discard": "required"}, "the last one must be a discard"),
        ({"out_bonus": 150}, "Going out: +150"),
        ({"in_hand_reward": {"type": "bonus", "amount": 250}}, "+250 in all"),
        ({"in_hand_reward": {"type": "double_closer_melds"}}, "your melds count twice"),
        ({"poker_factor": 3}, "Poker without wilds: × 3"),
        ({"run_factors": ((7, 2), (10, 4))}, "Run of 10 cards or more without wilds: × 4"),
        ({"no_meld_penalty": {"type": "flat", "amount": 120}}, "−120 points"),
        ({"pinnacolone_min": 13}, "a run of 13 cards"),
        ({"target_score": 1800}, "1800 points or more"),
        ({"target_test": "more_than"}, "more than 1500"),
        ({"match_mode": "single_hand"}, "One deal: the most points win."),
        ({"match_mode": "fixed_hands", "fixed_hands": 3}, "3 deals: the most points win."),
    ],
)
def test_an_option_is_said(options: dict[str, Any], said: str) -> None:
    assert said not in COMMON
    assert said in rules_screen(build("common", **options), EN).text


@pytest.mark.parametrize(
    ("options", "unsaid"),
    [
        ({"row_obligation": "none"}, "must go on the table in the same turn"),
        ({"swap_joker_from": "never"}, "A joker on the table is taken"),
        ({"swap_needs_open": False}, "For that you must have laid"),
        ({"reuse_joker": "may_keep"}, "The joker goes back"),
        ({"add_partner": "always"}, "To your partner's melds only"),
        ({"run_factors": ()}, "Run of 6 cards"),
        ({"poker_factor": 1}, "Poker without wilds"),
        ({"pinnacolone_min": None}, "Pinnacolone"),
        ({"no_meld_penalty": {"type": "none"}}, "without a meld"),
    ],
)
def test_an_option_is_not_said(options: dict[str, Any], unsaid: str) -> None:
    assert unsaid in COMMON
    assert unsaid not in rules_screen(build("common", **options), EN).text


def test_pinelle() -> None:
    text = rules_screen(build("pinella"), IT).text
    assert "I 2 neri (pinelle) sono matte, come i jolly." in text
    assert "I 2 rossi non si usano." in text
    assert "La squadra deve aver calato un poker o una scala pulita di 6." in text
    assert "★2 20" in text


@pytest.mark.parametrize("lang", ["it", "en"])
def test_help_names_every_command_in_the_readers_language(lang: str) -> None:
    text = help_screen(texts(lang)).text
    for command in COMMANDS:
        assert f"\n/{command.called(lang)} – " in text
