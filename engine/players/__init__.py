"""Computer players: pure functions of what a seat may see.

A player neither remembers nor guesses by chance: the same view always gets the same action. It
has an action for every view of its own turn, also in the middle of a turn that somebody else
began, and it brings the turn to its end: what it tries it can finish, so it never takes back what
it did itself. Only a debt that somebody else left open makes it undo.

>>> from engine.deal import Deal
>>> from engine.presets import preset
>>> deal = Deal.start(preset("common"), dealer=3, seed="5eed")
>>> while not deal.over:
...     deal, _ = deal.apply(player("easy")(deal.view(deal.seat)))
>>> deal.stopped
False
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.actions import Action
from engine.players.easy import easy
from engine.players.ending import safe_end
from engine.view import View

__all__ = ["LEVELS", "LevelError", "Player", "player", "safe_end"]

Player = Callable[[View], Action]
"""Decides on the next action of the viewer, who is to play. Raises ValueError for other views."""

LEVELS: Final[Mapping[str, Player]] = MappingProxyType({"easy": easy})
"""The players by the name of their level, the weakest first."""


class LevelError(ValueError):
    """A level that does not exist; the text names those that do."""


def player(level: str) -> Player:
    """The player of a level. Raises LevelError."""
    try:
        return LEVELS[level]
    except KeyError:
        raise LevelError(f"no level {level!r}; there are: {', '.join(LEVELS)}") from None
