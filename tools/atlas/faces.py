"""One card face at a time, four times as large as needed and then made smaller."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image, ImageDraw, ImageFont

from bot.pictures.atlas import HAND, JOKER, MELD, MINI, ROW, STANDING, Kind

HERE = Path(__file__).parent
SCALE = 4
WHITE = "#FFFFFF"
EDGE = "#7C8B86"
INK, RED, GREEN, BLUE, VIOLET = "#14181A", "#D0202B", "#0A7A3C", "#1660C4", "#6B2FB3"
TWO_COLOURS = {"s": INK, "h": RED, "c": INK, "d": RED}
FOUR_COLOURS = {"s": INK, "h": RED, "c": GREEN, "d": BLUE}
COURTS = {"J": "J", "Q": "Q", "K": "K", "F": "J", "D": "Q", "R": "K"}
# The suits and the courts are Adrian Kennard's, in the public domain (CC0).
SUIT_PATHS = {
    "s": "M0 -500C100 -250 355 -100 355 185A150 150 0 0 1 55 185A10 10 0 0 0 35 185C35 385 85 400"
    " 130 500L-130 500C-85 400 -35 385 -35 185A10 10 0 0 0 -55 185A150 150 0 0 1 -355 185"
    "C-355 -100 -100 -250 0 -500Z",
    "h": "M0 -300C0 -400 100 -500 200 -500C300 -500 400 -400 400 -250C400 0 0 400 0 500"
    "C0 400 -400 0 -400 -250C-400 -400 -300 -500 -200 -500C-100 -500 0 -400 -0 -300Z",
    "c": "M30 150C35 385 85 400 130 500L-130 500C-85 400 -35 385 -30 150A10 10 0 0 0 -50 150"
    "A210 210 0 1 1 -124 -51A10 10 0 0 0 -110 -65A230 230 0 1 1 110 -65A10 10 0 0 0 124 -51"
    "A210 210 0 1 1 50 150A10 10 0 0 0 30 150Z",
    "d": "M-400 0C-350 0 0 -450 0 -500C0 -450 350 0 400 0C350 0 0 450 0 500C0 450 -350 0 -400 0Z",
}
STAR = "M0 -500L118 -162L476 -155L190 62L294 405L0 200L-294 405L-190 62L-476 -155L-118 -162Z"
HAT = """
<g stroke="#14181A" stroke-width="20" stroke-linejoin="round">
<path d="M-250 330C-300 60 -380 20 -430 150C-560 -60 -420 -330 -170 -290C-60 -270 20 -150 40 330Z"
 fill="#D0202B"/>
<path d="M250 330C300 60 380 20 430 150C560 -60 420 -330 170 -290C60 -270 -20 -150 -40 330Z"
 fill="#2B62C4"/>
<path d="M-150 330C-150 40 -90 -130 0 -340C90 -130 150 40 150 330Z" fill="#F2B632"/>
<rect x="-300" y="310" width="600" height="130" rx="60" fill="#6B2FB3"/>
<circle cx="0" cy="-390" r="90" fill="#F2B632"/>
<circle cx="-440" cy="210" r="88" fill="#F2B632"/>
<circle cx="440" cy="210" r="88" fill="#F2B632"/>
</g>
"""


@cache
def svg(text: str) -> Image.Image:
    """An SVG text as a picture."""
    return Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text)))).convert("RGBA")


def _sign(inner: str, height: int) -> Image.Image:
    view = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-560 -510 1120 1020"'
    image = svg(f'{view} width="{height * 1120 // 1020}" height="{height}">{inner}</svg>')
    return image.crop(image.getbbox())


def suit_sign(suit: str, colour: str, height: int) -> Image.Image:
    """A suit, `height` dots high."""
    return _sign(f'<path d="{SUIT_PATHS[suit]}" fill="{colour}"/>', height)


def star_sign(height: int) -> Image.Image:
    """The star of a wild."""
    return _sign(f'<path d="{STAR}" fill="{VIOLET}"/>', height)


def hat_sign(height: int) -> Image.Image:
    """The joker's hat."""
    return _sign(HAT, height)


@cache
def _court(name: str) -> Image.Image:
    text = (HERE / "courts" / f"{name}.svg").read_text()
    for old, new in (("#44F", "#2B3C9E"), ("#FC4", "#F2B632"), ("red", RED), ("black", INK)):
        text = text.replace(f'"{old}"', f'"{new}"')
    return svg(text)


def rank_sign(font: str, label: str, colour: str, height: int, widest: int) -> Image.Image:
    """A rank whose capitals are `height` dots high, pressed together where it is too wide."""
    face = ImageFont.truetype(font, round(height / 0.7))
    # The tail of the font's own Q hangs where the next card lies, and what is left reads as a 0.
    letter = "O" if label == "Q" else label
    left, top, right, bottom = face.getbbox(letter)
    tail = round(height * 0.14) if label == "Q" else 0
    image = Image.new("RGBA", (round(right - left) + tail, round(bottom - top)), (0, 0, 0, 0))
    ImageDraw.Draw(image).text((-left, -top), letter, fill=colour, font=face)
    if tail:
        _tail(image, colour, right - left, height)
    image = image.crop(image.getbbox())
    size = min(image.width, widest), min(image.height, round(height * 1.03))
    return image if size == image.size else image.resize(size, Image.Resampling.LANCZOS)


