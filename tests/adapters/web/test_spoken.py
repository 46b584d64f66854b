"""What the page says aloud to who cannot see it."""

from __future__ import annotations

import re

from playwright.async_api import Browser, expect

from tests.adapters.web.look import PHONE, window
from tests.adapters.web.rig import serving
from tests.adapters.web.tab import Tab, against_computers


async def test_who_cannot_see_hears_of_each_turn_once(browser: Browser) -> None:
    async with serving(computers=5) as served:
        tab = Tab(await (await window(browser, PHONE)).new_page())
        await against_computers(
            tab, f"{served.url}r/kitchen", open_it="Open a table", start="Start"
        )
        await tab.look_at("private")
        await tab.page.evaluate("""() => {
            const place = document.getElementById('spoken');
            window.said = [];
            new MutationObserver(() => {
                if (place.textContent) said.push(place.textContent);
            }).observe(place, { childList: true });
        }""")
        mine = tab.newest("private").get_by_text("Your turn")
        await expect(mine).to_be_visible()
        # Nobody else plays now, so what is said from here on is of the turns that come.
        await tab.page.evaluate("said.length = 0")
        while await mine.count():
            await tab.play()
        await tab.page.wait_for_function("() => said.some((one) => one.includes('Your turn'))")
        heard = [re.findall("Computer ([BCD]): ", one) for one in await tab.page.evaluate("said")]
        turns = [names for names in heard if names]
        # Each alone, and not all the turns before once more; the last comes with the own turn. What
        # was before it is told once more only where the own turn ends.
        assert turns[-2:] == [["B"], ["C"]]
        assert all("B" not in names for names in turns[:-2])
        assert len(turns) <= 3
        assert tab.errors == []
