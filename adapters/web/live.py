"""Who is looking at which thread just now, and is told what changes there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

BEHIND: Final = 500
"""Events a tab may be behind with; then its stream ends, and it asks for all there is anew."""
STREAMS: Final = 4
"""Streams of one browser. A browser opens six connections to a host, and taps need some of them."""

Event = dict[str, Any]


class Listener:
    """One open stream and the threads it hears of.

    `crowded`: it had to end because its browser has newer ones.
    """

    def __init__(self) -> None:
        self.crowded = False
        self.threads: set[str] = set()
        self._events: asyncio.Queue[tuple[str, Event] | None] = asyncio.Queue(BEHIND + 1)
        self._over = False

    @property
    def waiting(self) -> bool:
        """Is there something to be fetched with `next` at once?"""
        return not self._events.empty()

    async def next(self) -> tuple[str, Event] | None:
        """The next thread and event; None when the stream has to end."""
        return await self._events.get()

    def tell(self, thread: str, event: Event) -> None:
        """Hand an event over; a tab that does not keep up is sent away."""
        if self._events.qsize() >= BEHIND:
            self.end()
        elif not self._over:
            self._events.put_nowait((thread, event))

    def end(self, crowded: bool = False) -> None:
        """Let the stream end once it has sent what it has."""
        if not self._over:
            self._over = True
            self.crowded = crowded
            self._events.put_nowait(None)


class Live:
    """The open streams by thread, and by browser."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self._browsers: dict[str, list[Listener]] = {}
        self._closed = False

    @contextmanager
    def listening(self, *threads: str, browser: str = "") -> Iterator[Listener]:
        """Listen to some threads for as long as the context lasts.

        The oldest stream of a `browser` that has too many ends. An empty one is nobody's.
        """
        listener = Listener()
        if self._closed:
            listener.end()
        self.follow(listener, threads)
        if browser:
            streams = self._browsers.setdefault(browser, [])
            streams.append(listener)
            if len(streams) > STREAMS:
                streams.pop(0).end(crowded=True)
        try:
            yield listener
        finally:
            self._leave(listener, browser)

    def follow(self, listener: Listener, threads: Iterable[str]) -> None:
        """Let it hear of these threads too."""
        for thread in threads:
            listener.threads.add(thread)
            self._listeners.setdefault(thread, set()).add(listener)

    def _leave(self, listener: Listener, browser: str) -> None:
        for thread in listener.threads:
            self._listeners[thread].discard(listener)
            if not self._listeners[thread]:
                del self._listeners[thread]
        streams = self._browsers.get(browser, [])
        if listener in streams:
            streams.remove(listener)
        if browser in self._browsers and not streams:
            del self._browsers[browser]

    def tell(self, thread: str, event: Event) -> None:
        """Tell all who look at a thread; an empty event says only that something may be new."""
        for listener in self._listeners.get(thread, ()):
            listener.tell(thread, event)

    def close(self) -> None:
        """End all streams, also those still to come."""
        self._closed = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.end()
