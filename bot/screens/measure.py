"""How long texts are and how wide labels will be; names cut to what a screen has room for."""

from __future__ import annotations

import unicodedata
from math import ceil
from typing import Final

NAME_LETTERS: Final = 16
TITLE_LETTERS: Final = 24
HALF_ROW: Final = 150
"""A label estimated up to this width shares its row with another one (private chat)."""
FIGURE_SPACE: Final = "\u2007"
"""As wide as a digit: numbers filled up with it stand below one another in any font."""
_JOINER: Final = "\u200d"
_HIDDEN: Final = ("Cc", "Cf", "Co", "Cs")
_WIDTHS: Final = {
    **dict.fromkeys("ijl", 3.75),
    **dict.fromkeys("I.,:;'|!", 5.0),
    **dict.fromkeys("frt()", 5.25),
    **dict.fromkeys("vxyz", 7.5),
    **dict.fromkeys("ceks", 8.0),
    "a": 8.25,
    **dict.fromkeys("bdghnopqu", 8.75),
    **dict.fromkeys("0123456789=", 8.5),
    **dict.fromkeys("EFJLPSTZ", 9.0),
    **dict.fromkeys("ABCDKRVXY", 10.0),
    **dict.fromkeys("GHNOQU", 10.75),
    **dict.fromkeys("mwMWQ@%", 13.5),
    " ": 4.0,
    "\ufe0f": 0.0,
    "✓": 12.0,
    "·": 4.25,
    "–": 9.0,
    "…": 12.0,
    **dict.fromkeys("♥♦🃏", 18.0),
}
"""Widths in dp of a button's letters on Android, a little above those of its font."""
_OTHER_LETTER: Final = 9.0
_OTHER_SIGN: Final = 17.0


def units(text: str) -> int:
    """The length platforms count: UTF-16 units.

    >>> units("🃏")
    2
    """
    return len(text) + sum(1 for sign in text if ord(sign) > 0xFFFF)


def clip(text: str, limit: int) -> str:
    """A text of at most `limit` UTF-16 units; a longer one ends in `…`.

    >>> clip("Massimiliano Bianchi", 16)
    'Massimiliano Bi…'
    """
    if units(text) <= limit:
        return text
    while units(text) > limit - 1:
        text = text[:-1]
    return text.rstrip(f" {_JOINER}") + "…"


def name(typed: str, limit: int = NAME_LETTERS) -> str:
    r"""A name as typed, on one line, without control signs, at most `limit` long.

    >>> name("Anna\n\u202eMaria")
    'Anna Maria'
    """
    plain = "".join(
        " " if sign.isspace() else sign
        for sign in typed
        if sign.isspace() or sign == _JOINER or unicodedata.category(sign) not in _HIDDEN
    )
    return clip(" ".join(plain.split()), limit) or "?"


def capital(text: str) -> str:
    """The text as the beginning of a line."""
    return text[:1].upper() + text[1:]


def title(typed: str) -> str:
    """The title of a group, cut like a name."""
    return name(typed, TITLE_LETTERS)


def width(label: str) -> int:
    """An estimate of a label's width in dp, on the safe side for every button we write.

    >>> width("10♥️"), width("✓10♥️")
    (35, 47)
    """
    return ceil(
        sum(
            _WIDTHS.get(sign, _OTHER_LETTER if sign.isalpha() or sign.isascii() else _OTHER_SIGN)
            for sign in label
        )
    )


def amount(value: int, width: int) -> str:
    """A signed number, filled up on the left to `width` signs with figure spaces.

    >>> amount(-30, 5).replace(FIGURE_SPACE, "_")
    '__−30'
    """
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return f"{sign}{abs(value)}".rjust(width, FIGURE_SPACE)


def signed(points: int) -> str:
    """A number of points with a real minus sign."""
    return str(points).replace("-", "−")


def money(amount: float) -> str:
    """An amount of stakes without a sign; of a broken one at most two places.

    >>> money(440), money(-44.5), money(1 / 3)
    ('440', '44.5', '0.33')
    """
    return f"{abs(amount):.2f}".rstrip("0").rstrip(".")
