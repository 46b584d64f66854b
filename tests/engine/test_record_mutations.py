"""Whoever touches a record is found out, and where: lines, cards, numbers, secrets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import RANKS, SUITS, Placed
from engine.deal import Deal
from engine.presets import PRESETS, build
from engine.record import (
    DealRecord,
    MatchRecord,
    RecordError,
    TurnRecord,
    seat_letters,
    write,
)
from engine.record.turns import check_of, play_turn, written
from engine.rules import Rules
from tests.engine.random_rules import any_rules
from tests.engine.records import fault, golden_file, golden_games, play_match
from tests.engine.strategies import seeds

SHORT = write(play_match(build("modern", ("single_hand",)), "short", turns=200).record)
"""A record that is small enough to be changed at every place."""
CLASSES = (RANKS, SUITS, "0123456789", "abcdef", "NESW", "abcdefghijklmnopqrstuvwxyz", "+-")
"""Signs that can stand in each other's place."""


def body(text: str) -> int:
    """The first line that is not of the header."""
    return text.splitlines().index("") + 1


def found_at(lines: list[str]) -> int | None:
    """The line, from 0, that is found wrong; None where the record holds."""
    error = fault("\n".join(lines))
    assert error is None or 1 <= error.line <= len(lines)
    return None if error is None else error.line - 1


def holds(lines: list[str]) -> bool:
    """Does the record still hold? It must never be refused in any other way than by its error."""
    return found_at(lines) is None


def changed(lines: list[str], at: int, line: str) -> list[str]:
    """The lines with another one at this place."""
    return [*lines[:at], line, *lines[at + 1 :]]


def signs(line: str) -> Iterator[str]:
    """The line with one sign changed, each in several ways."""
    for at, sign in enumerate(line):
        for signs_alike in CLASSES:
            if sign in signs_alike:
                others = signs_alike.replace(sign, "")
                for other in {others[at % len(others)], others[(at + 5) % len(others)]}:
                    yield f"{line[:at]}{other}{line[at + 1 :]}"


def test_the_untouched_record_holds() -> None:
    assert holds(SHORT.splitlines())


def test_every_sign_of_every_line_is_found_in_its_line() -> None:
    lines = SHORT.splitlines()
    survived = [
        line
        for at in range(body(SHORT), len(lines))
        for line in signs(lines[at])
        if found_at(changed(lines, at, line)) != at
    ]
    assert survived == []


@pytest.mark.parametrize("name", list(golden_games()))
def test_every_line_counts(name: str) -> None:
    lines = golden_file(name).read_text("utf-8").splitlines()
    places = [at for at in range(body("\n".join(lines)), len(lines)) if lines[at]][::11]
    assert not any(holds([*lines[:at], *lines[at + 1 :]]) for at in places), "dropped"
    assert not any(holds([*lines[:at], lines[at], *lines[at:]]) for at in places), "doubled"


@pytest.mark.parametrize("name", list(golden_games()))
def test_another_game_is_noticed(name: str) -> None:
    text = golden_file(name).read_text("utf-8")
    game = name.partition("-")[0]
    others = [other for other in PRESETS if other != game]
    assert not any(
        holds(text.replace(f"game: {game}", f"game: {o}", 1).split("\n")) for o in others
    )


@given(st.sampled_from(list(golden_games())), st.data())
def test_two_lines_cannot_change_places(name: str, data: st.DataObject) -> None:
    lines = golden_file(name).read_text("utf-8").splitlines()
    places = [at for at in range(body("\n".join(lines)), len(lines)) if lines[at]]
    one, other = (data.draw(st.sampled_from(places)) for _ in "ab")
    before = list(lines)
    lines[one], lines[other] = lines[other], lines[one]
    assert holds(lines) == (lines == before)


@given(st.sampled_from(list(golden_games())), st.data())
def test_two_turns_of_a_seat_cannot_change_what_they_did(name: str, data: st.DataObject) -> None:
    """The numbers stay, so that only the moves can betray it."""
    lines = golden_file(name).read_text("utf-8").splitlines()
    turns = [at for at, line in enumerate(lines) if ". " in line[:5]]
    seat = lines[data.draw(st.sampled_from(turns))].split()[1]
    same = [at for at in turns if lines[at].split()[1] == seat]
    one, other = sorted(data.draw(st.sampled_from(same)) for _ in "ab")
    before = list(lines)
    heads = [lines[at].split()[0] for at in (one, other)]
    moves = [lines[at].split(" ", 1)[1] for at in (one, other)]
    lines[one], lines[other] = f"{heads[0]} {moves[1]}", f"{heads[1]} {moves[0]}"
    assert found_at(lines) == (None if lines == before else one)


