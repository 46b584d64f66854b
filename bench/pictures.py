"""Pictures: the time for one, its size, and what atlas and caches take; beside the plain way.

The plain way puts whole cards with alpha upon a canvas of true colours, writes each word anew, and
has the file optimised.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bench.lab import Lab
from bench.measure import Row, timed
from bot.pictures import atlas, lettering
from bot.pictures.build import hand_picture, table_picture
from bot.pictures.draw import png
from bot.pictures.layout import table_layout
from bot.pictures.lying import WIDTH, Lying
from bot.pictures.palette import COLOURS
from bot.pictures.spec import TablePicture
from bot.texts import texts
from tests.bot.pictures.scenes import PICTURES, fullest, usual
from tests.bot.screens.deals import random_tables

MOST_MILLIS = 15.0
MOST_MILLIS_FULLEST = 25.0
MOST_KILOBYTES = 90.0
LEAST_RATE = 60.0
MOST_MEGABYTES = 120.0
EN = texts("en")


def pictures(lab: Lab) -> list[Row]:
    """A usual table of 64 cards, the fullest one, and all tables and hands of a deal."""
    return [
        *_one(lab, "64 cards", usual(EN), MOST_MILLIS, MOST_KILOBYTES),
        *_one(lab, "123 cards", fullest(EN), MOST_MILLIS_FULLEST, None),
        _rate(lab),
        _memory(),
    ]


def _one(
    lab: Lab, name: str, picture: TablePicture, most: float, kilobytes: float | None
) -> list[Row]:
    times = lab.amount(40)
    found = lab.race(
        {
            "own": timed(lambda: _drawn(png, [picture] * times)),
            "plain": timed(lambda: _drawn(plain, [picture] * max(1, times // 20))),
        }
    )
    millis, size = found.micros("own") / 1000, len(png(picture)) / 1024
    other = len(plain(picture)) / 1024
    return [
        Row(
            f"table of {name}",
            millis,
            "ms",
            "whole RGBA cards",
            found.micros("plain") / 1000,
            found.ratio("own", "plain"),
            f"at most {most:.0f}",
            millis <= most,
        ),
        Row(
            f"file of {name}",
            size,
            "KB",
            "optimised RGB",
            other,
            other / size,
            "" if kilobytes is None else f"at most {kilobytes:.0f}",
            None if kilobytes is None else size <= kilobytes,
        ),
    ]


def _drawn(draw: Callable[[TablePicture], bytes], wanted: Sequence[TablePicture]) -> int:
    for picture in wanted:
        draw(picture)
    return len(wanted)


def _rate(lab: Lab) -> Row:
    """Tables and hands of whole deals, no two alike."""
    tables = [
        table
        for seed in range(lab.amount(4))
        for table in random_tables(f"{seed:04x}", every=lab.amount(9))
    ][: lab.amount(60)]
    wanted = [table_picture(table, EN) for table in tables]
    wanted += [hand_picture(table, seat, EN) for table in tables for seat in (0, 3)]
    found = lab.race({"own": timed(lambda: _drawn(png, wanted))})
    rate = found.rate("own")
    goal = f"at least {LEAST_RATE:.0f}"
    return Row("pictures in one process", rate, "pictures/s", goal=goal, holds=rate >= LEAST_RATE)


# --- memory ----------------------------------------------------------------------------------

_GROWTH = """
from bench import pictures
before = pictures.used()
pictures.draw_everything()
print(pictures.used() - before)
"""


def used() -> float:
    """How much memory this process has had at most, in MB."""
    status = Path("/proc/self/status")
    if status.exists():
        # Not what the system counts for the process: that begins with what its parent had.
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(lines["VmHWM"].split()[0]) / 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 1024 / (1024 if sys.platform == "darwin" else 1)


def draw_everything() -> None:
    """All pictures of the gallery and those of two deals, in both languages, with two packs."""
    for lang in ("en", "it"):
        speak = texts(lang)
        for build in PICTURES.values():
            png(build(speak))
        for table in random_tables(f"{lang == 'it':04x}", every=4):
            png(table_picture(table, speak))
            for seat in range(4):
                png(hand_picture(table, seat, speak, four_colours=seat % 2 == 0))


def _memory() -> Row:
    """By how much a process has grown at most that has drawn a lot."""
    done = subprocess.run(
        [sys.executable, "-c", _GROWTH], check=True, capture_output=True, text=True
    )
    grown = max(0.01, float(done.stdout.split()[-1]))
    goal = f"under {MOST_MEGABYTES:.0f}"
    return Row("memory for atlas and caches", grown, "MB", goal=goal, holds=grown < MOST_MEGABYTES)


# --- the plain way ---------------------------------------------------------------------------


def plain(picture: TablePicture) -> bytes:
    """The same table, drawn as one would at first."""
    layout = table_layout(picture)
    image = Image.new("RGBA", (WIDTH, layout.height), COLOURS["table"])
    pencil = ImageDraw.Draw(image)
    for area in layout.areas:
        box = (12, area.top, WIDTH - 12, area.top + area.height)
        pencil.rounded_rectangle(box, 18, COLOURS["panel"])
        for nth, player in enumerate(area.area.players):
            said = f"{player.name} {player.cards}"
            pencil.text((36 + 420 * nth, area.top + 8), said, "white", _font())
        pencil.text((900, area.top + 8), str(area.area.total), "white", _font())
        for meld in area.melds:
            at = meld.label[0] - 16, meld.label[1]
            for card in meld.cards:
                _put(image, card)
            pencil.text(at, str(meld.meld.points), "white", _font())
    for card in (*layout.row, *layout.hand):
        _put(image, card)
    pencil.text((24, 12), picture.heading, "white", _font())
    pencil.text((760, 12), picture.turn, "white", _font())
    file = BytesIO()
    image.convert("RGB").save(file, "PNG", optimize=True)
    return file.getvalue()


def _put(image: Image.Image, card: Lying) -> None:
    image.alpha_composite(_whole(card.kind, card.key), (card.left, card.top))


@cache
def _whole(kind: atlas.Kind, key: str) -> Image.Image:
    face = atlas.face(kind, key).copy()
    face.putpalette(atlas.palette())
    whole = face.convert("RGBA")
    whole.putalpha(atlas.outline(kind).convert("L"))
    return whole


def _font() -> ImageFont.FreeTypeFont:
    return lettering.font(lettering.TEXT, 36)
