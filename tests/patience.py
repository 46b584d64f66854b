"""How long tests wait for what has to come, and how they look for it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Final

PATIENCE: Final = float(os.environ.get("TEST_PATIENCE", "120"))
"""Real seconds for which something is waited for before a test fails: so many that a busy machine
is no failure. Only a failure takes so long; who expects one, as `tools.mutants`, waits less."""
LOOK: Final = 0.01
"""Real seconds between two looks at what tells nobody when it comes."""


async def until(condition: Callable[[], object]) -> None:
    """Wait until `condition()` is true; raises TimeoutError when it stays false."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(LOOK)
