"""`python -m bench`: run the benchmarks, print a table, write the numbers as JSON."""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Final

from bench.discord import calls_on_discord
from bench.lab import Benchmark, Lab
from bench.measure import Row
from bench.melds import melds
from bench.peers import PYTHON, Peers
from bench.pictures import pictures
from bench.play import applied, by_chance
from bench.profiled import profiled
from bench.publishing import publishing
from bench.saved import saved
from bench.taps import taps

BENCHMARKS: Final[Mapping[str, Benchmark]] = {
    "play": by_chance,
    "profile": profiled,
    "apply": applied,
    "melds": melds,
    "state": saved,
    "taps": taps,
    "pictures": pictures,
    "publishing": lambda lab: [*publishing(lab), *calls_on_discord(lab)],
}
"""All benchmarks by name, in the order of the table."""


def main(arguments: list[str] | None = None) -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"some of: {', '.join(BENCHMARKS)}")
    parser.add_argument("--json", type=Path, default=Path("bench.json"), help="where to write")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each runner")
    parser.add_argument("--size", type=float, default=1.0, help="part of the work of a round")
    options = parser.parse_args(arguments)
    names = options.names or list(BENCHMARKS)
    if unknown := [name for name in names if name not in BENCHMARKS]:
        parser.error(f"no benchmark {unknown[0]!r}; there are: {', '.join(BENCHMARKS)}")
    with ExitStack() as stack:
        peers = stack.enter_context(Peers()) if PYTHON.exists() else None
        if peers is None:
            print("Without peers: `make bench` installs them.")
        lab = Lab(options.rounds, options.size, peers)
        found = {}
        for name in names:
            found[name] = BENCHMARKS[name](lab)
            print(*table(name, found[name]), sep="\n", flush=True)
    print(f"\n{verdict(row for rows in found.values() for row in rows)}")
    options.json.write_text(json.dumps(as_data(found), indent=2) + "\n", encoding="utf-8")


def verdict(rows: Iterable[Row]) -> str:
    """How many goals hold, and which do not."""
    goals = [row for row in rows if row.holds is not None]
    missed = [
        f"{row.name} ({_number(row.value)}, not {row.goal})" for row in goals if not row.holds
    ]
    counted = f"{len(goals) - len(missed)} of {len(goals)} goals hold"
    return f"{counted}. MISSED: {', '.join(missed)}" if missed else f"{counted}."


def as_data(found: Mapping[str, list[Row]]) -> dict[str, object]:
    """The rows of each benchmark as JSON data, with what they were measured on."""
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "benchmarks": {name: [asdict(row) for row in rows] for name, rows in found.items()},
    }


def table(name: str, rows: list[Row]) -> Iterator[str]:
    """The rows as lines of a table."""
    yield ""
    wide = max(32, *(len(row.name) for row in rows))
    yield f"{name:<{wide + 12}}{'':>12}  {'peer':<24}{'':>12}{'ratio':>9}  goal"
    for row in rows:
        line = f"{row.name:<{wide}}{_number(row.value):>12} {row.unit:<11}  {row.peer:<24}"
        line += f"{'' if row.peer_value is None else _number(row.peer_value):>12}"
        line += f"{'' if row.ratio is None else f'{row.ratio:.2f}':>9}  "
        verdict = "" if row.holds is None else "  holds" if row.holds else "  MISSED"
        yield f"{line}{row.goal}{verdict}".rstrip()


def _number(value: float) -> str:
    """Whole where the fraction says nothing."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


if __name__ == "__main__":
    main()
