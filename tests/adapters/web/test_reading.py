"""What a reader sees first, and that nobody is moved away from what they read."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Browser, Locator, Page, Route, expect

from adapters.web.sessions import person_id
from bot.screen import File, Screen, line
from engine.shuffle import commitment
from tests.adapters.altering import about_to_end
from tests.adapters.telegram.scenes import KING, LAY
from tests.adapters.telegram.tapper import DISCARD, STOCK
from tests.adapters.web.look import DESK, FAULTS, PHONE, SMALL, fits, window
from tests.adapters.web.rig import Served, serving
from tests.adapters.web.tab import Tab, cards
from tests.adapters.web.test_browser import reach, table_of_two, turn


async def ended(served: Served, browser: Browser, size: dict[str, int]) -> list[Tab]:
    """Two people after a deal; who has gone out first."""
    first, second = await table_of_two(await window(browser, size), served)
    await served.alter(about_to_end)
    await first.page.bring_to_front()
    await first.look_at("private")
    await expect(cards(first)).to_have_count(0)
    for label in (STOCK, LAY, KING, DISCARD):
        await first.tap("private", label)
    for tab in (first, second):
        await expect(tab.newest("private")).to_contain_text("goes out")
        await expect(tab.newest("group")).to_contain_text("goes out")
    return [first, second]


async def played(tab: Tab) -> None:
    """Play the own turn to its end, on whatever screen."""
    await tab.page.bring_to_front()
    await tab.look_at("private")
    await turn(tab)


async def scrolled(page: Page, thread: str, by: int) -> None:
    """Scroll as a reader does."""
    await page.locator(f"#{thread} .scroll").hover()
    scroll = f"document.querySelector('#{thread} .scroll').scrollTop"
    before = await page.evaluate(scroll)
    await page.mouse.wheel(0, by)
    await page.wait_for_function(f"(before) => {scroll} === before + {by}", arg=before)
    # A frame later the page has heard of it.
    await page.evaluate("() => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))")


async def place_of(message: Locator) -> float:
    """Where the beginning of a message lies, in pixels from the top of the window."""
    return float(await message.evaluate("one => one.getBoundingClientRect().top"))


async def seen_whole(one: Locator) -> bool:
    """Is all of an element inside the pane, with nothing over it?"""
    return bool(
        await one.evaluate(
            """(one) => {
                const pane = one.closest('.scroll').getBoundingClientRect();
                const box = one.getBoundingClientRect();
                const on = (y) => document.elementFromPoint(box.left + box.width / 2, y);
                return box.top >= pane.top - 1 && box.bottom <= pane.bottom + 1
                    && [box.top + 2, box.bottom - 2].every((y) => one.contains(on(y)));
            }"""
        )
    )


# --- results -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_a_result_shows_first_who_won_and_its_buttons(
    browser: Browser, size: dict[str, int]
) -> None:
    async with serving() as served:
        for tab in await ended(served, browser, size):
            page = tab.page
            await page.bring_to_front()
            for thread in ("private", "group"):
                await tab.look_at(thread)
                result = tab.newest(thread)
                await expect(result.locator("img.picture")).to_be_in_viewport(ratio=1)
                assert await seen_whole(result.locator("img.picture"))
                assert await seen_whole(tab.button(thread, "Next deal"))
                assert await page.evaluate(FAULTS) == []
                assert await fits(page)
            assert tab.errors == []


async def test_a_result_stays_where_it_is_read_and_the_next_deal_comes_into_view(
    browser: Browser,
) -> None:
    async with serving() as served:
        first, second = await ended(served, browser, SMALL)
        # A small screen shows the beginning, and no more.
        await first.page.bring_to_front()
        await expect(first.newest("private").locator("img.picture")).to_be_in_viewport()
        await expect(first.newest("private").locator("[data-settling]")).to_have_count(0)
        await expect(first.button("private", "Next deal")).not_to_be_in_viewport(ratio=1)
        await expect(first.button("private", "Record")).not_to_be_in_viewport()
        await first.look_at("group")
        await scrolled(first.page, "group", 40)
        place = await place_of(first.newest("group"))
        await second.page.bring_to_front()
        await second.tap("private", "Next deal")
        await expect(first.newest("group")).to_contain_text("Ready: ")
        assert await place_of(first.newest("group")) == pytest.approx(place, abs=1)
        await first.page.bring_to_front()
        await first.tap("private", "Next deal")
        for tab in (first, second):
            await expect(tab.newest("private")).to_contain_text("Hand (13)")
            await expect(tab.newest("private").locator(".rows")).to_be_in_viewport(ratio=1)


async def test_a_sum_is_folded_under_its_name_and_not_under_its_first_line(
    browser: Browser,
) -> None:
    async with serving() as served:
        first, second = await ended(served, browser, PHONE)
        page = first.page
        await page.bring_to_front()
        await first.look_at("group")
        result = first.newest("group")
        sums = result.locator("summary")
        names = [text.strip() for text in await sums.all_inner_texts()]
        assert names[:2] == ["Anna", "Bruno <x/>"]
        await expect(result.get_by_text("this deal").first).to_be_visible()
        line = result.locator("details p").first
        await expect(line).to_be_hidden()
        # Opened, it stays so while others get ready.
        await sums.first.click()
        await expect(line).to_be_visible()
        await second.page.bring_to_front()
        await second.tap("private", "Next deal")
        await expect(result).to_contain_text("Ready: ")
        await expect(line).to_be_visible()
        await expect(result.locator("details").nth(1)).not_to_have_attribute("open", "")


async def test_a_code_takes_one_line_until_it_is_opened(browser: Browser) -> None:
    async with serving() as served:
        tab = Tab(await (await window(browser, SMALL, "it-IT")).new_page())
        await tab.enter(f"{served.url}r/cucina", "Anna")
        await tab.page.locator("#group .empty button").click()
        pack = tab.newest("group").locator("summary")
        code = pack.locator(".code")
        await expect(pack).to_be_visible()
        await expect(code).to_have_text(await served_code(served))
        shut = await pack.bounding_box()
        assert shut is not None
        assert shut["height"] == pytest.approx(44, abs=1)
        await pack.click()
        whole = await pack.bounding_box()
        assert whole is not None
        assert whole["height"] > shut["height"] + 30
        assert await fits(tab.page)


async def served_code(served: Served) -> str:
    """What the table commits to."""
    table = await served.state("cucina")
    assert table.sealed is not None
    return commitment(table.sealed.secret)


async def test_the_file_of_a_record_is_as_easy_to_tap_as_a_button(browser: Browser) -> None:
    async with serving() as served:
        tab = Tab(await (await window(browser, SMALL)).new_page())
        await tab.enter(f"{served.url}r/kitchen", "Anna")
        token = await tab.page.evaluate("JSON.parse(sessionStorage['pinnacola.tab']).token")
        file = File("pinnacola-kitchen-2026-11-29.txt", "pinnacola record")
        await served.app.platform.say(person_id(token), Screen((line("Record"),), file=file), "")
        await tab.look_at("private")
        await expect(tab.newest("private").get_by_role("link")).to_have_attribute(
            "download", file.name
        )
        assert await tab.page.evaluate(FAULTS) == []
        assert await fits(tab.page)


# --- reading while others play -------------------------------------------------------------------


@pytest.mark.parametrize("by", [0, 200], ids=["at its beginning", "further down"])
async def test_who_reads_the_rules_is_called_and_not_moved(browser: Browser, by: int) -> None:
    async with serving() as served:
        first, second = await table_of_two(await window(browser, PHONE), served)
        page = second.page
        await page.bring_to_front()
        await page.get_by_role("button", name="Menu").click()
        await page.locator("#bar").get_by_role("button", name="Rules").click()
        await expect(second.newest("private")).to_contain_text("Points of the cards")
        if by:
            await scrolled(page, "private", by)
        rules = page.locator("#private .message", has_text="Points of the cards")
        place = await place_of(rules)
        await played(first)
        await page.bring_to_front()
        newer = page.locator("#private .newer")
        await expect(newer).to_have_text("↓ Your turn")
        assert await place_of(rules) == pytest.approx(place, abs=1)
        assert await page.evaluate(FAULTS) == []
        await newer.click()
        await expect(newer).to_be_hidden()
        await expect(second.newest("private")).to_be_focused()
        await expect(second.button("private", STOCK)).to_be_in_viewport(ratio=1)
        # From now on turns come into view by themselves.
        await played(second)
        await played(first)
        await page.bring_to_front()
        await expect(second.button("private", STOCK)).to_be_in_viewport(ratio=1)


async def test_who_acts_after_scrolling_sees_the_next_turn(browser: Browser) -> None:
    async with serving() as served:
        low = {"width": 320, "height": 480}
        first, second = await table_of_two(await window(browser, low), served)
        await first.page.bring_to_front()
        await first.look_at("private")
        await first.tap("private", STOCK)
        await expect(cards(first)).to_have_count(14)
        await expect(first.newest("private").locator("[data-settling]")).to_have_count(0)
        await scrolled(first.page, "private", -150)
        await played(first)
        await played(second)
        await first.page.bring_to_front()
        await expect(first.button("private", STOCK)).to_be_in_viewport(ratio=1)
        await expect(first.page.locator("#private .newer")).to_be_hidden()


# --- the keyboard and the page's own faults ------------------------------------------------------


async def test_a_button_never_comes_to_mean_something_else(browser: Browser) -> None:
    async with serving() as served:
        anna = Tab(await (await window(browser, PHONE)).new_page())
        await anna.enter(f"{served.url}r/kitchen", "Anna")
        await anna.page.locator(".empty").get_by_role("button", name="Open a table").click()
        buttons = anna.newest("group").locator(".rows button")
        await expect(anna.button("group", "To side 1")).to_be_visible()
        before = {str(await one.text_content()): one for one in await buttons.element_handles()}
        # Two players have no sides: a row goes, and those above it come down.
        await before["+ Computer"].focus()
        await before["2 players"].evaluate("one => one.click()")
        await expect(buttons.filter(has_text="To side 1")).to_have_count(0)
        for label, one in before.items():
            assert not await one.evaluate("one => one.isConnected") or (
                await one.text_content() == label
            )
        # Nor does the focus.
        await expect(anna.button("group", "+ Computer")).to_be_focused()
        assert anna.errors == []


async def test_the_focus_goes_to_what_was_asked_for(browser: Browser) -> None:
    async with serving() as served:
        tab = Tab(await (await window(browser, PHONE)).new_page())
        page = tab.page
        await tab.enter(f"{served.url}r/kitchen", "Anna")
        menu = page.get_by_role("button", name="Menu")
        await menu.focus()
        await page.keyboard.press("Enter")
        await reach(page, "Rules")
        await page.keyboard.press("Enter")
        await expect(tab.newest("private")).to_contain_text("Points of the cards")
        await expect(tab.newest("private")).to_be_focused()
        # Asked about and cancelled: back at the menu, which has closed.
        await menu.focus()
        await page.keyboard.press("Enter")
        await reach(page, "Leave the seat")
        await page.keyboard.press("Enter")
        await expect(page.locator("#ask")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(menu).to_be_focused()
        assert tab.errors == []


async def test_a_fault_of_the_page_is_no_lost_connection(browser: Browser) -> None:
    async with serving() as served:
        tab = Tab(await (await window(browser, PHONE)).new_page())

        async def broken(route: Route) -> None:
            body = 'event: state\ndata: {"now": 0, "rooms": 7}\n\n'
            await route.fulfill(body=body, content_type="text/event-stream")

        await tab.page.route("**/api/events?*", broken)
        async with tab.page.expect_event("pageerror") as said:
            await tab.enter(f"{served.url}r/kitchen", "Anna")
        assert "rooms" in str((await said.value).stack) or "newer" in str(await said.value)


async def test_the_way_back_from_a_wrong_address_looks_like_a_button(browser: Browser) -> None:
    async with serving() as served:
        page = await (await window(browser, SMALL)).new_page()
        await page.goto(f"{served.url}nowhere")
        look = "one => getComputedStyle(one).backgroundColor"
        back = await page.get_by_role("link", name="To the first page").evaluate(look)
        await page.goto(served.url)
        assert back == await page.get_by_role("button", name="Open the room").evaluate(look)


@pytest.mark.parametrize(
    ("lang", "start", "call"), [("en", "Start", "Your turn"), ("it-IT", "Inizia", "Tocca a te")]
)
async def test_the_tab_of_the_hand_says_whose_turn_it_is(
    browser: Browser, lang: str, start: str, call: str
) -> None:
    async with serving(computers=40) as served:
        tab = Tab(await (await window(browser, SMALL, lang)).new_page())
        await tab.enter(f"{served.url}r/kitchen", "Anna")
        await tab.page.locator("#group .empty button").click()
        for label in (re.compile("2 (players|giocatori)"), "+ Computer", start):
            await tab.tap("group", label)
        private = tab.page.locator("#tab-private")
        await expect(private.get_by_text(call)).to_be_visible()
        height = await tab.page.locator("#tab-group").evaluate("one => one.offsetHeight")
        assert height == 46, "both stay on one line"
        assert await fits(tab.page)
        assert await tab.page.evaluate(FAULTS) == []
        await tab.look_at("private")
        await expect(private.get_by_text(call)).to_be_hidden()


async def test_a_tap_that_nobody_answers_is_given_up_and_the_next_is_served(
    browser: Browser,
) -> None:
    async with serving() as served:
        tab = Tab(await (await window(browser, PHONE)).new_page())
        page = tab.page
        await page.clock.install()
        await tab.enter(f"{served.url}r/kitchen", "Anna")
        await page.locator("#group .empty button").click()
        await expect(tab.newest("group")).to_contain_text("Opened by Anna")
        asked = asyncio.Event()

        async def swallows_the_first(route: Route) -> None:
            if asked.is_set():
                await route.continue_()
            asked.set()

        await page.route("**/api/tap", swallows_the_first)
        await tab.tap("group", "2 players")
        await asked.wait()
        await page.clock.fast_forward(15000)
        await tab.told("did not get through")
        await page.clock.fast_forward(1000)
        await expect(page.locator("#line")).to_have_text("")
        await tab.tap("group", "2 players")
        await expect(tab.newest("group")).to_contain_text("1 player missing")
        assert tab.errors == []
