"""The guide through the first game: what somebody new would do next, and the word about it.

It leads through a person's first deal. Of each kind of decision it speaks once, when it comes up
for the first time, in whatever deal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.habits import Habits
from bot.state import Table
from engine.actions import Action, Add, Discard, Lay, Undo
from engine.players import player
from engine.players.going_out import going_out
from engine.position import position_of
from engine.view import View

_ADVICE: Final = player("easy")
"""Who is asked what to do: the friendly beginner."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What the guide means: the kind of decision (`bot.habits.HINTS`) and the action advised.

    `said`: it is new, so a word is said about it; otherwise the guide only points.
    """

    kind: str
    action: Action
    said: bool


def hint(table: Table, seat: int) -> Hint | None:
    """The hint for who sits there; None off-turn, and for whom needs none."""
    own = table.seats[seat]
    if own.person is None or own.habits.guide == "off" or own.stand_in:
        return None
    if table.deal is None or table.phase != "deal" or table.deal.seat != seat:
        return None
    view = table.view(seat)
    action = _ADVICE(view)
    kind = _kind(view, action)
    said = kind not in own.habits.read
    return Hint(kind, action, said) if said or own.habits.guide == "lead" else None


def _kind(view: View, action: Action) -> str:
    if view.phase == "draw":
        return "draw"
    if view.row_duty is not None or view.reuse:
        return "duty"
    if _goes_out(view, action):
        return "out"
    return "discard" if isinstance(action, Discard) else "meld"


def _goes_out(view: View, action: Action) -> bool:
    """Is it the last action of the deal, or the first of those that empty the hand?"""
    line = going_out(view.rules, position_of(view))
    return line is not None and line[:1] == (action,)


def same(one: Action, other: Action) -> bool:
    """Do these actions do the same, in whatever order they name the cards?"""
    match one, other:
        case Lay(cards), Lay(others):
            return sorted(cards) == sorted(others)
        case Add(meld, cards), Add(where, others):
            return meld == where and sorted(cards) == sorted(others)
        case _:
            return one == other


def heeded(before: Table, seat: int, actions: tuple[Action, ...]) -> Habits:
    """The habits of who sits there after these actions: the hint that was shown is read."""
    habits = before.seats[seat].habits
    if habits.guide == "off" or any(isinstance(action, Undo) for action in actions):
        return habits
    shown = hint(before, seat)
    return habits if shown is None else habits.having_read(shown.kind)


def led(table: Table) -> Table:
    """The table after a deal: whoever was led through it goes on alone."""
    return replace(
        table,
        seats=tuple(
            replace(seat, habits=seat.habits.led()) if seat.person is not None else seat
            for seat in table.seats
        ),
    )
