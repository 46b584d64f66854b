"""Whoever touches a record is found out: lines, cards, numbers, secrets, one change at a time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANKS, SUITS
from engine.presets import PRESETS, build
from engine.record import write
from tests.engine.records import fault, golden_file, golden_games, play_match

SHORT = write(play_match(build("modern", ("single_hand",)), "short", turns=200).record)
"""A record that is small enough to be changed at every place."""
CLASSES = (RANKS, SUITS, "0123456789", "abcdef", "NESW", "abcdefghijklmnopqrstuvwxyz", "+-")
"""Signs that can stand in each other's place."""


def body(text: str) -> int:
    """The first line that is not of the header."""
    return text.splitlines().index("") + 1


def holds(lines: list[str]) -> bool:
    """Does the record still hold? It must never be refused in any other way than by its error."""
    error = fault("\n".join(lines))
    assert error is None or 1 <= error.line <= len(lines)
    return error is None


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


def test_every_sign_of_every_line_counts() -> None:
    lines = SHORT.splitlines()
    survived = [
        changed
        for at in range(body(SHORT), len(lines))
        for changed in signs(lines[at])
        if holds([*lines[:at], changed, *lines[at + 1 :]])
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
    one, other = (data.draw(st.sampled_from(same)) for _ in "ab")
    before = list(lines)
    heads = [lines[at].split()[0] for at in (one, other)]
    moves = [lines[at].split(" ", 1)[1] for at in (one, other)]
    lines[one], lines[other] = f"{heads[0]} {moves[1]}", f"{heads[1]} {moves[0]}"
    assert holds(lines) == (lines == before)


@given(st.sampled_from(list(golden_games())), st.data())
def test_no_sign_of_a_golden_record_can_change(name: str, data: st.DataObject) -> None:
    lines = golden_file(name).read_text("utf-8").splitlines()
    places = [at for at in range(body("\n".join(lines)), len(lines)) if list(signs(lines[at]))]
    at = data.draw(st.sampled_from(places))
    changed = data.draw(st.sampled_from(list(signs(lines[at]))))
    assert not holds([*lines[:at], changed, *lines[at + 1 :]])


@pytest.mark.parametrize("name", list(golden_games()))
def test_a_move_cannot_be_left_out_or_moved(name: str) -> None:
    lines = golden_file(name).read_text("utf-8").splitlines()
    survived = []
    for at, line in enumerate(lines):
        if ". " not in line[:5] or at % 9:
            continue
        number, seat, rest = line.split(" ", 2)
        moves = rest.split(" | ")
        for nth in range(len(moves)):
            fewer = moves[:nth] + moves[nth + 1 :]
            changed = f"{number} {seat} {' | '.join(fewer)}"
            if holds([*lines[:at], changed, *lines[at + 1 :]]):
                survived.append(changed)
    assert survived == []
