"""`docs/pictures`: every picture in every language, and how they look on phones.

`make pictures` draws it anew. Beside the pictures stands what they were drawn from and with, so
that a test can tell whether they are what the code draws.
"""

from __future__ import annotations

import json
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import PIL
from PIL import Image, ImageDraw

from bot.pictures.draw import png
from bot.pictures.lettering import shapes
from bot.pictures.spec import Picture, digest
from bot.texts import LANGUAGES, texts
from tests.bot.pictures.scenes import PICTURES
from tests.rendered import remove_others

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "pictures"
DRAWN = FOLDER / "drawn.json"
SHEETS = (("en", "dark", 360), ("en", "light", 320), ("it", "light", 360), ("it", "dark", 320))
"""Pictures side by side as they are seen on a phone: language, colours of the chat, width."""
CHATS = {"dark": ("#0E1621", "#182533"), "light": ("#C4D5AE", "#FFFFFF")}
"""The colours of a chat and of the messages in it."""
_COLUMNS = 6
_GAP, _EDGE, _ROUND = 22, 4, 14
_COLOURS = 200


def path_of(name: str, lang: str) -> Path:
    """Where a picture stands."""
    return FOLDER / lang / f"{name}.png"


def sheet_of(lang: str, chat: str, width: int) -> Path:
    """Where a sheet of pictures stands."""
    return FOLDER / f"phone-{lang}-{chat}-{width}.png"


def picture_of(name: str, lang: str) -> Picture:
    """What the picture is drawn from."""
    return PICTURES[name](texts(lang))


def tools() -> dict[str, Any]:
    """What decides, besides the data, how a picture looks to the dot."""
    return {"pillow": PIL.__version__, "shapes": shapes()}


def drawn() -> dict[str, Any]:
    """What the gallery would be drawn from and with."""
    return {
        **tools(),
        "pictures": {
            f"{lang}/{name}": digest(picture_of(name, lang))
            for lang in LANGUAGES
            for name in PICTURES
        },
    }


def dots(file: bytes) -> tuple[tuple[int, int], bytes]:
    """The size of a picture and its dots, however they were packed."""
    with Image.open(BytesIO(file)) as image:
        return image.size, image.convert("RGB").tobytes()


def _sheet(lang: str, chat: str, width: int) -> Image.Image:
    """All pictures in messages, in columns of about the same height."""
    behind, message = CHATS[chat]
    columns: list[list[Image.Image]] = [[] for _ in range(_COLUMNS)]
    for name in PICTURES:
        with Image.open(path_of(name, lang)) as image:
            height = round(image.height * width / image.width)
            small = image.convert("RGB").resize((width, height), Image.Resampling.LANCZOS)
        min(columns, key=lambda column: sum(each.height + _GAP for each in column)).append(small)
    height = max(sum(each.height + _GAP for each in column) for column in columns) + _GAP
    sheet = Image.new("RGB", (_COLUMNS * (width + _GAP) + _GAP, height), behind)
    pencil = ImageDraw.Draw(sheet)
    for place, column in enumerate(columns):
        left, top = _GAP + place * (width + _GAP), _GAP
        for each in column:
            box = (
                left - _EDGE,
                top - _EDGE,
                left + width + _EDGE - 1,
                top + each.height + _EDGE - 1,
            )
            pencil.rounded_rectangle(box, _ROUND + _EDGE, message)
            mask = Image.new("L", each.size)
            ImageDraw.Draw(mask).rounded_rectangle((0, 0, *each.size), _ROUND, 255)
            sheet.paste(each, (left, top), mask)
            top += each.height + _GAP
    return sheet.quantize(_COLOURS, Image.Quantize.MEDIANCUT, kmeans=3)


def _page() -> str:
    """The gallery as a page to read."""
    lines = [
        "# Pictures",
        "",
        "Every picture of the bot, usual and at its fullest, as `make pictures` draws it: on the"
        " left in English, on the right in Italian. On phones, in dark and light chats:",
        "",
        *(
            f"- [{chat}, {width} dots wide, `{lang}`]({sheet_of(lang, chat, width).name})"
            for lang, chat, width in SHEETS
        ),
    ]
    for name in PICTURES:
        shown = " ".join(
            f'<img src="{lang}/{name}.png" width="410" alt="{name}, {lang}">' for lang in LANGUAGES
        )
        lines += ["", f"## {name.replace('_', ' ')}", "", shown]
    return "\n".join(lines) + "\n"


def main() -> int:
    """The command; its exit status."""
    wanted = {path_of(name, lang) for name in PICTURES for lang in LANGUAGES}
    remove_others(FOLDER, "*/*.png", wanted)
    changed = False
    for lang in LANGUAGES:
        (FOLDER / lang).mkdir(parents=True, exist_ok=True)
        for name in PICTURES:
            file, path = png(picture_of(name, lang)), path_of(name, lang)
            if not path.exists() or dots(path.read_bytes()) != dots(file):
                path.write_bytes(file)
                changed = True
    for lang, chat, width in SHEETS:
        there = sheet_of(lang, chat, width)
        if changed or not there.exists():
            _sheet(lang, chat, width).save(there, optimize=True)
    (FOLDER / "README.md").write_text(_page())
    DRAWN.write_text(json.dumps(drawn(), indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
