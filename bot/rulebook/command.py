"""The command `pinnacola rules`: the rulebook of a preset, changed as one likes."""

from __future__ import annotations

import argparse

from bot.rulebook.pages import markdown, plain, title
from bot.texts import LANGUAGES, texts
from engine.presets import EXTRAS, PRESETS, TOGGLES, build, preset_name
from engine.rules import Rules, RulesError


def add_options(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument("--preset", default="common", help=f"one of {', '.join(PRESETS)}")
    parser.add_argument(
        "--toggles",
        default="",
        metavar="T,...",
        help=f"changes of the preset; there are: {', '.join((*TOGGLES, *EXTRAS))}",
    )
    parser.add_argument("--players", metavar="N", help="seats; else as the preset has it")
    parser.add_argument("--lang", default=LANGUAGES[0], choices=LANGUAGES, help="the language")
    parser.add_argument("--markdown", action="store_true", help="Markdown in place of plain text")


def run(options: argparse.Namespace) -> str:
    """What the command prints. Raises engine.rules.RulesError."""
    toggles = tuple(filter(None, (name.strip() for name in options.toggles.split(","))))
    rules = _rules(options.preset, toggles, options.players)
    reader = texts(options.lang)
    head = title(preset_name(options.preset), toggles, reader)
    page = (markdown if options.markdown else plain)(rules, head, reader)
    return page.rstrip("\n")


def _rules(preset: str, toggles: tuple[str, ...], players: str | None) -> Rules:
    rules = build(preset, toggles)
    if players is None:
        return rules
    allowed = [str(count) for count in rules.players_allowed]
    if players.strip() not in allowed:
        raise RulesError(f"--players {players}: this game is for {' or '.join(allowed)} players")
    return build(preset, toggles, players=int(players))
