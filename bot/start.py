"""The way into the command `pinnacola`, which takes a moment to load."""

from __future__ import annotations

INTERRUPTED = 130
"""Exit code of a command that Ctrl-C has ended, as shells count it."""


def main() -> int:
    """Do what the command line says; the exit code. Ctrl-C ends it without a word at any time."""
    try:
        # Not at the top: Ctrl-C may come while it is being loaded.
        from bot.__main__ import main as command  # noqa: PLC0415

        return command()
    except KeyboardInterrupt:
        return INTERRUPTED
