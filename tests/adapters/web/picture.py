"""Draw the picture of the README anew: `make pictures`.

A deal against three computers, on a desk and on two phones, as a browser shows it.
"""

from __future__ import annotations

import asyncio
import base64
import sys
from pathlib import Path

from playwright.async_api import Browser, async_playwright, expect

from tests.adapters.telegram.tapper import STOCK
from tests.adapters.web.rig import serving
from tests.adapters.web.tab import BROWSER, FLAGS, Tab, against_computers, cards

PLACE = Path(__file__).resolve().parents[3] / "docs" / "page.png"
DESK = {"width": 1040, "height": 740}
PHONE = {"width": 360, "height": 740}
_SHEET = """<body style="margin:0;padding:18px;display:flex;gap:18px;background:#8d9a93">
<style>img {{ border-radius: 14px; box-shadow: 0 3px 14px #0007; display: block }}</style>
{}</body>"""


async def _shots(browser: Browser) -> list[bytes]:
    """The desk, a phone in the dark and one in the light, in the middle of a turn."""
    async with serving(speed=40, seed=5) as served:
        context = await browser.new_context(
            viewport=DESK,  # type: ignore[arg-type]
            locale="en",
            color_scheme="dark",
            reduced_motion="reduce",
        )
        anna = Tab(await context.new_page(), 3)
        page = anna.page
        url = f"{served.url}r/kitchen"
        await against_computers(anna, url, open_it="Open a table", start="Start")
        await expect(anna.newest("private")).to_contain_text("Your turn")
        await anna.tap("private", STOCK)
        await expect(cards(anna)).to_have_count(14)
        await expect(page.locator(".toast")).to_have_count(0, timeout=15000)
        await page.mouse.move(0, 0)
        desk = await page.screenshot()
        await page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        await anna.look_at("private")
        await cards(anna).nth(1).click()
        await expect(anna.newest("private")).to_contain_text("Chosen")
        await expect(page.locator(".toast")).to_have_count(0, timeout=15000)
        await page.evaluate("document.activeElement.blur()")
        dark = await page.screenshot()
        await page.emulate_media(color_scheme="light")
        await anna.look_at("group")
        light = await page.screenshot()
        return [desk, dark, light]


async def main() -> int:
    """The command; its exit status."""
    if BROWSER is None:
        sys.stderr.write("no browser: see tools/browser.py\n")
        return 1
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=BROWSER, args=FLAGS)
        shots = await _shots(browser)
        images = "".join(
            f'<img src="data:image/png;base64,{base64.b64encode(shot).decode()}">' for shot in shots
        )
        sheet = await browser.new_page(viewport={"width": 1832, "height": 776})
        await sheet.set_content(_SHEET.format(images))
        await sheet.screenshot(path=PLACE)
        await browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
