"""Low windows, large text, full hands: everything stays within reach."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.async_api import Browser, Page, expect

from adapters.web.sessions import person_id
from bot.outcome import fresh_hands
from bot.screen import Screen, line
from bot.state import Table
from engine.cards import cards as cards_of
from engine.deal import Deal
from tests.adapters.telegram.tapper import STOCK
from tests.adapters.web.look import FAULTS, SMALL, fits, window
from tests.adapters.web.rig import serving
from tests.adapters.web.tab import Tab, cards
from tests.adapters.web.test_browser import table_of_two

LONG = "a-room-with-a-name-of-32-letters"

# The cards whose labels are wider than their keys.
_CUT = """all => all.filter((one) => {
    const key = one.getBoundingClientRect();
    const label = one.lastElementChild.getBoundingClientRect();
    return label.left < key.left || label.right > key.right || label.height > key.height;
}).map((one) => one.dataset.label)"""


def with_forty_cards(table: Table) -> Table:
    """The deal with 40 cards in the hand of whoever is to play, most of them twice."""
    assert table.deal is not None
    seat = table.deal.seat
    twice = "".join(f"{rank}{suit}" for suit in "shcd" for rank in "3579T") * 2
    hands = [cards_of(twice if i == seat else "4d4h") for i in range(len(table.seats))]
    deal = Deal.set_up(
        table.rules, hands=hands, row=cards_of("8s"), stock=cards_of("JsKdQd"), seat=seat, turn=9
    )
    return fresh_hands(replace(table, deal=deal, turns=()))


async def wheeled(page: Page, over: str, by: int) -> None:
    """Scroll what lies under the pointer, as a person can."""
    await page.locator(over).hover(position={"x": 20, "y": 20})
    await page.mouse.wheel(0, by)


@pytest.mark.parametrize("lang", ["en", "it-IT"])
async def test_a_hand_of_forty_cards_at_the_smallest_width(browser: Browser, lang: str) -> None:
    async with serving() as served:
        context = await window(browser, SMALL)
        first, _ = await table_of_two(context, served)
        await served.alter(with_forty_cards)
        page = first.page
        await page.bring_to_front()
        await page.goto(f"{served.url}r/kitchen?lang={lang[:2]}")
        await first.tap("private", STOCK)
        await expect(cards(first)).to_have_count(41)
        assert await cards(first).evaluate_all(_CUT) == []
        assert await fits(page)
        assert await page.evaluate(FAULTS) == []
        # Letters twice as large stay inside their keys.
        await page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        assert await cards(first).evaluate_all(_CUT) == []
        assert await fits(page)


async def test_the_form_of_the_name_can_be_scrolled(browser: Browser) -> None:
    async with serving() as served:
        context = await window(browser, {"width": 320, "height": 480})
        for name in ("Anna", "Bruno", "Chiara Bellini", "Massimiliano Bianchi"):
            tab = Tab(await context.new_page())
            await tab.enter(f"{served.url}r/{LONG}", name)
        page = await context.new_page()
        await page.goto(f"{served.url}r/{LONG}")
        last = page.locator("#who .languages a").last
        await expect(last).not_to_be_in_viewport()
        await wheeled(page, "#who", 2000)
        await expect(last).to_be_in_viewport(ratio=1)


async def test_the_menu_can_be_scrolled_on_a_phone_on_its_side(browser: Browser) -> None:
    async with serving() as served:
        tab = Tab(await (await window(browser, {"width": 640, "height": 320})).new_page())
        page = tab.page
        await tab.enter(f"{served.url}r/{LONG}", "Anna")
        await page.get_by_role("button", name="Menu").click()
        last = page.locator("#bar .languages a").last
        await expect(last).not_to_be_in_viewport()
        await wheeled(page, "#bar", 2000)
        await expect(last).to_be_in_viewport(ratio=1)
        assert await fits(page)


async def test_a_run_in_letters_is_not_broken_at_its_dash(browser: Browser) -> None:
    async with serving() as served:
        tab = Tab(await (await window(browser, SMALL)).new_page())
        await tab.enter(f"{served.url}r/kitchen", "Anna")
        token = await tab.page.evaluate("JSON.parse(sessionStorage['pinnacola.tab']).token")
        run = "5–8C"
        for letters in range(40):
            said = Screen((line("x" * letters, " ", run), line(str(letters))))
            await served.app.platform.say(person_id(token), said, "")
        await tab.look_at("private")
        runs = tab.page.locator("#private").get_by_text(run, exact=True)
        await expect(runs).to_have_count(40)
        heights = "all => all.map((one) => one.getClientRects().length)"
        assert set(await runs.evaluate_all(heights)) == {1}
