"""Budgets: what may be sent where and when, shared by processes, the most urgent first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine

import fakeredis
import pytest

from bot.budgets import CALL, GROUP, OWN, REST, Budgets
from bot.ports import Pace, StoreUnavailable
from bot.store import RedisStore
from tests.fakes.clock import EPOCH, HandClock
from tests.fakes.platform import FakePlatform
from tests.fakes.stores import memory_store

BURST = (Pace(2, 10.0),)
WHOLE = (Pace(10, 1.0),)


class Queue:
    """Callers of one process, and when each of them was let through."""

    def __init__(self, clock: HandClock, store: RedisStore, platform: FakePlatform) -> None:
        self.clock = clock
        self.budgets = Budgets(platform, store, clock)
        self.through: list[tuple[str, float]] = []
        self._tasks: list[asyncio.Task[object]] = []

    def add(
        self, destination: str, priority: int = OWN, name: str = "", counted: bool = True
    ) -> None:
        """Somebody wants to call."""
        self.start(self._wait(destination, priority, name or destination, counted))

    def start(self, waiting: Coroutine[None, None, object]) -> asyncio.Task[object]:
        """Let somebody wait."""
        task = asyncio.create_task(waiting)
        self._tasks.append(task)
        return task

    async def _wait(self, destination: str, priority: int, name: str, counted: bool) -> None:
        await self.budgets.wait(destination, lambda: priority, counted=counted)
        self.through.append((name, round(self.clock.now() - EPOCH, 2)))

    def names(self) -> list[str]:
        """Who was let through, in order."""
        return [name for name, _ in self.through]

    async def stop(self) -> None:
        """Nobody waits any more."""
        await self.budgets.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Processes:
    """Processes that share a store and a clock."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.server = fakeredis.FakeServer()
        self.platform = FakePlatform(pace=WHOLE, pace_each=BURST)
        self._queues: list[Queue] = []

    def queue(self, store: RedisStore) -> Queue:
        """Another process."""
        queue = Queue(self.clock, store, self.platform)
        self._queues.append(queue)
        return queue

    async def stop(self) -> None:
        """All of them end."""
        for queue in self._queues:
            await queue.stop()


@pytest.fixture
async def processes() -> AsyncIterator[Processes]:
    found = Processes()
    yield found
    await found.stop()


@pytest.fixture
async def store(processes: Processes) -> AsyncIterator[RedisStore]:
    async with memory_store(processes.server) as store:
        yield store


@pytest.fixture
def queue(processes: Processes, store: RedisStore) -> Queue:
    return processes.queue(store)


async def test_a_destination_has_its_pace_and_the_most_urgent_go_first(queue: Queue) -> None:
    queue.add("a", name="first")
    queue.add("a", name="second")
    await queue.clock.advance(0)
    for priority, name in ((REST, "rest"), (GROUP, "group"), (OWN, "own"), (CALL, "call")):
        queue.add("a", priority, name)
    await queue.clock.advance(9.9)
    assert queue.names() == ["first", "second"]
    await queue.clock.advance(0.2)
    assert queue.names()[2:] == ["own", "call"]
    await queue.clock.advance(10.1)
    assert queue.names()[4:] == ["group", "rest"]


async def test_nobody_waits_for_another_destination(queue: Queue) -> None:
    for _ in range(5):
        queue.add("a")
    queue.add("b", REST)
    await queue.clock.advance(0.1)
    assert sorted(queue.names()) == ["a", "a", "b"]


async def test_the_bot_as_a_whole_has_a_pace_of_which_some_is_kept_for_the_urgent(
    queue: Queue,
) -> None:
    for n in range(30):
        queue.add(f"rest {n}", REST)
    await queue.clock.advance(0.1)
    assert len(queue.through) == 8, "a fifth is kept"
    queue.add("own")
    queue.add("call", CALL)
    await queue.clock.advance(0.1)
    assert queue.names()[8:] == ["own", "call"]
    await queue.clock.advance(5)
    assert len(queue.through) == 32
    times = [at for _, at in queue.through]
    assert all(late - early >= 1 for early, late in zip(times, times[10:], strict=False))


async def test_who_becomes_more_urgent_while_waiting_goes_first(queue: Queue) -> None:
    urgency = [REST]

    async def wait() -> None:
        await queue.budgets.wait("a", lambda: urgency[0])
        queue.through.append(("changed", 0.0))

    for name in ("first", "second"):
        queue.add("a", name=name)
    await queue.clock.advance(0)
    queue.add("a", GROUP, "group")
    queue.add("a", GROUP, "group")
    queue.start(wait())
    await queue.clock.advance(1)
    urgency[0] = OWN
    queue.budgets.look_again()
    await queue.clock.advance(9.1)
    assert queue.names()[2:] == ["changed", "group"]


async def test_two_processes_share_the_paces(processes: Processes) -> None:
    async with memory_store(processes.server) as one, memory_store(processes.server) as two:
        queues = [processes.queue(one), processes.queue(two)]
        for queue in queues:
            for _ in range(3):
                queue.add("a")
        for seconds, through in ((0.1, 2), (10, 4), (10, 6)):
            await processes.clock.advance(seconds)
            assert sum(len(queue.through) for queue in queues) == through


