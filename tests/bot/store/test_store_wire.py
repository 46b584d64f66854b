"""What happens on the way to the server: lost replies, restarts, refusals, one slot per call."""

from __future__ import annotations

import asyncio
import contextlib
import traceback
from pathlib import Path
from typing import Any

import fakeredis
import pytest
import redis
from redis import exceptions
from redis.crc import key_slot

from bot.ports import Call, Commit, Document, Pace, StoreUnavailable
from bot.store import RedisStore, connect, link
from tests.fakes.lossy import lossy_wire
from tests.fakes.stores import loopback_server, memory_store, store_at
from tests.patience import PATIENCE

CODE = "k3f9a2xq"
FIRST = Commit(CODE, 0, "one", "a", due=5.0, results=("won",), stamp=7)


# --- lost replies ---------------------------------------------------------------------------


async def test_a_commit_whose_reply_was_lost_is_not_applied_twice(server_url: str) -> None:
    async with lossy_wire(server_url) as wire, store_at(wire.url) as store:
        wire.lose_reply_to(b"_commit")
        assert await store.commit(FIRST) is None
        assert wire.lost == 1
        assert await store.load(CODE) == Document("one", 1, 7)
        assert await store.results(CODE) == ["won"]


async def test_a_lost_reply_is_made_good_after_another_commit(server_url: str) -> None:
    async with (
        lossy_wire(server_url) as wire,
        store_at(wire.url) as store,
        asyncio.timeout(PATIENCE),
    ):
        wire.lose_reply_to(b"_commit")
        wire.hold_next_line()
        mine = asyncio.create_task(store.commit(FIRST))
        # The server has written it, and the client is about to ask again.
        await wire.held.wait()
        async with store_at(server_url) as other:
            assert await other.commit(Commit(CODE, 1, "two", "b")) is None
        wire.let_go()
        assert await mine is None
        assert await store.load(CODE) == Document("two", 2, 7)
        assert await store.results(CODE) == ["won"]


async def test_whatever_reply_is_lost_the_answer_is_the_same(server_url: str) -> None:
    async with lossy_wire(server_url) as wire, store_at(wire.url) as store:

        async def losing(mark: bytes, call: Any) -> Any:
            wire.lose_reply_to(mark)
            before = wire.lost
            answer = await call
            assert wire.lost == before + 1
            return answer

        assert await losing(b"SET", store.code_of("tg:-1", CODE)) == CODE
        assert await losing(b"_lease", store.lease("publish", "one", 60)) is True
        await losing(b"_release", store.release("publish", "one"))
        assert await store.lease("publish", "two", 60)
        await store.commit(FIRST)
        assert await losing(b"_set_aside", store.set_aside(CODE, 1, "broken")) is True
        assert await store.load(CODE) == Document(None, 2, 7)
        await losing(b"SET", store.move_place("tg:-1", "tg:-2"))
        assert await store.known_code("tg:-2") == CODE
        await losing(b"HSET", store.save_posts(CODE, {"table": "{}"}, removed=("hand",)))
        assert await store.posts(CODE) == {"table": "{}"}


# --- the library of functions ---------------------------------------------------------------


async def test_a_server_that_forgot_the_functions_gets_them_again(server_url: str) -> None:
    async with store_at(server_url) as store:
        with redis.Redis.from_url(server_url) as operator:
            operator.function_flush()
            assert await store.commit(FIRST) is None
            operator.function_flush()
            assert await store.stale() == [(CODE, 1)]
            operator.function_flush()
            assert await store.claim_due(10.0, 60) == [CODE]


async def test_a_commit_is_one_round_trip(server_url: str) -> None:
    async with store_at(server_url) as store:
        with redis.Redis.from_url(server_url) as operator:

            def commands() -> dict[str, int]:
                stats = operator.info("commandstats")
                return {
                    name: entry["calls"]
                    for name, entry in stats.items()
                    # What a function does inside counts there too; it costs no trip.
                    if name in {"cmdstat_fcall", "cmdstat_multi", "cmdstat_watch", "cmdstat_ping"}
                }

            await store.commit(FIRST)
            before = commands()
            await store.commit(Commit(CODE, 1, "two", "b"))
            assert commands() == before | {"cmdstat_fcall": before["cmdstat_fcall"] + 1}


# --- one slot of a cluster per call ---------------------------------------------------------


class Listening(fakeredis.FakeAsyncRedis):
    """Notes the keys of every function call."""

    calls: list[tuple[str, list[str]]]

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        if args[0] == "FCALL":
            self.calls.append((args[1].partition("_")[2], list(args[3 : 3 + args[2]])))
        return await super().execute_command(*args, **options)  # type: ignore[no-untyped-call]


async def test_all_keys_of_a_function_lie_in_one_slot() -> None:
    client = Listening(server=fakeredis.FakeServer(), decode_responses=True)
    client.calls = []
    store = RedisStore(client, "memory")
    for code in (CODE, "abcdefgh", "x"):
        await store.commit(Commit(code, 0, "one", "a", due=5.0, results=("won",)))
        await store.set_aside(code, 1, "broken")
        await store.clear_stale(code, 1)
        await store.put_off(code, 1, None)
        await store.spend("tg", (), [Call(f"tg:{code}", (Pace(1, 1.0),)), Call("")], 1.0)
        await store.shut("tg", f"tg:{code}", 2.0, 1.0)
    await store.close()
    assert len(client.calls) >= 18
    for name, used in client.calls:
        tags = {key[: key.index("}") + 1] for key in used}
        assert len(tags) == 1, name
        assert len({key_slot(key.encode()) for key in used}) == 1, name