def _tail(image: Image.Image, colour: str, width: float, height: int) -> None:
    """The tail of a Q, above the line: a stroke from the hollow of the bowl out to the right."""
    start, end = (width * 0.5, height * 0.66), (image.width, height)
    ImageDraw.Draw(image).line((start, end), fill=colour, width=round(height * 0.14))


class Face:
    """A card under the pencil. All measures are in dots of the finished card."""

    def __init__(self, kind: Kind, font: str) -> None:
        self.kind = kind
        self.font = font
        self.image = Image.new("RGBA", (kind.width * SCALE, kind.height * SCALE), WHITE)
        self._draw = ImageDraw.Draw(self.image)

    def put(self, sign: Image.Image, centre: float, top: float) -> None:
        """A sign below `top` with its middle at `centre`."""
        at = round(centre * SCALE - sign.width / 2), round(top * SCALE)
        self.image.alpha_composite(sign, (max(0, at[0]), max(0, at[1])))

    def finished(self) -> Image.Image:
        """The card with its edge, in its size."""
        width, height = self.image.size
        self._draw.rounded_rectangle(
            (0, 0, width - 1, height - 1), radius(self.kind) * SCALE, outline=EDGE, width=6
        )
        return self.image.resize((self.kind.width, self.kind.height), Image.Resampling.LANCZOS)


def radius(kind: Kind) -> int:
    """How round the corners are."""
    return 6 if kind is MINI else 8


def drawn(kind: Kind, key: str, font: str) -> Image.Image:
    """The face named `key` (see `bot.pictures.atlas.face_names`)."""
    face = Face(kind, font)
    if key == JOKER:
        _joker(face)
        return face.finished()
    four = key.endswith("4") and len(key) > 2
    plain = key[:-1] if four else key
    label, suit = plain[:-1], plain[-1]
    colour = (FOUR_COLOURS if four else TWO_COLOURS)[suit]
    _body(face, label, suit, colour)
    _index(face, label, suit, colour)
    return face.finished()


def _index(face: Face, label: str, suit: str, colour: str) -> None:
    kind = face.kind

    def rank(height: int, widest: int) -> Image.Image:
        return rank_sign(face.font, label, colour, height * SCALE, widest * SCALE)

    def sign(height: int) -> Image.Image:
        return suit_sign(suit, colour, height * SCALE)

    if kind is ROW:
        centre = 30 if label == "10" else 22
        face.put(rank(40, 50), centre, 7)
        face.put(sign(35), centre, 52)
    elif kind is HAND:
        centre = 34 if label == "10" else 26
        face.put(rank(48, 58), centre, 8)
        face.put(sign(41), centre, 62)
    elif kind is MINI:
        face.put(rank(30, 38), 24, 5)
        face.put(sign(25), 24, 38)
    elif kind is MELD:
        face.put(rank(34, 38), 22 if label == "10" else 19, 5)
        face.put(sign(32), 60, 6)
    else:
        face.put(rank(34, 30), 19 if label == "10" else 15, 5)
        face.put(star_sign(15 * SCALE), 42 if label == "10" else 37, 4)
        face.put(sign(28), 63, 8)


def _body(face: Face, label: str, suit: str, colour: str) -> None:
    """What is below or beside the index."""
    kind = face.kind
    if kind is MINI:
        return
    if label in COURTS:
        _court_body(face, COURTS[label] + suit)
        return
    if kind in (MELD, STANDING):
        size = 58 if label == "A" else 50
        face.put(suit_sign(suit, colour, size * SCALE), 40, 75 - size / 2)
    else:
        size = 40 if kind is HAND else 30
        sign = suit_sign(suit, colour, size * SCALE)
        face.put(sign, kind.width - size / 2 - 6, kind.height - size - 9)


def _court_body(face: Face, name: str) -> None:
    kind = face.kind
    court = _court(name)
    if kind in (MELD, STANDING):
        part = court.crop((60, 0, court.width - 60, round((court.width - 120) * 66 / 70)))
        part = part.resize((70 * SCALE, 66 * SCALE), Image.Resampling.LANCZOS)
        face.put(part, 40, 42)
        return
    width, height = (46, 124) if kind is HAND else (40, 100)
    inner = round(court.height * width / height)
    aside = (court.width - inner) // 2
    part = court.crop((aside, 0, court.width - aside, court.height))
    part = part.resize((width * SCALE, height * SCALE), Image.Resampling.LANCZOS)
    left, top = kind.width - width - 4, (kind.height - height) // 2
    face.image.alpha_composite(part, (left * SCALE, top * SCALE))


def _joker(face: Face) -> None:
    kind = face.kind
    if kind is ROW:
        face.put(star_sign(42 * SCALE), 29, 6)
        face.put(hat_sign(36 * SCALE), 29, 52)
        face.put(hat_sign(30 * SCALE), 62, 80)
    elif kind is HAND:
        face.put(star_sign(50 * SCALE), 34, 7)
        face.put(hat_sign(42 * SCALE), 34, 63)
        face.put(hat_sign(36 * SCALE), 72, 100)
    elif kind is MINI:
        face.put(star_sign(31 * SCALE), 24, 4)
        face.put(hat_sign(24 * SCALE), 24, 39)
    else:
        face.put(star_sign(34 * SCALE), 21, 4)
        face.put(hat_sign(32 * SCALE), 58, 5)
        face.put(hat_sign(54 * SCALE), 40, 48)
