"""`pinnacola simulate`: computers among themselves, in every preset; what it tells and refuses."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot import simulate
from bot.__main__ import main
from bot.simulate import ENDS, Plan, SimulationError
from engine.actions import DRAW, Action
from engine.deal import Deal
from engine.players import LEVELS
from engine.presets import PRESETS, build, preset
from engine.view import View

CHUNK = 250


def plan(name: str, players: int, deals: int, seed: str) -> Plan:
    rules = build(name, players=players)
    return Plan(name, rules, ("easy",) * players, deals, seed)


@pytest.mark.parametrize("chunk", range(8))
@pytest.mark.parametrize("players", [2, 4])
def test_2000_deals_of_common_end_with_all_cards_there(players: int, chunk: int) -> None:
    tally = simulate.simulate(plan("common", players, CHUNK, f"chunk {chunk}"))
    assert sum(tally.ends.values()) == CHUNK
    # A beginner knows how to go out; if that were lost, deals would still end.
    assert tally.ends["stopped"] < CHUNK / 10


@pytest.mark.parametrize(
    ("name", "players"),
    [
        (name, players)
        for name in PRESETS
        if name != "common"
        for players in preset(name).players_allowed
    ],
)
def test_deals_of_every_preset_end_with_all_cards_there(name: str, players: int) -> None:
    tally = simulate.simulate(plan(name, players, 100, "here"))
    assert sum(tally.ends.values()) == 100
    assert tally.ends["stopped"] < 20


# --- what it finds out ---------------------------------------------------------------------------


def test_cards_that_vanish_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    apply = Deal.apply

    def careless(deal: Deal, action: Action) -> Any:
        after, events = apply(deal, action)
        if after.turn == 5:
            after = replace(after, settled=after.settled._replace(stock=after.settled.stock[1:]))
        return after, events

    monkeypatch.setattr(Deal, "apply", careless)
    with pytest.raises(SimulationError, match="deal 0 of seed x, common for 2: turn 5 has lost"):
        simulate.simulate(plan("common", 2, 1, "x"))


def test_a_turn_that_never_ends_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def idler(view: View) -> Action:
        return DRAW

    monkeypatch.setattr(Deal, "apply", lambda deal, action: (deal, ()))
    monkeypatch.setattr(simulate, "player", lambda level: idler)
    with pytest.raises(SimulationError, match="deal 0 of seed x, common for 4: turn 1 does not"):
        simulate.simulate(plan("common", 4, 1, "x"))


# --- the command ---------------------------------------------------------------------------------


def told(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["simulate", *options]) == 0
    out, err = capsys.readouterr()
    assert not err
    return out


def data(capsys: pytest.CaptureFixture[str], *options: str) -> Any:
    return json.loads(told(capsys, *options, "--json"))


def test_tells_shares_averages_and_speed(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "--preset", "pinella", "--players", "2", "--deals", "20", "--seed", "7")
    assert (found["preset"], found["players"], found["deals"]) == ("pinella", 2, 20)
    assert set(found["ends"]) == set(ENDS)
    assert sum(found["ends"].values()) == pytest.approx(1)
    assert found["actions"] > found["turns"] > 1
    assert [side["seats"] for side in found["sides"]] == [[0], [1]]
    assert sum(side["best"] for side in found["sides"]) <= 1
    speed = found["speed"]
    assert speed["deals_per_second"] > 0
    assert speed["decisions_ms"]["easy"]["longest"] >= speed["decisions_ms"]["easy"]["average"] > 0


def test_averages_are_those_of_the_deals_played_one_by_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one = plan("classic", 3, 6, "abc")
    tallies = [simulate.simulate(replace(one, deals=count)) for count in (1, 6)]
    scores = []
    for number in range(6):
        deal = one.deal(number)
        while not deal.over:
            deal, _ = deal.apply(LEVELS["easy"](deal.view(deal.seat)))
        scores.append([side.total for side in deal.scores()])
    assert tallies[0].points == scores[0]
    assert tallies[1].points == [sum(side) for side in zip(*scores, strict=True)]
    found = data(capsys, "--preset", "classic", "--players", "3", "--deals", "6", "--seed", "abc")
    assert [side["score"] for side in found["sides"]] == [
        round(points / 6, 1) for points in tallies[1].points
    ]


def test_the_same_seed_gives_the_same_results_and_another_does_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one, same, other = (data(capsys, "--deals", "5", "--seed", seed) for seed in ("1", "1", "2"))
    for found in (one, same, other):
        del found["speed"], found["seed"]
    assert one == same
    assert one != other


def test_the_dealer_changes_from_deal_to_deal() -> None:
    deals = [plan("common", 4, 4, "0").deal(number) for number in range(4)]
    assert [deal.seat for deal in deals] == [1, 2, 3, 0]
    assert len({deal.position.hands for deal in deals}) == 4


@pytest.mark.parametrize("levels", ["easy", "easy,easy", "easy, easy,easy,easy"])
def test_levels_are_for_all_for_sides_or_for_seats(
    levels: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = data(capsys, "--levels", levels, "--deals", "1")
    assert found["levels"] == ["easy"] * 4


def test_levels_of_sides_go_to_both_partners(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known = {"easy": LEVELS["easy"], "other": LEVELS["easy"]}
    monkeypatch.setattr(simulate, "player", known.__getitem__)
    found = data(capsys, "--levels", "easy,other", "--deals", "1")
    assert found["levels"] == ["easy", "other", "easy", "other"]
    assert [side["levels"] for side in found["sides"]] == [["easy"] * 2, ["other"] * 2]
    assert set(found["speed"]["decisions_ms"]) == {"easy", "other"}


def test_the_table_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "--preset", "Moderna", "--deals", "3").splitlines()
    assert lines[0] == "3 deals of modern for 4, seed 0"
    assert all(len(line) <= 80 for line in lines)
    assert [line.split()[:3] for line in lines if "easy + easy" in line] == [
        ["0+2", "easy", "+"],
        ["1+3", "easy", "+"],
    ]
    assert "deals/s" in lines[-1]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            "--preset bridge",
            "no preset 'bridge'; there are: common, pinella, modern, classic, pinellone, reggiano, "
            "modenese",
        ),
        ("--players 3", "players can only be one of players_allowed: 2, 4"),
        ("--players two", "argument --players: invalid int value: 'two'"),
        ("--deals 0", "--deals must be 1 or more"),
        ("--deals many", "argument --deals: invalid int value: 'many'"),
        ("--levels genius", "no level 'genius'; there are: easy"),
        ("--levels easy,easy,easy", "--levels has 3; there can be 1 or 2 or 4"),
        ("--cards 3", "unrecognized arguments: --cards 3"),
    ],
)
def test_a_wrong_option_is_told_in_one_line(
    options: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(["simulate", *options.split()])
    except SystemExit as left:
        code = left.code
    assert code == 2
    out, err = capsys.readouterr()
    assert not out
    assert err == f"pinnacola: {said}\n"


def test_a_broken_rule_is_told_with_the_deal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_: Plan) -> None:
        raise SimulationError("deal 3 of seed 0: broken")

    monkeypatch.setattr(simulate, "simulate", broken)
    assert main(["simulate"]) == 1
    assert capsys.readouterr().err == "pinnacola: deal 3 of seed 0: broken\n"


@pytest.mark.parametrize("arguments", [[], ["run"]])
def test_without_a_command_or_with_run_the_bot_is_run(
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Any,
) -> None:
    # Nothing is to be served, so that it stops right after reading the settings.
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TELEGRAM_TOKEN", raising=False)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setenv("WEB", "off")
    assert main(arguments) == 2
    assert "TELEGRAM_TOKEN" in capsys.readouterr().err
