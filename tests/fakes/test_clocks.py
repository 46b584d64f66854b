"""The clocks for tests keep time."""

from __future__ import annotations

import asyncio

import pytest

from tests.fakes import clock as clocks
from tests.fakes.clock import EPOCH, HandClock, IdleClock, ScaledClock


async def test_sleepers_wake_in_order_at_their_own_moment() -> None:
    clock = HandClock()
    woken: list[tuple[str, float]] = []

    async def sleeper(name: str, *naps: float) -> None:
        for nap in naps:
            await clock.sleep(nap)
            woken.append((name, clock.now() - EPOCH))

    tasks = [
        asyncio.create_task(sleeper("long", 9)),
        asyncio.create_task(sleeper("twice", 3, 3)),
        asyncio.create_task(sleeper("far", 11)),
    ]
    await clock.advance(10)
    assert woken == [("twice", 3), ("twice", 6), ("long", 9)]
    assert (clock.now(), clock.sleepers) == (EPOCH + 10, 1)
    await clock.advance(1)
    await asyncio.gather(*tasks)
    assert woken[-1] == ("far", 11)


async def test_a_cancelled_sleeper_is_forgotten() -> None:
    clock = HandClock()
    task = asyncio.create_task(clock.sleep(5))
    await clock.advance(1)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert (task.cancelled(), clock.sleepers) == (True, 0)
    await clock.advance(10)
    assert clock.now() == EPOCH + 11


async def test_time_goes_forward_only() -> None:
    with pytest.raises(ValueError, match="forward"):
        await HandClock().advance(-1)
    with pytest.raises(ValueError, match="positive"):
        ScaledClock(0)


async def test_scaled_sleep_takes_at_least_its_scaled_time() -> None:
    clock = ScaledClock(speed=1000, start=50.0)
    before = clock.now()
    await clock.sleep(20)
    assert clock.now() - before >= 19.5
    assert before >= 50.0


async def test_the_idle_clock_stands_while_anybody_can_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However long that takes: here each turn of the loop takes as long as a tick."""
    monkeypatch.setattr(clocks, "TICK", 1e-9)
    clock, seen = IdleClock(speed=1e9), []

    async def works() -> None:
        for _ in range(100):
            await asyncio.sleep(0)
            seen.append(clock.now())

    moving = asyncio.create_task(clock.run())
    try:
        await works()
        await clock.sleep(3)
        assert len(set(seen)) == 1
        assert clock.now() >= seen[0] + 3
    finally:
        moving.cancel()
        await asyncio.wait({moving})
