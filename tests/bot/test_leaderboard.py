"""The leaderboard counts people, whatever they are called."""

from __future__ import annotations

from bot.leaderboard import Standing, leaderboard, write_result


def _match(winner: tuple[str, str], loser: tuple[str, str]) -> str:
    return write_result(0, (Standing(1500, True, (winner,)), Standing(900, False, (loser,))))


def test_c35_a_renamed_player_keeps_one_line() -> None:
    log = [
        _match(("tg:1", "Anna"), ("tg:2", "Bruno")),
        _match(("tg:1", "Annetta"), ("tg:2", "Bruno")),
    ]
    lines = leaderboard(log, {"tg:1": "Nina"})
    assert [(line.name, line.played, line.won) for line in lines] == [
        ("Nina", 2, 2),
        ("Bruno", 2, 0),
    ]


def test_c35_two_people_of_one_name_have_a_line_each() -> None:
    lines = leaderboard([_match(("tg:1", "Anna"), ("tg:2", "Anna"))])
    assert [(line.person, line.played, line.won) for line in lines] == [
        ("tg:1", 1, 1),
        ("tg:2", 1, 0),
    ]
