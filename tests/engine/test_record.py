"""Records: written, read and played again to the same state and scores."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import read_action
from engine.deal import Deal
from engine.presets import build
from engine.record import (
    DealRecord,
    MatchRecord,
    RecordError,
    read,
    replay,
    replayed,
    seat_letters,
    turn_text,
    write,
)
from engine.rules import Rules
from tests.engine.positions import play, position
from tests.engine.random_rules import any_rules
from tests.engine.records import fault, golden_file, golden_games, play_match
from tests.engine.strategies import rules, seeds

DOCUMENT = Path(__file__).parents[2] / "docs" / "record.md"


def check(game: Rules, seed: str, *, deals: int, turns: int, dealer: int) -> None:
    """A match under these rules comes back from its text, with every card where it was."""
    match, record, played = play_match(
        game, seed, dealer=dealer, deals=deals, turns=turns, chance=Random(seed)
    )
    text = write(record)
    again = read(text)
    assert again == record
    assert write(again) == text
    assert replay(again) == match
    for done, deal in zip(replayed(again), played, strict=True):
        assert done.deal == deal
        assert done.deal.scores() == deal.scores()
    assert again.rules == game


@settings(max_examples=40)
@given(rules, seeds, st.integers(0, 1))
def test_whole_matches_of_every_preset_come_back(game: Rules, seed: str, dealer: int) -> None:
    check(game, seed, deals=12, turns=1000, dealer=dealer)


@settings(max_examples=200)
@given(any_rules(), seeds, st.integers(0, 5), st.sampled_from([5, 40, 1000]))
def test_deals_under_any_valid_rules_come_back(
    game: Rules, seed: str, dealer: int, turns: int
) -> None:
    check(game, seed, deals=2, turns=turns, dealer=dealer)


@pytest.mark.parametrize("name", list(golden_games()))
def test_golden_records_hold_and_are_written_the_same(name: str) -> None:
    assert golden_file(name).exists(), "python -m tests.engine.records writes it"
    text = golden_file(name).read_text("utf-8")
    record = read(text)
    assert record.rules == golden_games()[name]
    assert replay(record).over
    assert write(record) == text


# --- a turn --------------------------------------------------------------------------------------


def lines(deal: Deal, *actions: str) -> list[str | None]:
    """What `turn_text` gives for each of these actions."""
    found = []
    for text in actions:
        after = play(deal, text)
        found.append(turn_text(deal, read_action(text), after))
        deal = after
    return found


def test_a_turn_is_one_line_once_it_is_settled() -> None:
    deal = position("common", "9s9h9c6hKc", table=("me 3h4h5h",))
    assert lines(deal, "draw", "lay 9s9h9c", "add 0 6h", "discard Kc") == [
        None,
        None,
        None,
        "1. N draw 3d | lay 2 9s9h9c | add 1 6h | discard Kc",
    ]


def test_what_was_taken_back_leaves_no_trace() -> None:
    deal = position("common", "9s9h9c6hKc", row="9d4c")
    actions = ["take 0", "lay 9s9h9d", "undo", "undo", "draw", "lay 9s9h9c", "undo", "discard Kc"]
    assert lines(deal, *actions)[-1] == "1. N draw 3d | discard Kc"


def test_what_was_taken_from_the_row_is_named_in_its_order() -> None:
    deal = position("common", "9s9h6hKc", row="2d9dAs4c")
    line = lines(deal, "take 1", "lay 9s9h9d", "discard Kc")[-1]
    assert line == "1. N take 9dAs4c | lay 1 9s9h9d | discard Kc"


def test_wilds_say_what_they_stand_for() -> None:
    deal = position("common", "4h6h*Kc*", table=("me 8c9cTc",))
    line = lines(deal, "draw", "lay 4h*6h", "add 0 *=7c", "discard Kc")[-1]
    assert line == "1. N draw 3d | lay 2 4h*=5h6h | add 1 *=7c | discard Kc"


def test_a_swap_names_the_natural_card() -> None:
    deal = position("common", "6hKc", table=("me 4h5h*=6h",))
    line = lines(deal, "draw", "swap 0 6h", "add 0 *=7h", "discard Kc")[-1]
    assert line == "1. N draw 3d | swap 1 6h | add 1 *=7h | discard Kc"


def test_a_turn_that_ends_the_deal_needs_no_discard() -> None:
    deal = position("common", "9s9h9c", table=("me 4d5d6d",))
    line = lines(deal, "draw", "add 0 3d", "lay 9s9h9c")[-1]
    assert line == "1. N draw 3d | add 1 3d | lay 2 9s9h9c"


def test_a_stop_is_a_turn() -> None:
    assert lines(position("modern", "9s9h", stock=""), "stop") == ["1. N stop"]


def test_a_draw_of_two_names_both_in_the_order_of_the_stock() -> None:
    deal = position("common", "9s9h", stock="8d3dKd", options={"draw_count": 2})
    assert lines(deal, "draw", "discard 9s")[-1] == "1. N draw 8d3d | discard 9s"


# --- what a record says --------------------------------------------------------------------------

GAME = build("common", players=2)
MATCH = play_match(GAME, "said", deals=2)
TEXT = write(replace(MATCH.record, date="2026-03-14", seats=("Anna", "Bruno")))


def test_the_header_names_what_differs_from_the_preset() -> None:
    assert TEXT.splitlines()[:8] == [
        "Pinnacola record 1",
        "date: 2026-03-14",
        "game: common",
        "option players: 2",
        'option partnership: "solo"',
        "option target_score: 1000",
        "seat N: Anna",
        "seat S: Bruno",
    ]


def test_scores_stand_there_line_by_line_and_add_up() -> None:
    sums = re.findall(r"^score \w+: ([+-]\d+), total .*((?:\n  .*)*)", TEXT, re.MULTILINE)
    assert len(sums) == 2 * 2
    for total, parts in sums:
        assert int(total) == sum(map(int, re.findall(r"^  ([+-]\d+) ", parts, re.MULTILINE)))


def test_blanks_empty_lines_line_ends_and_comments_do_not_matter() -> None:
    loose = TEXT.replace(" | ", "   |  ").replace("\n", "  # so it was\r\n\r\n#\r\n")
    assert read(f"\ufeff# A match.\n{loose}") == read(TEXT)
    assert replay(read(loose)) == MATCH.match


def test_names_are_made_to_fit_a_line() -> None:
    names = (" Anna \n Deal 7, dealer N", "\u202e# Bruno #1" + "x" * 99)
    record = read(write(replace(MATCH.record, seats=names)))
    assert record.seats == ("Anna Deal 7, dealer N", "Bruno 1" + "x" * 57)


def test_a_name_may_be_missing() -> None:
    assert read(write(replace(MATCH.record, seats=("", "Bruno")))).seats == ("", "Bruno")


def test_a_match_without_a_deal_is_a_record_too() -> None:
    record = MatchRecord(GAME, ())
    assert write(record).endswith("\nResult: unfinished\n")
    assert replay(read(write(record))).deals == 0


def test_a_match_that_was_given_up_is_unfinished() -> None:
    broken = play_match(GAME, "given up", deals=1, turns=3)
    text = write(broken.record)
    assert "end:" not in text
    assert text.endswith("\nResult: unfinished\n")
    assert replay(read(text)).deals == 0


def test_stakes_are_said() -> None:
    game = build("common", ("single_hand", "stakes_per_point"), point_rate=0.5)
    match = play_match(game, "stakes")
    pays = re.findall(r"^pay (\w+): (.*)$", write(match.record), re.MULTILINE)
    assert pays == [
        ("NS", f"{match.match.payments[0]:+}"),
        ("EW", f"{match.match.payments[1]:+}"),
    ]


def test_seats_have_a_letter_each() -> None:
    for players in range(2, 7):
        letters = seat_letters(players)
        assert len(set(letters)) == len(letters) == players


def test_the_document_shows_a_record_that_holds() -> None:
    blocks = re.findall(
        r"^```text\n(Pinnacola record.*?)^```", DOCUMENT.read_text("utf-8"), re.S | re.M
    )
    assert len(blocks) == 1
    assert replay(read(blocks[0])).over
    assert write(read(blocks[0])) == blocks[0]


# --- what cannot be read, or does not hold -------------------------------------------------------


def refused(text: str) -> str:
    with pytest.raises(RecordError) as caught:
        replay(read(text))
    assert caught.value.line
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("record 1", "record 2", "line 1: a record of version 2; this program reads version 1"),
        ("Pinnacola record", "Chess record", "line 1: this is no record: the first line must be"),
        ("2026-03-14", "2026-13-14", "line 2: '2026-13-14' is no date: YYYY-MM-DD"),
        ("game: common", "game: uncommon", "line 3: no preset 'uncommon'; there are: common, pin"),
        ("game: common\n", "", "line 1: a line 'game: ...' must follow, with one of common, pin"),
        (
            "option players: 2",
            "option player: 2",
            "line 4: no option 'player'; there are: players,",
        ),
        ("option players: 2", "option players: 9", "line 4: players: Input should be less than or"),
        ("option players: 2", "option players: 3", "line 4: players can only be one of players_al"),
        ("option players: 2", "option players: two", "line 4: 'two' is no value: a number, true,"),
        ("option players: 2", "option players: NaN", "line 4: 'NaN' is no value"),
        ("option players: 2", "players = 2", "line 4: 'players = 2': there can be 'date: ...', 'g"),
        ("seat S: Bruno", "seat E: Bruno", "line 8: 'E' is no seat; there are: N S"),
        ("seat S: Bruno", "seat N: Bruno", "line 8: 'seat N' stands already in line 7"),
        ("Deal 1, dealer N", "Deal 1, dealer E", "line 10: 'Deal 1, dealer E' should be 'Deal NUM"),
        ("Deal 1, dealer N", "Deal 2, dealer N", "line 10: 'Deal 2, dealer N' should be 'Deal 1, "),
        ("Deal 2, dealer S", "Deal 2, dealer N", ": deal 2: the dealer is S"),
        ("cuts: N17", "cuts: N/17", ": 'N/17' is no contribution: 1 to 40 letters, digits, dots,"),
        ("cuts: N17", "cuts: N18", ": with these cuts other cards would have been dealt"),
        ("secret: ", "secret: x", ": a secret is 2 to 128 hex digits"),
        ("secret: ", "sacred: ", "a line 'secret: ...' should stand before the turns"),
        ("\n2. N ", "\n2. S ", ": turn 2, of N, should stand here"),
        ("\n2. N ", "\n2. X ", "is no turn: NUMBER. SEAT MOVE | MOVE ..., with a seat of N S"),
        ("\n2. N ", "\n3. N ", ": turn 2, of N, should stand here"),
        ("\n2. N ", "\n2 N ", " is no turn, and the deal has not ended"),
        ("\n1. S draw ", "\n1. S dram ", " is no move; there are: draw CARDS, take CARDS, "),
        ("\n1. S draw ", "\n1. S draw x", "': no card: "),
        ("\n1. S draw ", "\n1. S discard 3d | draw ", "discard 3d: this is not legal (must_draw_"),
        ("\nResult: unfinished", "\nResult: N won", ": 'Result: N won' should be 'Result: unfini"),
        ("\nResult: unfinished", "", ": the record breaks off: a line 'Result: ...' must follow"),
        ("\nend: ", "\nend: nearly ", ": 'end: nearly "),
        ("stock: ", "stack: ", ": 'stack: "),
        ("Result: unfinished\n", "Result: unfinished\nBravo!", ": 'Bravo!': nothing of this kind"),
    ],
)
def test_an_error_names_the_line_and_what_there_should_be(old: str, new: str, said: str) -> None:
    assert old in TEXT
    assert said in refused(TEXT.replace(old, new, 1))


def test_lines_that_are_missing_are_named() -> None:
    end = TEXT.index("end:")
    assert "should follow" in refused(TEXT[:end] + TEXT[TEXT.index("Deal 2") :])
    result = TEXT[TEXT.index("Result:") :]
    assert ": 'score S: " in refused(TEXT[: TEXT.rindex("score S:")] + result)


def test_a_deal_after_the_end_is_refused() -> None:
    one = play_match(build("common", ("single_hand",), players=2), "one").record
    more = replace(one, deals=one.deals * 2)
    with pytest.raises(RecordError, match="deal 2: the match is over before it"):
        write(more)
    broken = play_match(GAME, "broken", deals=1, turns=2).record
    with pytest.raises(RecordError, match="deal 2: the deal before it has not ended"):
        write(replace(broken, deals=broken.deals * 2))


def test_a_record_that_was_not_read_names_the_turn() -> None:
    part = MATCH.record.deals[0]
    turn = part.turns[4]
    broken = replace(part, turns=(*part.turns[:4], replace(turn, moves=turn.moves[:-1])))
    with pytest.raises(RecordError, match=r"^turn 5: the turn does not end") as caught:
        write(replace(MATCH.record, deals=(broken,)))
    assert caught.value.line == 0


def test_a_secret_that_is_none_is_refused_without_showing_it() -> None:
    with pytest.raises(RecordError) as caught:
        write(MatchRecord(GAME, (DealRecord(0, "Open Sesame", (), ()),)))
    assert "Sesame" not in str(caught.value)


@given(st.text())
def test_any_text_is_a_record_or_refused(text: str) -> None:
    for candidate in (text, f"Pinnacola record 1\n{text}", TEXT.replace("dealt N:", text, 1)):
        error = fault(candidate)
        assert error is None or (error.line and "\n" not in str(error))


@given(st.lists(st.sampled_from(TEXT.splitlines()), max_size=30))
def test_lines_of_a_record_in_any_order_are_refused_or_hold(chosen: list[str]) -> None:
    error = fault("\n".join(["Pinnacola record 1", "game: common", *chosen]))
    assert error is None or error.line
