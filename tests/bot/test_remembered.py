"""Answers of a platform that hold for a minute."""

from __future__ import annotations

from bot.remembered import KEPT, Remembered
from tests.fakes.clock import HandClock


class Platform:
    """Gives the answers in turn and counts how often it was asked."""

    def __init__(self, *answers: bool | None) -> None:
        self._answers = list(answers)
        self.asked = 0

    async def __call__(self) -> bool | None:
        self.asked += 1
        return self._answers.pop(0)


async def test_an_answer_holds_for_a_minute_and_for_one_person() -> None:
    clock, platform = HandClock(), Platform(True, False, False)
    admins = Remembered(clock)
    assert await admins.ask("anna", platform)
    await clock.advance(KEPT - 1)
    assert await admins.ask("anna", platform)
    assert not await admins.ask("bruno", platform)
    assert platform.asked == 2
    await clock.advance(1)
    assert not await admins.ask("anna", platform)
    assert platform.asked == 3


async def test_no_answer_is_a_no_that_is_not_kept() -> None:
    platform = Platform(None, True)
    admins = Remembered(HandClock())
    assert not await admins.ask("anna", platform)
    assert await admins.ask("anna", platform)
