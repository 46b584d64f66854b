"""The bot and a fake Discord with a wire between them: in a process of its own, or in this one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from unittest.mock import patch

from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord import DiscordApp
from bot import drawing, payloads
from bot import requests as rq
from bot.clock import SystemClock
from bot.document import read
from bot.host import Host
from bot.ports import Clock, Store
from bot.state import Table
from bot.turn_time import TurnTime
from engine.players.easy import easy
from tests.adapters.telegram.process import BotProcess
from tests.fakes.chance import seeded
from tests.fakes.clock import ScaledClock
from tests.fakes.discord import Channel, FakeDiscord, Interaction, Member, Message
from tests.fakes.discord.things import Control
from tests.fakes.stores import loopback_server, memory_store, store_at
from tests.patience import PATIENCE


def bot_on(fake: FakeDiscord, folder: Path, **settings: str) -> BotProcess:
    """A bot for the fake Discord in a process of its own."""
    wanted = {
        "DISCORD_TOKEN": fake.token,
        "DISCORD_API_BASE": fake.api_base,
        "DISCORD_GATEWAY_URL": fake.gateway_url,
        "DATA_DIR": str(folder / "data"),
        "WEB": "off",
    }
    bot = BotProcess(folder, **{**wanted, **settings})
    bot.unhurried = True
    return bot


class Wire:
    """Discord, the store of the bot, and a channel.

    A tap may be acknowledged as late as this machine is.
    """

    app: DiscordApp
    host: Host
    """The bot, where it runs in this process."""

    def __init__(self, fake: FakeDiscord, store: Store) -> None:
        self.fake = fake
        fake.world.acknowledge = PATIENCE
        self.store = store
        self.guild = fake.guild("Amici del bar")
        self.channel = fake.channel(self.guild, "carte")

    def people(self, *names: str, channel: Channel | None = None) -> list[Member]:
        """People who look at a channel."""
        where = channel or self.channel
        return [self.fake.member(name, where) for name in names]

    async def state(self, channel: Channel | None = None) -> Table:
        """What is stored for a channel."""
        code = await self.store.known_code(f"dc:{(channel or self.channel).id}")
        assert code is not None
        text = (await self.store.load(code)).text
        assert text is not None
        return read(text)

    async def served(self) -> None:
        """Wait until the bot is there."""
        await self.fake.until(lambda: self.fake.shards and self.fake.world.commands)

    async def opened(self, channel: Channel | None = None) -> list[Member]:
        """A table for two, with both at it."""
        where = channel or self.channel
        anna, bruno = self.people("Anna", "Bruno", channel=where)
        await anna.slash("pinnacola")
        await self.shows(where, "2 players")
        await anna.click("2 players")
        await bruno.click("Join")
        await self.shows(where, "Start")
        await self.fake.until(lambda: "Bruno" in where.last.text)
        return [anna, bruno]

    async def dealt(self, channel: Channel | None = None) -> list[Member]:
        """The same in their first deal."""
        people = await self.opened(channel)
        await people[0].click("Start")
        await self.shows(channel or self.channel, "More")
        return people

    async def shows(self, channel: Channel, label: str) -> Message:
        """The message of a channel with such a button, once it is there."""

        def there() -> list[Message]:
            return [m for m in channel.messages if label in m.labels]

        await self.fake.until(there)
        return there()[-1]

    async def play(
        self, people: list[Member], channel: Channel | None = None, under: Message | None = None
    ) -> Member:
        """One action of who is to play, as a beginner would choose it; who that was.

        It is tapped under the table, or another message.
        """
        table = await self.state(channel)
        assert table.deal is not None
        player = await self.to_move(people, channel)
        action = easy(table.view(table.deal.seat))
        payload = payloads.encode(table.code, rq.Move(table.stamp, (action,)))
        shown = under or await self.shows(channel or self.channel, "More")
        await player.tap(shown, Control("", payload))
        await self.until(lambda now: now.stamp > table.stamp, channel)
        return player

    async def turn(
        self, people: list[Member], channel: Channel | None = None, under: Message | None = None
    ) -> Member:
        """All actions of one turn; who played it."""
        before = (await self.state(channel)).turn_id
        player = await self.play(people, channel, under)
        while (now := await self.state(channel)).phase == "deal" and now.turn_id == before:
            await self.play(people, channel, under)
        return player

    async def to_move(self, people: list[Member], channel: Channel | None = None) -> Member:
        """Who is to play."""
        table = await self.state(channel)
        assert table.deal is not None
        person = table.seats[table.deal.seat].person or ""
        return next(each for each in people if person.endswith(str(each.id)))

    async def hand(self, member: Member) -> Message:
        """The own hand as the table's button shows it."""
        asked = await member.click("My hand")
        await self.fake.until(lambda: own_hand(asked))
        hand = own_hand(asked)
        assert hand is not None
        return hand

    async def until(self, told: Callable[[Table], object], channel: Channel | None = None) -> Table:
        """Wait for the stored table to be so."""
        async with asyncio.timeout(PATIENCE):
            while not told(table := await self.state(channel)):  # noqa: ASYNC110 - a store tells nobody
                await asyncio.sleep(0.01)
        return table

    async def quiet(self) -> None:
        """Wait until all is drawn, where the bot runs in this process."""
        await self.fake.until(lambda: not self.host.publisher.busy)

    def calls(self, method: str, channel: Channel | None = None) -> list[int]:
        """The statuses with which the messages of a channel were posted (POST), changed ..."""
        of = f"/channels/{(channel or self.channel).id}/messages"
        return [c.status for c in self.fake.calls if c.method == method and c.path.startswith(of)]


