"""A bot on Discord in two processes with one store, each with its own shards."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.adapters.discord.wire import Wire, bot_on, own_hand
from tests.adapters.telegram.process import BotProcess
from tests.fakes.clock import ScaledClock
from tests.fakes.discord import Channel, FakeDiscord
from tests.fakes.stores import loopback_server, store_at


@asynccontextmanager
async def two(folder: Path, *shards: str) -> AsyncIterator[tuple[Wire, list[BotProcess]]]:
    """Two processes, each with such shards."""
    bots = []
    with loopback_server(folder) as url:
        async with (
            FakeDiscord(ScaledClock(1, start=time.time())) as fake,
            store_at(url) as store,
        ):
            wire = Wire(fake, store)
            # Both begin at once, and one of them has to wait.
            fake.server.gateway.pause = 5.0
            for number, served in enumerate(shards):
                home = folder / str(number)
                home.mkdir()
                bots.append(bot_on(fake, home, REDIS_URL=url, DISCORD_SHARDS=served))
            try:
                for bot in bots:
                    bot.start()
                await fake.until(lambda: len(fake.shards) == 2 and fake.world.commands)
                yield wire, bots
            finally:
                for bot in bots:
                    await bot.stop()
    for bot in bots:
        assert "Traceback" not in bot.output


def somewhere(wire: Wire, shard: int) -> Channel:
    """A channel of which this shard of two hears."""
    guild = wire.fake.guild(f"Guild {shard}", shard=(shard, 2))
    return wire.fake.channel(guild, "carte")


async def test_each_process_serves_its_servers_and_both_share_the_tables(tmp_path: Path) -> None:
    async with two(tmp_path, "0/2", "1-1/2") as (wire, bots):
        assert sorted((s.shard, s.count) for s in wire.fake.shards) == [(0, 2), (1, 2)]
        puts = [call for call in wire.fake.calls if call.method == "PUT"]
        assert len(puts) == 1
        first, second = somewhere(wire, 0), somewhere(wire, 1)
        here, there = await wire.dealt(first), await wire.dealt(second)
        await wire.turn(here, first)
        await wire.turn(there, second)

        # Direct messages are the first shard's, wherever the table is.
        player = await wire.to_move(there, second)
        await wire.fake.until(lambda: player.directs and player.directs[-1].controls)
        await wire.play([player], second, under=player.directs[-1])

        # Without the first process the second goes on.
        bots[0].kill()
        await wire.fake.until(lambda: [s.shard for s in wire.fake.shards] == [1])
        await wire.turn(there, second)
        hand = await there[0].click("My hand")
        await wire.fake.until(lambda: own_hand(hand))


async def test_c03_c38_two_processes_with_the_same_shards_count_every_tap_once(
    tmp_path: Path,
) -> None:
    async with two(tmp_path, "1", "1") as (wire, _):
        people = await wire.dealt()
        before = (await wire.state()).turn_id
        for _ in range(4):
            await wire.turn(people)
        assert (await wire.state()).turn_id == before + 4
        tables = [m for m in wire.channel.messages if "More" in m.labels]
        assert len(tables) == 1


async def test_a_wrong_range_is_one_clear_line(tmp_path: Path) -> None:
    async with FakeDiscord(ScaledClock(1)) as fake:
        bot = bot_on(fake, tmp_path, DISCORD_SHARDS="4-8/8")
        bot.start()
        assert await bot.wait() == 2
        assert len(bot.output.splitlines()) == 1
        assert bot.output.startswith("pinnacola: DISCORD_SHARDS ")
