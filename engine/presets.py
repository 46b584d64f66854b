"""The presets and toggles (RULES.md sections 8 and 9): found by name, combined, told apart.

>>> build("modern", toggles=("no_pinelle",)).run_two
'present'
>>> difference(build("common", toggles=("joker_30",)), "common")
{'joker_value': 30}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, cast

from pydantic import BaseModel, ValidationError

from engine.rules import Rules, RulesError

Options = Mapping[str, Any]
"""Values by option name, in the form in which JSON has them."""

_DATA: Final = cast(
    dict[str, dict[str, dict[str, Any]]],
    json.loads(files("engine").joinpath("data/presets.json").read_text(encoding="utf-8")),
)
PRESETS: Final[Mapping[str, Options]] = MappingProxyType(_DATA["presets"])
"""All options of each preset, by name (RULES.md section 8).

common: the main text of 002. pinella: its variant with pinelle. modern: 000. classic: 001.
The others are known from outside in parts only (RULES.md section 13); all that is not named here
is taken from the nearest of the four:

pinellone: as pinella, with 15 cards, a clean run of six before going out, a target of 3000, and
six players with three packs.

reggiano: as classic, with 19 cards, natural red 2s beside the black pinelle, runs through the
Ace, no wild discarded, two cards for a player who holds one, and wilds that are swapped, pinelle
too, only in the own side's melds and laid again in the same meld.

modenese: as classic, with 19 cards, jokers of 30 points, ten points from the 7 up, 300 for going
out, and runs through the Ace in the black suits. It is also played with 33 cards; that is not on
offer.
"""
TOGGLES: Final[Mapping[str, Options]] = MappingProxyType(_DATA["toggles"])
"""What each toggle sets, by name (RULES.md section 9)."""
EXTRAS: Final[Mapping[str, Options]] = MappingProxyType(_DATA["extras"])
"""Further toggles, for what clubs and other programs play (RULES.md section 14).

