"""The whole bot on a simulated Discord in one process: the real client, a store."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import simcord
from discord.webhook.async_ import async_context
from simcord import interactions

from adapters.discord import DiscordApp
from adapters.discord.markup import picture_in
from adapters.discord.outbound import DiscordPlatform
from bot.document import read
from bot.host import Host
from bot.pictures.spec import Picture
from bot.ports import Clock, Pace, Store
from bot.state import Table
from tests.adapters.altering import alter
from tests.fakes.chance import seeded
from tests.fakes.clock import HandClock
from tests.fakes.stores import memory_store
from tests.fakes.studio import Sketches
from tests.patience import PATIENCE


class Unhurried(DiscordPlatform):
    """Without the waiting for Discord's limits, which the simulation does not have."""

    pace: tuple[Pace, ...] = ()

    def pace_of(self, destination: str) -> tuple[Pace, ...]:
        return self.pace


@dataclass(frozen=True)
class Sent:
    """A call of the bot that carried something to be seen.

    `reader` is the id of the only one who sees it; None: everybody in the channel. `pictures` are
    those that it brought.
    """

    method: str
    path: str
    body: dict[str, Any]
    reader: int | None
    pictures: tuple[Picture, ...] = ()

    @property
    def private(self) -> bool:
        """Does one person alone see it?"""
        return self.reader is not None

    @property
    def answer(self) -> bool:
        """Is it an answer to an interaction, and no message of a channel?"""
        return self.path.startswith("/webhooks/")


class Rig:
    """A running bot, the Discord it talks to, and a server with one channel in it."""

    def __init__(
        self, env: simcord.Env, store: Store, clock: HandClock, host: Host, sketches: Sketches
    ) -> None:
        self.env = env
        self.sketches = sketches
        self.store = store
        self.clock = clock
        self.host = host
        self.langs: dict[int, str] = {}
        self._restarts = 0
        self.guild = env.create_guild("Amici del bar")
        self.channel = self.guild.create_text_channel("carte")
        self._serving = asyncio.create_task(host.serve())

    def member(self, name: str, lang: str = "en-US", **options: Any) -> simcord.MemberActor:
        """Somebody in the server, whose client speaks a language."""
        user = self.env.create_user(name.lower(), global_name=name)
        self.langs[user.id] = lang
        return self.guild.add_member(user, **options)

    @contextmanager
    def in_their_languages(self) -> Iterator[None]:
        """The simulation's clients all speak English; ours say what their people speak."""
        really = interactions.base_payload

        def spoken(*arguments: Any, **options: Any) -> tuple[Any, dict[str, Any]]:
            record, payload = really(*arguments, **options)
            payload["locale"] = self.langs.get(record.user_id, payload["locale"])
            return record, payload

        with patch.object(interactions, "base_payload", spoken):
            yield

    async def restart(self) -> None:
        """Another client and another host go on with what is stored and what Discord shows."""
        await self.stop()
        self._restarts += 1
        self.host, app = _bot(self.store, self.clock, 5 + self._restarts, self.sketches)
        await self.env.restart_bot(app.client)
        self._serving = asyncio.create_task(self.host.serve())

    async def stop(self) -> None:
        """End the host's work."""
        self._serving.cancel()
        with suppress(asyncio.CancelledError):
            await self._serving

    async def quiet(self) -> None:
        """Wait until everything asked has been drawn."""
        async with asyncio.timeout(PATIENCE):
            while self.host.publisher.busy:
                await asyncio.sleep(0.005)
                await self.clock.advance(0.05)
        await self.env.settle(idle=0.005)

    async def passes(self, seconds: float) -> None:
        """Time passes."""
        await self.clock.advance(seconds)
        await self.quiet()

    async def alter(self, change: Callable[[Table], Table]) -> None:
        """Store what `change` makes of the table, as if the chat had come so far by itself."""
        code = (await self.state()).code
        await alter(self.store, self.host, code, change)
        await self.restart()
        await self.quiet()

    def sent(self, since: int = 0) -> list[Sent]:
        """All messages and changes of messages that the bot asked for, since so many calls."""
        return [
            Sent(
                call.method, call.path, call.json, self._reader(call.path), self._brought(call.json)
            )
            for call in self.env.http_requests[since:]
            if isinstance(call.json, dict) and "components" in call.json
        ]

    def _brought(self, body: dict[str, Any]) -> tuple[Picture, ...]:
        """The pictures among the files of a call."""
        names = [picture_in(each.get("filename", "")) for each in body.get("attachments") or ()]
        return tuple(self.sketches.named[name] for name in names if name)

    def _reader(self, path: str) -> int | None:
        """Who sees what is sent to that address: an answer, a private channel, or the channel."""
        _, kind, number, *rest = path.split("/")
        if kind == "webhooks":
            backend = self.env.backend
            return backend.interactions[backend.interaction_tokens[rest[0]]].user_id
        people = self.env.backend.get_channel(int(number)).recipient_ids
        bot = self.env.backend.bot_user.id
        return next((each for each in people or () if each != bot), None)

    async def state(self) -> Table:
        """What is stored for the channel."""
        code = await self.store.known_code(f"dc:{self.channel.id}")
        assert code is not None
        text = (await self.store.load(code)).text
        assert text is not None
        return read(text)


def _bot(
    store: Store, clock: Clock, seed: int, sketches: Sketches, paced: bool = False
) -> tuple[Host, DiscordApp]:
    host = Host(store, clock, chance=seeded(seed), studio=sketches.studio())
    wake = host.publisher.wake

    def wake_outside(*arguments: Any, **options: Any) -> None:
        # The simulation waits for all work that a tap began: for the answer, not for posts.
        outside = contextvars.Context()
        outside.run(async_context.set, async_context.get())
        outside.run(wake, *arguments, **options)

    host.publisher.wake = wake_outside  # type: ignore[method-assign]
    app = DiscordApp("token", "", "", host, clock, shards=(range(1), 1))
    if not paced:
        host.add(Unhurried(app.client, clock, host.studio, app.client.taps))
    return host, app


@asynccontextmanager
async def running(clock: HandClock | None = None, *, paced: bool = False) -> AsyncIterator[Rig]:
    """The bot at work, `paced` within its budgets.

    Unless another clock is given its time stands still, but for what it needs to draw.
    """
    clock, sketches = clock or HandClock(), Sketches()
    async with memory_store() as store:
        host, app = _bot(store, clock, 4, sketches, paced)
        async with simcord.run(app.client, settle_timeout=PATIENCE) as env:
            rig = Rig(env, store, clock, host, sketches)
            try:
                with rig.in_their_languages():
                    yield rig
            finally:
                await rig.stop()
