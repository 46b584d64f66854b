"""The store on Redis 7 or Valkey: `ports.Store` over the keys of `keys.py`.

Whatever must be whole is one function of `functions.lua`. Every call may reach the server twice,
because a lost reply is asked for again: a commit is recognised by its token, all else comes to
the same when repeated. (Deadlines claimed in a lost reply come again when their lease has ended.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster

from bot.ports import Commit, Document, Store, StoreUnavailable, Threads
from bot.store import keys
from bot.store.calls import CountedCalls
from bot.store.link import Link, client, describe
from bot.store.threads import POSTS_KEPT, StoredThreads

LOGS_KEPT = 50
"""Matches of a chat whose logs are kept."""
NEWEST_KEPT = 86400
"""Seconds for which it is known which post is the newest in a private chat."""


async def connect(url: str) -> RedisStore:
    """The store on the server at `url`: `redis://`, `rediss://` or `unix://`.

    Raises StoreUnavailable, in one line that names no secret, when the server cannot serve.
    """
    try:
        store = RedisStore(client(url), describe(url))
    except ValueError:
        raise StoreUnavailable("REDIS_URL is no address of a Redis or Valkey server") from None
    try:
        await store.prepare()
    except BaseException:
        await store.close()
        raise
    return store


class RedisStore(CountedCalls, StoredThreads, Store, Threads):
    """`ports.Store` and `ports.Threads`, on whatever server the client given speaks to.

    One server, Sentinel or a Cluster; the client must decode replies. `where` names the server to
    people and holds no secret.
    """

    def __init__(self, client: Redis | RedisCluster, where: str) -> None:
        self._link = Link(client, where)
        self._first_shard = 0

    async def prepare(self) -> None:
        """Load the functions, so that a server that cannot serve is found out at the start."""
        await self._link.load_library()

    async def code_of(self, place: str, new: str) -> str:
        """The permanent code of a place; `new` becomes it when the place has none yet."""
        return await self._name(place, new)

    async def known_code(self, place: str) -> str | None:
        """The code of a place, or None."""
        code: str | None = await self._link.command("GET", keys.alias(place))
        return code

    async def move_place(self, old: str, new: str) -> None:
        """A chat got a new id on its platform: both ids lead to the code of `old` afterwards.

        If the bot met `new` first and a document stands there already, both lead to that one:
        people play where they are. Nothing is deleted. A place without code moves nothing.
        """
        code = await self.known_code(old)
        if code is None:
            met = await self.known_code(new)
            if met is not None:
                await self._name(old, met)
            return
        met = await self._name(new, code)
        if met == code:
            return
        if (await self.load(met)).text is None:
            await self._link.command("SET", keys.alias(new), code)
        else:
            await self._link.command("SET", keys.alias(old), met)

    async def load(self, code: str) -> Document:
        """The newest document of a chat."""
        version, text, stamp = await self._link.command(
            "HMGET", keys.table(code), "v", "doc", "stamp"
        )
        return Document(text, int(version or 0), int(stamp or 0))

    async def commit(self, commit: Commit) -> Document | None:
        """Compare-and-set in one round trip; None when written (the chat is then marked stale).

        When another version is stored, nothing is written and the newer document is returned. A
        commit whose token is among the chat's last 16 counts as written, whatever came after it.
        Raises ValueError for a token that is empty or has a line break.
        """
        if not commit.request or "\n" in commit.request:
            raise ValueError("a request token is one line of text")
        code, number = commit.code, keys.shard(commit.code)
        logs = (keys.log(code, commit.match), keys.log(code, max(0, commit.match - LOGS_KEPT)))
        reply = await self._link.function(
            "commit",
            [keys.table(code), keys.due(number), keys.stale(number), keys.results(code), *logs],
            [
                code,
                commit.expect,
                commit.request,
                commit.stamp,
                "" if commit.due is None else commit.due,
                0 if commit.text is None else 1,
                commit.text or "",
                len(commit.results),
                1 if commit.begins else 0,
                *commit.results,
                *commit.log,
            ],
        )
        if reply[0] == 1:
            return None
        _, version, text, stamp = reply
        return Document(text, version, stamp)

    async def set_aside(self, code: str, version: int, reason: str) -> bool:
        """Move an unreadable document away (never delete it). False if the version has changed.

        The version goes on counting, so that no older commit can succeed later; the stamp stays;
        the deadline goes with the document.
        """
        aside = [keys.table(code), keys.due(keys.shard(code)), keys.aside(code, version)]
        return bool(await self._link.function("set_aside", aside, [code, version, reason]))

    async def results(self, code: str) -> list[str]:
        """The log of results of a chat, oldest first."""
        lines: list[str] = await self._link.command("LRANGE", keys.results(code), 0, -1)
        return lines

    async def log(self, code: str, match: int) -> list[str]:
        """The log of a chat's match, oldest line first; empty where there is none (any more)."""
        lines: list[str] = await self._link.command("LRANGE", keys.log(code, match), 0, -1)
        return lines

    async def posts(self, code: str) -> dict[str, str]:
        """What is known of a chat's posts: post key -> JSON text."""
        found: dict[str, str] = await self._link.command("HGETALL", keys.posts(code))
        return found

    async def save_posts(
        self, code: str, posts: dict[str, str], removed: tuple[str, ...] = ()
    ) -> None:
        """Write some posts' JSON texts and forget the removed ones, all at once."""
        key = keys.posts(code)
        commands: list[tuple[str | int, ...]] = []
        if removed:
            commands.append(("HDEL", key, *removed))
        if posts:
            commands.append(("HSET", key, *(part for post in posts.items() for part in post)))
        if commands:
            commands.append(("EXPIRE", key, POSTS_KEPT))
            await self._link.pipeline(commands, whole=True)

    async def newest(self, destination: str) -> str:
        """The newest post in a private chat; empty where none of ours is, or it is not known."""
        return await self._link.command("GET", keys.newest(destination)) or ""

    async def set_newest(self, destination: str, post: str) -> None:
        """Note the newest post in a private chat; empty: something else stands below it."""
        await self._link.command("SET", keys.newest(destination), post, "EX", NEWEST_KEPT)

    async def stale(self, limit: int = 100) -> list[tuple[str, int]]:
        """Chats whose posts may differ from the document, with the version last committed.

        When more than `limit` wait, each call begins at the next shard and takes chats by chance,
        so that chats which cannot be drawn never keep the others waiting.
        """
        first = self._first_shard
        self._first_shard = (first + 1) % keys.SHARDS
        shards = [(first + i) % keys.SHARDS for i in range(keys.SHARDS)]
        replies = await self._link.functions("stale", [([keys.stale(n)], [limit]) for n in shards])
        marks = [
            (code, int(version))
            for reply in replies
            for code, version in zip(reply[::2], reply[1::2], strict=True)
        ]
        return marks[:limit]

    async def marks(self, codes: Sequence[str]) -> list[int]:
        """For each chat the version last committed, 0 where its posts show it: one round trip."""
        by_shard = _by_shard(codes)
        replies = await self._link.functions(
            "marks", [([keys.stale(n)], asked) for n, asked in by_shard.items()]
        )
        found = {
            code: int(version)
            for asked, reply in zip(by_shard.values(), replies, strict=True)
            for code, version in zip(asked, reply, strict=True)
        }
        return [found[code] for code in codes]

    async def clear_stale(self, code: str, version: int) -> int:
        """The posts show `version`: remove the mark, unless a newer version was committed.

        Returns that newer version, or 0.
        """
        index = keys.stale(keys.shard(code))
        return int(await self._link.function("clear_stale", [index], [code, version]))

    async def claim_due(self, now: float, lease: float, limit: int = 100) -> list[str]:
        """Chats whose deadline has passed, claimed for `lease` seconds (not given out twice).

        The longest due come first. A claim ends with a commit to the chat, which sets the next
        deadline, or with `put_off`; without them the chat comes again after the lease. When nothing
        is due this is one round trip, else two.
        """
        while waiting := await self._waiting(now, limit):
            replies = await self._link.functions(
                "claim",
                [
                    ([keys.due(n)], [now, now + lease, *codes])
                    for n, codes in _by_shard(waiting).items()
                ],
            )
            claimed = {code for reply in replies for code in reply}
            if claimed:
                return [code for code in waiting if code in claimed]
            # Somebody else was quicker with all of these; there may be more.
        return []

    async def _waiting(self, now: float, limit: int) -> list[str]:
        """Chats whose deadline has passed, the longest due first."""
        found = await self._link.pipeline(
            (
                ("ZRANGEBYSCORE", keys.due(n), "-inf", now, "LIMIT", 0, limit, "WITHSCORES")
                for n in range(keys.SHARDS)
            ),
            withscores=True,
        )
        waiting = sorted((score, code) for entries in found for code, score in entries)
        return [code for _, code in waiting[:limit]]

    async def put_off(self, code: str, version: int, due: float | None) -> bool:
        """End the claim on a due chat without a commit; `due` is its next deadline.

        False when the document has another version.
        """
        index = [keys.table(code), keys.due(keys.shard(code))]
        moment = "" if due is None else due
        return bool(await self._link.function("put_off", index, [code, version, moment]))

    async def present(self, owner: str, now: float, within: float) -> int:
        """Note that a process works; how many do, as far as they said so `within` seconds."""
        replies = await self._link.pipeline(
            [
                ("ZADD", keys.PROCESSES, now, owner),
                ("ZREMRANGEBYSCORE", keys.PROCESSES, "-inf", now - within),
                ("ZCARD", keys.PROCESSES),
            ],
            whole=True,
        )
        return int(replies[-1])

    async def lease(self, name: str, owner: str, seconds: float) -> bool:
        """Take or prolong a lease; False if somebody else holds it."""
        taken = await self._link.function(
            "lease", [keys.lease(name)], [owner, max(1, round(seconds * 1000))]
        )
        return bool(taken)

    async def release(self, name: str, owner: str) -> None:
        """Give a lease back if `owner` holds it."""
        await self._link.function("release", [keys.lease(name)], [owner])

    async def person(self, person: str) -> dict[str, str]:
        """What is stored about a person, e.g. `reachable`, `name`, `lang`."""
        facts: dict[str, str] = await self._link.command("HGETALL", keys.person(person))
        return facts

    async def update_person(self, person: str, facts: dict[str, str]) -> None:
        """Store facts about a person; other facts stay."""
        if facts:
            flat = (part for fact in facts.items() for part in fact)
            await self._link.command("HSET", keys.person(person), *flat)

    async def tables_of(self, person: str) -> list[str]:
        """The codes of the chats where the person holds a seat, the newest first."""
        codes: list[str] = await self._link.command("ZREVRANGE", keys.seats(person), 0, -1)
        return codes

    async def sit(self, person: str, code: str, now: float) -> None:
        """Note that the person holds a seat in that chat."""
        await self._link.command("ZADD", keys.seats(person), now, code)

    async def unsit(self, person: str, code: str) -> None:
        """Note that the person holds no seat there any more."""
        await self._link.command("ZREM", keys.seats(person), code)

    async def beat(self, now: float, away: float) -> tuple[float, bool]:
        """Note that a bot is alive; the seconds lost in all, and whether an outage ends here.

        An outage whose end was told in a lost reply is counted all the same, once.
        """
        lost, ended = await self._link.function("beat", [keys.HEARTBEAT], [now, away])
        return float(lost), bool(ended)

    async def with_deadline(self) -> list[str]:
        """All chats that have a deadline, passed or not."""
        found = await self._link.pipeline(
            ("ZRANGE", keys.due(n), 0, -1) for n in range(keys.SHARDS)
        )
        return [code for codes in found for code in codes]

    async def close(self) -> None:
        """Close the connections."""
        await self._link.close()

    async def _name(self, place: str, code: str) -> str:
        """The code of a place, which is `code` if it had none. Answers the same when repeated."""
        had: str | None = await self._link.command(
            "SET", keys.alias(place), code, "NX", "GET", get=True
        )
        return code if had is None else had


def _by_shard(codes: Iterable[str]) -> dict[int, list[str]]:
    """The codes in groups whose indexes lie together."""
    groups: dict[int, list[str]] = {}
    for code in codes:
        groups.setdefault(keys.shard(code), []).append(code)
    return groups
