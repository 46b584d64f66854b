"""The page draws the signs of screens itself, so that none depends on a machine's fonts."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from bot.texts import LANGUAGES, texts
from tests.bot.screens.scenes import SCENES

WRITTEN = (resources.files("adapters.web") / "static" / "written.js").read_text("utf-8")
DRAWN = set(re.findall(r'"([^"\w\s]+)": "\w+"', WRITTEN))
# Pictures, and signs that a machine is asked to show as pictures.
PICTURES = re.compile("[\U0001f000-\U0001faff\u23e9-\u23fa\u26d4\u2757]|.(?=\ufe0f)")


def test_signs_are_found() -> None:
    assert {"♥", "🃏", "🏆"} <= DRAWN


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_picture_in_a_screen_is_drawn(lang: str) -> None:
    for name, scene in SCENES.items():
        screen = scene.screen(texts(lang))
        labels = (button.label for row in screen.rows for button in row)
        shown = set(PICTURES.findall(" ".join([screen.text, *labels])))
        assert shown <= DRAWN, name
