"""The bot as a process of its own, as an operator runs it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.fakes.telegram import FakeTelegram
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[3]


_UNHURRIED = f"""
import sys
from adapters.telegram import inbound
from bot import __main__ as bot, drawing
from bot.host import Host
from bot.turn_time import TurnTime
from tests.fakes.chance import seeded
Host.__init__.__kwdefaults__.update(chance=seeded(sys.argv.pop()), time=TurnTime(0))
drawing.PATIENCE = inbound.PATIENCE = {PATIENCE}
"""
_TO_THE_END = f"bot.PATIENCE = bot.FINISH = {PATIENCE}\n"
_RUN = "sys.exit(bot.main())"


class BotProcess:
    """`python -m bot` with its settings in the environment; its log goes to a file.

    An `unhurried` one deals the same cards each time, gives turns all the time there is, and does
    what a person or a picture waits for as on a machine that is quick enough; with `to_the_end` it
    lets everything out before it ends.
    """

    unhurried = False
    to_the_end = False

    def __init__(self, folder: Path, **settings: str) -> None:
        self.log = folder / "bot.log"
        self._folder = folder
        self._settings = settings
        self._starts = 0
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    def on(cls, fake: FakeTelegram, folder: Path, **settings: str) -> BotProcess:
        """A bot for the fake Telegram, with the embedded store in `folder`."""
        wanted = {
            "TELEGRAM_TOKEN": fake.token,
            "TELEGRAM_BASE_URL": fake.base_url,
            "DATA_DIR": str(folder / "data"),
            # Others may have its port, and it would be said.
            "WEB": "off",
        }
        bot = cls(folder, **{**wanted, **settings})
        bot.unhurried = True
        return bot

    def start(self) -> None:
        """Start it; a second call after `kill` starts it again on the same data."""
        self._starts += 1
        run = ["-m", "bot"]
        if self.unhurried:
            seed = f"{self._folder.name}/{self._starts}"
            run = ["-c", _UNHURRIED + (_TO_THE_END if self.to_the_end else "") + _RUN, seed]
        clean = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "LANG", "TMPDIR")}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *run],
                cwd=self._folder,
                env={**clean, "PYTHONPATH": str(ROOT), **self._settings},
                stdout=log,
                stderr=log,
            )

    def kill(self) -> None:
        """SIGKILL: no clean end of any kind."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)

    def signal(self, number: signal.Signals) -> None:
        """Tell it something, if it still runs."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(number)

    async def stop(self) -> int:
        """Ctrl-C, and the exit code."""
        assert self._process is not None
        self.signal(signal.SIGINT)
        return await asyncio.to_thread(self._process.wait, PATIENCE)

    async def wait(self) -> int:
        """Wait until it ends by itself; the exit code."""
        assert self._process is not None
        return await asyncio.to_thread(self._process.wait, PATIENCE)

    @property
    def output(self) -> str:
        """All that it wrote."""
        return self.log.read_text("utf-8")
