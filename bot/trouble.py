"""Errors for the log: what kind and where, never the message, which may name cards or tokens."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Final

_FRAMES: Final = 4


def where(error: BaseException) -> str:
    """The kind of an error and the last places it came through, without its message.

    >>> try:
    ...     int("9s9h")
    ... except ValueError as error:
    ...     print(where(error).partition(" ")[0])
    ValueError
    """
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    places = " < ".join(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(frames))
    return f"{type(error).__name__} at {places}" if places else type(error).__name__
