"""The page in a real browser: whole deals by tapping, two people in two tabs, the keyboard."""

from __future__ import annotations

import asyncio
import re

import fakeredis
import httpx
import pytest
from playwright.async_api import Browser, BrowserContext, Page, Route, expect

from bot.screens.parts import FINGER
from tests.adapters.telegram.tapper import STOCK
from tests.adapters.web.look import DESK, FAULTS, PHONE, SMALL, TABLET, fits, window
from tests.adapters.web.rig import Served, serving
from tests.adapters.web.tab import Tab, against_computers, cards

ENDED = re.compile(r"Smazzata \d+: |Deal \d+: ")


# A picture takes the room that was announced for it, whether it is there or not. Says nothing while
# there is none to look at.
_TAKES_ITS_ROOM = """([thread, there]) => {
    const one = document.querySelector(`#${thread} li:last-child img.picture:not([hidden])`);
    if (!one || Boolean(one.naturalWidth) !== there) return null;
    const box = one.getBoundingClientRect();
    const height = box.width * one.getAttribute('height') / one.getAttribute('width');
    const fits = box.width > 240 && Math.abs(box.height - height) < 1 && one.alt;
    return fits ? 'fits' : `${one.outerHTML} ${box.width} x ${box.height}`;
}"""


async def room_of_picture(page: Page, thread: str, there: bool) -> str:
    """Whether the newest picture of a thread takes the room announced for it; is it there yet?"""
    said = await page.wait_for_function(_TAKES_ITS_ROOM, arg=[thread, there])
    return str(await said.json_value())


async def table_of_two(context: BrowserContext, served: Served) -> list[Tab]:
    """Two people in two tabs of one browser, in the first deal of a match; who is to play first."""
    anna, bruno = Tab(await context.new_page()), Tab(await context.new_page(), 2)
    await anna.enter(f"{served.url}r/kitchen", "Anna")
    await bruno.enter(f"{served.url}r/kitchen", "Bruno <x/>")
    await anna.page.bring_to_front()
    await anna.page.locator(".empty").get_by_role("button", name="Open a table").click()
    await anna.tap("group", "2 players")
    await expect(anna.newest("group")).to_contain_text("1 player missing")
    await bruno.page.bring_to_front()
    await bruno.tap("group", "Join")
    await expect(anna.newest("group")).to_contain_text("Bruno <x/>")
    await anna.page.bring_to_front()
    await anna.tap("group", "Start")
    for tab in (anna, bruno):
        await expect(tab.newest("private")).to_contain_text("Hand (13)")
    mine = await anna.newest("private").get_by_text("Your turn").count()
    return [anna, bruno] if mine else [bruno, anna]


async def turn(tab: Tab) -> None:
    """Play the own turn to its end."""
    await tab.page.bring_to_front()
    await expect(tab.newest("private")).to_contain_text("Your turn")
    while await tab.play():
        pass


@pytest.mark.parametrize("size", [SMALL, PHONE, TABLET, DESK], ids=lambda size: str(size["width"]))
async def test_the_pictures_are_seen_and_nothing_moves_when_they_come(
    browser: Browser, size: dict[str, int]
) -> None:
    async with serving(computers=40) as served:
        anna = Tab(await (await window(browser, size)).new_page())
        page, may_come = anna.page, asyncio.Event()

        async def held(route: Route) -> None:
            await may_come.wait()
            await route.continue_()

        await page.route("**/api/picture?*", held)
        await against_computers(
            anna, f"{served.url}r/kitchen", open_it="Open a table", start="Start"
        )
        for thread in ("group", "private"):
            await anna.look_at(thread)
            assert await room_of_picture(page, thread, there=False) == "fits"
        may_come.set()
        for thread in ("group", "private"):
            await anna.look_at(thread)
            assert await room_of_picture(page, thread, there=True) == "fits"
            assert await fits(page)
        assert anna.errors == []


async def test_a_picture_that_does_not_arrive_is_asked_for_again(browser: Browser) -> None:
    async with serving(computers=40) as served:
        anna = Tab(await (await window(browser, PHONE)).new_page())
        page, lost = anna.page, set[str]()

        async def lost_at_first(route: Route) -> None:
            if route.request.url not in lost:
                lost.add(route.request.url)
                await route.abort()
            else:
                await route.continue_()

        await page.route("**/api/picture?*", lost_at_first)
        await against_computers(
            anna, f"{served.url}r/kitchen", open_it="Open a table", start="Start"
        )
        for thread in ("group", "private"):
            await anna.look_at(thread)
            assert await room_of_picture(page, thread, there=True) == "fits"
        assert lost


