"""The fake as tests use it: a server of Discord, its places and people."""

from __future__ import annotations

from collections.abc import Callable

from bot.ports import Clock
from tests.fakes.discord.gateway import Session
from tests.fakes.discord.people import Member
from tests.fakes.discord.server import TOKEN, Call, Fault, Server
from tests.fakes.discord.things import Channel, Guild, Message, User
from tests.fakes.discord.world import World
from tests.fakes.serving import Serving


class FakeDiscord(Serving):
    """Discord for one bot, at `api_base` and `gateway_url`."""

    token = TOKEN

    def __init__(self, clock: Clock) -> None:
        self.world = World(clock)
        self.server = Server(self.world)
        super().__init__(self.server)

    @property
    def api_base(self) -> str:
        """Where the REST API answers."""
        return f"http://127.0.0.1:{self.server.port}/api/v10"

    @property
    def gateway_url(self) -> str:
        """Where the gateway answers."""
        return self.server.gateway.url

    # --- places and people -------------------------------------------------------------------

    def guild(self, name: str, shard: tuple[int, int] | None = None) -> Guild:
        """A server; `shard`: one that this shard of so many hears of."""
        number = None
        if shard is not None:
            number = self.world.number()
            while (number >> 22) % shard[1] != shard[0]:
                number += 1 << 22
        return self.world.add_guild(name, number)

    def channel(
        self, guild: Guild, name: str, parent: Channel | None = None, *, closed: bool = False
    ) -> Channel:
        """A channel, or a thread in `parent`; `closed`: a private one, and the bot is not in it."""
        return self.world.add_channel(guild, name, parent, closed)

    def member(
        self, name: str, channel: Channel, *, lang: str = "en-US", manages: bool = False
    ) -> Member:
        """Somebody new in the server of `channel`, who looks at that channel."""
        user = User(self.world.number(), name, lang)
        self.world.users[user.id] = user
        channel.home.members.append(user)
        if manages:
            channel.home.managers.add(user.id)
        return self.looking(user, channel)

    def looking(self, user: User, channel: Channel) -> Member:
        """The same person looks at another channel."""
        return Member(self.world, user, channel, self.flush)

    # --- what happens --------------------------------------------------------------------------

    async def delete_message(self, message: Message) -> None:
        """Somebody deletes a message."""
        self.world.remove(message)
        await self.flush()

    async def delete_channel(self, channel: Channel) -> None:
        """Somebody deletes a channel or thread."""
        self.world.remove_channel(channel)
        await self.flush()

    async def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """A thread is put away."""
        self.world.archive(thread, locked)
        await self.flush()

    async def rename(self, channel: Channel, name: str) -> None:
        """A channel is given another name."""
        self.world.rename(channel, name)
        await self.flush()

    async def permit(self, channel: Channel) -> None:
        """An admin gives back what was taken away in a channel."""
        self.world.permit(channel)
        await self.flush()

    async def permit_all(self, guild: Guild, *but: str) -> None:
        """An admin gives everybody all rights in a server but these."""
        self.world.permit_all(guild, set(but))
        await self.flush()

    async def help_bot(self, guild: Guild) -> None:
        """An admin gives the bot a role with all rights."""
        self.world.help_bot(guild)
        await self.flush()

    async def let_in(self, thread: Channel) -> None:
        """The bot is mentioned in a private thread."""
        self.world.let_in(thread)
        await self.flush()

    async def unlock(self, thread: Channel) -> None:
        """A thread that was put away is opened again."""
        self.world.archive(thread, archived=False)
        await self.flush()

    async def throw_out(self, guild: Guild) -> None:
        """The bot is removed from a server."""
        self.world.throw_out(guild)
        await self.flush()

    async def take_back(self, guild: Guild) -> None:
        """The bot is added again."""
        self.world.take_back(guild)
        await self.flush()

    def fail(
        self,
        pattern: str,
        code: int = 0,
        *,
        status: int | None = None,
        times: int = 1,
        delay: float = 0.0,
        before: Callable[[], None] | None = None,
    ) -> Fault:
        """Trouble for the next calls that fit, as `POST /channels/*/messages`."""
        fault = Fault(pattern, times, code, status, delay, before)
        self.server.faults.append(fault)
        return fault

    def flood(self, seconds: float, channel: Channel | None = None, route: str = "") -> None:
        """Refuse the calls of one kind (`POST messages`) to a channel, or all calls, with 429.

        For so many seconds from the first of them; 0: from now on they are served again.
        """
        self.server.rates.flood(seconds, route, "" if channel is None else str(channel.id))

    # --- what the bot did ----------------------------------------------------------------------

    @property
    def calls(self) -> list[Call]:
        """All requests as they were answered."""
        return self.server.calls

    @property
    def shards(self) -> list[Session]:
        """The sessions that are connected."""
        return self.server.gateway.connected

    async def flush(self) -> None:
        """Put on the wire what the bot waits to be told."""
        await self.server.gateway.flush()
        self._stir()
