"""A deal on the simulated Discord: from the lobby to its result, with a restart in between."""

from __future__ import annotations

import pytest
import simcord

from engine.record import read, replay
from tests.adapters.discord.player import parts, text
from tests.adapters.discord.rig import running
from tests.adapters.discord.scenes import dealt, play, to_play


async def test_c17_c31_a_deal_to_its_result_with_a_restart_in_the_middle() -> None:
    async with running() as rig:
        people = await dealt(rig)
        assert await play(rig, people, 5) == 5

        # In the middle of a turn: drawn, not yet discarded.
        player = await to_play(people)
        await player.press("My hand")
        await player.play_action()
        before = player.hand
        await rig.restart()
        while (await to_play(people)) is player and (await rig.state()).phase == "deal":
            await player.play_action()
        assert player.hand.id == before.id
        await rig.quiet()

        await play(rig, people, 100)
        assert (await rig.state()).phase == "result"
        result = rig.channel.last_message
        assert result is not None
        assert "Deal 1" in text(parts(result))
        given = (await player.slash("record")).attachments[0]
        match = (await rig.state()).match
        assert replay(read((await given.read()).decode())) == match
        for each in people:
            await each.press("Next deal")
        await rig.quiet()
        table = await rig.state()
        assert table.phase == "deal"
        assert table.match is not None
        assert table.match.deals == 1
        assert rig.env.errors == []


async def test_a_hand_is_seen_by_its_owner_only() -> None:
    async with running() as rig:
        anna, bruno = await dealt(rig)
        await anna.press("My hand")
        await bruno.press("My hand")
        assert anna.hand.ephemeral
        assert bruno.hand.ephemeral
        assert anna.reads != bruno.reads
        with pytest.raises(simcord.SetupError, match="not visible"):
            await bruno.take(anna.offered()[-1], anna.hand)
