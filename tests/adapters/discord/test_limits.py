"""What Discord allows: the client never waits by itself, and stops before it is shut out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from discord.http import Route

from adapters.discord.app import Client
from adapters.discord.limits import MOST, WINDOW, Limits
from adapters.discord.outbound import DiscordPlatform
from bot.host import Host
from bot.ports import Busy, TooOld
from bot.screen import Screen, line
from bot.studio import Studio
from tests.fakes.clock import HandClock
from tests.fakes.discord import Channel, FakeDiscord
from tests.fakes.discord.rates import BUCKETS
from tests.fakes.stores import memory_store
from tests.patience import PATIENCE

SHORT = Screen((line("hello"),))
LONG = 10 * PATIENCE
"""Seconds that no test waits for."""
SLEPT = 29.0
"""Seconds that the client by itself would sleep through, and find Discord's time at a stand."""


@pytest.fixture
def clock() -> HandClock:
    """Discord's time and the bot's: it stands still, however late this machine is."""
    return HandClock(start=time.time())


@pytest.fixture
async def fake(clock: HandClock) -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(clock) as fake:
        yield fake


@pytest.fixture
def channel(fake: FakeDiscord) -> Channel:
    return fake.channel(fake.guild("Amici"), "carte")


@pytest.fixture
async def client(
    fake: FakeDiscord, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Client]:
    """The bot's client, logged in and not connected."""
    monkeypatch.setattr(Route, "BASE", fake.api_base)
    async with memory_store() as store:
        client = Client(Host(store, clock), clock)
        await client.login(fake.token)
        yield client
        await client.close()


@pytest.fixture
def own(client: Client, clock: HandClock) -> DiscordPlatform:
    return DiscordPlatform(client, clock, Studio())


def place(channel: Channel) -> str:
    return f"dc:{channel.id}"


async def busy(own: DiscordPlatform, channel: Channel) -> Busy:
    """What a post comes to that has to wait."""
    with pytest.raises(Busy) as caught:
        # Whoever waited for Discord would wait longer.
        async with asyncio.timeout(PATIENCE):
            await own.send(place(channel), SHORT, silent=True)
    return caught.value


async def test_an_empty_bucket_is_told_at_once_and_is_of_one_channel_alone(
    fake: FakeDiscord, channel: Channel, own: DiscordPlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BUCKETS, "POST messages", (5, LONG))
    # All at once, before anything is known of the bucket.
    await asyncio.gather(*(own.send(place(channel), SHORT, True) for _ in range(5)))
    made = len(fake.calls)
    wait = await busy(own, channel)
    assert 0 < wait.seconds <= LONG
    assert wait.everywhere is False
    # It was not even asked for, and nobody else waits.
    assert len(fake.calls) == made
    await own.send(place(fake.channel(channel.home, "bar")), SHORT, silent=True)
    assert {call.status for call in fake.calls} == {200}


async def test_a_pause_that_discord_asks_for_is_handed_on_at_once(
    fake: FakeDiscord, channel: Channel, own: DiscordPlatform
) -> None:
    fake.flood(SLEPT, channel, "POST messages")
    wait = await busy(own, channel)
    assert wait.seconds == SLEPT
    assert wait.everywhere is False
    await own.send(place(fake.channel(channel.home, "bar")), SHORT, silent=True)


async def test_a_pause_of_the_whole_bot_holds_for_every_channel(
    fake: FakeDiscord, channel: Channel, own: DiscordPlatform
) -> None:
    other = fake.channel(channel.home, "bar")
    fake.flood(SLEPT)
    await busy(own, channel)
    made = len(fake.calls)
    wait = await busy(own, other)
    assert wait.seconds == pytest.approx(SLEPT)
    assert wait.everywhere
    assert len(fake.calls) == made


async def test_where_something_before_discord_refuses_all_it_is_left_alone_for_long(
    fake: FakeDiscord, channel: Channel, own: DiscordPlatform
) -> None:
    for _ in range(10_000):
        fake.server.rates.refused(403)
    wait = await busy(own, channel)
    assert wait.seconds >= 60
    assert wait.everywhere


async def test_an_old_message_that_may_not_be_changed_any_more_is_too_old(
    fake: FakeDiscord, channel: Channel, client: Client, clock: HandClock
) -> None:
    late = HandClock(start=clock.now() + 3700)
    post = await DiscordPlatform(client, clock, Studio()).send(place(channel), SHORT, silent=True)
    fake.fail("PATCH *", 30046, times=2)
    with pytest.raises(Busy):
        await DiscordPlatform(client, clock, Studio()).edit(place(channel), post, SHORT)
    with pytest.raises(TooOld):
        await DiscordPlatform(client, late, Studio()).edit(place(channel), post, SHORT)


async def test_refusals_are_counted_as_discord_counts_them(
    fake: FakeDiscord, channel: Channel, client: Client, own: DiscordPlatform
) -> None:
    refused: list[int] = []
    client.limits.refused = lambda: refused.append(1)  # type: ignore[method-assign]
    await own.send(place(channel), SHORT, silent=True)
    assert refused == []
    channel.taken.add("send_messages")
    for _ in range(3):
        with pytest.raises(Exception, match="forbidden"):
            await own.send(place(channel), SHORT, silent=True)
    await fake.delete_channel(channel)
    with pytest.raises(Exception, match="gone"):
        await own.send(place(channel), SHORT, silent=True)
    assert len(refused) == fake.server.rates.invalid == 3


def test_c01_before_discord_shuts_it_out_the_bot_pauses_and_goes_on_by_itself(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = HandClock(start=1000.0)
    limits = Limits(clock)
    for number in range(MOST - 1):
        clock.sleeps(WINDOW / MOST / 4)
        limits.refused()
        assert limits.left() == 0, number
    limits.refused()
    # Until half of them are ten minutes old.
    assert WINDOW * 0.8 < limits.left() < WINDOW
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    clock.sleeps(limits.left())
    assert limits.left() == 0
    # Old refusals do not count again.
    clock.sleeps(WINDOW)
    for _ in range(MOST - 1):
        limits.refused()
    assert limits.left() == 0
    assert len(caplog.records) == 1


async def test_while_the_bot_pauses_no_call_is_made(
    fake: FakeDiscord, channel: Channel, client: Client, own: DiscordPlatform
) -> None:
    for _ in range(MOST):
        client.limits.refused()
    made = len(fake.calls)
    wait = await busy(own, channel)
    assert wait.everywhere
    assert len(fake.calls) == made
