"""A real browser for the tests that ask for one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, async_playwright

from tests.adapters.web.tab import BROWSER, FLAGS


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    if BROWSER is None:
        pytest.skip("NO BROWSER: see tools/browser.py")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=BROWSER, args=FLAGS)
        try:
            yield browser
        finally:
            await browser.close()
