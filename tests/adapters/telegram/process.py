"""The bot as a process of its own, as an operator runs it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.fakes.telegram import FakeTelegram

ROOT = Path(__file__).resolve().parents[3]


class BotProcess:
    """`python -m bot` with its settings in the environment; its log goes to a file."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.log = folder / "bot.log"
        self._folder = folder
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    def on(cls, fake: FakeTelegram, folder: Path, **settings: str) -> BotProcess:
        """A bot for the fake Telegram, with the embedded store in `folder`."""
        wanted = {
            "TELEGRAM_TOKEN": fake.token,
            "TELEGRAM_BASE_URL": fake.base_url,
            "DATA_DIR": str(folder / "data"),
        }
        return cls(folder, **{**wanted, **settings})

    def start(self) -> None:
        """Start it; a second call after `kill` starts it again on the same data."""
        clean = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "LANG", "TMPDIR")}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "bot"],
                cwd=self._folder,
                env={**clean, "PYTHONPATH": str(ROOT), **self._settings},
                stdout=log,
                stderr=log,
            )

    def kill(self) -> None:
        """SIGKILL: no clean end of any kind."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(20)

    def signal(self, number: signal.Signals) -> None:
        """Tell it something, if it still runs."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(number)

    async def stop(self) -> int:
        """Ctrl-C, and the exit code."""
        assert self._process is not None
        self.signal(signal.SIGINT)
        return await asyncio.to_thread(self._process.wait, 20)

    async def wait(self) -> int:
        """Wait until it ends by itself; the exit code."""
        assert self._process is not None
        return await asyncio.to_thread(self._process.wait, 30)

    @property
    def output(self) -> str:
        """All that it wrote."""
        return self.log.read_text("utf-8")
