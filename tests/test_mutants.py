"""The patches of tools/mutants.toml fit, their tests are there, and what survives is told."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

from tools.mutants import HOUSE, Mutant, main, misfits, mutants


def _functions(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return {
        node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def test_every_patch_fits() -> None:
    assert list(misfits(mutants())) == []


@pytest.mark.parametrize("mutant", mutants(), ids=lambda mutant: mutant.name)
def test_a_patch_says_what_it_breaks_and_names_tests_that_are_there(mutant: Mutant) -> None:
    assert mutant.mechanism
    assert mutant.tests
    for test in mutant.tests:
        path, _, name = test.partition("::")
        assert name.partition("[")[0] in _functions(HOUSE / path), test
    if mutant.file.endswith(".py"):
        ast.parse(mutant.applied((HOUSE / mutant.file).read_text("utf-8")))


def test_names_are_there_once() -> None:
    names = [mutant.name for mutant in mutants()]
    assert len(names) == len(set(names))


GOOD = """
[[mutant]]
name = "sum"
mechanism = "two and two are four"
file = "sums.py"
find = "a + b"
replace = "a - b"
tests = ["test_sums.py::test_four"]
"""


def _examined(house: Path, table: str, *names: str, test: str = "add(2, 2) == 4") -> int:
    """The status of the command for a small house with this table and this test."""
    (house / "sums.py").write_text("def add(a, b):\n    return a + b\n", "utf-8")
    body = f"from sums import add\n\n\ndef test_four():\n    assert {test}\n"
    (house / "test_sums.py").write_text(body, "utf-8")
    (house / "table.toml").write_text(table, "utf-8")
    subprocess.run(["git", "init", "-q"], cwd=house, check=True)
    return main([*names, "--jobs", "1"], house / "table.toml", house)


def test_a_mutant_is_killed_and_the_checkout_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _examined(tmp_path, GOOD) == 0
    assert "killed    sum" in capsys.readouterr().out
    assert "a + b" in (tmp_path / "sums.py").read_text("utf-8")


@pytest.fixture(autouse=True)
def _few_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small houses need none of them."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


@pytest.mark.parametrize(
    ("old", "new", "test", "said"),
    [
        ("a - b", "b + a", "add(2, 2) == 4", "SURVIVED  sum"),
        ("a - b", "a +", "add(2, 2) == 4", "NOT RUN   sum"),
        ("a - b", "a - b", "add(2, 2) == 5", "WITHOUT ANY PATCH: ended with 1"),
        ("a + b", "a * b", "add(2, 2) == 4", "DOES NOT APPLY sum"),
    ],
)
def test_what_is_wrong_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, test: str, said: str
) -> None:
    assert _examined(tmp_path, GOOD.replace(old, new), test=test) == 1
    assert said in capsys.readouterr().out


def test_a_part_that_does_not_exist_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        _examined(tmp_path, GOOD, "stamp")
    assert "no mutant is named like stamp" in capsys.readouterr().err
