"""What a lobby agrees on: the preset, its toggles, the length. Turned into rules by the engine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from engine.presets import EXTRAS, PRESETS, TOGGLES, Options, build, preset
from engine.rules import Rules, RulesError

DEALS: Final = (1, 3, 5)
"""Lengths offered in deals."""
TARGETS: Final = (500, 1000, 1500, 1800, 2000, 2500, 3000)
"""Targets offered in points."""
SIX: Final = 6
"""A table size offered in every preset: six players bring a third pack."""
# The length has buttons of its own.
_LENGTH: Final = {"target_score", "target_test", "match_mode", "fixed_hands"}
_TOGGLES: Final[dict[str, Options]] = {
    name: sets for name, sets in {**TOGGLES, **EXTRAS}.items() if not _LENGTH & set(sets)
}


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
        if players not in preset(self.preset).players_allowed:
            options["players_allowed"] = (SIX,)
        toggles = []
        for name in self.toggles:
            for_players = _players(name)
            if for_players is None:
                toggles.append(name)
            elif for_players == players:
                # The table has its size; what is left of the toggle is how the sides are made.
                options["partnership"] = _TOGGLES[name]["partnership"]
        return build(self.preset, toggles, **options)


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


def sizes(game: Game) -> tuple[int, ...]:
    """The table sizes on offer in this game, ascending.

    >>> sizes(Game("common")), sizes(Game("classic"))
    ((2, 4, 6), (2, 3, 4, 6))
    """
    return tuple(sorted({*preset(game.preset).players_allowed, SIX}))


def fitting_players(game: Game, players: int) -> int:
    """The table size on offer that is nearest to `players`, the larger one of two."""
    return min(sizes(game), key=lambda n: (abs(n - players), -n))


# --- toggles ---------------------------------------------------------------------------------


def _players(name: str) -> int | None:
    """The number of players a toggle is for, where it is for one only."""
    players: int | None = _TOGGLES.get(name, {}).get("players")
    return players


def _rules(game: Game, players: int) -> Rules | None:
    try:
        return game.rules(players)
    except RulesError:
        return None


def toggles_for(game: Game, players: int) -> tuple[str, ...]:
    """The toggles that change something in this game, and those that are on.

    One may be among them that does not go together with what is on: see `clashes`.
    """
    plain = _rules(replace(game, toggles=()), players)
    chosen = _rules(game, players)

    def matters(name: str) -> bool:
        if "out_poker_clean" in _TOGGLES[name]:
            # It says how a poker must be, not that one is needed.
            needed = None if chosen is None else chosen.out_requirement
            return needed is not None and "poker" in needed.items
        alone = _rules(replace(game, toggles=(name,)), players)
        return alone is not None and alone != plain

    return tuple(name for name in _TOGGLES if name in game.toggles or matters(name))


def clashes(game: Game, name: str, players: int) -> tuple[str, ...]:
    """The chosen toggles because of which this one cannot be switched on; none where it can."""
    wish = with_toggle(game, name, True)
    if _rules(wish, players) is not None:
        return ()
    others = tuple(other for other in wish.toggles if other != name)
    pairs = [replace(game, toggles=(other, name)) for other in others]
    found = tuple(o for o, pair in zip(others, pairs, strict=True) if _rules(pair, players) is None)
    return found or others


def with_toggle(game: Game, name: str, on: bool) -> Game:
    """The game with a toggle on or off; those that set the same option go off."""
    if name not in _TOGGLES:
        raise RulesError(f"no toggle {name!r}")
    clashing = set(_TOGGLES[name]) if on else set()
    kept = tuple(t for t in game.toggles if t != name and not clashing & set(_TOGGLES[t]))
    return replace(game, toggles=(*kept, name) if on else kept)


def for_players(game: Game, players: int) -> Game:
    """The game without the toggles that are for another number of players."""
    kept = tuple(t for t in game.toggles if _players(t) in (None, players))
    return replace(game, toggles=kept)


def with_preset(game: Game, name: str) -> Game:
    """Another preset; the length stays, the toggles of the old one go."""
    if name not in PRESETS:
        raise RulesError(f"no preset {name!r}")
    return replace(game, preset=name, toggles=())
