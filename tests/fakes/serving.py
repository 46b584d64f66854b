"""What the fakes of platforms that serve have in common: a start, an end, and waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Final, Protocol, Self

from tests.fakes.clock import others_have_run
from tests.patience import PATIENCE

GLANCE: Final = 0.05
"""Real seconds after which is looked again, though nothing was heard."""


class Served(Protocol):
    """A server on the loopback."""

    stir: Callable[[], None]
    """Called with everything that happens there."""
    crashes: list[Exception]
    """Mistakes of the fake itself."""

    async def start(self) -> None:
        """Listen on a free port."""
        ...

    async def stop(self) -> None:
        """End what is open and close the port."""
        ...


class Serving:
    """A fake that serves from `async with` to its end.

    A mistake of the fake itself is raised at the end.
    """

    def __init__(self, server: Served) -> None:
        self._served = server
        self._stirred = asyncio.Event()
        server.stir = self._stir

    async def __aenter__(self) -> Self:
        await self._served.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._served.stop()
        if error is None and self._served.crashes:
            raise self._served.crashes[0]

    async def until(self, condition: Callable[[], object], timeout: float = PATIENCE) -> None:
        """Wait until `condition()` is true, looked at after every request and now and then.

        Raises AssertionError after `timeout` real seconds.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout
        while not condition():
            if loop.time() > deadline:
                raise AssertionError("what was waited for did not come")
            await self._stir_within(GLANCE)

    async def _stir_within(self, seconds: float) -> bool:
        """Wait until something happens; False where nothing does within so many real seconds.

        Who can go on then, for this machine is late, may still do something.
        """
        self._stirred.clear()
        try:
            await asyncio.wait_for(self._stirred.wait(), seconds)
        except TimeoutError:
            await others_have_run()
        return self._stirred.is_set()

    def _stir(self) -> None:
        self._stirred.set()
