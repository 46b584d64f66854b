"""How a person likes the hand shown and plays it, remembered by person over all tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "sort": ("suit", "rank"),
    "suits": ("colours", "outline", "letters"),
    "confirm": ("off", "on"),
    "draws": ("off", "on"),
    "pictures": ("on", "off"),
    "four": ("off", "on"),
    "guide": ("lead", "new", "off"),
}
"""The values of each habit; the first holds for who never chose."""


HINTS: Final = ("draw", "meld", "duty", "discard", "out")
"""The kinds of decision of which the guide says a word, once to everybody."""
_READ: Final = "read"
_LETTERS: Final = {"draw": "d", "meld": "m", "duty": "y", "discard": "x", "out": "o"}


@dataclass(frozen=True, slots=True)
class Habits:
    """The habits of one person, and which hints of the guide they have read.

    `sort` orders the hand by suit or by rank. `suits` are written as signs in colours, as outlines
    or as letters. With `confirm` a discard is asked for once more; with `draws` a card of the stock
    is drawn at once where nothing in the row can be used. Without `pictures` the words alone are
    shown; in them the pack has `four` colours, or two. The `guide` leads through the first deal,
    then says a word where something is `new`, until all is `read` (or it was switched `off`).
    """

    sort: str = "suit"
    suits: str = "colours"
    confirm: str = "off"
    draws: str = "off"
    pictures: str = "on"
    four: str = "off"
    guide: str = "lead"
    read: tuple[str, ...] = ()

    def with_choice(self, habit: str, value: str) -> Habits:
        """The habits with one of them changed. ValueError for what is none of `CHOICES`."""
        if value not in CHOICES.get(habit, ()):
            raise ValueError("no such habit")
        if habit == "guide":
            return replace(self, guide=value, read=())
        changes: dict[str, Any] = {habit: value}
        return replace(self, **changes)

    def having_read(self, kind: str) -> Habits:
        """The habits after this hint."""
        if self.guide == "off":
            return self
        read = tuple(each for each in HINTS if each in self.read or each == kind)
        return replace(self, read=read)._finished()

    def led(self) -> Habits:
        """The habits after the first deal."""
        return replace(self, guide="new")._finished() if self.guide == "lead" else self

    def adopting(self, changed: Mapping[str, str]) -> Habits:
        """The habits after such a change at another table; what was read at either is read."""
        news = remembered({**facts(NONE, self), **changed})
        if changed.get("guide") == "lead":
            return news
        read = tuple(each for each in HINTS if each in self.read or each in news.read)
        return replace(news, read=read)._finished() if news.guide != "off" else news

    def _finished(self) -> Habits:
        if self.guide == "new" and self.read == HINTS:
            return replace(self, guide="off", read=())
        return self


NONE: Final = Habits()
"""Those of a person who never chose anything."""


def facts(before: Habits, after: Habits) -> dict[str, str]:
    """What has changed, as facts about the person.

    >>> facts(NONE, Habits(sort="rank"))
    {'sort': 'rank'}
    >>> facts(NONE, NONE.having_read("meld"))
    {'read': 'm'}
    """
    changed = {
        habit: getattr(after, habit)
        for habit in CHOICES
        if getattr(before, habit) != getattr(after, habit)
    }
    if before.read != after.read:
        changed[_READ] = "".join(_LETTERS[kind] for kind in after.read)
    return changed


def remembered(known: Mapping[str, str]) -> Habits:
    """The habits among the facts about a person; what is unreadable counts as never chosen.

    >>> remembered({"sort": "rank", "suits": "runes", "name": "Anna"}) == Habits(sort="rank")
    True
    """
    chosen = {habit: known[habit] for habit in CHOICES if known.get(habit) in CHOICES[habit]}
    letters = known.get(_READ, "")
    return Habits(**chosen, read=tuple(kind for kind in HINTS if _LETTERS[kind] in letters))
