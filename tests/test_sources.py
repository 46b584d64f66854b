"""docs/rules-sources.md is true, and what is not true would be found."""

from __future__ import annotations

import pytest

from tests.check_sources import DOCUMENT, problems


def test_the_document_is_true() -> None:
    assert list(problems(DOCUMENT.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("test_000_03_pokers", "test_000_03_poker", "no such test: tests/engine/test_preset_mod"),
        ("`all_joker_points = 400`", "`all_joker_points = 500`", "modern: all_joker_points is not"),
        ("`upcard = true`", "`up_card = true`", "no option up_card"),
        ("| no rule |", "|  |", "three cells"),
        ("| no rule |", "| none |", "no test: "),
    ],
)
def test_what_is_not_true_would_be_found(old: str, new: str, found: str) -> None:
    text = DOCUMENT.read_text("utf-8")
    assert old in text
    assert any(found in problem for problem in problems(text.replace(old, new)))


def test_a_clause_that_is_named_nowhere_would_be_found() -> None:
    text = DOCUMENT.read_text("utf-8")
    kept = [line for line in text.splitlines() if "test_002_12_" not in line]
    assert list(problems("\n".join(kept))) == ["named nowhere: test_002_12_a_poker_is_complete"]
