"""A sentence of the rulebook, and how lists and numbers are written in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.texts import Texts


class Sentence(NamedTuple):
    """One rule in words. A `detail` is left out where there is little room."""

    text: str
    detail: bool = False


Sentences = Iterator[Sentence]


def say(text: str) -> Sentence:
    """A sentence for everybody."""
    return Sentence(text)


def more(text: str) -> Sentence:
    """A detail."""
    return Sentence(text, detail=True)


def listed(items: Sequence[str], word: str) -> str:
    """Items joined by commas, the last one by a word.

    >>> listed(["a set", "a run", "a poker"], "or")
    'a set, a run or a poker'
    """
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def either(items: Sequence[str], texts: Texts) -> str:
    """Items of which one will do."""
    return listed(items, texts.gettext("or"))


def plus(points: int | None) -> str:
    """Points that are won."""
    return f"+{points or 0}"


def minus(points: int | None) -> str:
    """Points that are lost."""
    return f"−{points or 0}"
