"""What holds in every deal, whoever plays it and however (RULES.md section 3)."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import saved
from engine.actions import DRAW, UNDO, Discard, Take
from engine.cards import Card, cards, notation
from engine.deal import Deal
from engine.errors import CODES, IllegalAction
from engine.events import (
    Added,
    Discarded,
    Drew,
    Event,
    Laid,
    Reshuffled,
    Swapped,
    Took,
)
from engine.position import Position
from engine.rules import Rules
from engine.suggest import lay_all, suggestions
from engine.view import View
from tests.engine.players import play_out
from tests.engine.strategies import RULES, any_action, deals

few = settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
chances = st.integers(0, 2**32).map(Random)
STEPS = 120


def all_cards(at: Position) -> Counter[Card]:
    return Counter(
        [card for hand in at.hands for card in hand]
        + [*at.row, *at.stock]
        + [item.card for meld in at.melds for item in meld.meld.cards]
    )


def walk(deal: Deal, chance: Random, steps: int = STEPS) -> list[Deal]:
    """The deals along a way of suggested actions, some undone."""
    way = [deal]
    for _ in range(steps):
        offers = suggestions(deal.view(deal.seat))
        if not offers:
            break
        action = chance.choice(offers[:6] + offers[-3:]).action
        if isinstance(action, Discard) and chance.random() < 0.5:
            action = chance.choice(offers).action
        if deal.steps and chance.random() < 0.05:
            action = UNDO
        deal, _ = deal.apply(action)
        way.append(deal)
    return way


@few
@given(deals(), chances)
def test_no_card_is_lost_or_made(deal: Deal, chance: Random) -> None:
    pack = Counter(deal.rules.pack)
    for moment in walk(deal, chance):
        assert all_cards(moment.settled) == pack
        assert all_cards(moment.position) == pack


@few
@given(deals(), chances)
def test_every_suggestion_can_be_done(deal: Deal, chance: Random) -> None:
    for moment in walk(deal, chance):
        for offer in suggestions(moment.view(moment.seat)):
            moment.check(offer.action)
            after, _ = moment.apply(offer.action)
            assert after.over == (offer.goes_out or after.stopped)
            assert Counter(offer.cards) <= Counter(moment.position.hand + moment.position.row)


@few
@given(deals(), chances)
def test_3_2_suggestions_never_lead_where_the_turn_cannot_end(deal: Deal, chance: Random) -> None:
    for moment in walk(deal, chance, steps=250):
        assert moment.over or suggestions(moment.view(moment.seat))


@few
@given(deals(), chances)
def test_3_12_a_refusal_changes_nothing_and_has_a_known_code(deal: Deal, chance: Random) -> None:
    codes: set[str] = set()
    for moment in walk(deal, chance):
        before = json.dumps(saved.write(moment))
        for _ in range(8):
            action = any_action(moment, chance)
            try:
                moment.check(action)
            except IllegalAction as refusal:
                codes.add(refusal.code)
            assert json.dumps(saved.write(moment)) == before
    assert codes <= CODES


@few
@given(deals(), chances)
def test_whatever_is_allowed_keeps_the_cards_and_can_be_saved(deal: Deal, chance: Random) -> None:
    pack = Counter(deal.rules.pack)
    for _ in range(400):
        try:
            deal, _ = deal.apply(any_action(deal, chance))
        except IllegalAction:
            continue
        assert all_cards(deal.position) == pack
        assert saved.read(deal.rules, saved.write(deal)) == deal


@few
@given(deals(), chances)
def test_a_saved_deal_is_read_again_exactly(deal: Deal, chance: Random) -> None:
    for moment in walk(deal, chance):
        text = json.dumps(saved.write(moment), separators=(",", ":"))
        assert len(text) <= 1200
        again = saved.read(moment.rules, json.loads(text))
        assert again == moment
        assert again.position == moment.position


@few
@given(deals(), chances)
def test_3_11_undo_restores_exactly_down_to_the_floor(deal: Deal, chance: Random) -> None:
    for before, after in pairwise(walk(deal, chance)):
        if len(after.steps) > len(before.steps):
            assert after.apply(UNDO) == (before, ())
        if not after.steps:
            with pytest.raises(IllegalAction) as refusal:
                after.apply(UNDO)
            assert refusal.value.code in {"nothing_to_undo", "turn_over"}


def rehidden(deal: Deal, viewer: int | None, chance: Random) -> Deal:
    """A deal of which `viewer` knows the same: all that is hidden from him is dealt anew."""
    data: dict[str, Any] = saved.write(deal)
    if viewer != deal.seat:
        data.pop("trial", None)
    hidden = [seat for seat in range(deal.rules.players) if seat != viewer]
    pool = [card for seat in hidden for card in cards(data["hands"][seat])]
    pool += cards(data["stock"])
    chance.shuffle(pool)
    for seat in hidden:
        size = len(cards(data["hands"][seat]))
        data["hands"][seat] = notation(pool[:size])
        pool = pool[size:]
    if viewer != deal.seat and "drawn" in data.get("now", {}):
        data["now"]["drawn"] = str(chance.choice(cards(data["hands"][deal.seat])))
    data["stock"] = notation(pool)
    data["seed"] = "another"
    return saved.read(deal.rules, data)


@few
@given(deals(), chances)
def test_a_view_tells_nothing_that_is_hidden(deal: Deal, chance: Random) -> None:
    for moment in walk(deal, chance):
        if moment.over:
            continue
        for viewer in (None, *range(deal.rules.players)):
            view = moment.view(viewer)
            assert rehidden(moment, viewer, chance).view(viewer) == view
            for seat, hand in enumerate(view.hands):
                assert (hand is None) == (seat != viewer)


@few
@given(deals(), chances)
def test_3_11_nobody_else_sees_a_trial(deal: Deal, chance: Random) -> None:
    for before, after in pairwise(walk(deal, chance)):
        if after.steps and len(after.steps) > len(before.steps):
            others = {None, *range(deal.rules.players)} - {deal.seat, after.seat}
            for viewer in others:
                assert after.view(viewer) == before.view(viewer)


class Ledger:
    """What somebody who only hears the public facts knows of the table."""

    def __init__(self, view: View) -> None:
        self.row = list(view.row)
        self.stock = view.stock
        self.sizes = list(view.sizes)
        self.melds = [target.meld for target in view.melds]

    def note(self, event: Event) -> None:
        match event:
            case Reshuffled(_, stock):
                self.stock = stock
                self.row = self.row[-1:]
            case Drew(seat, count):
                self.stock -= count
                self.sizes[seat] += count
            case Took(seat, taken):
                assert tuple(self.row[-len(taken) :]) == taken
                del self.row[-len(taken) :]
                self.sizes[seat] += len(taken)
            case Laid(seat, index, meld):
                assert index == len(self.melds)
                self.melds.append(meld)
                self.sizes[seat] -= len(meld.cards)
            case Added(seat, index, items, meld):
                self.melds[index] = meld
                self.sizes[seat] -= len(items)
            case Swapped(_, index, face, freed, meld):
                before = Counter(item.card for item in self.melds[index].cards)
                assert Counter(i.card for i in meld.cards) == before + Counter([face]) - Counter(
                    [freed]
                )
                self.melds[index] = meld
            case Discarded(seat, face):
                self.row.append(face)
                self.sizes[seat] -= 1

    def agrees_with(self, view: View) -> bool:
        return (self.row, self.stock, self.sizes, self.melds) == (
            list(view.row),
            view.stock,
            list(view.sizes),
            [target.meld for target in view.melds],
        )


@few
@given(deals(), chances)
def test_3_11_events_tell_what_is_settled_and_nothing_else(deal: Deal, chance: Random) -> None:
    ledger = Ledger(deal.view(None))
    for _ in range(STEPS):
        offers = suggestions(deal.view(deal.seat))
        if not offers:
            break
        deal, events = deal.apply(chance.choice(offers).action)
        for event in events:
            ledger.note(event)
        assert ledger.agrees_with(deal.view(None))


@few
@given(deals(), chances)
def test_lay_all_lays_all(deal: Deal, chance: Random) -> None:
    for moment in walk(deal, chance):
        together = lay_all(moment.view(moment.seat))
        assert len(together) != 1
        for action in together:
            moment, _ = moment.apply(action)
        assert moment.over or suggestions(moment.view(moment.seat))


@few
@given(deals())
def test_every_deal_comes_to_an_end(deal: Deal) -> None:
    ended, _ = play_out(deal)
    assert ended.over
    assert not suggestions(ended.view(ended.seat))
    with pytest.raises(IllegalAction, match="turn_over"):
        ended.apply(DRAW)


@pytest.mark.parametrize("game", RULES.values(), ids=RULES.keys())
def test_3_8_a_deal_in_which_nobody_lays_is_stopped(game: Rules) -> None:
    deal = Deal.start(game, 0, "5eed")
    for _ in range(2000):
        offers = suggestions(deal.view(deal.seat))
        if deal.over:
            break
        usable = [o for o in offers if not isinstance(o.action, Take)]
        deal, _ = deal.apply((usable[-1] if deal.phase == "play" else usable[0]).action)
    assert deal.stopped
