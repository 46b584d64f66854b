"""The rendered screens in docs/screens are those of the code."""

from __future__ import annotations

from tests.bot.screens.render import FOLDER, files


def test_rendered_screens_are_up_to_date() -> None:
    wanted = files()
    stored = {path: path.read_text("utf-8") for path in FOLDER.glob("*/*.txt")}
    assert stored == wanted, "run: python -m tests.bot.screens.render"
