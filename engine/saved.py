"""A deal as JSON data: compact, readable, and read again exactly.

Cards are in notation, trial actions as words; what can be told from the rest is left out. The
data holds hands and the stock: it belongs into the store and nowhere else. Errors name the field
that cannot be read, never its cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine import melds as meld_rules
from engine.actions import action_text, read_action
from engine.cards import Placed, cards, notation, placed
from engine.deal import Deal
from engine.errors import IllegalAction
from engine.melds import Meld
from engine.moves import nothing_shown
from engine.position import End, Hand, Position, Turn
from engine.view import Phase, Shown, TableMeld

if TYPE_CHECKING:
    from engine.rules import Rules

T = TypeVar("T")
MOST_KEPT: Final = 4096
"""How many melds are remembered for one set of rules."""


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
    if _count_cards(at) < len(deal.rules.pack):
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
    try:
        deal = Deal(rules, _of(str, fields["seed"]), _position(rules, fields))
        for text in _of(list, fields.get("trial", [])):
            deal, settled = deal.apply(read_action(text))
            if settled:
                raise ValueError
    except (LookupError, TypeError, ValueError, AttributeError, IllegalAction):
        # The cause would show cards: it is cut off.
        raise ValueError(f"a saved deal cannot be read: {fields.last}") from None
    return deal


class _Fields:
    """The fields of a saved deal, and which of them was looked at last."""

    __slots__ = ("data", "last")

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.last = ""

    def __getitem__(self, name: str) -> Any:
        self.last = name
        return self.data[name]

    def get(self, name: str, default: object) -> Any:
        self.last = name
        return self.data.get(name, default)


def _position(rules: Rules, fields: _Fields) -> Position:
    known = _melds(rules)
    melds = [known[text] for text in _of(list, fields["melds"])]
    laid = _flags(rules, fields["laid"])
    seat = _seat(rules, fields["seat"])
    at = Position(
        seat=seat,
        phase=_phase(fields["phase"]),
        turn=_count(fields["turn"]),
        hands=_hands(rules, fields["hands"]),
        stock=cards(fields["stock"]),
        row=cards(fields["row"]),
        melds=tuple([target for target, _ in melds]),
        opened=_flags(rules, fields["opened"]),
        laid=laid,
        shown=_shown(rules, fields["shown"]),
        idle=_count(fields["idle"]),
        shuffles=_count(fields.get("shuffles", 0)),
        stale=_of(bool, fields.get("stale", False)),
        now=_read_turn(fields.get("now", {}), fresh=not laid[seat]),
        end=_end(rules, fields.get("end", {})),
    )
    if (at.end is not None) != (at.phase == "over"):
        raise ValueError
    part = fields.get("part", False) is True
    fields.last = "its cards are not those of the pack"
    _conserved(rules, at, [faces for _, faces in melds], part=part)
    return at


def _phase(value: Any) -> Phase:
    if value not in ("draw", "play", "over"):
        raise ValueError
    phase: Phase = value
    return phase


def _hands(rules: Rules, texts: Any) -> tuple[Hand, ...]:
    hands = tuple([tuple(sorted(cards(text))) for text in _of(list, texts)])
    if len(hands) != rules.players:
        raise ValueError
    return hands


def _shown(rules: Rules, values: Any) -> tuple[Shown, ...]:
    shown = tuple([Shown(bool(_count(poker)), _count(run)) for poker, run in values])
    if len(shown) != len(nothing_shown(rules)):
        raise ValueError
    return shown


def _conserved(rules: Rules, at: Position, laid: Iterable[bytes], *, part: bool) -> None:
    """A started deal holds the whole pack; a single position may hold a part of it."""
    # As bytes, because a hundred plain numbers are sorted in half the time of as many cards.
    found = sorted(b"".join((*laid, *map(bytes, (at.row, at.stock, *at.hands)))))
    if part:
        wrong = any(number > rules.copies[face] for face, number in Counter(found).items())
    else:
        wrong = bytes(found) != _melds(rules).pack
    if wrong:
        raise ValueError


def _count_cards(at: Position) -> int:
    """How many cards the deal has."""
    melds = sum([len(target.meld.cards) for target in at.melds])
    return melds + sum(map(len, (at.row, at.stock, *at.hands)))


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
    if data == {}:
        return Turn(fresh)
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


class _Melds(dict[str, tuple[TableMeld, bytes]]):
    """Melds by how they are written, with their cards as bytes, under one set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.pack = bytes(rules.pack)

    def __missing__(self, text: str) -> tuple[TableMeld, bytes]:
        author, written = text.split()
        seat = _seat(self.rules, int(author))
        items = placed(written)
        # The order of a set's cards is not a rule's business, yet it is kept as it was laid.
        meld = Meld(meld_rules.recognise(items, self.rules).kind, items)
        if len(self) >= MOST_KEPT:
            self.clear()
        target = TableMeld(meld, self.rules.side_of(seat), seat)
        self[text] = target, bytes([face for face, _ in items])
        return self[text]


@lru_cache(maxsize=32)
def _melds(rules: Rules) -> _Melds:
    return _Melds(rules)


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
    found = [_seat(rules, seat) for seat in _of(list, seats)]
    return tuple([seat in found for seat in range(rules.players)])


def _seat(rules: Rules, value: Any) -> int:
    if type(value) is not int or not 0 <= value < rules.players:
        raise ValueError
    return value


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
