"""A picture comes back from its data as it was."""

from __future__ import annotations

import json

import pytest

from bot.pictures.build import player_card
from bot.pictures.spec import Picture, dump
from bot.pictures.stored import restore
from bot.screens.hand import hand
from bot.screens.table import table_screen
from bot.texts import texts
from tests.bot.screens.deals import random_tables
from tests.bot.screens.scenes import FOUR, SCENES, pinelle


def again(picture: Picture) -> Picture:
    return restore(json.loads(json.dumps(dump(picture))))


@pytest.mark.parametrize("name", SCENES)
def test_the_pictures_of_screens_come_back(name: str) -> None:
    picture = SCENES[name].screen(texts("it")).picture
    assert picture is None or again(picture) == picture


def test_pictures_of_random_deals_and_of_pinelle_come_back() -> None:
    for table in (pinelle(), *random_tables("5eed", FOUR, every=9)):
        for screen in (table_screen(table, texts("it")), hand(table, 0, texts("en"))):
            assert screen.picture is not None
            assert again(screen.picture) == screen.picture


def test_a_card_of_a_player_comes_back() -> None:
    card = player_card("Anna", "Friday", [("won", "3")], [1000.5, 1010], texts("en"))
    assert again(card) == card


@pytest.mark.parametrize(
    "data", [None, [], {}, {"picture": "Sum"}, {"picture": "TablePicture"}, {"picture": []}]
)
def test_anything_else_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="not a picture"):
        restore(data)
