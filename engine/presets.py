"""The presets and toggles (RULES.md sections 8 and 9): found by name, combined, told apart.

>>> build("modern", toggles=("no_pinelle",)).run_two
'present'
>>> difference(build("common", toggles=("joker_30",)), "common")
{'joker_value': 30}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
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
"""All options of each preset, by name."""
TOGGLES: Final[Mapping[str, Options]] = MappingProxyType(_DATA["toggles"])
"""What each toggle sets, by name."""
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
    return Rules.model_validate(PRESETS[name])


def preset(name_or_alias: str) -> Rules:
    """The rules of a preset. Raises RulesError."""
    return _preset(preset_name(name_or_alias))


def build(name_or_alias: str, toggles: Iterable[str] = (), **options: Any) -> Rules:
    """A preset, changed by toggles, changed by options (values as in JSON).

    Two or three players make the partnership solo, and two players of `common` and `pinella` play
    to 1000, unless something else is named (RULES.md 12.1). Raises RulesError for names and
    values that do not exist, for toggles that set the same option and for options that do not go
    together.
    """
    name = preset_name(name_or_alias)
    named: dict[str, Any] = {}
    by: dict[str, str] = {}
    for toggle in dict.fromkeys(toggles):
        if toggle not in TOGGLES:
            raise RulesError(f"no toggle {toggle!r}; there are: {', '.join(TOGGLES)}")
        for option, value in TOGGLES[toggle].items():
            if option in by:
                raise RulesError(f"the toggles {by[option]} and {toggle} both set {option}")
            by[option] = toggle
            named[option] = value
    for option, value in options.items():
        if option not in Rules.model_fields:
            raise RulesError(f"no option {option!r}; there are: {', '.join(Rules.model_fields)}")
        named[option] = value
    implied: dict[str, Any] = {}
    players = named.get("players", PRESETS[name]["players"])
    if players in (2, 3):
        implied["partnership"] = "solo"
    if players == 2 and name in ("common", "pinella"):
        implied["target_score"] = _TARGET_OF_TWO
    try:
        return Rules.model_validate({**PRESETS[name], **implied, **named})
    except ValidationError as error:
        raise RulesError(_text(error)) from None


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
    try:
        return Rules.model_validate({**PRESETS[preset_name(name_or_alias)], **changed})
    except ValidationError as error:
        raise RulesError(_text(error)) from None
