"""Where pictures are drawn: beside the event loop, each once, and none that nobody waits for.

A picture is data that says all of how it looks, so what was drawn once is shown again for the same
data. What waits is drawn in the order of its urgency; who does not want it any more stops waiting.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from typing import Any, Final

from bot.budgets import REST, Priority
from bot.clock import SystemClock
from bot.pictures.draw import png
from bot.pictures.spec import Picture, digest
from bot.ports import Clock
from bot.trouble import where

log = logging.getLogger(__name__)

KEPT: Final = 16 * 1024 * 1024
"""Bytes of drawn pictures that are kept."""
LONGEST: Final = 20.0
"""Seconds after which a picture is given up that is still being drawn: it takes a fraction of one,
and all others wait for it."""
MOST_HUNG: Final = 3
"""So many that were given up and still do not end, and nothing is drawn until one does."""
REMEMBERED: Final = 256
"""Pictures of which it is remembered that they cannot be drawn."""


class NotDrawn(Exception):
    """The picture cannot be drawn: a fault of ours, which the log tells."""


@dataclass(eq=False, slots=True)
class _Job:
    """A picture that is wanted, and how urgently by each who waits for it."""

    name: str
    picture: Picture
    drawn: asyncio.Future[bytes]
    waiting: list[Priority] = field(default_factory=list)
    begun: bool = False


class Studio:
    """Draws the pictures of one process.

    `draw` makes a picture into a file; `executor` calls it, one picture at a time, by itself on a
    thread of its own. Two at a time draw hardly more, and a process of its own costs its memory
    once more to save the event loop some milliseconds a picture.
    """

    def __init__(
        self,
        draw: Callable[[Picture], bytes] = png,
        executor: Executor | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._draw = draw
        self._executor = executor or _Threads()
        self._clock = clock or SystemClock()
        self._hung: list[Future[bytes]] = []
        self._jobs: dict[str, _Job] = {}
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0
        self._failed: OrderedDict[str, None] = OrderedDict()
        self._working: asyncio.Task[None] | None = None

    async def png(self, picture: Picture, priority: Priority = lambda: REST) -> bytes:
        """The picture as a file. Raises NotDrawn.

        Who is cancelled while the picture has not been begun takes the order back.
        """
        name = digest(picture)
        found = self._kept.get(name)
        if found is not None:
            self._kept.move_to_end(name)
            return found
        if name in self._failed or self._stuck:
            raise NotDrawn
        job = self._jobs.get(name)
        if job is None:
            future = asyncio.get_running_loop().create_future()
            job = self._jobs[name] = _Job(name, picture, future)
        job.waiting.append(priority)
        if self._working is None:
            self._working = asyncio.create_task(self._work())
        try:
            return await asyncio.shield(job.drawn)
        finally:
            job.waiting.remove(priority)
            if not job.waiting and not job.begun:
                self._jobs.pop(name, None)

    def order(self, priority: Priority) -> Order:
        """For somebody who may come to want another picture before one is drawn."""
        return Order(self, priority)

    def fails(self, picture: Picture) -> bool:
        """Has it turned out that the picture, or just now any, cannot be drawn?"""
        return self._stuck or (bool(self._failed) and digest(picture) in self._failed)

    @property
    def busy(self) -> bool:
        """Is anything being drawn?"""
        return self._working is not None

    async def close(self) -> None:
        """Draw no more."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)
        self._executor.shutdown(wait=False, cancel_futures=True)

    async def _work(self) -> None:
        """Draw what is wanted, the most urgent first, until nothing is."""
        try:
            while self._jobs:
                job = min(self._jobs.values(), key=_urgency)
                job.begun = True
                await self._fill(job)
                del self._jobs[job.name]
        finally:
            self._working = None

    async def _fill(self, job: _Job) -> None:
        try:
            file = await self._drawn(job.picture)
        except Exception as error:
            log.error("a picture was not drawn: %s", where(error))
            self._failed[job.name] = None
            while len(self._failed) > REMEMBERED:
                self._failed.popitem(last=False)
            job.drawn.set_exception(NotDrawn())
            # Looked at, for perhaps nobody waits for it any more.
            job.drawn.exception()
            return
        job.drawn.set_result(file)
        self._kept[job.name] = file
        self._size += len(file)
        while self._size > KEPT:
            self._size -= len(self._kept.popitem(last=False)[1])

    async def _drawn(self, picture: Picture) -> bytes:
        """The picture as a file, within LONGEST; raises what drawing raises, or TimeoutError."""
        if self._stuck:
            raise TimeoutError
        asked = self._executor.submit(self._draw, picture)
        drawing = asyncio.wrap_future(asked)
        late = asyncio.create_task(self._clock.sleep(LONGEST))
        try:
            either: set[asyncio.Future[Any]] = {drawing, late}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if drawing.done():
                return drawing.result()
        finally:
            late.cancel()
            drawing.cancel()
        self._hung.append(asked)
        raise TimeoutError

    @property
    def _stuck(self) -> bool:
        self._hung = [each for each in self._hung if not each.done()]
        return len(self._hung) >= MOST_HUNG


class _Threads(Executor):
    """A thread for each thing to do: one that comes to no end holds up nothing else.

    Not even the end of the process, which waits for the threads of a pool.
    """

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Begin at once."""
        asked: Future[Any] = Future()
        asked.set_running_or_notify_cancel()

        def work() -> None:
            try:
                asked.set_result(fn(*args, **kwargs))
            except BaseException as error:
                asked.set_exception(error)

        threading.Thread(target=work, name="studio", daemon=True).start()
        return asked


def _urgency(job: _Job) -> int:
    return min((priority() for priority in job.waiting), default=REST)


class Order:
    """At most one picture that is waited for, another one in place of it as soon as it is wanted.

    It ends with `cancel`.
    """

    def __init__(self, studio: Studio, priority: Priority) -> None:
        self._studio = studio
        self._priority = priority
        self._picture: Picture | None = None
        self._drawn: asyncio.Task[bytes] | None = None

    def drawn(self, picture: Picture) -> bool:
        """Is it this picture, and is it drawn? Raises NotDrawn."""
        if self._drawn is None or picture != self._picture or not self._drawn.done():
            return False
        self._drawn.result()
        return True

    async def wait(self, picture: Picture, *events: asyncio.Future[Any]) -> None:
        """Wait until this picture is drawn, or something else happens that has not yet."""
        if self._drawn is None or picture != self._picture:
            self.cancel()
            self._picture = picture
            self._drawn = asyncio.create_task(self._studio.png(picture, self._priority))
        pending = [event for event in events if not event.done()]
        await asyncio.wait([self._drawn, *pending], return_when=asyncio.FIRST_COMPLETED)

    def cancel(self) -> None:
        """Take the order back, where it is not drawn yet."""
        if self._drawn is None:
            return
        if self._drawn.done():
            # Looked at, whatever came of it.
            self._drawn.exception()
        self._drawn.cancel()
