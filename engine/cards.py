"""Cards and their compact notation (RULES.md section 1).

A card is a *face*: the copies of a face are indistinguishable everywhere in the rules.

>>> cards("9s9h*")
(9s, 9h, *)
>>> card("Th").rank, card("Th").suit
(10, 'h')
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shcd"
"""Suits in the order in which hands are shown: spades, hearts, clubs, diamonds."""


class Card(int):
    """A face as a small integer: 13 * suit + rank - 1, or 52 for the joker.

    An integer, so that hashing and comparing are fast and repeatable. Sorted cards stand in the
    order in which hands are shown: by suit, Ace first, the jokers last. Cards are made once: use
    `card`, `natural` or `JOKER`, never the constructor.
    """

    __slots__ = ()

    @property
    def is_joker(self) -> bool:
        """Is this a joker?"""
        return self == 52

    @property
    def rank(self) -> int:
        """1 (Ace) to 13 (King); 0 for a joker."""
        return 0 if self == 52 else self % 13 + 1

    @property
    def suit(self) -> str:
        """One of `SUITS`; empty for a joker."""
        return "" if self == 52 else SUITS[self // 13]

    def __repr__(self) -> str:
        return _NOTATION[self]

    __str__ = __repr__


_NOTATION: Final = tuple(rank + suit for suit in SUITS for rank in RANKS) + ("*",)
FACES: Final = tuple(Card(i) for i in range(53))
"""All faces; `FACES[c] is c`."""
JOKER: Final = FACES[52]
_BY_NOTATION: Final = {text: FACES[i] for i, text in enumerate(_NOTATION)}


def _pairs(text: str) -> memoryview[int]:
    """Cards without meanings as numbers: those of the two letters that each of them then has."""
    return memoryview(text.replace("*", "*=").encode()).cast("H")


_BY_NUMBER: Final = {_pairs(text)[0]: face for text, face in _BY_NOTATION.items()}


class NotationError(ValueError):
    """A text that names no card."""


def card(text: str) -> Card:
    """Read one card, e.g. `9s`, `Th`, `*`. Raises NotationError."""
    try:
        return _BY_NOTATION[text]
    except KeyError:
        raise NotationError(f"no card: {text!r}") from None


class Placed(NamedTuple):
    """A card as it is laid: the face and, for a wild, the card it stands for.

    `stands_for` is None where nothing is said: always for a natural card, and for a wild whose
    meaning is left to the engine (RULES.md section 4). In a recognised meld every wild has one,
    except in the four-joker set.
    """

    card: Card
    stands_for: Card | None = None

    @property
    def meaning(self) -> Card:
        """What the card counts as in its meld."""
        return self.card if self.stands_for is None else self.stands_for

    def __str__(self) -> str:
        return f"{self.card}" if self.stands_for is None else f"{self.card}={self.stands_for}"

    def __repr__(self) -> str:
        return str(self)


class _Written(dict[str, Placed]):
    """Placed cards by how they are written, each read once."""

    def __missing__(self, text: str) -> Placed:
        face, equals, meaning = text.partition("=")
        self[text] = Placed(card(face), card(meaning) if equals else None)
        return self[text]


class _Texts(dict[Card | Placed, str]):
    """How cards are written, each worked out once."""

    def __missing__(self, item: Card | Placed) -> str:
        self[item] = str(item)
        return self[item]


_WRITTEN: Final = _Written()
_TEXTS: Final = _Texts()
_PIECE: Final = re.compile(r"(?:[*]|..)(?:=..)?|.")
"""A card as it is written together with others, perhaps with its meaning; or what is none."""


def placed(text: str) -> tuple[Placed, ...]:
    """Read cards written together, with or without meanings and blanks. Raises NotationError.

    >>> placed("Kd Ks *=Kh")
    (Kd, Ks, *=Kh)
    """
    return tuple([_WRITTEN[piece] for piece in _PIECE.findall("".join(text.split()))])


def cards(text: str) -> tuple[Card, ...]:
    """Read cards written together, blanks ignored; meanings are refused. Raises NotationError."""
    try:
        return tuple([_BY_NUMBER[pair] for pair in _pairs(text)])
    except (KeyError, TypeError, ValueError):
        # The other way passes over blanks, and says what is wrong.
        if "=" in text:
            raise NotationError(f"meanings are not allowed here: {text!r}") from None
        return tuple([item.card for item in placed(text)])


def notation(items: Iterable[Card | Placed]) -> str:
    """Write cards together: the inverse of `cards` and `placed`.

    >>> notation(placed("7c *=8c 9c"))
    '7c*=8c9c'
    """
    return "".join([_TEXTS[item] for item in items])