async def test_what_a_picture_shows_is_folded_until_the_reader_opens_it(browser: Browser) -> None:
    async with serving(computers=40) as served:
        anna = Tab(await (await window(browser, PHONE)).new_page())
        await against_computers(
            anna, f"{served.url}r/kitchen", open_it="Open a table", start="Start"
        )
        await anna.look_at("private")
        await expect(anna.newest("private")).to_contain_text("Your turn")
        held = anna.newest("private").get_by_text("Hand (13)")
        await expect(held).to_be_hidden()
        await anna.newest("private").locator("summary").click()
        await expect(held).to_be_visible()
        # So it stays.
        await anna.tap("private", STOCK)
        await expect(anna.newest("private").get_by_text("Hand (14)")).to_be_visible()
        await anna.newest("private").locator("summary").click()
        await expect(anna.newest("private").get_by_text("Hand (14)")).to_be_hidden()
        await cards(anna).first.click()
        await expect(anna.newest("private")).to_contain_text("Chosen")
        await expect(anna.newest("private").get_by_text("Hand (14)")).to_be_hidden()
        assert anna.errors == []


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_one_person_plays_a_deal_against_three_computers(
    browser: Browser, size: dict[str, int]
) -> None:
    async with serving(computers=40) as served:
        anna = Tab(await (await window(browser, size, "it-IT")).new_page())
        room = f"{served.url}r/cucina"
        await against_computers(anna, room, open_it="Apri un tavolo", start="Inizia")
        assert await fits(anna.page)
        assert await anna.play_to_the_end() > 10
        await anna.look_at("group")
        result = anna.newest("group")
        await expect(result).to_contain_text("🏁")
        text = await result.inner_text()
        assert ENDED.search(text)
        assert "Anna" in text
        assert await fits(anna.page)
        assert anna.errors == []


async def test_two_people_in_two_tabs_of_one_browser(browser: Browser) -> None:
    async with serving() as served:
        context = await window(browser, {"width": 800, "height": 700})
        first, second = await table_of_two(context, served)
        hands = [await tab.newest("private").inner_text() for tab in (first, second)]
        assert hands[0] != hands[1]
        for _ in range(3):
            await turn(first)
            await turn(second)
        # A reload keeps the person and the thread, and its buttons work.
        await first.page.reload()
        await turn(first)
        await expect(second.newest("private")).to_contain_text("Your turn")
        # A third tab is somebody else, or on request one of the two.
        third = Tab(await context.new_page())
        await third.page.goto(f"{served.url}r/kitchen")
        await third.page.get_by_role("button", name="Bruno <x/>").click()
        await expect(third.newest("private")).to_contain_text("Hand (")
        assert first.errors + second.errors + third.errors == []


async def test_a_restart_of_the_bot_is_bridged(browser: Browser) -> None:
    server = fakeredis.FakeServer()
    anna = Tab(await (await window(browser, DESK)).new_page())
    async with serving(server, computers=40) as served:
        port = httpx.URL(served.url).port
        assert port is not None
        await against_computers(
            anna, f"{served.url}r/kitchen", open_it="Open a table", start="Start"
        )
        await expect(anna.newest("private")).to_contain_text("Your turn")
        before = await anna.newest("private").inner_text()
    await expect(anna.page.locator("#line")).to_have_text("Reconnecting …")
    # What is tapped meanwhile is not lost in silence.
    await anna.tap("private", STOCK)
    await anna.told("did not get through")
    async with serving(server, computers=40, port=port):
        await expect(anna.page.locator("#line")).to_have_text("")
        assert await anna.newest("private").inner_text() == before
        await turn(anna)
    assert anna.errors == []


async def test_nothing_moves_under_a_finger_while_cards_are_chosen(browser: Browser) -> None:
    async with serving() as served:
        context = await window(browser, PHONE)
        first, _ = await table_of_two(context, served)
        await first.page.bring_to_front()
        await first.tap("private", STOCK)
        await expect(cards(first)).to_have_count(14)
        places = await tops(first)
        for chosen, number in enumerate((0, 6, 13), 1):
            await cards(first).nth(number).click()
            ticked = first.newest("private").locator("button.card[aria-pressed=true]")
            await expect(ticked).to_have_count(chosen)
            # A pressed button may sink by a pixel.
            assert await tops(first) == pytest.approx(places, abs=1.5)


async def tops(tab: Tab) -> list[float]:
    """Where the card buttons lie, from the top of the window."""
    found: list[float] = await cards(tab).evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().top)"
    )
    return found


