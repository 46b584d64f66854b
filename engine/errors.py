"""Refusals of the engine: codes with parameters, never prose."""

from __future__ import annotations

from typing import Final

from engine.cards import Card, Placed

Param = int | str | Card | tuple[Card, ...] | tuple[Placed, ...] | tuple[str, ...]


CODES: Final = frozenset(
    (
        "too_short",
        "too_long",
        "all_wild",
        "too_few_naturals",
        "too_many_wilds",
        "ambiguous_wild",
        "not_a_wild",
        "rank_not_in_play",
        "card_not_in_deck",
        "duplicate_suit",
        "not_consecutive",
        "round_the_corner",
        "not_a_meld",
        "no_sets",
        "must_draw_first",
        "already_drawn",
        "no_such_row_card",
        "row_blocked",
        "row_needs_open",
        "stock_empty",
        "cannot_stop",
        "nothing_to_undo",
        "not_in_hand",
        "no_such_meld",
        "opponents_meld",
        "partners_meld",
        "must_open_first",
        "opening_points",
        "set_complete",
        "does_not_fit",
        "swap_needs_natural",
        "swap_wrong_card",
        "wild_fixed",
        "not_your_sides_pinella",
        "row_obligation",
        "row_obligation_first_action",
        "reuse_obligation",
        "discard_wild",
        "discard_taken_card",
        "discard_fitting",
        "must_keep_discard",
        "out_requirement",
        "no_out_first_round",
        "turn_over",
    )
)
"""All codes with which an action of a turn can be refused. `take_not_completable` is none of them:
a take is tried lazily (RULES.md 3.2), and only completable ones are suggested."""


class IllegalAction(Exception):
    """An action that the rules refuse; the state is unchanged (RULES.md 3.12).

    `code` is one of `CODES`: those of RULES.md section 11, and some more for what has no example
    there. `params` are the facts a text needs, by name: cards, melds, lengths. Cards in `params`
    are known to the player who acted, and perhaps to nobody else: never log them.
    """

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code)
        self.code = code
        self.params: dict[str, Param] = params
