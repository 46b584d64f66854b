"""`make atlas`: draw the sheets of card faces in `bot/pictures/assets`, in the fixed palette."""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path

from PIL import Image, ImageDraw

from bot.pictures.atlas import (
    BODIES,
    BODY,
    CLEAR,
    COLUMNS,
    JOKER,
    KINDS,
    STANDING,
    Kind,
    face_names,
    place,
)
from bot.pictures.palette import COLOURS, Colour, mixed, table_colours
from tools.atlas.faces import INK, drawn, hat_sign, radius, rank_sign, suit_sign
from tools.atlas.marks import marks

ASSETS = Path(__file__).resolve().parents[2] / "bot" / "pictures" / "assets"
DIM = (122, 150, 140)
"""What a card is multiplied with where it cannot be taken."""
JOKERS = (233, 218, 255)
PINELLE = (255, 240, 190)
"""What a wild's card is multiplied with."""
NOTHING = (255, 0, 255)
"""The colour of what is not drawn; no card is so."""


def _grid(kind: Kind, font: str) -> Image.Image:
    rows = -(-len(face_names()) // COLUMNS)
    sheet = Image.new("RGB", (kind.width * COLUMNS, kind.height * rows), "white")
    for key in face_names():
        if key == JOKER and kind is STANDING:
            continue
        face = drawn(kind, key, font)
        sheet.paste(face, place(kind, key)[:2], face)
    return sheet


def _bodies(font: str) -> Image.Image:
    """What a wild in a meld is, below its index: joker, 2s, 2c."""
    sheet = Image.new("RGBA", (BODY[0] * 3, BODY[1]), "white")
    for nth, name in enumerate(BODIES):
        signs = (
            [hat_sign(56 * 4)]
            if name == "*"
            else [rank_sign(font, "2", INK, 40 * 4, 160), suit_sign(name[1], INK, 38 * 4)]
        )
        small = [s.resize((s.width // 4, s.height // 4), Image.Resampling.LANCZOS) for s in signs]
        left = BODY[0] * nth + (BODY[0] - sum(s.width for s in small) - 4 * len(small) + 4) // 2
        for sign in small:
            sheet.alpha_composite(sign, (left, (BODY[1] - sign.height) // 2))
            left += sign.width + 4
    return sheet.convert("RGB")


def _outlines() -> Image.Image:
    """Where the cards of each kind are, one beside the other."""
    sheet = Image.new("1", (sum(k.width for k in KINDS), max(k.height for k in KINDS)))
    left = 0
    for kind in KINDS:
        size = kind.width * 4, kind.height * 4
        large = Image.new("L", size)
        ImageDraw.Draw(large).rounded_rectangle(
            (0, 0, size[0] - 1, size[1] - 1), radius(kind) * 4, fill=255
        )
        small = large.resize((kind.width, kind.height), Image.Resampling.BOX)
        sheet.paste(small.point(lambda cover: 255 if cover > 127 else 0), (left, 0))
        left += kind.width
    return sheet


def _multiplied(colour: Colour, by: Colour) -> Colour:
    red, green, blue = (c * b // 255 for c, b in zip(colour, by, strict=True))
    return red, green, blue


def palette(sheets: list[Image.Image]) -> list[Colour]:
    """The table's colours, greys and tints for the cards, and what the cards need most."""
    found = table_colours()
    for tint in (JOKERS, PINELLE, DIM):
        for ink in ((20, 24, 26), (208, 32, 43)):
            found += [mixed(_multiplied(ink, tint), tint, part / 5) for part in range(5)]
    left = CLEAR - len(found)
    together = Image.new(
        "RGB", (max(s.width for s in sheets), sum(s.height for s in sheets)), "white"
    )
    top = 0
    for sheet in sheets:
        together.paste(sheet, (0, top))
        top += sheet.height
    few = together.quantize(left, Image.Quantize.MEDIANCUT, kmeans=3)
    colours = few.getpalette() or []
    found += [(*colours[at : at + 3],) for at in range(0, 3 * left, 3)]  # type: ignore[misc]
    found += [COLOURS["white"]] * (CLEAR - len(found))
    return [*found, NOTHING]


def _nearest(colours: list[Colour], wanted: Colour) -> int:
    def far(place: int) -> int:
        return sum((a - b) ** 2 for a, b in zip(colours[place], wanted, strict=True))

    return min(range(256), key=far)


def main() -> int:
    """The command; its exit status."""
    font = str(resources.files("fontpkg_barlow_condensed") / "files" / "BarlowCondensed-Bold.ttf")
    sheets = {kind.name: _grid(kind, font) for kind in KINDS}
    sheets["bodies"] = _bodies(font)
    sheets["marks"], clear = marks()
    colours = palette(list(sheets.values()))
    flat = [part for colour in colours for part in colour]
    fixed = Image.new("P", (1, 1))
    fixed.putpalette(flat)
    ASSETS.mkdir(exist_ok=True)
    for name, sheet in sheets.items():
        few = sheet.quantize(palette=fixed, dither=Image.Dither.NONE)
        # The nearest is looked for roughly; the white of the cards has to be all one.
        white = sheet.convert("L").point(lambda light: 255 if light > 252 else 0, "1")
        few.paste(colours.index(COLOURS["white"]), (0, 0, *few.size), white)
        if name == "marks":
            few.paste(CLEAR, (0, 0, *few.size), clear)
        few.putpalette(flat)
        few.save(ASSETS / f"{name}.png", optimize=True)
    _outlines().save(ASSETS / "outlines.png", optimize=True)
    tints = bytes(
        _nearest(colours, _multiplied(colour, tint))
        for tint in (DIM, JOKERS, PINELLE)
        for colour in colours
    )
    (ASSETS / "tints.bin").write_bytes(tints)
    return 0


if __name__ == "__main__":
    sys.exit(main())
