"""Start and end of the adapter, with the shards that it serves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord import DiscordApp, DiscordUnavailable
from bot.clock import SystemClock
from bot.host import Host
from tests.fakes.discord import FakeDiscord
from tests.fakes.stores import memory_store


@pytest.fixture(autouse=True)
def addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The addresses of the client are put back afterwards."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(SystemClock()) as fake:
        yield fake


@asynccontextmanager
async def app_at(
    api: str, gateway: str = "", token: str = FakeDiscord.token, **options: Any
) -> AsyncIterator[DiscordApp]:
    """The adapter, its addresses those of the test."""
    clock = SystemClock()
    async with memory_store() as store:
        app = DiscordApp(token, api, gateway, Host(store, clock), clock, **options)
        try:
            yield app
        finally:
            await app.stop()


async def test_a_wrong_token_is_one_clear_line(fake: FakeDiscord) -> None:
    async with app_at(fake.api_base, token="other.token.here") as app:
        with pytest.raises(DiscordUnavailable, match="DISCORD_TOKEN") as error:
            await app.start()
        assert "other.token" not in str(error.value)
        assert "\n" not in str(error.value)


async def test_an_address_where_nobody_answers() -> None:
    async with FakeDiscord(SystemClock()) as fake:
        address = fake.api_base
    async with app_at(address) as app:
        with pytest.raises(DiscordUnavailable, match="cannot be reached at http://127"):
            await app.start()


async def test_an_address_where_somebody_else_answers() -> None:
    async def somebody(_: web.Request) -> web.Response:
        return web.Response(body=b'"welcome"', content_type="application/json")

    served = web.Application()
    served.router.add_get("/users/@me", somebody)
    async with TestServer(served) as server, app_at(str(server.make_url("")).rstrip("/")) as app:
        with pytest.raises(DiscordUnavailable, match="is not Discord"):
            await app.start()


async def test_a_start_that_discord_does_not_want_yet(fake: FakeDiscord) -> None:
    fake.flood(40)
    async with app_at(fake.api_base) as app:
        # Some of it may have passed when the answer is read.
        with pytest.raises(DiscordUnavailable, match=r"wait (40|3\d) s"):
            await app.start()


async def test_a_connection_that_discord_ends_ends_the_service(fake: FakeDiscord) -> None:
    async with app_at(fake.api_base, fake.gateway_url) as app:
        await app.start()
        await fake.until(lambda: fake.shards)
        socket = fake.shards[0].socket
        assert socket is not None
        await socket.close(code=4004)
        with pytest.raises(DiscordUnavailable, match="code 4004"):
            await app.failed()


async def test_an_end_while_the_gateway_does_not_answer(fake: FakeDiscord) -> None:
    async with app_at(fake.api_base, "ws://127.0.0.1:9/") as app:
        await app.start()


async def test_nothing_to_end_where_nothing_began(fake: FakeDiscord) -> None:
    async with app_at(fake.api_base):
        pass


async def test_without_a_choice_as_many_shards_as_discord_recommends(fake: FakeDiscord) -> None:
    async with app_at(fake.api_base, fake.gateway_url) as app:
        await app.start()
        await fake.until(lambda: fake.shards)
        [session] = fake.shards
        assert (session.shard, session.count) == (0, 1)
        assert fake.world.commands


async def test_only_the_first_shard_sets_the_list_of_commands(fake: FakeDiscord) -> None:
    async with app_at(fake.api_base, fake.gateway_url, shards=(range(3, 4), 8)) as app:
        await app.start()
        await fake.until(lambda: fake.shards)
        [session] = fake.shards
        assert (session.shard, session.count) == (3, 8)
        assert fake.world.commands == []


async def test_the_list_of_commands_waits_where_discord_asks_to(fake: FakeDiscord) -> None:
    fake.server.rates.flood(0.3, "PUT commands")
    async with app_at(fake.api_base, fake.gateway_url) as app:
        await app.start()
        assert [call.status for call in fake.calls if call.method == "PUT"] == [429, 200]
        names = {command["name"] for command in fake.world.commands}
        assert {"pinnacola", "hand", "rules"} <= names
        italian = {c["name_localizations"]["it"] for c in fake.world.commands}
        assert {"gioca", "mano", "regole"} <= italian


async def test_no_intent_is_asked_for_that_has_to_be_granted(fake: FakeDiscord) -> None:
    async with app_at(fake.api_base, fake.gateway_url) as app:
        await app.start()
        await fake.until(lambda: fake.shards)
        assert fake.shards[0].intents == 1
