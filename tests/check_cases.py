"""`python -m tests.check_cases`: has every case of docs/cases.md its test?

A test's name carries the numbers of its cases: `test_c08_c25_...`. Every case needs a test through
the client of a platform: of Discord where it is Discord's alone, else of Telegram. It lists what is
missing and ends with status 1 if anything is; `list` prints the tests of each case.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

HOUSE = Path(__file__).parents[1]
DOCUMENT = HOUSE / "docs" / "cases.md"
_ROW = re.compile(r"\| (C\d\d) \| (\w+) \| .+ \|")
_NAME = re.compile(r"test_(?:c\d\d_)+")


def cases(text: str) -> dict[str, str]:
    """The cases of the document with the platforms on which they can come up."""
    return {found[1]: found[2] for line in text.splitlines() if (found := _ROW.fullmatch(line))}


def by_case(folder: Path) -> dict[str, list[str]]:
    """By case, the tests that carry its number, as pytest names them."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if name := _NAME.match(node.name):
                test = f"{path.relative_to(folder.parent).as_posix()}::{node.name}"
                for number in re.findall(r"c\d\d", name[0]):
                    found.setdefault(number.upper(), []).append(test)
    return found


def problems(known: Mapping[str, str], named: Mapping[str, list[str]]) -> Iterator[str]:
    """What is missing, one line each."""
    if list(known) != [f"C{number:02}" for number in range(1, len(known) + 1)]:
        yield "the cases are not numbered from C01 on"
    for case, where in known.items():
        client = "discord" if where == "Discord" else "telegram"
        through = [
            test for test in named.get(case, []) if test.startswith(f"tests/adapters/{client}/")
        ]
        if not through:
            yield f"{case} has no test in tests/adapters/{client}"
    for case in sorted(set(named) - set(known)):
        yield f"{case} is no case: {', '.join(named[case])}"


def main(arguments: list[str]) -> int:
    """The command; its exit status."""
    known, named = cases(DOCUMENT.read_text("utf-8")), by_case(HOUSE / "tests")
    if arguments == ["list"]:
        for case in known:
            sys.stdout.write(f"{case}\n" + "".join(f"    {test}\n" for test in named.get(case, [])))
    found = list(problems(known, named))
    sys.stdout.write("".join(f"docs/cases.md: {problem}\n" for problem in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
