"""How a turn begins: from the stock, from the row, or not at all (RULES.md 3.1 to 3.3, 3.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import IllegalAction
from engine.position import End, Hand, Position, Turn, more, replaced, row_open
from engine.shuffle import shuffled

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.rules import Rules


def can_draw(rules: Rules, at: Position) -> bool:
    """Is there a stock card, or will a reshuffle give one (RULES.md 3.8)?"""
    if at.stock:
        return True
    idle_since_reshuffle = at.stale and at.idle >= 2 * rules.players
    return rules.stock_empty == "reshuffle_row" and len(at.row) > 1 and not idle_since_reshuffle


def draw(rules: Rules, at: Position, seed: str) -> Position:
    """Take what a draw brings from the stock, which is made anew from the row where that is due.

    Where the stock runs short the player gets what there is. `seed` is the secret of the deal, as
    for `shuffle.shuffled`. Raises IllegalAction.
    """
    _drawing(at)
    if not can_draw(rules, at):
        raise IllegalAction("stock_empty")
    if not at.stock:
        at = at._replace(
            stock=shuffled(at.row[:-1], seed, at.shuffles + 1),
            row=at.row[-1:],
            shuffles=at.shuffles + 1,
            stale=True,
        )
    drawn = at.stock[: draw_size(rules, at)]
    return _drawn(
        at,
        drawn,
        at.stock[len(drawn) :],
        at.row,
        Turn(at.now.fresh, drawn[0], second=drawn[1] if len(drawn) > 1 else None),
    )


def _drawn(
    at: Position, cards: Hand, stock: tuple[Card, ...], row: tuple[Card, ...], now: Turn
) -> Position:
    """The position once these cards are in the hand."""
    # Field by field: `_replace`, and fields by name, take twice as long.
    return Position(
        at.seat,
        "play",
        at.turn,
        replaced(at.hands, at.seat, more(at.hand, cards)),
        stock,
        row,
        at.melds,
        at.opened,
        at.laid,
        at.shown,
        at.idle,
        at.shuffles,
        at.stale,
        now,
        None,
    )


def draw_size(rules: Rules, at: Position) -> int:
    """How many cards a draw brings, if the stock has them (`draw_count`, `single_card_draws`)."""
    alone = len(at.hand) == 1
    return max(rules.draw_count, rules.single_card_draws) if alone else rules.draw_count


def may_take(rules: Rules, at: Position, index: int) -> None:
    """May the row be taken from `index` on (RULES.md 3.2, the lazy form)? Raises IllegalAction."""
    _drawing(at)
    if not 0 <= index < len(at.row):
        raise IllegalAction("no_such_row_card")
    if index < row_open(at.row, rules):
        raise IllegalAction("row_blocked", card=at.row[index])
    if rules.row_needs_open and not at.opened[at.seat]:
        raise IllegalAction("row_needs_open")


def take(rules: Rules, at: Position, index: int) -> Position:
    """Take the row from `index` on; the face there is owed to the table (RULES.md 3.2, 3.4).

    Raises IllegalAction.
    """
    may_take(rules, at, index)
    chosen = at.row[index]
    duty = None if is_free(rules, at, index) else chosen
    now = Turn(at.now.fresh, None, chosen, len(at.row) - 1 - index, duty)
    return _drawn(at, at.row[index:], at.stock, at.row[:index], now)


def is_free(rules: Rules, at: Position, index: int) -> bool:
    """May the row be taken from `index` on without owing the card there (`row_obligation`)?"""
    if rules.row_obligation == "not_for_last":
        return index == len(at.row) - 1
    return rules.row_obligation == "none"


def stop(rules: Rules, at: Position) -> Position:
    """Stop the deal, because no card can be drawn from the stock. Raises IllegalAction."""
    _drawing(at)
    if can_draw(rules, at):
        raise IllegalAction("cannot_stop")
    return at._replace(phase="over", end=End())


def _drawing(at: Position) -> None:
    if at.phase == "over":
        raise IllegalAction("turn_over")
    if at.phase == "play":
        raise IllegalAction("already_drawn")
