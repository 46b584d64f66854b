"""The studio: each picture drawn once, the most urgent first, none that nobody waits for."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from bot import studio as room
from bot.budgets import CALL, GROUP, OWN, REST
from bot.pictures.spec import LeaderboardPicture, Picture, digest
from bot.studio import NotDrawn, Studio
from tests.fakes.clock import HandClock
from tests.fakes.studio import Held, Inline, Sketches


def picture(name: str) -> Picture:
    return LeaderboardPicture(name, "", ("won", "played", "points"), ())


async def turn() -> None:
    """Let everybody go on who can."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_the_same_picture_is_drawn_once_however_many_want_it() -> None:
    sketches, held = Sketches(), Held()
    studio = Studio(sketches.draw, held)
    wanted = [asyncio.create_task(studio.png(picture("a"))) for _ in range(5)]
    await turn()
    held.do()
    files = await asyncio.gather(*wanted)
    assert len({*files}) == 1
    again = asyncio.create_task(studio.png(picture("a")))
    await turn()
    assert again.done()
    assert again.result() == files[0]
    assert sketches.drawn == [picture("a")]


async def test_the_most_urgent_is_drawn_first() -> None:
    sketches, held = Sketches(), Held()
    studio = Studio(sketches.draw, held)
    urgencies = {"busy": REST, "rest": REST, "group": GROUP, "call": CALL, "own": OWN}
    wanted = []
    for name, urgency in urgencies.items():
        asked = studio.png(picture(name), lambda urgency=urgency: urgency)  # type: ignore[misc]
        wanted.append(asyncio.create_task(asked))
        await turn()
    for _ in wanted:
        await turn()
        held.do()
    await asyncio.gather(*wanted)
    names = [each.heading for each in sketches.drawn if isinstance(each, LeaderboardPicture)]
    assert names == ["busy", "own", "call", "group", "rest"]


async def test_what_nobody_waits_for_any_more_is_not_drawn() -> None:
    sketches, held = Sketches(), Held()
    studio = Studio(sketches.draw, held)
    first = asyncio.create_task(studio.png(picture("first")))
    old, new = (asyncio.create_task(studio.png(picture(name))) for name in ("old", "new"))
    await turn()
    old.cancel()
    await turn()
    while held.waiting:
        held.do()
        await turn()
    assert first.done()
    assert new.done()
    assert sketches.drawn == [picture("first"), picture("new")]
    assert held.waiting == 0
    assert not studio.busy


async def test_what_has_been_begun_is_kept_though_nobody_waits() -> None:
    sketches, held = Sketches(), Held()
    studio = Studio(sketches.draw, held)
    begun = asyncio.create_task(studio.png(picture("a")))
    await turn()
    begun.cancel()
    await turn()
    held.do()
    await turn()
    await studio.png(picture("a"))
    assert sketches.drawn == [picture("a")]


async def test_a_fault_is_told_in_a_line_without_cards_and_not_tried_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    sketches = Sketches()
    tries = []

    def fault(drawn: Picture) -> None:
        tries.append(drawn)
        raise ValueError("9s9h9c")

    sketches.trouble = fault
    studio = sketches.studio()
    assert not studio.fails(picture("a"))
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            with pytest.raises(NotDrawn):
                await studio.png(picture("a"))
    assert tries == [picture("a")]
    assert studio.fails(picture("a"))
    assert not studio.fails(picture("b"))
    said = [record.getMessage() for record in caplog.records]
    assert [line.partition(":")[0] for line in said] == ["a picture was not drawn"]
    assert "9s" not in said[0]
    sketches.trouble = lambda picture: None
    assert await studio.png(picture("b"))


async def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    sketches = Sketches()
    studio = sketches.studio()
    size = len(await studio.png(picture("a")))
    monkeypatch.setattr(room, "KEPT", 3 * size)
    for name in "bcad":
        await studio.png(picture(name))
    # The one that was looked at longest ago has gone.
    await studio.png(picture("a"))
    assert len(sketches.drawn) == 4
    await studio.png(picture("b"))
    assert len(sketches.drawn) == 5


async def test_it_is_drawn_beside_the_event_loop() -> None:
    threads = []

    def draw(drawn: Picture) -> bytes:
        threads.append(threading.get_ident())
        return digest(drawn).encode()

    studio = Studio(draw)
    try:
        assert await studio.png(picture("a")) == digest(picture("a")).encode()
    finally:
        await studio.close()
    assert threads != [threading.get_ident()]


async def test_the_end_ends_what_is_being_drawn() -> None:
    held = Held()
    studio = Studio(Sketches().draw, held)
    wanted = asyncio.create_task(studio.png(picture("a")))
    await turn()
    await studio.close()
    assert not studio.busy
    wanted.cancel()
    with pytest.raises(asyncio.CancelledError):
        await wanted


async def test_an_order_follows_what_is_wanted() -> None:
    sketches = Sketches()
    studio = Studio(sketches.draw, Inline())
    order = studio.order(lambda: OWN)
    await order.wait(picture("a"))
    assert order.drawn(picture("a"))
    assert not order.drawn(picture("b"))
    happens = asyncio.get_running_loop().create_future()
    happens.set_result(None)
    await order.wait(picture("b"), happens)
    assert order.drawn(picture("b"))
    order.cancel()


async def test_one_that_comes_to_no_end_is_given_up_and_the_next_is_drawn(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock, ends = HandClock(), threading.Event()

    def draw(drawn: Picture) -> bytes:
        if drawn == picture("endless"):
            ends.wait()
        return digest(drawn).encode()

    studio = Studio(draw, clock=clock)
    endless = asyncio.create_task(studio.png(picture("endless")))
    await turn()
    after = asyncio.create_task(studio.png(picture("after")))
    try:
        await clock.advance(room.LONGEST - 1)
        assert not endless.done()
        await clock.advance(1)
        assert endless.done()
        with pytest.raises(NotDrawn):
            await endless
        assert await after == digest(picture("after")).encode()
        assert studio.fails(picture("endless"))
        assert not studio.fails(picture("after"))
    finally:
        ends.set()
        await studio.close()
    said = [record.getMessage() for record in caplog.records]
    assert [line.partition(" at ")[0] for line in said] == ["a picture was not drawn: TimeoutError"]


class Endless(Executor):
    """Begins what it is asked to do; `begun` ends when a test says so."""

    def __init__(self) -> None:
        self.begun: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.begun.append(Future())
        self.begun[-1].set_running_or_notify_cancel()
        return self.begun[-1]


async def test_where_too_many_come_to_no_end_nothing_is_drawn_until_one_does() -> None:
    clock, endless = HandClock(), Endless()
    studio = Studio(Sketches().draw, endless, clock)
    for number in range(room.MOST_HUNG):
        hung = asyncio.create_task(studio.png(picture(str(number))))
        await turn()
        await clock.advance(room.LONGEST)
        with pytest.raises(NotDrawn):
            await hung
    assert studio.fails(picture("next"))
    with pytest.raises(NotDrawn):
        await studio.png(picture("next"))
    endless.begun[0].set_result(b"too late")
    assert not studio.fails(picture("next"))
    drawn = asyncio.create_task(studio.png(picture("next")))
    await turn()
    endless.begun[-1].set_result(b"next")
    assert await drawn == b"next"
