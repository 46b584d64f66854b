"""The signs beside the cards: backs, what cannot be taken, what must go on the table."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.pictures.atlas import MARKS

SCALE = 4
BACK, LINES, EDGE = "#9C2140", "#C65571", "#F4ECE6"
RED = "#D63031"


def _back(width: int, height: int, step: int, border: int) -> Image.Image:
    image = Image.new("RGBA", (width * SCALE, height * SCALE), (0, 0, 0, 0))
    pencil = ImageDraw.Draw(image)
    whole = (0, 0, width * SCALE - 1, height * SCALE - 1)
    round_corner = max(3, width // 11) * SCALE
    pencil.rounded_rectangle(whole, round_corner, fill=EDGE, outline="#5E1226", width=4)
    inner = Image.new("RGBA", image.size, BACK)
    lines = ImageDraw.Draw(inner)
    for at in range(-height * SCALE, width * SCALE, step * SCALE):
        lines.line((at, 0, at + height * SCALE, height * SCALE), fill=LINES, width=SCALE)
        lines.line((at, height * SCALE, at + height * SCALE, 0), fill=LINES, width=SCALE)
    edge = border * SCALE
    mask = Image.new("L", image.size)
    ImageDraw.Draw(mask).rounded_rectangle(
        (edge, edge, whole[2] - edge, whole[3] - edge), round_corner - edge // 2, fill=255
    )
    image.paste(inner, (0, 0), mask)
    return image


def _round(size: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (size * SCALE, size * SCALE), (0, 0, 0, 0))
    pencil = ImageDraw.Draw(image)
    pencil.ellipse((0, 0, size * SCALE - 1, size * SCALE - 1), fill="white")
    pencil.ellipse((10, 10, size * SCALE - 11, size * SCALE - 11), fill=RED)
    return image, pencil


def _stop(size: int) -> Image.Image:
    image, pencil = _round(size)
    middle, wide, high = size * SCALE // 2, size * SCALE // 4, size * SCALE // 11
    pencil.rounded_rectangle(
        (middle - wide, middle - high, middle + wide, middle + high), high // 2, fill="white"
    )
    return image


def _owed(size: int) -> Image.Image:
    image, pencil = _round(size)
    middle = size * SCALE // 2
    pencil.rounded_rectangle((middle - 9, 30, middle + 9, 80), 8, fill="white")
    pencil.ellipse((middle - 10, 90, middle + 10, 110), fill="white")
    return image


def marks() -> tuple[Image.Image, Image.Image]:
    """All signs in a row, and where nothing is drawn."""
    signs = {
        "back": _back(*MARKS["back"], 12, 6),
        "cards": _back(*MARKS["cards"], 6, 2),
        "stop": _stop(MARKS["stop"][0]),
        "owed": _owed(MARKS["owed"][0]),
    }
    height = max(high for _, high in MARKS.values())
    sheet = Image.new("RGB", (sum(wide for wide, _ in MARKS.values()), height), "white")
    clear = Image.new("1", sheet.size, 1)
    left = 0
    for name, size in MARKS.items():
        small = signs[name].resize(size, Image.Resampling.LANCZOS)
        solid = small.getchannel("A").point(lambda cover: 255 if cover > 127 else 0)
        sheet.paste(small.convert("RGB"), (left, 0), solid)
        clear.paste(0, (left, 0), solid)
        left += size[0]
    return sheet, clear
