"""The further actions of the table in the group, behind `More`."""

from __future__ import annotations

from bot import requests as rq
from bot.screens.parts import Row, tap
from bot.state import Table
from bot.texts import Texts


def more_rows(table: Table, texts: Texts) -> tuple[Row, ...]:
    """What is seldom needed during a match, and the way back."""
    _ = texts.gettext
    return (
        (
            tap(table, _("Show below"), rq.Show()),
            tap(table, _("Leaderboard"), rq.ShowLeaderboard()),
        ),
        (
            tap(table, _("Leave the seat"), rq.Leave()),
            tap(table, _("Stop the match"), rq.StopMatch()),
        ),
        (tap(table, _("‹ Back"), rq.ShowMore("table", False)),),
    )


def hand_more_rows(table: Table, texts: Texts) -> tuple[Row, ...]:
    """What is seldom needed under a hand, and the way back."""
    _ = texts.gettext
    return (
        (tap(table, _("Rules"), rq.ShowRules()), tap(table, _("Leave the seat"), rq.Leave())),
        (tap(table, _("‹ Back"), rq.ShowMore("hand", False)),),
    )
