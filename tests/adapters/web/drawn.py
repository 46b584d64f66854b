"""Which pictures docs/screens should hold, and what they show: one for each text file there."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from adapters.web.words import words
from bot.pictures.spec import dump
from bot.texts import LANGUAGES, texts
from tests.bot.screens.render import FOLDER, rendered
from tests.bot.screens.scenes import GROUP, SCENES

KEY: Final = "Screen"
"""The text in a picture that holds the digest of what it shows."""


def thread_of(name: str) -> str:
    """Where the page shows a scene."""
    return "group" if name in GROUP else "private"


def path_of(name: str, lang: str) -> Path:
    """Where the picture of a scene lies: beside its text."""
    return FOLDER / lang / f"{name}.png"


def digest(name: str, lang: str) -> str:
    """What the picture of a scene must have been drawn from."""
    speak = texts(lang)
    frame = " ".join(words(speak)[word] for word in ("group", "private"))
    screen = SCENES[name].screen(speak)
    picture = "" if screen.picture is None else dump(screen.picture)
    shown = f"{thread_of(name)}\n{frame}\n{rendered(screen)}{picture}"
    return hashlib.blake2b(shown.encode(), digest_size=12).hexdigest()


def wanted() -> dict[Path, str]:
    """All pictures there should be, with their digests."""
    return {path_of(name, lang): digest(name, lang) for lang in LANGUAGES for name in SCENES}
