"""Who goes, of their own will or not, at every point of a match: the game goes on from there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot import requests as rq
from bot.screens.lobby import lobby
from bot.screens.table import table_screen
from bot.seats import mark_of
from bot.texts import texts
from engine.actions import DRAW, Take
from engine.errors import IllegalAction
from engine.players.easy import easy
from tests.bot.driver import ANNA, BRUNO, CHIARA, DARIO, EVA, Driver

EN = texts("en")


def to_take(game: Driver) -> Take | None:
    """A row card that the player to move may take."""
    assert game.table.deal is not None
    for index in reversed(range(len(game.table.deal.view(None).row))):
        try:
            game.table.deal.apply(Take(index))
        except IllegalAction:
            continue
        return Take(index)
    return None


def before_the_draw(game: Driver) -> int:
    assert game.table.deal is not None
    return game.table.deal.seat


def after_the_draw(game: Driver) -> int:
    seat = before_the_draw(game)
    game.move(game.turn, DRAW)
    return seat


def with_an_open_duty(game: Driver) -> int:
    while (take := to_take(game)) is None:
        game.step()
        assert game.phase == "deal"
    seat = before_the_draw(game)
    assert game.move(game.turn, take) == "took"
    assert game.table.view(seat).row_duty is not None
    return seat


def in_the_middle_of_a_choice(game: Driver) -> int:
    seat = after_the_draw(game)
    person, hand = game.turn, game.table.view(seat).hand
    for face in hand[:2]:
        game.ask(person, rq.Choose(face, 0, True))
    assert game.table.seats[seat].chosen
    return seat


def with_tried_melds(game: Driver) -> int:
    """Something lies on the table that can still be taken back."""
    while True:
        seat, turn = before_the_draw(game), game.table.deal.turn  # type: ignore[union-attr]
        game.step()
        assert game.table.deal is not None
        if (
            game.table.deal.turn == turn
            and game.table.view(seat).melds != game.table.view(None).melds
        ):
            return seat


def off_turn(game: Driver) -> int:
    return (before_the_draw(game) + 1) % 2


PHASES: list[Callable[[Driver], int]] = [
    before_the_draw,
    after_the_draw,
    with_an_open_duty,
    in_the_middle_of_a_choice,
    with_tried_melds,
    off_turn,
]


def leaves(game: Driver, seat: int) -> None:
    assert game.code(game.sitting(seat), rq.Leave()) == "left_match"


def is_kicked(game: Driver, seat: int) -> None:
    gone = game.sitting(seat)
    assert game.code(EVA, rq.Kick(mark_of(game.table, seat)), admin=True) == "kicked"
    assert game.table.seat_of(gone.id) is None


@pytest.mark.parametrize("goes", [leaves, is_kicked])
@pytest.mark.parametrize("phase", PHASES)
def test_c20_c21_a_computer_plays_on_from_the_very_point_where_somebody_goes(
    phase: Callable[[Driver], int], goes: Callable[[Driver, int], None]
) -> None:
    game = Driver(seed=3).started(2)
    seat = phase(game)
    gone, stays = game.sitting(seat), game.sitting(1 - seat)
    before = game.table
    assert before.deal is not None
    goes(game, seat)
    # The cards lie as they lay; nothing is left of the person's choice; old buttons say so.
    assert game.table.deal == before.deal
    assert game.table.seats[seat].chosen == ()
    assert game.move(gone, easy(before.view(before.deal.seat))) == "no_seat"
    assert game.table.host == stays.id
    game.finish_deal()
    assert game.phase in ("result", "over")
    assert game.table.match is not None
    assert game.table.match.deals == 1


@pytest.mark.parametrize("goes", [leaves, is_kicked])
def test_c20_who_goes_between_two_deals_is_not_waited_for(
    goes: Callable[[Driver, int], None],
) -> None:
    game = Driver().started(4)
    game.finish_deal()
    assert game.phase == "result"
    for person in (ANNA, BRUNO, CHIARA):
        game.ask(person, rq.Ready(1))
    assert game.phase == "result"
    goes(game, 3)
    # Those who stay are all ready; nobody has to tap again.
    assert game.phase == "deal"
    assert game.computers == 1


def test_c19_the_host_or_an_admin_removes_a_player_in_the_lobby() -> None:
    game = Driver().seated()
    who = mark_of(game.table, 1)
    assert game.code(CHIARA, rq.Kick(who)) == "not_host"
    assert game.code(EVA, rq.Kick(who)) == "not_host"
    assert game.code(ANNA, rq.Kick(mark_of(game.table, 0))) == "kick_self"
    assert game.code(ANNA, rq.Kick(who)) == "kicked"
    assert game.code(ANNA, rq.Kick(who)) == "already_done"
    assert game.table.seat_of(BRUNO.id) is None
    # Neither by a tap nor by a link does he come back to this table.
    assert game.code(BRUNO, rq.Join()) == "removed"
    assert game.code(BRUNO, rq.Join(), reachable=False) == "removed"
    # An admin removes the host too: the role passes on.
    assert game.code(EVA, rq.Kick(mark_of(game.table, 0)), admin=True) == "kicked"
    assert game.table.host == CHIARA.id
    # At the next table all may sit again.
    game.ask(CHIARA, rq.StopMatch())
    game.ask(CHIARA, rq.Open(), table=None)
    assert game.code(BRUNO, rq.Join()) == "seated"


def test_a_link_does_not_bring_back_who_was_removed() -> None:
    game = Driver().seated(2)
    who = mark_of(game.table, 1)
    game.ask(BRUNO, rq.Leave())
    link = game.ask(BRUNO, rq.Join(), reachable=False).link
    assert link is not None
    game.ask(BRUNO, rq.Join())
    game.ask(ANNA, rq.Kick(who))
    assert game.code(BRUNO, rq.Enter(link)) in ("removed", "link_old")
    assert game.table.seat_of(BRUNO.id) is None


def test_who_was_removed_from_a_match_does_not_come_back_to_it() -> None:
    game = Driver().started()
    game.ask(ANNA, rq.Kick(mark_of(game.table, 1)))
    assert (game.table.seats[1].computer, game.table.seats[1].former) == ("easy", "")
    assert game.code(BRUNO, rq.Join()) == "removed"
    assert "Bruno" not in table_screen(game.table, EN).text
    # The last person but one is removed: who is left plays on against computers.
    game.ask(ANNA, rq.Kick(mark_of(game.table, 2)))
    game.ask(ANNA, rq.Kick(mark_of(game.table, 3)))
    assert (game.phase, game.table.people) == ("deal", (ANNA.id,))
    assert game.code(EVA, rq.Kick(mark_of(game.table, 0)), admin=True) == "stopped"
    assert game.phase == "idle"


def test_a_button_removes_the_person_it_names_and_nobody_who_sits_there_later() -> None:
    game = Driver().seated(2)
    who = mark_of(game.table, 1)
    game.ask(BRUNO, rq.Leave())
    game.ask(CHIARA, rq.Join())
    assert game.code(ANNA, rq.Kick(who)) == "already_done"
    assert game.table.seat_of(CHIARA.id) == 1


@pytest.mark.parametrize("started", [False, True])
def test_the_choice_of_whom_to_remove_is_open_for_host_and_admins(started: bool) -> None:
    game = Driver().started() if started else Driver().seated()
    assert game.code(BRUNO, rq.ShowMenu("kick")) == "not_host"
    game.ask(ANNA, rq.ShowMenu("kick"))
    shown = table_screen(game.table, EN) if started else lobby(game.table, EN)
    labels = [button.label for row in shown.rows for button in row]
    choice = [*(f"Remove: {p.name}" for p in (ANNA, BRUNO, CHIARA, DARIO)), "‹ Back"]
    assert labels[-len(choice) :] == choice
    assert BRUNO.id not in str(shown)
    game.ask(ANNA, rq.ShowMenu(""))
    assert (game.table.menu, game.table.more) == ("", started)
    # The command shows it where everybody looks.
    bottom = game.table.bottom
    game.ask(ANNA, rq.ShowMenu("kick"), table=None)
    assert (game.table.bottom, game.table.menu) == (bottom + 1, "kick")


def test_alone_there_is_nobody_to_remove() -> None:
    game = Driver().seated(1)
    assert game.code(ANNA, rq.ShowMenu("kick")) == "nobody_to_kick"
    labels = [b.label for row in lobby(game.table, EN).rows for b in row]
    assert "Remove" not in labels
    game.ask(ANNA, rq.StopMatch())
    assert game.code(ANNA, rq.ShowMenu("kick")) == "no_table"
