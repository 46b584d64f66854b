"""From a picture's data to a PNG file: pure work for the processor, safe in any thread."""

from __future__ import annotations

from bot.pictures.canvas import Canvas
from bot.pictures.layout import WIDTH, table_layout
from bot.pictures.spec import Picture, TablePicture
from bot.pictures.table import draw_table


def size(picture: Picture) -> tuple[int, int]:
    """Width and height of the picture in dots."""
    match picture:
        case TablePicture():
            return WIDTH, table_layout(picture).height
        case _:
            return WIDTH, WIDTH


def png(picture: Picture) -> bytes:
    """The picture as a PNG file, the same for equal pictures."""
    match picture:
        case TablePicture():
            return draw_table(picture).png()
        case _:
            return Canvas(*size(picture), "table").png()
