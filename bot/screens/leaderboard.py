"""The leaderboard of a chat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.leaderboard import Entry
from bot.screen import Line, Screen, bold, line
from bot.screens import measure
from bot.texts import Texts

MOST: Final = 20
"""People listed; the others are counted."""
_MEDALS: Final = ("🥇", "🥈", "🥉")


def leaderboard(entries: Sequence[Entry], title: str, texts: Texts) -> Screen:
    """The best `MOST` of a chat named `title`, in the order given."""
    _ = texts.gettext
    head = _("🏆 Leaderboard")
    lines = [line(bold(f"{head} · {measure.title(title)}" if title else head))]
    if not entries:
        lines.append(line(_("No match has been finished here yet.")))
        return Screen(tuple(lines))
    lines += [line(_("All matches, by wins and then by points")), line("")]
    lines += [_entry(place, entry, texts) for place, entry in enumerate(entries[:MOST])]
    if len(entries) > MOST:
        lines.append(line(texts.ngettext("and {n} other", "and {n} others", len(entries) - MOST)))
    return Screen(tuple(lines))


def _entry(place: int, entry: Entry, texts: Texts) -> Line:
    mark = _MEDALS[place] if place < len(_MEDALS) else f"{place + 1}."
    won = texts.ngettext(
        "{n} of {played} won", "{n} of {played} won", entry.won, played=entry.played
    )
    points = texts.gettext("{points} points", points=signed(entry.points))
    return line(f"{mark} ", bold(measure.name(entry.name)), f" · {won} · {points}")


def signed(points: int) -> str:
    """A number of points with a real minus sign."""
    return str(points).replace("-", "−")
