"""The command `pinnacola rules`: the rulebook of a preset, changed as one likes."""

from __future__ import annotations

import argparse
from typing import Any

from bot.rulebook.pages import markdown, plain, title
from bot.texts import LANGUAGES, texts
from engine.presets import EXTRAS, PRESETS, TOGGLES, build, preset_name


def add_options(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument("--preset", default="common", help=f"one of {', '.join(PRESETS)}")
    parser.add_argument(
        "--toggles",
        default="",
        metavar="T,...",
        help=f"changes of the preset; there are: {', '.join((*TOGGLES, *EXTRAS))}",
    )
    parser.add_argument("--players", type=int, metavar="N", help="seats; else as the preset has it")
    parser.add_argument("--lang", default=LANGUAGES[0], choices=LANGUAGES, help="the language")
    parser.add_argument("--markdown", action="store_true", help="Markdown in place of plain text")


def run(options: argparse.Namespace) -> str:
    """What the command prints. Raises engine.rules.RulesError."""
    toggles = tuple(filter(None, (name.strip() for name in options.toggles.split(","))))
    chosen: dict[str, Any] = {} if options.players is None else {"players": options.players}
    rules = build(options.preset, toggles, **chosen)
    reader = texts(options.lang)
    head = title(preset_name(options.preset), toggles, reader)
    page = (markdown if options.markdown else plain)(rules, head, reader)
    return page.rstrip("\n")
