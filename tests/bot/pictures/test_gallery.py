"""The gallery in docs/pictures shows what the code draws."""

from __future__ import annotations

import json

import pytest

from bot.pictures.draw import png
from bot.texts import LANGUAGES
from tests.bot.pictures.gallery import (
    DRAWN,
    FOLDER,
    SHEETS,
    dots,
    drawn,
    path_of,
    picture_of,
    sheet_of,
    tools,
)
from tests.bot.pictures.scenes import PICTURES

AGAIN = "draw it anew: make pictures"


def test_the_gallery_is_drawn_from_what_the_code_makes() -> None:
    assert json.loads(DRAWN.read_text())["pictures"] == drawn()["pictures"], AGAIN
    wanted = {path_of(name, lang) for name in PICTURES for lang in LANGUAGES}
    assert set(FOLDER.glob("*/*.png")) == wanted, AGAIN
    assert all(sheet_of(*sheet).exists() for sheet in SHEETS), AGAIN


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_the_gallery_is_what_the_code_draws(name: str, lang: str) -> None:
    there, here = dots(path_of(name, lang).read_bytes()), dots(png(picture_of(name, lang)))
    assert there[0] == here[0], AGAIN
    written = json.loads(DRAWN.read_text())
    # Another version of the library may draw an edge a little differently.
    if {key: written[key] for key in tools()} == tools():
        assert there == here, AGAIN


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pictures_are_small(lang: str) -> None:
    for name in PICTURES:
        most = 130_000 if name.endswith("_full") else 90_000
        assert len(png(picture_of(name, lang))) <= most, name
