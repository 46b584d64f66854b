"""A whole match as data: the rules, and what brings each deal about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.deal import Deal
from engine.record.lines import Line, RecordError
from engine.record.turns import TurnRecord, read_turn
from engine.shuffle import mixed

if TYPE_CHECKING:
    from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal: who dealt, the secret of its order with the players' contributions, the turns.

    All else follows from these. What a text says beyond them is kept in `opening` and `closing`,
    to be compared when it is replayed; None where the record was not read from a text.
    """

    dealer: int
    secret: str
    cuts: tuple[str, ...]
    turns: tuple[TurnRecord, ...]
    opening: tuple[Line, ...] | None = field(default=None, compare=False)
    closing: tuple[Line, ...] | None = field(default=None, compare=False)

    @classmethod
    def of(
        cls, rules: Rules, dealer: int, secret: str, cuts: Sequence[str], turns: Iterable[str]
    ) -> DealRecord:
        """The record of a deal from the lines that `turn_text` gave. Raises RecordError."""
        read = tuple(read_turn(Line(0, text), rules.players) for text in turns)
        return cls(dealer, secret, tuple(cuts), read)

    @property
    def line(self) -> int:
        """Where it begins in a text; 0 where it was not read from one."""
        return self.opening[0].number if self.opening else 0

    def start(self, rules: Rules) -> Deal:
        """The deal before its first turn. Raises RecordError for a secret or cut that is none."""
        try:
            return Deal.start(rules, self.dealer, mixed(self.secret, self.cuts))
        except ValueError as error:
            raise RecordError(self.line, str(error)) from None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match: its rules and deals; the last deal may have been left unfinished.

    `date` is a day such as `2026-03-14`, or empty. `seats` has a name for each seat, perhaps empty
    ones, or nothing at all; never an id. `stated` is what a text says of the result.
    """

    rules: Rules
    deals: tuple[DealRecord, ...]
    date: str = ""
    seats: tuple[str, ...] = ()
    stated: tuple[Line, ...] | None = field(default=None, compare=False)
