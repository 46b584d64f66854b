"""The whole bot on a simulated Discord in one process: the real client, a store, a fast clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import simcord

from adapters.discord import DiscordApp
from bot.document import read
from bot.host import Host
from bot.ports import Store
from bot.state import Table
from tests.fakes.clock import ScaledClock
from tests.fakes.stores import memory_store

SPEED = 150.0
"""How much faster than real time a match runs."""


class Rig:
    """A running bot, the Discord it talks to, and a server with one channel in it."""

    def __init__(self, env: simcord.Env, store: Store, clock: ScaledClock, host: Host) -> None:
        self.env = env
        self.store = store
        self.clock = clock
        self.host = host
        self.guild = env.create_guild("Amici del bar")
        self.channel = self.guild.create_text_channel("carte")
        self._serving = asyncio.create_task(host.serve())

    def member(self, name: str, **options: Any) -> simcord.MemberActor:
        """Somebody in the server."""
        return self.guild.add_member(
            self.env.create_user(name.lower(), global_name=name), **options
        )

    async def restart(self) -> None:
        """Another client and another host go on with what is stored and what Discord shows."""
        await self.stop()
        self.host = Host(self.store, self.clock)
        app = DiscordApp("token", "", "", self.host, self.clock)
        await self.env.restart_bot(app.client)
        self._serving = asyncio.create_task(self.host.serve())

    async def stop(self) -> None:
        """End the host's work."""
        self._serving.cancel()
        with suppress(asyncio.CancelledError):
            await self._serving

    async def quiet(self) -> None:
        """Wait until everything asked has been drawn."""
        async with asyncio.timeout(20):
            while self.host.publisher.busy:
                await asyncio.sleep(0.005)
        await self.env.settle()

    async def state(self) -> Table:
        """What is stored for the channel."""
        code = await self.store.known_code(f"dc:{self.channel.id}")
        assert code is not None
        text = (await self.store.load(code)).text
        assert text is not None
        return read(text)


@asynccontextmanager
async def running() -> AsyncIterator[Rig]:
    """The bot at work."""
    clock = ScaledClock(SPEED)
    async with memory_store() as store:
        host = Host(store, clock)
        app = DiscordApp("token", "", "", host, clock)
        async with simcord.run(app.client) as env:
            rig = Rig(env, store, clock, host)
            try:
                yield rig
            finally:
                await rig.stop()
