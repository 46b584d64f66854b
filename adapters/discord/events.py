"""What Discord says by itself of servers and channels."""

from __future__ import annotations

import discord
from discord.abc import GuildChannel

from adapters.discord.markup import PREFIX
from adapters.discord.rights import may_post
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
        """The bot is in a server, or may do more there: games that waited are shown again."""
        for channel in guild.channels:
            if may_post(channel):
                await self._back(channel.id)
        for thread in guild.threads:
            if thread.parent is None or may_post(thread.parent, thread=True):
                await self._back(thread.id)

    async def changed(self, channel: GuildChannel) -> None:
        """A channel was changed: where the bot may post, there or in threads, games go on."""
        if may_post(channel):
            await self._back(channel.id)
        if may_post(channel, thread=True):
            for thread in channel.guild.threads:
                if thread.parent_id == channel.id:
                    await self._back(thread.id)

    async def role_changed(self, before: discord.Role, after: discord.Role) -> None:
        """A role was changed, perhaps one that the bot has."""
        if before.permissions != after.permissions and after in after.guild.me.roles:
            await self.added(after.guild)

    async def member_changed(self, before: discord.Member, after: discord.Member) -> None:
        """A member was changed; of the bot itself Discord tells unasked."""
        if after == after.guild.me and before.roles != after.roles:
            await self.added(after.guild)

    async def thread_changed(self, thread: int, *, locked: bool) -> None:
        """A thread was changed, perhaps opened again, or has let the bot in."""
        if not locked:
            await self._back(thread)

    async def _back(self, channel: int) -> None:
        await self._places.back(f"{PREFIX}{channel}")
