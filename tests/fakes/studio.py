"""Pictures that are drawn at once and tiny, and told apart by what they are of."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from concurrent.futures import Executor, Future
from hashlib import sha256
from typing import Any

from bot.pictures.draw import size
from bot.pictures.spec import Picture, digest
from bot.studio import Studio


class Inline(Executor):
    """Does at once, in the same thread, what it is asked to do."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


class Sketches:
    """Draws of every picture a real PNG file of one colour, and knows what was drawn.

    `trouble` is asked before a picture is drawn, and may raise. `files` are all pictures by the
    SHA-256 of their file, `named` those by their digest, `drawn` the pictures in order.
    """

    def __init__(self) -> None:
        self.files: dict[str, Picture] = {}
        self.named: dict[str, Picture] = {}
        self.drawn: list[Picture] = []
        self.trouble: Callable[[Picture], None] = lambda picture: None

    def draw(self, picture: Picture) -> bytes:
        self.trouble(picture)
        file = sketch(*size(picture), digest(picture))
        self.files[sha256(file).hexdigest()] = picture
        self.named[digest(picture)] = picture
        self.drawn.append(picture)
        return file

    def studio(self) -> Studio:
        """A studio that draws so."""
        return Studio(self.draw, Inline())


def sketch(width: int, height: int, text: str = "") -> bytes:
    """A PNG file of one colour, of two kilobytes at most, with a text in it that nobody sees."""
    rows = zlib.compress(bytes(1 + (width + 7) // 8) * height, 9)
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 3, 0, 0, 0)),
        (b"PLTE", bytes((24, 92, 70, 255, 255, 255))),
        (b"tEXt", b"Comment\0" + text.encode()),
        (b"IDAT", rows),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    checked = kind + data
    return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))


class Held(Executor):
    """Does what it is asked to do when it is told to, in order."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Future[Any], Callable[[], Any]]] = []

    @property
    def waiting(self) -> int:
        """How much there is to do."""
        return len(self._waiting)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        asked: Future[Any] = Future()
        self._waiting.append((asked, lambda: fn(*args, **kwargs)))
        return asked

    def do(self) -> None:
        """Do the first thing that waits."""
        asked, work = self._waiting.pop(0)
        asked.set_result(work())
