"""What holds under any valid rules (RULES.md sections 7 and 12), in whole deals."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import saved
from engine.actions import UNDO, Action
from engine.cards import Card
from engine.deal import Deal
from engine.errors import CODES, IllegalAction
from engine.match import Match, payments
from engine.melds import recognise
from engine.moves import MOST_TURNS
from engine.options import MOST_DEALS
from engine.players.easy import easy
from engine.position import Position
from engine.presets import PRESETS, as_data, build, difference, restore
from engine.record import read, replayed, write
from engine.rules import Rules
from engine.suggest import suggestions
from tests.engine.random_rules import any_rules, options_drawn
from tests.engine.records import play_match
from tests.engine.strategies import any_action, random_deals
from tests.engine.test_deal_properties import rehidden

many = settings(max_examples=250, suppress_health_check=list(HealthCheck))
hundreds = settings(max_examples=200, suppress_health_check=list(HealthCheck))
chances = st.integers(0, 2**32).map(Random)


def held(at: Position) -> list[Card]:
    """All cards, wherever they are."""
    found = [item.card for target in at.melds for item in target.meld.cards]
    return sorted([*found, *at.row, *at.stock, *(card for hand in at.hands for card in hand)])


def refused(deal: Deal, action: Action) -> str | None:
    """The code with which an action is refused; None where it is allowed."""
    try:
        deal.check(action)
    except IllegalAction as refusal:
        return refusal.code
    return None


def test_every_option_is_drawn() -> None:
    assert options_drawn() == set(Rules.model_fields)


@many
@given(any_rules())
def test_rules_are_saved_by_their_difference(rules: Rules) -> None:
    for name in ("common", "modern"):
        assert restore(name, json.loads(json.dumps(difference(rules, name)))) == rules
    assert Rules.model_validate(json.loads(json.dumps(as_data(rules)))) == rules


@many
@given(random_deals(), chances)
def test_a_whole_deal(deal: Deal, chance: Random) -> None:
    """Cards are kept, whatever the turn; the deal ends; its scores add up; a match goes on."""
    rules, pack = deal.rules, list(deal.rules.pack)
    while not deal.over:
        before = deal.turn
        deal, _ = deal.apply(easy(deal.view(deal.seat)))
        if deal.turn != before or deal.over:
            assert held(deal.settled) == pack
        elif chance.random() < 0.05:
            assert saved.read(rules, json.loads(json.dumps(saved.write(deal)))) == deal
    assert deal.turn <= MOST_TURNS
    for target in deal.settled.melds:
        assert recognise(target.meld.cards, rules).kind == target.meld.kind
    scores = deal.scores()
    for side in scores:
        assert side.total == sum(line.amount for line in side.lines)
    _goes_out_as_it_may(deal)
    _match_ends(rules, [side.total for side in scores], deal.pinnacolone)


def _goes_out_as_it_may(deal: Deal) -> None:
    rules, at = deal.rules, deal.settled
    if deal.closer is None:
        assert deal.pinnacolone is not None or deal.stopped
        return
    assert not at.hands[deal.closer]
    assert not at.owes
    if rules.out_requirement is not None:
        scope = rules.side_of(deal.closer) if rules.out_requirement_scope == "side" else deal.closer
        assert rules.out_requirement.met(at.shown[scope].poker, at.shown[scope].run)
    if rules.no_out_first_round:
        assert at.turn > rules.players


def _match_ends(rules: Rules, scores: list[int], pinnacolone: int | None) -> None:
    """Deals with these scores over and over."""
    match = Match.start(rules, 0)
    for _ in range(MOST_DEALS):
        if not match.over:
            match = match.after_deal(scores, pinnacolone)
    assert match.over
    assert abs(sum(payments(rules, match.totals, match.winner))) < 1e-6


@hundreds
@given(random_deals(), chances)
def test_every_step(deal: Deal, chance: Random) -> None:
    """What is suggested can be done and taken back, anything else is refused with a code and
    changes nothing, and nobody sees more than he may."""
    for _ in range(40):
        offers = suggestions(deal.view(deal.seat))
        assert bool(offers) != deal.over
        if deal.over:
            break
        for offer in offers:
            deal.check(offer.action)
        before = saved.write(deal)
        for _ in range(3):
            assert refused(deal, any_action(deal, chance)) in {None, *CODES}
        assert saved.write(deal) == before
        viewer = chance.choice((None, *range(deal.rules.players)))
        assert rehidden(deal, viewer, chance).view(viewer) == deal.view(viewer)
        after, _ = deal.apply(chance.choice(offers).action)
        if len(after.steps) > len(deal.steps):
            assert after.apply(UNDO) == (deal, ())
        deal = after


TABLES = [(name, players) for name in PRESETS for players in PRESETS[name]["players_allowed"]]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_whole_deals_of_every_preset_and_their_records(name: str, players: int) -> None:
    """Cards are kept, scores add up, and the record brings the same deal and scores about."""
    rules = build(name, players=players)
    for seed in ("one", "two"):
        played = play_match(rules, seed, deals=1, chance=Random(seed))
        (deal,) = played.deals
        assert deal.over
        assert held(deal.settled) == list(rules.pack)
        for side in deal.scores():
            assert side.total == sum(line.amount for line in side.lines)
        _goes_out_as_it_may(deal)
        (again,) = replayed(read(write(played.record)))
        assert (again.deal, again.deal.scores()) == (deal, deal.scores())
        assert again.match == played.match
