"""What each action of the play phase does, and what refuses it (RULES.md 3.4 to 3.10, 11).

Every function takes the position and gives the one after it; a refusal raises IllegalAction and
changes nothing. The checks stand in the order in which their codes win. Only the hand of the seat
to play and public facts are read, so a position made from a view will do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import melds as meld_rules
from engine.cards import Card, Placed
from engine.errors import IllegalAction
from engine.position import End, Hand, Position, Turn, less, more, replaced, without
from engine.view import Shown, TableMeld

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.melds import Meld
    from engine.rules import RowWay, Rules

MOST_TURNS = 500
"""A deal of so many turns is stopped, whatever the rules say (RULES.md 3.8)."""

_FRESH: Final = Turn(fresh=True)
_LATER: Final = Turn(fresh=False)


def playing(at: Position) -> None:
    """Raises IllegalAction `turn_over` or `must_draw_first` outside the play phase."""
    if at.phase == "over":
        raise IllegalAction("turn_over")
    if at.phase == "draw":
        raise IllegalAction("must_draw_first")


def lay(rules: Rules, at: Position, cards: Sequence[Placed]) -> Position:
    """Lay a new meld (RULES.md 3.5). Raises IllegalAction."""
    playing(at)
    hand = without(at.hand, [item.card for item in cards])
    return lay_meld(rules, at, meld_rules.recognise(cards, rules), hand)


def lay_meld(rules: Rules, at: Position, meld: Meld, hand: Hand) -> Position:
    """Lay a recognised meld, which leaves `hand`. Raises IllegalAction."""
    seat, index = at.seat, len(at.melds)
    if not at.opened[seat] and rules.opening_min_points:
        points = meld_rules.points(meld, rules)
        if points < rules.opening_min_points:
            raise IllegalAction("opening_points", needs=rules.opening_min_points, points=points)
    opened = at.opened if at.opened[seat] else replaced(at.opened, seat, True)
    table = (*at.melds, TableMeld(meld, rules.side_of(seat), seat))
    now = _paid(rules, at.now, meld.cards, "new_meld", own=True, index=index)
    now = _placing(now, index, meld.cards)
    return _laid(rules, at, index, table, hand, now, opened)


def add(rules: Rules, at: Position, index: int, cards: Sequence[Placed]) -> Position:
    """Add cards to a meld of the table (RULES.md 3.5). Raises IllegalAction."""
    playing(at)
    target = _meld_at(at, index)
    may_add(rules, at, target)
    try:
        meld = meld_rules.extend(target.meld, cards, rules)
    except IllegalAction as refusal:
        if refusal.code != "set_complete":
            # That a card is not in the hand goes before what the meld says about it.
            without(at.hand, [item.card for item in cards])
        refusal.params.setdefault("meld", index)
        raise
    hand = without(at.hand, [item.card for item in cards])
    return add_meld(rules, at, index, meld, hand)


def add_meld(rules: Rules, at: Position, index: int, meld: Meld, hand: Hand) -> Position:
    """Let the meld at `index` grow into the recognised `meld`, which leaves `hand`."""
    target = at.melds[index]
    cards = added(target.meld, meld)
    own = target.side == rules.side_of(at.seat)
    now = _paid(rules, at.now, cards, "extend", own, index)
    now = _placing(now, index, cards)
    table = replaced(at.melds, index, TableMeld(meld, target.side, target.author))
    return _laid(rules, at, index, table, hand, now, at.opened)


def swap(rules: Rules, at: Position, index: int, card: Card) -> Position:
    """Take a wild for the card it stands for (RULES.md 3.6). Raises IllegalAction."""
    playing(at)
    target = _meld_at(at, index)
    if rules.is_wild(card):
        raise IllegalAction("swap_needs_natural", card=card)
    places = meld_rules.swap_places(target.meld, card, rules)
    if not places:
        meanings = [item.stands_for for item in target.meld.cards if item.stands_for is not None]
        if meanings:
            raise IllegalAction("swap_wrong_card", meld=index, card=meanings[0])
        raise IllegalAction("swap_wrong_card", meld=index)
    own = target.side == rules.side_of(at.seat)
    free = [place for place in places if not _fixed(rules, target.meld.cards[place].card, own)]
    if not free:
        code = _fixed(rules, target.meld.cards[places[0]].card, own)
        raise IllegalAction(code or "wild_fixed", meld=index)
    if rules.swap_needs_open and not at.opened[at.seat]:
        raise IllegalAction("must_open_first")
    hand = less(at.hand, card)
    meld, freed = meld_rules.swap(target.meld, card, rules, at=free[0])
    now = _paid(rules, at.now, (Placed(card),), "swap_own" if own else "swap_opp", own, index)
    placed = list(now.placed)
    for item in added(meld, target.meld):
        if (index, item) in placed:
            placed.remove((index, item))
    placed.append((index, Placed(card)))
    reuse = rules.reuse_pinella if rules.is_pinella(freed) else rules.reuse_joker
    now = now._replace(placed=tuple(placed))
    if reuse == "same_turn":
        now = _owing(rules, now, freed, index)
    table = replaced(at.melds, index, TableMeld(meld, target.side, target.author))
    return _laid(rules, at, index, table, more(hand, (freed,)), now, at.opened)


def discard(rules: Rules, at: Position, card: Card) -> Position:
    """Put a card at the end of the row: the next turn, or the end (RULES.md 3.7 to 3.9).

    Raises IllegalAction.
    """
    playing(at)
    hand = less(at.hand, card)
    _refuse_owing(at)
    if card == at.now.chosen or not rules.any_discard:
        _refuse_barred(rules, at, card)
    hands, row = replaced(at.hands, at.seat, hand), (*at.row, card)
    if hand:
        return next_turn(rules, at, hands, row)
    if refusal := out_refusal(rules, at):
        raise refusal
    return at._replace(hands=hands, row=row, phase="over", end=End(closer=at.seat))


def _refuse_barred(rules: Rules, at: Position, card: Card) -> None:
    code = barred(rules, at, card)
    if code is not None and not all(barred(rules, at, other) for other in at.hand):
        raise IllegalAction(code, card=card)


def barred(rules: Rules, at: Position, card: Card) -> str | None:
    """The code that keeps this card from being discarded, or None (RULES.md 7 G).

    Where all cards of the hand are barred, none is: nobody is ever stuck.
    """
    if not rules.discard_wild and rules.is_wild(card):
        return "discard_wild"
    if (
        not rules.discard_taken_card
        and card == at.now.chosen
        and at.hand.count(card) == 1
        and all(item.card != card for _, item in at.now.placed)
    ):
        return "discard_taken_card"
    if not rules.discard_fitting and any(
        meld_rules.placements(other.meld, card, rules) for other in at.melds
    ):
        return "discard_fitting"
    return None


def next_turn(
    rules: Rules, at: Position, hands: tuple[Hand, ...], row: tuple[Card, ...]
) -> Position:
    """The position after a turn that left these hands and this row: the next seat's, or stopped.

    See RULES.md 3.8.
    """
    idle = 0 if at.now.placed else at.idle + 1
    if (
        (rules.stall_turns is not None and idle >= rules.stall_turns)
        or (rules.stock_empty == "stop_after_last" and not at.stock)
        or at.turn >= MOST_TURNS
    ):
        return at._replace(hands=hands, row=row, phase="over", idle=idle, end=End())
    seat = rules.next_seat(at.seat)
    # Field by field, here and below: `_replace`, and fields by name, take twice as long.
    return Position(
        seat,
        "draw",
        at.turn + 1,
        hands,
        at.stock,
        row,
        at.melds,
        at.opened,
        at.laid,
        at.shown,
        idle,
        at.shuffles,
        at.stale,
        _LATER if at.laid[seat] else _FRESH,
        None,
    )


def out_refusal(rules: Rules, at: Position) -> IllegalAction | None:
    """Why a hand may not become empty now, by what has been shown (RULES.md 3.9); None: it may."""
    needed = rules.out_requirement
    if needed is not None:
        shown = at.shown[_owner(rules, rules.side_of(at.seat), at.seat)]
        if not needed.met(shown.poker, shown.run):
            needs = tuple(
                item if item == "poker" else f"clean_run {item.clean_run}"
                for item in needed.items
                if not (shown.poker if item == "poker" else shown.run >= item.clean_run)
            )
            return IllegalAction("out_requirement", needs=needs, mode=needed.mode)
    if rules.no_out_first_round and at.turn <= rules.players:
        return IllegalAction("no_out_first_round")
    return None


def may_add(rules: Rules, at: Position, target: TableMeld) -> None:
    """May the seat to play add to this meld? Raises IllegalAction (RULES.md 3.5)."""
    if target.author == at.seat:
        return
    if target.side != rules.side_of(at.seat):
        if rules.add_opponents == "never":
            raise IllegalAction("opponents_meld")
    elif rules.add_partner == "never":
        raise IllegalAction("partners_meld")
    elif rules.add_partner == "after_open" and not at.opened[at.seat]:
        raise IllegalAction("must_open_first")


def added(before: Meld, after: Meld) -> tuple[Placed, ...]:
    """The cards by which a meld has grown.

    >>> from engine.cards import placed
    >>> from engine.melds import Meld
    >>> added(Meld("run", placed("4h5h6h")), Meld("run", placed("*=3h4h5h6h7h")))
    (*=3h, 7h)
    """
    count = len(before.cards)
    if after.cards[:count] == before.cards:
        return after.cards[count:]
    if after.cards[-count:] == before.cards:
        return after.cards[:-count]
    left = list(after.cards)
    moved = []
    for item in before.cards:
        if item in left:
            left.remove(item)
        else:
            moved.append(item.card)
    # A wild that slid to another place of its run (`wild_slide`) has not been added.
    for face in moved:
        slid = next((item for item in left if item.card == face), None)
        if slid is not None:
            left.remove(slid)
    return tuple(left)


def show(rules: Rules, shown: tuple[Shown, ...], target: TableMeld) -> tuple[Shown, ...]:
    """What has been shown once this meld lies on the table (RULES.md 3.9, A22)."""
    index = _owner(rules, target.side, target.author)
    poker, run = shown[index]
    meld, length = target.meld, len(target.meld.cards)
    if meld.kind == "run":
        if length > run and meld_rules.is_clean(meld, rules):
            return replaced(shown, index, Shown(poker, length))
    elif not poker and meld_rules.is_poker(meld):
        poker = not rules.out_poker_clean or meld_rules.is_clean(meld, rules)
        return replaced(shown, index, Shown(poker, run))
    return shown


def nothing_shown(rules: Rules) -> tuple[Shown, ...]:
    """What has been shown at the start of a deal: one entry per side, or per seat."""
    count = len(rules.sides) if rules.out_requirement_scope == "side" else rules.players
    return (Shown(),) * count


def _fixed(rules: Rules, wild: Card, own: bool) -> str | None:
    """The code that keeps this wild in a meld of the own side, or of another; None: it is free."""
    pinella = rules.is_pinella(wild)
    source = rules.swap_pinella_from if pinella else rules.swap_joker_from
    if source == "never":
        return "wild_fixed"
    if source == "own_side" and not own:
        return "not_your_sides_pinella" if pinella else "opponents_meld"
    return None


def _owing(rules: Rules, now: Turn, freed: Card, index: int) -> Turn:
    """The turn's duties with this wild, swapped out of the meld at `index`."""
    if rules.reuse_place == "anywhere":
        return now._replace(reuse=tuple(sorted((*now.reuse, freed))))
    owed = sorted((*zip(now.reuse, now.reuse_melds, strict=True), (freed, index)))
    return now._replace(
        reuse=tuple(face for face, _ in owed), reuse_melds=tuple(meld for _, meld in owed)
    )