# --- many at once ---------------------------------------------------------------------------


async def test_many_more_calls_than_connections_all_get_through(server_url: str) -> None:
    async with store_at(server_url) as store:
        calls = 20 * link.CONNECTIONS
        for _ in await asyncio.gather(*(store.load(f"chat{n}") for n in range(calls))):
            pass
        with redis.Redis.from_url(server_url) as operator:
            connected = operator.info("clients")["connected_clients"]
        assert connected <= link.CONNECTIONS + 1


async def test_the_reply_to_a_cancelled_call_reaches_nobody_else(server_url: str) -> None:
    async with store_at(server_url) as store:
        await store.commit(FIRST)
        with redis.Redis.from_url(server_url) as operator:
            blocked = 0
            waiting = asyncio.create_task(store._link.command("BLPOP", "private", 0))
            while not blocked:
                await asyncio.sleep(0)
                blocked = operator.info("clients")["blocked_clients"]
            waiting.cancel()
            operator.rpush("private", "9h Qs")
        await asyncio.wait([waiting])
        assert waiting.cancelled()
        for _ in range(3):
            assert await store.load(CODE) == Document("one", 1, 7)
            assert await store.known_code("tg:-1") is None


async def test_a_cancellation_that_the_client_loses_still_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def lose(*args: Any, **options: Any) -> list[None]:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        return [None, None, None]

    async with memory_store() as store:
        monkeypatch.setattr(store._link._client, "execute_command", lose)
        loading = asyncio.create_task(store.load(CODE))
        await asyncio.sleep(0)
        loading.cancel()
        await asyncio.wait([loading])
        assert loading.cancelled()


# --- refusals -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "redis://bot:s3cret@127.0.0.1:1/0",
        "unix://:s3cret@/nowhere/valkey.sock",
        "redis://:s3cret/1@127.0.0.1:6379",
        "ftp://bot:s3cret@127.0.0.1",
        "s3cret",
    ],
)
async def test_a_server_that_cannot_be_had_is_told_in_one_line_without_password(url: str) -> None:
    with pytest.raises(StoreUnavailable) as caught:
        await connect(url)
    told = str(caught.value)
    assert "\n" not in told
    assert "s3cret" not in "".join(traceback.format_exception(caught.value))


async def test_a_wrong_password_is_called_that(tmp_path: Path) -> None:
    with loopback_server(tmp_path) as url:
        with redis.Redis.from_url(url) as operator:
            operator.config_set("requirepass", "right")
        for wrong in (url, url.replace("//", "//:s3cret@")):
            with pytest.raises(StoreUnavailable, match="password") as caught:
                await connect(wrong)
            assert "s3cret" not in str(caught.value)
        store = await connect(url.replace("//", "//:right@"))
        assert (await store.load(CODE)).version == 0
        await store.close()


async def test_a_server_that_dies_is_unavailable_and_one_that_returns_serves(
    tmp_path: Path,
) -> None:
    with loopback_server(tmp_path) as url:
        store = await connect(url)
        await store.commit(FIRST)
    with pytest.raises(StoreUnavailable, match=r"^the store at redis://127\S+ does not serve: "):
        await store.load(CODE)
    with pytest.raises(StoreUnavailable):
        await store.stale()
    with loopback_server(tmp_path, port=int(url.split(":")[2].split("/")[0])):
        assert (await store.load(CODE)).version == 0
        assert await store.commit(FIRST) is None
    await store.close()


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (exceptions.ReadOnlyError("You can't", status_code="READONLY"), "replica"),
        (exceptions.OutOfMemoryError("command not", status_code="OOM"), "memory is full"),
        (exceptions.ResponseError("MISCONF Errors writing"), "disk"),
        (exceptions.BusyLoadingError("", status_code="LOADING"), "loading"),
        (exceptions.ResponseError("unknown command 'FCALL'"), "Redis 7 or Valkey"),
        (exceptions.TimeoutError("Timeout reading"), "in time"),
        (exceptions.ClusterDownError("down", status_code="CLUSTERDOWN"), "cluster"),
        (OSError("gone"), "no connection"),
    ],
)
async def test_a_refusal_says_what_is_wrong(
    error: Exception, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*args: Any, **options: Any) -> Any:
        raise error

    async with memory_store() as store:
        monkeypatch.setattr(store._link._client, "execute_command", refuse)
        with pytest.raises(StoreUnavailable, match=told):
            await store.load(CODE)


async def test_a_fault_of_ours_is_not_taken_for_an_outage(server_url: str) -> None:
    async with store_at(server_url) as store:
        await store._link.command("SET", f"{{s{55}}}:posts:{CODE}", "no hash")
        with pytest.raises(exceptions.ResponseError, match="WRONGTYPE") as single:
            await store.posts(CODE)
        with pytest.raises(exceptions.ResponseError, match="WRONGTYPE") as piped:
            await store.save_posts(CODE, {"hand": "9h Qs"})
        for caught in (single, piped):
            assert "9h" not in str(caught.value)
