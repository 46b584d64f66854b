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

LENGTHS = {"common": "d1", "pinella": "d1", "modern": "t500"}
SOME = [
    replace(each, game=replace(each.game, length=LENGTHS[each.game.preset]))
    for each in EVERY_PRESET
    if each.game.preset in LENGTHS
]


@pytest.mark.parametrize("agreed", SOME, ids=str)
async def test_whatever_people_do_the_match_comes_to_its_end_and_no_card_is_told(
    agreed: Agreed, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    async with running(HandClock()) as rig:
        crowd = Crowd(rig, agreed, 11)
        oracle = await crowd.seated()
        table = await crowd.until_over(oracle)
        assert table.game == agreed.game
        assert oracle.judged > 100
        rig.env.backend.faults.clear()
        given = (await crowd.people[0].slash("record")).attachments[0]
        assert replay(read((await given.read()).decode())) == table.match
        assert rig.env.errors == []
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []
