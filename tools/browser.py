"""Find a browser for the tests of the page, or get one: `python tools/browser.py`.

One that is there is taken; else Playwright's own is downloaded; else, as root on Debian, the
package is installed. Where none can be had it says so loudly, and fails when CI is set.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def find() -> str | None:
    """The path of a browser that is there."""
    for name in NAMES:
        found = shutil.which(name)
        if found is not None:
            return found
    return _own()


def _own() -> str | None:
    """The browser that Playwright has downloaded."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _done(command: Sequence[str]) -> bool:
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def install() -> str | None:
    """Get a browser; None where none can be had."""
    print("No browser is here: trying Playwright's own.", flush=True)
    _done([sys.executable, "-m", "playwright", "install", "chromium"])
    if (found := find()) is not None:
        return found
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("Playwright's own cannot be had: installing Debian's package.", flush=True)
        _done(["apt-get", "update", "-qq"])
        _done(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"])
    return find()


def main() -> int:
    """The command; its exit status."""
    if find() or install():
        return 0
    print(
        "\nNO BROWSER: the tests of the page in a browser (tests/adapters/web/test_browser.py)\n"
        "DO NOT RUN. Install Chromium, or run `.venv/bin/playwright install chromium`.\n",
        file=sys.stderr,
    )
    return 1 if os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
