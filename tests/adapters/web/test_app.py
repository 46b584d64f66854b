"""Where the page listens, and what an operator is told when it cannot."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from adapters.web import WebApp, WebUnavailable
from bot.host import Host
from bot.store import RedisStore
from tests.fakes.clock import ScaledClock
from tests.fakes.stores import memory_store


@pytest.fixture
async def store() -> AsyncIterator[RedisStore]:
    async with memory_store() as store:
        yield store


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which somebody else listens."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def page(store: RedisStore, address: str, port: int, **options: Any) -> WebApp:
    return WebApp(address, port, Host(store, ScaledClock()), store, store, **options)


async def status(url: str, host: str = "") -> int:
    async with httpx.AsyncClient() as http:
        return (await http.get(url, headers={"host": host} if host else {})).status_code


async def test_a_chosen_port_that_is_taken_is_one_clear_line(store: RedisStore, taken: int) -> None:
    app = page(store, "127.0.0.1", taken)
    with pytest.raises(WebUnavailable) as caught:
        await app.start()
    assert (
        str(caught.value)
        == f"WEB_PORT: 127.0.0.1 port {taken} cannot be used: address already in use"
    )
    await app.stop()


async def test_where_no_port_was_chosen_a_free_one_is_taken(store: RedisStore, taken: int) -> None:
    app = page(store, "127.0.0.1", taken, or_free=True)
    await app.start()
    try:
        assert not app.url.endswith(f":{taken}/")
        assert await status(app.url) == 200
    finally:
        await app.stop()


async def test_the_free_port_is_the_same_at_the_next_start(
    store: RedisStore, taken: int, tmp_path: Path
) -> None:
    """A browser knows its person by the address: at another one the seat would be lost."""
    urls = []
    for _ in range(2):
        app = page(store, "127.0.0.1", taken, or_free=True, spare=tmp_path / "web-port")
        await app.start()
        urls.append(app.url)
        await app.stop()
    assert urls[0] == urls[1]
    (tmp_path / "web-port").write_text("no port")
    app = page(store, "127.0.0.1", taken, or_free=True, spare=tmp_path / "web-port")
    await app.start()
    assert await status(app.url) == 200
    await app.stop()


async def test_an_address_of_another_machine_is_one_clear_line(store: RedisStore) -> None:
    # 192.0.2.0/24 belongs to nobody.
    app = page(store, "192.0.2.1", 8080, or_free=True)
    with pytest.raises(WebUnavailable, match=r"^WEB_HOST: nothing can listen at 192\.0\.2\.1: "):
        await app.start()


async def test_after_stop_nobody_listens_and_the_port_is_free_again(store: RedisStore) -> None:
    first = page(store, "127.0.0.1", 0)
    await first.start()
    port = httpx.URL(first.url).port
    assert port is not None
    await first.stop()
    with pytest.raises(httpx.ConnectError):
        await status(first.url)
    second = page(store, "127.0.0.1", port)
    await second.start()
    assert await status(second.url) == 200
    await second.stop()


async def test_only_a_page_for_this_machine_minds_its_name(store: RedisStore) -> None:
    local, open_to_all = page(store, "127.0.0.1", 0), page(store, "0.0.0.0", 0)
    await local.start()
    await open_to_all.start()
    try:
        assert await status(local.url, "games.example") == 421
        assert open_to_all.url.startswith("http://localhost:")
        address = open_to_all.url.replace("localhost", "127.0.0.1")
        assert await status(address, "games.example") == 200
    finally:
        await local.stop()
        await open_to_all.stop()
