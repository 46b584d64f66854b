"""Single positions as text: exact where they are written, short where people write them."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import cards
from engine.deal import Deal
from engine.record import RecordError, read_position, write_position
from engine.rules import Rules
from engine.view import Shown
from tests.engine.positions import play, position
from tests.engine.random_rules import any_rules
from tests.engine.records import act
from tests.engine.strategies import rules, seeds

DOCUMENT = Path(__file__).parents[2] / "docs" / "record.md"

PLAIN = """Pinnacola position 1
game: common
turn: 9 E
hand N: Kh4d5d
hand E: 9s9h9c6hQd
hand S: 2s
hand W: -
row: 2c7d
stock: 3d8d
meld 1 N: 4h5h*=6h
meld 2 E: 8s9sTs
opened: N E
shown NS: poker, run 7
idle: 3
reshuffles: 2
stale: yes
seed: 00ff
played: draw 3d | lay 3 9s9h9c
"""


def check(deal: Deal) -> None:
    """The position comes back: what is settled, what is tried, and what follows in play."""
    text = write_position(deal)
    again = read_position(text)
    assert (again.rules, again.seed) == (deal.rules, deal.seed)
    assert again.settled == deal.settled
    assert [step.position for step in again.steps] == [step.position for step in deal.steps]
    assert [step.event for step in again.steps] == [step.event for step in deal.steps]
    assert write_position(again) == text


def some_positions(deal: Deal, seed: str) -> None:
    chance = Random(seed)
    for _ in range(1000):
        if chance.random() < 0.1:
            check(deal)
        _, deal = act(deal, chance)
        if deal.over:
            return


@settings(max_examples=30)
@given(rules, seeds)
def test_positions_of_every_preset_come_back(game: Rules, seed: str) -> None:
    some_positions(Deal.start(game, 0, seed), seed)


@settings(max_examples=60)
@given(any_rules(), seeds)
def test_positions_under_any_valid_rules_come_back(game: Rules, seed: str) -> None:
    some_positions(Deal.start(game, 0, seed), seed)


def test_a_position_says_what_it_says() -> None:
    deal = read_position(PLAIN)
    at = deal.settled
    assert (at.turn, deal.seat, deal.phase, deal.seed) == (9, 1, "play", "00ff")
    assert at.hands[1] == tuple(sorted(cards("9s9h9c3d6hQd")))
    assert at.stock == cards("8d")
    assert (at.idle, at.shuffles, at.stale) == (3, 2, True)
    assert at.shown == (Shown(poker=True, run=7), Shown(poker=False, run=3))
    assert at.opened == at.laid == (True, True, False, False)
    assert deal.position.hand == cards("6h3dQd")
    assert [meld.author for meld in deal.position.melds] == [0, 1, 1]
    check(deal)


def test_what_follows_is_left_out() -> None:
    deal = position("common", "9s9h9c6hKc", table=("me 3h4h5h",))
    assert write_position(deal).splitlines()[-3:] == [
        "row: 4c",
        "stock: 3d8d",
        "meld 1 N: 3h4h5h",
    ]


@pytest.mark.parametrize(
    ("said", "poker", "run"),
    [("poker, run 7", True, 7), ("poker", True, 0), ("run 12", False, 12), ("-", False, 0)],
)
def test_what_was_shown_is_said_in_parts(said: str, poker: bool, run: int) -> None:
    deal = read_position(PLAIN.replace("poker, run 7", said))
    assert deal.settled.shown[0] == Shown(poker, run)
    check(deal)


def test_what_is_left_out_is_as_the_document_says() -> None:
    hands = "hand N: Kh4d5d\nhand E: 9s\nhand S: 2s\nhand W: -\n"
    deal = read_position(f"Pinnacola position 1\ngame: common\n{hands}")
    at = deal.settled
    assert (at.turn, at.seat, at.row, at.stock, at.melds, deal.seed) == (1, 0, (), (), (), "")
    assert (at.idle, at.shuffles, at.stale) == (0, 0, False)
    assert at.opened == at.laid == (False,) * 4
    table = "meld 1 E: 8s9sTs\nmeld 2 S: JhJcJdJs\nlaid: N E\n"
    deal = read_position(f"Pinnacola position 1\ngame: common\n{hands}{table}".replace("2s", "3h"))
    at = deal.settled
    assert at.opened == (False, True, True, False)
    assert at.laid == (True, True, False, False)
    assert at.shown == (Shown(poker=True, run=0), Shown(poker=False, run=3))
    opened = f"Pinnacola position 1\ngame: common\n{hands}opened: W S\n"
    at = read_position(opened).settled
    assert at.opened == at.laid == (False, False, True, True)


def test_what_does_not_follow_is_said() -> None:
    table = ("me 3h4h5h", "opp 9s9h9c")
    deal = position("common", "6hKc", table=table, opened=False, laid_before=[False] * 4)
    assert write_position(deal).splitlines()[-3:-1] == ["meld 2 E: 9s9h9c", "opened: E"]
    assert write_position(deal).endswith("laid: -\n")
    nobody = position("common", "6hKc", table=table[:1], opened=False, row="", stock="", idle=2)
    text = write_position(nobody)
    assert "\nrow: -\nstock: -\nmeld 1 N: 3h4h5h\nopened: -\nidle: 2\n" in text
    for moment in (deal, nobody):
        check(moment)


def test_a_draw_and_a_take_stand_among_the_moves() -> None:
    drawn = write_position(play(position("common", "9s9h9c6hKc"), "draw", "lay 9s9h9c"))
    assert drawn.endswith("\nstock: 3d8d\nplayed: draw 3d | lay 1 9s9h9c\n")
    taken = write_position(play(position("common", "9s9h6hKc", row="9d4c"), "take 0"))
    assert taken.endswith("\nplayed: take 9d4c\n")


def test_the_cards_of_a_set_keep_their_order() -> None:
    deal = read_position(PLAIN.replace("8s9sTs", "8h8s8c"))
    assert "\nmeld 2 E: 8h8s8c\n" in write_position(deal)


def test_a_deal_that_is_over_is_no_position() -> None:
    deal = play(position("common", "9s9h9c"), "draw", "lay 9s9h9c", "discard 3d")
    with pytest.raises(ValueError, match="the deal is over"):
        write_position(deal)


def test_the_document_shows_a_position_that_can_be_read() -> None:
    text = DOCUMENT.read_text("utf-8")
    blocks = re.findall(r"^```text\n(Pinnacola position.*?)^```", text, re.S | re.M)
    assert len(blocks) == 1
    deal = read_position(blocks[0])
    assert len(deal.steps) == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("position 1", "position 7", "line 1: a position of version 7; this program reads version"),
        ("position 1", "record 1", "line 1: this is no position: the first line must be 'Pinnaco"),
        ("game: common\n", "", "line 1: a line 'game: ...' must follow"),
        ("turn: 9 E", "turn: 9 X", "line 3: '9 X' should be a number and a seat of N E S W"),
        ("turn: 9 E", "turn: 0 E", "line 3: '0 E' should be a number and a seat of N E S W"),
        ("hand N: Kh4d5d\n", "", "line 1: a line 'hand N: ...' must follow"),
        ("hand N: Kh4d5d", "hand N: 4d5", "line 4: no card: '5'"),
        ("hand N: Kh4d5d", "hand N: 4d=5d", "line 4: meanings are not allowed here"),
        ("hand N: Kh4d", "hand N: 4d4d4d", "line 1: the position has 4d 3 times, the pack 2 times"),
        ("hand W: -", "hand X: -", "line 1: a line 'hand W: ...' must follow"),
        ("hand W: -", "hand W: -\nhand X: -", "line 8: 'X' is no seat; there are: N E S W"),
        ("hand W: -", "hand W: -\nhand W: -", "line 8: 'hand W' stands already in line 7"),
        ("row:", "column:", "line 8: 'column: 2c7d': there can be 'game', 'option NAME', 'turn',"),
        ("row: ", "row ", "line 8: 'row 2c7d': there can be 'game'"),
        ("meld 1 N", "meld 2 N", "line 10: 'meld 2 N' should be 'meld 1 SEAT', with a seat of N"),
        ("meld 2 E", "meld 2 X", "line 11: 'meld 2 X' should be 'meld 2 SEAT', with a seat of N"),
        ("*=6h", "*=7h", "line 10: '4h5h*=7h' is no meld (not_consecutive)"),
        ("*=6h", "*=", "line 10: no card: ''"),
        ("opened: N E", "opened: N X", "line 12: 'N X' should be seats of N E S W, or - for none"),
        ("shown NS", "shown N", "line 13: 'shown N: poker, run 7' should be 'shown NS: poker, ru"),
        ("poker, run 7", "poker, 7", "line 13: 'shown NS: poker, 7' should be"),
        ("idle: 3", "idle: -3", "line 14: '-3' should be a number"),
        ("reshuffles: 2", "reshuffles: two", "line 15: 'two' should be a number"),
        ("stale: yes", "stale: no", "line 16: 'stale: yes' is the only value"),
        ("seed: 00ff", "seed: 00fg", "line 17: a seed is 1 to 128 hex digits"),
        ("draw 3d", "draw 8d", "line 18: draw 8d: the stock gives 3d"),
        ("lay 3 9s", "lay 4 9s", "line 18: lay 4 9s9h9c: the next meld has the number 3"),
        ("lay 3 9s9h9c", "discard 9s", "line 18: the turn is over after these moves"),
        ("lay 3 9s9h9c", "take 7d", "line 18: take 7d: this is not legal (already_drawn)"),
    ],
)
def test_an_error_names_the_line_and_what_there_should_be(old: str, new: str, said: str) -> None:
    assert old in PLAIN
    with pytest.raises(RecordError) as caught:
        read_position(PLAIN.replace(old, new, 1))
    assert str(caught.value).startswith(said)


def test_a_position_in_which_the_deal_is_over_is_refused() -> None:
    text = PLAIN.replace("idle:", "option stall_turns: 3\nidle:")
    with pytest.raises(RecordError, match="line 15: after 3 idle turns the deal is over"):
        read_position(text)


def read_or_refused(text: str) -> Deal | RecordError:
    try:
        return read_position(text)
    except RecordError as error:
        return error


@given(st.lists(st.one_of(st.text(), st.sampled_from(PLAIN.splitlines())), max_size=20))
def test_any_text_is_a_position_or_refused(lines: list[str]) -> None:
    found = read_or_refused("\n".join(["Pinnacola position 1", "game: common", *lines]))
    if isinstance(found, RecordError):
        assert found.line
    else:
        check(found)
