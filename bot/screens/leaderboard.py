"""The leaderboard of a chat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.leaderboard import Entry
from bot.pictures.build import leaderboard_picture
from bot.screen import CAPTION, Line, Screen, bold, line
from bot.screens import measure
from bot.texts import Texts

MOST: Final = 20
"""People listed; the others are counted."""
_MEDALS: Final = ("🥇", "🥈", "🥉")


def leaderboard(
    entries: Sequence[Entry], title: str, texts: Texts, *, pictures: bool = True
) -> Screen:
    """The best `MOST` of a chat named `title`, in the order given; fewer beside a picture."""
    if entries and pictures:
        picture = leaderboard_picture(entries, title, texts)
        for most in range(MOST, 0, -1):
            drawn = Screen(_lines(entries, title, texts, most), picture=picture)
            if measure.units(drawn.text) <= CAPTION:
                return drawn
    return Screen(_lines(entries, title, texts, MOST))


def _lines(entries: Sequence[Entry], title: str, texts: Texts, most: int) -> tuple[Line, ...]:
    _ = texts.gettext
    head = _("🏆 Leaderboard")
    lines = [line(bold(f"{head} · {measure.title(title)}" if title else head))]
    if not entries:
        lines.append(line(_("No match has been finished here yet.")))
        return tuple(lines)
    lines += [line(_("All matches, by wins and then by points")), line("")]
    lines += [_entry(place, entry, texts) for place, entry in enumerate(entries[:most])]
    if len(entries) > most:
        lines.append(line(texts.ngettext("and {n} other", "and {n} others", len(entries) - most)))
    return tuple(lines)


def _entry(place: int, entry: Entry, texts: Texts) -> Line:
    mark = _MEDALS[place] if place < len(_MEDALS) else f"{place + 1}."
    won = texts.ngettext(
        "{n} of {played} won", "{n} of {played} won", entry.won, played=entry.played
    )
    points = texts.gettext("{points} points", points=measure.signed(entry.points))
    return line(f"{mark} ", bold(measure.name(entry.name)), f" · {won} · {points}")
