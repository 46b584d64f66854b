"""At the table: moves with their stamps, and the free taps of a hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from bot import guide
from bot import requests as rq
from bot.matches import finish_deal
from bot.notices import Fact, Notice
from bot.outcome import Outcome, may_govern, no_seat, refuse, with_seat
from bot.payloads import body
from bot.requests import Move, Request
from bot.state import Done, Table, Turn
from engine import events as ev
from engine.actions import DRAW, UNDO, Action, Add, Discard, Draw, Lay, Stop, Swap, Take, Undo
from engine.deal import Deal
from engine.errors import IllegalAction
from engine.melds import points
from engine.players import player
from engine.record import turn_text
from engine.suggest import suggestions

REMEMBERED: Final = 24
"""Applied moves that are remembered to recognise the same tap again."""


def move(table: Table, request: Request, what: Move, now: float) -> Outcome:
    """Apply a move: all its actions or none.

    The same button tapped again, even under another request, is told so; a button drawn before
    the turn began or before the last undo is stale; everything else is for the engine to decide.
    """
    seat = table.seat_of(request.person.id)
    if seat is None:
        return no_seat(table)
    done = Done(what.stamp, body(what.actions))
    if done in table.done:
        return refuse(table, "already_done")
    if table.deal is None or table.phase != "deal":
        return refuse(table, "stale")
    if table.paused is not None:
        return refuse(table, "bot_out" if table.out else "paused")
    if table.seats[seat].stand_in:
        return refuse(table, "stand_in")
    if table.deal.seat != seat and table.seats[seat].missed and what.stamp < table.floor:
        return refuse(table, "time_up")
    if table.deal.seat != seat:
        return refuse(table, "not_your_turn", name=table.seats[table.deal.seat].name)
    if not table.floor <= what.stamp <= table.stamp:
        return refuse(table, "stale")
    try:
        return apply(table, seat, what.actions, done, now)
    except IllegalAction as error:
        return Outcome(table, Notice(error.code, _facts(table, seat, error)), refused=True)


def _facts(table: Table, seat: int, error: IllegalAction) -> dict[str, Fact]:
    """The facts of a refusal; a meld is named by its cards, not by its place on the table."""
    facts: dict[str, Fact] = dict(error.params)
    index = facts.get("meld")
    if isinstance(index, int):
        melds = table.view(seat).melds
        facts.pop("meld")
        if 0 <= index < len(melds):
            facts["meld"] = melds[index].meld
    return facts


def computer_action(table: Table, now: float) -> Outcome:
    """The computer to play does its next action."""
    assert table.deal is not None
    seat = table.deal.seat
    action = player(table.seats[seat].level)(table.view(seat))
    return replace(apply(table, seat, (action,), None, now), notice=None)


def apply(
    table: Table, seat: int, actions: tuple[Action, ...], done: Done | None, now: float
) -> Outcome:
    """All actions, by the seat to play; `done` is None where a computer does them.

    Raises IllegalAction; then nothing was done.
    """
    assert table.deal is not None
    deal: Deal = table.deal
    happened: list[ev.Event] = []
    log: tuple[str, ...] = ()
    for action in actions:
        if deal.over or deal.turn != table.deal.turn:
            # A forged payload: what follows would be done by the next seat.
            return refuse(table, "unknown_button")
        after, facts = deal.apply(action)
        settled = turn_text(deal, action, after)
        log += () if settled is None else (settled,)
        deal = after
        happened += facts
    notice = _applied(table.deal, deal, actions)
    over = deal.over
    passed = over or deal.turn != table.deal.turn
    before = table
    table = _count(replace(table, deal=deal), done, fresh=passed or UNDO in actions)
    if done is None:
        table = _kept(table, seat)
    else:
        table = _looked(table, seat, actions, now, passed)
        table = with_seat(table, seat, habits=guide.heeded(before, seat, actions))
    if not passed:
        return Outcome(table, notice)
    table = replace(table, turns=_turns(table, seat, happened))
    if over:
        outcome = finish_deal(table, now)
        return replace(outcome, notice=notice, log=(*log, *outcome.log))
    return Outcome(_opened(table, deal.seat), notice, log=log)


def _opened(table: Table, seat: int) -> Table:
    """The hand open at what can be done now, whatever was looked at while others played."""
    return with_seat(table, seat, more=False, asking=None, ready_page=0, row_page=0)


def drawn_at_once(before: Table, after: Table) -> Table:
    """At the beginning of a turn: the first card is drawn for whom wants that, where it is all one.

    That is where the stock has a card and nothing in the row can be used.
    """
    deal = after.deal
    if after is before or deal is None or after.phase != "deal":
        return after
    seat = after.seats[deal.seat]
    if seat.person is None or seat.level or seat.habits.draws != "on":
        return after
    goes_on = before.phase == "deal" and before.deal is not None and before.deal.turn == deal.turn
    view = deal.view(deal.seat)
    if goes_on or view.phase != "draw" or not view.can_draw:
        return after
    if any(isinstance(each.action, Take) for each in suggestions(view)):
        return after
    drawn, _ = deal.apply(DRAW)
    return _count(replace(after, deal=drawn), None, fresh=False)


def _looked(
    table: Table, seat: int, actions: tuple[Action, ...], now: float, passed: bool
) -> Table:
    """After a move of a person: a fresh look at the hand; what they were told is answered."""
    if table.clock is not None:
        table = replace(table, clock=replace(table.clock, said=""))
    own = table.seats[seat]
    # What was chosen ahead is for after the draw.
    drawing = isinstance(actions[0], Draw | Take)
    return with_seat(
        table,
        seat,
        chosen=own.chosen if drawing else (),
        ahead=False,
        more=False,
        asking=None,
        ready_page=0,
        row_page=0,
        touched=int(now),
        missed=0 if passed else own.missed,
    )


def _kept(table: Table, seat: int) -> Table:
    """After an action of a computer: what the person had chosen stays, as far as it is held."""
    assert table.deal is not None
    hand = table.view(seat).hand
    chosen = tuple(each for each in table.seats[seat].chosen if hand.count(each[0]) > each[1])
    return with_seat(table, seat, chosen=chosen, asking=None)


def _count(table: Table, done: Done | None, *, fresh: bool) -> Table:
    """One more move. With `fresh`, no button drawn before it can be meant any more."""
    stamp = table.stamp + 1
    floor = stamp if fresh else table.floor
    everything = table.done if done is None else (*table.done, done)
    forgotten, remembered = everything[:-REMEMBERED], everything[-REMEMBERED:]
    # A move that is not remembered could be applied twice: its button becomes stale.
    floor = max([floor, *(d.stamp + 1 for d in forgotten)])
    return replace(table, stamp=stamp, floor=floor, done=remembered)


def _turns(table: Table, seat: int, happened: list[ev.Event]) -> tuple[Turn, ...]:
    """The turns that are told: one round, without the seat's own last one."""
    turn = summary(seat, happened)
    return (*(t for t in table.turns if t.seat != seat), turn)


