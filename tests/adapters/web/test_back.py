"""The browser's Back on the page of a room, and what a command of the menu brings into sight."""

from __future__ import annotations

from playwright.async_api import Browser, expect

from tests.adapters.web.look import DESK, PHONE, window
from tests.adapters.web.rig import serving
from tests.adapters.web.tab import Tab, against_computers

EN = {"open_it": "Open a table", "start": "Start"}


async def shows(tab: Tab, thread: str) -> None:
    await expect(tab.page.locator(f"#tab-{thread}")).to_have_attribute("aria-selected", "true")


async def test_on_a_phone_back_leads_from_the_own_hand_to_the_group_and_then_out(
    browser: Browser,
) -> None:
    async with serving() as served:
        tab = Tab(await (await window(browser, PHONE)).new_page())
        page = tab.page
        await page.goto(served.url)
        await against_computers(tab, f"{served.url}r/kitchen", **EN)
        for _ in range(3):
            # However often: one step.
            await page.locator("#tab-private").click()
            await shows(tab, "private")
            await page.locator("#tab-group").click()
            await shows(tab, "group")
        await page.locator("#tab-private").click()
        await page.go_back()
        await shows(tab, "group")
        await page.go_forward()
        await shows(tab, "private")
        # A reload, and an answer in the thread, change nothing.
        await page.reload()
        await shows(tab, "private")
        await tab.tap("private", "⋯ More")
        await tab.button("private", "Full text").click()
        await expect(page.locator("#private .away")).to_have_count(1)
        await page.go_back()
        await shows(tab, "group")
        await tab.button("group", "Play in private").click()
        await shows(tab, "private")
        await page.go_back()
        await shows(tab, "group")
        await page.go_back()
        await expect(page).to_have_url(served.url)
        assert tab.errors == []


async def test_from_another_room_back_leads_there(browser: Browser) -> None:
    async with serving(speed=20) as served:
        tab = Tab(await (await window(browser, PHONE)).new_page())
        page = tab.page
        await against_computers(tab, f"{served.url}r/kitchen", **EN)
        await page.goto(f"{served.url}r/cellar?lang=en")
        await page.locator("#place").click()
        await page.locator("#rooms a.room", has_text="kitchen").click()
        await page.wait_for_url("**/r/kitchen*")
        await page.locator("#tab-group").click()
        await page.locator("#tab-private").click()
        # The room's own link does no more than show the hand.
        await page.locator("#tab-group").click()
        await shows(tab, "group")
        await expect(page.locator("#tab-private .dot.call")).to_be_visible()
        await page.locator("#place").click()
        await page.locator("#rooms a.room", has_text="kitchen").click()
        await shows(tab, "private")
        await page.go_back()
        await shows(tab, "group")
        await page.go_back()
        await page.wait_for_url("**/r/cellar*")
        assert tab.errors == []


async def test_where_both_threads_are_seen_back_leaves_the_room(browser: Browser) -> None:
    async with serving() as served:
        tab = Tab(await (await window(browser, DESK)).new_page())
        page = tab.page
        await page.goto(served.url)
        await against_computers(tab, f"{served.url}r/kitchen", **EN)
        await tab.button("group", "Play in private").click()
        await page.go_back()
        await expect(page).to_have_url(served.url)
        assert tab.errors == []


async def test_what_a_command_asks_is_seen_at_once(browser: Browser) -> None:
    async with serving() as served:
        tab = Tab(await (await window(browser, PHONE)).new_page())
        page = tab.page
        await against_computers(tab, f"{served.url}r/kitchen", **EN)
        for command, asked in (
            ("Stop the match", "Yes, stop the match"),
            ("Leave the seat", "Yes, leave and end the match"),
        ):
            await tab.look_at("private")
            await page.get_by_role("button", name="Menu").click()
            await page.locator("#bar").get_by_role("button", name=command).click()
            if command == "Leave the seat":
                await page.locator("#ask").get_by_role("button", name="Yes").click()
            await shows(tab, "group")
            await expect(tab.button("group", asked)).to_be_in_viewport()
        await tab.button("group", "Yes, leave and end the match").click()
        await expect(tab.newest("group")).to_contain_text("Everybody has left")
        assert tab.errors == []
