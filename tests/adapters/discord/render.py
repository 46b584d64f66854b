"""`python -m tests.adapters.discord.render`: the scenes as Discord shows them, into docs/screens.

Read from the components of the message: text as it is sent, buttons in their rows, menus with all
their options; the chosen ones are ticked, and what is read aloud stands behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adapters.discord.markup import view
from adapters.discord.outbound import DiscordPlatform
from bot.screen import Screen
from bot.texts import LANGUAGES, texts
from tests.bot.screens.scenes import SCENES
from tests.rendered import write_texts

FOLDER = Path(__file__).parents[3] / "docs" / "screens" / "discord"
_COLOURS = {1: "blue: ", 2: "", 3: "green: ", 4: "red: "}
ROW, BUTTON, MENU, TEXT, GALLERY, FILE, BOX = 1, 2, 3, 10, 12, 13, 17


def _lines(components: list[dict[str, Any]]) -> Iterator[str]:
    for each in components:
        match each["type"]:
            case kind if kind == BOX:
                yield from _lines(each["components"])
            case kind if kind == TEXT:
                yield from each["content"].split("\n")
            case kind if kind == GALLERY:
                yield "[picture, described by the whole text]"
            case kind if kind == FILE:
                yield f"[file: {each['file']['url'].removeprefix('attachment://')}]"
            case kind if kind == ROW:
                yield from _row(each["components"])


def _row(items: list[dict[str, Any]]) -> Iterator[str]:
    if items[0]["type"] == BUTTON:
        yield " ".join(f"[{_COLOURS[item['style']]}{item['label']}]" for item in items)
        return
    [menu] = items
    several = menu["max_values"] != 1 or menu["min_values"] == 0
    yield f"[▾ {menu['placeholder']}]"
    for option in menu["options"]:
        sign = ("☑ " if option.get("default") else "☐ ") if several else ""
        words = option.get("description")
        yield f"    {sign}{option['label']}" + (f" · {words}" if words else "")


def rendered(screen: Screen) -> str:
    """A screen as a text file."""
    components: list[dict[str, Any]] = view(screen).to_components()  # type: ignore[no-untyped-call]
    return "\n".join(_lines(components)) + "\n"


def files() -> dict[Path, str]:
    """What docs/screens/discord should hold."""
    return {
        FOLDER / lang / f"{name}.txt": rendered(scene.screen(texts(lang), DiscordPlatform.means))
        for lang in LANGUAGES
        for name, scene in SCENES.items()
    }


if __name__ == "__main__":
    write_texts(FOLDER, files())
