"""The order of the cards as a function of a secret seed, so that it can be shown to be fair.

The commitment to a seed may be published before the deal, the seed after it; then anybody can
repeat the shuffle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

from engine.cards import Card


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
            place = next(n for n in numbers if n < limit) % size
            order[size - 1], order[place] = order[place], order[size - 1]
    return tuple(order)


def _numbers(text: str) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(f"{text}/{block}".encode("ascii")).digest()
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def commitment(seed: str) -> str:
    """The SHA-256 of the seed's text, in hex: it binds to the seed and does not betray it.

    >>> commitment("00ff")[:16]
    '8909cde2f411a84e'
    """
    return sha256(seed.encode("ascii")).hexdigest()
