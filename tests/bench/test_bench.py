"""The benchmarks' own parts, on tiny sizes; nothing here looks at how long anything takes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from bench import peers
from bench.__main__ import BENCHMARKS, as_data, main, table, verdict
from bench.lab import Lab
from bench.measure import Race, Row, Sample

TINY = Lab(rounds=1, size=0.01)


def test_a_rate_is_the_median_and_a_ratio_that_of_the_rounds() -> None:
    ours = [Sample(10, 1.0), Sample(40, 1.0), Sample(20, 1.0)]
    theirs = [Sample(10, 2.0), Sample(10, 1.0), Sample(5, 1.0)]
    found = Race({"ours": ours, "theirs": theirs})
    assert found.rate("ours") == 20
    assert found.micros("ours") == 50_000
    assert found.ratio("ours", "theirs") == 4


def test_runners_take_turns_after_a_round_that_does_not_count() -> None:
    order: list[str] = []

    def round_of(name: str) -> Sample:
        order.append(name)
        return Sample(len(order), 1.0)

    found = Lab(rounds=2).race({"a": lambda: round_of("a"), "b": lambda: round_of("b")})
    assert order == ["a", "b"] * 3
    assert [sample.count for sample in found.samples["a"]] == [3, 5]


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_benchmark_gives_rows_also_without_peers(name: str) -> None:
    rows = BENCHMARKS[name](TINY)
    assert rows
    for row in rows:
        assert row.value > 0
        assert (row.peer_value is None) == (row.ratio is None)
        assert bool(row.goal) == (row.holds is not None)
    assert len(list(table(name, rows))) == len(rows) + 2


def test_the_table_says_whether_a_goal_holds() -> None:
    rows = [
        Row("quick", 30_000.4, "things/s", "other", 20_000.0, 1.5, "level", True),
        Row("slow", 0.1234, "ms", goal="under 0.1", holds=False),
    ]
    _, _, quick, slow = table("speed", rows)
    assert quick.split() == "quick 30,000 things/s other 20,000 1.50 level holds".split()
    assert slow.split() == "slow 0.123 ms under 0.1 MISSED".split()
    assert verdict(rows) == "1 of 2 goals hold. MISSED: slow (0.123, not under 0.1)"
    assert verdict([rows[0], Row("long", 3.0, "m")]) == "1 of 1 goals hold."


def test_the_command_writes_what_it_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    row = Row("size", 12.0, "bytes", goal="at most 20", holds=True)
    monkeypatch.setitem(BENCHMARKS, "state", lambda lab: [row])
    monkeypatch.setattr("bench.__main__.PYTHON", tmp_path / "python")
    main(["state", "--json", str(tmp_path / "bench.json")])
    printed = capsys.readouterr().out
    assert "size" in printed
    assert printed.endswith("\n1 of 1 goals hold.\n")
    data = json.loads((tmp_path / "bench.json").read_text("utf-8"))
    assert data == json.loads(json.dumps(as_data({"state": [row]})))


def test_an_unknown_benchmark_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["weather"])
    assert "no benchmark 'weather'" in capsys.readouterr().err


def test_peers_are_asked_through_their_own_process() -> None:
    with peers.Peers(Path(sys.executable)) as others:
        sample = others.round("count", 3)()
        assert sample.count == 3
        assert sample.seconds >= 0


def test_a_peer_that_is_not_installed_ends_with_a_clear_error(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with (
        peers.Peers(Path(sys.executable)) as others,
        pytest.raises(RuntimeError, match="spiel_play"),
    ):
        others.round("spiel_play", 1)()
    assert "pyspiel" in capfd.readouterr().err
