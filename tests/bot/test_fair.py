"""The shuffle of a table: committed to before the deal, cut by who sits, revealed after it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import requests as rq
from bot.outcome import SILENT
from bot.record import match_record
from bot.screens.lobby import lobby
from bot.screens.result import result
from bot.screens.table import table_screen
from bot.texts import texts
from engine.deal import Deal
from engine.record import RecordError, read, replay, write
from engine.shuffle import commitment, mixed
from tests.bot.driver import ANNA, BRUNO, CHIARA, EVA, Driver

EN = texts("en")


def test_a_secret_is_committed_to_before_anybody_starts() -> None:
    game = Driver().seated(2)
    sealed = game.table.sealed
    assert sealed is not None
    promise = commitment(sealed.secret)
    assert promise in lobby(game.table, EN).text
    assert sealed.secret not in lobby(game.table, EN).text
    game.ask(ANNA, rq.Start())
    assert game.table.pack is not None
    assert game.table.pack.secret == sealed.secret
    assert game.table.sealed is None
    shown = table_screen(game.table, EN).text
    assert promise[:8] in shown
    assert sealed.secret[:8] not in shown


def test_the_order_follows_from_the_secret_and_the_cuts() -> None:
    game = Driver().seated(2)
    assert game.code(BRUNO, rq.Cut(35)) == "cut"
    assert game.code(ANNA, rq.Cut(60)) == "cut"
    assert "Cuts: Bruno 35, Anna 60" in lobby(game.table, EN).text
    game.ask(ANNA, rq.Start())
    pack, match = game.table.pack, game.table.match
    assert pack is not None
    assert match is not None
    assert pack.cuts == ("S35", "N60")
    expected = Deal.start(game.table.rules, match.dealer, mixed(pack.secret, ("S35", "N60")))
    assert game.table.deal == expected
    assert "S35 N60" in table_screen(game.table, EN).text


def test_a_cut_counts_once_a_person_and_the_last_one_stands() -> None:
    game = Driver().seated(2)
    game.ask(ANNA, rq.Cut(5))
    game.ask(BRUNO, rq.Cut(10))
    before = game.table
    game.ask(BRUNO, rq.Cut(10))
    assert game.table == before
    game.ask(ANNA, rq.Cut(15))
    sealed = game.table.sealed
    assert sealed is not None
    assert sealed.cuts == (("tg:2", 10), ("tg:1", 15))


def test_the_cut_of_who_stands_up_does_not_count() -> None:
    game = Driver().seated(2)
    game.ask(BRUNO, rq.Cut(10))
    game.ask(BRUNO, rq.Leave())
    assert "Cuts" not in lobby(game.table, EN).text
    game.ask(CHIARA, rq.Join())
    game.ask(ANNA, rq.Start())
    assert game.table.pack is not None
    assert game.table.pack.cuts == ()


def test_who_may_cut_and_when() -> None:
    game = Driver()
    assert game.code(ANNA, rq.Cut(5)) == "no_table"
    game.seated(2)
    assert game.code(EVA, rq.Cut(5)) == "no_seat"
    assert game.code(EVA, rq.ShowMenu("cut")) == "no_seat"
    assert game.code(BRUNO, rq.ShowMenu("cut")) == ""
    assert game.table.menu == "cut"
    # The other choices stay the host's.
    assert game.code(BRUNO, rq.ShowMenu("preset")) == "not_host"
    assert game.code(BRUNO, rq.Cut(7)) == "unknown_button"
    assert game.code(BRUNO, rq.ShowMenu("")) == ""
    assert game.phase == "lobby"
    game.ask(ANNA, rq.Start())
    assert game.code(BRUNO, rq.Cut(5)) == "match_running"
    assert game.code(BRUNO, rq.ShowMenu("cut")) == "stale"


def test_between_two_deals_the_next_pack_is_cut_and_the_last_one_opened() -> None:
    game = Driver().started(2)
    first = game.table.pack
    assert first is not None
    game.finish_deal()
    assert game.phase == "result"
    sealed = game.table.sealed
    assert sealed is not None
    assert sealed.secret != first.secret
    shown = result(game.table, EN).text
    assert first.secret in shown
    assert commitment(sealed.secret) in shown
    assert sealed.secret not in shown
    game.ask(BRUNO, rq.ShowMenu("cut"))
    assert result(game.table, EN).rows[0][0].label == "5"
    assert [b.label for b in result(game.table, EN, 0).rows[0]] == ["Next deal"]
    game.ask(BRUNO, rq.Cut(20))
    game.ask(ANNA, rq.Ready(1))
    game.ask(BRUNO, rq.Ready(1))
    assert game.table.pack is not None
    assert (game.table.pack.secret, game.table.pack.cuts) == (sealed.secret, ("S20",))
    assert game.table.menu == ""


def test_after_the_match_the_last_pack_is_open_and_no_other_is_sealed() -> None:
    game = Driver().started(2)
    game.end_match()
    game.finish_deal()
    assert game.phase == "over"
    assert game.table.sealed is None
    assert game.table.pack is not None
    assert game.table.pack.secret in result(game.table, EN).text
    game.ask(ANNA, rq.Rematch(game.table.matches))
    assert game.table.sealed is not None


def test_no_secret_stands_in_a_repr() -> None:
    game = Driver().seated(2)
    assert game.table.sealed is not None
    secret = game.table.sealed.secret
    assert secret not in repr(game.table)
    outcome = game.ask(ANNA, rq.Start())
    assert outcome.log
    assert secret not in repr(outcome)


@pytest.mark.parametrize("players", [2, 4])
def test_the_log_of_a_match_is_a_record_that_holds(players: int) -> None:
    game = Driver(seed=players)
    log: list[str] = []

    def kept(outcome_log: tuple[str, ...]) -> None:
        log.extend(outcome_log)

    game.seated(players)
    game.listen = kept
    game.ask(BRUNO, rq.Cut(45))
    game.ask(ANNA, rq.Start())
    assert match_record(log) is None, "nothing is over yet"
    game.finish_deal()
    first = match_record(log)
    assert first is not None
    assert replay(first).totals == game.table.match.totals  # type: ignore[union-attr]
    for person in game.people:
        game.ask(person, rq.Ready(1))
    game.step()
    running = match_record(log)
    assert running == first
    assert game.table.pack is not None
    assert game.table.pack.secret not in write(running)
    game.finish_deal()
    both = match_record(log)
    assert both is not None
    text = write(both)
    assert read(text) == both
    match = replay(read(text))
    assert game.table.match is not None
    assert (match.deals, match.totals) == (2, game.table.match.totals)
    assert "seat N: Anna" in text
    assert "tg:" not in text


def test_a_match_that_began_before_there_were_logs_has_no_record() -> None:
    assert match_record([]) is None
    game, log = Driver().started(2), list[str]()
    game.listen = log.extend
    game.table = replace(game.table, pack=None)
    game.finish_deal()
    with pytest.raises(RecordError, match="cannot be read"):
        match_record(log)
    assert game.table.sealed is not None
    assert "🔓" not in result(game.table, EN).text


def test_to_cut_makes_nobody_the_host_whoever_is_silent() -> None:
    game = Driver().seated(2)
    game.now += SILENT
    for what in (rq.ShowMenu("cut"), rq.Cut(20), rq.ShowMenu("")):
        game.ask(BRUNO, what)
        assert game.table.host == ANNA.id
