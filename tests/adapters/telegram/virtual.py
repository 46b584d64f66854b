"""The bot on the Telegram fake in time that is only counted: the same run gives the same numbers.

Nothing takes time but what is said to: `LATENCY` for each call of the bot.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, Final

from telegram import Bot, Update

from adapters.telegram.inbound import Inbound, InOrder
from adapters.telegram.outbound import TelegramPlatform
from bot.host import Host
from bot.ports import Store
from bot.studio import Studio
from tests.fakes.chance import seeded
from tests.fakes.clock import HandClock
from tests.fakes.stores import memory_store
from tests.fakes.studio import Sketches
from tests.fakes.telegram import FakeTelegram, Group, Person
from tests.fakes.telegram.server import Call

LATENCY: Final = 0.06
"""Seconds that each call of the bot takes."""
WRITING: Final = {
    "sendmessage": "post",
    "sendphoto": "post",
    "editmessagetext": "edit",
    "editmessagecaption": "edit",
    "editmessagemedia": "edit",
    "editmessagereplymarkup": "edit",
    "deletemessage": "deletion",
    "answercallbackquery": "answer",
}
"""What the calls of the bot are."""


class Virtual:
    """A running bot; `pass_time` moves on."""

    def __init__(self, fake: FakeTelegram, clock: HandClock, host: Host, bot: Bot) -> None:
        self.fake = fake
        self.clock = clock
        self.host = host
        self._bot = bot
        self._inbound = Inbound(host, fake.username)
        self._order = InOrder(256)
        self._working: set[asyncio.Task[None]] = set()

    async def pass_time(self, seconds: float = 0.0) -> None:
        """Bring the bot what people did, and let so many seconds pass."""
        self._deliver()
        await self.clock.advance(seconds)

    async def until_quiet(self, most: float = 600.0) -> None:
        """Let time pass until all is drawn and said."""
        for _ in range(round(most / 0.05)):
            await self.pass_time(0.05)
            if not (self.host.publisher.busy or self._working or self._inbound._answering):
                return
        raise AssertionError("the bot does not come to rest")

    def _deliver(self) -> None:
        feed = self.fake.updates
        for body in feed.take(0, 1000):
            feed.confirm(body)
            update = Update.de_json(body, self._bot)
            handler: Any = None
            if update.callback_query is not None:
                handler = self._inbound.on_tap
            elif update.message is not None and update.message.text:
                handler = self._inbound.on_message
            if handler is not None:
                work = self._order.do_process_update(update, handler(update, None))
                task = asyncio.create_task(work)
                self._working.add(task)
                task.add_done_callback(self._working.discard)

    async def stop(self) -> None:
        """End the work."""
        await self._inbound.stop()

    @staticmethod
    def kind(call: Call) -> str:
        """What a call is: a word of `WRITING`."""
        return WRITING[call.method]

    def calls(self, since: float, kind: str = "", chat: int | None = None) -> list[Call]:
        """The calls that were answered since then, of one kind and to one chat if given."""
        return [
            call
            for call in self.fake.calls
            if call.at >= since
            and call.method in WRITING
            and kind in ("", self.kind(call))
            and chat in (None, call.chat)
        ]

    async def table(self, *names: str) -> tuple[Group, list[Person]]:
        """A match of those people in its first deal, all of it drawn."""
        return (await self.tables([names]))[0]

    async def tables(self, names: Sequence[Sequence[str]]) -> list[tuple[Group, list[Person]]]:
        """The same for many tables."""
        fake = self.fake
        people = [[fake.user(name, lang="en", started=True) for name in table] for table in names]
        every = [(fake.group("Friday cards", members=seats), seats) for seats in people]
        for _, seats in every:
            for person in seats:
                await person.start_private()
        await self.until_quiet()
        for group, seats in every:
            await seats[0].send(group, "/pinnacola")
        await self.until_quiet()
        for group, seats in every:
            if len(seats) == 2:
                seats[0].begin_tap(group, "2 players")
        await self.until_quiet()
        for group, seats in every:
            for person in seats[1:]:
                person.begin_tap(group, "Join")
        await self.until_quiet()
        for group, seats in every:
            seats[0].begin_tap(group, "Start")
        await self.until_quiet()
        return every


@asynccontextmanager
async def virtual(
    seed: int = 1, store: Store | None = None, studio: Studio | None = None
) -> AsyncIterator[Virtual]:
    """The bot at work; its chance is always the same. Its pictures are sketches, or by `studio`."""
    clock = HandClock()
    async with AsyncExitStack() as stack:
        fake = await stack.enter_async_context(FakeTelegram(clock))
        stack.enter_context(fake.directly())
        bot = await stack.enter_async_context(Bot(fake.token, base_url=fake.base_url))
        fake.fail("*", 10**9, delay=LATENCY)
        if store is None:
            store = await stack.enter_async_context(memory_store())
        host = Host(store, clock, chance=seeded(seed), studio=studio or Sketches().studio())
        host.add(TelegramPlatform(bot, clock, host.studio))
        world = Virtual(fake, clock, host, bot)
        serving = asyncio.create_task(host.serve())
        try:
            yield world
        finally:
            await world.stop()
            serving.cancel()
            with suppress(asyncio.CancelledError):
                await serving
