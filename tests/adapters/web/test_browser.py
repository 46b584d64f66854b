"""The page in a real browser: whole deals by tapping, two people in two tabs, the keyboard."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator

import fakeredis
import pytest
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from tests.adapters.telegram.tapper import CARD, DISCARD, MY_TURN, next_label
from tests.adapters.web.rig import serving
from tools.browser import find

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()
BROWSER = find()
ENDED = re.compile(r"Smazzata \d+|Deal \d+: ")


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


class Tab:
    """A person in a tab, who acts on what is to be seen."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    async def enter(self, url: str, name: str) -> None:
        """Open a room and give a name."""
        await self.page.goto(url)
        await self.page.fill("#name", name)
        await self.page.click("#who button[type=submit]")
        await expect(self.page.locator("#desk")).to_be_visible()

    def newest(self, thread: str) -> Locator:
        """The newest message of a thread."""
        return self.page.locator(f"#{thread} ol > li").last

    async def look_at(self, thread: str) -> None:
        """On a phone: the tab of that thread."""
        tab = self.page.locator(f"#tab-{thread}")
        if await tab.is_visible():
            await tab.click()

    async def tap(self, thread: str, label: str | re.Pattern[str]) -> None:
        """Tap a button of the newest message that has it."""
        await self.look_at(thread)
        await (
            self.page.locator(f"#{thread} .rows button:not([data-settling])")
            .filter(has_text=label)
            .last.click()
        )

    async def play(self) -> bool:
        """One tap in the own turn; False where it is not the own turn."""
        message = self.newest("private")
        if not await message.count() or not MY_TURN.search(await message.inner_text()):
            return False
        buttons = message.locator(".rows button")
        labels = await buttons.evaluate_all("all => all.map(one => one.dataset.label)")
        if not labels:
            return False
        label = next_label(labels, self.chance)
        before = await message.inner_text()
        button = buttons.nth(labels.index(label))
        # What has just changed under a finger takes no tap for a moment.
        await expect(button).not_to_have_attribute("data-settling", "")
        await button.click()
        # The button shows at once that it was tapped; the words change when the host has answered.
        await self.page.wait_for_function(
            "([before]) => document.querySelector('#private ol > li:last-child')?.innerText"
            " !== before",
            arg=[before],
            timeout=5000,
        )
        if CARD.match(label):
            await expect(buttons.filter(has_text=DISCARD)).to_have_count(1)
        return True

    async def deal_is_over(self) -> bool:
        """Does the group see a result?"""
        message = self.newest("group")
        return bool(await message.count()) and "🏁" in await message.inner_text()

    async def play_to_the_end(self) -> None:
        """Play a deal until its result is there."""
        await self.look_at("private")
        for _ in range(3000):
            if await self.deal_is_over():
                return
            if not await self.play():
                await self.page.wait_for_timeout(60)
        raise AssertionError("the deal does not end")


async def fits(page: Page) -> bool:
    """Is nothing wider than the screen?"""
    return bool(
        await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")
    )


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
async def test_one_person_plays_a_deal_against_three_computers(
    browser: Browser, width: int, height: int
) -> None:
    async with serving(speed=40) as app:
        context = await browser.new_context(
            viewport={"width": width, "height": height}, locale="it-IT"
        )
        anna = Tab(await context.new_page())
        await anna.enter(f"{app.url}r/cucina", "Anna")
        await anna.page.get_by_role("button", name="Apri un tavolo").last.click()
        for number in (1, 2, 3):
            await anna.tap("group", "+ Computer")
            await expect(anna.newest("group").get_by_text("💻")).to_have_count(number)
        await anna.tap("group", "Inizia")
        await expect(anna.newest("private")).to_contain_text("In mano")
        assert await fits(anna.page)
        await anna.play_to_the_end()
        result = await anna.newest("group").inner_text()
        assert ENDED.search(result)
        assert "Anna" in result
        assert await fits(anna.page)
        assert anna.errors == []


async def test_two_people_in_two_tabs_of_one_browser(browser: Browser) -> None:
    async with serving() as app:
        context = await browser.new_context(viewport={"width": 800, "height": 700}, locale="en")
        anna, bruno = Tab(await context.new_page()), Tab(await context.new_page(), 2)
        await anna.enter(f"{app.url}r/kitchen", "Anna")
        await bruno.enter(f"{app.url}r/kitchen", "Bruno <x/>")
        await anna.page.get_by_role("button", name="Open a table").last.click()
        await anna.tap("group", "2 players")
        await expect(bruno.newest("group")).to_contain_text("1 player missing")
        await bruno.tap("group", "Join")
        await expect(anna.newest("group")).to_contain_text("Bruno <x/>")
        await anna.tap("group", "Start")
        await expect(bruno.newest("private")).to_contain_text("Hand (13)")
        hands = [await tab.newest("private").inner_text() for tab in (anna, bruno)]
        assert hands[0] != hands[1]
        turns = 0
        while turns < 12:
            turns += await anna.play() or await bruno.play()
        # A reload keeps the person and the thread, and its buttons work.
        await bruno.page.reload()
        await expect(bruno.newest("private")).to_contain_text("Hand (")
        while not await bruno.play():
            await anna.play()
        assert anna.errors + bruno.errors == []


async def test_a_restart_of_the_bot_is_bridged(browser: Browser) -> None:
    server = fakeredis.FakeServer()
    context = await browser.new_context(viewport={"width": 360, "height": 740}, locale="en")
    anna = Tab(await context.new_page())
    async with serving(server) as app:
        await anna.enter(f"{app.url}r/kitchen", "Anna")
        await anna.page.get_by_role("button", name="Open a table").last.click()
        await expect(anna.newest("group")).to_contain_text("Anna")
    async with serving(server) as again:
        # The test's port is another one, and with it what the tab keeps: the room is what counts.
        await anna.enter(f"{again.url}r/kitchen", "Bruno")
        await expect(anna.newest("group")).to_contain_text("Anna")
        await anna.tap("group", "Join")
        await expect(anna.newest("group")).to_contain_text("Bruno")


async def test_some_turns_by_keyboard_alone(browser: Browser) -> None:
    async with serving() as app:
        context = await browser.new_context(viewport={"width": 1000, "height": 700}, locale="en")
        anna = Tab(await context.new_page())
        page = anna.page
        await page.goto(f"{app.url}r/kitchen")
        await page.keyboard.type("Anna")
        await page.keyboard.press("Enter")
        await expect(page.locator("#desk")).to_be_visible()

        async def press(label: str) -> None:
            button = (
                page.locator(".rows button:not([data-settling]), .command")
                .filter(has_text=label)
                .last
            )
            await button.focus()
            await page.keyboard.press("Enter")

        await press("Open a table")
        await expect(anna.newest("group")).to_contain_text("Anna")
        await press("2 players")
        await expect(anna.newest("group")).to_contain_text("1 player missing")
        await press("+ Computer")
        await expect(anna.newest("group")).to_contain_text("Computer 2")
        await press("Start")
        await expect(anna.newest("private")).to_contain_text("Your turn", timeout=10000)
        await press("Stock")
        await expect(anna.newest("private")).to_contain_text("Hand (14)")
        # Every control says what it is.
        unnamed = await page.evaluate(
            "[...document.querySelectorAll('button, a, input')].filter(one =>"
            " one.checkVisibility() && !(one.innerText || one.ariaLabel || one.labels?.length"
            " || one.querySelector('img[alt]'))).length"
        )
        assert unnamed == 0
