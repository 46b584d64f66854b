"""Draw the picture of the README anew: `python -m tests.adapters.web.picture`."""

from __future__ import annotations

import asyncio
from pathlib import Path

from playwright.async_api import async_playwright, expect

from tests.adapters.web.rig import serving
from tests.adapters.web.test_browser import BROWSER, FLAGS, Tab

PLACE = Path(__file__).resolve().parents[3] / "docs" / "page.png"


async def main() -> None:
    """A hand in the middle of a deal against three computers, on a desk."""
    async with async_playwright() as playwright, serving(speed=40, seed=5) as app:
        browser = await playwright.chromium.launch(executable_path=BROWSER, args=FLAGS)
        context = await browser.new_context(
            viewport={"width": 1060, "height": 720}, locale="en", color_scheme="dark"
        )
        anna = Tab(await context.new_page(), 3)
        await anna.enter(f"{app.url}r/kitchen", "Anna")
        await anna.page.get_by_role("button", name="Open a table").last.click()
        for number in (1, 2, 3):
            await anna.tap("group", "+ Computer")
            await expect(anna.newest("group").get_by_text("💻")).to_have_count(number)
        await anna.tap("group", "Start")
        turns = 0
        while turns < 9:
            turns += await anna.play()
            await anna.page.wait_for_timeout(30)
        await expect(anna.newest("private")).to_contain_text("Your turn", timeout=10000)
        await anna.page.wait_for_timeout(6000)
        await anna.page.screenshot(path=PLACE)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
