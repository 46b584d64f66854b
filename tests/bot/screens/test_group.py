"""What the group sees: lobby, table, result, leaderboard."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import payloads
from bot import requests as rq
from bot.leaderboard import Entry
from bot.requests import What
from bot.screen import Button, Means, Screen
from bot.screens.leaderboard import MOST, leaderboard
from bot.screens.lobby import lobby
from bot.screens.measure import units
from bot.screens.result import result
from bot.screens.table import table_screen
from bot.state import Table, Waiting
from bot.texts import texts
from tests.bot.screens.scenes import (
    NAMES,
    SUNDAY,
    TWO,
    deal,
    finished,
    looking,
    open_table,
    playing,
)

IT, EN = texts("it"), texts("en")


def buttons(screen: Screen) -> dict[What, Button]:
    return {
        payloads.decode(button.payload)[1]: button
        for row in screen.rows
        for button in row
        if button.payload
    }


# --- lobby -----------------------------------------------------------------------------------


def test_a_lobby_offers_what_can_be_done() -> None:
    offered = buttons(lobby(open_table(NAMES[:2]), EN))
    assert offered[rq.Join()].style == "success"
    assert {rq.Leave(), rq.ShowRules(), rq.Resize(2), rq.ChangeSide(0), rq.ChangeSide(1)} <= set(
        offered
    )
    assert offered[rq.Start()].style == "plain"


def test_a_full_lobby_can_start() -> None:
    offered = buttons(lobby(open_table(NAMES), EN))
    assert offered[rq.Start()].style == "primary"
    assert not {rq.Join(), rq.ChangeSide(0), rq.ChangeSide(1)} & set(offered)


def test_a_side_that_is_full_cannot_be_moved_to() -> None:
    table = open_table(NAMES[:3])
    offered = buttons(lobby(table, EN))
    assert rq.ChangeSide(1) in offered
    assert rq.ChangeSide(0) not in offered


def test_two_players_have_no_sides() -> None:
    screen = lobby(open_table(NAMES[:1], TWO), EN)
    assert "Side" not in screen.text
    assert not any(isinstance(each, rq.ChangeSide) for each in buttons(screen))
    assert rq.Resize(4) in buttons(screen)


def test_who_waits_is_named() -> None:

    table = replace(open_table(NAMES[:1]), waiting=(Waiting("tg:9", "Dario", "it", "t"),))
    assert "Dario — deve aprire la chat privata" in lobby(table, IT).text
    assert "Mancano 3 giocatori." in lobby(table, IT).text


def test_names_stay_as_typed_and_short() -> None:
    table = looking(open_table(NAMES), 1, name="<b>Bartolomeo & Giuseppina</b>")
    assert "2. <b>Bartolomeo &…" in lobby(table, IT).text.split("\n")


# --- table -----------------------------------------------------------------------------------


def test_the_table_says_who_is_to_play_and_offers_the_hand() -> None:
    screen = table_screen(playing(deal(seat=3)), IT)
    assert screen.lines[0].text == "Di turno: Dario · ⏱ tra 3 minuti"
    offered = buttons(screen)
    assert offered[rq.PeekHand()].style == "primary"
    assert {rq.ShowRules(), rq.ShowMore("table")} <= set(offered)
    assert [b.label for row in screen.rows for b in row if b.link == "private"] == [
        "Gioca in privato ↗"
    ]


def test_more_opens_and_closes() -> None:
    offered = buttons(table_screen(replace(playing(deal()), more=True), IT))
    assert {rq.Leave(), rq.Show(), rq.ShowMore("table", False)} <= set(offered)
    # A match that is stopped does not come back: one tap more.
    assert rq.ShowMenu("stop") in offered
    assert rq.StopMatch() not in offered


@pytest.mark.parametrize("menu", ["", "kick", "stop", "leave"])
def test_what_everybody_needs_stays_while_somebody_has_opened_more(menu: str) -> None:
    table = looking(playing(deal()), 2, stand_in="easy")
    offered = buttons(table_screen(replace(table, more=True, menu=menu), IT))
    assert {rq.PeekHand(), rq.Back()} <= set(offered)


def test_a_computers_seat_is_offered() -> None:
    table = playing(deal(seat=3))
    assert rq.Join() not in buttons(table_screen(table, EN))
    left = looking(table, 2, person=None, computer="easy", former="tg:3")
    screen = table_screen(left, EN)
    assert buttons(screen)[rq.Join()].style == "plain"
    assert "💻 Chiara" in screen.text
    coming = replace(left, coming=(Waiting("tg:9", "Eva", "en", ""),))
    assert "From the next deal on: Eva" in table_screen(coming, EN).text


def test_a_seat_that_is_promised_is_not_offered_but_to_whom_it_is_kept_for() -> None:
    coming = (Waiting("tg:9", "Eva", "en", ""),)
    taken = looking(playing(deal(seat=3)), 2, person=None, name="", computer="easy")
    assert rq.Join() in buttons(table_screen(taken, EN))
    assert rq.Join() not in buttons(table_screen(replace(taken, coming=coming), EN))
    kept = replace(looking(taken, 2, former="tg:3"), coming=coming)
    assert rq.Join() in buttons(table_screen(kept, EN))
    two = looking(taken, 1, person=None, name="", computer="easy")
    assert rq.Join() in buttons(table_screen(replace(two, coming=coming), EN))


def test_the_last_turn_is_told() -> None:
    assert table_screen(playing(deal()), IT).lines[-1].text == "Dario: pesca, scarta K♥️"
    told = playing(deal())
    middle = replace(told, turns=told.turns[1:2])
    assert (
        table_screen(middle, EN).lines[-1].text
        == "Chiara: takes 6♦️ +3, adds 8♥️ to 5–8♥️, discards 8♦️"
    )


# --- result ----------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [finished(), finished(in_hand=True), finished(stopped=True)])
def test_the_lines_of_a_side_add_up_on_paper(table: Table) -> None:
    groups = result(table, EN).text.split("\n\n")[1:3]
    for group in groups:
        *amounts, total = [
            int(row.partition("  ")[0].strip("\u2007").replace("−", "-"))
            for row in group.split("\n")[1:]
        ]
        assert sum(amounts) == total


def test_amounts_are_of_one_length() -> None:
    for group in result(finished(), IT).text.split("\n\n")[1:3]:
        assert len({len(row.partition("  ")[0]) for row in group.split("\n")[1:]}) == 1


def test_the_next_deal_is_announced_with_a_countdown() -> None:
    screen = result(finished(), IT)
    spans = [span for line in screen.lines for span in line.spans if span.until is not None]
    assert [(span.text, span.until) for span in spans] == [("tra un minuto", int(SUNDAY))]
    assert buttons(screen)[rq.Ready(2)].label == "Prossima smazzata"


def test_who_is_ready_is_not_asked_again() -> None:
    table = looking(finished(), 1, ready=True)
    assert rq.Ready(2) not in buttons(result(table, IT, 1))
    assert rq.Ready(2) in buttons(result(table, IT, 0))
    assert rq.Ready(2) in buttons(result(table, IT))
    assert "Pronti: Bruno" in result(table, IT).text


def test_the_end_of_the_match() -> None:
    screen = result(finished(over=True), EN)
    assert screen.lines[1].text == "🏆 Match won: Anna + Chiara"
    assert rq.Rematch(3) in buttons(screen)
    assert not any(isinstance(each, rq.Ready) for each in buttons(screen))
    assert not any(span.until for line in screen.lines for span in line.spans)


def test_how_a_deal_ended() -> None:
    heads = [
        result(finished(**how), IT).lines[0].text
        for how in ({}, {"in_hand": True}, {"stopped": True})
    ]
    assert heads == [
        "🏁 Smazzata 2: chiude Anna",
        "🏁 Smazzata 2: chiude in mano Anna",
        "🏁 Smazzata 2: fermata",
    ]


def test_between_two_deals_more_offers_what_it_offers_in_a_deal() -> None:
    means = Means(menus=True, asides=True)
    in_deal = table_screen(replace(playing(deal(seat=3)), more=True), EN, means=means)
    between = result(replace(finished(), more=True), EN, means=means)
    usual = buttons(table_screen(playing(deal(seat=3)), EN, means=means))
    more = {what for what in buttons(in_deal) if what not in usual}
    assert rq.ShowHands(False) in more
    # Nobody is to play whom one could nudge.
    assert {what for what in more if not isinstance(what, rq.Nudge)} <= set(buttons(between))


# --- leaderboard -----------------------------------------------------------------------------


def test_the_leaderboard_counts_whom_it_does_not_list() -> None:
    many = [Entry(f"tg:{i}", "N" * 99, 10**6, 10**6, -(10**9)) for i in range(500)]
    screen = leaderboard(many, "T" * 200, IT, pictures=False)
    assert units(screen.text) <= 4096
    assert screen.lines[-1].text == f"e altri {500 - MOST}"


def test_an_empty_leaderboard_says_so() -> None:
    assert "non è ancora finita nessuna partita" in leaderboard((), "", IT).text


def test_a_negative_total_has_a_real_minus() -> None:
    assert "−45 punti" in leaderboard([Entry("a", "A", 1, 0, -45)], "", IT).text
