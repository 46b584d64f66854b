"""How a person likes the hand shown: at the seat, and remembered over tables and restarts."""

from __future__ import annotations

import pytest

from bot import requests as rq
from bot.habits import CHOICES, NONE, Habits, facts, remembered
from bot.notices import Notice
from bot.requests import Place
from bot.screens.hand import hand
from bot.screens.parts import reader_script
from bot.texts import texts
from bot.texts.notices import notice_text
from engine.actions import DRAW, Discard
from engine.cards import FACES, card
from engine.suggest import suggestions
from tests.bot.driver import ANNA, BRUNO, CHIARA, DARIO, GROUP, Driver
from tests.bot.processes import World
from tests.bot.screens.scenes import TAKEN, looking, playing
from tests.bot.screens.test_hand import labels, sent

ELSEWHERE = Place("tg:-100999", "Other cards")


def test_every_choice_is_written_and_read_back() -> None:
    for habit, values in CHOICES.items():
        for value in values:
            habits = NONE.with_choice(habit, value)
            assert remembered(facts(NONE, habits)) == habits
            assert facts(habits, NONE) == ({} if habits == NONE else {habit: values[0]})


@pytest.mark.parametrize(("habit", "value"), [("sort", "colour"), ("name", "Anna"), ("", "")])
def test_what_is_no_habit_is_refused(habit: str, value: str) -> None:
    with pytest.raises(ValueError, match="no such habit"):
        NONE.with_choice(habit, value)
    game = Driver().started(2)
    before = game.table
    assert game.code(ANNA, rq.Prefer(habit, value)) == "unknown_button"
    assert game.table is before


async def test_habits_are_remembered_over_tables_and_restarts() -> None:
    world = World()
    async with world.process() as one:
        await one.ask(ANNA, rq.Open())
        await one.ask(ANNA, rq.Prefer("suits", "letters"))
        await one.ask(ANNA, rq.Prefer("sort", "rank"))
    async with world.process() as two:
        await two.ask(BRUNO, rq.Open(), ELSEWHERE)
        await two.ask(ANNA, rq.Join(), ELSEWHERE)
        code = await two.host._store.known_code(ELSEWHERE.id)
        assert code is not None
        seats = (await two.host._newest(code))[0].seats
        assert [seat.habits for seat in seats[:2]] == [NONE, Habits(sort="rank", suits="letters")]


async def test_a_habit_holds_at_every_table_at_once() -> None:
    world = World()
    async with world.process() as one:
        for place in (GROUP, ELSEWHERE):
            await one.ask(BRUNO, rq.Open(), place)
            await one.ask(ANNA, rq.Join(), place)
        await one.ask(ANNA, rq.Prefer("suits", "letters"))
        code = await one.host._store.known_code(ELSEWHERE.id)
        assert code is not None
        seats = (await one.host._newest(code))[0].seats
        assert [(seat.name, seat.habits.suits) for seat in seats[:2]] == [
            ("Bruno", "colours"),
            ("Anna", "letters"),
        ]


def test_what_was_read_at_either_table_is_read() -> None:
    here, there = NONE.having_read("draw"), NONE.having_read("meld")
    assert here.adopting(facts(NONE, there)).read == ("draw", "meld")
    assert here.adopting({"guide": "off", "read": ""}) == Habits(guide="off")
    assert here.adopting({"guide": "lead", "read": ""}) == NONE


def test_who_comes_at_the_next_deal_brings_their_habits() -> None:
    game = Driver().seated(2)
    game.ask(BRUNO, rq.Leave())
    game.ask(ANNA, rq.Computers(1))
    game.ask(ANNA, rq.Start())
    likes = Habits(suits="outline")
    game.ask(CHIARA, rq.Join(), habits=likes)
    game.finish_deal()
    game.ask(ANNA, rq.Ready(1))
    seat = game.table.seat_of(CHIARA.id)
    assert seat is not None
    assert game.table.seats[seat].habits == likes


def test_notices_are_written_as_their_reader_likes() -> None:
    game = Driver().started(2)
    for suits, nine in (("colours", "9♥️"), ("outline", "9♡"), ("letters", "9C")):
        game.ask(ANNA, rq.Prefer("suits", suits))
        seat = game.table.seat_of(ANNA.id)
        script = reader_script(game.table, seat, texts("it"))
        assert notice_text(Notice("drew", {"card": card("9h")}), texts("it"), script) == (
            f"Hai pescato {nine}."
        )


# --- drawing by itself -----------------------------------------------------------------------


