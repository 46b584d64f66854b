"""The command in a shell: what becomes of its output, and its exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.abc import MetaPathFinder
from pathlib import Path

import pytest

from bot import simulate, start

ROOT = Path(__file__).resolve().parents[2]
SHELL = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
RULES = [sys.executable, "-m", "bot", "rules"]


def test_who_reads_the_output_may_stop_reading(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = subprocess.run(
            RULES, cwd=tmp_path, env=SHELL, stdout=writing, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writing)
    assert (ended.returncode, ended.stderr) == (1, b"")


def test_output_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    # In place of a full disk, what is open for reading alone.
    closed = os.open(os.devnull, os.O_RDONLY)
    try:
        ended = subprocess.run(
            RULES, cwd=tmp_path, env=SHELL, stdout=closed, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(closed)
    assert ended.returncode == 1
    [line] = ended.stderr.decode().splitlines()
    assert line.startswith("pinnacola: the output cannot be written: ")


def test_ctrl_c_ends_a_command_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(options: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "run", interrupted)
    monkeypatch.setattr(sys, "argv", ["pinnacola", "simulate"])
    assert start.main() == start.INTERRUPTED
    assert capsys.readouterr() == ("", "")


class Interrupts(MetaPathFinder):
    """Ctrl-C while the command is being loaded."""

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> None:
        if fullname == "bot.__main__":
            raise KeyboardInterrupt


def test_ctrl_c_ends_it_without_a_word_while_it_is_loaded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "bot.__main__")
    monkeypatch.setattr(sys, "meta_path", [Interrupts(), *sys.meta_path])
    assert start.main() == start.INTERRUPTED
    assert capsys.readouterr() == ("", "")
