"""The stores the contract is tried on: in memory, embedded, and a server of its own."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path

import fakeredis
import pytest

from bot.store import RedisStore
from tests.fakes.stores import embedded_server, loopback_server, memory_store, store_at, wipe

Open = Callable[[], AbstractAsyncContextManager[RedisStore]]


@pytest.fixture(scope="session")
def embedded_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with embedded_server(tmp_path_factory.mktemp("embedded")) as server:
        yield server.url


@pytest.fixture(scope="session")
def loopback_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with loopback_server(tmp_path_factory.mktemp("loopback")) as url:
        yield url


@pytest.fixture(params=["embedded", "loopback"])
def server_url(request: pytest.FixtureRequest) -> str:
    """The address of a real server without data."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    wipe(url)
    return url


@pytest.fixture(params=["memory", "embedded", "loopback"])
def open_store(request: pytest.FixtureRequest) -> Open:
    """Opens a store like another process would: all opened in one test share the data."""
    if request.param == "memory":
        server = fakeredis.FakeServer()
        return lambda: memory_store(server)
    url: str = request.getfixturevalue(f"{request.param}_url")
    wipe(url)
    return lambda: store_at(url)


@pytest.fixture
async def store(open_store: Open) -> AsyncIterator[RedisStore]:
    async with open_store() as store:
        yield store


@pytest.fixture
async def two_stores(open_store: Open) -> AsyncIterator[tuple[RedisStore, RedisStore]]:
    """The stores of two processes."""
    async with AsyncExitStack() as stack:
        yield (
            await stack.enter_async_context(open_store()),
            await stack.enter_async_context(open_store()),
        )


@pytest.fixture
def data_dir() -> Iterator[Path]:
    """A data folder not yet there, whose path is short enough for a socket on any machine."""
    with tempfile.TemporaryDirectory(prefix="pinnacola-", dir="/tmp") as folder:
        yield Path(folder) / "data"
