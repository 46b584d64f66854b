"""One person in several rooms, in a real browser: the list, the badge, many tabs, names."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

from adapters.web.live import STREAMS
from tests.adapters.telegram.tapper import STOCK
from tests.adapters.web.look import DESK, FAULTS, PHONE, SMALL, fits, window
from tests.adapters.web.rig import Served, serving
from tests.adapters.web.tab import Tab, against_computers, cards


async def play_in(tab: Tab, served: Served, room: str) -> None:
    """Go to a room, start a deal of two against a computer and wait for the own turn."""
    await tab.page.goto(f"{served.url}r/{room}")
    name = tab.page.locator("#name")
    if await name.is_visible():
        await name.fill("Anna")
        await tab.page.click("#who button[type=submit]")
    await tab.page.locator("#group .empty").get_by_role("button", name="Open a table").click()
    for label in ("2 players", "+ Computer", "Start"):
        await tab.tap("group", label)
    await expect(tab.newest("private")).to_contain_text("Your turn")


@pytest.mark.parametrize("size", [SMALL, DESK], ids=["small", "desk"])
async def test_rooms_are_switched_and_those_that_wait_have_a_badge(
    browser: Browser, size: dict[str, int]
) -> None:
    async with serving(computers=40) as served:
        tab = Tab(await (await window(browser, size)).new_page())
        page = tab.page
        await play_in(tab, served, "kitchen")
        await expect(page.locator("#elsewhere")).to_be_hidden()
        await play_in(tab, served, "a-room-with-quite-a-long-name")
        # The other room waits, and the page says so without being asked.
        badge = page.locator("#elsewhere")
        await expect(badge).to_contain_text("1")
        await expect(page).to_have_title(re.compile("^● "))
        assert await fits(page)
        assert await page.evaluate(FAULTS) == []
        await page.get_by_role("button", name="a-room-with").click()
        panel = page.locator("#rooms")
        await expect(panel.get_by_role("link")).to_have_count(3)
        assert await fits(page)
        assert await page.evaluate(FAULTS) == []
        await page.keyboard.press("Escape")
        await expect(panel).to_be_hidden()
        await expect(page.locator("#place")).to_be_focused()
        await page.keyboard.press("Enter")
        await panel.get_by_role("link", name=re.compile("^kitchen.*Your turn")).click()
        # There the own hand is shown at once, and nothing of the other room.
        await expect(page).to_have_title(re.compile("kitchen"))
        hand = tab.newest("private")
        await expect(hand).to_be_visible()
        await expect(hand).to_contain_text("kitchen")
        await expect(page.locator("#private ol > li")).to_have_count(1)
        await expect(badge).to_contain_text("1")
        await tab.tap("private", STOCK)
        await expect(cards(tab)).to_have_count(14)
        assert tab.errors == []


async def test_the_first_page_lists_the_rooms_and_remembers(browser: Browser) -> None:
    async with serving(computers=40) as served:
        context = await window(browser, SMALL)
        tab = Tab(await context.new_page())
        page = tab.page
        await page.goto(served.url)
        await expect(page.locator("#rooms")).to_be_hidden()
        await expect(page.locator("#room")).to_have_value("kitchen")
        await play_in(tab, served, "cellar")
        await page.goto(f"{served.url}r/attic")
        await expect(page.locator("#desk")).to_be_visible()
        # Another tab, later: who it is and the last room are known.
        again = Tab(await context.new_page())
        await again.page.goto(served.url)
        await expect(again.page.locator("#as")).to_contain_text("You play as Anna.")
        await expect(again.page.locator("#room")).to_have_value("attic")
        links = again.page.locator("#rooms").get_by_role("link")
        await expect(links).to_have_count(2)
        await expect(links.first).to_contain_text("Your turn")
        await expect(links.last).to_contain_text("visited")
        assert await fits(again.page)
        assert await again.page.evaluate(FAULTS) == []
        await links.first.click()
        await expect(again.newest("private")).to_contain_text("Your turn")
        # Somebody else has no rooms, and can be Anna again.
        await again.page.goto(served.url)
        await again.page.get_by_role("button", name="Be somebody else").click()
        await expect(links.first).not_to_contain_text("Your turn")
        await again.page.get_by_role("button", name="Anna").click()
        await expect(links.first).to_contain_text("Your turn")
        # It is told what happens there meanwhile.
        await page.goto(f"{served.url}r/cellar")
        await page.get_by_role("button", name="Menu").click()
        await page.locator("#bar").get_by_role("button", name="Leave the seat").click()
        await page.locator("#ask").get_by_role("button", name="Yes").click()
        await tab.button("group", "Yes, leave and end the match").click()
        await expect(links.first).to_contain_text("visited")
        assert tab.errors + again.errors == []


async def test_after_a_reload_the_own_turn_is_marked(browser: Browser) -> None:
    async with serving(computers=40) as served:
        tab = Tab(await (await window(browser, PHONE)).new_page())
        await play_in(tab, served, "kitchen")
        dot = tab.page.locator("#tab-private .dot")
        await tab.look_at("group")
        await expect(dot).to_be_visible()
        await tab.page.reload()
        await expect(tab.page.locator("#tab-group")).to_have_attribute("aria-selected", "true")
        await expect(dot).to_be_visible()
        # The way there is a button like others, and not one that leads away.
        play = tab.button("group", "Play in private")
        assert await play.inner_text() == "Play in private"
        await play.click()
        await expect(tab.newest("private")).to_be_visible()
        await expect(dot).to_be_hidden()
        # A reload shows what was looked at last.
        await tab.page.reload()
        await expect(tab.newest("private")).to_be_visible()


async def test_many_tabs_of_one_browser_are_all_served(browser: Browser) -> None:
    async with serving() as served:
        context = await window(browser, DESK)
        tabs = []
        for number in range(STREAMS + 4):
            tab = Tab(await context.new_page())
            await tab.enter(f"{served.url}r/kitchen", f"Player {number}")
            tabs.append(tab)
        # The newest acts, and the oldest, which has lost its stream, hears of it all the same.
        await tabs[-1].page.locator(".empty").get_by_role("button", name="Open a table").click()
        for tab in tabs:
            await expect(tab.newest("group")).to_contain_text("Player 7")
        await tabs[0].page.bring_to_front()
        await tabs[0].tap("group", "Join")
        for tab in tabs:
            await expect(tab.newest("group")).to_contain_text("Player 0")
        assert [error for tab in tabs for error in tab.errors] == []


async def test_who_has_the_name_of_somebody_at_the_table_is_told(browser: Browser) -> None:
    async with serving() as served:
        first = Tab(await (await window(browser, PHONE)).new_page())
        await first.enter(f"{served.url}r/kitchen", "Anna")
        await first.page.locator(".empty").get_by_role("button", name="Open a table").click()
        await expect(first.newest("group")).to_contain_text("Anna")
        # In the same browser a known name is the same person.
        again = Tab(await first.page.context.new_page())
        await again.enter(f"{served.url}r/kitchen", "anna")
        await again.tap("group", "Join")
        await again.told("")
        assert len((await served.state()).people) == 1
        # In another browser it may be somebody else: a hint, and then the person decides.
        other = Tab(await (await window(browser, PHONE)).new_page())
        page = other.page
        await page.goto(f"{served.url}r/kitchen")
        await page.fill("#name", "Anna")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("alert")).to_contain_text("Is that you?")
        assert await fits(page)
        await page.keyboard.press("Enter")
        await expect(page.locator("#desk")).to_be_visible()
        await other.tap("group", "Join")
        await expect(first.newest("group")).to_contain_text("2. Anna")
        assert len((await served.state()).people) == 2


async def test_a_notice_covers_nothing_that_is_read_or_tapped(browser: Browser) -> None:
    async with serving(computers=40) as served:
        tab = Tab(await (await window(browser, SMALL)).new_page())
        page = tab.page
        await against_computers(
            tab, f"{served.url}r/kitchen", open_it="Open a table", start="Start"
        )
        await tab.look_at("private")
        await expect(tab.newest("private")).to_contain_text("Your turn")
        # The longest that platforms allow.
        longest = "You took the card, so it goes on the table. " * 4 + "That is what it says."
        await page.route(
            "**/api/tap", lambda route: route.fulfill(json={"notice": longest, "alert": False})
        )
        await tab.tap("private", STOCK)
        seen = await tab.told("You took the card")
        assert seen["text"] == longest
        assert seen["bottom"] <= seen["desk"]
        assert seen["fits"]
        # What it says is also said to who cannot see it.
        await expect(page.locator("#toasts")).to_have_attribute("aria-live", "polite")


async def test_help_names_the_buttons_of_the_page(browser: Browser) -> None:
    async with serving() as served:
        tab = Tab(await (await window(browser, PHONE, "it")).new_page())
        page = tab.page
        await tab.enter(f"{served.url}r/kitchen", "Anna")
        await page.get_by_role("button", name="Menu").click()
        await page.locator("#bar").get_by_role("button", name="Come si gioca").click()
        help_text = tab.newest("private")
        await expect(help_text).to_contain_text("Comincia con Apri un tavolo.")
        assert "/" not in await help_text.locator(".text").inner_text()
        assert await page.evaluate(FAULTS) == []
        # They do what they say; what must not happen by mistake is asked about.
        await help_text.get_by_role("button", name="Lascia il posto").click()
        await page.locator("#ask").get_by_role("button", name="Annulla").click()
        await help_text.get_by_role("button", name="Apri un tavolo").first.click()
        await expect(tab.newest("group")).to_contain_text("tavolo aperto")
        assert tab.errors == []
