"""A single position as text, for tests and reports: a running deal with all its secrets.

The text is as exact as a saved deal. What follows from the rest is left out, so a position can be
written by hand with little more than the hands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine import melds as meld_rules
from engine.cards import Card, NotationError, cards, notation, placed
from engine.deal import Deal
from engine.errors import IllegalAction
from engine.melds import Meld
from engine.position import Turn, replaced, without
from engine.record.lines import (
    VERSION,
    Field,
    RecordError,
    fields_of,
    is_rules_key,
    opened,
    quoted,
    rules_from,
    rules_lines,
    seat_letters,
    side_name,
)
from engine.record.turns import TurnRecord, drawn, moves_so_far, play_moves, read_moves
from engine.view import Shown, TableMeld

if TYPE_CHECKING:
    from engine.rules import Rules

_KEY: Final = re.compile(
    r"turn|row|stock|opened|laid|idle|reshuffles|stale|seed|played|hand \S|meld [0-9]+ \S|shown \S+"
)
_ALLOWED: Final = (
    "'game', 'option NAME', 'turn', 'hand SEAT', 'row', 'stock', 'meld NUMBER SEAT', 'opened', "
    "'laid', 'shown SIDE', 'idle', 'reshuffles', 'stale', 'seed', 'played', each with a colon"
)
_SHOWN: Final = re.compile(
    r"-|(?P<poker>poker)(?:, run (?P<both>[0-9]{1,2}))?|run (?P<run>[0-9]{1,2})"
)


# --- written -------------------------------------------------------------------------------------


def write_position(deal: Deal) -> str:
    """A running deal as text, ending with a line break: hands, stock and seed included.

    Raises ValueError for a deal that is over: the record of its match shows it better.
    """
    if deal.over:
        raise ValueError("the deal is over; a position is one of a running deal")
    return "".join(f"{line}\n" for line in _lines(deal))


def _lines(deal: Deal) -> Iterator[str]:
    rules = deal.rules
    letters = seat_letters(rules.players)
    at = _before_the_draw(deal).settled
    plain = Deal.set_up(
        rules, hands=at.hands, melds=at.melds, seat=at.seat, opened=at.opened
    ).settled
    yield f"Pinnacola position {VERSION}"
    yield from rules_lines(rules)
    yield f"turn: {at.turn} {letters[at.seat]}"
    for letter, hand in zip(letters, at.hands, strict=True):
        yield f"hand {letter}: {notation(hand) or '-'}"
    yield f"row: {notation(at.row) or '-'}"
    yield f"stock: {notation(at.stock) or '-'}"
    for number, target in enumerate(at.melds, 1):
        yield f"meld {number} {letters[target.author]}: {notation(target.meld.cards)}"
    if at.opened != _authors(rules, at.melds):
        yield f"opened: {_flags_text(letters, at.opened)}"
    if at.laid != at.opened:
        yield f"laid: {_flags_text(letters, at.laid)}"
    for owner, (seen, usual) in enumerate(zip(at.shown, plain.shown, strict=True)):
        if seen != usual:
            yield f"shown {_owners(rules)[owner]}: {_shown_text(seen)}"
    if at.idle:
        yield f"idle: {at.idle}"
    if at.shuffles:
        yield f"reshuffles: {at.shuffles}"
    if at.stale:
        yield "stale: yes"
    if deal.seed:
        yield f"seed: {deal.seed}"
    if moves := moves_so_far(deal):
        yield f"played: {' | '.join(map(str, moves))}"


def _before_the_draw(deal: Deal) -> Deal:
    """The deal before the running turn. A reshuffle of this turn is kept, which nobody can tell."""
    at = deal.settled
    drew = drawn(at)
    return replace(
        deal,
        steps=(),
        settled=at._replace(
            phase="draw",
            hands=replaced(at.hands, at.seat, without(at.hand, drew)),
            stock=drew + at.stock,
            now=Turn(fresh=not at.laid[at.seat]),
        ),
    )


def _authors(rules: Rules, melds: tuple[TableMeld, ...]) -> tuple[bool, ...]:
    return tuple(any(meld.author == seat for meld in melds) for seat in range(rules.players))


def _owners(rules: Rules) -> list[str]:
    """Whose entries `shown` has: those of the sides, or of the seats."""
    if rules.out_requirement_scope == "side":
        return [side_name(rules, side) for side in range(len(rules.sides))]
    return list(seat_letters(rules.players))


def _flags_text(letters: str, flags: tuple[bool, ...]) -> str:
    return " ".join(letter for letter, flag in zip(letters, flags, strict=True) if flag) or "-"


def _shown_text(shown: Shown) -> str:
    parts = ["poker"] if shown.poker else []
    if shown.run:
        parts.append(f"run {shown.run}")
    return ", ".join(parts) or "-"


# --- read ----------------------------------------------------------------------------------------


def read_position(text: str) -> Deal:
    """Read a position. Raises RecordError.

    >>> deal = read_position('''Pinnacola position 1
    ... game: common
    ... option players: 2
    ... option partnership: "solo"
    ... hand N: 9s9h9c4d
    ... hand S: KcKd
    ... stock: 3d8d
    ... played: draw 3d | lay 1 9s9h9c
    ... ''')
    >>> deal.seat, deal.position.hand, deal.settled.hand
    (0, (3d, 4d), (9s, 9h, 9c, 3d, 4d))
    """
    found = fields_of(
        opened(text, "position"),
        lambda key: is_rules_key(key) or _KEY.fullmatch(key) is not None,
        _ALLOWED,
    )
    rules = rules_from(found)
    deal = _set_up(rules, found)
    played = found.get("played")
    if played is None:
        return deal
    moves = read_moves(played.line, played.value)
    after = play_moves(deal, TurnRecord(deal.turn, deal.seat, moves, played.line.number))
    if after.over or after.turn != deal.turn:
        played.line.wrong("the turn is over after these moves")
    return after


def _set_up(rules: Rules, found: Mapping[str, Field]) -> Deal:
    letters = seat_letters(rules.players)
    turn, seat = _turn(letters, found.get("turn"))
    melds = _melds(rules, letters, found)
    flags = {
        key: _flags(letters, found[key]) if key in found else None for key in ("opened", "laid")
    }
    hands = [_cards(found, f"hand {letter}", needed=True) for letter in letters]
    for key, entry in found.items():
        if key.startswith("hand ") and key[-1] not in letters:
            entry.line.wrong(f"{quoted(key[-1])} is no seat; there are: {' '.join(letters)}")
    deal = Deal.set_up(
        rules,
        hands=hands,
        row=_cards(found, "row"),
        stock=_cards(found, "stock"),
        melds=melds,
        seat=seat,
        opened=flags["opened"],
        laid_before=flags["laid"],
        idle=_count(found.get("idle")),
        turn=turn,
        seed=_seed(found.get("seed")),
    )
    if deal.over:
        found["idle"].line.wrong(f"after {deal.settled.idle} idle turns the deal is over")
    at = deal.settled
    _check_pack(rules, [*at.row, *at.stock, *_on_table(melds), *(c for h in hands for c in h)])
    return replace(
        deal,
        settled=at._replace(
            shown=_shown(rules, at.shown, found),
            shuffles=_count(found.get("reshuffles")),
            stale=_stale(found.get("stale")),
        ),
    )


def _turn(letters: str, entry: Field | None) -> tuple[int, int]:
    if entry is None:
        return 1, 0
    number, _, letter = entry.value.partition(" ")
    if not re.fullmatch(r"[1-9][0-9]{0,3}", number) or len(letter) != 1 or letter not in letters:
        entry.line.wrong(
            f"{quoted(entry.value)} should be a number and a seat of {' '.join(letters)}"
        )
    return int(number), letters.index(letter)


def _cards(found: Mapping[str, Field], key: str, *, needed: bool = False) -> tuple[Card, ...]:
    if key not in found:
        if needed:
            raise RecordError(1, f"a line '{key}: ...' must follow")
        return ()
    entry = found[key]
    try:
        return cards("" if entry.value == "-" else entry.value)
    except NotationError as error:
        entry.line.wrong(str(error))


def _melds(rules: Rules, letters: str, found: Mapping[str, Field]) -> list[TableMeld]:
    melds: list[TableMeld] = []
    for key, entry in found.items():
        if not key.startswith("meld "):
            continue
        _, number, letter = key.split()
        if int(number[:9]) != len(melds) + 1 or letter not in letters:
            entry.line.wrong(
                f"{quoted(key)} should be 'meld {len(melds) + 1} SEAT', with a seat of "
                f"{' '.join(letters)}"
            )
        author = letters.index(letter)
        try:
            items = placed(entry.value)
            kind = meld_rules.recognise(items, rules).kind
        except NotationError as error:
            entry.line.wrong(str(error))
        except IllegalAction as refusal:
            entry.line.wrong(f"{quoted(entry.value)} is no meld ({refusal.code})")
        # The order of the cards is kept: that of a set is not a rule's business.
        melds.append(TableMeld(Meld(kind, items), rules.side_of(author), author))
    return melds


def _on_table(melds: list[TableMeld]) -> Iterator[Card]:
    for target in melds:
        for item in target.meld.cards:
            yield item.card


def _check_pack(rules: Rules, faces: list[Card]) -> None:
    for face, count in Counter(faces).items():
        if count > rules.copies[face]:
            raise RecordError(
                1, f"the position has {face} {count} times, the pack {rules.copies[face]} times"
            )


def _flags(letters: str, entry: Field) -> list[bool]:
    named = [] if entry.value == "-" else entry.value.split()
    if not set(named) <= set(letters):
        entry.line.wrong(
            f"{quoted(entry.value)} should be seats of {' '.join(letters)}, or - for none"
        )
    return [letter in named for letter in letters]


def _shown(rules: Rules, usual: tuple[Shown, ...], found: Mapping[str, Field]) -> tuple[Shown, ...]:
    owners = _owners(rules)
    shown = list(usual)
    for key, entry in found.items():
        if not key.startswith("shown "):
            continue
        owner = key.removeprefix("shown ")
        parts = _SHOWN.fullmatch(entry.value)
        if owner not in owners or parts is None:
            entry.line.wrong(
                f"{quoted(entry.line.text)} should be 'shown {owners[0]}: poker, run 6', "
                f"one of both or -, for one of {', '.join(owners)}"
            )
        shown[owners.index(owner)] = Shown(
            bool(parts["poker"]), int(parts["both"] or parts["run"] or 0)
        )
    return tuple(shown)


def _count(entry: Field | None) -> int:
    if entry is None:
        return 0
    if not re.fullmatch(r"[0-9]{1,4}", entry.value):
        entry.line.wrong(f"{quoted(entry.value)} should be a number")
    return int(entry.value)


def _stale(entry: Field | None) -> bool:
    if entry is not None and entry.value != "yes":
        entry.line.wrong("'stale: yes' is the only value; leave the line out for no")
    return entry is not None


def _seed(entry: Field | None) -> str:
    if entry is not None and not re.fullmatch(r"[0-9a-f]{1,128}", entry.value):
        entry.line.wrong("a seed is 1 to 128 hex digits, a to f in lower case")
    return entry.value if entry is not None else ""
