"""What is drawn: a few things that can be seen in the dots, however they are arranged."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageStat

from bot.pictures import atlas, build, canvas, lettering
from bot.pictures.draw import png
from bot.pictures.layout import table_layout
from bot.pictures.lying import Lying
from bot.pictures.palette import COLOURS, RAMPS, index, ramp, table_colours
from bot.pictures.spec import Picture, TablePicture
from bot.texts import LANGUAGES, texts
from engine.cards import card, cards
from tests.bot.pictures.scenes import PICTURES, fullest, usual
from tests.bot.screens.scenes import deal, playing

EN = texts("en")


def _dots(picture: Picture) -> Image.Image:
    with Image.open(BytesIO(png(picture))) as image:
        return image.convert("RGB")


def _colours(image: Image.Image, box: tuple[int, int, int, int]) -> set[tuple[int, int, int]]:
    part = image.crop(box)
    found = part.getcolors(part.width * part.height)
    assert found is not None
    return {colour for _, colour in found}  # type: ignore[misc]


def _around(card: Lying) -> tuple[int, int, int, int]:
    """Just above a card, where only a frame can be."""
    return card.left + 14, card.top - 4, card.left + 34, card.top - 1


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_in_the_one_palette(name: str) -> None:
    with Image.open(BytesIO(png(PICTURES[name](EN)))) as image:
        assert image.mode == "P"
        assert bytes(image.getpalette() or ()) == atlas.palette()
        # The one that stands for nothing is nowhere.
        assert atlas.CLEAR not in {colour for _, colour in image.getcolors(256) or ()}


def test_the_atlas_has_the_colours_of_the_table_in_their_places() -> None:
    flat = [part for colour in table_colours() for part in colour]
    assert atlas.palette()[: len(flat)] == bytes(flat)
    for over, under in RAMPS:
        steps = ramp(over, under)
        assert (steps[0], steps[255]) == (index(under), index(over))


def test_a_card_that_is_owed_and_one_that_has_come_are_framed_differently() -> None:
    picture = usual(EN)
    image, hand = _dots(picture), table_layout(picture).hand
    assert _colours(image, _around(hand[4])) == {COLOURS["red"]}
    assert _colours(image, _around(hand[7])) == {COLOURS["gold"]}
    assert _colours(image, _around(hand[1])) == {COLOURS["tray"]}


def _beside(card: Lying) -> tuple[int, int, int, int]:
    """Just left of a card."""
    return card.left - 4, card.top + 20, card.left - 1, card.top + 30


def test_what_the_last_turn_changed_is_framed() -> None:
    picture = usual(EN)
    layout, image = table_layout(picture), _dots(picture)
    fresh = [card for card in layout.cards if card.frame == "fresh" and card not in layout.hand]
    assert len(fresh) == 4
    assert fresh[-1] == layout.row[-1]
    for each in layout.areas[-1].melds[-1].cards:
        assert COLOURS["gold"] not in _colours(image, _beside(each))
    for each in fresh:
        assert COLOURS["gold"] in _colours(image, _beside(each))


def test_what_is_blocked_in_the_row_is_darker_than_the_rest() -> None:
    picture = replace(usual(EN), row=cards("9s9s9s9s9s9s"), blocked=3, discarded=False)
    image, row = _dots(picture), table_layout(picture).row

    def light(card: Lying) -> float:
        shown = image.crop((card.left, card.top, card.left + 50, card.top + 90)).convert("L")
        return ImageStat.Stat(shown).mean[0]

    for blocked in row[:3]:
        assert light(blocked) < 0.7 * light(row[3])


def test_who_is_to_play_stands_on_gold() -> None:
    """Once above the table, once at the name."""

    def gold(picture: TablePicture) -> int:
        found = {c: n for n, c in _dots(picture).getcolors(1 << 20) or ()}
        return found.get(COLOURS["gold"], 0)

    table = build.table_picture(playing(deal(seat=3)), EN)
    nobody = replace(
        table,
        below=tuple(
            replace(area, players=tuple(replace(p, to_play=False) for p in area.players))
            for area in table.below
        ),
    )
    assert gold(table) > gold(nobody) + 2000


def test_four_colours_are_four() -> None:
    two, four = (fullest(EN, four_colours=each) for each in (False, True))
    assert _dots(two).tobytes() != _dots(four).tobytes()
    clubs = atlas.face(atlas.HAND, "8c"), atlas.face(atlas.HAND, "8c4")
    assert clubs[0].tobytes() != clubs[1].tobytes()


def test_letters_follow_the_language() -> None:
    keys = {
        lang: {card.key[0] for card in table_layout(fullest(texts(lang))).cards}
        for lang in LANGUAGES
    }
    assert {"J", "Q", "K"} <= keys["en"]
    assert {"F", "D", "R"} <= keys["it"]
    assert not {"J", "Q", "K"} & keys["it"]


def test_a_wild_shows_what_it_stands_for() -> None:
    picture = fullest(EN)
    wilds = [card for card in table_layout(picture).cards if card.kind is atlas.STANDING]
    assert {card.key for card in wilds} == {"5d", "Jc", "Ac", "Jd"}
    assert {card.tint for card in wilds} == {"joker"}
    pinella = replace(picture, wilds=(card("2s"), card("2c")), row=cards("2s2c2h"), blocked=0)
    assert [card.tint for card in table_layout(pinella).row] == ["pinella", "pinella", ""]


def test_many_threads_draw_the_same_as_one() -> None:
    pictures = [PICTURES[name](EN) for name in PICTURES]
    before = [png(picture) for picture in pictures]
    for cached in (
        lettering.drawn,
        lettering.font,
        canvas._card,
        canvas._words,
        canvas._corners,
        atlas.face,
        atlas.palette,
    ):
        cached.cache_clear()
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(png, pictures * 2)) == before * 2
