"""The embedded server: shared, lasting, and gone when nobody needs it."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import redis

from bot import embedded
from bot.embedded import EmbeddedError
from bot.ports import Commit
from tests.fakes.stores import embedded_server, store_at
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[3]

# A bot that has the embedded server until its input ends, or until it is killed.
BOT = """
import sys
from pathlib import Path
from bot import embedded
server = embedded.start(Path(sys.argv[1]), float(sys.argv[2]))
print(server.pid, int(server.began), server.url, flush=True)
sys.stdin.readline()
print(int(server.stop()), flush=True)
"""


class Bot:
    """Another process with a share in the server of `data_dir`."""

    def __init__(self, data_dir: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", BOT, str(data_dir), str(PATIENCE)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def started(self) -> tuple[int, bool, str]:
        """The server's process, whether this bot began it, and its address."""
        pid, began, url = self._line().split()
        return int(pid), began == "1", url

    def quit(self) -> bool:
        """Ends the bot in good order; True if the server ended with it."""
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return self._line() == "1\n"

    def kill(self) -> None:
        """Ends the bot like a power cut, and reads nothing any more."""
        self.process.kill()
        self.process.communicate()

    def _line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline()


@pytest.fixture
def new_bot(data_dir: Path) -> Iterator[Callable[[], Bot]]:
    bots: list[Bot] = []

    def new() -> Bot:
        bots.append(Bot(data_dir))
        return bots[-1]

    yield new
    for bot in bots:
        bot.kill()
    # Whatever a failed test left running ends here.
    embedded.start(data_dir, PATIENCE).stop()


def answers(url: str) -> bool:
    with redis.Redis.from_url(url) as client:
        try:
            return bool(client.ping())
        except redis.ConnectionError:
            return False


async def write(url: str, *codes: str) -> None:
    async with store_at(url) as store:
        for code in codes:
            assert await store.commit(Commit(code, 0, f"text of {code}", "a")) is None


async def read(url: str, code: str) -> str | None:
    async with store_at(url) as store:
        return (await store.load(code)).text


# --- one server, several bots ---------------------------------------------------------------


def test_four_starts_at_once_give_one_server(new_bot: Callable[[], Bot]) -> None:
    bots = [new_bot() for _ in range(4)]
    pids, began, urls = zip(*(bot.started() for bot in bots), strict=True)
    assert len(set(pids)) == 1
    assert sorted(began) == [False, False, False, True]
    assert [bot.quit() for bot in bots] == [False, False, False, True]
    assert not answers(urls[0])


def test_whoever_leaves_last_ends_the_server(data_dir: Path, new_bot: Callable[[], Bot]) -> None:
    first = new_bot()
    pid, _, url = first.started()
    with embedded_server(data_dir) as mine:
        assert (mine.pid, mine.began) == (pid, False)
        assert not first.quit()
        assert answers(url), "the one who began it may not cut off the others"
        assert mine.stop()
        assert not answers(url)
        assert not mine.stop(), "a second stop does nothing"


async def test_a_killed_bot_takes_neither_the_server_nor_data_along(
    data_dir: Path, new_bot: Callable[[], Bot]
) -> None:
    bot = new_bot()
    pid, _, url = bot.started()
    await write(url, "k3f9a2xq")
    bot.kill()
    assert answers(url)
    with embedded_server(data_dir) as mine:
        assert (mine.pid, mine.began) == (pid, False)
        assert await read(mine.url, "k3f9a2xq") == "text of k3f9a2xq"
        assert mine.stop(), "the share of the killed bot is void"
    assert not answers(url)


def test_the_server_hears_no_ctrl_c(data_dir: Path) -> None:
    with embedded_server(data_dir) as server:
        assert os.getsid(server.pid) == server.pid
        assert os.getpgid(server.pid) != os.getpgid(0)


# --- the data stays -------------------------------------------------------------------------


async def test_the_data_is_there_after_a_clean_end(data_dir: Path) -> None:
    with embedded_server(data_dir) as server:
        await write(server.url, "k3f9a2xq")
        first = server.pid
    with embedded_server(data_dir) as server:
        assert server.pid != first
        assert await read(server.url, "k3f9a2xq") == "text of k3f9a2xq"


async def test_the_data_is_there_after_the_server_was_killed(data_dir: Path) -> None:
    killed = embedded.start(data_dir, PATIENCE)
    await write(killed.url, "k3f9a2xq")
    os.kill(killed.pid, signal.SIGKILL)
    assert killed.stop()
    with embedded_server(data_dir) as server:
        assert server.began
        assert await read(server.url, "k3f9a2xq") == "text of k3f9a2xq"


