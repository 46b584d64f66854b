"""`python -m tests.check_sources`: is docs/rules-sources.md true?

Every test it names must be there, every value it gives must be the preset's, and every test of a
clause must be named. It lists what is wrong and ends with status 1 if there is any of it.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.presets import PRESETS

HOUSE = Path(__file__).parents[1]
DOCUMENT = HOUSE / "docs" / "rules-sources.md"
_CLAUSE = re.compile(r"test_\d{3}_\d{2}_")


@cache
def _tests(path: Path) -> frozenset[str]:
    """The names of the tests in a file; empty where there is none."""
    if not path.is_file():
        return frozenset()
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def problems(text: str) -> Iterator[str]:
    """What is wrong with the document, one line each."""
    preset: str | None = None
    named: set[str] = set()
    rows = 0
    for line in text.splitlines():
        if line.startswith("## "):
            found = re.fullmatch(r"## \d{3}: `(\w+)`", line)
            preset = found.group(1) if found else None
            continue
        if not line.startswith("| ") or line.startswith(("| sentence", "| source", "| ---")):
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != 3 or not all(cells):
            yield f"not three cells: {line}"
            continue
        said, options, tests = cells
        if "`tests/" not in tests and tests != "no rule":
            # The table of the sources names presets and no tests.
            if "`tests/" in line or preset:
                yield f"no test: {said}"
            continue
        rows += 1
        for path, name in re.findall(r"`(tests/[\w/.]+)::(\w+)`", tests):
            named.add(name)
            if name not in _tests(HOUSE / path):
                yield f"no such test: {path}::{name}"
        if preset:
            yield from _wrong_values(preset, options)
    if not rows:
        yield "no sentences"
    for path in sorted((HOUSE / "tests" / "engine").glob("test_preset*.py")):
        for name in sorted(_tests(path) - named):
            if _CLAUSE.match(name):
                yield f"named nowhere: {name}"


def _wrong_values(preset: str, options: str) -> Iterator[str]:
    for option, value in re.findall(r"`(\w+) = ([^`]+)`", options):
        if option not in PRESETS[preset]:
            yield f"no option {option}"
        elif not _agrees(PRESETS[preset][option], json.loads(value)):
            yield f"{preset}: {option} is not {value}"


def _agrees(whole: object, said: object) -> bool:
    """Is it the same value? Of an option with parts only those that are said are compared."""
    if isinstance(whole, dict) and isinstance(said, dict):
        return all(part in whole and whole[part] == value for part, value in said.items())
    return whole == said


def main() -> int:
    """The command; its exit status."""
    found = list(problems(DOCUMENT.read_text("utf-8")))
    sys.stdout.write("".join(f"docs/rules-sources.md: {problem}\n" for problem in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
