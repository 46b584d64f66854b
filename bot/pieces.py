"""A screen too long for one message, as several."""

from __future__ import annotations

from dataclasses import replace

from bot.screen import Line, Screen
from bot.screens.measure import units


def pieces(screen: Screen, limit: int) -> list[Screen]:
    r"""The screen in parts of at most `limit` UTF-16 units, all but text with the last.

    Nearly always it is one. A single line that is longer stays whole.

    >>> from bot.screen import Button, line
    >>> long = Screen((line("one"), line("two"), line("three")), ((Button("Go", "x"),),))
    >>> [(part.text, len(part.rows)) for part in pieces(long, 8)]
    [('one\ntwo', 0), ('three', 1)]
    """
    parts: list[list[Line]] = [[]]
    room = limit
    for line in screen.lines:
        size = units(line.text) + 1
        if size > room and parts[-1]:
            parts.append([])
            room = limit
        parts[-1].append(line)
        room -= size
    *before, last = (tuple(lines) for lines in parts)
    return [*(Screen(lines) for lines in before), replace(screen, lines=last)]
