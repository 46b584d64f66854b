"""What ends by itself when nobody cares for it, and who acts for a host who keeps silent."""

from __future__ import annotations

import pytest

from bot import expiry
from bot import requests as rq
from bot.outcome import SILENT, Service
from bot.screens.lobby import idle
from bot.seats import mark_of
from bot.table import deadline, handle
from bot.texts import texts
from tests.bot.driver import ANNA, BRUNO, CHIARA, EVA, GROUP, Driver

HOUR = 3600.0
DAY = 24 * HOUR


def tick(game: Driver, after: float) -> None:
    """The clock moves on; the host looks at the deadline as it would."""
    game.now += after
    game.ask(EVA, rq.Tick())


def test_c18_a_lobby_without_activity_is_closed_and_says_so() -> None:
    game = Driver().seated(2)
    assert deadline(game.table) == game.now + 2 * HOUR
    tick(game, 2 * HOUR - 1)
    assert game.phase == "lobby"
    # Whatever changes the table keeps it open.
    game.ask(BRUNO, rq.Leave())
    assert deadline(game.table) == game.now + 2 * HOUR
    tick(game, 2 * HOUR)
    assert game.phase == "idle"
    assert "nobody did anything for two hours" in idle(game.table, texts("en")).text
    assert "per due ore" in idle(game.table, texts("it")).text
    assert deadline(game.table) is None
    assert game.code(BRUNO, rq.Join()) == "no_table"
    # The chat is free for the next one.
    game.ask(CHIARA, rq.Open(), table=None)
    assert (game.phase, game.table.host) == ("lobby", CHIARA.id)
    assert game.table.ended == ""


def test_c18_a_match_that_nobody_plays_is_closed_after_a_week() -> None:
    game = Driver().started(2)
    for _ in range(30):
        due = deadline(game.table)
        assert due is not None
        if game.phase == "idle":
            break
        game.now = due
        game.ask(EVA, rq.Tick())
        if game.phase == "idle":
            break
    assert game.phase == "idle"
    assert game.now - 1_000_000.0 >= 7 * DAY
    assert "nobody played for a week" in idle(game.table, texts("en")).text


def test_a_pause_keeps_a_match_for_a_week_and_not_for_ever() -> None:
    game = Driver().started(2)
    game.ask(ANNA, rq.Pause(True))
    game.ask(BRUNO, rq.Pause(True))
    assert game.table.paused is not None
    tick(game, 6 * DAY)
    assert game.phase == "deal"
    game.ask(BRUNO, rq.Pause(False))
    tick(game, 1.0)
    assert game.phase == "deal"
    game.ask(ANNA, rq.Pause(True))
    game.ask(BRUNO, rq.Pause(True))
    tick(game, 7 * DAY)
    assert game.phase == "idle"


def test_an_outage_shortens_no_lobby() -> None:
    game = Driver().seated(2)
    request = rq.Request(EVA, GROUP, rq.Tick())
    game.now += 3 * HOUR
    late = handle(game.table, request, game.now, game.chance(), Service(lost=2.5 * HOUR))
    assert late.table.phase == "lobby"
    assert deadline(late.table) == pytest.approx(game.now + 1.5 * HOUR, abs=2)


WISHES = (
    rq.Start(),
    rq.Resize(2),
    rq.ChoosePreset("modern"),
    rq.SetToggle("joker_30", True),
    rq.ChooseLength("d1"),
    rq.ShowMenu("toggles"),
    rq.StopMatch(),
)


@pytest.mark.parametrize("what", WISHES, ids=lambda what: type(what).__name__)
def test_c19_whoever_sits_acts_for_a_host_who_keeps_silent(what: rq.What) -> None:
    game = Driver().seated(2)
    game.now += SILENT - 1
    outcome = game.ask(BRUNO, what)
    assert outcome.notice is not None
    assert (outcome.notice.code, outcome.notice.facts) == (
        "not_host",
        {"name": "Anna", "minutes": 10},
    )
    assert game.table.host == ANNA.id
    game.now += 1
    # Not anybody, but who sits at the table.
    assert game.code(EVA, what) == "not_host"
    game.ask(BRUNO, what)
    assert game.table.host == (None if isinstance(what, rq.StopMatch) else BRUNO.id)
    if game.phase == "lobby":
        assert game.code(ANNA, rq.Kick(mark_of(game.table, 1))) == "not_host"


def test_c19_a_host_who_is_there_stays_the_host() -> None:
    game = Driver().seated(2)
    for _ in range(5):
        game.now += SILENT / 2
        game.ask(ANNA, rq.ShowMenu("preset"))
        game.ask(ANNA, rq.ShowMenu(""))
    assert game.code(BRUNO, rq.Start()) == "not_host"
    # Any tap is a sign, even a refused one.
    game.now += SILENT - 10
    assert game.code(ANNA, rq.Join()) == "already_seated"
    game.now += 20
    assert game.code(BRUNO, rq.Start()) == "not_host"


def test_c19_a_host_who_never_sat_down_is_replaced_too() -> None:
    game = Driver()
    game.ask(ANNA, rq.Open(), table=None, reachable=False)
    for person in (BRUNO, CHIARA):
        game.ask(person, rq.Join())
    assert game.table.host == ANNA.id
    game.now += SILENT
    game.ask(CHIARA, rq.Resize(2))
    assert (game.table.host, len(game.table.seats)) == (CHIARA.id, 2)


def test_a_silent_host_is_not_passed_over_in_a_match() -> None:
    game = Driver().started()
    game.now += 2 * SILENT
    assert game.code(BRUNO, rq.StopMatch()) == "stop_vote"
    assert game.table.host == ANNA.id


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ("lobby", "The table has been closed."),
        ("match", "The match has been stopped."),
        ("left", "Everybody has left"),
    ],
)
def test_the_chat_reads_how_it_ended(ends: str, said: str) -> None:
    game = Driver().seated(2) if ends == "lobby" else Driver().started(2)
    if ends == "left":
        for person in (ANNA, BRUNO):
            game.ask(person, rq.Leave(sure=True))
    else:
        game.ask(ANNA, rq.StopMatch())
    assert said in idle(game.table, texts("en")).text


def test_every_phase_that_can_be_left_behind_has_an_end() -> None:
    game = Driver().seated(2)
    seen = set()
    for what in (None, rq.Start()):
        if what is not None:
            game.ask(ANNA, what)
        seen.add(game.phase)
        assert expiry.ends_at(game.table) is not None
    game.finish_deal()
    seen.add(game.phase)
    assert expiry.ends_at(game.table) is not None
    assert seen == set(expiry.LIFE)
