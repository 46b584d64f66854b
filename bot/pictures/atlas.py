"""The card faces as `tools/atlas` has drawn them: sheets in the palette of the pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Final

from PIL import Image

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Kind:
    """A size of cards, in dots.

    `index` is the box that tells which card it is, `body` that of what else is on it. Where less
    than `shortest` is shown of a card's height, its body is left out.
    """

    name: str
    width: int
    height: int
    index: Box
    body: Box
    shortest: int


ROW: Final = Kind("row", 86, 114, (3, 4, 58, 90), (48, 66, 83, 111), 111)
HAND: Final = Kind("hand", 100, 142, (4, 5, 66, 106), (52, 86, 97, 138), 138)
MELD: Final = Kind("meld", 80, 112, (3, 3, 77, 40), (3, 41, 77, 109), 104)
STANDING: Final = Kind("standing", 80, 112, (3, 3, 77, 40), (3, 41, 77, 109), 104)
"""A wild in a meld: the card it stands for, and a star."""
MINI: Final = Kind("mini", 48, 68, (3, 4, 45, 64), (0, 0, 0, 0), 0)
KINDS: Final = (ROW, HAND, MELD, STANDING, MINI)

COURTS: Final = "JQKFDR"
LABELS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "F", "D", "R")
"""The ranks as they stand on cards, in English and the Italian court cards."""
SUITS: Final = ("s", "h", "c", "d")
FOUR: Final = ("c", "d")
"""The suits that have a colour of their own in a pack of four colours."""
JOKER: Final = "*"


def face_names() -> list[str]:
    """The faces of a sheet in order: `Ks`, `Rs`, those of the four colours as `Kc4`, the joker."""
    plain = [label + suit for label in LABELS for suit in SUITS]
    four = [f"{label}{suit}4" for label in LABELS for suit in FOUR]
    return [*plain, *four, JOKER]


_PLACES: Final = {key: place for place, key in enumerate(face_names())}
COLUMNS: Final = 16
"""Faces side by side on a sheet."""


def place(kind: Kind, key: str) -> Box:
    """Where a face is on the sheet of its kind."""
    row, column = divmod(_PLACES[key], COLUMNS)
    left, top = column * kind.width, row * kind.height
    return left, top, left + kind.width, top + kind.height


def _read(name: str) -> Image.Image:
    data = resources.files(__package__).joinpath("assets", name).read_bytes()
    image = Image.open(BytesIO(data))
    image.load()
    return image


@cache
def palette() -> bytes:
    """The colours of all pictures, three bytes each."""
    found = _read("row.png").getpalette() or []
    return bytes(found)


@cache
def _sheet(kind: Kind) -> Image.Image:
    # As plain numbers: they are places in the palette, which nothing may mix.
    image = _read(f"{kind.name}.png")
    return Image.frombytes("L", image.size, image.tobytes())


@cache
def face(kind: Kind, key: str) -> Image.Image:
    """A card, its dots being places in the palette."""
    return _sheet(kind).crop(place(kind, key))


@cache
def outline(kind: Kind) -> Image.Image:
    """Where a card of this kind is: all but its round corners."""
    left = sum(other.width for other in KINDS[: KINDS.index(kind)])
    return _read("outlines.png").crop((left, 0, left + kind.width, kind.height)).convert("1")


# --- wilds and what cannot be taken -----------------------------------------------------------

TINTS: Final = ("", "blocked", "joker", "pinella")
"""How a card is tinted: not at all, as blocked, as a joker, as a pinella."""


@cache
def tint(name: str) -> bytes:
    """From each colour of the palette to the tinted one."""
    data = resources.files(__package__).joinpath("assets", "tints.bin").read_bytes()
    at = 256 * (TINTS.index(name) - 1)
    return data[at : at + 256]


# --- other signs -------------------------------------------------------------------------------

BODIES: Final = ("*", "2s", "2c")
"""What a wild in a meld is, as shown where nothing lies upon it."""
BODY: Final = (74, 66)
MARKS: Final = {"back": (86, 114), "cards": (26, 34), "stop": (36, 36), "owed": (34, 34)}
"""Signs beside the cards, with their size: stand one beside the other on their sheet."""
CLEAR: Final = 255
"""The place in the palette of what is not drawn."""


@cache
def body(name: str) -> Image.Image:
    """The lower part of a wild in a meld."""
    left = BODIES.index(name) * BODY[0]
    image = _read("bodies.png").crop((left, 0, left + BODY[0], BODY[1]))
    return Image.frombytes("L", image.size, image.tobytes())


@cache
def mark(name: str) -> tuple[Image.Image, Image.Image]:
    """A sign, and where it is."""
    names = list(MARKS)
    left = sum(MARKS[other][0] for other in names[: names.index(name)])
    image = _read("marks.png").crop((left, 0, left + MARKS[name][0], MARKS[name][1]))
    plain = Image.frombytes("L", image.size, image.tobytes())
    return plain, plain.point(lambda colour: 0 if colour == CLEAR else 255, "1")
