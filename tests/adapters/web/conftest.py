"""A real browser for the tests that ask for one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, async_playwright, expect

from tests.adapters.web.tab import BROWSER, FLAGS
from tests.patience import PATIENCE

# What is expected and holds is no slower for it.
expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    if BROWSER is None:
        pytest.skip("NO BROWSER: see tools/browser.py")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=BROWSER, args=FLAGS, timeout=PATIENCE * 1000
        )
        try:
            yield browser
        finally:
            await browser.close()
