"""Mutation testing of the engine: `python -m tools.mutation --seed 7` (or `make mutation`).

Takes a random sample of the changes that mutmut makes to `engine/`, each a fault that somebody
might make, and runs the tests of the engine against each of them, in a copy of the tree. A change
that no test notices has survived: it is printed, for somebody to look at. Those that make no
difference stand in `equivalent.toml` with the reason and are not counted.

The tests that are named after the changed file come first, and the quicker ones before the slower
ones. Those that take longer than `--slow` seconds are left out, so the share is a lower bound; a
test that needs more than `--patience` seconds of the processor has noticed, too.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import hypothesis
import pytest

HERE: Final = Path(__file__).parent
HOUSE: Final = HERE.parents[1]
KEPT: Final = HOUSE / ".mutation"
"""What is kept between two runs: the times of the tests, and what survived."""
EVERYTHING: Final = ("tests/engine", "engine")
SURVIVORS: Final = 15
"""The most survivors of a hundred mutants."""
_NOTICED, _SURVIVED, _LATE, _BROKEN = 1, 0, 3, 4
_MEMORY: Final = 3 * 2**30
# Tests that are about a file without being named after it.
_ABOUT: Final = {
    "cards": ("melds", "record"),
    "chosen": ("suggest",),
    "clauses": ("rules",),
    "constraints": ("rules",),
    "drawing": ("deal", "duties"),
    "ending": ("players",),
    "finish": ("duties", "suggest"),
    "growth": ("melds",),
    "going_out": ("players",),
    "lines": ("record",),
    "moves": ("duties", "going_out", "deal", "extras"),
    "offers": ("suggest",),
    "options": ("rules",),
    "partition": ("finder", "suggest"),
    "position": ("record_position", "deal"),
    "ready": ("suggest",),
    "recognition": ("melds", "growth"),
    "replaying": ("record",),
    "row": ("players",),
    "runs": ("melds",),
    "saved": ("deal",),
    "tables": ("finder", "melds"),
    "text": ("record",),
    "turns": ("record",),
    "value": ("melds", "growth", "scoring"),
}


def main() -> int:
    """The command; its exit status is 1 if too many survive."""
    given = _arguments()
    mutants = _sample(given)
    ends: Counter[str] = Counter()
    survivors: list[dict[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        tree = _copy(Path(folder))
        times = _times(tree, given)
        for number, mutant in enumerate(mutants, 1):
            end = _end(tree, mutant, times, given)
            ends[end] += 1
            _say(f"{number}/{len(mutants)} {end} {mutant['path']}:{mutant['line']}")
            if end in ("survived", "broken"):
                survivors.append(_known(mutant))
                _survivors(given).write_text(json.dumps(survivors), "utf-8")
                _say(f"  in {mutant['inside'] or 'the module'}")
                _say(f"  - {mutant['old']}\n  + {mutant['new']}")
    _survivors(given).write_text(json.dumps(survivors), "utf-8")
    _say(f"seed {given.seed}: {', '.join(f'{count} {end}' for end, count in ends.most_common())}")
    if given.again:
        return 1 if survivors else 0
    counted = len(mutants) - ends["equivalent"] - ends["broken"]
    share = 100 * ends["survived"] / (counted or 1)
    _say(f"{100 - share:.1f} % of {counted} were noticed")
    return 1 if share > SURVIVORS or ends["broken"] else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Mutation testing of the engine.")
    parser.add_argument("--seed", type=int, default=1, help="another sample")
    parser.add_argument("--count", type=int, default=180, help="mutants in the sample")
    parser.add_argument("--slow", type=float, default=2, help="leave out tests of more seconds")
    parser.add_argument("--patience", type=float, default=40, help="seconds that a test may need")
    parser.add_argument("--again", action="store_true", help="only what survived the last time")
    parser.add_argument("--mutmut", default=".venv-mutation/bin/python", help="a Python with it")
    return parser.parse_args()


def _sample(given: argparse.Namespace) -> list[dict[str, Any]]:
    """The mutants to test."""
    wanted = ["-"] if given.again else [str(given.seed), str(given.count)]
    found = subprocess.run(
        [given.mutmut, str(HERE / "mutants.py"), *wanted],
        cwd=HOUSE,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        input=_survivors(given).read_text("utf-8") if given.again else None,
    )
    return [json.loads(line) for line in found.stdout.splitlines()]


def _known(mutant: Mapping[str, Any]) -> dict[str, str]:
    """By what a mutant is known, as long as its lines stay as they are."""
    return {key: mutant[key] for key in ("path", "inside", "old", "new")}


def _survivors(given: argparse.Namespace) -> Path:
    KEPT.mkdir(exist_ok=True)
    return KEPT / f"survivors-{given.seed}.json"


def _times(tree: Path, given: argparse.Namespace) -> dict[str, float]:
    """The seconds of the processor that each test takes. Without a change all must pass."""
    kept = KEPT / "times.json"
    KEPT.mkdir(exist_ok=True)
    times: dict[str, float] = json.loads(kept.read_text("utf-8")) if kept.is_file() else {}
    if (end := _run(tree, EVERYTHING, times, given, changed=False)) != _SURVIVED:
        raise SystemExit(f"The tests fail without any change ({end}).")
    found = json.loads((tree / "found.json").read_text("utf-8"))
    times |= found["times"]
    kept.write_text(json.dumps(times), "utf-8")
    # Imported once for all runs, save what is changed and what tests it.
    for module in found["modules"]:
        importlib.import_module(module)
    return times


def _say(text: str) -> None:
    print(text, flush=True)


@cache
def _equivalent() -> list[dict[str, str]]:
    """The changes that make no difference."""
    listed = tomllib.loads((HERE / "equivalent.toml").read_text("utf-8"))
    return [_known(entry) for entry in listed["mutant"]]


def _copy(folder: Path) -> Path:
    """A copy of what the tests of the engine need."""
    tree = folder / "tree"
    for room in ("engine", "tests"):
        shutil.copytree(HOUSE / room, tree / room, ignore=shutil.ignore_patterns("__pycache__"))
    (tree / "docs").mkdir()
    for file in (HOUSE / "pyproject.toml", *(HOUSE / "docs").glob("*.md")):
        shutil.copy(file, tree / file.relative_to(HOUSE))
    return tree


def _end(
    tree: Path, mutant: Mapping[str, Any], times: Mapping[str, float], given: argparse.Namespace
) -> str:
    """What becomes of a mutant: noticed, late (noticed by its slowness), survived or broken."""
    if _known(mutant) in _equivalent():
        return "equivalent"
    path = tree / mutant["path"]
    original = path.read_text("utf-8")
    # Two versions of one length in one second would be taken for the same.
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
        compiled.unlink()
    path.write_text(mutant["source"], "utf-8")
    end = _SURVIVED
    try:
        for files in (_about(tree, path), EVERYTHING):
            if files and end == _SURVIVED:
                end = _run(tree, files, times, given, changed=True)
    finally:
        path.write_text(original, "utf-8")
    return {_SURVIVED: "survived", _NOTICED: "noticed", _LATE: "late"}.get(end, "broken")


def _about(tree: Path, path: Path) -> list[str]:
    """The files of the tests that are about a file."""
    found = [path]
    for name in (path.stem, *_ABOUT.get(path.stem, ())):
        found += sorted((tree / "tests" / "engine").glob(f"test_{name}*.py"))
    return [str(file.relative_to(tree)) for file in dict.fromkeys(found)]


def _run(
    tree: Path,
    files: Sequence[str],
    times: Mapping[str, float],
    given: argparse.Namespace,
    *,
    changed: bool,
) -> int:
    """Run tests in a process of their own, which shares what is imported already."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            return _LATE if os.WTERMSIG(status) == signal.SIGVTALRM else _NOTICED
        return os.WEXITSTATUS(status)
    end = _BROKEN
    try:
        os.chdir(tree)
        if changed:
            sys.dont_write_bytecode = True
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            signal.setitimer(signal.ITIMER_VIRTUAL, given.patience)
        order = _Order(tree, times, given, changed=changed)
        end = order.run(files)
    except Exception:  # the parent goes on from here, too
        traceback.print_exc()
    finally:
        os._exit(end)


