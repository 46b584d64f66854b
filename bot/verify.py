"""Records checked from outside: `pinnacola verify FILE` plays a record again."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.record import (
    RecordError,
    kind_of,
    read,
    read_position,
    replayed,
    seat_letters,
    side_name,
)

if TYPE_CHECKING:
    from engine.deal import Deal
    from engine.record import MatchRecord

MOST_BYTES: Final = 16_000_000
"""A file that is larger is no record: a long match has a few hundred kilobytes."""


class NotVerified(Exception):
    """The file does not hold; the text names it, the line and the reason."""


class Unreadable(Exception):
    """There is no such file, or it is no text; the text says so."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument("file", metavar="FILE", help="a record, or - for what is piped in")


def run(options: argparse.Namespace) -> str:
    """One line that says what was verified. Raises NotVerified, Unreadable."""
    text = _text(options.file)
    try:
        if kind_of(text) == "position":
            return f"{options.file}: {_position(read_position(text))}"
        return f"{options.file}: {_match(read(text))}"
    except RecordError as error:
        raise NotVerified(f"{options.file}: {error}") from None


def _match(record: MatchRecord) -> str:
    done = replayed(record)
    turns = sum(len(deal.turns) for deal in record.deals)
    found = f"{_many(len(done), 'deal')}, {_many(turns, 'turn')} replayed: all shuffles, moves and "
    found += "scores are right"
    if not done:
        return found
    match, rules = done[-1].match, record.rules
    totals = ", ".join(
        f"{side_name(rules, side)} {total}" for side, total in enumerate(match.totals)
    )
    if not match.over:
        return f"{found}; unfinished at {totals}"
    won = "a draw" if match.winner is None else f"{side_name(rules, match.winner)} won"
    return f"{found}; {won}: {totals}"


def _position(deal: Deal) -> str:
    letter = seat_letters(deal.rules.players)[deal.seat]
    return f"a position that can be read: turn {deal.turn}, {letter} to {deal.phase}"


def _many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _text(name: str) -> str:
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise Unreadable(f"{name}: too large for a record")
        return data.decode("utf-8")
    except OSError as error:
        raise Unreadable(f"{name}: {error.strerror or 'cannot be read'}") from None
    except UnicodeDecodeError:
        raise Unreadable(f"{name}: this is no text in UTF-8") from None
