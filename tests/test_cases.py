"""Tests carry the numbers of the cases of docs/cases.md, and a case without one would be found."""

from __future__ import annotations

from pathlib import Path

from tests.check_cases import DOCUMENT, HOUSE, by_case, cases, problems

CASES = {"C01": "all", "C02": "Discord"}
NAMED = {
    "C01": ["tests/bot/test_a.py::test_c01_a", "tests/adapters/telegram/test_a.py::test_c01_b"],
    "C02": ["tests/adapters/discord/test_a.py::test_c02_a"],
}


def test_every_case_has_its_test_and_every_number_its_case() -> None:
    known, named = cases(DOCUMENT.read_text("utf-8")), by_case(HOUSE / "tests")
    assert len(known) == 38
    assert list(problems(known, named)) == []


def test_the_numbers_of_a_test_are_read_from_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    source = "def test_c01_c02_two(): ...\nasync def test_c02_one(): ...\ndef test_c_3(): ...\n"
    (folder / "test_a.py").write_text(source, "utf-8")
    one, two = "tests/test_a.py::test_c02_one", "tests/test_a.py::test_c01_c02_two"
    assert by_case(folder) == {"C01": [two], "C02": [two, one]}


def test_nothing_is_missing_where_each_has_a_test_through_its_client() -> None:
    assert list(problems(CASES, NAMED)) == []


def test_what_is_missing_would_be_found() -> None:
    pure = {**NAMED, "C01": NAMED["C01"][:1]}
    assert list(problems(CASES, pure)) == ["C01 has no test in tests/adapters/telegram"]
    assert list(problems({"C01": "Discord"}, {})) == ["C01 has no test in tests/adapters/discord"]
    assert list(problems(CASES, {**NAMED, "C03": ["x"]})) == ["C03 is no case: x"]
    assert list(problems({"C02": "Discord"}, NAMED)) == [
        "the cases are not numbered from C01 on",
        f"C01 is no case: {', '.join(NAMED['C01'])}",
    ]
