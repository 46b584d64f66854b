"""A fake Telegram, a real client for it, and one person."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from telegram import Bot

from tests.fakes.clock import HandClock
from tests.fakes.telegram import FakeTelegram, Person


@pytest.fixture(autouse=True)
def _waits_as_timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client warns of a coming change at every 429 unless it is told to have made it."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def fake(clock: HandClock) -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(clock) as fake:
        yield fake


@pytest.fixture
async def bot(fake: FakeTelegram) -> AsyncIterator[Bot]:
    async with Bot(fake.token, base_url=fake.base_url) as bot:
        yield bot


@pytest.fixture
def anna(fake: FakeTelegram) -> Person:
    return fake.user("Anna", started=True)
