"""Options, presets and toggles (RULES.md sections 7, 8, 9 and 12)."""

from __future__ import annotations

import pickle
import re
from typing import Any

import pytest
from pydantic import ValidationError

from engine.cards import JOKER, card
from engine.presets import (
    ALIASES,
    EXTRAS,
    PRESETS,
    TOGGLES,
    as_data,
    build,
    difference,
    preset,
    preset_name,
    restore,
)
from engine.rules import CleanRun, OutRequirement, Rules, RulesError

POKER = {"mode": "any", "items": ["poker"]}
FULL = {"mode": "all", "items": [{"clean_run": 14}]}


def fault(name: str, toggles: tuple[str, ...] = (), **options: Any) -> str:
    with pytest.raises(RulesError) as caught:
        build(name, toggles, **options)
    return str(caught.value)


# --- 7 and 8 -------------------------------------------------------------------------------------


def test_the_data_of_the_presets_names_every_option_and_no_other() -> None:
    for name, options in PRESETS.items():
        assert set(options) == set(Rules.model_fields), name


def test_the_defaults_are_the_common_game() -> None:
    assert Rules() == preset("common")


def test_every_option_says_what_it_is() -> None:
    for option, facts in Rules.model_fields.items():
        said = facts.description or ""
        assert re.search(r"\w\W+Source:\s(\d{3}|ours|outside)", said), option


def test_presets_are_found_by_alias_in_any_case() -> None:
    assert {preset_name(alias) for alias in ALIASES} <= set(PRESETS)
    assert not set(ALIASES) & set(PRESETS)
    assert preset(" Pinnacola ") == preset("common")


def test_values_are_not_guessed() -> None:
    for options in ({"players": "4"}, {"upcard": 1}, {"stake": -1}, {"deal_size": 13.0}):
        (option,) = options
        assert fault("common", **options).startswith(option)


def test_rules_do_not_change_and_equal_rules_are_one_key() -> None:
    rules = preset("modern")
    with pytest.raises(ValidationError):
        rules.players = 2  # type: ignore[misc]
    assert {restore("modern", {}): 1}[rules] == 1
    assert hash(build("modern", jokers=4)) == hash(rules)
    assert build("modern", deal_size=15) != rules


def test_rules_show_what_is_not_as_in_common() -> None:
    assert repr(preset("common")) == "Rules()"
    assert repr(build("common", joker_value=30)) == "Rules(joker_value=30)"


def test_a_changed_or_pickled_copy_takes_nothing_worked_out_along() -> None:
    rules = preset("common")
    assert len(rules.sides) == 2
    alone = rules.model_copy(update={"partnership": "solo"})
    assert len(alone.sides) == 4
    with pytest.raises(ValidationError):
        rules.model_copy(update={"players": 3})
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert "sides" not in vars(again)


# --- 7 A to C: seats, pack, values ---------------------------------------------------------------


