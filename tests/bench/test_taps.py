"""Taps a turn: whole deals played by tapping what is offered; `make bench` counts more."""

from __future__ import annotations

from statistics import mean, median

import pytest

from bench.taps import BUDGET, DISCORD, Turn, turns
from engine.presets import PRESETS, preset

PLAYERS = [(name, players) for name in PRESETS for players in preset(name).players_allowed]


@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_every_decision_can_be_tapped_and_a_turn_without_a_meld_takes_three_taps(
    name: str, players: int
) -> None:
    found = list(turns(1, name, players))
    assert len(found) > 2
    assert max((turn.taps for turn in found if not turn.laid), default=0) <= BUDGET


@pytest.mark.parametrize("name", ["common", "pinella", "modern"])
def test_on_discord_opening_a_menu_counts_and_a_turn_without_a_meld_takes_three_taps_too(
    name: str,
) -> None:
    found = list(turns(1, name, 2, means=DISCORD))
    assert len(found) > 2
    assert max((turn.taps for turn in found if not turn.laid), default=0) <= BUDGET
    assert median(turn.taps for turn in found) <= BUDGET + 1


def test_half_of_the_turns_take_three_taps_and_nearly_all_one_a_meld_more() -> None:
    found = [turn for deal in range(12) for turn in turns(deal, players=2)]
    assert median(turn.taps for turn in found) == BUDGET
    assert mean(turn.within for turn in found) >= 0.99


def test_a_turn_over_the_budget_is_seen() -> None:
    assert Turn(taps=4, laid=1).within
    assert not Turn(taps=5, laid=1).within
