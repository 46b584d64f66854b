"""Deadlines: what is due is fired, however much it is, and once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest

from bot import requests as rq
from bot.deadlines import BATCH, LOOK, Deadlines
from bot.heartbeat import Heartbeat
from bot.ports import Commit, StoreUnavailable
from bot.requests import Reply, Request
from bot.store import RedisStore
from tests.fakes.clock import EPOCH, HandClock
from tests.fakes.stores import memory_store


class Fired:
    """Deadlines at work, and what was asked for by them."""

    def __init__(self, store: RedisStore, clock: HandClock) -> None:
        self.store = store
        self.clock = clock
        self.codes: list[str] = []
        self.deadlines = Deadlines(store, clock, Heartbeat(store, clock), self._handle)

    async def due(self, *codes: str, at: float = EPOCH) -> None:
        """Chats with a deadline."""
        for code in codes:
            await self.store.commit(Commit(code, 0, "{}", f"due {code}", due=at))

    async def _handle(self, request: Request) -> Reply:
        assert isinstance(request.what, rq.Tick)
        assert request.table is not None
        self.codes.append(request.table)
        await self.store.put_off(request.table, 1, None)
        return Reply()


@pytest.fixture
async def fired() -> AsyncIterator[Fired]:
    clock = HandClock()
    async with memory_store() as store:
        found = Fired(store, clock)
        yield found


async def run(fired: Fired, seconds: float) -> None:
    """Let the deadlines be looked at for a while."""
    working = asyncio.create_task(fired.deadlines.fire())
    await fired.clock.advance(seconds)
    working.cancel()
    with suppress(asyncio.CancelledError):
        await working


async def test_many_that_are_due_at_once_wait_for_no_second_look(fired: Fired) -> None:
    codes = [f"chat{n:04}" for n in range(2 * BATCH + 50)]
    await fired.due(*codes)
    await run(fired, 0)
    assert sorted(fired.codes) == codes


async def test_what_becomes_due_is_fired_at_the_next_look_once(fired: Fired) -> None:
    await fired.due("chat0001", at=EPOCH + 2.5)
    await run(fired, 2.4)
    assert fired.codes == []
    await run(fired, 10 * LOOK)
    assert fired.codes == ["chat0001"]


async def test_a_store_that_is_away_is_asked_again(
    fired: Fired, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise StoreUnavailable("away")

    await fired.due("chat0001")
    with monkeypatch.context() as patched:
        patched.setattr(fired.store, "claim_due", away)
        await run(fired, 5)
    assert fired.codes == []
    await run(fired, 1)
    assert fired.codes == ["chat0001"]