def test_sides_and_turns() -> None:
    pairs = preset("common")
    assert [pairs.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    three = build("classic", players=3, play_direction="anticlockwise")
    assert three.sides == ((0,), (1,), (2,))
    assert [three.next_seat(seat) for seat in range(3)] == [2, 0, 1]


def test_six_players_in_pairs_or_threes_take_a_third_pack() -> None:
    pairs = build("pinellone", players=6)
    assert pairs.sides == ((0, 3), (1, 4), (2, 5))
    assert [pairs.side_of(seat) for seat in range(6)] == [0, 1, 2, 0, 1, 2]
    assert (pairs.decks, pairs.jokers, len(pairs.pack)) == (3, 6, 156)
    assert {pairs.copies[card(face)] for face in ("9s", "2s", "2h")} == {3, 0}
    threes = build("common", ("six_in_threes",))
    assert threes.sides == ((0, 2, 4), (1, 3, 5))
    assert [threes.side_of(seat) for seat in range(6)] == [0, 1] * 3
    assert "threes where players is 6" in fault("common", partnership="threes")
    assert "players is 4 or 6" in fault("classic", players=3, partnership="pairs")
    five = build("common", players=5, players_allowed=[5])
    assert five.sides == ((0,), (1,), (2,), (3,), (4,))


def test_pinelle_are_wild_and_the_red_twos_gone() -> None:
    rules = preset("pinella")
    assert [str(face) for face in rules.wild_faces] == ["2s", "2c", "*"]
    assert rules.is_pinella(card("2c"))
    assert not rules.is_pinella(JOKER)
    assert rules.copies[card("2h")] == 0
    assert rules.value(card("2s")) == 20
    assert preset("common").value(card("2s")) == 5
    assert build("pinella", jokers=0).wild_faces == (card("2s"), card("2c"))


def test_the_requirement_for_going_out() -> None:
    either = OutRequirement(mode="any", items=("poker", CleanRun(clean_run=6)))
    assert [either.met(poker, run) for poker in (False, True) for run in (5, 6)] == [
        False,
        True,
        True,
        True,
    ]


# --- 9: toggles ----------------------------------------------------------------------------------


def test_every_toggle_builds_with_every_preset_it_can_go_with() -> None:
    refused = set()
    for name in PRESETS:
        for toggle, sets in {**TOGGLES, **EXTRAS}.items():
            try:
                rules = build(name, (toggle,))
            except RulesError:
                refused.add((name, toggle))
                continue
            implied = {"target_score", "in_hand_reward", "pinnacolone_min"}
            assert set(difference(rules, name)) <= {*sets, *implied}
    # Red 2s are in that pack, and no 2 is wild.
    assert refused == {("common", "red_twos")}


def test_extras_bring_along_what_belongs_to_them() -> None:
    assert build("common", ("out_300",)).in_hand_reward.amount == 400
    assert build("classic", ("out_300",)).in_hand_reward.type == "double_closer_melds"
    assert build("common", out_bonus=300).in_hand_reward.amount == 200
    assert build("classic", ("ace_to_ace_600",)).pinnacolone_min == 13
    assert build("common", ("ace_to_ace_600",)).pinnacolone_wins == "no"
    assert build("modern", ("no_jokers",)).wild_faces == (card("2s"), card("2c"))


def test_toggles_that_set_the_same_option_are_refused() -> None:
    assert fault("common", ("target_1800", "target_2000")) == (
        "the toggles target_1800 and target_2000 both set target_score"
    )


def test_options_go_before_toggles_and_toggles_before_the_preset() -> None:
    assert build("common", ("joker_30",)).joker_value == 30
    assert build("common", ("joker_30",), joker_value=35).joker_value == 35


def test_unknown_names_are_refused_and_the_known_ones_told() -> None:
    assert "common, pinella, modern, classic" in fault("cmmon")
    assert "joker_30" in fault("common", ("joker_31",))
    assert "deal_size" in fault("common", dealsize=13)
    assert "'score' or 'void'" in fault("common", stopped_hand="both")
    with pytest.raises(ValidationError):
        Rules(dealsize=13)  # type: ignore[call-arg]
    with pytest.raises(RulesError, match="no option 'dealsize'"):
        restore("common", {"dealsize": 13})


# --- 12: what goes together ----------------------------------------------------------------------


def test_12_1_fewer_players_are_single_ones_and_two_play_to_1000() -> None:
    two = build("common", players=2)
    assert (two.partnership, two.target_score) == ("solo", 1000)
    assert build("pinella", players=2, target_score=1500).target_score == 1500
    assert build("common", ("target_1800",), players=2).target_score == 1800
    assert build("modern", players=2).target_score == 1500
    assert build("classic", players=3).partnership == "solo"
    assert "solo" in fault("classic", players=3, partnership="pairs")


@pytest.mark.parametrize(
    ("name", "options", "named"),
    [
        ("common", {"players": 3}, ("players", "2, 4")),
        ("common", {"deal_size": 15}, ("deal_size", "13")),
        ("modern", {"run_two": "present"}, ("run_two", "skipped")),
        ("common", {"red_twos": False}, ("red_twos", "true")),
        ("common", {"run_two": "by_suit"}, ("run_two", "present")),
        ("modern", {"jokers": 3}, ("jokers", "4")),
        ("pinella", {"pinnacolone_min": 14}, ("pinnacolone_min", "13")),
        ("classic", {"pinnacolone_points": 100}, ("pinnacolone_points", "pinnacolone_min")),
        ("common", {"match_mode": "fixed_hands"}, ("fixed_hands",)),
        ("common", {"set_max": 3, "min_meld_size": 4}, ("set_max", "min_meld_size")),
        ("common", {"row_obligation_ways": []}, ("row_obligation_ways",)),
        ("pinella", {"set_max": 3, "out_requirement": POKER}, ("out_requirement", "set_max 4")),
        ("common", {"sets": False, "out_requirement": POKER}, ("out_requirement", "sets")),
        ("pinella", {"out_requirement": FULL}, ("out_requirement", "13")),
        (
            "common",
            {"deal_size": 19, "deal_sizes_allowed": [19], "decks": 1},
            ("deal_size", "56 cards"),
        ),
        ("common", {"in_hand_reward": {"type": "bonus"}}, ("in_hand_reward", "amount")),
        ("common", {"no_meld_penalty": {"type": "none", "amount": 5}}, ("no_meld_penalty",)),
        (
            "common",
            {"no_meld_penalty": {"type": "double_hand", "scope": "player"}},
            ("no_meld_penalty.scope", "side"),
        ),
        ("common", {"out_requirement": {"mode": "any", "items": []}}, ("out_requirement.items",)),
    ],
)
def test_12_what_does_not_go_together_is_named(
    name: str, options: dict[str, Any], named: tuple[str, ...]
) -> None:
    said = fault(name, **options)
    for word in named:
        assert word in said


def test_12_7_pinella_options_are_ignored_where_2s_are_natural() -> None:
    rules = build("common", pinella_value=50, swap_pinella_from="any_meld")
    assert rules.value(card("2s")) == 5


# --- stored by difference ------------------------------------------------------------------------


def test_rules_are_stored_by_their_difference_from_a_preset() -> None:
    for name in PRESETS:
        assert difference(preset(name), name) == {}
        for other in PRESETS:
            assert restore(other, difference(preset(name), other)) == preset(name)
    changed = build("common", ("strict_out", "flat_penalty"), stake=2.5)
    assert restore("common", difference(changed, "common")) == changed
    assert Rules.model_validate(as_data(changed)) == changed
