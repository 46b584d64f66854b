"""Start and end of the adapter against a server on the loopback that speaks as Discord does."""

from __future__ import annotations

import json
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
from tests.fakes.stores import memory_store

TOKEN = "aaa.bbb.ccc"


@pytest.fixture(autouse=True)
def addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The addresses of the client are put back afterwards."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


@asynccontextmanager
async def app_at(api: str, gateway: str = "") -> AsyncIterator[DiscordApp]:
    """The adapter, its addresses those of the test."""
    clock = SystemClock()
    async with memory_store() as store:
        app = DiscordApp(TOKEN, api, gateway, Host(store, clock), clock)
        try:
            yield app
        finally:
            await app.stop()


def said(data: Any, status: int = 200) -> web.Response:
    """An answer whose type says no more than Discord's does."""
    body = json.dumps(data).encode()
    return web.Response(body=body, status=status, content_type="application/json")


@asynccontextmanager
async def discord_like(token: str = TOKEN) -> AsyncIterator[str]:
    """The address of a server that knows one token; its gateway ends every connection."""

    async def me(request: web.Request) -> web.Response:
        if request.headers["Authorization"] != f"Bot {token}":
            return said({"message": "401: Unauthorized", "code": 0}, 401)
        user = {"id": "1", "username": "bot", "discriminator": "0", "avatar": None, "bot": True}
        return said(user)

    async def application(_: web.Request) -> web.Response:
        return said(
            {
                "id": "1",
                "name": "bot",
                "icon": None,
                "description": "",
                "bot_public": True,
                "bot_require_code_grant": False,
                "summary": "",
                "verify_key": "",
                "flags": 0,
                "team": None,
                "owner": {"id": "2", "username": "o", "discriminator": "0", "avatar": None},
            }
        )

    async def commands(_: web.Request) -> web.Response:
        return said([])

    async def gateway(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.close(code=4004)
        return socket

    served = web.Application()
    served.router.add_get("/users/@me", me)
    served.router.add_get("/oauth2/applications/@me", application)
    served.router.add_put("/applications/1/commands", commands)
    served.router.add_get("/gateway/", gateway)
    async with TestServer(served) as server:
        yield str(server.make_url("")).rstrip("/")


async def test_a_wrong_token_is_one_clear_line() -> None:
    async with discord_like("other.token.here") as address, app_at(address) as app:
        with pytest.raises(DiscordUnavailable, match="DISCORD_TOKEN") as error:
            await app.start()
        assert TOKEN not in str(error.value)
        assert "\n" not in str(error.value)


async def test_an_address_where_nobody_answers() -> None:
    async with discord_like() as address:
        pass
    async with app_at(address) as app:
        with pytest.raises(DiscordUnavailable, match="cannot be reached at http://127"):
            await app.start()


async def test_an_address_where_somebody_else_answers() -> None:
    async def somebody(_: web.Request) -> web.Response:
        return said("welcome")

    served = web.Application()
    served.router.add_get("/users/@me", somebody)
    async with TestServer(served) as server, app_at(str(server.make_url("")).rstrip("/")) as app:
        with pytest.raises(DiscordUnavailable, match="is not Discord"):
            await app.start()


async def test_a_connection_that_discord_ends_ends_the_service() -> None:
    async with discord_like() as address:
        gateway = address.replace("http", "ws", 1) + "/gateway/"
        async with app_at(address, gateway) as app:
            await app.start()
            with pytest.raises(DiscordUnavailable, match="code 4004"):
                await app.failed()
