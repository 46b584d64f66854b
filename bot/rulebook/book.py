"""The chapters of the rulebook, in the order in which a player meets them."""

from __future__ import annotations

from typing import NamedTuple

from bot.rulebook.melds import melds, values
from bot.rulebook.score import match, out, score
from bot.rulebook.sentences import Sentence
from bot.rulebook.table import table
from bot.rulebook.turn import turn
from bot.texts import Texts
from engine.rules import Rules


class Chapter(NamedTuple):
    """A heading and what stands below it."""

    head: str
    sentences: tuple[Sentence, ...]


def chapters(rules: Rules, texts: Texts) -> tuple[Chapter, ...]:
    """All chapters, details included."""
    _ = texts.gettext
    parts = (
        (_("Rules"), table(rules, texts)),
        (_("Points of the cards"), values(rules, texts)),
        (_("Melds"), melds(rules, texts)),
        (_("A turn"), turn(rules, texts)),
        (_("Going out"), out(rules, texts)),
        (_("Score of a deal"), score(rules, texts)),
        (_("Match"), match(rules, texts)),
    )
    return tuple(Chapter(head, tuple(sentences)) for head, sentences in parts)
