"""Votes for a pause and for the end of a match: who has voted takes it back by the same button."""

from __future__ import annotations

import pytest

from bot import posts
from bot import requests as rq
from bot.requests import Place, What
from bot.screen import Button, Screen
from bot.screens.hand import hand
from bot.screens.result import result
from bot.screens.table import table_screen
from bot.texts import texts
from tests.bot.driver import ANNA, BRUNO, CHIARA, DARIO, EVA, Driver
from tests.bot.screens.test_group import buttons

EN, IT = texts("en"), texts("it")


def group(game: Driver) -> Screen:
    shown = table_screen if game.phase == "deal" else result
    return shown(game.table, EN)


def own(game: Driver, seat: int) -> Screen:
    return hand(game.table, seat, EN)


def vote(screen: Screen, kind: type) -> tuple[What, Button]:
    """The button of that vote, and what it asks for."""
    [found] = [(what, b) for what, b in buttons(screen).items() if isinstance(what, kind)]
    return found


def test_a_vote_for_a_pause_is_taken_back_by_the_same_button() -> None:
    game = Driver().started()
    game.ask(ANNA, rq.ShowMore("table"))
    first, _ = vote(group(game), rq.Pause)
    for _ in range(2):
        # A tap that arrives twice votes once.
        outcome = game.ask(ANNA, first)
        assert outcome.notice is not None
        assert (outcome.notice.code, outcome.notice.facts) == ("pause_vote", {"missing": 3})
    assert "For a pause: Anna" in group(game).text
    again, button = vote(group(game), rq.Pause)
    assert button.label == "Pause · 1/4"
    # The same button is a yes of who has not voted.
    assert game.code(BRUNO, again) == "pause_vote"
    assert list(game.table.pause_votes) == [ANNA.id, BRUNO.id]
    assert game.code(ANNA, again) == "pause_unvote"
    assert game.code(ANNA, again) == "already_done"
    assert list(game.table.pause_votes) == [BRUNO.id]
    both, button = vote(group(game), rq.Pause)
    assert button.label == "Pause · 1/4"
    assert game.code(BRUNO, both) == "pause_unvote"
    assert "For a pause" not in group(game).text
    assert not any(isinstance(what, rq.Pause) for what in buttons(group(game)))
    assert game.table.paused is None


def test_the_own_hand_shows_the_own_vote_as_set() -> None:
    game = Driver().started()
    game.ask(ANNA, rq.Pause(True))
    mine, theirs = (game.table.seat_of(person.id) or 0 for person in (ANNA, BRUNO))
    what, button = vote(own(game, mine), rq.Pause)
    assert (button.label, button.style) == ("✓Pause · 1/4", "primary")
    _, other = vote(own(game, theirs), rq.Pause)
    assert (other.label, other.style) == ("Pause · 1/4", "plain")
    private = Place(ANNA.id, private=True)
    assert game.code(ANNA, what, place=private) == "pause_unvote"


def test_who_takes_back_too_late_reads_that_the_pause_has_begun() -> None:
    game = Driver().started(2)
    game.ask(ANNA, rq.Pause(True))
    back, _ = vote(group(game), rq.Pause)
    game.ask(BRUNO, rq.Pause(True))
    assert game.code(ANNA, back) == "paused"
    assert game.table.paused is not None


def test_where_who_would_not_has_left_the_next_tap_begins_the_pause() -> None:
    game = Driver().started()
    for person in (ANNA, BRUNO):
        game.ask(person, rq.Pause(True))
    for person in (CHIARA, DARIO):
        game.ask(person, rq.Leave())
    what, button = vote(group(game), rq.Pause)
    assert button.label == "Pause · 2/2"
    assert game.code(ANNA, what) == "pause_begun"


def test_the_vote_of_who_leaves_goes_with_them() -> None:
    game = Driver().started()
    game.ask(CHIARA, rq.Pause(True))
    game.ask(CHIARA, rq.StopMatch())
    game.ask(CHIARA, rq.Leave())
    assert (game.table.pause_votes, game.table.stop_votes) == ((), ())
    assert "For a pause" not in group(game).text


@pytest.mark.parametrize("between_deals", [False, True])
def test_a_vote_to_stop_the_match_is_taken_back_by_the_same_button(between_deals: bool) -> None:
    game = Driver().started(4)
    if between_deals:
        game.finish_deal()
    phase = game.phase
    game.ask(BRUNO, rq.ShowMenu("stop"))
    for _ in range(2):
        assert game.code(BRUNO, rq.StopMatch()) == "stop_vote"
    assert "For stopping the match: Bruno" in group(game).text
    assert (
        "Per fermare la partita: Bruno"
        in (table_screen(game.table, IT) if phase == "deal" else result(game.table, IT)).text
    )
    what, button = vote(group(game), rq.AskStop)
    assert button.label == "Stop the match · 1/4"
    # Who has not voted is asked, and so is the host, who needs no vote.
    for person in (CHIARA, ANNA):
        assert game.code(person, what) == ""
        assert game.table.menu == "stop"
    assert game.code(EVA, what) == "not_host"
    assert game.code(CHIARA, rq.StopMatch()) == "stop_vote"
    assert game.code(BRUNO, what) == "stop_unvote"
    assert game.code(BRUNO, what) == "already_done"
    assert game.table.stop_votes == (CHIARA.id,)
    assert game.phase == phase
    # An old button never ends anything for who meant to take a vote back.
    game.ask(ANNA, rq.Leave())
    assert game.table.host == BRUNO.id
    assert game.code(BRUNO, what) == "already_done"
    assert game.phase == phase


def test_where_who_would_not_has_left_everybody_who_is_there_is_asked() -> None:
    game = Driver().started(4)
    for person in (BRUNO, CHIARA):
        game.ask(person, rq.StopMatch())
    for person in (ANNA, DARIO):
        game.ask(person, rq.Leave())
    what, button = vote(group(game), rq.AskStop)
    assert button.label == "Stop the match · 2/2"
    assert game.code(CHIARA, what) == ""
    assert game.table.menu == "stop"
    assert game.code(CHIARA, rq.StopMatch()) == "stopped"


@pytest.mark.parametrize("what", [rq.Pause(True), rq.StopMatch()])
def test_every_hand_tells_of_a_vote_and_does_not_once_it_is_taken_back(what: What) -> None:
    game = Driver().started()

    def told() -> list[tuple[str, bool]]:
        wanted = posts.wanted(game.table, game.now)
        marks = [wanted[posts.hand_key(seat)].mark for seat in range(4)]
        return [(mark, "For " in own(game, seat).text) for seat, mark in enumerate(marks)]

    before = told()
    game.ask(BRUNO, what)
    asked = told()
    kind = rq.Pause if isinstance(what, rq.Pause) else rq.AskStop
    game.ask(BRUNO, vote(group(game), kind)[0])
    # What a hand says changes together with the mark by which it is drawn anew.
    assert [said for _, said in before] == [said for _, said in told()] == [False] * 4
    assert [said for _, said in asked] == [True] * 4
    assert all(old[0] != new[0] for old, new in zip(before, asked, strict=True))
    assert told() == before


def test_further_actions_do_not_offer_a_second_time_what_stands_above() -> None:
    game = Driver().started()
    game.ask(BRUNO, rq.StopMatch())
    game.ask(BRUNO, rq.ShowMore("table"))
    offered = buttons(group(game))
    assert rq.ShowMenu("stop") not in offered
    assert rq.Leave() in offered
