"""Everything the bot sent to Discord, judged by what its readers may know at that time."""

from __future__ import annotations

from typing import Any

import pytest

from bot import payloads
from bot import requests as rq
from bot.state import Table
from engine.cards import Card
from tests.adapters.discord.player import Player, choices, text
from tests.adapters.discord.rig import Rig, Sent, running
from tests.adapters.discord.scenes import dealt, play
from tests.adapters.knowledge import HAND_LINE, carried, known, named

EPHEMERAL = 64


class Watcher:
    """Looks at what has been sent since it looked last."""

    def __init__(self, rig: Rig, table: Table) -> None:
        self.rig = rig
        self.before = table
        self.looked = len(rig.sent())
        self.cards = {True: 0, False: 0}

    async def look(self, _: Player) -> None:
        """Every reader may know what was sent to them, now or before it was asked for."""
        await self.rig.quiet()
        after = await self.rig.state()
        sent = self.rig.sent()
        for one in sent[self.looked :]:
            may = _known(self.before, one) | _known(after, one)
            told = _told(one, after)
            if self.before.phase == after.phase == "deal":
                assert told <= may, one.path
                self.cards[one.private] += len(told)
            shown = text(one.body["components"])
            assert one.private or not HAND_LINE.search(shown)
        self.before, self.looked = after, len(sent)


def _known(table: Table, sent: Sent) -> set[Card]:
    return known(table, table.seat_of(f"dc:@{sent.reader}") if sent.private else None)


def _told(sent: Sent, table: Table) -> set[Card]:
    components: list[dict[str, Any]] = sent.body["components"]
    # The signs of bold text would read as jokers.
    told = named(text(components).replace("**", "").replace("\\", ""), table.rules)
    for choice in choices(components):
        what = payloads.decode(choice.payload)[1]
        told |= named(choice.label, table.rules) | carried(what)
        if not sent.private:
            assert not isinstance(what, rq.Move | rq.Choose | rq.ChooseAmong)
    return told


@pytest.mark.parametrize("private", [True, False])
async def test_a_whole_deal_tells_nobody_what_they_must_not_know(private: bool) -> None:
    async with running() as rig:
        people = await dealt(rig)
        watcher = Watcher(rig, await rig.state())
        await play(rig, people, 100, watcher.look, private=private)
        assert (await rig.state()).phase == "result"
        # There was something to judge.
        assert watcher.cards[True] > 1000
        assert watcher.cards[False] > 50
        for one in rig.sent():
            if one.answer and one.method == "POST":
                assert one.body["flags"] & EPHEMERAL


async def test_a_hand_in_the_channel_would_be_noticed() -> None:
    async with running() as rig:
        anna, bruno = await dealt(rig)
        await anna.press("My hand")
        table = await rig.state()
        hand = [one for one in rig.sent() if one.answer and _told(one, table)][-1]
        assert hand.reader == anna.member.id
        told = _told(hand, table)
        assert told <= known(table, table.seat_of(anna.place))
        assert not told <= known(table, table.seat_of(bruno.place))
        assert not told <= known(table, None)
        assert HAND_LINE.search(text(hand.body["components"]))
