"""Options that have parts: the requirement for going out, reward and penalty (RULES.md 7 G, H)."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict, Field, Strict, model_validator

Flag = Annotated[bool, Strict()]
Count = Annotated[int, Strict(), Ge(0)]


class Frozen(BaseModel):
    """Validated data that never changes and knows no other options."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class CleanRun(Frozen):
    """An item of the requirement for going out: a run without wilds of a least length."""

    clean_run: Annotated[int, Strict(), Ge(3), Le(14)]
    """Fewest cards of the run."""


class OutRequirement(Frozen):
    """What must have been shown on the table before a hand may become empty (RULES.md 3.9)."""

    mode: Literal["any", "all"]
    """Is one of the items enough, or are all needed?"""
    items: Annotated[tuple[Literal["poker"] | CleanRun, ...], Field(min_length=1)]
    """`poker` or `{clean_run: n}`."""

    def met(self, poker: bool, clean_run: int) -> bool:
        """Is it met by a poker shown (or not) and a longest clean run of `clean_run` cards?

        >>> both = OutRequirement(mode="all", items=("poker", CleanRun(clean_run=7)))
        >>> both.met(True, 6), both.met(True, 7)
        (False, True)
        """
        found = (poker if item == "poker" else clean_run >= item.clean_run for item in self.items)
        return any(found) if self.mode == "any" else all(found)


class InHandReward(Frozen):
    """The reward of a closer who had laid nothing in any earlier turn of the deal."""

    type: Literal["none", "bonus", "double_closer_melds", "double_side_score"]
    """none: `out_bonus` as usual. bonus: `amount` in place of it. double_closer_melds: the points
    of the cards that the closer laid this turn once more. double_side_score: the side's finished
    score twice, if it is positive."""
    amount: Count | None = None
    """Points of `bonus`; for no other type."""

    @model_validator(mode="after")
    def _amount_fits(self) -> Self:
        if (self.amount is None) == (self.type == "bonus"):
            raise ValueError("in_hand_reward.amount belongs to the type bonus, and only to it")
        return self


class NoMeldPenalty(Frozen):
    """What a side or a player pays who has nothing on the table when the deal ends."""

    type: Literal["none", "double_hand", "flat"]
    """double_hand: the cards left in hand count twice. flat: `amount` points."""
    scope: Literal["side", "player"] = "side"
    """Is it a side without a meld that pays, or each player who has laid nothing?"""
    amount: Count | None = None
    """Points of `flat`; for no other type."""
    replaces_hand: Flag = False
    """Does the flat amount stand in place of the cards left in hand?"""

    @model_validator(mode="after")
    def _parts_fit(self) -> Self:
        if (self.amount is None) == (self.type == "flat"):
            raise ValueError("no_meld_penalty.amount belongs to the type flat, and only to it")
        if self.type == "double_hand" and self.scope != "side":
            raise ValueError("no_meld_penalty.scope of the type double_hand can only be: side")
        if self.replaces_hand and self.type != "flat":
            raise ValueError("no_meld_penalty.replaces_hand belongs to the type flat only")
        return self
