"""Whole deals and matches on Discord in which people do what they like: all of them end."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from engine.record import read, replay
from tests.adapters.agreed import EVERY_PRESET, Agreed
from tests.adapters.discord.crowd import Crowd
from tests.adapters.discord.rig import running
from tests.fakes.clock import HandClock

LENGTHS = {"modern": "t500"}
"""How long it is played where it is more than one deal."""
ALL = [
    replace(each, game=replace(each.game, length=LENGTHS.get(each.game.preset, "d1")))
    for each in EVERY_PRESET
]


@pytest.mark.parametrize("agreed", ALL, ids=str)
async def test_whatever_people_do_the_match_comes_to_its_end_and_no_card_is_told(
    agreed: Agreed, caplog: pytest.LogCaptureFixture, pytestconfig: pytest.Config
) -> None:
    caplog.set_level(logging.WARNING)
    for seed in range(11, 11 + pytestconfig.getoption("crowds")):
        await _played(agreed, seed)
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []


async def _played(agreed: Agreed, seed: int) -> None:
    async with running(HandClock()) as rig:
        crowd = Crowd(rig, agreed, seed)
        oracle = await crowd.seated()
        table = await crowd.until_over(oracle)
        assert table.game == agreed.game
        # Every turn was shown to everybody, most of it drawn too.
        assert oracle.judged > 3 * oracle.turns
        assert oracle.pictures > 2 * oracle.turns
        rig.env.backend.faults.clear()
        given = (await crowd.people[0].slash("record")).attachments[0]
        assert replay(read((await given.read()).decode())) == table.match
        assert rig.env.errors == []
