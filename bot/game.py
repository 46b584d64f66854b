"""What a lobby agrees on: the preset, its toggles, the length. Turned into rules by the engine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from engine.presets import PRESETS, TOGGLES, build, difference, preset
from engine.rules import Rules, RulesError

DEALS: Final = (1, 3, 5)
"""Lengths offered in deals."""
TARGETS: Final = (500, 1000, 1500, 2000)
"""Targets offered in points."""
# Seats and length have buttons of their own.
_ELSEWHERE: Final = {"players", "target_score", "target_test", "match_mode", "fixed_hands"}


@dataclass(frozen=True, slots=True)
class Game:
    """A preset by name, toggles by name, and the length.

    `length` is empty for the preset's own, `d3` for three deals, `t1000` for a target of 1000.
    """

    preset: str = "common"
    toggles: tuple[str, ...] = ()
    length: str = ""

    def rules(self, players: int) -> Rules:
        """The rules for a number of players. Raises RulesError where they do not go together."""
        options: dict[str, Any] = {"players": players, **length_options(self.length)}
        return build(self.preset, self.toggles, **options)


def length_options(length: str) -> dict[str, Any]:
    """The options a length sets. Raises RulesError for what is no length.

    >>> length_options("d1"), length_options("t1000")["target_score"]
    ({'match_mode': 'single_hand'}, 1000)
    """
    if not length:
        return {}
    kind, count = length[:1], length[1:]
    if count.isascii() and count.isdigit() and len(count) < 5:
        if kind == "t" and int(count) in TARGETS:
            return {"match_mode": "target", "target_score": int(count)}
        if kind == "d" and int(count) in DEALS:
            if count == "1":
                return {"match_mode": "single_hand"}
            return {"match_mode": "fixed_hands", "fixed_hands": int(count)}
    raise RulesError(f"no length {length!r}")


def lengths() -> tuple[str, ...]:
    """All lengths that are offered, the preset's own first."""
    return ("", *(f"d{n}" for n in DEALS), *(f"t{n}" for n in TARGETS))


def fitting_players(game: Game, players: int) -> int:
    """The table size of the preset that is nearest to `players`, the larger one of two."""
    allowed = preset(game.preset).players_allowed
    return min(allowed, key=lambda n: (abs(n - players), -n))


def toggles_for(game: Game, players: int) -> tuple[str, ...]:
    """The toggles that change something in this game and go together with it."""
    offered = []
    for name, sets in TOGGLES.items():
        if _ELSEWHERE & set(sets):
            continue
        alone = Game(game.preset, (name,))
        try:
            if difference(alone.rules(players), game.preset) != difference(
                Game(game.preset).rules(players), game.preset
            ):
                offered.append(name)
        except RulesError:
            continue
    return tuple(offered)


def with_toggle(game: Game, name: str, on: bool) -> Game:
    """The game with a toggle on or off; those that set the same option go off."""
    if name not in TOGGLES or _ELSEWHERE & set(TOGGLES[name]):
        raise RulesError(f"no toggle {name!r}")
    clashing = set(TOGGLES[name]) if on else set()
    kept = tuple(t for t in game.toggles if t != name and not clashing & set(TOGGLES[t]))
    return replace(game, toggles=(*kept, name) if on else kept)


def with_preset(game: Game, name: str) -> Game:
    """Another preset; the length stays, the toggles of the old one go."""
    if name not in PRESETS:
        raise RulesError(f"no preset {name!r}")
    return replace(game, preset=name, toggles=())