async def test_a_torn_end_of_the_file_costs_only_the_end(data_dir: Path) -> None:
    with embedded_server(data_dir) as server:
        await write(server.url, "whole", "torn")
    (log,) = (data_dir / "valkey" / "appendonlydir").glob("*.incr.aof")
    with log.open("r+b") as file:
        file.truncate(log.stat().st_size - 10)
    with embedded_server(data_dir) as server:
        assert await read(server.url, "whole") == "text of whole"
        assert await read(server.url, "torn") is None


# --- where it lies --------------------------------------------------------------------------


def test_only_its_user_may_speak_to_it_and_no_network(data_dir: Path) -> None:
    with embedded_server(data_dir) as server:
        path = Path(unquote(server.url.removeprefix("unix://")))
        assert path.is_relative_to(data_dir)
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        with redis.Redis.from_url(server.url) as client:
            assert client.config_get("port") == {"port": "0"}


def test_what_was_answered_is_on_the_disk(data_dir: Path) -> None:
    """With any other setting a killed server, or a power cut, forgets answered moves."""
    with embedded_server(data_dir) as server, redis.Redis.from_url(server.url) as client:
        assert client.config_get("appendfsync") == {"appendfsync": "always"}


async def test_a_long_data_folder_gets_a_short_socket(tmp_path: Path) -> None:
    long = tmp_path / ("long name with a # and a % " * 4)
    with embedded_server(long) as server, embedded_server(long) as again:
        path = Path(unquote(server.url.removeprefix("unix://")))
        try:
            assert len(os.fsencode(path)) < 100
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
            assert again.pid == server.pid
            await write(server.url, "k3f9a2xq")
        finally:
            assert not server.stop()
            assert again.stop()
            shutil.rmtree(path.parent)
    assert list((long / "valkey" / "appendonlydir").glob("*.aof"))


async def test_a_folder_with_signs_of_an_address_in_its_name(data_dir: Path) -> None:
    with embedded_server(data_dir / "a #1%20?") as server:
        await write(server.url, "k3f9a2xq")
        assert (data_dir / "a #1%20?" / "valkey" / "valkey.sock").exists()


# --- what can go wrong ----------------------------------------------------------------------


def failure(data_dir: Path, timeout: float = PATIENCE) -> str:
    with pytest.raises(EmbeddedError) as caught:
        embedded.start(data_dir, timeout)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_without_a_binary_it_asks_for_redis_url(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "set REDIS_URL" in failure(data_dir)


def test_a_binary_of_another_machine_asks_for_redis_url(
    data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alien = tmp_path / "alien"
    alien.write_bytes(b"\x7fELF of another world")
    alien.chmod(0o700)
    monkeypatch.setattr(embedded, "binary", lambda: alien)
    assert "set REDIS_URL" in failure(data_dir)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    assert failure(tmp_path / "data").startswith(f"cannot write to the data folder {tmp_path}/data")


def test_a_server_that_does_not_answer_is_ended_and_told(
    data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mute = tmp_path / "mute"
    mute.write_text("#!/bin/sh\nexec sleep 600\n")
    mute.chmod(0o700)
    begun: list[subprocess.Popen[bytes]] = []

    class Watched(subprocess.Popen[bytes]):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            begun.append(self)

    monkeypatch.setattr(embedded, "binary", lambda: mute)
    monkeypatch.setattr(subprocess, "Popen", Watched)
    assert "did not answer within 0.1 s" in failure(data_dir, 0.1)
    (process,) = begun
    assert process.returncode == -signal.SIGTERM


def test_a_server_that_ends_at_once_is_told_with_the_end_of_its_log(data_dir: Path) -> None:
    with embedded_server(data_dir):
        pass
    (manifest,) = (data_dir / "valkey" / "appendonlydir").glob("*.manifest")
    manifest.write_text("nonsense\n")
    told = failure(data_dir)
    assert "ended at once" in told
    assert "Invalid AOF manifest file format" in told
    assert "Ready to accept" not in told, "only what this start wrote"


def test_a_failed_start_can_be_tried_again(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("importlib.util.find_spec", lambda name: None)
        failure(data_dir)
    with embedded_server(data_dir) as server:
        assert answers(server.url)
        assert server.stop(), "the failed start holds no share"
