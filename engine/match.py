"""A match: deals up to the target, the dealer, ties, stakes (RULES.md section 6).

>>> from engine.presets import preset
>>> match = Match.start(preset("common"), dealer=3)
>>> match = match.after_deal((310, 10))
>>> match.dealer, match.totals, match.over
(0, (310, 10), False)
>>> match.after_deal((1200, 1600)).winner
1
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.options import MOST_DEALS

if TYPE_CHECKING:
    from engine.rules import Rules


# --- seats (7 A) ---------------------------------------------------------------------------------


def first_player(rules: Rules, dealer: int) -> int:
    """The seat that has the first turn of a deal."""
    return dealer if rules.first_player == "dealer" else rules.next_seat(dealer)


def next_dealer(rules: Rules, dealer: int) -> int:
    """The seat that deals next."""
    step = {"left": 1, "right": -1, "fixed": 0}[rules.dealer_rotation]
    return (dealer + step) % rules.players


def dealing_order(rules: Rules, dealer: int) -> tuple[int, ...]:
    """The seats in the order in which they get their cards, one at a time.

    >>> from engine.presets import preset
    >>> dealing_order(preset("common"), dealer=2)
    (3, 0, 1, 2)
    """
    step = 1 if rules.deal_direction == "clockwise" else -1
    return tuple((dealer + step * nth) % rules.players for nth in range(1, rules.players + 1))


# --- the end -------------------------------------------------------------------------------------


class Verdict(NamedTuple):
    """Is the match over, and which side has won? Over without a winner is a draw."""

    over: bool
    winner: int | None = None


def due(rules: Rules, totals: Sequence[int], deals: int) -> bool:
    """Should the match end with these totals after so many deals, unless the lead is shared?

    After `MOST_DEALS` it should in any case, and then a shared lead is a draw.
    """
    if deals >= MOST_DEALS:
        return True
    if rules.match_mode == "target":
        return max(totals) >= rules.target_score + (rules.target_test == "more_than")
    return deals >= (rules.fixed_hands or 1 if rules.match_mode == "fixed_hands" else 1)


def verdict(rules: Rules, totals: Sequence[int], deals: int = 1) -> Verdict:
    """What totals mean when the match should end: the highest wins, a shared lead goes on."""
    best = max(totals)
    if list(totals).count(best) > 1:
        return Verdict(rules.match_tie == "draw" or deals >= MOST_DEALS)
    return Verdict(True, list(totals).index(best))


def payments(rules: Rules, totals: Sequence[int], winner: int | None) -> tuple[float, ...]:
    """What each side gets (or pays, if negative) after the match; the sum is 0 (`settlement`).

    >>> from engine.presets import build
    >>> payments(build("classic", point_rate=2, settlement="per_point"), (1620, 1180), 0)
    (880, -880)
    """
    owed: list[float] = [0] * len(totals)
    if winner is not None:
        for side, total in enumerate(totals):
            if side != winner:
                if rules.settlement == "fixed":
                    owed[side] = rules.stake
                elif rules.settlement == "per_point":
                    owed[side] = max(0, totals[winner] - total) * rules.point_rate
    return tuple(
        sum(owed) if side == winner else -amount if amount else 0
        for side, amount in enumerate(owed)
    )


# --- the match -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Match:
    """The deals played so far; everything else follows from them.

    `dealer` deals the running or next deal. `history` has the scores of each deal, by side.
    `pinnacolone` is the side that has won the match by one.
    """

    rules: Rules
    dealer: int
    history: tuple[tuple[int, ...], ...] = ()
    pinnacolone: int | None = None

    @classmethod
    def start(cls, rules: Rules, dealer: int = 0) -> Match:
        """A match before its first deal; `dealer` was drawn by lot (see `first_dealer`)."""
        return cls(rules, 0 if rules.first_dealer == "seat" else dealer % rules.players)

    def after_deal(self, scores: Sequence[int], pinnacolone: int | None = None) -> Match:
        """The match after a deal with these scores, by side; `pinnacolone`: the side that has one.

        Raises ValueError if the match is over, or if the scores are not one for each side.
        """
        if self.over:
            raise ValueError("the match is over")
        if len(scores) != len(self.rules.sides):
            raise ValueError(f"{len(scores)} scores for {len(self.rules.sides)} sides")
        wins = self.rules.pinnacolone_wins == "match"
        return replace(
            self,
            dealer=next_dealer(self.rules, self.dealer),
            history=(*self.history, tuple(scores)),
            pinnacolone=pinnacolone if wins else None,
        )

    @property
    def deals(self) -> int:
        """How many deals have been played."""
        return len(self.history)

    def totals_after(self, deals: int) -> tuple[int, ...]:
        """The points of each side after the first so many deals."""
        sides = range(len(self.rules.sides))
        return tuple(sum(scores[side] for scores in self.history[:deals]) for side in sides)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each side."""
        return self.totals_after(self.deals)

    @property
    def verdict(self) -> Verdict:
        """Is the match over, and who has won?

        Once it should have ended with a shared lead, the next deal with a leader ends it, even if
        the leader has fallen back below the target.
        """
        if self.pinnacolone is not None:
            return Verdict(True, self.pinnacolone)
        for deals in range(1, self.deals + 1):
            if due(self.rules, self.totals_after(deals), deals):
                return verdict(self.rules, self.totals, self.deals)
        return Verdict(False)

    @property
    def over(self) -> bool:
        """Is no further deal to be played?"""
        return self.verdict.over

    @property
    def winner(self) -> int | None:
        """The side that has won; None before the end, and after a draw."""
        return self.verdict.winner

    @property
    def payments(self) -> tuple[float, ...]:
        """What each side gets (or pays, if negative)."""
        return payments(self.rules, self.totals, self.winner)

    def to_json(self) -> dict[str, Any]:
        """The match without its rules, as small JSON data."""
        data: dict[str, Any] = {"dealer": self.dealer}
        if self.history:
            data["history"] = [list(scores) for scores in self.history]
        if self.pinnacolone is not None:
            data["pinnacolone"] = self.pinnacolone
        return data

    @classmethod
    def from_json(cls, rules: Rules, data: dict[str, Any]) -> Match:
        """The inverse of `to_json`. Raises KeyError, TypeError or ValueError for other data."""
        history = tuple([tuple(map(int, scores)) for scores in data.get("history", ())])
        dealer, pinnacolone = int(data["dealer"]), data.get("pinnacolone")
        if any(len(scores) != len(rules.sides) for scores in history):
            raise ValueError("scores of another number of sides")
        if not 0 <= dealer < rules.players:
            raise ValueError("no such dealer")
        if pinnacolone is not None and pinnacolone not in range(len(rules.sides)):
            raise ValueError("no such side")
        return cls(rules, dealer, history, pinnacolone)
