"""A deal at one moment, as plain immutable data.

The play-phase rules (`engine.moves`) read the hand of the seat to play and public facts only.
So a position made from a view, with nothing in the other hands and in the stock, is as good to
them as the real one: screens and computer players are judged by the very same code.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from engine.cards import Card, Placed
from engine.errors import IllegalAction
from engine.view import Phase, Shown, TableMeld, View

if TYPE_CHECKING:
    from engine.rules import Rules

Hand = tuple[Card, ...]
T = TypeVar("T")


class Turn(NamedTuple):
    """What belongs to the running turn only.

    `fresh`: the seat has laid nothing in any earlier turn (in hand, RULES.md 3.9 and 5). `drawn`
    came from the stock, perhaps with a `second`; `chosen` from the row, with `along` cards to its
    right. `row_duty` and `reuse` are the faces still owed to the table; where `reuse_place` binds
    them, `reuse_melds` has the meld to which each of `reuse` is owed. `placed` holds what was laid
    in this turn and still lies there, by index of the meld.
    """

    fresh: bool = True
    drawn: Card | None = None
    chosen: Card | None = None
    along: int = 0
    row_duty: Card | None = None
    reuse: tuple[Card, ...] = ()
    placed: tuple[tuple[int, Placed], ...] = ()
    second: Card | None = None
    reuse_melds: tuple[int, ...] = ()


class End(NamedTuple):
    """How a deal ended: by a closer, by a Pinnacolone of a side, or (neither) stopped."""

    closer: int | None = None
    pinnacolone: int | None = None

    @property
    def stopped(self) -> bool:
        """Did the deal end without a closer and without a Pinnacolone (RULES.md 3.8)?"""
        return self.closer is None and self.pinnacolone is None


class Position(NamedTuple):
    """A deal at one moment. Hands are sorted; the stock has its top card first.

    `turn` counts from 1; `idle` counts the finished turns in a row in which nobody laid a card;
    `shuffles` counts the reshuffles, and `stale` says that nobody has laid a card since the last
    one (False before the first).
    """

    seat: int
    phase: Phase
    turn: int
    hands: tuple[Hand, ...]
    stock: tuple[Card, ...]
    row: tuple[Card, ...]
    melds: tuple[TableMeld, ...]
    opened: tuple[bool, ...]
    laid: tuple[bool, ...]
    shown: tuple[Shown, ...]
    idle: int
    shuffles: int
    stale: bool
    now: Turn
    end: End | None

    @property
    def hand(self) -> Hand:
        """The cards of the seat to play."""
        return self.hands[self.seat]

    @property
    def owes(self) -> bool:
        """Is a row or reuse duty open?"""
        return self.now.row_duty is not None or bool(self.now.reuse)


def less(hand: Hand, face: Card) -> Hand:
    """The hand less one card of this face. Raises IllegalAction `not_in_hand`."""
    try:
        place = hand.index(face)
    except ValueError:
        raise IllegalAction("not_in_hand", card=face) from None
    return hand[:place] + hand[place + 1 :]


def more(hand: Hand, faces: Iterable[Card]) -> Hand:
    """The hand with these faces, sorted.

    >>> from engine.cards import cards
    >>> more(cards("4s9h"), cards("*8h"))
    (4s, 8h, 9h, *)
    """
    sorted_hand = list(hand)
    for face in faces:
        insort(sorted_hand, face)
    return tuple(sorted_hand)


def without(hand: Hand, faces: Iterable[Card]) -> Hand:
    """The hand less these faces. Raises IllegalAction `not_in_hand`.

    >>> from engine.cards import cards
    >>> without(cards("9s9s9h"), cards("9s"))
    (9s, 9h)
    """
    left = list(hand)
    for face in faces:
        try:
            left.remove(face)
        except ValueError:
            raise IllegalAction("not_in_hand", card=face) from None
    return tuple(left)


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The tuple with another item at `index`."""
    return items[:index] + (item,) + items[index + 1 :]


def row_open(row: tuple[Card, ...], rules: Rules) -> int:
    """First index of the row that is not blocked; `len(row)` when all of it is (RULES.md 3.3)."""
    first = max(len(row) - 1, 0) if rules.row_take == "last_only" else 0
    if rules.row_block != "none":
        for index in range(len(row) - 1, first - 1, -1):
            if rules.is_wild(row[index]):
                return index + (rules.row_block == "incl_wild")
    return first


def position_of(view: View) -> Position:
    """What the viewer knows, in the shape the play-phase rules read. For the seat to play only."""
    return Position(
        seat=view.seat,
        phase=view.phase,
        turn=view.turn,
        hands=tuple(hand or () for hand in view.hands),
        stock=(),
        row=view.row,
        melds=view.melds,
        opened=view.opened,
        laid=view.laid,
        shown=view.shown,
        idle=view.idle,
        shuffles=0,
        stale=False,
        now=Turn(
            drawn=view.drawn,
            chosen=view.chosen,
            along=view.taken,
            row_duty=view.row_duty,
            reuse=view.reuse,
            second=view.second,
            reuse_melds=view.reuse_melds,
            placed=view.placed,
        ),
        end=None,
    )
