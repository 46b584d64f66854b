"""The rendered screens in docs/screens/discord are those of the code."""

from __future__ import annotations

from tests.adapters.discord.render import FOLDER, files


def test_rendered_screens_are_up_to_date() -> None:
    stored = {path: path.read_text("utf-8") for path in FOLDER.glob("*/*.txt")}
    assert stored == files(), "run: python -m tests.adapters.discord.render"
