"""The choices of the lobby: preset, toggles and length, each value with its button."""

from __future__ import annotations

from typing import Final

from bot import requests as rq
from bot.game import lengths, toggles_for
from bot.screen import Button, Line, line
from bot.screens.parts import Row, even_rows, tap
from bot.state import Table
from bot.texts import Texts
from engine.presets import PRESETS


def N_(message: str) -> str:  # noqa: N802
    """Mark a text for the catalogues where it is only named."""
    return message


_PRESETS: Final = {
    "common": N_("common"),
    "pinella": N_("pinella"),
    "modern": N_("modern"),
    "classic": N_("classic"),
    "pinellone": N_("pinellone"),
    "reggiano": N_("reggiano"),
    "modenese": N_("modenese"),
}
_TOGGLES: Final = {
    "strict_out": N_("Going out: poker and clean seven"),
    "double_score": N_("Going out in hand doubles the score"),
    "flat_penalty": N_("Nothing laid: 200 less each"),
    "keep_jokers": N_("A joker taken may be kept"),
    "joker_30": N_("Joker 30 points"),
    "no_pinelle": N_("Without pinelle"),
    "solo": N_("Everybody for themselves"),
    "stakes_fixed": N_("Stakes: fixed"),
    "stakes_per_point": N_("Stakes: per point"),
    "clean_poker_out": N_("Going out: only with a clean poker"),
    "target_1800": N_("To 1800 points"),
    "target_2000": N_("To 2000 points"),
    "target_2500": N_("To 2500 points"),
    "head_to_head": N_("Two players"),
    "single_hand": N_("A single deal"),
    "draw_two": N_("Two cards a draw"),
    "no_sets": N_("No sets, only runs"),
    "red_twos": N_("Red 2s beside the pinelle"),
    "round_the_corner": N_("Runs go on past the Ace"),
    "keep_wilds": N_("No wild is discarded"),
    "cards_15": N_("15 cards each"),
    "cards_19": N_("19 cards each"),
    "no_jokers": N_("Without jokers"),
    "ace_to_ace_600": N_("Pinnacolone 600 points"),
    "out_300": N_("Going out 300 points"),
    "ten_from_7": N_("Ten points from the 7 up"),
    "six_in_pairs": N_("Six players in three sides"),
    "six_in_threes": N_("Six players in two sides"),
}
_FLAG: Final = "✓"


def preset_title(name: str, texts: Texts) -> str:
    """A preset as people call it."""
    return texts.gettext(_PRESETS[name]) if name in _PRESETS else name


def toggle_title(name: str, texts: Texts) -> str:
    """What a toggle changes, in a few words."""
    return texts.gettext(_TOGGLES[name]) if name in _TOGGLES else name


def length_title(length: str, texts: Texts) -> str:
    """A length of the match in a few words."""
    if not length:
        return texts.gettext("Usual")
    count = int(length[1:])
    if length.startswith("d"):
        return texts.ngettext("{n} deal", "{n} deals", count)
    return texts.gettext("to {target} points", target=count)


def choice_rows(table: Table, texts: Texts) -> tuple[Row, ...]:
    """The buttons that open the choices, with what is chosen now."""
    _ = texts.gettext
    name = preset_title(table.game.preset, texts)
    chosen = len(table.game.toggles)
    variants = _("Variants: {n}", n=chosen) if chosen else _("Variants")
    return (
        (tap(table, _("Game: {name}", name=name), rq.ShowMenu("preset")),),
        (
            tap(table, variants, rq.ShowMenu("toggles")),
            tap(table, _("Length"), rq.ShowMenu("length")),
        ),
    )


def menu_lines(table: Table, texts: Texts) -> list[Line]:
    """What the open choice is about."""
    _ = texts.gettext
    text = {
        "preset": _("Which game?"),
        "toggles": _("Which variants? A tap switches one on or off."),
        "length": _("How long is the match?"),
    }[table.menu]
    return [line(""), line(text)]


def menu_rows(table: Table, texts: Texts) -> tuple[Row, ...]:
    """The values of the open choice."""
    _ = texts.gettext
    game, players = table.game, len(table.seats)
    back = tap(table, _("‹ Back"), rq.ShowMenu(""))
    if table.menu == "preset":
        buttons = [
            _value(table, preset_title(name, texts), rq.ChoosePreset(name), name == game.preset)
            for name in PRESETS
        ]
        return (*even_rows(buttons, 2), (back,))
    if table.menu == "length":
        buttons = [
            _value(
                table, length_title(length, texts), rq.ChooseLength(length), length == game.length
            )
            for length in lengths()
        ]
        return (*even_rows(buttons, 2), (back,))
    rows = []
    for name in toggles_for(game, players):
        on = name in game.toggles
        rows.append((_value(table, toggle_title(name, texts), rq.SetToggle(name, not on), on),))
    return (*rows, (back,))


def _value(table: Table, label: str, what: rq.What, on: bool) -> Button:
    return tap(table, f"{_FLAG} {label}" if on else label, what, "primary" if on else "plain")
