"""Quick taps in private, over a wire: each pays for its own change, and none waits for another."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from adapters.discord.taps import FRESH
from bot import payloads
from bot import requests as rq
from bot.clock import SystemClock
from bot.requests import Person, Place, Reply
from bot.state import Table
from engine.actions import DRAW
from tests.adapters.discord.wire import Wire, near
from tests.fakes.clock import IdleClock
from tests.fakes.discord import Interaction, Member
from tests.fakes.discord.things import Control, Json

TAPS = 7
PAID, COUNTED = "PATCH webhooks", "PATCH channels"
"""A change as the answer to a tap, and one that the budget of the channel knows."""


class Private:
    """Who is to play looks at their own hand in private. Time stands still unless it `runs`."""

    def __init__(self, wire: Wire, clock: IdleClock, table: Table, player: Member) -> None:
        self.wire = wire
        self.clock = clock
        self.player = player
        self.runs = False
        clock.idle = lambda: self.runs
        [self.post] = player.directs
        self.place = f"dc:@{player.id}"
        self._code = table.code
        self._seat = table.seat_of(self.place) or 0
        # Each card once: a menu does not tell two of them apart.
        self._cards = list(dict.fromkeys(table.view(self._seat).hand))
        self._made = len(wire.fake.calls)

    def payload(self, number: int) -> str:
        """What chooses a card."""
        return payloads.encode(self._code, rq.Choose(self._cards[number], 0, True))

    async def choose(self, number: int) -> Interaction:
        """Choose one more card, whatever the message shows by now, and wait for nothing."""
        return await self.player.tap(self.post, Control("", self.payload(number)), wait=False)

    async def shows(self, count: int) -> None:
        """Wait until so many chosen cards are shown."""
        await self.wire.fake.until(lambda: ticked(self.player.directs[-1].body) == count)

    @property
    def calls(self) -> list[tuple[str, int]]:
        """What was called since, without acknowledgements, and how it was answered."""
        return [
            (f"{call.method} {call.path.split('/')[1]}", call.status)
            for call in self.wire.fake.calls[self._made :]
            if not call.path.startswith("/interactions/")
        ]


def ticked(message: Json) -> int:
    """How many options of its menus are chosen in a message."""
    return str(message["components"]).count("'default': True")


@asynccontextmanager
async def private() -> AsyncIterator[Private]:
    """A first deal in which somebody has drawn a card; all of it is shown."""
    clock = IdleClock(1.0, SystemClock().now())
    running = asyncio.create_task(clock.run())
    try:
        async with near(clock) as wire:
            people = await wire.dealt()
            player = await wire.to_move(people)
            await wire.fake.until(lambda: player.directs)
            table = await wire.state()
            draw = payloads.encode(table.code, rq.Move(table.stamp, (DRAW,)))
            await player.tap(player.directs[0], Control("", draw))
            table = await wire.until(lambda now: now.stamp > table.stamp)
            await wire.quiet()
            yield Private(wire, clock, table, player)
    finally:
        running.cancel()


async def test_seven_quick_taps_are_all_shown_at_once_and_cost_the_channel_nothing() -> None:
    async with private() as there:
        for number in range(TAPS):
            await there.choose(number)
            await there.wire.fake.until(lambda number=number: len(there.calls) > number)  # type: ignore[misc]
            assert there.calls == [(PAID, 200)] * (number + 1)
            assert ticked(there.post.body) == number + 1


async def test_of_taps_at_the_same_time_the_newest_state_stays() -> None:
    async with private() as there:
        await asyncio.gather(*(there.choose(number) for number in range(TAPS)))
        await there.shows(TAPS)
        await there.wire.quiet()
        shown = [ticked(body) for body in there.post.versions[1:]]
        assert shown == sorted(shown)
        assert shown[-1] == TAPS
        assert set(there.calls) == {(PAID, 200)}
        assert len(there.calls) <= TAPS


async def test_taps_that_have_come_before_the_first_is_decided_pay_each_for_one_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with private() as there:
        host, come, gate = there.wire.host, [], asyncio.Semaphore(0)
        decide = host.tap

        async def tap(person: Person, place: Place, payload: str, **facts: Any) -> Reply:
            come.append(payload)
            await gate.acquire()
            return await decide(person, place, payload, **facts)

        monkeypatch.setattr(host, "tap", tap)
        for number in range(TAPS):
            await there.choose(number)
        await there.wire.fake.until(lambda: len(come) == TAPS)
        for number in range(TAPS):
            gate.release()
            await there.wire.fake.until(lambda number=number: len(there.calls) > number)  # type: ignore[misc]
            assert there.calls == [(PAID, 200)] * (number + 1)


async def test_a_picture_comes_with_the_answer_to_the_tap() -> None:
    async with private() as there:
        before, after = (body["attachments"] for body in there.post.versions)
        assert before[0]["filename"] != after[0]["filename"]
        await there.choose(0)
        await there.shows(1)
        # It does not change, and is not sent again.
        assert there.post.body["attachments"] == after


@pytest.mark.parametrize(
    ("code", "status"), [(10015, 404), (50027, 401), (10008, 404), (50035, 400), (30046, 429)]
)
async def test_where_a_token_does_not_serve_an_ordinary_change_does(
    code: int, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with private() as there:
        caplog.set_level(logging.DEBUG, "bot")
        caplog.set_level(logging.DEBUG, "adapters")
        there.wire.fake.fail("PATCH /webhooks/*", code)
        asked = await there.choose(0)
        await there.shows(1)
        assert there.calls == [(PAID, status), (COUNTED, 200)]
        assert asked.token not in caplog.text
        await there.choose(1)
        await there.shows(2)
        assert there.calls[2:] == [(PAID, 200)]


async def test_where_discord_does_not_answer_properly_it_is_shown_a_little_later() -> None:
    async with private() as there:
        there.wire.fake.fail("PATCH /webhooks/*", status=503)
        await there.choose(0)
        await there.wire.fake.until(lambda: there.calls)
        there.runs = True
        await there.shows(1)
        assert there.calls == [(PAID, 503), (COUNTED, 200)]


async def test_a_hand_that_was_deleted_when_it_was_tapped_is_posted_anew() -> None:
    async with private() as there:
        remove = there.wire.fake.world.remove
        there.wire.fake.fail("PATCH /webhooks/*", before=lambda: remove(there.post))
        await there.choose(0)
        await there.wire.fake.until(lambda: len(there.calls) == 3)
        assert there.calls == [(PAID, 404), (COUNTED, 404), ("POST channels", 200)]
        await there.shows(1)


async def test_c29_a_tap_that_was_not_acknowledged_pays_for_nothing() -> None:
    async with private() as there:
        there.wire.fake.fail("POST /interactions/*", 10062)
        await there.choose(0)
        await there.shows(1)
        assert there.calls == [(COUNTED, 200)]


@pytest.mark.parametrize("fresh", [True, False])
async def test_a_tap_that_changed_nothing_pays_for_a_while_and_no_longer(fresh: bool) -> None:
    async with private() as there:
        await there.choose(0)
        await there.shows(1)
        asked = await there.choose(0)
        await asked.acknowledged.wait()
        await there.wire.fake.until(lambda: there.wire.app.client.taps.post(there.place))
        there.clock.sleeps(FRESH / 2 if fresh else FRESH)
        # It comes to another process.
        person, place = Person(there.place, ""), Place(there.place, private=True)
        await there.wire.host.tap(person, place, there.payload(1))
        await there.shows(2)
        assert there.calls[1:] == [(PAID if fresh else COUNTED, 200)]
