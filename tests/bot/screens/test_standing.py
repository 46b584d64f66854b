"""How a table stands, in a few words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.screens.standing import standing
from bot.state import Table
from bot.texts import texts
from engine.actions import DRAW
from tests.bot.screens.scenes import (
    CODE,
    NAMES,
    computers,
    deal,
    finished,
    looking,
    open_table,
    playing,
)

COMPUTER = looking(playing(deal(seat=3)), 3, person=None, computer="easy", name="")


@pytest.mark.parametrize(
    ("table", "english", "italian"),
    [
        (Table(CODE, "tg:-1"), "", ""),
        (
            open_table(NAMES[:1]),
            "Table open · 3 players missing",
            "Tavolo aperto · mancano 3 giocatori",
        ),
        (
            computers(),
            "Table open · 2 players missing",
            "Tavolo aperto · mancano 2 giocatori",
        ),
        (
            open_table(NAMES),
            "Table open · all seats are taken",
            "Tavolo aperto · posti al completo",
        ),
        (playing(deal(DRAW)), "Your turn", "Tocca a te"),
        (playing(deal(seat=1)), "Bruno to play", "Di turno: Bruno"),
        (COMPUTER, "💻 Computer D to play", "Di turno: 💻 Computer D"),
        (finished(), "Between two deals · are you ready?", "Tra due smazzate · ci sei?"),
        (looking(finished(), 0, ready=True), "Between two deals", "Tra due smazzate"),
        (finished(over=True), "The match is over", "La partita è finita"),
    ],
)
def test_a_table_in_a_few_words(table: Table, english: str, italian: str) -> None:
    for lang, said in (("en", english), ("it", italian)):
        assert standing(table, 0, texts(lang)) == said
        # No card and no code is in it.
        assert standing(replace(table, code="zzzzzzzz"), 0, texts(lang)) == said
