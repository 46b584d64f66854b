"""A deal as JSON data: compact, readable, and read again exactly.

Cards are in notation, trial actions as words; what can be told from the rest is left out. The
data holds hands and the stock: it belongs into the store and nowhere else. Errors name the field
that cannot be read, never its cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from engine import melds as meld_rules
from engine.actions import action_text, read_action
from engine.cards import Card, Placed, cards, notation, placed
from engine.deal import Deal
from engine.errors import IllegalAction
from engine.melds import Meld
from engine.moves import nothing_shown
from engine.position import End, Hand, Position, Turn
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
    fields = _Fields(data)
    deal = Deal(rules, fields.read("seed", partial(_of, str)), _position(rules, fields))
    return fields.read("trial", partial(_tried, deal), ())


class _Unreadable(ValueError):
    """The text names the field and no card."""


class _Fields:
    """The fields of a saved deal; what cannot be read is named by its field alone."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def read(self, name: str, reader: Callable[[Any], T], default: object = None) -> T:
        try:
            return reader(self.data[name] if default is None else self.data.get(name, default))
        except (LookupError, TypeError, ValueError, AttributeError, IllegalAction):
            # The cause would show cards: it is cut off.
            raise _Unreadable(f"a saved deal cannot be read: {name}") from None


def _tried(deal: Deal, texts: Any) -> Deal:
    for text in _of(list, texts) if texts else ():
        deal, settled = deal.apply(read_action(text))
        if settled:
            raise ValueError
    return deal


def _position(rules: Rules, fields: _Fields) -> Position:
    laid = fields.read("laid", partial(_flags, rules))
    seat = fields.read("seat", partial(_seat, rules))
    at = Position(
        seat=seat,
        phase=fields.read("phase", _phase),
        turn=fields.read("turn", _count),
        hands=fields.read("hands", partial(_hands, rules)),
        stock=fields.read("stock", cards),
        row=fields.read("row", cards),
        melds=fields.read(
            "melds", lambda texts: tuple(_meld(rules, text) for text in _of(list, texts))
        ),
        opened=fields.read("opened", partial(_flags, rules)),
        laid=laid,
        shown=fields.read("shown", partial(_shown, rules)),
        idle=fields.read("idle", _count),
        shuffles=fields.read("shuffles", _count, 0),
        stale=fields.read("stale", partial(_of, bool), False),
        now=fields.read("now", partial(_read_turn, fresh=not laid[seat]), {}),
        end=fields.read("end", partial(_end, rules), {}),
    )
    if (at.end is not None) != (at.phase == "over"):
        raise _Unreadable("a saved deal cannot be read: end")
    _conserved(rules, at, part=fields.data.get("part") is True)
    return at


def _phase(value: Any) -> Phase:
    if value not in ("draw", "play", "over"):
        raise ValueError
    phase: Phase = value
    return phase


def _hands(rules: Rules, texts: Any) -> tuple[Hand, ...]:
    hands = tuple(tuple(sorted(cards(text))) for text in _of(list, texts))
    if len(hands) != rules.players:
        raise ValueError
    return hands


def _shown(rules: Rules, values: Any) -> tuple[Shown, ...]:
    shown = tuple(Shown(bool(_count(poker)), _count(run)) for poker, run in values)
    if len(shown) != len(nothing_shown(rules)):
        raise ValueError
    return shown


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
    if now.second is not None:
        data["second"] = str(now.second)
    if now.chosen is not None:
        data["chosen"] = str(now.chosen)
        data["along"] = now.along
    if now.row_duty is not None:
        data["row_duty"] = str(now.row_duty)
    if now.reuse:
        data["reuse"] = notation(now.reuse)
    if now.reuse_melds:
        data["reuse_melds"] = list(now.reuse_melds)
    if now.placed:
        data["placed"] = [f"{index} {item}" for index, item in now.placed]
    return data


def _read_turn(data: Any, *, fresh: bool) -> Turn:
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
        second=_one(cards(data["second"])) if "second" in data else None,
        reuse_melds=tuple(map(_count, data.get("reuse_melds", ()))),
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
    if not data:
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
