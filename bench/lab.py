"""What a benchmark is given: how long to run, and the peers, where they are installed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bench.measure import Race, Round, Row, race
from bench.peers import Peers


@dataclass(frozen=True, slots=True)
class Lab:
    """`rounds` are counted of each runner; `size` multiplies the work of a round (1: all of it)."""

    rounds: int = 7
    size: float = 1.0
    peers: Peers | None = None

    def amount(self, full: int) -> int:
        """So much of the work of a round, at least 1."""
        return max(1, round(full * self.size))

    def race(self, own: Mapping[str, Round], peers: Mapping[str, int] | None = None) -> Race:
        """A race of own rounds with those peers' (name, amount) that are installed."""
        runners = dict(own)
        if self.peers is not None:
            for name, amount in (peers or {}).items():
                runners[name] = self.peers.round(name, self.amount(amount))
        return race(runners, self.rounds)


Benchmark = Callable[[Lab], list[Row]]
