"""From a picture's data to a PNG file: pure work for the processor, safe in any thread."""

from __future__ import annotations

import json
from io import BytesIO

from PIL import Image, ImageDraw

from bot.pictures.spec import Picture, dump

WIDTH = 1024


def size(picture: Picture) -> tuple[int, int]:
    """Width and height of the picture in dots."""
    return (WIDTH, WIDTH)


def png(picture: Picture) -> bytes:
    """The picture as a PNG file, the same for equal pictures."""
    image = Image.new("P", size(picture), 0)
    image.putpalette([24, 92, 70, 255, 255, 255])
    text = json.dumps(dump(picture), indent=1)
    ImageDraw.Draw(image).multiline_text((20, 20), text, fill=1)
    file = BytesIO()
    image.save(file, "PNG", compress_level=6)
    return file.getvalue()
