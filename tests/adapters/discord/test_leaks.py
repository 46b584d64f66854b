"""Everything the bot sent to Discord, judged by what its readers may know at that time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.adapters.discord.oracle import Oracle, wrong
from tests.adapters.discord.player import Player, text
from tests.adapters.discord.rig import Sent, running
from tests.adapters.discord.scenes import dealt, play

EPHEMERAL = 64


@pytest.mark.parametrize("private", [True, False])
async def test_a_whole_deal_tells_nobody_what_they_must_not_know(private: bool) -> None:
    async with running() as rig:
        people = await dealt(rig)
        oracle = Oracle(rig, await rig.state())

        async def look(_: Player) -> None:
            await rig.quiet()
            oracle.look()

        await play(rig, people, 100, look, private=private)
        assert (await rig.state()).phase == "result"
        # There was something to judge.
        assert oracle.judged > 3 * oracle.turns > 30
        assert oracle.pictures > 3 * oracle.turns
        for one in rig.sent():
            if one.answer and one.method == "POST":
                assert one.body["flags"] & EPHEMERAL


async def test_a_hand_for_somebody_else_would_be_noticed() -> None:
    async with running() as rig:
        anna, bruno = await dealt(rig)
        await anna.press("My hand")
        table = await rig.state()
        aside = [one for one in rig.sent() if one.answer and "Hand (" in text_of(one.body)][-1]
        own = [one for one in rig.sent() if one.private and not one.answer]
        for hand in (aside, *own):
            reader = anna if hand.reader == anna.member.id else bruno
            other = bruno if reader is anna else anna
            assert wrong(hand, table) == ""
            assert "cards that are not known" in wrong(replace(hand, reader=other.member.id), table)
            assert wrong(replace(hand, reader=None), table)
            # The picture alone would give it away too.
            [picture] = hand.pictures
            assert "cards that are not known" in wrong(
                Sent("POST", hand.path, {"components": []}, other.member.id, (picture,)), table
            )
        assert {hand.reader for hand in own} == {anna.member.id, bruno.member.id}


def text_of(body: dict[str, list[dict[str, object]]]) -> str:
    return text(body["components"])