def _owner(rules: Rules, side: int, seat: int) -> int:
    return side if rules.out_requirement_scope == "side" else seat


def _meld_at(at: Position, index: int) -> TableMeld:
    if not 0 <= index < len(at.melds):
        raise IllegalAction("no_such_meld")
    return at.melds[index]


def _paid(
    rules: Rules, now: Turn, cards: Sequence[Placed], way: RowWay, own: bool, index: int
) -> Turn:
    """The turn's duties after these cards were laid: each pays one, the row duty first."""
    if now.row_duty is None and not now.reuse:
        return now
    row, reuse, melds = now.row_duty, list(now.reuse), list(now.reuse_melds)
    for face, _ in cards:
        if face == row and way in rules.row_obligation_ways:
            row = None
        elif melds:
            if (face, index) in (owed := list(zip(reuse, melds, strict=True))):
                at = owed.index((face, index))
                del reuse[at], melds[at]
        elif own and face in reuse:
            reuse.remove(face)
    if row is not None and rules.row_obligation_timing == "first_action":
        raise IllegalAction("row_obligation_first_action", card=row)
    return now._replace(row_duty=row, reuse=tuple(reuse), reuse_melds=tuple(melds))


def _placing(now: Turn, index: int, cards: Sequence[Placed]) -> Turn:
    """The turn after these cards were laid in the meld at `index`."""
    fresh, drawn, chosen, along, row_duty, reuse, placed, second, reuse_melds = now
    placed += tuple([(index, item) for item in cards])
    return Turn(fresh, drawn, chosen, along, row_duty, reuse, placed, second, reuse_melds)


