"""A rulebook as one page: for a terminal, or as Markdown for the documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.rulebook.book import chapters
from bot.screens.cards import Script
from bot.screens.choices import preset_title, toggle_title
from bot.texts import Texts
from engine.cards import placed
from engine.errors import IllegalAction
from engine.melds import points, recognise
from engine.rules import Rules

_EXAMPLES: Final = (
    "9s9h9c",
    "KsKhKcKd",
    "3c3d*=3s",
    "Jd2s=QdKd",
    "QcKcAc",
    "Ac2c3c",
    "Ac3c4c",
    "5h6h7h8h9hTh",
    "5h6h7h8h9h*=Th",
    "3d4d5d6d7d8d9dTdJdQd",
    "KhAh2h",
    "KsAs3s",
    "****",
    "Ah2h3h4h5h6h7h8h9hThJhQhKhAh",
    "Ah3h4h5h6h7h8h9hThJhQhKhAh",
)
"""Melds as they are told at a table; those that the rules do not know are left out."""


def title(name: str, toggles: Sequence[str], texts: Texts) -> str:
    """What the page is about: a preset by name, and what was changed in it."""
    head = f"Pinnacola: {preset_title(name, texts)}"
    if not toggles:
        return head
    return f"{head} ({', '.join(toggle_title(toggle, texts) for toggle in toggles)})"


def examples(rules: Rules, texts: Texts) -> Iterator[str]:
    """Melds with their points, as the engine counts them."""
    script = Script.of(rules)
    for text in _EXAMPLES:
        try:
            meld = recognise(placed(text), rules)
        except IllegalAction:
            continue
        yield texts.ngettext(
            "{meld}: {n} point", "{meld}: {n} points", points(meld, rules), meld=script.meld(meld)
        )


def plain(rules: Rules, head: str, texts: Texts) -> str:
    """The page as plain text."""
    return _page(rules, head, texts, ("{}", "{}", "- {}"))


def markdown(rules: Rules, head: str, texts: Texts) -> str:
    """The page as Markdown."""
    return _page(rules, head, texts, ("# {}", "## {}\n", "- {}"))


def _page(rules: Rules, head: str, texts: Texts, marks: tuple[str, str, str]) -> str:
    top, heading, item = marks
    lines = [top.format(head)]
    for chapter in chapters(rules, texts):
        lines += ["", heading.format(chapter.head)]
        lines += [item.format(sentence.text) for sentence in chapter.sentences]
    lines += ["", heading.format(texts.gettext("Examples"))]
    lines += [item.format(example) for example in examples(rules, texts)]
    return "\n".join(lines) + "\n"