def test_a_card_is_drawn_at_once_where_the_row_offers_nothing() -> None:
    drawn = offered = 0
    for seed in range(6):
        game = Driver(seed).started(2)
        game.ask(BRUNO, rq.Prefer("draws", "on"))
        while game.phase == "deal" and drawn + offered < 200:
            before = game.table.deal
            game.step()
            deal = game.table.deal
            if deal is None or before is None or game.phase != "deal" or deal.turn == before.turn:
                continue
            view = deal.view(deal.seat)
            if game.turn is ANNA:
                assert view.phase == "draw"
            elif view.phase == "play":
                drawn += 1
                assert view.drawn is not None
                assert not view.can_undo
            else:
                offered += 1
                assert [each for each in suggestions(view) if each.action != DRAW]
    assert drawn > 3
    assert offered > 3


def test_what_was_chosen_ahead_stays_chosen_when_a_card_is_drawn_at_once() -> None:
    game = Driver(3).started(2)
    waiting = next(p for p in (ANNA, BRUNO) if p is not game.turn)
    game.ask(waiting, rq.Prefer("draws", "on"))
    seat = game.table.seat_of(waiting.id)
    assert seat is not None
    held = game.table.view(seat).hand[0]
    game.ask(waiting, rq.Choose(held, 0, True))
    while game.turn is not waiting:
        game.step()
    assert game.table.seats[seat].chosen == ((held, 0),)


# --- confirming a discard --------------------------------------------------------------------


def test_a_discard_is_asked_for_once_more() -> None:
    game = Driver().started(2)
    player = game.turn
    seat = game.table.seat_of(player.id)
    assert seat is not None
    game.ask(player, rq.Prefer("confirm", "on"))
    game.move(player, DRAW)
    first = game.table.view(seat).hand[0]
    game.ask(player, rq.Choose(first, 0, True))
    discard = rq.Move(game.table.stamp, (Discard(first),))

    def shown() -> list[rq.What]:
        return sent(hand(game.table, seat, texts("en")))

    assert rq.AskDiscard(first, True) in shown()
    assert discard not in shown()
    game.ask(player, rq.AskDiscard(first, True))
    assert discard in shown()
    assert "No" in labels(hand(game.table, seat, texts("en")))
    game.ask(player, rq.AskDiscard(first, False))
    assert discard not in shown()
    game.ask(player, rq.AskDiscard(first, True))
    other = game.table.view(seat).hand[-1]
    game.ask(player, rq.Choose(other, 0, True))
    game.ask(player, rq.Choose(other, 0, False))
    assert discard not in shown(), "another choice takes the question back"
    game.ask(player, rq.AskDiscard(first, True))
    assert game.code(player, discard) == "discarded"
    assert game.table.seats[seat].asking is None


def test_only_a_card_of_the_hand_is_asked_about() -> None:
    game = Driver().started(2)
    player = game.turn
    seat = game.table.seat_of(player.id)
    assert seat is not None
    missing = next(c for c in FACES if c not in game.table.view(seat).hand)
    assert game.code(player, rq.AskDiscard(missing, True)) == "stale"


def test_a_duty_is_told_without_asking_first() -> None:
    table = looking(playing(TAKEN, chosen="3h"), 0, confirm="on")
    (button,) = hand(table, 0, texts("en")).rows[0]
    assert button.label == "Discard 3♥️"
    assert isinstance(sent(hand(table, 0, texts("en")))[0], rq.Move)


# --- the whole text --------------------------------------------------------------------------


async def test_the_full_text_is_for_who_sits_there() -> None:
    world = World()
    async with world.process() as one:
        for person, what in ((ANNA, rq.Open()), (ANNA, rq.Resize(2)), (BRUNO, rq.Join())):
            await one.ask(person, what)
        await one.ask(ANNA, rq.Start())
        reply = await one.ask(ANNA, rq.ShowText())
        assert reply.screen is not None
        assert not reply.screen.rows
        assert "In mano (" in reply.screen.text
        stranger = await one.ask(DARIO, rq.ShowText())
        assert stranger.screen is None
        assert stranger.notice == "You hold no cards at the moment."


def test_switches_say_what_holds() -> None:
    game = Driver().started(2)
    game.ask(ANNA, rq.ShowMore("hand"))
    seat = game.table.seat_of(ANNA.id)
    assert seat is not None

    def said() -> list[str]:
        return labels(hand(game.table, seat, texts("en")))

    assert "✓Colours" in said()
    assert "Confirm discards" in said()
    for habit, value in (("suits", "letters"), ("confirm", "on"), ("draws", "on")):
        game.ask(ANNA, rq.Prefer(habit, value))
    assert {"Colours", "✓Letters", "✓Confirm discards", "✓Draw by itself"} <= set(said())
