"""The pictures in docs/screens show what the screens say now. They are drawn by `make pictures`."""

from __future__ import annotations

from pathlib import Path

from tests.adapters.web import png
from tests.adapters.web.drawn import KEY, wanted
from tests.adapters.web.look import PHONE
from tests.bot.screens.render import FOLDER


def test_every_screen_has_a_picture_of_what_it_says_now() -> None:
    stored = {path: png.text_in(path, KEY) for path in FOLDER.glob("*/*.png")}
    there = wanted()
    old = sorted(
        f"{path.parent.name}/{path.name}"
        for path in {*stored, *there}
        if stored.get(path) != there.get(path)
    )
    assert old == [], "run: make pictures"


def test_pictures_are_as_wide_as_a_phone_and_small() -> None:
    pictures = sorted(FOLDER.glob("*/*.png"))
    for path in pictures:
        width, height = png.size_of(path)
        assert width == PHONE["width"], path
        assert 150 < height < 2500, path
        assert path.stat().st_size < 64_000, path
    assert sum(path.stat().st_size for path in pictures) < 4_000_000


def test_a_picture_keeps_what_it_was_drawn_from(tmp_path: Path) -> None:
    path = tmp_path / "x.png"
    assert png.text_in(path, KEY) is None
    path.write_bytes(
        png.written(3, 2, [(255, 0, 0), (0, 0, 255)], bytes([0, 1, 1, 0, 1, 0]), (KEY, "abc"))
    )
    assert png.text_in(path, KEY) == "abc"
    assert png.text_in(path, "Other") is None
    assert png.size_of(path) == (3, 2)
