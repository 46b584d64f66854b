"""The 256 colours of every picture: those of the table, what lies between them, and the cards'.

All pictures are drawn in this one palette, so no picture has to be reduced to one. An edge of a
letter or of a round corner takes one of a few steps between what is drawn and what is behind it.
"""

from __future__ import annotations

from functools import cache
from typing import Final

Colour = tuple[int, int, int]

COLOURS: Final[dict[str, Colour]] = {
    "table": (14, 62, 49),
    "panel": (24, 86, 68),
    "tray": (9, 42, 33),
    "white": (255, 255, 255),
    "muted": (168, 208, 190),
    "gold": (248, 203, 82),
    "ink": (16, 30, 25),
    "red": (214, 48, 49),
    "plus": (134, 231, 172),
    "minus": (255, 163, 152),
    "line": (52, 120, 98),
    "sky": (126, 196, 255),
    "coral": (255, 148, 112),
    "lilac": (205, 170, 255),
    "silver": (205, 216, 220),
    "bronze": (222, 158, 104),
}
"""Those of the table, by name."""
RAMPS: Final[tuple[tuple[str, str], ...]] = (
    ("white", "table"),
    ("muted", "table"),
    ("gold", "table"),
    ("panel", "table"),
    ("tray", "table"),
    ("white", "panel"),
    ("muted", "panel"),
    ("gold", "panel"),
    ("plus", "panel"),
    ("minus", "panel"),
    ("line", "panel"),
    ("sky", "panel"),
    ("coral", "panel"),
    ("lilac", "panel"),
    ("silver", "panel"),
    ("bronze", "panel"),
    ("tray", "panel"),
    ("white", "tray"),
    ("muted", "tray"),
    ("gold", "tray"),
    ("ink", "gold"),
    ("ink", "silver"),
    ("ink", "bronze"),
    ("white", "red"),
    ("red", "tray"),
)
"""What is drawn upon what, with smooth edges."""
STEPS: Final = 4
"""Colours between the two of a ramp."""


def mixed(over: Colour, under: Colour, part: float) -> Colour:
    """The colour of which `part` (0 to 1) is `over`."""
    red, green, blue = (round(o * part + u * (1 - part)) for o, u in zip(over, under, strict=True))
    return red, green, blue


def table_colours() -> list[Colour]:
    """The first colours of the palette: the named ones, then the steps of the ramps."""
    found = list(COLOURS.values())
    for over, under in RAMPS:
        colours = COLOURS[over], COLOURS[under]
        found += [mixed(*colours, step / (STEPS + 1)) for step in range(1, STEPS + 1)]
    return found


def index(name: str) -> int:
    """The place of a named colour in the palette."""
    return list(COLOURS).index(name)


@cache
def ramp(over: str, under: str) -> bytes:
    """From a coverage of 0 to 255 to a place in the palette. KeyError for a pair that has none."""
    if (over, under) not in RAMPS:
        raise KeyError((over, under))
    first = len(COLOURS) + RAMPS.index((over, under)) * STEPS
    steps = [index(under), *range(first, first + STEPS), index(over)]
    return bytes(steps[round(cover / 255 * (STEPS + 1))] for cover in range(256))
