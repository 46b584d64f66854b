"""Taps: what the computer player decides, carried out by the cheapest taps that are offered.

Every tap goes the whole way: the payload of a button on the screen is read back and decided by the
table, as if a person had tapped it. Where there are menus, opening one is a tap and so is closing
one in which any number is chosen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from statistics import mean, median
from typing import Final

from bench.lab import Lab
from bench.measure import Row
from bot import requests as rq
from bot.game import Game
from bot.outcome import Chance
from bot.payloads import decode, ticked
from bot.requests import Person, Place, Request, What
from bot.screen import WORDS, Means, Menu, Screen
from bot.screens.hand import hand
from bot.state import Seat, Table
from bot.table import handle
from bot.texts import texts
from engine.actions import UNDO, Action, Add, Discard, Lay, Swap
from engine.cards import Card
from engine.deal import Deal
from engine.players.easy import easy

CODE: Final = "k3f9a2xq"
PLACE: Final = Place("tg:-1", "Friday cards")
BUDGET: Final = 3
"""Taps of a turn without a meld; each meld, addition or swap is one more."""
MOST_PAGES: Final = 40
DISCORD: Final = Means(menus=True, asides=True, pictures=False)
"""How Discord shows hands, without the pictures."""
DEALS: Final = 200


@dataclass(frozen=True, slots=True)
class Turn:
    """The taps of one turn, and the melds, additions and swaps among its actions."""

    taps: int
    laid: int

    @property
    def within(self) -> bool:
        """Did it take no more taps than it should?"""
        return self.taps <= BUDGET + self.laid


class NotOffered(Exception):
    """No taps of the screens lead to the action."""


def turns(
    deal: int,
    preset: str = "common",
    players: int = 4,
    lang: str = "it",
    means: Means = WORDS,
) -> Iterator[Turn]:
    """The turns of a whole deal, numbered `deal`, in which people sit on all seats."""
    table = _dealt(deal, preset, players, lang)
    while table.phase == "deal":
        table, turn = _turn(table, means)
        yield turn


def _turn(table: Table, means: Means) -> tuple[Table, Turn]:
    """The turn of who is to play."""
    assert table.deal is not None
    seat, number = table.deal.seat, table.deal.turn
    taps = laid = 0
    while _still(table, number):
        plan = _plan(table, seat)
        ways = [_together(table, seat, plan, means), *_ways(table, seat, plan[0], means)]
        # The more decisions a tap carries out, the cheaper it is.
        way = min((way for way in ways if way), key=lambda w: w.taps / max(1, w.laid), default=None)
        if way is None:
            raise NotOffered(str(plan[0]))
        table = way.after
        taps += way.taps
        laid += way.laid
    return table, Turn(taps, laid)


def _still(table: Table, number: int) -> bool:
    """Does the turn of this number go on?"""
    return table.phase == "deal" and table.deal is not None and table.deal.turn == number


@dataclass(frozen=True, slots=True)
class Way:
    """How many taps it took, one after the other, and the table after them."""

    taps: int
    after: Table
    laid: int = 0


def _dealt(deal: int, preset: str, players: int, lang: str) -> Table:
    """A table in its first deal."""
    game = Game(preset)
    seats = tuple(Seat(person=_person(i).id, name=f"P{i}", lang=lang) for i in range(players))
    lobby = Table(
        CODE,
        PLACE.id,
        phase="lobby",
        game=game,
        rules=game.rules(players),
        host=_person(0).id,
        seats=seats,
    )
    digest = hashlib.sha256(f"{preset}/{players}/{deal}".encode()).hexdigest()
    request = Request(_person(0), PLACE, rq.Start(), CODE)
    return handle(lobby, request, 0.0, Chance(digest, digest[:16])).table


def _person(seat: int) -> Person:
    return Person(f"tg:{seat}", f"P{seat}", "it")


def _plan(table: Table, seat: int) -> list[Action]:
    """What the computer player does with the rest of the turn."""
    assert table.deal is not None
    deal = table.deal
    plan: list[Action] = []
    while not deal.over and deal.turn == table.deal.turn and len(plan) < MOST_PAGES:
        plan.append(easy(deal.view(seat)))
        deal, _ = deal.apply(plan[-1])
        if plan[-1] == UNDO:
            break
    return plan


# --- ways to do it ---------------------------------------------------------------------------


def _ways(table: Table, seat: int, action: Action, means: Means) -> Iterator[Way | None]:
    """By a button that stands there or on a further page, or by choosing the cards first."""
    yield _paging(table, seat, action, 0, means)
    cards = _cards(action)
    if cards:
        start, taps = _chosen(table, seat, cards, means)
        yield _paging(start, seat, action, taps, means)


def _together(table: Table, seat: int, plan: list[Action], means: Means) -> Way | None:
    """One tap for several decisions: all melds at once, or the longer one they would lead to."""
    assert table.deal is not None
    reached: dict[object, int] = {}
    deal = table.deal
    for count, action in enumerate(plan, 1):
        deal, _ = deal.apply(action)
        reached[_standing(deal, seat)] = count
    best: Way | None = None
    for offer in _offers(_screen(table, seat, means)):
        what = _what(offer)
        if isinstance(what, rq.Move) and all(isinstance(a, Lay | Add) for a in what.actions):
            after = _tapped(table, seat, offer.payload)
            assert after.deal is not None
            count = reached.get(_standing(after.deal, seat), 0)
            if count > (1 if best is None else best.laid):
                best = Way(offer.taps, after, count)
    return best


def _standing(deal: Deal, seat: int) -> object:
    """What a table and a hand have come to, however they came to it."""
    view = deal.view(seat)
    melds = sorted((other.side, sorted(other.meld.cards)) for other in view.melds)
    return deal.turn, view.hand, tuple((side, tuple(cards)) for side, cards in melds)


def _paging(table: Table, seat: int, action: Action, taps: int, means: Means) -> Way | None:
    for _ in range(MOST_PAGES):
        further: Offer | None = None
        for offer in _offers(_screen(table, seat, means)):
            what = _what(offer)
            if isinstance(what, rq.Move) and [_same(a) for a in what.actions] == [_same(action)]:
                laid = int(isinstance(action, Lay | Add | Swap))
                return Way(taps + offer.taps, _tapped(table, seat, offer.payload), laid)
            if isinstance(what, rq.Page):
                further = offer
        if further is None:
            return None
        table, taps = _tapped(table, seat, further.payload), taps + further.taps
    return None


def _chosen(table: Table, seat: int, cards: tuple[Card, ...], means: Means) -> tuple[Table, int]:
    """The cards chosen one after the other, and the taps it took."""
    if means.menus:
        return _ticked(table, seat, cards, means)
    for card in cards:
        payload = next(
            offer.payload
            for offer in _offers(_screen(table, seat, means))
            for what in (_what(offer),)
            if isinstance(what, rq.Choose) and what.card == card and what.on
        )
        table = _tapped(table, seat, payload)
    return table, len(cards)


def _ticked(table: Table, seat: int, cards: tuple[Card, ...], means: Means) -> tuple[Table, int]:
    """The cards ticked in their menus: each is opened, and closed again."""
    wanted = [(card, cards[:at].count(card)) for at, card in enumerate(cards)]
    taps = 0
    for menu in _menus(_screen(table, seat, means)):
        what = _what(Offer(menu.payload))
        assert isinstance(what, rq.ChooseAmong)
        places = [at for at, card in enumerate(what.cards) if card in wanted]
        if places:
            table = _tapped(table, seat, ticked(menu.payload, places))
            taps += len(places) + 2
    return table, taps


def _cards(action: Action) -> tuple[Card, ...]:
    """The cards of the hand that an action uses."""
    if isinstance(action, Lay | Add):
        return tuple(item.card for item in action.cards)
    return (action.card,) if isinstance(action, Swap | Discard) else ()


def _same(action: Action) -> object:
    """What is equal for actions that do the same."""
    match action:
        case Lay(cards):
            return "lay", tuple(sorted(cards))
        case Add(meld, cards):
            return "add", meld, tuple(sorted(cards))
        case _:
            return action


# --- tapping ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offer:
    """Something to tap, and how many taps it is away."""

    payload: str
    taps: int = 1


def _screen(table: Table, seat: int, means: Means) -> Screen:
    return hand(table, seat, texts(table.seats[seat].lang), means=means)


def _offers(screen: Screen) -> Iterator[Offer]:
    for row in screen.rows:
        for button in row:
            if not isinstance(button, Menu):
                yield Offer(button.payload)
            elif not button.several:
                yield from (Offer(option.payload, 2) for option in button.options)


def _menus(screen: Screen) -> Iterator[Menu]:
    for row in screen.rows:
        yield from (each for each in row if isinstance(each, Menu) and each.several)


def _what(offer: Offer) -> What | None:
    return decode(offer.payload)[1] if offer.payload else None


def _tapped(table: Table, seat: int, payload: str) -> Table:
    code, what = decode(payload)
    person = replace(_person(seat), lang=table.seats[seat].lang)
    outcome = handle(table, Request(person, PLACE, what, code), 0.0, Chance("00", "00"))
    if outcome.refused:
        raise NotOffered(payload[:1])
    return outcome.table


# --- the numbers -----------------------------------------------------------------------------


def taps(lab: Lab) -> list[Row]:
    """Taps a turn, over deals of the preset `common` for two and for four, on each platform."""
    rows: list[Row] = []
    for players in (2, 4):
        rows += _taps(lab, "taps", players, WORDS)
        rows += _taps(lab, "Discord", players, DISCORD)
    return rows


def _taps(lab: Lab, where: str, players: int, means: Means) -> Iterator[Row]:
    count = lab.amount(DEALS)
    found = [turn for deal in range(count) for turn in turns(deal, players=players, means=means)]
    every = [turn.taps for turn in found]
    plain = max((turn.taps for turn in found if not turn.laid), default=0)
    within = 100 * mean(turn.within for turn in found)
    middle = median(every)
    # With four, two turns in three have a meld or an addition: half of them take a tap more.
    goal = f"{BUDGET}" if players == 2 else ""
    holds = middle <= BUDGET if goal else None
    name = f"{where}, {players} players"
    yield Row(f"{name}, median", middle, "a turn", goal=goal, holds=holds)
    yield Row(f"{name}, mean", mean(every), "a turn")
    yield Row(f"{name}, no meld", plain, "at most", goal=f"{BUDGET}", holds=plain <= BUDGET)
    yield Row(f"{name}, in budget", within, "% of turns", goal="99", holds=within >= 99)
    if means is WORDS:
        share = 100 * mean(not turn.laid for turn in found)
        yield Row(f"turns without meld, {players} players", share, "% of turns")
