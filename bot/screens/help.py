"""How to play, in three steps."""

from __future__ import annotations

from bot.commands import COMMANDS
from bot.screen import PLAIN, Means, Screen, bold, line
from bot.screens.guide import all_words
from bot.texts import Texts
from engine.rules import Rules


def help_screen(texts: Texts, *, means: Means = PLAIN) -> Screen:
    """Three steps, then what else there is."""
    _ = texts.gettext
    if means.asides:
        cards = _(
            "Your cards come to you in private, and under My hand below the table, with buttons to "
            "draw, lay, add and discard."
        )
    else:
        cards = _("Your cards come to you in private, with buttons to draw, lay, add and discard.")
    lines = (
        line(bold(_("How to play"))),
        line(""),
        line(
            bold("1."),
            " ",
            _("Begin with /pinnacola. Friends tap Join, computers fill seats; then Start."),
        ),
        line(bold("2."), " ", cards),
        line(
            bold("3."),
            " ",
            _("The group shows the table: who is playing, the melds and the points."),
        ),
        line(""),
        line(bold(_("A turn"))),
        *all_words(Rules(), texts),
        line(""),
        *(line(f"/{c.called(texts.lang)} – {c.describe(texts)}") for c in COMMANDS),
    )
    return Screen(lines)
