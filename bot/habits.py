"""How a person likes the hand shown and plays it, remembered by person over all tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "sort": ("suit", "rank"),
    "suits": ("colours", "outline", "letters"),
    "confirm": ("off", "on"),
    "draws": ("off", "on"),
}
"""The values of each habit; the first holds for who never chose."""


@dataclass(frozen=True, slots=True)
class Habits:
    """The habits of one person.

    `sort` orders the hand by suit or by rank. `suits` are written as signs in colours, as outlines
    or as letters. With `confirm` a discard is asked for once more; with `draws` a card of the stock
    is drawn at once where nothing in the row can be used.
    """

    sort: str = "suit"
    suits: str = "colours"
    confirm: str = "off"
    draws: str = "off"

    def with_choice(self, habit: str, value: str) -> Habits:
        """The habits with one of them changed. ValueError for what is none of `CHOICES`."""
        if value not in CHOICES.get(habit, ()):
            raise ValueError("no such habit")
        return replace(self, **{habit: value})


NONE: Final = Habits()
"""Those of a person who never chose anything."""


def facts(before: Habits, after: Habits) -> dict[str, str]:
    """What has changed, as facts about the person.

    >>> facts(NONE, Habits(sort="rank"))
    {'sort': 'rank'}
    """
    return {
        habit: getattr(after, habit)
        for habit in CHOICES
        if getattr(before, habit) != getattr(after, habit)
    }


def remembered(known: Mapping[str, str]) -> Habits:
    """The habits among the facts about a person; what is unreadable counts as never chosen.

    >>> remembered({"sort": "rank", "suits": "runes", "name": "Anna"}) == Habits(sort="rank")
    True
    """
    return Habits(**{habit: known[habit] for habit in CHOICES if _reads(habit, known)})


def _reads(habit: str, known: Mapping[str, str]) -> bool:
    return known.get(habit) in CHOICES[habit]
