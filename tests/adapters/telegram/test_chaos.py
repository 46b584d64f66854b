"""Whole deals and matches in which people do what they like: all of them end, in every game."""

from __future__ import annotations

import asyncio
import logging
import random
import re
from pathlib import Path

import pytest

from bot.screens.choices import preset_title
from bot.texts import texts
from bot.turn_time import TurnTime
from engine.presets import PRESETS, build
from tests.adapters.telegram.crowd import Crowd, Watch, verified
from tests.adapters.telegram.rig import running
from tests.fakes.chance import seeded
from tests.fakes.stores import embedded_store

AT_ONCE = 8
IT = texts("it")


async def _played(
    tmp_path: Path, preset: str, length: str, crowds: int, caplog: pytest.LogCaptureFixture
) -> None:
    """So many crowds play a match of that length each, some at the same time."""
    caplog.set_level(logging.WARNING)
    chance = random.Random(f"{preset}/{length}")
    async with (
        embedded_store(tmp_path) as store,
        running(store, chance=seeded(7), speed=600.0, time=TurnTime()) as rig,
    ):
        watch, played = Watch(rig), []

        async def one(number: int) -> None:
            players = chance.choice(sorted(set(build(preset).players_allowed) & {2, 3, 4}))
            people = min(players, chance.choice((1, 2, 2, 3)))
            crowd = Crowd(rig, number, people, chance.randrange(10**9))
            choices = ("Gioco: .*", re.escape(preset_title(preset, IT)), "Durata", length)
            played.append(crowd)
            await crowd.seated(players, choices)
            table = await crowd.until_over()
            assert table.game.preset == preset
            verified(await crowd.record(), table)

        for first in range(0, crowds, AT_ONCE):
            async with asyncio.TaskGroup() as group:
                for number in range(first, min(first + AT_ONCE, crowds)):
                    group.create_task(one(number))
        for crowd in played:
            oracle = watch.oracles[crowd.group.chat.id]
            there = {oracle.group, *(person.id for person in crowd.people)}
            shown = [
                seen
                for seen in rig.fake.transcript
                # The rules name cards of nobody, a record those of deals that are over.
                if seen.chat in there
                and seen.kind != "file"
                and not seen.text.startswith(("Regole", "Rules"))
            ]
            assert len(shown) > 100
            assert [(leak.why, leak.seen) for leak in oracle.leaks(shown)] == []
        assert [(c.method, c.code, c.says) for c in rig.fake.refused()] == []
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("preset", sorted(PRESETS))
async def test_single_deals(
    preset: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    pytestconfig: pytest.Config,
) -> None:
    await _played(tmp_path, preset, "1 smazzata", pytestconfig.getoption("crowds"), caplog)


@pytest.mark.parametrize("preset", sorted(PRESETS))
async def test_matches_of_several_deals(
    preset: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    pytestconfig: pytest.Config,
) -> None:
    await _played(tmp_path, preset, "3 smazzate", pytestconfig.getoption("long_crowds"), caplog)
