"""Who is looking at which thread just now, and is told what changes there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

BEHIND: Final = 500
"""Events a tab may be behind with; then its stream ends, and it asks for all there is anew."""

Event = dict[str, Any]


class Listener:
    """One open stream."""

    def __init__(self) -> None:
        self._events: asyncio.Queue[tuple[str, Event] | None] = asyncio.Queue(BEHIND + 1)
        self._over = False

    async def next(self) -> tuple[str, Event] | None:
        """The next thread and event; None when the stream has to end."""
        return await self._events.get()

    def tell(self, thread: str, event: Event) -> None:
        """Hand an event over; a tab that does not keep up is sent away."""
        if self._events.qsize() >= BEHIND:
            self.end()
        elif not self._over:
            self._events.put_nowait((thread, event))

    def end(self) -> None:
        """Let the stream end once it has sent what it has."""
        if not self._over:
            self._over = True
            self._events.put_nowait(None)


class Live:
    """The open streams by thread."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self._closed = False

    @contextmanager
    def listening(self, *threads: str) -> Iterator[Listener]:
        """Listen to some threads for as long as the context lasts."""
        listener = Listener()
        if self._closed:
            listener.end()
        for thread in threads:
            self._listeners.setdefault(thread, set()).add(listener)
        try:
            yield listener
        finally:
            for thread in threads:
                self._listeners[thread].discard(listener)
                if not self._listeners[thread]:
                    del self._listeners[thread]

    def tell(self, thread: str, event: Event) -> None:
        """Tell all who look at a thread."""
        for listener in self._listeners.get(thread, ()):
            listener.tell(thread, event)

    def close(self) -> None:
        """End all streams, also those still to come."""
        self._closed = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.end()
