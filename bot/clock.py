"""The clock of the machine."""

from __future__ import annotations

import asyncio
import time


class SystemClock:
    """`bot.ports.Clock` on the time of the machine."""

    def now(self) -> float:
        """Unix time in seconds."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
