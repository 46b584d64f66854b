"""The list of changes that make no difference is about the engine as it stands."""

from __future__ import annotations

import tomllib
from pathlib import Path

HOUSE = Path(__file__).parents[1]


def test_what_is_not_counted_stands_there_and_has_a_reason() -> None:
    text = (HOUSE / "tools" / "mutation" / "equivalent.toml").read_text("utf-8")
    for entry in tomllib.loads(text)["mutant"]:
        assert set(entry) == {"path", "inside", "old", "new", "why"}
        source = " ".join((HOUSE / entry["path"]).read_text("utf-8").split())
        assert entry["old"] in source, entry
        assert entry["new"] not in source, entry
        assert entry["why"].endswith(".")
