"""Moves with their stamps, and the free taps of a hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import requests as rq
from bot.requests import Place
from bot.screens.hand import hand_text
from bot.texts import texts
from engine.actions import DRAW, UNDO, Discard, Lay
from engine.cards import FACES, Placed
from engine.deal import Deal
from tests.bot.driver import ANNA, BRUNO, CHIARA, DARIO, EVA, Driver

# --- moves -----------------------------------------------------------------------------------


def test_the_same_tap_twice_is_applied_once() -> None:
    game = Driver().started()
    stamp = game.table.stamp
    player = game.turn
    assert game.move(player, DRAW, stamp=stamp) == "drew"
    before = game.table
    assert game.move(player, DRAW, stamp=stamp) == "already_done"
    assert game.table is before


def test_a_double_tap_never_lays_the_second_copy_of_a_meld() -> None:
    """Two packs: the same label could be applied again to the other copies."""
    game = Driver().started(2)
    deal = game.table.deal
    assert deal is not None
    nines = (FACES[8], FACES[21], FACES[34])
    set_up = Deal.set_up(
        game.table.rules,
        hands=(nines + nines + (FACES[0], FACES[1]), (FACES[2], FACES[3])),
        row=(FACES[4],),
        stock=(FACES[5], FACES[6]),
        seat=0,
    )
    game.table = replace(game.table, deal=set_up, floor=game.table.stamp)
    player = game.sitting(0)
    game.move(player, DRAW)
    stamp = game.table.stamp
    lay = Lay(tuple(Placed(c) for c in nines))
    assert game.move(player, lay, stamp=stamp) == "laid"
    assert game.move(player, lay, stamp=stamp) == "already_done"
    assert game.table.deal is not None
    assert len(game.table.view(0).melds) == 1
    # Drawn anew, the very same label is a wish of its own.
    assert game.move(player, lay) == "laid"


def test_quick_successive_taps_of_one_screen_all_count() -> None:
    game = Driver().started()
    player, seat = game.turn, game.table.deal.seat if game.table.deal else 0
    game.move(player, DRAW)
    stamp = game.table.stamp
    card = game.table.view(seat).hand[0]
    assert game.move(player, Discard(card), stamp=stamp) == "discarded"
    assert game.move(player, Discard(card), stamp=stamp) == "already_done"
    assert game.move(player, DRAW, stamp=stamp) == "not_your_turn"


def test_buttons_drawn_before_an_undo_are_stale() -> None:
    game = Driver(seed=3).started()
    for _ in range(3000):
        assert game.table.deal is not None
        if game.phase != "deal":
            pytest.fail("nobody ever laid a meld")
        view = game.table.view(game.table.deal.seat)
        if view.can_undo and view.phase == "play":
            break
        game.step()
    player, old = game.turn, game.table.stamp
    assert game.move(player, UNDO) == "undone"
    assert game.move(player, UNDO, stamp=old) == "already_done"
    before = game.table
    assert game.move(player, DRAW, stamp=old) == "stale"
    assert game.table is before


def test_a_move_of_an_earlier_turn_or_of_the_future_is_stale() -> None:
    game = Driver().started(2)
    first, stamp = game.turn, game.table.stamp
    game.step()
    while game.turn is first:
        game.step()
    while game.turn is not first:
        game.step()
    before = game.table
    card = game.table.view(game.table.seat_of(first.id)).hand[0]
    assert game.move(first, Discard(card), stamp=stamp) == "stale"
    assert game.move(first, DRAW, stamp=game.table.stamp + 1) == "stale"
    assert game.table is before


def test_strangers_and_players_out_of_turn_are_told() -> None:
    game = Driver().started()
    before = game.table
    assert game.move(EVA, DRAW) == "no_seat"
    waiting = next(p for p in (ANNA, BRUNO, CHIARA, DARIO) if p is not game.turn)
    assert game.move(waiting, DRAW) == "not_your_turn"
    assert game.code(game.turn, rq.Move(game.table.stamp, (DRAW,)), table="aaaaaaaa") == "stale"
    assert game.table is before


def test_a_refused_move_changes_nothing_and_carries_its_code() -> None:
    game = Driver().started()
    before = game.table
    card = game.table.view(game.table.deal.seat if game.table.deal else 0).hand[0]
    assert game.move(game.turn, Discard(card)) == "must_draw_first"
    assert game.table is before


def test_several_actions_are_applied_all_or_none() -> None:
    game = Driver().started()
    before = game.table
    hand = game.table.view(game.table.deal.seat if game.table.deal else 0).hand
    missing = next(c for c in FACES if c not in hand)
    assert game.move(game.turn, DRAW, Discard(missing)) != "drew"
    assert game.table is before


# --- free taps -------------------------------------------------------------------------------


def test_choosing_says_the_wanted_state_and_survives_moves_of_others() -> None:
    game = Driver().started(2)
    waiting = next(p for p in (ANNA, BRUNO) if p is not game.turn)
    seat = game.table.seat_of(waiting.id)
    assert seat is not None
    card = game.table.view(seat).hand[0]
    for _ in range(2):
        game.ask(waiting, rq.Choose(card, 0, True))
        assert game.table.seats[seat].chosen == ((card, 0),)
    while game.turn is not waiting:
        game.step()
    assert game.table.seats[seat].chosen == ((card, 0),)
    # It was chosen for after the draw.
    game.move(waiting, DRAW)
    assert game.table.seats[seat].chosen == ((card, 0),)
    game.ask(waiting, rq.Choose(card, 0, False))
    assert game.table.seats[seat].chosen == ()


def test_a_turn_begins_with_its_actions_whatever_was_looked_at_before() -> None:
    game = Driver().started(2)
    waits = BRUNO if game.turn is ANNA else ANNA
    seat = game.table.seat_of(waits.id) or 0
    game.ask(waits, rq.ChooseAhead(True))
    face = game.table.view(seat).hand[0]
    game.ask(waits, rq.Choose(face, 0, True))
    game.ask(waits, rq.ShowMore("hand"))
    while game.turn is not waits:
        game.step()
    assert not game.table.seats[seat].more
    assert game.table.seats[seat].chosen == ((face, 0),)


def test_asked_for_again_the_hand_is_open_and_the_full_text_speaks_of_no_buttons() -> None:
    game = Driver().started(2)
    player = game.turn
    seat = game.table.seat_of(player.id) or 0
    whole = hand_text(game.table, seat, texts("en"))
    game.ask(player, rq.ShowMore("hand"))
    assert hand_text(game.table, seat, texts("en")) == whole
    game.ask(player, rq.ShowHand(), place=Place(player.id, private=True))
    assert not game.table.seats[seat].more


def test_only_cards_of_the_own_hand_can_be_chosen() -> None:
    game = Driver().started()
    hand = game.table.view(0).hand
    missing = next(c for c in FACES if c not in hand)
    before = game.table
    person = game.sitting(0)
    assert game.code(person, rq.Choose(missing, 0, True)) == "stale"
    assert game.code(person, rq.Choose(hand[0], hand.count(hand[0]), True)) == "stale"
    assert game.table is before


def test_peek_is_an_alert_with_the_own_hand_only() -> None:
    game = Driver().started()
    outcome = game.ask(BRUNO, rq.PeekHand())
    assert outcome.notice is not None
    seat = game.table.seat_of("tg:2")
    assert outcome.notice.alert
    assert outcome.notice.facts["cards"] == game.table.view(seat).hand
    assert game.code(EVA, rq.PeekHand()) == "no_seat"


def test_stamps_never_start_again() -> None:
    game = Driver().started(2)
    seen = [game.table.stamp]
    game.finish_deal()
    seen.append(game.table.stamp)
    game.ask(ANNA, rq.StopMatch())
    game.ask(ANNA, rq.Open(), table=None)
    game.ask(ANNA, rq.Resize(2))
    game.ask(BRUNO, rq.Join())
    game.ask(ANNA, rq.Start())
    seen.append(game.table.stamp)
    assert seen == sorted(set(seen))
