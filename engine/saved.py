"""A deal as JSON data: compact, readable, and read again exactly.

Cards are in notation, trial actions as words; what can be told from the rest is left out. The
data holds hands and the stock: it belongs into the store and nowhere else. Errors name the field
that cannot be read, never its cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from engine import melds as meld_rules
from engine.actions import action_text, read_action
from engine.cards import Card, Placed, cards, notation, placed
from engine.deal import Deal
from engine.errors import IllegalAction
from engine.melds import Meld
from engine.position import End, Position, Turn
from engine.view import Phase, Shown, TableMeld

if TYPE_CHECKING:
    from engine.rules import Rules

T = TypeVar("T")


def write(deal: Deal) -> dict[str, Any]:
    """The deal as data, without the rules."""
    at, now = deal.settled, deal.settled.now
    data: dict[str, Any] = {
        "turn": at.turn,
        "seat": at.seat,
        "phase": at.phase,
        "hands": [notation(hand) for hand in at.hands],
        "row": notation(at.row),
        "stock": notation(at.stock),
        "melds": [f"{meld.author} {notation(meld.meld.cards)}" for meld in at.melds],
        "opened": _seats(at.opened),
        "laid": _seats(at.laid),
        "shown": [[int(shown.poker), shown.run] for shown in at.shown],
        "idle": at.idle,
        "seed": deal.seed,
    }
    if at.shuffles:
        data["shuffles"] = at.shuffles
    if at.stale:
        data["stale"] = True
    if sorted(_all_cards(at)) != list(deal.rules.pack):
        data["part"] = True
    if turn := _write_turn(at, now):
        data["now"] = turn
    if at.end is not None:
        data["end"] = {"closer": at.end.closer, "pinnacolone": at.end.pinnacolone}
    if deal.steps:
        data["trial"] = [action_text(step.action) for step in deal.steps]
    return data


def read(rules: Rules, data: dict[str, Any]) -> Deal:
    """Read what `write` wrote, under the same rules. Raises ValueError."""
    field = "deal"
    try:
        field = "seed"
        seed = _of(str, data[field])
        settled = _position(rules, data)
        field = "trial"
        deal = Deal(rules, seed, settled)
        for text in data.get(field, ()):
            deal, settled_events = deal.apply(read_action(text))
            if settled_events:
                raise ValueError("not a trial action")
    except _Unreadable:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IllegalAction):
        raise _Unreadable(f"a saved deal cannot be read: {field}") from None
    return deal


class _Unreadable(ValueError):
    """The text names the field and no card."""


def _position(rules: Rules, data: dict[str, Any]) -> Position:
    field = "deal"
    try:
        field = "turn"
        turn = _count(data[field])
        field = "seat"
        seat = _seat(rules, data[field])
        field = "phase"
        phase: Phase = data[field]
        if phase not in ("draw", "play", "over"):
            raise ValueError
        field = "hands"
        hands = tuple(tuple(sorted(cards(text))) for text in _of(list, data[field]))
        if len(hands) != rules.players:
            raise ValueError
        field = "row"
        row = cards(data[field])
        field = "stock"
        stock = cards(data[field])
        field = "melds"
        melds = tuple(_meld(rules, text) for text in _of(list, data[field]))
        field = "opened"
        opened = _flags(rules, data[field])
        field = "laid"
        laid = _flags(rules, data[field])
        field = "shown"
        shown = tuple(Shown(bool(_count(poker)), _count(run)) for poker, run in data[field])
        count = len(rules.sides) if rules.out_requirement_scope == "side" else rules.players
        if len(shown) != count:
            raise ValueError
        field = "idle"
        idle = _count(data[field])
        field = "shuffles"
        shuffles = _count(data.get(field, 0))
        field = "stale"
        stale = _of(bool, data.get(field, False))
        field = "now"
        now = _read_turn(_of(dict, data.get(field, {})), fresh=not laid[seat])
        field = "end"
        end = _end(rules, data.get(field))
        if (end is not None) != (phase == "over"):
            raise ValueError
    except (KeyError, TypeError, ValueError, AttributeError, IllegalAction):
        raise _Unreadable(f"a saved deal cannot be read: {field}") from None
    at = Position(
        seat=seat,
        phase=phase,
        turn=turn,
        hands=hands,
        stock=stock,
        row=row,
        melds=melds,
        opened=opened,
        laid=laid,
        shown=shown,
        idle=idle,
        shuffles=shuffles,
        stale=stale,
        now=now,
        end=end,
    )
    _conserved(rules, at, part=data.get("part") is True)
    return at


def _conserved(rules: Rules, at: Position, *, part: bool) -> None:
    """A started deal holds the whole pack; a single position may hold a part of it."""
    found = Counter(_all_cards(at))
    wrong = (
        any(number > rules.copies[face] for face, number in found.items())
        if part
        else sum(found.values()) != len(rules.pack) or found != Counter(rules.pack)
    )
    if wrong:
        raise _Unreadable("a saved deal cannot be read: its cards are not those of the pack")


def _all_cards(at: Position) -> Iterable[Card]:
    for hand in at.hands:
        yield from hand
    yield from at.row
    yield from at.stock
    for meld in at.melds:
        for item in meld.meld.cards:
            yield item.card


def _write_turn(at: Position, now: Turn) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if now.fresh == at.laid[at.seat]:
        data["fresh"] = now.fresh
    if now.drawn is not None:
        data["drawn"] = str(now.drawn)
    if now.chosen is not None:
        data["chosen"] = str(now.chosen)
        data["along"] = now.along
    if now.row_duty is not None:
        data["row_duty"] = str(now.row_duty)
    if now.reuse:
        data["reuse"] = notation(now.reuse)
    if now.placed:
        data["placed"] = [f"{index} {item}" for index, item in now.placed]
    return data


def _read_turn(data: dict[str, Any], *, fresh: bool) -> Turn:
    laid: list[tuple[int, Placed]] = []
    for text in data.get("placed", ()):
        index, card = text.split()
        laid.append((int(index), _one(placed(card))))
    return Turn(
        fresh=_of(bool, data.get("fresh", fresh)),
        drawn=_one(cards(data["drawn"])) if "drawn" in data else None,
        chosen=_one(cards(data["chosen"])) if "chosen" in data else None,
        along=_count(data.get("along", 0)),
        row_duty=_one(cards(data["row_duty"])) if "row_duty" in data else None,
        reuse=cards(data.get("reuse", "")),
        placed=tuple(laid),
    )


def _meld(rules: Rules, text: str) -> TableMeld:
    author, written = text.split()
    seat = _seat(rules, int(author))
    items = placed(written)
    # The order of a set's cards is not a rule's business, yet it is kept as it was laid.
    return TableMeld(
        Meld(meld_rules.recognise(items, rules).kind, items), rules.side_of(seat), seat
    )


def _end(rules: Rules, data: Any) -> End | None:
    if data is None:
        return None
    closer, side = data["closer"], data["pinnacolone"]
    if side is not None and not 0 <= _count(side) < len(rules.sides):
        raise ValueError
    return End(None if closer is None else _seat(rules, closer), side)


def _seats(flags: tuple[bool, ...]) -> list[int]:
    return [seat for seat, flag in enumerate(flags) if flag]


def _flags(rules: Rules, seats: list[int]) -> tuple[bool, ...]:
    found = {_seat(rules, seat) for seat in _of(list, seats)}
    return tuple(seat in found for seat in range(rules.players))


def _seat(rules: Rules, value: Any) -> int:
    if _count(value) >= rules.players:
        raise ValueError
    return int(value)


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError
    return value


def _one(items: tuple[T, ...]) -> T:
    (item,) = items
    return item


def _of(kind: type[T], value: Any) -> T:
    if not isinstance(value, kind):
        raise TypeError
    return value
