"""Files that a command writes into `docs`, from what the code shows."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path


def write_texts(folder: Path, wanted: Mapping[Path, str]) -> None:
    """Write the text files below the folder, one folder a language, and remove others."""
    remove_others(folder, "*/*.txt", wanted)
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def remove_others(folder: Path, pattern: str, wanted: Collection[Path]) -> None:
    """Remove the files of this pattern below the folder that are not wanted any more."""
    for path in folder.glob(pattern):
        if path not in wanted:
            path.unlink()
