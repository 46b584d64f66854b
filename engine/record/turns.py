"""A turn as one line: `12. N draw Kc | lay 3 9s9h9c | add 1 6h | discard Kc`.

Only what is settled is written: what was tried and taken back leaves no trace. Melds are numbered
from 1, in the order in which they were laid. In a record a check follows, so that a change is found
in the line where it was made, even if what stands there now could have been played as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from engine import melds as meld_rules
from engine.actions import DRAW, STOP, Action, Add, Discard, Lay, Stop, Swap, Take
from engine.cards import Card, NotationError, Placed, cards, notation, placed
from engine.errors import IllegalAction
from engine.moves import added
from engine.record.lines import Line, RecordError, quoted, seat_letters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.deal import Deal
    from engine.melds import Meld
    from engine.position import Position
    from engine.rules import Rules

_TURN: Final = re.compile(r"([0-9]{1,4})\. ([A-Z]) (.+?)(?: ~([0-9a-f]{4}))?")
_FORMS: Final = {
    "draw": "draw CARDS",
    "take": "take CARDS",
    "lay": "lay MELD CARDS",
    "add": "add MELD CARDS",
    "swap": "swap MELD CARD",
    "discard": "discard CARD",
    "stop": "stop",
}


class Move(NamedTuple):
    """A part of a turn, as it is written: the word, the number of the meld, the cards.

    `draw` has the cards that came from the stock, `take` those that came from the row.
    """

    word: str
    meld: int | None = None
    cards: tuple[Placed, ...] = ()

    def __str__(self) -> str:
        number = "" if self.meld is None else f" {self.meld}"
        return f"{self.word}{number} {notation(self.cards)}".rstrip()


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """A settled turn: its number in the deal, from 1, the seat, and what it did.

    `line` is where it stands in a text; 0 where it was not read from one. `check` is what stands
    there as its check, perhaps nothing.
    """

    number: int
    seat: int
    moves: tuple[Move, ...]
    line: int = field(default=0, compare=False)
    check: str = field(default="", compare=False)

    def wrong(self, reason: str) -> NoReturn:
        """Raises RecordError."""
        raise RecordError(self.line, reason if self.line else f"turn {self.number}: {reason}")


# --- written -------------------------------------------------------------------------------------


def turn_text(before: Deal, action: Action, after: Deal) -> str | None:
    """The line of the turn that this action has settled; None where the turn goes on.

    `after` is what `before.apply(action)` gave. So a host gets each turn once, in order, by asking
    after every action. The line is to be kept secret until the deal is over: it names what was
    drawn.
    """
    if not after.over and after.turn == before.turn:
        return None
    moves = moves_so_far(before)
    moves.append(_move(before.rules, before.position, action, after.settled))
    return written(before.turn, seat_letters(before.rules.players)[before.seat], moves)


def written(number: int, letter: str, moves: Sequence[Move]) -> str:
    """The line of a turn."""
    return f"{number}. {letter} {' | '.join(map(str, moves))}"


def check_of(text: str) -> str:
    """The check of a turn's line: the first four hex digits of the SHA-256 of its text.

    >>> check_of("1. N draw 9s | discard Ks")
    '7321'
    """
    return sha256(text.encode()).hexdigest()[:4]


def moves_so_far(deal: Deal) -> list[Move]:
    """What the running turn holds up to now: the draw, and the trial actions."""
    at = deal.settled
    drew = drawn(at)
    moves = [Move("draw", cards=tuple(map(Placed, drew)))] if drew else []
    for step in deal.steps:
        moves.append(_move(deal.rules, at, step.action, step.position))
        at = step.position
    return moves


def drawn(at: Position) -> tuple[Card, ...]:
    """The cards that came from the stock in the running turn."""
    return tuple(face for face in (at.now.drawn, at.now.second) if face is not None)


def _move(rules: Rules, at: Position, action: Action, after: Position) -> Move:
    """An action at a position, as it is written. Wilds say what they stand for."""
    match action:
        case Take(index):
            return Move("take", cards=tuple(map(Placed, at.row[index:])))
        case Lay(items):
            meld = after.melds[-1].meld
            return Move("lay", len(after.melds), _as_laid(rules, meld, items))
        case Add(index, items):
            meld = after.melds[index].meld
            return Move("add", index + 1, _as_added(rules, at.melds[index].meld, meld, items))
        case Swap(index, face):
            return Move("swap", index + 1, (Placed(face),))
        case Discard(face):
            return Move("discard", cards=(Placed(face),))
        case Stop():
            return Move("stop")
        case _:
            raise ValueError("a draw or an undo neither ends a turn nor is tried")


def _as_laid(rules: Rules, meld: Meld, items: tuple[Placed, ...]) -> tuple[Placed, ...]:
    """The cards of a new meld with all meanings, where these lead to the same meld again."""
    try:
        return meld.cards if meld_rules.recognise(meld.cards, rules) == meld else items
    except IllegalAction:
        return items


def _as_added(
    rules: Rules, before: Meld, meld: Meld, items: tuple[Placed, ...]
) -> tuple[Placed, ...]:
    """The cards added to a meld with all meanings, where these lead to the same meld again."""
    full = added(before, meld)
    try:
        return full if meld_rules.extend(before, full, rules) == meld else items
    except IllegalAction:
        return items


# --- read ----------------------------------------------------------------------------------------


def is_turn(text: str) -> bool:
    """Does a line begin as a turn does?"""
    return re.match(r"[0-9]+\. ", text) is not None


def read_turn(line: Line, players: int) -> TurnRecord:
    """Read a turn. Raises RecordError."""
    letters = seat_letters(players)
    found = _TURN.fullmatch(line.text)
    if found is None or found[2] not in letters:
        line.wrong(
            f"{quoted(line.text)} is no turn: NUMBER. SEAT MOVE | MOVE ..., with a seat of "
            f"{' '.join(letters)}"
        )
    return TurnRecord(
        int(found[1]),
        letters.index(found[2]),
        read_moves(line, found[3]),
        line.number,
        found[4] or "",
    )


def read_moves(line: Line, text: str) -> tuple[Move, ...]:
    """Read the moves of a turn, with `|` between them. Raises RecordError."""
    return tuple(_read_move(line, part.strip()) for part in text.split("|"))


def _read_move(line: Line, text: str) -> Move:
    try:
        match text.split():
            case ["stop"]:
                return Move("stop")
            case ["draw" | "take" as word, faces]:
                return Move(word, cards=tuple(map(Placed, cards(faces))))
            case ["discard", faces]:
                return Move("discard", cards=_one(faces))
            case ["lay" | "add" as word, number, items]:
                return Move(word, _number(number), placed(items))
            case ["swap", number, faces]:
                return Move("swap", _number(number), _one(faces))
            case [word, *_] if word in _FORMS:
                line.wrong(f"{quoted(text)} should be written: {_FORMS[word]}")
            case _:
                line.wrong(f"{quoted(text)} is no move; there are: {', '.join(_FORMS.values())}")
    except NotationError as error:
        line.wrong(f"{quoted(text)}: {error}")


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise NotationError(f"no number of a meld: {text[:20]!r}")
    return int(text)


def _one(faces: str) -> tuple[Placed, ...]:
    found = tuple(map(Placed, cards(faces)))
    if len(found) != 1:
        raise NotationError("one card belongs here")
    return found


# --- played again --------------------------------------------------------------------------------


def play_turn(deal: Deal, turn: TurnRecord) -> Deal:
    """Play a whole turn of a record: the deal after it. Raises RecordError."""
    letters = seat_letters(deal.rules.players)
    if deal.over:
        turn.wrong("the deal is over before this turn")
    if (turn.number, turn.seat) != (deal.turn, deal.seat):
        turn.wrong(f"turn {deal.turn}, of {letters[deal.seat]}, should stand here")
    after = play_moves(deal, turn)
    if not after.over and after.turn == deal.turn:
        turn.wrong("the turn does not end: its last move should be a discard")
    if turn.check and turn.check != check_of(written(turn.number, letters[turn.seat], turn.moves)):
        turn.wrong(f"this does not fit its check ~{turn.check}: something was changed here")
    return after


def play_moves(deal: Deal, turn: TurnRecord) -> Deal:
    """Play the moves of a turn, which may go on after them. Raises RecordError."""
    number = deal.turn
    for move in turn.moves:
        if deal.over or deal.turn != number:
            turn.wrong(f"{move}: the turn is over before this move")
        action = _action(deal, turn, move)
        try:
            deal, _ = deal.apply(action)
        except IllegalAction as refusal:
            turn.wrong(f"{move}: this is not legal ({refusal.code})")
        if move.word == "draw" and move.cards != tuple(map(Placed, drawn(deal.settled))):
            turn.wrong(f"{move}: the stock gives {notation(drawn(deal.settled))}")
    return deal


def _action(deal: Deal, turn: TurnRecord, move: Move) -> Action:
    at = deal.position
    number = 0 if move.meld is None else move.meld
    match move.word:
        case "draw":
            return DRAW
        case "take":
            index = len(at.row) - len(move.cards)
            if index < 0 or at.row[index:] != tuple(item.card for item in move.cards):
                turn.wrong(f"{move}: the row is {notation(at.row) or 'empty'}")
            return Take(index)
        case "lay":
            if number != len(at.melds) + 1:
                turn.wrong(f"{move}: the next meld has the number {len(at.melds) + 1}")
            return Lay(move.cards)
        case "add":
            return Add(number - 1, move.cards)
        case "swap":
            return Swap(number - 1, move.cards[0].card)
        case "discard":
            return Discard(move.cards[0].card)
        case _:
            return STOP
