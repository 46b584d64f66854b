"""Reads the cards in a picture as it is seen on a phone, by what their indices look like.

In grey: who cannot tell the colours apart has to read them too.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO

from PIL import Image, ImageChops, ImageStat

from bot.pictures import atlas
from bot.pictures.draw import png
from bot.pictures.layout import table_layout
from bot.pictures.lying import Lying
from bot.pictures.spec import TablePicture

PHONE = 360
"""Dots across which a picture is shown."""


def _seen(picture: TablePicture, phone: int) -> Image.Image:
    with Image.open(BytesIO(png(picture))) as image:
        full = image.convert("RGB").convert("L")
    size = phone, round(full.height * phone / full.width)
    return full.resize(size, Image.Resampling.LANCZOS).resize(full.size, Image.Resampling.BICUBIC)


@cache
def _colours() -> bytes:
    return atlas.palette()


@cache
def _known(kind: atlas.Kind, tint: str) -> dict[str, Image.Image]:
    """What the index of every face looks like at that size."""
    found = {}
    for key in atlas.face_names():
        if key == atlas.JOKER and (kind is atlas.STANDING or tint == "pinella"):
            continue
        face = atlas.face(kind, key)
        face = face.point(atlas.tint(tint)) if tint else face.copy()
        face.putpalette(_colours())
        small = (
            face.convert("RGB")
            .convert("L")
            .resize(
                (round(kind.width * PHONE / 1024), round(kind.height * PHONE / 1024)),
                Image.Resampling.LANCZOS,
            )
        )
        large = small.resize((kind.width, kind.height), Image.Resampling.BICUBIC)
        found[key] = large.crop(kind.index)
    return found


def _unlike(one: Image.Image, other: Image.Image) -> float:
    return float(ImageStat.Stat(ImageChops.difference(one, other)).sum2[0])


def read(image: Image.Image, card: Lying) -> str:
    """The face that the index of this card looks most like."""
    left, top, right, bottom = card.kind.index
    place = (card.left + left, card.top + top, card.left + right, card.top + bottom)
    seen = image.crop(place)
    known = _known(card.kind, card.tint)
    return min(known, key=lambda key: _unlike(seen, known[key]))


def misread(picture: TablePicture, phone: int = PHONE) -> tuple[int, list[tuple[str, str]]]:
    """How many cards the picture has, and those that look like another: what it is, as what.

    The two colours that a suit can have mean the same.
    """
    image = _seen(picture, phone)
    laid = table_layout(picture).cards
    pairs = [(card.key.rstrip("4"), read(image, card).rstrip("4")) for card in laid]
    return len(pairs), [pair for pair in pairs if pair[0] != pair[1]]