class _Order:
    """A plugin of pytest: chooses and orders the tests, and lets none of them take too long."""

    def __init__(
        self, tree: Path, known: Mapping[str, float], given: argparse.Namespace, *, changed: bool
    ) -> None:
        self.tree = tree
        self.known = known
        self.given = given
        self.changed = changed
        self.times: dict[str, float] = {}

    def run(self, files: Sequence[str]) -> int:
        """Run the tests of these files up to the first that fails."""
        # That modules are imported already is meant.
        how = ("-qx", "-pno:cacheprovider", "-Wignore::pytest.PytestAssertRewriteWarning")
        end = int(pytest.main([*how, *files], plugins=[self]))
        if not self.changed:
            found = {"times": self.times, "modules": list(self._modules())}
            (self.tree / "found.json").write_text(json.dumps(found), "utf-8")
        # What cannot be imported any more is noticed too; files may have no tests but slow ones.
        ends = {0: _SURVIVED, 1: _NOTICED, 2: _NOTICED, 5: _SURVIVED}
        return ends.get(end, _BROKEN)

    def _modules(self) -> Iterator[str]:
        """The modules that are imported now and do not come from the copy."""
        for name, module in sys.modules.items():
            file = getattr(module, "__file__", None)
            spec = getattr(module, "__spec__", None)
            if file and spec and spec.name == name and not Path(file).is_relative_to(self.tree):
                yield name

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """The same examples for every mutant, and none of them made smaller once it fails."""
        hypothesis.settings.register_profile(
            "mutation",
            deadline=None,
            phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
            database=None,
            derandomize=True,
        )
        hypothesis.settings.load_profile("mutation")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The quick tests first, the slow ones not at all."""
        import engine

        if engine.__file__ is None or not Path(engine.__file__).is_relative_to(self.tree):
            raise pytest.UsageError("the engine that is tested is not the copy")
        items[:] = sorted(
            (item for item in items if self.known.get(item.nodeid, 0) <= self.given.slow),
            key=lambda item: self.known.get(item.nodeid, 0),
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Patience for each test anew."""
        if self.changed:
            signal.setitimer(signal.ITIMER_VIRTUAL, self.given.patience)
        before = time.process_time()
        result = yield
        self.times[item.nodeid] = time.process_time() - before
        return result


if __name__ == "__main__":
    sys.exit(main())