def summary(seat: int, happened: list[ev.Event]) -> Turn:
    """A settled turn in short."""
    turn = Turn(seat)
    for event in happened:
        match event:
            case ev.Took():
                turn = replace(turn, took=event.cards[0], along=len(event.cards) - 1)
            case ev.Laid():
                turn = replace(turn, laid=(*turn.laid, event.meld))
            case ev.Added():
                turn = replace(turn, added=(*turn.added, (event.cards, event.meld)))
            case ev.Swapped():
                turn = replace(turn, swapped=(*turn.swapped, (event.card, event.meld)))
            case ev.Discarded():
                turn = replace(turn, discard=event.card)
            case ev.WentOut():
                turn = replace(turn, out=True)
            case ev.Stopped():
                turn = replace(turn, stopped=True)
            case _:
                pass
    return turn


def _applied(before: Deal, after: Deal, actions: tuple[Action, ...]) -> Notice | None:
    """What the acting player is told of a move that was applied."""
    old, new = before.view(before.seat), after.view(before.seat)
    rules = old.rules
    if len(actions) > 1:
        laid = new.melds[len(old.melds) :]
        return Notice(
            "laid_all", {"count": len(laid), "points": sum(points(m.meld, rules) for m in laid)}
        )
    match actions[0]:
        case Draw():
            if new.drawn is None:
                return None
            both = (new.drawn,) if new.second is None else (new.drawn, new.second)
            return Notice("drew", {"card": both})
        case Take(index):
            return Notice("took", {"card": old.row[index], "count": len(old.row) - index - 1})
        case Lay():
            meld = new.melds[-1].meld
            return Notice("laid", {"meld": meld, "points": points(meld, rules)})
        case Add(index, _):
            meld = new.melds[index].meld
            gain = points(meld, rules) - points(old.melds[index].meld, rules)
            return Notice("added", {"meld": meld, "points": gain})
        case Swap(index, face):
            return Notice("swapped", {"card": face})
        case Undo():
            return Notice("undone")
        case Discard(face):
            return Notice("discarded", {"card": face})
        case Stop():
            return None


