"""Right-to-left names in the right order, also where the library for it is missing.

A simple form of the bidirectional algorithm for one short line: a line is read from the left unless
it has no letter that is; runs of the other direction keep their own order, numbers read from the
left.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

_RIGHT: Final = ("R", "AL")
_NUMBERS: Final = ("EN", "AN")


def visual(text: str) -> list[tuple[str, bool]]:
    """The parts of the text from left to right, and whether each is read from the right.

    >>> [(len(part), right) for part, right in visual("Anna \u05d0\u05d1 7")]
    [(5, False), (2, True), (2, False)]
    """
    levels = _levels(text)
    parts: list[tuple[str, bool]] = []
    for sign, right in zip(text, levels, strict=True):
        if parts and parts[-1][1] == right:
            parts[-1] = (parts[-1][0] + sign, right)
        else:
            parts.append((sign, right))
    return parts[::-1] if _leads_right(text) else parts


def _leads_right(text: str) -> bool:
    """Is the line one that is read from the right as a whole? Our own words are not."""
    kinds = {unicodedata.bidirectional(sign) for sign in text}
    return "L" not in kinds and not kinds.isdisjoint(_RIGHT)


def _levels(text: str) -> list[bool]:
    """Is each sign read from the right? Signs between two of one direction go with them."""
    leads = _leads_right(text)
    strong: list[bool | None] = []
    for sign in text:
        kind = unicodedata.bidirectional(sign)
        if kind in _RIGHT:
            strong.append(True)
        elif kind == "L" or kind in _NUMBERS:
            strong.append(False)
        elif kind in ("NSM", "BN") and strong:
            strong.append(strong[-1])
        else:
            strong.append(None)
    found: list[bool] = []
    for at, right in enumerate(strong):
        if right is not None:
            found.append(right)
            continue
        before = found[-1] if at else leads
        after = next((r for r in strong[at:] if r is not None), leads)
        found.append(before if before == after else leads)
    return found


# --- without the library ---------------------------------------------------------------------


def turned(text: str) -> str:
    """A run read from the right as signs from left to right, Arabic letters in joined forms."""
    clusters: list[str] = []
    for sign in _joined(text):
        if clusters and unicodedata.combining(sign):
            clusters[-1] += sign
        else:
            clusters.append(sign)
    return "".join(reversed(clusters))


@cache
def _forms() -> dict[str, dict[str, str]]:
    """The shapes of each Arabic letter, as Unicode has them for old programs."""
    found: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFDC8), *range(0xFE70, 0xFEFD)):
        how, _, letter = unicodedata.decomposition(chr(code)).partition(" ")
        if how in ("<isolated>", "<initial>", "<medial>", "<final>") and len(letter) == 4:
            found.setdefault(chr(int(letter, 16)), {})[how[1:-1]] = chr(code)
    return found


def _joined(text: str) -> str:
    forms = _forms()

    def reaches(sign: str) -> bool:
        return "initial" in forms.get(sign, {})

    letters = [sign for sign in text if not unicodedata.combining(sign)]
    shaped: list[str] = []
    for at, sign in enumerate(letters):
        before = at > 0 and reaches(letters[at - 1])
        after = reaches(sign) and at + 1 < len(letters) and letters[at + 1] in forms
        here = forms.get(sign, {})
        name = ("medial" if after else "final") if before else "initial" if after else "isolated"
        shaped.append(here.get(name, sign))
    rest = iter(shaped)
    return "".join(sign if unicodedata.combining(sign) else next(rest) for sign in text)
