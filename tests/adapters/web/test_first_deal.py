"""Somebody who has never played, led through the first deal in a real browser."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from bot.screens.guide import all_words
from bot.screens.parts import FINGER
from bot.texts import texts
from engine.rules import Rules
from tests.adapters.web.look import DESK, PHONE, fits, window
from tests.adapters.web.rig import serving
from tests.adapters.web.tab import Tab, against_computers


def pointed_at(labels: list[str]) -> str:
    """The label of the only button at which the finger points."""
    (label,) = [label for label in labels if FINGER in label]
    return label


@pytest.mark.parametrize(
    ("size", "lang", "open_it", "start"),
    [(PHONE, "it-IT", "Apri un tavolo", "Inizia"), (DESK, "en-GB", "Open a table", "Start")],
    ids=["phone", "desk"],
)
async def test_a_first_deal_is_played_by_clicking_only_what_the_hint_marks(
    browser: Browser, size: dict[str, int], lang: str, open_it: str, start: str
) -> None:
    async with serving(computers=40) as served:
        anna = Tab(await (await window(browser, size, lang)).new_page())
        await against_computers(anna, f"{served.url}r/kitchen", open_it=open_it, start=start)
        await anna.look_at("private")
        assert await anna.play_to_the_end(pointed_at) > 5
        assert await fits(anna.page)
        await anna.look_at("group")
        await expect(anna.newest("group")).to_contain_text("🏁")
        assert anna.errors == []
        (seat,) = [seat for seat in (await served.state()).seats if seat.person is not None]
        assert seat.habits.guide != "lead"


async def test_the_word_is_read_beside_the_button_it_means(browser: Browser) -> None:
    speak = texts("en")
    async with serving(computers=40) as served:
        anna = Tab(await (await window(browser, PHONE)).new_page())
        await against_computers(
            anna, f"{served.url}r/kitchen", open_it="Open a table", start="Start"
        )
        await anna.look_at("private")
        await expect(anna.newest("private")).to_contain_text("Your turn")
        first = all_words(Rules(), speak)[0].text.removeprefix("• ")
        await expect(anna.newest("private").locator(".text")).to_contain_text(first)
        assert await anna.play(pointed_at)
        await expect(anna.newest("private").locator(".text")).not_to_contain_text(first)
