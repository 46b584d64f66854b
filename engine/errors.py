"""Refusals of the engine: codes with parameters, never prose."""

from __future__ import annotations

from engine.cards import Card, Placed

Param = int | str | Card | tuple[Card, ...] | tuple[Placed, ...] | tuple[str, ...]


class IllegalAction(Exception):
    """An action that the rules refuse; the state is unchanged (RULES.md 3.12).

    `code` is one of RULES.md section 11 (plus `nothing_to_undo`, `no_such_meld`, `cannot_stop`);
    `params` are the facts a text needs, by name: cards, melds, lengths. Cards in `params` are
    known to the player who acted, and perhaps to nobody else: never log them.
    """

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code)
        self.code = code
        self.params: dict[str, Param] = params