def _laid(
    rules: Rules,
    at: Position,
    index: int,
    table: tuple[TableMeld, ...],
    hand: Hand,
    now: Turn,
    opened: tuple[bool, ...],
) -> Position:
    """The position once the meld at `index` lies there, or the refusal of an empty hand."""
    seat = at.seat
    after = Position(
        seat,
        at.phase,
        at.turn,
        replaced(at.hands, seat, hand),
        at.stock,
        at.row,
        table,
        opened,
        at.laid if at.laid[seat] else replaced(at.laid, seat, True),
        show(rules, at.shown, table[index]),
        at.idle,
        at.shuffles,
        False,
        now,
        None,
    )
    winner = None if after.owes else _pinnacolone(rules, after)
    if winner is not None:
        out = not hand and rules.out_discard == "optional" and not out_refusal(rules, after)
        return after._replace(phase="over", end=End(seat if out else None, winner))
    if hand:
        return after
    _refuse_owing(after)
    if rules.out_discard == "required":
        raise IllegalAction("must_keep_discard")
    if refusal := out_refusal(rules, after):
        raise refusal
    return after._replace(phase="over", end=End(closer=seat))


def _refuse_owing(at: Position) -> None:
    if at.now.row_duty is not None:
        raise IllegalAction("row_obligation", card=at.now.row_duty)
    if at.now.reuse:
        raise IllegalAction("reuse_obligation", cards=at.now.reuse)


def pinnacolone_at(rules: Rules, at: Position) -> int | None:
    """Index of a Pinnacolone that ends the deal, one of the own side first (RULES.md 3.10)."""
    least = rules.pinnacolone_min
    if least is None or rules.pinnacolone_wins == "no":
        return None
    if max([run for _, run in at.shown]) < least:
        # No clean run has ever been so long.
        return None
    found = [
        index
        for index, other in enumerate(at.melds)
        if len(other.meld.cards) >= least and meld_rules.is_pinnacolone(other.meld, rules)
    ]
    if not found:
        return None
    own = rules.side_of(at.seat)
    return min(found, key=lambda index: (at.melds[index].side != own, index))


def _pinnacolone(rules: Rules, at: Position) -> int | None:
    index = pinnacolone_at(rules, at)
    return None if index is None else at.melds[index].side
