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
from tests.patience import PATIENCE


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
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
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
    said = r"^WEB_HOST: nothing can listen at 192\.0\.2\.1: "
    for or_free in (True, False):
        with pytest.raises(WebUnavailable, match=said):
            await page(store, "192.0.2.1", 8080, or_free=or_free).start()


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


@pytest.mark.parametrize(
    ("address", "served", "refused"),
    [
        ("127.0.0.1", ["localhost:{port}", "127.0.0.1:{port}", "[::1]:{port}"], ["mybox:{port}"]),
        (
            "0.0.0.0",
            ["192.168.1.7:{port}", "[fd00::7]:80", "mybox", "MyBox.local:{port}", "box.home.arpa"],
            ["games.example:{port}", "evil.example", "192.168.1.7.evil.example", "x.local.example"],
        ),
    ],
)
async def test_a_name_that_a_stranger_could_own_is_refused(
    store: RedisStore, address: str, served: list[str], refused: list[str]
) -> None:
    app = page(store, address, 0)
    await app.start()
    try:
        port = httpx.URL(app.url).port
        url = f"http://127.0.0.1:{port}/"
        assert app.url.startswith("http://localhost:" if address == "0.0.0.0" else url)
        for name in served:
            assert (name, await status(url, name.format(port=port))) == (name, 200)
        for name in refused:
            assert (name, await status(url, name.format(port=port))) == (name, 421)
    finally:
        await app.stop()


@pytest.mark.parametrize("address", ["127.0.0.1", "0.0.0.0"])
async def test_a_name_that_the_operator_allows_is_served(store: RedisStore, address: str) -> None:
    app = page(store, address, 0, names=("games.example",))
    await app.start()
    try:
        url = f"http://127.0.0.1:{httpx.URL(app.url).port}/"
        # As a proxy in front would ask: with its own port, or with none.
        assert await status(url, "games.example") == 200
        assert await status(url, "Games.Example:8443") == 200
        assert await status(url, "other.example") == 421
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            said = await http.get(url, headers={"host": "x.example", "accept-language": "it"})
        assert "WEB_NAMES" in said.text
        assert "pagina" in said.text
    finally:
        await app.stop()
