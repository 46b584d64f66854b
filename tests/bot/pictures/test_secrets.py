"""No picture holds a card that its reader may not see, whatever the rules and however it went."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.pictures import build
from bot.pictures.spec import TablePicture
from bot.play import summary
from bot.state import Table, Turn
from bot.texts import texts
from engine.cards import Card
from engine.deal import Deal
from engine.events import Event
from engine.match import Match
from engine.players.easy import easy
from tests.bot.screens.deals import otherwise
from tests.bot.screens.scenes import NAMES, open_table
from tests.engine.strategies import deals

IT = texts("it")


def _played(deal: Deal, actions: int) -> Table:
    """A table after so many actions of beginners; the last turn may not be settled yet."""
    turns: tuple[Turn, ...] = ()
    happened: list[Event] = []
    for _ in range(actions):
        seat, number = deal.seat, deal.turn
        after, facts = deal.apply(easy(deal.view(seat)))
        if after.over:
            break
        deal = after
        happened += facts
        if deal.turn != number:
            turns = (*(turn for turn in turns if turn.seat != seat), summary(seat, happened))
            happened = []
    rules = deal.rules
    table = open_table(NAMES[: rules.players], rules)
    return replace(table, phase="deal", deal=deal, turns=turns, match=Match(rules, 0))


def _picture(table: Table, viewer: int | None) -> TablePicture:
    if viewer is None:
        return build.table_picture(table, IT)
    return build.hand_picture(table, viewer, IT)


def _shown(picture: TablePicture) -> Counter[Card]:
    areas = (*picture.above, *picture.below)
    melds = [p.card for area in areas for meld in area.melds for p in meld.cards]
    return Counter([*melds, *picture.row, *(picture.hand.cards if picture.hand else ())])


@given(deals(), st.integers(0, 60), st.randoms(use_true_random=False))
def test_no_card_of_others_is_in_a_picture(deal: Deal, actions: int, random: Random) -> None:
    table = _played(deal, actions)
    assert table.deal is not None
    for viewer in (None, *range(table.rules.players)):
        picture = _picture(table, viewer)
        view = table.view(viewer)
        melds = [p.card for laid in view.melds for p in laid.meld.cards]
        assert _shown(picture) == Counter([*melds, *view.row, *view.hand])
        other = replace(table, deal=otherwise(table.deal, viewer, random))
        assert _picture(other, viewer) == picture


@given(deals(), st.integers(0, 60))
def test_every_card_of_the_holder_is_in_the_picture(deal: Deal, actions: int) -> None:
    table = _played(deal, actions)
    for seat in range(table.rules.players):
        hand = _picture(table, seat).hand
        assert hand is not None
        assert sorted(hand.cards) == list(table.view(seat).hand)