# --- free taps -------------------------------------------------------------------------------


def free(table: Table, request: Request, now: float) -> Outcome:
    """Everything a hand's owner may tap at any time: idempotent, without a stamp."""
    seat = table.seat_of(request.person.id)
    what = request.what
    if isinstance(what, rq.ShowMore) and what.part == "table":
        if seat is None and not may_govern(table, request):
            return refuse(table, "no_seat")
        return Outcome(replace(table, more=what.on, menu=""))
    if seat is None:
        return no_seat(table)
    if isinstance(what, rq.Prefer):
        try:
            habits = table.seats[seat].habits.with_choice(what.habit, what.value)
        except ValueError:
            return refuse(table, "unknown_button")
        return _look(table, seat, now, habits=habits)
    if table.deal is None:
        return refuse(table, "no_hand")
    view = table.view(seat)
    match what:
        case rq.ShowHand():
            edition = table.seats[seat].edition + 1
            return Outcome(with_seat(_opened(table, seat), seat, edition=edition))
        case rq.PeekHand():
            return Outcome(table, Notice("hand", {"cards": view.hand}, alert=True))
        case rq.Choose(face, copy, on):
            if table.phase != "deal" or view.hand.count(face) <= copy:
                return refuse(table, "stale")
            chosen = [c for c in table.seats[seat].chosen if c != (face, copy)]
            if on:
                chosen = sorted([*chosen, (face, copy)])
            return _look(table, seat, now, chosen=tuple(chosen), asking=None, ready_page=0)
        case rq.ChooseAmong(cards, on):
            if table.phase != "deal" or any(view.hand.count(c) <= copy for c, copy in on):
                return refuse(table, "stale")
            others = [c for c in table.seats[seat].chosen if c not in cards]
            marks = tuple(sorted([*others, *on]))
            return _look(table, seat, now, chosen=marks, asking=None, ready_page=0)
        case rq.ClearChoice():
            return _look(table, seat, now, chosen=(), asking=None, ready_page=0)
        case rq.AskDiscard(face, on):
            if on and face not in view.hand:
                return refuse(table, "stale")
            return _look(table, seat, now, asking=face if on else None)
        case rq.Page("ready", page):
            return _look(table, seat, now, ready_page=page)
        case rq.Page("row", page):
            return _look(table, seat, now, row_page=page)
        case rq.ChooseAhead(on):
            return _look(table, seat, now, ahead=on)
        case rq.ShowMore(_, on):
            # A question that was not answered is not asked again.
            closed = replace(table, menu="") if table.menu == "leave" else table
            return _look(closed, seat, now, more=on)
        case _:
            return refuse(table, "unknown_button")


def adopt(table: Table, person: str, facts: dict[str, str]) -> Outcome:
    """Somebody's habits have changed at another table: here they are the same."""
    seat = table.seat_of(person)
    if seat is None:
        return Outcome(table)
    return Outcome(with_seat(table, seat, habits=table.seats[seat].habits.adopting(facts)))


def _look(table: Table, seat: int, now: float, **changes: Any) -> Outcome:
    """Another look at the hand, asked for by who holds it."""
    return Outcome(with_seat(table, seat, **changes, touched=int(now)))
