"""The order of the cards as a function of a secret, so that it can be shown to be fair.

Before a deal the commitment to a secret is published; then players may contribute to the order,
each contribution in public; after the deal the secret is published too, and anybody can repeat
all of it (docs/fair-shuffle.md).

>>> secret = "5eed" * 16
>>> promise = commitment(secret)  # shown before the deal
>>> seed = mixed(secret, ("N17", "W4"))  # for `Deal.start`
>>> opens(promise, secret)  # after the deal
True
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from struct import Struct
from typing import Final

from engine.cards import Card

_BLOCK: Final = Struct(">8I")
_SECRET: Final = re.compile(r"[0-9a-f]{2,128}")
_CUT: Final = re.compile(r"[0-9A-Za-z._-]{1,40}")


# --- the secret ----------------------------------------------------------------------------------


def commitment(secret: str) -> str:
    """The SHA-256 of the secret's text, in hex: it binds to the secret and does not betray it.

    A secret of 64 random hex digits cannot be guessed from it, so it needs no salt.

    >>> commitment("00ff")[:16]
    '8909cde2f411a84e'
    """
    return sha256(secret.encode("ascii")).hexdigest()


def opens(promise: str, secret: str) -> bool:
    """Is this the secret that the commitment was made to?"""
    return secret.isascii() and commitment(secret) == promise


def mixed(secret: str, cuts: Sequence[str] = ()) -> str:
    """The seed of a deal: the secret, mixed with what players contributed, in the order they did.

    It is the SHA-256, in hex, of the ASCII text `deal/secret/first/second/...`; without
    contributions that of `deal/secret`. A secret is 2 to 128 hex digits; a contribution is 1 to 40
    letters, digits, dots, dashes and underscores. So two different ways to mix never share a text,
    and none shares one with a commitment. Raises ValueError for others; its text shows no secret.

    >>> mixed("00ff", ("N17",))[:16]
    'e6adb731d07ef1ea'
    """
    if not _SECRET.fullmatch(secret):
        raise ValueError("a secret is 2 to 128 hex digits, a to f in lower case")
    for cut in cuts:
        if not _CUT.fullmatch(cut):
            raise ValueError(
                f"{cut[:40]!r} is no contribution: 1 to 40 letters, digits, dots, dashes and "
                "underscores"
            )
    return sha256("/".join(("deal", secret, *cuts)).encode("ascii")).hexdigest()


# --- the order -----------------------------------------------------------------------------------


def shuffled(faces: Iterable[Card], seed: str, number: int) -> tuple[Card, ...]:
    """The faces in the order that belongs to a seed and a number (0: the deal, n: n-th reshuffle).

    The order comes about so: let the block `i` be SHA-256 of the ASCII text `seed/number/i`; the
    blocks 0, 1, 2 ... are cut into numbers of four bytes, the highest byte first. For `size` from
    the number of faces down to 2 the next number `n` below the greatest multiple of `size` that
    four bytes can hold (greater ones are passed over, so that no place is favoured) swaps the
    faces at the places `size - 1` and `n mod size`, counted from 0.

    An empty seed keeps the order (for worked examples).

    >>> from engine.cards import cards
    >>> shuffled(cards("AsKsQsJsTs"), "00ff", 0)
    (Ts, Ks, Js, Qs, As)
    """
    order = list(faces)
    if seed:
        numbers = _numbers(f"{seed}/{number}")
        for size in range(len(order), 1, -1):
            limit = 2**32 - 2**32 % size
            drawn = next(numbers)
            while drawn >= limit:
                drawn = next(numbers)
            place = drawn % size
            order[size - 1], order[place] = order[place], order[size - 1]
    return tuple(order)


def _numbers(text: str) -> Iterator[int]:
    block = 0
    while True:
        yield from _BLOCK.unpack(sha256(f"{text}/{block}".encode("ascii")).digest())
        block += 1