async def test_a_process_started_again_goes_on_with_what_was_used_up(
    processes: Processes, store: RedisStore
) -> None:
    before = processes.queue(store)
    before.add("a")
    before.add("a")
    await processes.clock.advance(0.1)
    await before.stop()
    after = processes.queue(store)
    after.add("a")
    await processes.clock.advance(9)
    assert after.through == []
    await processes.clock.advance(1)
    assert after.names() == ["a"]


async def test_a_pause_of_one_destination_holds_in_all_processes_and_for_no_other(
    processes: Processes,
) -> None:
    async with memory_store(processes.server) as one, memory_store(processes.server) as two:
        first, second = processes.queue(one), processes.queue(two)
        await first.budgets.close("a", 60)
        for destination in ("a", "b"):
            first.add(destination)
            second.add(destination)
        await processes.clock.advance(59)
        assert first.names() == second.names() == ["b"]
        await processes.clock.advance(1.1)
        assert first.names() == second.names() == ["b", "a"]


async def test_pauses_of_several_destinations_until_the_same_time_are_one_of_the_bot(
    queue: Queue,
) -> None:
    for destination in ("a", "b", "c"):
        await queue.budgets.close(destination, 30)
        await queue.clock.advance(0.2)
    queue.add("d")
    await queue.clock.advance(29)
    assert queue.through == []
    await queue.clock.advance(1.5)
    assert queue.names() == ["d"]


async def test_pauses_of_their_own_are_none_of_the_bot(queue: Queue) -> None:
    for destination, seconds in (("a", 30), ("b", 35), ("c", 40), ("d", 8)):
        await queue.budgets.close(destination, seconds)
    queue.add("e")
    await queue.clock.advance(0.1)
    assert queue.names() == ["e"]


async def test_a_platform_that_says_whom_a_pause_is_for_is_believed(queue: Queue) -> None:
    for destination in ("a", "b", "c"):
        await queue.budgets.close(destination, 30, everywhere=False)
    queue.add("d")
    await queue.clock.advance(0.1)
    assert queue.names() == ["d"]
    await queue.budgets.close("a", 50, everywhere=True)
    queue.add("e")
    await queue.clock.advance(49)
    assert queue.names() == ["d"]
    await queue.clock.advance(1.5)
    assert queue.names() == ["d", "e"]


async def test_removing_counts_for_the_bot_alone(queue: Queue) -> None:
    for _ in range(12):
        queue.add("a", counted=False)
    queue.add("a", name="changed")
    await queue.clock.advance(0.1)
    assert len(queue.through) == 10
    await queue.clock.advance(1)
    assert queue.names().count("a") == 12
    assert "changed" in queue.names()


async def test_who_gave_up_waiting_takes_nothing(queue: Queue) -> None:
    for _ in range(2):
        queue.add("a")
    await queue.clock.advance(0.1)
    gone = queue.start(queue.budgets.wait("a", lambda: OWN))
    await queue.clock.advance(1)
    gone.cancel()
    queue.add("a", REST, "patient")
    queue.add("a", REST, "patient")
    await queue.clock.advance(9.1)
    assert queue.names()[2:] == ["patient", "patient"]


async def test_what_a_tap_allows_waits_for_nothing_and_takes_nothing(queue: Queue) -> None:
    tapped = False
    for _ in range(2):
        queue.add("a")
    await queue.clock.advance(0.1)
    waiting = queue.start(queue.budgets.wait("a", lambda: REST, tapped=lambda: tapped))
    await queue.clock.advance(1)
    assert not waiting.done()
    tapped = True
    queue.budgets.look_again()
    await queue.clock.advance(0)
    assert await waiting is False
    await queue.budgets.close("a", 20, everywhere=True)
    for _ in range(20):
        assert not await queue.budgets.wait("a", lambda: REST, tapped=lambda: tapped)
    for _ in range(2):
        queue.add("a", name="counted")
    await queue.clock.advance(21.5)
    assert queue.names()[2:] == ["counted", "counted"]


async def test_a_platform_without_limits_asks_nobody(
    processes: Processes, store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes.platform.pace = processes.platform.pace_each = ()
    monkeypatch.setattr(store, "spend", None)
    queue = processes.queue(store)
    for _ in range(100):
        queue.add("a")
    await queue.clock.advance(0)
    assert len(queue.through) == 100


async def test_a_platform_without_limits_may_ask_for_a_pause(
    processes: Processes, store: RedisStore
) -> None:
    processes.platform.pace = processes.platform.pace_each = ()
    queue = processes.queue(store)
    await queue.budgets.close("a", 60)
    queue.add("a")
    await queue.clock.advance(59)
    assert queue.through == []
    await queue.clock.advance(2)
    assert queue.names() == ["a"]


async def test_while_the_store_is_away_little_is_sent(
    queue: Queue, store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise StoreUnavailable("away")

    monkeypatch.setattr(store, "spend", away)
    for _ in range(3):
        queue.add("a")
        queue.add("b")
    await queue.clock.advance(7.9)
    assert sorted(queue.names()) == ["a", "a", "b", "b"]
    monkeypatch.undo()
    await queue.clock.advance(4)
    assert len(queue.through) == 6


async def test_a_fault_of_ours_keeps_nobody_waiting(
    queue: Queue, store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(store, "spend", broken)
        with pytest.raises(RuntimeError):
            await queue.budgets.wait("a", lambda: OWN)
    await queue.budgets.wait("a", lambda: OWN)
