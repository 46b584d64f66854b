"""The rulebook says every option, in every language, and is the one in docs/rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from bot.__main__ import main
from bot.rulebook import chapters, markdown, plain
from bot.rulebook.__main__ import pages
from bot.screens.cards import TEXT
from bot.screens.rules import rules_screen
from bot.texts import LANGUAGES, texts
from engine.cards import placed
from engine.presets import EXTRAS, PRESETS, TOGGLES, build, preset
from engine.rules import Rules, RulesError

HOUSE = Path(__file__).parents[2]
POKER = {"mode": "any", "items": ["poker"]}
EITHER = {"mode": "any", "items": ["poker", {"clean_run": 6}]}
FREE = {"row_obligation": "none", "discard_taken_card": True}
NONE = {"type": "none"}

# Where an option is heard, and its values: no two of them may make the same page.
HEARD: Final[dict[str, tuple[str, dict[str, Any], tuple[Any, ...]]]] = {
    "players": ("classic", {}, (2, 3, 4)),
    "players_allowed": ("common", {}, ((4,), (2, 4), (3, 4))),
    "partnership": ("common", {"players": 6, "players_allowed": [6]}, ("pairs", "threes", "solo")),
    "deal_size": ("modern", {}, (10, 13, 15, 19)),
    "deal_sizes_allowed": ("common", {}, ((13,), (13, 15))),
    "deal_direction": ("common", {}, ("clockwise", "anticlockwise")),
    "first_dealer": ("common", {}, ("random", "seat")),
    "dealer_rotation": ("common", {}, ("left", "right", "fixed")),
    "play_direction": ("common", {}, ("clockwise", "anticlockwise")),
    "first_player": ("common", {}, ("after_dealer", "dealer")),
    "upcard": ("common", {}, (True, False)),
    "decks": ("common", {}, (2, 3)),
    "jokers": ("common", {}, (0, 2, 4)),
    "red_twos": ("pinella", {}, (False, True)),
    "black_twos": (
        "common",
        {"red_twos": True, "run_two": "present"},
        ("natural", "pinella"),
    ),
    "run_two": ("pinella", {"red_twos": True}, ("present", "skipped", "by_suit")),
    "ace_value": ("common", {}, (15, 20)),
    "ten_from": ("common", {}, (6, 7, 8)),
    "high_value": ("common", {}, (10, 12)),
    "low_value": ("common", {}, (5, 4)),
    "joker_value": ("common", {}, (25, 30)),
    "pinella_value": ("pinella", {}, (20, 30)),
    "wild_meld_value": ("common", {}, ("own", "represented")),
    "draw_count": ("common", {}, (1, 2)),
    "single_card_draws": ("common", {}, (1, 2)),
    "row_take": ("common", {}, ("any_card", "last_only")),
    "row_block": ("common", {}, ("none", "incl_wild", "before_only")),
    "row_obligation": ("common", {}, ("always", "not_for_last", "none")),
    "row_obligation_timing": ("common", {}, ("this_turn", "first_action")),
    "row_obligation_ways": (
        "common",
        {},
        (["new_meld"], ["extend"], ["swap_own"], ["swap_opp"], ["new_meld", "extend"]),
    ),
    "row_needs_open": ("common", {}, (True, False)),
    "stock_empty": ("common", {}, ("reshuffle_row", "row_or_stop", "stop_after_last")),
    "stall_turns": ("common", {}, (None, 1, 40)),
    "stopped_hand": ("common", {}, ("score", "void")),
    "min_meld_size": ("common", {}, (3, 4)),
    "sets": ("common", {}, (True, False)),
    "set_max": ("common", {}, (3, 4)),
    "ace_both_ends": ("common", {"pinnacolone_min": 13}, (True, False)),
    "round_the_corner": ("pinella", {}, (False, True, "black")),
    "min_naturals": ("common", {}, (1, 2, 3)),
    "max_wilds": ("common", {}, (None, 0, 1, 2)),
    "all_joker_set": ("common", {}, ("none", "four")),
    "set_wild_suit": ("common", {}, ("declared", "open")),
    "wild_slide": ("common", {}, (True, False)),
    "opening_min_points": ("common", {}, (0, 1, 30)),
    "add_partner": ("common", {}, ("always", "after_open", "never")),
    "add_opponents": ("common", {}, ("never", "allowed")),
    "swap_joker_from": ("common", {}, ("never", "own_side", "any_meld")),
    "swap_pinella_from": ("pinella", {}, ("never", "own_side", "any_meld")),
    "swap_needs_open": ("common", {}, (True, False)),
    "reuse_joker": ("common", {}, ("same_turn", "may_keep")),
    "reuse_pinella": ("pinella", {}, ("same_turn", "may_keep")),
    "reuse_place": ("common", {}, ("anywhere", "same_meld")),
    "discard_wild": ("common", {}, (True, False)),
    "discard_taken_card": ("common", {"row_obligation": "none"}, (True, False)),
    "discard_fitting": ("common", {}, (True, False)),
    "out_discard": ("common", {}, ("optional", "required")),
    "out_requirement": ("common", {}, (None, POKER, EITHER, {**EITHER, "mode": "all"})),
    "out_requirement_scope": ("pinella", {}, ("side", "player")),
    "out_poker_clean": ("pinella", {}, (True, False)),
    "no_out_first_round": ("common", {}, (True, False)),
    "poker_factor": ("common", {}, (1, 2, 3)),
    "poker_clean_only": ("common", {}, (True, False)),
    "run_factors": ("common", {}, ([], [[6, 2]], [[7, 2]], [[7, 2], [10, 3]])),
    "all_joker_points": ("common", {"all_joker_set": "four"}, (None, 400, 500)),
    "pinnacolone_min": ("common", {}, (None, 13, 14)),
    "pinnacolone_points": ("common", {}, (None, 600, 1500)),
    "pinnacolone_wins": ("common", {}, ("match", "hand", "no")),
    "out_bonus": ("common", {}, (100, 300)),
    "in_hand_reward": (
        "common",
        {},
        (
            NONE,
            {"type": "bonus", "amount": 200},
            {"type": "bonus", "amount": 300},
            {"type": "double_closer_melds"},
            {"type": "double_side_score"},
        ),
    ),
    "no_meld_penalty": (
        "common",
        {},
        (
            NONE,
            {"type": "double_hand"},
            {"type": "flat", "amount": 100},
            {"type": "flat", "amount": 200},
            {"type": "flat", "amount": 100, "replaces_hand": True},
            {"type": "flat", "amount": 100, "scope": "player"},
            {"type": "flat", "amount": 100, "scope": "player", "replaces_hand": True},
        ),
    ),
    "match_mode": ("common", {"fixed_hands": 3}, ("single_hand", "target", "fixed_hands")),
    "target_score": ("common", {}, (1000, 1500)),
    "target_test": ("common", {}, ("at_least", "more_than")),
    "fixed_hands": ("common", {"match_mode": "fixed_hands"}, (1, 3, 5)),
    "match_tie": ("common", {}, ("extra_hand", "draw")),
    "settlement": ("common", {}, ("none", "fixed", "per_point")),
    "stake": ("common", {"settlement": "fixed"}, (1, 2.5)),
    "point_rate": ("common", {"settlement": "per_point"}, (1, 0.1)),
}


def test_the_book_is_held_against_every_option() -> None:
    # Own melds may always be added to: that option has a single value.
    assert set(HEARD) == set(Rules.model_fields) - {"add_own"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("option", HEARD)
def test_every_value_of_an_option_is_heard(option: str, lang: str) -> None:
    name, around, values = HEARD[option]
    said = {
        "\n".join(
            sentence.text
            for chapter in chapters(build(name, **{**around, option: value}), texts(lang))
            for sentence in chapter.sentences
        )
        for value in values
    }
    assert len(said) == len(values)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("toggle", [*TOGGLES, *EXTRAS])
def test_every_toggle_is_heard_and_can_be_read_on_a_phone(toggle: str, lang: str) -> None:
    heard = 0
    for name in PRESETS:
        try:
            rules = build(name, (toggle,))
        except RulesError:
            continue
        text = rules_screen(rules, texts(lang)).text
        assert len(text) < 2800
        heard += plain(rules, "", texts(lang)) != plain(preset(name), "", texts(lang))
    assert heard


def test_examples_are_counted_by_the_engine() -> None:
    text = markdown(preset("modern"), "", texts("en"))
    assert "- A–A♥️: 1500 points" in text
    assert "- 3–Q♦️: 255 points" in text
    text = markdown(build("pinella", ("round_the_corner",)), "", texts("en"))
    assert "- K–3♤: 30 points" in text


@pytest.mark.parametrize(
    ("cards", "written"),
    [("QhKhAh", "Q–A♥️"), ("AhKhQh", "Q–A♥️"), ("KhAh2h3h", "K–3♥️"), ("3hAhKh", "K–3♥️")],
)
def test_a_run_is_written_upwards_also_through_the_ace(cards: str, written: str) -> None:
    assert TEXT.laid(placed(cards)) == written


def test_the_pages_in_the_documents_are_up_to_date() -> None:
    folder = HOUSE / "docs" / "rules"
    stored = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in folder.rglob("*.md")
    }
    assert stored == pages(), "run: python -m bot.rulebook docs/rules"


# --- the command ---------------------------------------------------------------------------------


def test_the_command_prints_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--preset", "modern", "--lang", "it"]) == 0
    printed = capsys.readouterr().out
    assert printed == plain(preset("modern"), "Pinnacola: moderna", texts("it"))


def test_the_command_takes_toggles_and_players(capsys: pytest.CaptureFixture[str]) -> None:
    toggles = "joker_30, draw_two"
    assert main(["rules", "--toggles", toggles, "--players", "2", "--markdown"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("# Pinnacola: common (Joker 30 points, Two cards a draw)\n")
    assert "🃏 30" in printed
    assert "- 2 players, each for themselves." in printed


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--preset", "bridge"], "no preset 'bridge'; there are: common"),
        (["--toggles", "joker_31"], "no toggle 'joker_31'; there are: strict_out"),
        (["--players", "3"], "--players 3: this game is for 2 or 4 players\n"),
        (["--players", "9"], "--players 9: this game is for 2 or 4 players\n"),
        (["--players", "nine"], "--players nine: this game is for 2 or 4 players\n"),
        (["--preset", "classic", "--players", "0"], "--players 0: this game is for 2 or 3 or 4 "),
        (["--toggles", "six_in_pairs", "--players", "4"], "--players 4: this game is for 6 "),
    ],
)
def test_the_command_says_what_there_is(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *options]) == 2
    assert capsys.readouterr().err.startswith(f"pinnacola: {said}")
