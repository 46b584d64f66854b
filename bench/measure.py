"""Measuring on a machine that others use too: CPU time, rounds in turns, medians, ratios."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Sample:
    """One round: how many things were done in how many seconds of CPU time."""

    count: int
    seconds: float

    @property
    def rate(self) -> float:
        """Things a second."""
        return self.count / max(self.seconds, 1e-9)


Round = Callable[[], Sample]
"""Does some things and says how many, and how long they took."""


def timed(work: Callable[[], int]) -> Round:
    """A round of work that gives the number of things it did."""

    def run() -> Sample:
        began = time.process_time()
        count = work()
        return Sample(count, time.process_time() - began)

    return run


@dataclass(frozen=True, slots=True)
class Race:
    """The samples of each runner, round by round."""

    samples: Mapping[str, Sequence[Sample]]

    def rate(self, runner: str) -> float:
        """The median of its things a second."""
        return median(sample.rate for sample in self.samples[runner])

    def micros(self, runner: str) -> float:
        """The median of its microseconds a thing."""
        return 1e6 / self.rate(runner)

    def ratio(self, runner: str, peer: str) -> float:
        """How many times as fast as the peer it is: the median over the rounds."""
        pairs = zip(self.samples[runner], self.samples[peer], strict=True)
        return median(own.rate / other.rate for own, other in pairs)


def race(runners: Mapping[str, Round], rounds: int) -> Race:
    """Let them run in turns, so that all of them meet the same hours of the machine.

    A first round of each is not counted: it fills what is remembered.
    """
    for run in runners.values():
        run()
    samples: dict[str, list[Sample]] = {name: [] for name in runners}
    for _ in range(rounds):
        for name, run in runners.items():
            samples[name].append(run())
    return Race(samples)


@dataclass(frozen=True, slots=True)
class Row:
    """One number of the table.

    `ratio` says how many times as good as the peer it is: more than 1 is better than the peer,
    whether the unit counts things a second or the time for a thing. `goal` is what the number is
    to be, in words, and `holds` whether it is.
    """

    name: str
    value: float
    unit: str
    peer: str = ""
    peer_value: float | None = None
    ratio: float | None = None
    goal: str = ""
    holds: bool | None = None
