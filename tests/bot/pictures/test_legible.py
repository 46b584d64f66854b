"""Every card in a picture can be read on a phone."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.pictures.layout import HIGHEST, ROW_LINE, table_layout
from bot.pictures.lying import WIDTH, Lying
from bot.pictures.spec import HeldCards, TablePicture
from bot.texts import texts
from engine.cards import FACES
from tests.bot.pictures.reading import misread
from tests.bot.pictures.scenes import PICTURES, fullest

EN, IT = texts("en"), texts("it")
TABLES = [name for name in PICTURES if name.startswith(("table", "hand"))]


def _table(name: str, lang: str = "en") -> TablePicture:
    picture = PICTURES[name](texts(lang))
    assert isinstance(picture, TablePicture)
    return picture


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_index_of_every_card_is_recognised_on_a_phone(lang: str) -> None:
    seen, wrong = 0, []
    for name in TABLES:
        count, unread = misread(_table(name, lang))
        seen += count
        wrong += unread
    assert seen > 400
    assert len(wrong) <= seen // 100, wrong


@pytest.mark.parametrize("four_colours", [False, True])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_face_is_recognised_in_row_and_hand(lang: str, four_colours: bool) -> None:
    picture = replace(
        fullest(texts(lang), four_colours=four_colours),
        row=FACES[:26],
        hand=HeldCards(FACES[13:]),
        blocked=0,
    )
    count, wrong = misread(picture)
    assert not wrong
    assert count > 26 + 40


def test_what_cannot_be_read_is_noticed() -> None:
    picture = fullest(EN)
    _, wrong = misread(picture, phone=70)
    assert len(wrong) > 12


def _index(card: Lying) -> tuple[int, int, int, int]:
    left, top, right, bottom = card.kind.index
    return card.left + left, card.top + top, card.left + right, card.top + bottom


@pytest.mark.parametrize("name", TABLES)
def test_no_card_covers_the_index_of_another(name: str) -> None:
    cards = table_layout(_table(name)).cards
    for at, card in enumerate(cards):
        left, top, right, bottom = _index(card)
        for later in cards[at + 1 :]:
            beside = later.left >= right or later.left + later.kind.width <= left
            apart = later.top >= bottom or later.top + later.height <= top
            assert beside or apart, (card, later)


@pytest.mark.parametrize("name", TABLES)
def test_everything_lies_within_the_picture(name: str) -> None:
    layout = table_layout(_table(name))
    for card in layout.cards:
        assert card.left >= 0
        assert card.left + card.kind.width <= WIDTH
        assert card.top >= 0
        assert card.top + card.height <= layout.height


@pytest.mark.parametrize("name", TABLES)
def test_an_index_is_large(name: str) -> None:
    for card in table_layout(_table(name)).cards:
        assert card.kind.index[3] - card.kind.index[1] >= 34
        assert card.shown[0] >= 61
        assert card.shown[1] >= card.kind.index[3]


@pytest.mark.parametrize("count", [0, 1, 13, 14, 30, 60, 90])
@pytest.mark.parametrize("blocked", [0, 1, 13])
def test_the_row_has_room_however_long(count: int, blocked: int) -> None:
    row = tuple(FACES[nth % 53] for nth in range(count))
    layout = table_layout(replace(fullest(EN), row=row, blocked=min(blocked, count)))
    assert len(layout.row) == count
    lines: dict[int, list[Lying]] = {}
    for card in layout.row:
        lines.setdefault(card.top, []).append(card)
    for cards in lines.values():
        assert len(cards) <= ROW_LINE
        assert cards[-1].left + cards[-1].kind.width <= WIDTH
        assert all(b.left - a.left >= 61 for a, b in pairwise(cards))


def test_a_usual_picture_is_about_as_high_as_it_is_wide() -> None:
    for name in TABLES:
        if name != "hand_full":
            assert table_layout(_table(name)).height <= HIGHEST, name
    assert table_layout(_table("hand_full")).height <= 1.2 * WIDTH
