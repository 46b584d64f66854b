"""The choices of the lobby: preset, toggles and length, each value with its button."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot import requests as rq
from bot.game import clashes, lengths, toggles_for
from bot.screen import Button, Line, line
from bot.screens.more import pictures_button
from bot.screens.parts import Row, even_rows, tap
from bot.screens.record import cut_lines, cut_rows
from bot.state import Table
from bot.texts import N_, Texts
from bot.turn_time import EVENING, MINUTES, MORNING, TurnTime
from engine.presets import PRESETS

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
    "clean_poker_out": N_("Going out: the poker must be clean"),
    "target_1800": N_("To 1800 points"),
    "target_2000": N_("To 2000 points"),
    "target_2500": N_("To 2500 points"),
    "head_to_head": N_("Two players"),
    "single_hand": N_("A single deal"),
    "draw_two": N_("Two cards a draw"),
    "no_sets": N_("No sets, only runs"),
    "red_twos": N_("Red twos beside the pinelle"),
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
STAKES: Final = ("stakes_fixed", "stakes_per_point")
"""The toggles that the lobby says in a line of their own."""
_FLAG: Final = "✓"
_CLASH: Final = "⛔"
_ON_A_PAGE: Final = 8


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


def time_title(time: TurnTime, texts: Texts) -> str:
    """The time of a turn in a word."""
    if not time.minutes:
        return texts.gettext("no limit")
    if time.long:
        return texts.gettext("{n} h", n=time.minutes // 60)
    return texts.gettext("{n} min", n=time.minutes)


def choice_rows(table: Table, texts: Texts) -> tuple[Row, ...]:
    """The buttons that open the choices, with what is chosen now."""
    _ = texts.gettext
    name = preset_title(table.game.preset, texts)
    chosen = len(table.game.toggles)
    variants = _("Variants: {n}", n=chosen) if chosen else _("Variants")
    return (
        (
            tap(table, _("Game: {name}", name=name), rq.ShowMenu("preset")),
            tap(table, variants, rq.ShowMenu("toggles")),
        ),
        (
            tap(table, _("Length"), rq.ShowMenu("length")),
            tap(table, _("Turn: {time}", time=time_title(table.time, texts)), rq.ShowMenu("time")),
        ),
        (tap(table, _("Cut the pack"), rq.ShowMenu("cut")), pictures_button(table, texts)),
    )


def menu_lines(table: Table, texts: Texts) -> list[Line]:
    """What the open choice is about."""
    if table.menu == "cut":
        return cut_lines(texts)
    _ = texts.gettext
    if table.menu == "preset":
        return [line(""), line(_("Which game?"))]
    if table.menu == "length":
        return [line(""), line(_("How long is the match?"))]
    if table.menu == "time":
        return [line(""), line(_("How long may a turn take? Then the computer ends it."))]
    lines = [line(""), line(_("Which variants? A tap switches one on or off."))]
    names, _others = _page(table)
    if any(clashes(table.game, name, len(table.seats)) for name in names):
        lines.append(line(_("{sign}: does not go together with what is on.", sign=_CLASH)))
    return lines


def menu_rows(table: Table, texts: Texts) -> tuple[Row, ...]:
    """The values of the open choice."""
    if table.menu == "cut":
        return cut_rows(table, texts)
    _ = texts.gettext
    game = table.game
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
    if table.menu == "time":
        return (*_times(table, texts), (back,))
    names, others = _page(table)
    rows = [(_toggle(table, name, texts),) for name in names]
    if others:
        further = _("More · {n} ▸", n=others)
        rows.append((tap(table, further, rq.ShowMenu(_next_page(table))),))
    return (*rows, (back,))


def _toggle(table: Table, name: str, texts: Texts) -> Button:
    on = name in table.game.toggles
    title = toggle_title(name, texts)
    if not on and clashes(table.game, name, len(table.seats)):
        # Its tap is refused and says why.
        title = f"{_CLASH} {title}"
    return _value(table, title, rq.SetToggle(name, not on), on)


def _page(table: Table) -> tuple[tuple[str, ...], int]:
    """The toggles on the open page and the number of all others."""
    names = toggles_for(table.game, len(table.seats))
    start = (_number(table) - 1) * _ON_A_PAGE
    if start >= len(names):
        start = 0
    shown = names[start : start + _ON_A_PAGE]
    return shown, len(names) - len(shown)


def _number(table: Table) -> int:
    """The open page, from 1."""
    return int(table.menu.partition("_")[2] or 1)


def _next_page(table: Table) -> str:
    """The menu of the page after this one; after the last comes the first."""
    pages = -(-len(toggles_for(table.game, len(table.seats))) // _ON_A_PAGE)
    after = _number(table) % pages + 1
    return "toggles" if after == 1 else f"toggles_{after}"


def _value(table: Table, label: str, what: rq.What, on: bool) -> Button:
    return tap(table, f"{_FLAG} {label}" if on else label, what, "primary" if on else "plain")


def _times(table: Table, texts: Texts) -> tuple[Row, ...]:
    """How long a turn may take; for the long ones also whether the night counts."""
    now = table.time
    buttons = [
        _value(
            table,
            time_title(replace(now, minutes=minutes), texts),
            rq.ChooseTime(minutes),
            minutes == now.minutes,
        )
        for minutes in MINUTES
    ]
    rows = even_rows(buttons, 3)
    if not now.long:
        return rows
    label = texts.gettext(
        "At night it rests ({evening}–{morning})", evening=EVENING.hour, morning=MORNING.hour
    )
    return (*rows, (_value(table, label, rq.RestAtNight(not now.rests), now.rests),))
