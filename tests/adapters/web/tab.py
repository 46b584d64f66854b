"""A person at a tab of a real browser, who acts on what is to be seen."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

from playwright.async_api import Locator, Page, expect

from tests.adapters.telegram.tapper import CARD, MY_TURN, next_label
from tools.browser import find

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()
BROWSER = find()

# What the newest private message says and offers: null while it is moving.
_MOVES = """() => {
    const message = document.querySelector('#private ol > li:last-child');
    if (!message) return { text: '', labels: [] };
    if (message.querySelector('.sent, [data-settling]')) return null;
    const buttons = [...message.querySelectorAll('.rows button')];
    const text = message.querySelector('.text').textContent;
    return { text, labels: buttons.map((one) => one.dataset.label) };
}"""
_TURN_OR_RESULT = f"""([mine]) => {{
    if (document.querySelector('#group ol').textContent.includes('🏁')) return true;
    const moves = ({_MOVES})();
    return moves && moves.labels.length && new RegExp(mine).test(moves.text);
}}"""
_OTHER = f"""([text, labels]) => {{
    const moves = ({_MOVES})();
    return moves && (moves.text !== text || String(moves.labels) !== labels);
}}"""


class Tab:
    """A page of the browser and who sits there. `errors` are those of the page's script."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self._said(said.type, said.text))

    def _said(self, kind: str, text: str) -> None:
        # A lost connection is said by the browser itself, and wanted in some tests.
        if kind == "error" and "net::ERR" not in text:
            self.errors.append(text)

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

    def button(self, thread: str, label: str | re.Pattern[str]) -> Locator:
        """The button of the newest message that has such a label."""
        ready = self.page.locator(f"#{thread} .rows button:not([data-settling])")
        return ready.filter(has_text=label).last

    async def tap(self, thread: str, label: str | re.Pattern[str]) -> None:
        """Tap a button."""
        await self.look_at(thread)
        await self.button(thread, label).click()

    async def told(self, text: str) -> dict[str, Any]:
        """Wait for a notice with that in it, which may be gone by now; how it was seen."""
        seen = await self.page.wait_for_function(
            "text => window.notices?.find((one) => one.text.includes(text))", arg=text
        )
        return dict(await seen.json_value())

    async def play(self, choose: Callable[[list[str]], str] | None = None) -> bool:
        """One tap in the own turn, and wait for what it changes; False: it is not the own turn.

        `choose` says which of the labels is tapped; a sensible one by default.
        """
        still = await self.page.wait_for_function(_MOVES)
        moves = await still.json_value()
        if not moves["labels"] or not MY_TURN.search(moves["text"]):
            return False
        labels = moves["labels"]
        label = choose(labels) if choose is not None else next_label(labels, self.chance)
        # By its label, for what stands there may be something else by the time of the click.
        button = self.newest("private").locator(
            f".rows button[data-label={json.dumps(label, ensure_ascii=False)}]"
        )
        await button.first.click()
        await self.page.wait_for_function(_OTHER, arg=[moves["text"], ",".join(moves["labels"])])
        return True

    async def play_to_the_end(self, choose: Callable[[list[str]], str] | None = None) -> int:
        """Play a deal until its result is there; how many taps it took."""
        await self.look_at("private")
        taps = 0
        while taps < 3000:
            await self.page.wait_for_function(_TURN_OR_RESULT, arg=[MY_TURN.pattern])
            if not await self.play(choose):
                return taps
            taps += 1
        raise AssertionError("the deal does not end")


async def against_computers(tab: Tab, url: str, *, open_it: str, start: str) -> None:
    """A match against three computers, in its first deal; the labels are in the tab's language."""
    await tab.enter(url, "Anna")
    await tab.page.locator("#group .empty").get_by_role("button", name=open_it).click()
    for number in (1, 2, 3):
        await tab.tap("group", "+ Computer")
        await expect(tab.newest("group").get_by_text("💻")).to_have_count(number)
    await tab.tap("group", start)
    await expect(tab.newest("private").locator(".rows")).not_to_be_empty()


def cards(tab: Tab) -> Locator:
    """The card buttons of the newest private message."""
    return tab.newest("private").locator("button.card")


def is_card(label: str) -> bool:
    """Does a label name a card and nothing else?"""
    return bool(CARD.match(label.removeprefix("✓")))
