"""Rules: the options of one game that go together, and what follows from them (RULES.md 7, 12).

A variant is a `Rules` value, never a subclass. The defaults are the preset `common`; the other
presets and the toggles live in `engine.presets`.

>>> rules = Rules()
>>> rules.sides, rules.side_of(3), rules.next_seat(3), len(rules.pack)
(((0, 2), (1, 3)), 1, 0, 108)
>>> Rules(players=3, partnership="solo", players_allowed=(2, 3, 4)).sides
((0,), (1,), (2,))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Self

from pydantic import model_validator

from engine.cards import FACES, JOKER, SUITS, Card
from engine.clauses import CleanRun, InHandReward, NoMeldPenalty, OutRequirement
from engine.constraints import faults
from engine.options import Options, RowWay
from engine.runs import RunOrder

__all__ = [
    "CleanRun",
    "InHandReward",
    "NoMeldPenalty",
    "OutRequirement",
    "RowWay",
    "Rules",
    "RulesError",
]


class RulesError(ValueError):
    """Options that do not exist or do not go together; the text names what is allowed."""


class Rules(Options):
    """All options of one game. Raises pydantic.ValidationError where they do not go together."""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        for text in faults(self):
            raise ValueError(text)
        return self

    # --- as a value ---------------------------------------------------------------------------

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Rules with some options changed, validated; nothing worked out before comes along."""
        return type(self).model_validate({**self._options(), **(update or {})})

    def __getstate__(self) -> dict[Any, Any]:
        state = super().__getstate__()
        return {**state, "__dict__": self._options()}

    def _options(self) -> dict[str, Any]:
        return {option: getattr(self, option) for option in type(self).model_fields}

    @cached_property
    def _values(self) -> tuple[Any, ...]:
        return tuple(self._options().values())

    @cached_property
    def _hash(self) -> int:
        return hash(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        # As rules are looked up by all the time, they do not go through the general way.
        if self is other:
            return True
        return self._values == other._values if isinstance(other, Rules) else NotImplemented

    def __repr_args__(self) -> Iterator[tuple[str, object]]:
        """Only what differs from `common`."""
        for option, facts in type(self).model_fields.items():
            if getattr(self, option) != facts.default:
                yield option, getattr(self, option)

    # --- seats and sides ---------------------------------------------------------------------

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, by side."""
        count = self._side_count
        return tuple(tuple(range(side, self.players, count)) for side in range(count))

    @cached_property
    def _side_count(self) -> int:
        return {"pairs": self.players // 2, "threes": 2, "solo": self.players}[self.partnership]

    def side_of(self, seat: int) -> int:
        """The side of a seat."""
        return seat % self._side_count

    def next_seat(self, seat: int) -> int:
        """The seat whose turn follows (in play_direction)."""
        return self._next_seats[seat]

    @cached_property
    def _next_seats(self) -> tuple[int, ...]:
        step = 1 if self.play_direction == "clockwise" else -1
        return tuple((seat + step) % self.players for seat in range(self.players))

    @cached_property
    def any_discard(self) -> bool:
        """May every card be discarded but the one just taken (RULES.md 7 G)?"""
        return self.discard_wild and self.discard_fitting

    # --- pack --------------------------------------------------------------------------------

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """How often each of the 53 faces is in the pack, by face."""
        return tuple(
            self.jokers
            if face.is_joker
            else 0
            if face.rank == 2 and face.suit in "hd" and not self.red_twos
            else self.decks
            for face in FACES
        )

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """All cards of the game, sorted."""
        return tuple(face for face in FACES for _ in range(self.copies[face]))

    @cached_property
    def wilds(self) -> tuple[bool, ...]:
        """Is the face a wild? By face."""
        pinelle = self.black_twos == "pinella"
        return tuple(
            face.is_joker or (pinelle and face.rank == 2 and face.suit in "sc") for face in FACES
        )

    @cached_property
    def wild_faces(self) -> tuple[Card, ...]:
        """The faces that are wild and in the pack, sorted."""
        return tuple(face for face in FACES if self.wilds[face] and self.copies[face])

    @cached_property
    def values(self) -> tuple[int, ...]:
        """Points of each face, by face (RULES.md 7 C)."""
        return tuple(
            self.joker_value
            if face.is_joker
            else self.pinella_value
            if self.wilds[face]
            else self.ace_value
            if face.rank == 1
            else self.high_value
            if face.rank >= self.ten_from
            else self.low_value
            for face in FACES
        )

    def is_wild(self, card: Card) -> bool:
        """Is it a joker, or a black 2 where those are pinelle?"""
        return self.wilds[card]

    def is_pinella(self, card: Card) -> bool:
        """Is it a wild that is no joker?"""
        return card != JOKER and self.wilds[card]

    def value(self, card: Card) -> int:
        """Points of a card in hand."""
        return self.values[card]

    # --- runs --------------------------------------------------------------------------------

    @cached_property
    def run_orders(self) -> tuple[RunOrder, ...]:
        """The run order of each suit, by suit as in `SUITS`."""
        return tuple(
            RunOrder(
                tuple(
                    FACES[13 * suit + rank % 13]
                    for rank in range(14)
                    if rank != 1 or self.two_in_play(FACES[13 * suit + 1])
                ),
                corner=self.round_the_corner is True
                or (self.round_the_corner == "black" and SUITS[suit] in "sc"),
                both_ends=self.ace_both_ends,
            )
            for suit in range(len(SUITS))
        )

    def two_in_play(self, card: Card) -> bool:
        """May the meaning of a card in a meld be this 2 (`run_two`)?"""
        return self.run_two == "present" or (self.run_two == "by_suit" and card.suit in "hd")

    @property
    def full_run(self) -> int:
        """The most cards a run can have."""
        return (13 if self.run_two == "skipped" else 14) - (not self.ace_both_ends)