draw_two: two cards a draw. no_sets: runs only. red_twos: natural red 2s beside black pinelle.
round_the_corner: runs pass through the Ace. keep_wilds: wilds are not discarded. cards_15,
cards_19: so many cards each. no_jokers: none in the pack. ace_to_ace_600: the Pinnacolone counts
600 and ends nothing; where the preset has none, it is the run from Ace to Ace. out_300: going out
counts 300, and a bonus for going out in hand as much more. ten_from_7: the 7 counts as the 10.
six_in_pairs, six_in_threes: six players with three packs."""
ALIASES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "pinnacola": "common",
        "comune": "common",
        "standard": "common",
        "pinelle": "pinella",
        "moderna": "modern",
        "moderno": "modern",
        "classica": "classic",
        "classico": "classic",
        "pinnacolo": "classic",
        "pinnacolo reggiano": "reggiano",
        "pinnacolo modenese": "modenese",
    }
)
"""Other names of the presets."""

_TARGET_OF_TWO: Final = 1000


def preset_name(name_or_alias: str) -> str:
    """The name of a preset; upper and lower case are the same. Raises RulesError.

    >>> preset_name("Pinnacolo")
    'classic'
    """
    name = name_or_alias.strip().lower()
    name = ALIASES.get(name, name)
    if name not in PRESETS:
        raise RulesError(f"no preset {name_or_alias!r}; there are: {', '.join(PRESETS)}")
    return name


@cache
def _preset(name: str) -> Rules:
    return _known(Rules.model_validate(PRESETS[name]))


@lru_cache(maxsize=256)
def _known(rules: Rules) -> Rules:
    """The same rules each time, so that what is remembered of them is found fast."""
    return rules


def preset(name_or_alias: str) -> Rules:
    """The rules of a preset. Raises RulesError."""
    return _preset(preset_name(name_or_alias))


def build(name_or_alias: str, toggles: Iterable[str] = (), **options: Any) -> Rules:
    """A preset, changed by toggles or extras, changed by options (values as in JSON).

    What follows from that, unless something else is named, is said in `_implied`. Raises
    RulesError for names and values that do not exist, for toggles that set the same option and
    for options that do not go together.
    """
    name = preset_name(name_or_alias)
    toggled: dict[str, Any] = {}
    by: dict[str, str] = {}
    for toggle in dict.fromkeys(toggles):
        sets = TOGGLES.get(toggle) or EXTRAS.get(toggle)
        if sets is None:
            raise RulesError(f"no toggle {toggle!r}; there are: {', '.join((*TOGGLES, *EXTRAS))}")
        for option, value in sets.items():
            if option in by:
                raise RulesError(f"the toggles {by[option]} and {toggle} both set {option}")
            by[option] = toggle
            toggled[option] = value
    for option in options:
        if option not in Rules.model_fields:
            raise RulesError(f"no option {option!r}; there are: {', '.join(Rules.model_fields)}")
    named = {**toggled, **options}
    implied = _implied(name, toggled, named)
    try:
        return _known(Rules.model_validate({**PRESETS[name], **implied, **named}))
    except ValidationError as error:
        raise RulesError(_text(error)) from None


def _implied(name: str, toggled: Options, named: Options) -> dict[str, Any]:
    """Options that others bring along (RULES.md 12.1).

    Two, three or five players play each for themselves, and two of `common` and `pinella` to
    1000; six take a third pack with its jokers. A toggle that gives the Pinnacolone points makes
    one where there is none, and one that changes the bonus for going out changes that for going
    out in hand by as much.
    """
    base = PRESETS[name]
    implied: dict[str, Any] = {}
    players = named.get("players", base["players"])
    if players in (2, 3, 5):
        implied["partnership"] = "solo"
    if players == 2 and name in ("common", "pinella"):
        implied["target_score"] = _TARGET_OF_TWO
    if players == 6:
        implied["decks"] = 3
        implied["jokers"] = base["jokers"] * 3 // 2
    if "pinnacolone_points" in toggled and base["pinnacolone_min"] is None:
        skipped = named.get("run_two", base["run_two"]) == "skipped"
        implied["pinnacolone_min"] = 13 if skipped else 14
    reward = base["in_hand_reward"]
    if "out_bonus" in toggled and reward["type"] == "bonus":
        more = toggled["out_bonus"] - base["out_bonus"]
        implied["in_hand_reward"] = {**reward, "amount": reward["amount"] + more}
    return implied


def _text(error: ValidationError) -> str:
    """All faults of a validation on one line, each with the option it is about."""
    faults = []
    for fault in error.errors(include_url=False):
        where = ".".join(str(part) for part in fault["loc"])
        said = fault["msg"].removeprefix("Value error, ")
        faults.append(f"{where}: {said}" if where else said)
    return "; ".join(faults)


def as_data(rules: Rules) -> dict[str, Any]:
    """All options in the form in which JSON has them."""
    return {option: _plain(getattr(rules, option)) for option in Rules.model_fields}


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_defaults=True)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def difference(rules: Rules, name_or_alias: str) -> dict[str, Any]:
    """The options in which rules differ from a preset, in the form in which JSON has them.

    `restore` is the inverse. Raises RulesError for an unknown preset.
    """
    base = preset(name_or_alias)
    return {} if rules is base else dict(_difference(rules, base))


@lru_cache(maxsize=256)
def _difference(rules: Rules, base: Rules) -> Options:
    return {
        option: _plain(getattr(rules, option))
        for option in Rules.model_fields
        if getattr(rules, option) != getattr(base, option)
    }


def restore(name_or_alias: str, changed: Options) -> Rules:
    """The rules that differ from a preset in exactly these options. Raises RulesError."""
    unknown = [option for option in changed if option not in Rules.model_fields]
    if unknown:
        raise RulesError(f"no option {unknown[0]!r}; there are: {', '.join(Rules.model_fields)}")
    name = preset_name(name_or_alias)
    return _restored(name, json.dumps(changed, sort_keys=True)) if changed else _preset(name)


@lru_cache(maxsize=256)
def _restored(name: str, changed: str) -> Rules:
    try:
        return _known(Rules.model_validate({**PRESETS[name], **json.loads(changed)}))
    except ValidationError as error:
        raise RulesError(_text(error)) from None
