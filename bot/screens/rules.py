"""The rules in force on a phone: the rulebook without its details."""

from __future__ import annotations

from bot.rulebook import chapters
from bot.screen import Line, Screen, bold, line
from bot.texts import Texts
from engine.rules import Rules


def rules_screen(rules: Rules, texts: Texts) -> Screen:
    """All that a player needs to know, short enough for a phone."""
    lines: list[Line] = []
    for chapter in chapters(rules, texts):
        if lines:
            lines.append(line(""))
        lines.append(line(bold(chapter.head)))
        lines += [line(sentence.text) for sentence in chapter.sentences if not sentence.detail]
    return Screen(tuple(lines))
