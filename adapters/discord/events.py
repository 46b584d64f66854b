"""What Discord says by itself of servers and channels."""

from __future__ import annotations

import discord

from adapters.discord.markup import PREFIX
from bot.host import Host


class Events:
    """Makes of it what befalls chats."""

    def __init__(self, host: Host) -> None:
        self._places = host.places

    async def deleted(self, channel: int) -> None:
        """A channel or thread was deleted: its table goes with it."""
        await self._places.gone_for_good(f"{PREFIX}{channel}")

    async def removed(self, guild: discord.Guild) -> None:
        """The bot is not in a server any more: its games wait.

        Threads that were put away are not listed; there the next post finds out.
        """
        for channel in (*guild.channels, *guild.threads):
            await self._places.thrown_out(f"{PREFIX}{channel.id}")

    async def added(self, guild: discord.Guild) -> None:
        """The bot is in a server: games that waited are shown again."""
        for channel in (*guild.channels, *guild.threads):
            await self._places.back(f"{PREFIX}{channel.id}")