async def test_what_is_said_to_one_person(browser: Browser) -> None:
    async with serving() as served:
        context = await window(browser, PHONE)
        first, second = await table_of_two(context, served)
        page = first.page
        await page.bring_to_front()
        # The hand under the table stays until it is read.
        await first.tap("group", "My hand")
        box = page.locator("#alert")
        await expect(box).to_contain_text("Hand (13)")
        await page.keyboard.press("Escape")
        await expect(box).to_be_hidden()
        # The rules come in private, are read from their top, and can be put away.
        await page.get_by_role("button", name="Menu").click()
        await page.locator("#bar").get_by_role("button", name="Rules").click()
        await expect(page.locator("#tab-private")).to_have_attribute("aria-selected", "true")
        await expect(first.newest("private").locator("p").first).to_be_in_viewport()
        await first.newest("private").get_by_role("button", name="Close").click()
        await expect(first.newest("private")).to_contain_text("Hand (13)")
        # What must not happen by mistake is asked about first.
        await page.get_by_role("button", name="Menu").click()
        await page.locator("#bar").get_by_role("button", name="Leave the seat").click()
        await page.locator("#ask").get_by_role("button", name="Cancel").click()
        assert (await served.state()).computers == ()
        # The other person, at the other thread, sees that something has come.
        await second.page.bring_to_front()
        await second.look_at("group")
        await turn(first)
        dot = second.page.locator("#tab-private .dot")
        await expect(dot).to_be_visible()
        await second.page.bring_to_front()
        await second.look_at("private")
        await expect(dot).to_be_hidden()


async def test_some_turns_by_keyboard_alone(browser: Browser) -> None:
    async with serving(computers=40) as served:
        page = await (await window(browser, DESK)).new_page()
        anna = Tab(page)
        await page.goto(f"{served.url}r/kitchen")
        await page.keyboard.type("Anna")
        await page.keyboard.press("Enter")
        await expect(page.locator("#desk")).to_be_visible()
        await reach(page, "Open a table")
        await page.keyboard.press("Enter")
        for label, then in (
            ("2 players", "1 player missing"),
            ("+ Computer", "Computer B"),
        ):
            await reach(page, label)
            await page.keyboard.press("Enter")
            await expect(anna.newest("group")).to_contain_text(then)
        await reach(page, "Start")
        await page.keyboard.press("Space")
        for _ in range(2):
            await expect(anna.newest("private")).to_contain_text("Your turn")
            await expect(anna.newest("private").locator("[data-settling]")).to_have_count(0)
            await reach(page, "Stock · ")
            await page.keyboard.press("Enter")
            await expect(cards(anna).nth(12)).to_be_visible()
            await expect(anna.newest("private").locator("[data-settling]")).to_have_count(0)
            # The focus is on what lies where the stock was; arrows go on from there.
            card = cards(anna).last
            for _ in range(14):
                if await card.evaluate("one => one === document.activeElement"):
                    break
                await page.keyboard.press("ArrowRight")
            await expect(card).to_be_focused()
            await page.keyboard.press("ArrowUp")
            await expect(card).not_to_be_focused()
            await page.keyboard.press("ArrowDown")
            await expect(card).to_be_focused()
            await page.keyboard.press("Space")
            await expect(card).to_have_attribute("aria-pressed", "true")
            await expect(card).to_be_focused()
            await reach(page, "Discard ")
            await page.keyboard.press("Enter")
            await expect(anna.newest("private")).not_to_contain_text("Discard ")
        assert anna.errors == []


async def reach(page: Page, label: str) -> None:
    """Press the tab key until a button of that label has the focus, and takes taps."""
    await expect(page.locator("button:visible", has_text=label).first).to_be_visible()
    for _ in range(150):
        focused = await page.evaluate("document.activeElement?.textContent ?? ''")
        # The guide may point at it.
        if focused.removeprefix(FINGER).lstrip().startswith(label):
            await page.wait_for_function("() => !('settling' in document.activeElement.dataset)")
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"the tab key does not reach {label}")


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_everything_has_a_name_room_for_a_finger_and_contrast(
    browser: Browser, scheme: str
) -> None:
    async with serving(computers=40) as served:
        context = await window(browser, {"width": 320, "height": 640})
        anna = Tab(await context.new_page())
        page = anna.page
        await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for path in ("", "r/kitchen", "r/no_room!"):
            await page.goto(served.url + path)
            assert await page.evaluate(FAULTS) == []
            assert await fits(page)
        await against_computers(
            anna, f"{served.url}r/kitchen", open_it="Open a table", start="Start"
        )
        await anna.look_at("private")
        seen = 0
        while seen < 12:
            await expect(anna.newest("private")).to_contain_text("Your turn")
            seen += await anna.play()
            assert await page.evaluate(FAULTS) == []
            assert await fits(page)
        await anna.look_at("group")
        assert await page.evaluate(FAULTS) == []
        await page.get_by_role("button", name="Menu").click()
        assert await page.evaluate(FAULTS) == []
        # Suits are told by words, not by their colour or shape alone.
        await page.keyboard.press("Escape")
        await anna.look_at("private")
        suits = anna.newest("private").locator(".text, .rows").get_by_role("img")
        names = {await suits.nth(n).get_attribute("aria-label") for n in range(await suits.count())}
        assert names <= {"spades", "hearts", "clubs", "diamonds", "joker", "computer", "hint:"}
        assert len(names) >= 3
