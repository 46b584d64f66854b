"""Small PNG files with few colours, and a text in them: for the pictures in docs."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def written(
    width: int, height: int, palette: Sequence[Sequence[int]], dots: bytes, text: tuple[str, str]
) -> bytes:
    """A picture: red, green and blue of each colour, and a colour's number for each dot."""
    rows = b"".join(b"\0" + dots[y * width : (y + 1) * width] for y in range(height))
    return SIGNATURE + b"".join(
        (
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", bytes(value for colour in palette for value in colour)),
            _chunk(b"tEXt", text[0].encode("latin-1") + b"\0" + text[1].encode("latin-1")),
            _chunk(b"IDAT", zlib.compress(rows, 9)),
            _chunk(b"IEND", b""),
        )
    )


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at + 8 <= len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += length + 12


def text_in(path: Path, key: str) -> str | None:
    """The text of that key in a picture; None where there is no picture, or no such text in it."""
    if not path.exists():
        return None
    for name, data in _chunks(path.read_bytes()):
        found, _, text = data.partition(b"\0")
        if name == b"tEXt" and found == key.encode("latin-1"):
            return text.decode("latin-1")
    return None


def size_of(path: Path) -> tuple[int, int]:
    """Width and height of a picture."""
    header = next(data for name, data in _chunks(path.read_bytes()) if name == b"IHDR")
    width, height = struct.unpack(">II", header[:8])
    return width, height
