"""Chance that comes out the same each time."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable

from bot.outcome import Chance


def seeded(seed: int | str) -> Callable[[], Chance]:
    """Repeatable chance for a host, another one for every request."""
    count = itertools.count()

    def chance() -> Chance:
        digest = hashlib.sha256(f"{seed}/{next(count)}".encode()).hexdigest()
        return Chance(digest, digest[:16])

    return chance
