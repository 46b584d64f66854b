"""A profile of random play: where its time goes, so that one sees what is left to be done."""

from __future__ import annotations

import cProfile
import pstats
from pathlib import Path
from random import Random
from typing import Final

from bench.lab import Lab
from bench.measure import Row
from bench.peers import HOUSE
from bench.play import play_by_chance

PARTS: Final = {
    "useful_actions": "listing useful actions",
    "apply": "applying one",
    "start": "shuffling and dealing",
}
"""The methods of a deal that random play calls, in words."""
MOST: Final = 12
"""How many single functions are named."""


def profiled(lab: Lab) -> list[Row]:
    """The parts of random play with all that they call, then the functions by their own time.

    The profiler weighs calls too heavily: shares are to be read against each other only.
    """
    deals = lab.amount(60)
    play_by_chance(Random(1), deals)
    profile = cProfile.Profile()
    profile.runcall(play_by_chance, Random(2), deals)
    stats: dict[tuple[str, int, str], tuple[int, int, float, float, object]]
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    whole = sum(own for _, _, own, _, _ in stats.values())
    parts = [
        Row(words, 100 * within / whole, "%")
        for method, words in PARTS.items()
        for (file, _, name), (_, _, _, within, _) in stats.items()
        if name == method and Path(file).name == "deal.py"
    ]
    largest = sorted(stats.items(), key=lambda entry: -entry[1][2])[:MOST]
    return parts + [
        Row(_name(file, name), 100 * own / whole, "%")
        for (file, _, name), (_, _, own, _, _) in largest
    ]


def _name(file: str, function: str) -> str:
    """A function with its file, as it is seen from the house."""
    if file.startswith(str(HOUSE)):
        file = Path(file).relative_to(HOUSE).as_posix()
    else:
        file = Path(file).name.replace("~", "built in")
    return f"  {file} {function.rpartition(' of ')[0] or function}"
