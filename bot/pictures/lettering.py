"""Words and names as pictures: letters of any script, in the order in which they are read.

Each run of signs is drawn in the first font that has them; words are in Barlow Condensed, names may
be in anything. What no font has is drawn as a square, never left out.
"""

from __future__ import annotations

import json
import lzma
import threading
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont, features

from bot.pictures import bidi

TEXT: Final = "BarlowCondensed-SemiBold"
STRONG: Final = "BarlowCondensed-Bold"
EMOJI: Final = "Emoji-Bold"
MISSING: Final = "\u25a1"
"""Stands for a sign that no font has."""
_SMALLER: Final = {EMOJI: 0.86, "Han-Regular": 0.9}
"""How large letters are beside Barlow Condensed; else `_OTHERS`."""
_OTHERS: Final = 0.84
_LARGE: Final = 64
"""The one size of all other fonts: each would be in memory once more for every size."""
_JOINING: Final = ("\u200c", "\u200d", "\ufe0e", "\ufe0f", "\u20e3")
_MOST_KEPT: Final = 800
"""Words kept as drawn; each takes some kilobytes."""
_lock = threading.Lock()


@cache
def _coverage() -> dict[str, tuple[list[int], list[int]]]:
    text = resources.files(__package__).joinpath("assets", "fonts.json").read_text()
    found = {}
    for name, spans in json.loads(text).items():
        found[name] = ([first for first, _ in spans], [last for _, last in spans])
    return found


def has(font: str, sign: str) -> bool:
    """Is the sign in the font?"""
    firsts, lasts = _coverage()[font]
    at = bisect_right(firsts, ord(sign)) - 1
    return at >= 0 and ord(sign) <= lasts[at]


@cache
def _order(strong: bool) -> tuple[str, ...]:
    first = STRONG if strong else TEXT
    return (first, *(name for name in _coverage() if name not in (TEXT, STRONG)))


@lru_cache(maxsize=4096)
def font_of(sign: str, strong: bool = False) -> str:
    """The first font that has the sign; empty where none does."""
    return next((name for name in _order(strong) if has(name, sign)), "")


@lru_cache(maxsize=96)
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A font in a size."""
    engine = ImageFont.Layout.RAQM if shapes() else ImageFont.Layout.BASIC
    return ImageFont.truetype(BytesIO(_file(name)), size, layout_engine=engine)


@cache
def _file(name: str) -> bytes:
    fonts = resources.files(__package__).joinpath("assets", "fonts")
    plain = fonts.joinpath(f"{name}.ttf")
    if plain.is_file():
        return plain.read_bytes()
    return lzma.decompress(fonts.joinpath(f"{name}.ttf.xz").read_bytes())


@cache
def shapes() -> bool:
    """Can letters be joined and turned round by the library for it? Else we do what we can."""
    return bool(features.check("raqm") and features.version("fribidi"))


def readable(text: str) -> str:
    """The text with every sign that no font has put in another way.

    Fancy letters become plain ones, the rest a square.

    >>> readable("𝓐𝓷𝓷𝓪")
    'Anna'
    """
    found: list[str] = []
    for sign in unicodedata.normalize("NFC", text):
        if sign in _JOINING:
            found.append(sign)
        elif unicodedata.category(sign) in ("Cf", "Cc"):
            continue
        elif font_of(sign):
            found.append(sign)
        elif unicodedata.category(sign) == "Mn":
            continue
        else:
            plain = unicodedata.normalize("NFKC", sign)
            shown = plain != sign and all(font_of(each) for each in plain)
            found.append(plain if shown else MISSING)
    return "".join(found)


def _runs(text: str, strong: bool) -> list[tuple[str, str]]:
    """Pieces of the text with their fonts; what joins or stands upon a sign stays with it."""
    runs: list[tuple[str, str]] = []
    for at, sign in enumerate(text):
        font = font_of(sign, strong) or TEXT
        if text[at + 1 : at + 2] == "\ufe0f" and has(EMOJI, sign):
            font = EMOJI
        stays = sign in _JOINING or unicodedata.combining(sign) or 0x1F3FB <= ord(sign) <= 0x1F3FF
        if runs and (font == runs[-1][0] or (stays and _fits(runs[-1][0], sign))):
            runs[-1] = (runs[-1][0], runs[-1][1] + sign)
        elif sign not in _JOINING:
            runs.append((font, sign))
    return runs


def _fits(font: str, sign: str) -> bool:
    return sign in _JOINING or has(font, sign)


@lru_cache(maxsize=_MOST_KEPT)
def drawn(text: str, size: int, strong: bool = False) -> tuple[Image.Image, int]:
    """How much of each dot the text covers, and how far down its line of writing is.

    `size` is that of Barlow Condensed in dots.
    """
    with _lock:
        return _drawn(text, size, strong)


def _drawn(text: str, size: int, strong: bool) -> tuple[Image.Image, int]:
    up, down = round(size * 1.02), round(size * 0.34)
    pieces = []
    for part, backwards in bidi.visual(readable(text)):
        runs = _runs(part, strong)
        for name, run in reversed(runs) if backwards else runs:
            shown = run if shapes() or not backwards else bidi.turned(run)
            pieces.append(_piece(name, shown, backwards, size))
    image = Image.new("L", (max(1, round(sum(wide for _, wide in pieces))) + 2, up + down))
    left = 1.0
    for piece, wide in pieces:
        # What stands out of one piece must not wipe out its neighbour.
        at = round(left) - _ASIDE, 0
        image.paste(255, (*at, at[0] + piece.width, piece.height), piece)
        left += wide
    return image, up


_ASIDE: Final = 8
"""Room beside a piece for what stands out of it."""


def _piece(name: str, run: str, backwards: bool, size: int) -> tuple[Image.Image, float]:
    """A run in one font, with room beside it; and how far the next one is moved on."""
    own = name in (TEXT, STRONG)
    scale = 1.0 if own else size * _SMALLER.get(name, _OTHERS) / _LARGE
    letters = font(name, size if own else _LARGE)
    direction = ("rtl" if backwards else "ltr") if shapes() else None
    wide = letters.getlength(run, direction=direction)
    aside, up, down = (round(part / scale) for part in (_ASIDE, size * 1.02, size * 0.34))
    piece = Image.new("L", (round(wide) + 2 * aside, up + down))
    ImageDraw.Draw(piece).text((aside, up), run, 255, letters, anchor="ls", direction=direction)
    if not own:
        high = round(size * 1.02) + round(size * 0.34)
        small = max(1, round(wide * scale)) + 2 * _ASIDE, high
        piece = piece.resize(small, Image.Resampling.LANCZOS)
    return piece, wide * scale


def width(text: str, size: int, strong: bool = False) -> int:
    """How wide the text is in dots."""
    return drawn(text, size, strong)[0].width


def fitted(text: str, size: int, most: int, strong: bool = False) -> str:
    """The text, cut with `…` where it is wider than `most` dots."""
    if width(text, size, strong) <= most:
        return text
    for end in range(len(text) - 1, 0, -1):
        if text[end] in _JOINING or unicodedata.combining(text[end]):
            continue
        short = text[:end].rstrip(" \u200d") + "…"
        if width(short, size, strong) <= most:
            return short
    return "…"


def shrunk(texts: Sequence[str], sizes: Sequence[int], most: int, strong: bool = False) -> int:
    """The first of the sizes in which all these texts fit into `most` dots; else the last."""
    for size in sizes:
        if sum(width(text, size, strong) for text in texts) <= most:
            return size
    return sizes[-1]
