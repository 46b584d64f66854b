"""What a platform says of people, so that it is not asked again at every tap."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from typing import Final

from bot.ports import Clock

KEPT: Final = 60.0
"""Seconds for which an answer holds."""


class Remembered:
    """Answers to questions of yes or no, each kept for `KEPT` seconds."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._answers: dict[Hashable, tuple[float, bool]] = {}

    async def ask(self, about: Hashable, question: Callable[[], Awaitable[bool | None]]) -> bool:
        """The answer about somebody; no answer (None) is a no and is asked anew next time."""
        now = self._clock.now()
        self._answers = {a: k for a, k in self._answers.items() if now - k[0] < KEPT}
        if about in self._answers:
            return self._answers[about][1]
        answer = await question()
        if answer is None:
            return False
        self._answers[about] = now, answer
        return answer
