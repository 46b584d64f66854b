"""`python -m bot.rulebook FOLDER`: write the page of every preset in every language.

They are `FOLDER/<language>/<preset>.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from bot.rulebook import markdown, title
from bot.texts import LANGUAGES, texts
from engine.presets import PRESETS, preset


def pages() -> dict[str, str]:
    """All pages, by their path below the folder."""
    return {
        f"{lang}/{name}.md": markdown(preset(name), title(name, (), texts(lang)), texts(lang))
        for lang in LANGUAGES
        for name in PRESETS
    }


def main(arguments: Sequence[str]) -> int:
    """The command; its exit status."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m bot.rulebook FOLDER\n")
        return 2
    for name, page in pages().items():
        path = Path(arguments[0], name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