@given(st.sampled_from(list(golden_games())), st.data())
def test_a_sign_of_a_golden_record_is_found_in_its_line(name: str, data: st.DataObject) -> None:
    _change_a_sign(golden_file(name).read_text("utf-8"), data)


@settings(max_examples=40)
@given(any_rules(), seeds, st.data())
def test_a_sign_of_any_record_is_found_in_its_line(
    game: Rules, seed: str, data: st.DataObject
) -> None:
    match = play_match(game, seed, deals=2, turns=40, chance=Random(seed))
    _change_a_sign(write(match.record), data)


def _change_a_sign(text: str, data: st.DataObject) -> None:
    lines = text.splitlines()
    places = [at for at in range(body(text), len(lines)) if list(signs(lines[at]))]
    at = data.draw(st.sampled_from(places))
    line = data.draw(st.sampled_from(list(signs(lines[at]))))
    assert found_at(changed(lines, at, line)) == at


@settings(max_examples=60)
@given(any_rules(), seeds, st.data())
def test_another_legal_discard_is_found_in_its_line(
    game: Rules, seed: str, data: st.DataObject
) -> None:
    """What could have been played as well is betrayed by the check alone, or by what follows."""
    record = play_match(game, seed, deals=1, turns=12).record
    lines = write(record).splitlines()
    deal = record.deals[0].start(game)
    others: list[tuple[int, str, str]] = []
    for turn in record.deals[0].turns:
        at = next(at for at, line in enumerate(lines) if line.startswith(f"{turn.number}. "))
        *before, last = turn.moves
        for face in dict.fromkeys(deal.settled.hands[deal.seat]):
            other = replace(turn, moves=(*before, last._replace(cards=(Placed(face),))))
            if last.word == "discard" and other != turn and _can_be_played(deal, other):
                played = written(turn.number, seat_letters(game.players)[turn.seat], other.moves)
                others.append((at, played, check_of(played)))
        deal = play_turn(deal, turn)
    if others:
        at, played, check = data.draw(st.sampled_from(others))
        assert found_at(changed(lines, at, f"{played} {lines[at][-5:]}")) == at
        later = found_at(changed(lines, at, f"{played} ~{check}"))
        assert later is None or later > at


def _can_be_played(deal: Deal, turn: TurnRecord) -> bool:
    try:
        play_turn(deal, replace(turn, check=""))
    except RecordError:
        return False
    return True


def test_checks_are_there_in_all_turns_or_in_none() -> None:
    lines = SHORT.splitlines()
    turns = [at for at, line in enumerate(lines) if " ~" in line]
    assert len(turns) > 2
    without = [line[:-6] if at in turns else line for at, line in enumerate(lines)]
    assert holds(without)
    for at in turns:
        assert found_at(changed(lines, at, without[at])) == at


def test_the_one_that_is_wrong_is_blamed() -> None:
    """Secret, commitment, cuts, dealer and cards depend on each other."""
    game = build("modern", ("single_hand",))
    played = play_match(game, "blamed", deals=1, turns=3).record
    lines = write(MatchRecord(game, (_with_cuts(played.deals[0]),))).splitlines()
    for begin, old, new, reason in (
        ("Deal 1", "dealer N", "dealer E", "deal 1: the cards were dealt by N"),
        ("commitment", ": ", ": 0", "the secret of this deal is not the one that was committed to"),
        ("secret", ": ", ": 00", "the secret of this deal is not the one that was committed to"),
        ("cuts", "N17", "N18", "with these cuts other cards would have been dealt"),
        ("dealt E", ": ", ": *", "'dealt E: "),
        ("row", ": ", ": *", "'row: "),
    ):
        at = next(at for at, line in enumerate(lines) if line.startswith(begin))
        error = fault("\n".join(changed(lines, at, lines[at].replace(old, new))))
        assert error is not None
        assert error.line == at + 1
        assert error.reason.startswith(reason)


def _with_cuts(part: DealRecord) -> DealRecord:
    return replace(part, cuts=("N17", "W4"), turns=())


@pytest.mark.parametrize("name", list(golden_games()))
def test_a_move_that_is_left_out_is_found_in_its_line(name: str) -> None:
    lines = golden_file(name).read_text("utf-8").splitlines()
    survived = []
    for at, line in enumerate(lines):
        if ". " not in line[:5] or at % 9:
            continue
        number, seat, rest = line.split(" ", 2)
        moves = rest.removesuffix(line[-6:]).split(" | ")
        for nth in range(len(moves)):
            fewer = " | ".join(moves[:nth] + moves[nth + 1 :])
            if found_at(changed(lines, at, f"{number} {seat} {fewer}{line[-6:]}")) != at:
                survived.append(fewer)
    assert survived == []
