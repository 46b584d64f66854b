"""`python -m tests.bot.screens.render`: write all scenes into docs/screens, one file each.

A text file shows what a person sees: lines of a quote behind a bar, bold words between asterisks,
a countdown between angle brackets; below the buttons, a row on a line, the colour before the label.
Where there is a picture, it stands above, and its words are what the picture shows.
"""

from __future__ import annotations

from pathlib import Path

from bot.pictures.spec import alt
from bot.screen import Button, Line, Screen
from bot.texts import LANGUAGES, texts
from tests.bot.screens.scenes import SCENES
from tests.rendered import write_texts

FOLDER = Path(__file__).parents[3] / "docs" / "screens"
_COLOURS = {"primary": "blue: ", "success": "green: ", "danger": "red: ", "plain": ""}


def _line(line: Line) -> str:
    text = ""
    for span in line.spans:
        piece = f"<{span.text}>" if span.until is not None else span.text
        text += f"*{piece}*" if span.emphasis == "bold" else piece
    return f"│ {text}" if line.quote else text


def _button(button: Button) -> str:
    return f"[{_COLOURS[button.style]}{button.label}]"


def rendered(screen: Screen) -> str:
    """A screen as a text file."""
    lines = [_line(line) for line in screen.lines]
    rows = [" ".join(_button(button) for button in row) for row in screen.rows]
    picture = [] if screen.picture is None else [f"[picture: {alt(screen.picture)}]", ""]
    return "\n".join([*picture, *lines, *(["", *rows] if rows else [])]) + "\n"


def files() -> dict[Path, str]:
    """What docs/screens should hold."""
    return {
        FOLDER / lang / f"{name}.txt": rendered(scene.screen(texts(lang)))
        for lang in LANGUAGES
        for name, scene in SCENES.items()
    }


if __name__ == "__main__":
    write_texts(FOLDER, files())
