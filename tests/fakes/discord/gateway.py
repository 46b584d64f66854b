"""The gateway: sessions over websockets, each a shard, whose events can be resumed."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass, field
from typing import Final

from aiohttp import WSMsgType, web

from tests.fakes.discord.things import Guild, Json
from tests.fakes.discord.world import World

DISPATCH, BEAT, IDENTIFY, RESUME = 0, 1, 2, 6
RECONNECT, INVALID, HELLO, ACK = 7, 9, 10, 11
UNKNOWN, NOT_FIRST, NO_TOKEN, BAD_SHARD, FORBIDDEN = 4001, 4003, 4004, 4010, 4014
"""Codes with which the gateway closes."""
INTERVAL: Final = 41_250
PRIVILEGED: Final = 1 << 1 | 1 << 8 | 1 << 15
"""Intents that this bot was not given: members, presences, contents of messages."""


@dataclass(slots=True, eq=False)
class Session:
    """A shard's session. `events` are all that it was told, to be told again on RESUME."""

    id: str
    shard: int
    count: int
    intents: int
    events: list[str] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None
    resumed: int = 0
    waits: list[str] = field(default_factory=list)

    def has(self, guild: Guild | None) -> bool:
        """Does it hear of this server? Direct messages are the first shard's."""
        return (0 if guild is None else (guild.id >> 22) % self.count) == self.shard


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World, token: str) -> None:
        self.world = world
        self.sessions: list[Session] = []
        self.identified = 0
        self.pause = 0.0
        """Seconds between two sessions that begin; Discord's are 5. Who is earlier tries again."""
        self.url = ""
        self._begun = float("-inf")
        self._token = token
        self._numbers = itertools.count(1)
        world.tell = self.tell

    @property
    def connected(self) -> list[Session]:
        """The sessions with an open socket."""
        return [s for s in self.sessions if s.socket is not None and not s.socket.closed]

    def tell(self, event: str, data: Json, guild: Guild | None, intent: int) -> None:
        """Tell the shard that hears of `guild`, if it has asked for such events."""
        if guild is not None and not guild.has_bot:
            return
        for session in self.sessions:
            if session.has(guild) and (not intent or session.intents & intent):
                self._send(session, event, data)

    def _send(self, session: Session, event: str, data: Json) -> None:
        number = len(session.events) + 1
        text = json.dumps({"op": DISPATCH, "t": event, "s": number, "d": data})
        session.events.append(text)
        session.waits.append(text)

    async def flush(self) -> None:
        """Put on the wire what the sessions wait to be told."""
        for session in self.connected:
            waits, session.waits = session.waits, []
            for text in waits:
                assert session.socket is not None
                if session.socket.closed:
                    break
                await session.socket.send_str(text)

    # --- what a test does to the connection ----------------------------------------------------

    async def drop(self, resumable: bool = True) -> None:
        """Cut the sockets; without `resumable` the sessions are forgotten as well."""
        for session in self.connected:
            assert session.socket is not None
            await session.socket.close(code=4000)
        if not resumable:
            self.sessions.clear()

    async def ask_to_reconnect(self) -> None:
        """Tell all connections that they should be made anew."""
        for session in self.connected:
            assert session.socket is not None
            await session.socket.send_json({"op": RECONNECT, "d": None})

    # --- one connection ------------------------------------------------------------------------

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One socket from its HELLO to its end."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": INTERVAL}})
        session: Session | None = None
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            asked = json.loads(message.data)
            if asked["op"] == BEAT:
                await socket.send_json({"op": ACK})
            elif asked["op"] == IDENTIFY and session is None:
                session = await self._identify(socket, asked["d"])
            elif asked["op"] == RESUME and session is None:
                session = await self._resume(socket, asked["d"])
            elif asked["op"] not in (3, 4, 8):
                await socket.close(code=UNKNOWN if session else NOT_FIRST)
        if session is not None and session.socket is socket:
            session.socket = None
        return socket

    async def _identify(self, socket: web.WebSocketResponse, asked: Json) -> Session | None:
        shard, count = asked.get("shard", (0, 1))
        faults = (
            (asked["token"] != self._token, NO_TOKEN),
            (not 0 <= shard < count, BAD_SHARD),
            (bool(asked["intents"] & PRIVILEGED), FORBIDDEN),
        )
        for wrong, code in faults:
            if wrong:
                await socket.close(code=code)
                return None
        now = self.world.clock.now()
        if now - self._begun < self.pause:
            await socket.send_json({"op": INVALID, "d": False})
            return None
        self._begun = now
        session = Session(f"s{next(self._numbers)}", shard, count, asked["intents"], socket=socket)
        self.identified += 1
        self.sessions.append(session)
        guilds = [g for g in self.world.guilds if session.has(g) and g.has_bot]
        self._send(
            session,
            "READY",
            {
                "v": 10,
                "user": self.world.bot.as_json(),
                "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
                "session_id": session.id,
                "resume_gateway_url": self.url,
                "shard": [shard, count],
                "application": {"id": str(self.world.bot.id), "flags": 0},
            },
        )
        for guild in guilds:
            data = {**guild.as_json(self.world.bot), "unavailable": False}
            self._send(session, "GUILD_CREATE", data)
        await self.flush()
        return session

    async def _resume(self, socket: web.WebSocketResponse, asked: Json) -> Session | None:
        known = [s for s in self.sessions if s.id == asked["session_id"]]
        if asked["token"] != self._token or not known:
            await socket.send_json({"op": INVALID, "d": False})
            return None
        session = known[0]
        session.socket, session.resumed = socket, session.resumed + 1
        session.waits = session.events[int(asked["seq"] or 0) :]
        self._send(session, "RESUMED", {})
        await self.flush()
        return session
