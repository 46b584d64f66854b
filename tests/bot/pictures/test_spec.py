"""A picture is data about what its reader may see."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from random import Random

import pytest
from PIL import Image

from bot.pictures import build
from bot.pictures.draw import png, size
from bot.pictures.spec import Picture, TablePicture, digest, dump
from bot.state import Table
from bot.texts import texts
from engine.actions import DRAW, Lay
from engine.cards import placed
from engine.rules import Rules
from tests.bot.screens.deals import otherwise, random_tables
from tests.bot.screens.scenes import (
    FOUR,
    PEOPLE,
    TAKEN,
    TWO,
    deal,
    finished,
    looking,
    playing,
)

EN, IT = texts("en"), texts("it")


def _all() -> dict[str, Picture]:
    return {
        "table": build.table_picture(playing(deal(seat=3)), EN),
        "hand": build.hand_picture(playing(deal()), 0, EN),
        "result": build.result_picture(finished(), EN),
        "match": build.match_picture(finished(over=True), EN),
        "leaderboard": build.leaderboard_picture(PEOPLE, "Friday cards", EN),
        "player": build.player_card("Anna", "", [("Won", "18")], (1000, 1012.5), EN),
    }


@pytest.mark.parametrize(("rules", "seed"), [(FOUR, "a1"), (FOUR, "b2"), (TWO, "c3")])
def test_what_is_hidden_changes_no_picture(rules: Rules, seed: str) -> None:
    random = Random(seed)
    for table in random_tables(seed, rules, every=5):
        assert table.deal is not None
        other = replace(table, deal=otherwise(table.deal, None, random))
        assert build.table_picture(other, IT) == build.table_picture(table, IT)
        for seat in range(rules.players):
            other = replace(table, deal=otherwise(table.deal, seat, random))
            assert build.hand_picture(other, seat, IT) == build.hand_picture(table, seat, IT)


def test_the_test_would_notice() -> None:
    table = next(random_tables("d4"))
    assert table.deal is not None
    other = replace(table, deal=otherwise(table.deal, None, Random(1)))
    assert build.hand_picture(other, 0, IT) != build.hand_picture(table, 0, IT)


@pytest.mark.parametrize("name", _all())
def test_equal_data_is_the_same_file(name: str) -> None:
    picture, again = _all()[name], _all()[name]
    assert hash(picture) == hash(again)
    assert digest(picture) == digest(again)
    assert png(picture) == png(again)
    with Image.open(BytesIO(png(picture))) as image:
        assert image.size == size(picture)


def test_other_data_has_another_name() -> None:
    assert len({digest(picture) for picture in _all().values()}) == len(_all())
    here, there = playing(deal()), playing(deal(DRAW))
    assert digest(build.hand_picture(here, 0, EN)) != digest(build.hand_picture(there, 0, EN))
    assert digest(build.hand_picture(here, 0, EN)) != digest(build.hand_picture(here, 0, IT))


def test_time_that_passes_and_cards_that_are_chosen_change_no_picture() -> None:
    table = playing(deal(DRAW))
    before = build.hand_picture(table, 0, EN)
    assert table.clock is not None
    assert table.clock.ends is not None
    later = replace(table, clock=replace(table.clock, ends=table.clock.ends + 60, said="half"))
    assert build.hand_picture(later, 0, EN) == before
    chosen = playing(deal(DRAW), chosen="9s9h")
    assert build.hand_picture(chosen, 0, EN) == before


def test_a_hand_marks_what_is_owed_and_what_has_come() -> None:
    hand = build.hand_picture(playing(TAKEN), 0, EN).hand
    assert hand is not None
    assert [str(hand.cards[place]) for place in hand.owed] == ["9h"]
    drawn = build.hand_picture(playing(deal(DRAW)), 0, EN).hand
    assert drawn is not None
    assert drawn.owed == ()
    assert [str(drawn.cards[place]) for place in drawn.drawn] == ["Ts"]


def test_a_hand_is_in_the_order_of_its_owner() -> None:
    table = looking(playing(deal()), 0, sort="rank")
    hand = dump(build.hand_picture(table, 0, EN))["hand"]
    assert hand["cards"].split()[:3] == ["2c", "3h", "4s"]


def test_the_last_turn_is_marked_and_then_what_is_laid_in_this_one() -> None:
    table = playing(deal(seat=3))
    melds = [
        column for area in (*_table(table).above, *_table(table).below) for column in area.melds
    ]
    assert [column.fresh for column in melds] == [(), (), (), (), ()]
    table = replace(table, turns=table.turns[:2])
    side = _table(table).above[0]
    assert [side.melds[0].fresh, side.melds[1].fresh] == [(3,), ()]
    mine = playing(deal(DRAW, Lay(placed("9s9h9c"))))
    own = build.hand_picture(mine, 0, EN).below[0]
    assert [column.fresh for column in own.melds] == [(), (), (0, 1, 2)]
    assert build.table_picture(mine, EN).above[0].melds == own.melds[:2]


def _table(table: Table) -> TablePicture:
    return build.table_picture(table, EN)


def test_a_sum_adds_up_as_on_the_screen() -> None:
    table = finished()
    picture = build.result_picture(table, EN)
    result = table.result
    assert result is not None
    assert [each.total for each in picture.sums] == [score.total for score in result.scores]
    assert table.match is not None
    assert tuple(each.after for each in picture.sums) == table.match.totals


def test_a_match_is_drawn_from_nothing_to_its_totals() -> None:
    table = finished(over=True)
    picture = build.match_picture(table, IT)
    assert table.match is not None
    assert tuple(course.totals[-1] for course in picture.courses) == table.match.totals
    assert {course.totals[0] for course in picture.courses} == {0}
    assert [course.won for course in picture.courses] == [True, False]
