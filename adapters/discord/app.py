"""Start and stop of the Discord adapter."""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import Any, Final

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord.events import Events
from adapters.discord.inbound import Inbound, Interaction
from adapters.discord.limits import Limits
from adapters.discord.outbound import DiscordPlatform
from adapters.discord.taps import Taps
from bot.commands import COMMANDS, Command
from bot.host import Host
from bot.ports import Clock, PlatformUnavailable
from bot.texts import LANGUAGES, SOURCE, texts
from bot.trouble import where

log = logging.getLogger(__name__)

TRIES: Final = 5
"""How often the list of commands is set where Discord asks to wait."""
Shards = tuple[range, int]
"""The shards of this process, and how many there are in all."""


class DiscordUnavailable(PlatformUnavailable):
    """Discord cannot be used. The message is one clear line without the token."""


class DiscordApp:
    """The bot on Discord: `start`, then `failed` waits for what ends it, then `stop`.

    `api_base` and `gateway_url` lead to a proxy or a test server; empty means Discord itself.
    Without `shards` this process serves as many as Discord recommends.
    """

    def __init__(
        self,
        token: str,
        api_base: str,
        gateway_url: str,
        host: Host,
        clock: Clock,
        shards: Shards | None = None,
    ) -> None:
        self.client = Client(host, clock, shards)
        self._token = token
        self._shards = shards
        self._begun = False
        self._connected: asyncio.Task[None] | None = None
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        # The client knows its addresses as constants.
        if api_base:
            Route.BASE = api_base
        if gateway_url:
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)

    async def start(self) -> None:
        """Begin to serve. Raises DiscordUnavailable."""
        self._begun = True
        try:
            await self.client.login(self._token)
            if not self._shards:
                # Not left to the client: it would take the address of the gateway from there too.
                self.client.shard_count, _, _ = await self.client.http.get_bot_gateway()
        except discord.LoginFailure:
            raise DiscordUnavailable(
                "DISCORD_TOKEN: Discord does not know this token; "
                "take it from the Developer Portal, page Bot"
            ) from None
        except discord.RateLimited as error:
            wait = f"Discord asks to wait {error.retry_after:.0f} s before another start"
            raise DiscordUnavailable(wait, passes=True) from None
        except (aiohttp.ClientError, OSError, discord.HTTPException, discord.GatewayNotFound):
            why = f"Discord cannot be reached at {Route.BASE}"
            raise DiscordUnavailable(why, passes=True) from None
        except (KeyError, TypeError, ValueError):
            why = f"what answers at {Route.BASE} is not Discord: look at DISCORD_API_BASE"
            raise DiscordUnavailable(why) from None
        self._connected = asyncio.create_task(self._serve())

    async def finish(self) -> None:
        """Leave the gateway; interactions that have come are worked off and answered."""
        for shard in dict(self.client.shards).values():
            await shard.disconnect()
        await self.client.finish()

    async def stop(self) -> None:
        """Close the connections."""
        if self._begun:
            await self.client.close()
        if self._connected is not None:
            # It may be waiting to try again to connect.
            self._connected.cancel()
            await asyncio.gather(self._connected, return_exceptions=True)

    async def failed(self) -> None:
        """Wait for trouble that ends the service. Raises DiscordUnavailable."""
        await self._ended

    async def _serve(self) -> None:
        try:
            await self.client.connect()
        except discord.ConnectionClosed as error:
            why = f"Discord has ended the connection (code {error.code})"
            self._ended.set_exception(DiscordUnavailable(why))
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            why = f"Discord cannot be used any longer ({type(error).__name__})"
            self._ended.set_exception(DiscordUnavailable(why, passes=True))


class Client(discord.AutoShardedClient):
    """The client with the bot's commands: it hears of them, of taps, and of what befalls places.

    Who has left a server and which message was deleted Discord tells only those who may also read
    all about its members and messages. That is learned from errors instead, and by asking about
    whom a channel calls.
    """

    def __init__(self, host: Host, clock: Clock, shards: Shards | None = None) -> None:
        # An operator who reads that voice does not work would look for what is missing.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        self.limits = Limits(clock)
        served: dict[str, Any] = {}
        if shards is not None:
            served = {"shard_ids": list(shards[0]), "shard_count": shards[1]}
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            http_trace=self.limits.trace,
            **served,
        )
        self.limits.govern(self.http)
        self._clock = clock
        self.taps = Taps(clock, host.studio)
        self._inbound = Inbound(host, self.taps)
        self._events = Events(host)
        self._syncs = shards is None or 0 in shards[0]
        self.tree = _Commands(self)
        host.add(DiscordPlatform(self, clock, host.studio, self.taps))

    async def setup_hook(self) -> None:
        """Before the first event: the list of commands."""
        for command in COMMANDS:
            self.tree.add_command(_slash(command, self._inbound))
        await self.tree.set_translator(_Names())
        if self._syncs:
            await self._sync()

    async def _sync(self) -> None:
        for _ in range(TRIES):
            try:
                await self.tree.sync()
                return
            except discord.RateLimited as error:
                await self._clock.sleep(error.retry_after)
            except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
                log.warning("the list of commands was not set: %s", where(error))
                return
        log.warning("the list of commands was not set: Discord asks to wait")

    async def finish(self) -> None:
        """Let the interactions under way end."""
        await self._inbound.finish()

    async def on_interaction(self, interaction: Interaction) -> None:
        """A tap; slash commands come by their tree."""
        if interaction.type is discord.InteractionType.component:
            await self._inbound.on_component(interaction)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted; its threads are told of by themselves."""
        await self._events.deleted(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted."""
        await self._events.deleted(payload.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server."""
        await self._events.removed(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was added to a server, perhaps again."""
        await self._events.added(guild)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """A channel was changed, perhaps what the bot may do there."""
        await self._events.changed(after)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """A role was changed, perhaps one that the bot has."""
        await self._events.role_changed(before, after)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """The bot was given other roles."""
        await self._events.member_changed(before, after)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread was changed, perhaps opened again."""
        locked = payload.data["thread_metadata"].get("locked", False)
        await self._events.thread_changed(payload.thread_id, locked=locked)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """The bot was let into a thread."""
        await self._events.thread_changed(thread.id, locked=thread.locked)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Nothing of what an event held reaches the log."""
        error = sys.exc_info()[1]
        if error is not None:
            log.error("an event was not served: %s", where(error))


class _Commands(app_commands.CommandTree[Client]):
    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        cause = error.__cause__ or error
        log.error("a command was not served: %s", where(cause))


class _Names(app_commands.Translator):
    """The names and descriptions of the commands in the reader's language."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        lang = locale.value
        command = string.extras.get("command")
        if lang not in LANGUAGES or lang == SOURCE or not isinstance(command, Command):
            return None
        if context.location is app_commands.TranslationContextLocation.command_name:
            return command.called(lang)
        return command.describe(texts(lang))


def _slash(command: Command, inbound: Inbound) -> app_commands.Command[Any, ..., None]:
    async def called(interaction: Interaction) -> None:
        await inbound.on_command(interaction, command.name)

    return app_commands.Command(
        name=app_commands.locale_str(command.called(SOURCE), command=command),
        description=app_commands.locale_str(command.describe(texts(SOURCE)), command=command),
        callback=called,
        allowed_contexts=app_commands.AppCommandContext(
            guild=command.group, dm_channel=command.private, private_channel=False
        ),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
