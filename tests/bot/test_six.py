"""Six at a table with three packs: three sides of two, from the lobby to the result."""

from __future__ import annotations

import pytest

from bot import requests as rq
from bot.screen import Screen
from bot.screens.hand import hand
from bot.screens.lobby import lobby
from bot.screens.result import result
from bot.screens.table import table_screen
from bot.texts import LANGUAGES, texts
from tests.bot.driver import ANNA, BRUNO, CHIARA, Driver


def fits(screen: Screen) -> bool:
    """Is every button within what a platform carries?"""
    return all(len(button.payload.encode()) <= 64 for row in screen.rows for button in row)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_six_play_a_deal_in_three_sides(lang: str) -> None:
    six = Driver()
    reader = texts(lang)
    six.ask(ANNA, rq.Open(), table=None)
    six.ask(ANNA, rq.ChoosePreset("pinellone"))
    six.ask(ANNA, rq.Resize(6))
    assert six.table.rules.sides == ((0, 3), (1, 4), (2, 5))
    for person in (BRUNO, CHIARA):
        six.ask(person, rq.Join())
    six.ask(BRUNO, rq.ChangeSide(2))
    assert six.table.rules.side_of(six.table.seat_of(BRUNO.id) or 0) == 2
    six.ask(ANNA, rq.Computers(3))
    shown = lobby(six.table, reader)
    assert fits(shown)
    assert reader.gettext("Side {n}", n=3) in shown.text
    six.ask(ANNA, rq.Start())
    for _ in range(40):
        six.step()
    own = hand(six.table, 0, reader)
    assert fits(own)
    assert f"{reader.gettext('Side {n}', n=2)} (" in own.text
    assert fits(table_screen(six.table, reader))
    six.finish_deal()
    assert six.phase == "result"
    assert result(six.table, reader).text.count(" + ") >= 3
    assert six.table.match is not None
    assert len(six.table.match.totals) == 3
