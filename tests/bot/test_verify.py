"""`pinnacola verify FILE`: one line, and an exit code that says what is the matter."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from bot import verify
from bot.__main__ import main
from engine.presets import build
from engine.record import write, write_position
from tests.engine.positions import position
from tests.engine.records import play_match

GAME = build("common", ("single_hand",), players=2)
MATCH = play_match(GAME, "verify")
TEXT = write(MATCH.record)


def file(folder: Path, text: str | bytes) -> str:
    """A file with this text."""
    path = folder / "match.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def test_a_record_that_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = file(tmp_path, TEXT)
    assert main(["verify", name]) == 0
    turns = len(MATCH.record.deals[0].turns)
    winner = "N" if MATCH.match.winner == 0 else "S"
    north, south = MATCH.match.totals
    assert capsys.readouterr().out == (
        f"{name}: 1 deal, {turns} turns replayed: all shuffles, moves and scores are right; "
        f"{winner} won: N {north}, S {south}\n"
    )


def test_an_unfinished_record_holds_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = build("common", players=2)
    name = file(tmp_path, write(play_match(game, "verify", deals=1, turns=1).record))
    assert main(["verify", name]) == 0
    assert capsys.readouterr().out.endswith(
        "1 deal, 1 turn replayed: all shuffles, moves and scores are right; "
        "unfinished at N 0, S 0\n"
    )


def test_a_record_that_does_not_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = file(tmp_path, TEXT.replace("\n2. N ", "\n2. S "))
    line = 1 + TEXT.splitlines().index(next(t for t in TEXT.splitlines() if t.startswith("2. N ")))
    assert main(["verify", name]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"pinnacola: {name}: line {line}: turn 2, of N, should stand here\n"


def test_a_record_of_another_version_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = file(tmp_path, TEXT.replace("record 1", "record 2"))
    assert main(["verify", name]) == 1
    assert capsys.readouterr().err == (
        f"pinnacola: {name}: line 1: a record of version 2; this program reads version 1\n"
    )


@pytest.mark.parametrize("text", ["", "Dear diary,\n", "\n\n#\n"])
def test_some_other_text(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert main(["verify", file(tmp_path, text)]) == 1
    assert "this is no record: the first line must be" in capsys.readouterr().err


def test_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = file(tmp_path, write_position(position("common", "9s9h9c")))
    assert main(["verify", name]) == 0
    assert capsys.readouterr().out == (f"{name}: a position that can be read: turn 1, N to draw\n")
    name = file(tmp_path, "Pinnacola position 1\ngame: whist\n")
    assert main(["verify", name]) == 1
    assert "line 2: no preset 'whist'" in capsys.readouterr().err


def test_what_is_piped_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    assert main(["verify", "-"]) == 0
    assert capsys.readouterr().out.startswith("-: 1 deal, ")


def test_what_cannot_be_read_as_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(tmp_path / "nothing")]) == 2
    assert capsys.readouterr().err.endswith("nothing: No such file or directory\n")
    assert main(["verify", str(tmp_path)]) == 2
    assert capsys.readouterr().err.endswith(": Is a directory\n")
    assert main(["verify", file(tmp_path, b"Pinnacola\xff\xfe")]) == 2
    assert capsys.readouterr().err.endswith(": this is no text in UTF-8\n")
    monkeypatch.setattr(verify, "MOST_BYTES", 10)
    assert main(["verify", file(tmp_path, TEXT)]) == 2
    assert capsys.readouterr().err.endswith(": too large for a record\n")


def test_a_file_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["verify"])
    assert caught.value.code == 2
    assert "FILE" in capsys.readouterr().err