def own_hand(asked: Interaction) -> Message | None:
    """The hand among the answers to a tap."""
    hands = [m for m in asked.shown if m.only is asked.user and m.controls]
    return hands[-1] if hands else None


@asynccontextmanager
async def apart(
    folder: Path, start: float = 0.0, *, to_the_end: bool = False
) -> AsyncIterator[tuple[Wire, BotProcess]]:
    """The bot in a process of its own, with a store that the test can look into.

    `start` is where Discord's time begins, counted from now; `to_the_end` is the process's.
    """
    with loopback_server(folder) as url:
        async with (
            FakeDiscord(ScaledClock(1, start=time.time() + start)) as fake,
            store_at(url) as store,
        ):
            wire, bot = Wire(fake, store), bot_on(fake, folder, REDIS_URL=url)
            bot.to_the_end = to_the_end
            bot.start()
            try:
                await wire.served()
                yield wire, bot
            finally:
                await bot.stop()
            assert "Traceback" not in bot.output
            assert "voice" not in bot.output
            assert fake.token not in bot.output


@asynccontextmanager
async def _patience() -> AsyncIterator[None]:
    with patch.object(drawing, "PATIENCE", 3600.0):
        yield


@asynccontextmanager
async def near(clock: Clock | None = None, *, start: float = 0.0) -> AsyncIterator[Wire]:
    """The bot in this process: the same client and wire, and its errors in the test's log.

    `start` is where Discord's time begins, counted from now.
    """
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    own_clock = clock or SystemClock()
    async with (
        FakeDiscord(ScaledClock(1, start=time.time() + start)) as fake,
        memory_store() as store,
        # Pictures are waited for, however late this machine is.
        _patience(),
    ):
        wire = Wire(fake, store)
        host = Host(store, own_clock, chance=seeded(4), time=TurnTime(0))
        app = DiscordApp(fake.token, fake.api_base, fake.gateway_url, host, own_clock)
        wire.app, wire.host = app, host
        serving = asyncio.create_task(host.serve())
        try:
            await app.start()
            await wire.served()
            yield wire
        finally:
            await app.stop()
            serving.cancel()
            with suppress(asyncio.CancelledError):
                await serving
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway
