"""Every preset: chosen in the lobby with variants and a length, and played to a result by taps."""

from __future__ import annotations

import pytest

from engine.presets import PRESETS
from tests.adapters.agreed import EVERY_PRESET, Agreed
from tests.adapters.telegram.rig import running
from tests.adapters.telegram.scenes import WORDS
from tests.adapters.telegram.tapper import Table


def test_there_is_a_game_of_every_preset() -> None:
    assert {agreed.game.preset for agreed in EVERY_PRESET} == {*PRESETS}


@pytest.mark.parametrize("agreed", EVERY_PRESET, ids=str)
async def test_a_deal_of_every_preset_from_the_lobby_to_its_result(agreed: Agreed) -> None:
    async with running() as rig:
        people = [rig.fake.user(name, lang=agreed.lang, started=True) for name in ("Anna", "Bruno")]
        anna, bruno = people
        for person in people:
            await person.start_private()
        group = rig.fake.group("Friday cards", members=people)
        await anna.send(group, "/pinnacola")
        await rig.fake.until(lambda: group.messages)

        async def tap(label: str) -> None:
            assert (await anna.tap(group, label)).text == ""
            await rig.quiet()

        await agreed.choose(tap, lambda: group.last.labels)
        _, join, start = WORDS[agreed.lang]
        await bruno.tap(group, join)
        await rig.quiet()
        await anna.tap(group, start)
        await rig.quiet()
        await Table(rig, group, people).play_first_deal_as_beginners()
        await rig.fake.until(lambda: any(m.text.startswith("🏁") for m in group.messages))
        result = next(m for m in group.messages if m.text.startswith("🏁"))
        labels = [b.label for rows in result.keyboards for row in rows for b in row]
        state = await rig.state(group)
        assert state is not None
        agreed.played(state, result.text, labels)
        assert rig.fake.refused() == []
