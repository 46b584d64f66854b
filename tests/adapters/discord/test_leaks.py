"""Everything the bot sent to Discord, judged by what its readers may know at that time."""

from __future__ import annotations

from typing import Any

from bot import payloads
from bot import requests as rq
from bot.state import Table
from engine.cards import Card
from engine.rules import Rules
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

    async def look(self, player: Player) -> None:
        """All answers since were to that player, who may know what it now and before took."""
        await self.rig.quiet()
        after = await self.rig.state()
        sent = self.rig.sent()
        for one in sent[self.looked :]:
            may = _known(self.before, one, player) | _known(after, one, player)
            told = _told(one, after.rules)
            if self.before.phase == after.phase == "deal":
                assert told <= may, one.path
                self.cards[one.private] += len(told)
            shown = text(one.body["components"])
            assert one.private or not HAND_LINE.search(shown)
        self.before, self.looked = after, len(sent)


def _known(table: Table, sent: Sent, player: Player) -> set[Card]:
    return known(table, table.seat_of(player.place) if sent.private else None)


def _told(sent: Sent, rules: Rules) -> set[Card]:
    components: list[dict[str, Any]] = sent.body["components"]
    # The signs of bold text would read as jokers.
    told = named(text(components).replace("**", "").replace("\\", ""), rules)
    for choice in choices(components):
        what = payloads.decode(choice.payload)[1]
        told |= named(choice.label, rules) | carried(what)
        if not sent.private:
            assert not isinstance(what, rq.Move | rq.Choose)
    return told


async def test_a_whole_deal_tells_nobody_what_they_must_not_know() -> None:
    async with running() as rig:
        people = await dealt(rig)
        watcher = Watcher(rig, await rig.state())
        await play(rig, people, 100, watcher.look)
        assert (await rig.state()).phase == "result"
        # There was something to judge.
        assert watcher.cards[True] > 1000
        assert watcher.cards[False] > 50
        for one in rig.sent():
            if one.private and one.method == "POST":
                assert one.body["flags"] & EPHEMERAL


async def test_a_hand_in_the_channel_would_be_noticed() -> None:
    async with running() as rig:
        anna, _ = await dealt(rig)
        await anna.press("My hand")
        table = await rig.state()
        hand = [one for one in rig.sent() if one.private and _told(one, table.rules)][-1]
        assert _told(hand, table.rules) <= known(table, table.seat_of(anna.place))
        assert not _told(hand, table.rules) <= known(table, None)
        assert HAND_LINE.search(text(hand.body["components"]))
