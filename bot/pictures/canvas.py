"""A sheet to draw on: every dot is a place in the palette, so nothing has to be reduced."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures import atlas, lettering
from bot.pictures.atlas import HAND, ROW, Kind
from bot.pictures.palette import index, ramp

_FINE: Final = 4
"""Round corners are drawn so many times larger, then made smaller."""
_COMPRESS: Final = 5


class Canvas:
    """A picture under work. Measures are in dots, colours are names of the palette."""

    def __init__(self, width: int, height: int, colour: str) -> None:
        self.width = width
        self.height = height
        self._image = Image.new("L", (width, height), index(colour))
        self._pencil = ImageDraw.Draw(self._image)

    def box(self, left: int, top: int, width: int, height: int, colour: str) -> None:
        """A filled rectangle; nothing where it has no size."""
        if width < 1 or height < 1:
            return
        self._pencil.rectangle((left, top, left + width - 1, top + height - 1), index(colour))

    def round_box(
        self, left: int, top: int, width: int, height: int, radius: int, colours: tuple[str, str]
    ) -> None:
        """A filled rectangle with round corners: its colour, and the one it lies on."""
        self.box(left + radius, top, width - 2 * radius, height, colours[0])
        self.box(left, top + radius, width, height - 2 * radius, colours[0])
        right, bottom = left + width - radius, top + height - radius
        places = ((left, top), (right, top), (left, bottom), (right, bottom))
        for at, stamp in zip(places, _corners(radius, colours), strict=True):
            self._image.paste(stamp[0], at, stamp[1])

    def line(self, points: list[tuple[int, int]], width: int, colours: tuple[str, str]) -> None:
        """A line through points, smooth where it lies on one colour."""
        left = min(x for x, _ in points) - width
        top = min(y for _, y in points) - width
        right = max(x for x, _ in points) + width
        bottom = max(y for _, y in points) + width
        large = Image.new("L", ((right - left) * _FINE, (bottom - top) * _FINE))
        moved = [((x - left) * _FINE, (y - top) * _FINE) for x, y in points]
        ImageDraw.Draw(large).line(moved, 255, width * _FINE, joint="curve")
        cover = large.resize((right - left, bottom - top), Image.Resampling.BOX)
        image, mask = _stamp(cover, colours)
        self._image.paste(image, (left, top), mask)

    def dot(self, x: int, y: int, radius: int, colours: tuple[str, str]) -> None:
        """A filled circle around a point."""
        image, mask = _disc(radius, colours)
        self._image.paste(image, (x - radius, y - radius), mask)

    def text(
        self,
        text: str,
        at: tuple[int, int],
        size: int,
        colours: tuple[str, str],
        *,
        strong: bool = False,
        anchor: str = "l",
    ) -> int:
        """A text on its line of writing, from the left, the middle or the right; its width."""
        image, mask, up = _words(text, size, strong, colours)
        left, base = at
        if anchor != "l":
            left -= image.width if anchor == "r" else image.width // 2
        self._image.paste(image, (left, base - up), mask)
        return image.width

    def card(
        self,
        kind: Kind,
        key: str,
        at: tuple[int, int],
        *,
        tint: str = "",
        body: str = "",
        height: int = 0,
    ) -> None:
        """A card, perhaps tinted, with another lower part, or cut to a height."""
        cut = height if 0 < height < kind.height else kind.height
        self._image.paste(_card(kind, key, tint, body, cut), at, _mask(kind, cut))

    def mark(self, name: str, at: tuple[int, int]) -> None:
        """A sign beside the cards."""
        image, mask = atlas.mark(name)
        self._image.paste(image, at, mask)

    def png(self) -> bytes:
        """The picture as a file."""
        self._image.putpalette(atlas.palette())
        file = BytesIO()
        self._image.save(file, "PNG", compress_level=_COMPRESS)
        return file.getvalue()


@lru_cache(maxsize=1024)
def _card(kind: Kind, key: str, tint: str, body: str, height: int) -> Image.Image:
    image = atlas.face(kind, key)
    if height < kind.shortest and not (key[0] in atlas.COURTS and kind in (ROW, HAND)):
        # Half a sign below the index would be read as something.
        image = image.copy()
        image.paste(index("white"), kind.body)
    elif body:
        image = image.copy()
        wide, high = atlas.BODY
        image.paste(atlas.body(body), ((kind.width - wide) // 2, kind.height - high - 3))
    if tint:
        image = image.point(atlas.tint(tint))
    return _cut(image, height)


@lru_cache(maxsize=64)
def _mask(kind: Kind, height: int) -> Image.Image:
    return _cut(atlas.outline(kind), height)


def _cut(image: Image.Image, height: int) -> Image.Image:
    """The card without some of its middle, so that it keeps its lower edge."""
    if height == image.height:
        return image
    edge = 9
    short = image.crop((0, 0, image.width, height))
    short.paste(image.crop((0, image.height - edge, image.width, image.height)), (0, height - edge))
    return short


# --- stamps: what is drawn, and where ---------------------------------------------------------

Stamp = tuple[Image.Image, Image.Image]


def _stamp(cover: Image.Image, colours: tuple[str, str]) -> Stamp:
    # Only where it covers anything: around it there may be more than one colour.
    mask = cover.point(lambda part: 255 if part > 24 else 0, "1")
    return cover.point(ramp(*colours)), mask


@lru_cache(maxsize=600)
def _words(
    text: str, size: int, strong: bool, colours: tuple[str, str]
) -> tuple[Image.Image, Image.Image, int]:
    cover, up = lettering.drawn(text, size, strong)
    return *_stamp(cover, colours), up


@lru_cache(maxsize=64)
def _corners(radius: int, colours: tuple[str, str]) -> tuple[Stamp, Stamp, Stamp, Stamp]:
    """The upper two and the lower two corners."""
    large = Image.new("L", (radius * _FINE, radius * _FINE))
    ImageDraw.Draw(large).ellipse((0, 0, 2 * radius * _FINE, 2 * radius * _FINE), fill=255)
    corner = large.resize((radius, radius), Image.Resampling.BOX)
    turn = Image.Transpose
    return (
        _stamp(corner, colours),
        _stamp(corner.transpose(turn.FLIP_LEFT_RIGHT), colours),
        _stamp(corner.transpose(turn.FLIP_TOP_BOTTOM), colours),
        _stamp(corner.transpose(turn.ROTATE_180), colours),
    )


@lru_cache(maxsize=64)
def _disc(radius: int, colours: tuple[str, str]) -> Stamp:
    side = 2 * radius
    large = Image.new("L", (side * _FINE, side * _FINE))
    ImageDraw.Draw(large).ellipse((0, 0, side * _FINE - 1, side * _FINE - 1), fill=255)
    return _stamp(large.resize((side, side), Image.Resampling.BOX), colours)
