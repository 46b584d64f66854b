"""Do the tests hold what the mechanisms promise? `python -m tools.mutants [NAME ...]`.

Each entry of `mutants.toml` breaks one mechanism by a small patch and names tests. At least one of
them must fail while the patch is in, and all must pass without it. Everything happens in copies of
the project's files; the checkout is never touched. The command lists what was found and ends with
status 1 when a mutant survives or a patch cannot be applied.
"""

from __future__ import annotations

import argparse
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HOUSE: Final = Path(__file__).parents[1]
TABLE: Final = HOUSE / "tools" / "mutants.toml"
PATIENCE: Final = 120.0
"""Seconds for a test, after which a run is given up."""
_TESTS_FAILED: Final = 1
"""The exit status of pytest that says just this, and not that tests could not be run."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mechanism broken: in `file` the text `find` becomes `replace`.

    `mechanism` says what the house promises, `tests` are the pytest ids that hold it.
    """

    name: str
    mechanism: str
    file: str
    find: str
    replace: str
    tests: tuple[str, ...]

    def applied(self, text: str) -> str:
        """The text with the patch. Raises ValueError where it does not fit exactly once."""
        found = text.count(self.find)
        if found != 1:
            raise ValueError(f"{self.name}: the text to find is {found} times in {self.file}")
        if self.find == self.replace:
            raise ValueError(f"{self.name}: the patch changes nothing")
        return text.replace(self.find, self.replace)


def mutants(table: Path = TABLE) -> list[Mutant]:
    """All entries of the table. Raises ValueError where it cannot be read."""
    entries = tomllib.loads(table.read_text("utf-8"))["mutant"]
    try:
        return [Mutant(**{**entry, "tests": tuple(entry["tests"])}) for entry in entries]
    except (TypeError, KeyError) as error:
        raise ValueError(f"{table.name}: {error}") from None


def misfits(chosen: Iterable[Mutant], house: Path = HOUSE) -> Iterator[str]:
    """The patches that do not apply to the files of the house, one line each."""
    for mutant in chosen:
        try:
            mutant.applied((house / mutant.file).read_text("utf-8"))
        except (OSError, ValueError) as error:
            yield str(error)


# --- running -------------------------------------------------------------------------------------


def copied(house: Path, tree: Path) -> Path:
    """A copy of the files that git tracks or would track, as they are in the checkout now."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607
        cwd=house,
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (house / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(house / name, tree / name)
    return tree


@contextmanager
def broken(tree: Path, mutant: Mutant) -> Iterator[None]:
    """The tree with the patch in it, for a while."""
    path = tree / mutant.file
    whole = path.read_text("utf-8")
    path.write_text(mutant.applied(whole), "utf-8")
    _forget(path)
    try:
        yield
    finally:
        path.write_text(whole, "utf-8")
        _forget(path)


def _forget(path: Path) -> None:
    """Drop what was compiled: within a second a file of the same size passes for unchanged."""
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
        compiled.unlink()


@dataclass(frozen=True, slots=True)
class Run:
    """How a run of tests ended: pytest's exit status, None if it did not end, and its output."""

    status: int | None
    output: str

    @property
    def ended(self) -> str:
        """The same in words."""
        return "no end" if self.status is None else f"ended with {self.status}"

    @property
    def verdict(self) -> str:
        """What that means for a mutant."""
        if self.status == _TESTS_FAILED:
            return "killed"
        if self.status == 0:
            return "SURVIVED"
        return "NO END" if self.status is None else "NOT RUN"


def tested(tree: Path, tests: Sequence[str]) -> Run:
    """Run tests in a tree until the first one fails."""
    quiet = ["-q", "-x", "--no-header", "--tb=short", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": str(tree), "TEST_PATIENCE": "30"}
    try:
        run = subprocess.run(
            [sys.executable, "-m", "pytest", *quiet, *tests],
            cwd=tree,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE * len(tests),
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        return Run(None, (late.stdout or b"").decode("utf-8", "replace"))
    return Run(run.returncode, run.stdout.decode("utf-8", "replace"))


def examined(
    chosen: Sequence[Mutant], house: Path = HOUSE, jobs: int = 1
) -> Iterator[tuple[bool, str]]:
    """Run the tests of all mutants: whether all is well with each, and what to say of it."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        trees: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for number in range(jobs):
            trees.put(copied(house, Path(folder) / str(number)))

        def examine(mutant: Mutant) -> Run:
            tree = trees.get()
            try:
                with broken(tree, mutant):
                    return tested(tree, mutant.tests)
            finally:
                trees.put(tree)

        first = trees.get()
        whole = tested(first, list(dict.fromkeys(t for m in chosen for t in m.tests)))
        trees.put(first)
        if whole.status != 0:
            yield False, f"WITHOUT ANY PATCH: {whole.ended}\n{whole.output}"
            return
        with ThreadPoolExecutor(jobs) as pool:
            for mutant, run in zip(chosen, pool.map(examine, chosen), strict=True):
                killed = run.verdict == "killed"
                line = f"{run.verdict:9} {mutant.name}: {mutant.mechanism}"
                yield killed, line if killed else f"{line}\n{run.output}"


def main(arguments: Sequence[str] | None = None, table: Path = TABLE, house: Path = HOUSE) -> int:
    """The command; its exit status."""
    parser = argparse.ArgumentParser(prog="mutants", description="Break each mechanism once.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only mutants named like this")
    parser.add_argument("--jobs", type=int, default=min(4, os.cpu_count() or 1), metavar="N")
    options = parser.parse_args(arguments)
    chosen = [
        mutant
        for mutant in mutants(table)
        if not options.names or any(name in mutant.name for name in options.names)
    ]
    if not chosen:
        parser.error(f"no mutant is named like {' or '.join(options.names)}")
    wrong = list(misfits(chosen, house))
    for line in wrong:
        print(f"DOES NOT APPLY {line}", flush=True)
    if wrong:
        return 1
    good = 0
    for well, line in examined(chosen, house, max(1, options.jobs)):
        print(line, flush=True)
        good += well
    print(f"{good} of {len(chosen)} killed")
    return 0 if good == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
