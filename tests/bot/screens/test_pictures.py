"""Which screens have a picture, and what is said beside it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.leaderboard import Entry
from bot.pictures.spec import (
    LeaderboardPicture,
    MatchPicture,
    ResultPicture,
    TablePicture,
    alt,
)
from bot.screen import CAPTION, WORDS, Line, Screen
from bot.screens.hand import hand, hand_text
from bot.screens.leaderboard import leaderboard
from bot.screens.lobby import lobby
from bot.screens.measure import units
from bot.screens.result import result
from bot.screens.table import table_screen, turn_call
from bot.state import Table
from bot.texts import texts
from engine.cards import FACES
from engine.presets import PRESETS, build, preset
from tests.bot.screens.deals import finished_deal, random_tables
from tests.bot.screens.scenes import (
    FOUR,
    MANY,
    PEOPLE,
    SCENES,
    TWO,
    deal,
    finished,
    looking,
    melds,
    open_table,
    playing,
)
from tests.bot.screens.test_result import counted

EN, IT = texts("en"), texts("it")
LONG = tuple("Wolfeschlegelsteinhausen"[:16] + name for name in "ABCD")


def test_the_table_and_the_hand_are_drawn() -> None:
    table = playing(deal())
    group, own = table_screen(table, EN).picture, hand(table, 0, EN).picture
    assert isinstance(group, TablePicture)
    assert group.hand is None
    assert isinstance(own, TablePicture)
    assert own.hand is not None
    assert len(own.hand.cards) == 13


def test_results_and_the_leaderboard_are_drawn_and_the_lobby_is_not() -> None:
    over = finished(over=True)
    assert isinstance(result(finished(), EN).picture, ResultPicture)
    assert isinstance(result(over, EN).picture, MatchPicture)
    # In private the sum of the last deal can be read.
    assert isinstance(result(over, EN, 1).picture, ResultPicture)
    assert isinstance(leaderboard(PEOPLE, "", EN).picture, LeaderboardPicture)
    assert lobby(open_table(()), EN).picture is None
    assert turn_call(playing(deal())).picture is None
    assert leaderboard((), "", EN).picture is None


def test_who_likes_no_pictures_reads_the_same_and_more() -> None:
    table = looking(playing(deal()), 0, pictures="off")
    assert hand(table, 0, EN).picture is None
    assert hand(table, 1, EN).picture is not None
    assert table_screen(table, EN).picture is not None
    assert result(looking(finished(), 0, pictures="off"), EN, 0).picture is None
    assert hand(table, 0, EN) == hand(playing(deal()), 0, EN, means=WORDS)


def test_a_chat_without_pictures_has_none_and_hands_follow_their_holders() -> None:
    table = replace(playing(deal()), pictures=False)
    assert table_screen(table, EN).picture is None
    assert hand(table, 0, EN).picture is not None
    assert result(replace(finished(), pictures=False), EN).picture is None


def test_a_choice_of_cards_changes_no_picture() -> None:
    before, after = playing(deal()), playing(deal(), chosen="9s9h")
    assert hand(before, 0, EN).picture == hand(after, 0, EN).picture
    assert hand(before, 0, EN) != hand(after, 0, EN)


def test_four_colours_are_the_readers_choice() -> None:
    picture = hand(looking(playing(deal()), 0, four="on"), 0, EN).picture
    assert isinstance(picture, TablePicture)
    assert picture.faces.four_colours


def test_the_hand_in_words_is_in_the_quote_beside_a_picture() -> None:
    drawn, plain = hand(playing(deal()), 0, EN), hand(playing(deal()), 0, EN, means=WORDS)
    held = [each for each in drawn.lines if each.text.startswith("Hand (13)")]
    assert [each.quote for each in held] == [True]
    assert [each.text for each in plain.lines if not each.quote].count(held[0].text) == 1
    assert sorted(each.text for each in drawn.lines) == sorted(each.text for each in plain.lines)


def test_the_lines_of_a_sum_are_folded_beside_a_picture() -> None:
    drawn, plain = result(finished(), EN), result(finished(), EN, means=WORDS)
    assert drawn.text == plain.text
    assert [line.quote for line in drawn.lines if _counts(line)] == [True] * 10
    assert [line.quote for line in plain.lines if _counts(line)] == [False] * 10


def _counts(line: Line) -> bool:
    """Is it an amount of a sum, and not the sum?"""
    plain = all(span.emphasis == "plain" for span in line.spans)
    return plain and re.match("\u2007*[+−]\\d", line.text) is not None


@pytest.mark.parametrize("name", SCENES)
def test_every_picture_has_words(name: str) -> None:
    for speak in (EN, IT):
        screen = SCENES[name].screen(speak)
        if screen.picture is not None:
            assert alt(screen.picture).strip()
            assert _fits(screen)


def _fits(screen: Screen) -> bool:
    return screen.picture is not None and units(screen.text) <= CAPTION


def _full(row: int, laid: int) -> Table:
    """A hand of 40 beside a long row and many melds, with long names and all that can be said."""
    runs = ["5h6h7h8h", "9cTcJcQc", "4d*=5d6d", "As2s3s", "KsKhKc", "9s9h9c"]
    on_table = melds(*((runs[i % len(runs)], i % 4) for i in range(laid)))
    own = MANY + "AsAh2d3s3h3d4c4d5s"
    table = playing(deal(own=own, row="".join(str(c) for c in FACES[:row]), on_table=on_table))
    seats = tuple(replace(s, name=n) for s, n in zip(table.seats, LONG, strict=True))
    return replace(table, seats=seats, title="T" * 40)


@pytest.mark.parametrize(("row", "laid"), [(12, 6), (30, 12), (40, 22), (52, 30)])
def test_the_words_of_a_full_table_fit_beside_its_picture(row: int, laid: int) -> None:
    table = _full(row, laid)
    for speak in (EN, IT):
        assert _fits(table_screen(table, speak))
        for look in ({}, {"suits": "letters"}, {"more": True}, {"chosen": _some(table)}):
            assert _fits(hand(looking(table, 0, **look), 0, speak))


def _some(table: Table) -> tuple[tuple[object, int], ...]:
    """Five cards of the hand, as chosen."""
    return tuple((card, 0) for card in sorted(set(table.view(0).hand))[:5])


def test_what_does_not_fit_is_left_out_in_this_order() -> None:
    said = [_said(hand(_full(52, laid), 0, EN).text) for laid in range(10, 90, 4)]
    wanted = [(True, True, True), (False, True, True), (False, False, True), (False, False, False)]
    assert [each for i, each in enumerate(said) if i == 0 or each != said[i - 1]] == wanted
    assert _said(hand_text(_full(52, 86), 0, EN).text) == (True, True, True)


def _said(text: str) -> tuple[bool, bool, bool]:
    """Are the own cards named, the turns of all the others, the points of melds?"""
    return "Hand (" in text, text.count("discards") == 3, "K♤♥️♧ 30" in text


def test_words_of_random_deals_fit_beside_their_pictures() -> None:
    for rules, seed in ((FOUR, "5eed"), (TWO, "cafe")):
        for table in random_tables(seed, rules, every=7):
            assert _fits(table_screen(table, IT))
            assert all(_fits(hand(table, seat, IT)) for seat in range(rules.players))


@pytest.mark.parametrize("name", PRESETS)
def test_words_of_results_fit_beside_their_pictures(name: str) -> None:
    size = max(preset(name).players_allowed)
    table = counted(finished_deal(build(name, players=size), f"{name}"))
    for speak in (EN, IT):
        assert _fits(result(table, speak))
        assert _fits(result(table, speak, 0))


def test_a_leaderboard_beside_its_picture_lists_as_many_as_fit() -> None:
    many = [Entry(f"tg:{i}", "N" * 99, 10**6, 10**6, -(10**9)) for i in range(500)]
    screen = leaderboard(many, "T" * 200, IT)
    assert _fits(screen)
    listed = sum(" vinte su " in line.text for line in screen.lines)
    assert 5 < listed < 20
    assert screen.lines[-1].text == f"e altri {500 - listed}"
