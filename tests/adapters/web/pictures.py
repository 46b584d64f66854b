"""`make pictures`: draw what the pictures in docs show, by a browser.

Without an argument, the pictures of screens in docs/screens that are missing or show what the
screen does not say any more. `--all` draws all of them anew, after a change of the page's look,
and with them docs/page.png: a deal against three computers, on a desk and on two phones.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, async_playwright, expect

from adapters.web import WebApp
from adapters.web.outbound import WebPlatform
from adapters.web.sessions import person_id
from bot.host import Host
from bot.texts import LANGUAGES, texts
from tests.adapters.telegram.tapper import STOCK
from tests.adapters.web import png
from tests.adapters.web.drawn import KEY, digest, path_of, thread_of, wanted
from tests.adapters.web.look import PHONE, window
from tests.adapters.web.rig import serving
from tests.adapters.web.tab import BROWSER, FLAGS, Tab, against_computers, cards
from tests.bot.screens.render import FOLDER
from tests.bot.screens.scenes import CODE, SCENES, SUNDAY
from tests.fakes.clock import HandClock
from tests.fakes.stores import memory_store
from tests.rendered import remove_others

README = Path(__file__).resolve().parents[3] / "docs" / "page.png"
COLOURS = 64
"""Colours of a picture: enough for the page, and the files stay small."""
NOW = SUNDAY - 120
"""When the pictures are taken: what is counted down in the scenes is two minutes away."""
DESK = {"width": 1040, "height": 1120}
TALL = {"width": 360, "height": 1120}

# A picture with few colours. Each is the one that adds most to those before it: how often it is
# used, times how far it is from the nearest. Any other dot gets the nearest.
_FEW = """async ([url, most]) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const data = context.getImageData(0, 0, canvas.width, canvas.height).data;
    const dots = new Uint32Array(data.buffer);
    const count = new Map();
    for (const dot of dots) count.set(dot, (count.get(dot) || 0) + 1);
    const all = [...count.keys()].sort((a, b) => count.get(b) - count.get(a) || a - b);
    const parts = (dot) => [dot & 255, (dot >> 8) & 255, (dot >> 16) & 255];
    const far = new Map(all.map((dot) => [dot, Infinity]));
    const nearest = new Map();
    const palette = [];
    for (let next = all[0]; next !== undefined && palette.length < most; ) {
        const [x, y, z] = parts(next);
        let best = 0;
        const chosen = palette.push([x, y, z]) - 1;
        next = undefined;
        for (const dot of all) {
            const [r, g, b] = parts(dot);
            const away = (x - r) ** 2 + (y - g) ** 2 + (z - b) ** 2;
            if (away < far.get(dot)) {
                far.set(dot, away);
                nearest.set(dot, chosen);
            }
            const adds = far.get(dot) * count.get(dot);
            if (adds > best) [best, next] = [adds, dot];
        }
    }
    let text = '';
    for (const dot of dots) text += String.fromCharCode(nearest.get(dot));
    return [canvas.width, canvas.height, palette, btoa(text)];
}"""
_SHEET = """<style>
body {{ margin: 0; padding: 18px; display: flex; align-items: flex-start; gap: 18px }}
body {{ background: #8d9a93 }}
img {{ border-radius: 14px; box-shadow: 0 3px 14px #0007; display: block }}
</style>{}"""


def _url(shot: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(shot).decode()}"


async def small(browser: Browser, shot: bytes, text: str, colours: int = COLOURS) -> bytes:
    """A screenshot as a small file with a text in it."""
    page = await browser.new_page()
    width, height, palette, dots = await page.evaluate(_FEW, [_url(shot), colours])
    await page.close()
    return png.written(width, height, palette, base64.b64decode(dots), (KEY, text))


# --- screens -----------------------------------------------------------------------------------


class Wall:
    """A room of the page on which any screen can be hung, in one language."""

    def __init__(self, tab: Tab, platform: WebPlatform, person: str) -> None:
        self._tab = tab
        self._platform = platform
        self._places = {"group": "web:kitchen", "private": person}

    async def shot(self, name: str, lang: str) -> bytes:
        """How the page shows a scene, as high as it needs."""
        page, thread = self._tab.page, thread_of(name)
        place = self._places[thread]
        await self._tab.look_at(thread)
        post = await self._platform.send(place, SCENES[name].screen(texts(lang)), silent=True)
        message = page.locator(f"#{thread} [data-id='{post}']")
        await expect(message).to_be_visible()
        await page.wait_for_function(
            "() => [...document.querySelectorAll('img.picture:not([hidden])')]"
            ".every((one) => one.naturalWidth)"
        )
        await page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        missing = await page.evaluate(
            "(thread) => { const s = document.querySelector(`#${thread} .scroll`);"
            " return s.scrollHeight - s.clientHeight; }",
            thread,
        )
        spare = await page.evaluate(
            "([thread, post]) => {"
            " const all = document.querySelector(`#${thread} .scroll`).getBoundingClientRect();"
            " const one = document.querySelector(`#${thread} [data-id='${post}']`);"
            " return one.getBoundingClientRect().top - all.top - 8; }",
            [thread, post],
        )
        height = PHONE["height"] + (missing if missing > 0 else -max(0, int(spare)))
        await page.set_viewport_size({"width": PHONE["width"], "height": height})
        await page.evaluate("document.activeElement.blur()")
        shot = await page.screenshot()
        await self._platform.delete(place, post)
        await expect(message).to_have_count(0)
        return shot


@asynccontextmanager
async def wall(browser: Browser, lang: str, scheme: str) -> AsyncIterator[Wall]:
    """A room with Anna in it, where time stands still."""
    async with memory_store() as store:
        host = Host(store, HandClock(NOW))
        app = WebApp("127.0.0.1", 0, host, store, store)
        await app.start()
        context = await window(browser, PHONE, lang, color_scheme=scheme, reduced_motion="reduce")
        try:
            tab = Tab(await context.new_page())
            await tab.page.clock.set_fixed_time(NOW)
            await tab.enter(f"{app.url}r/kitchen", "Anna")
            # The scenes' table is this room's, so that its hands are shown here.
            await store.code_of("web:kitchen", CODE)
            token = await tab.page.evaluate("JSON.parse(sessionStorage['pinnacola.tab']).token")
            yield Wall(tab, app.platform, person_id(token))
        finally:
            await context.close()
            await app.stop()


async def screens(browser: Browser, paths: set[Path]) -> dict[Path, bytes]:
    """Those pictures of screens."""
    drawn: dict[Path, bytes] = {}
    for lang in LANGUAGES:
        names = [name for name in SCENES if path_of(name, lang) in paths]
        if not names:
            continue
        async with wall(browser, lang, "light") as room:
            for name in names:
                shot = await room.shot(name, lang)
                drawn[path_of(name, lang)] = await small(browser, shot, digest(name, lang))
    return drawn


# --- the picture of the README -----------------------------------------------------------------


async def _shots(browser: Browser) -> list[bytes]:
    """The desk, a phone in the dark and one in the light, in the middle of a turn."""
    async with serving(computers=40, seed=3) as served:
        context = await window(browser, DESK, color_scheme="dark", reduced_motion="reduce")
        anna = Tab(await context.new_page(), 3)
        page = anna.page
        url = f"{served.url}r/kitchen"
        await against_computers(anna, url, open_it="Open a table", start="Start")
        await expect(anna.newest("private")).to_contain_text("Your turn")
        await anna.tap("private", STOCK)
        await expect(cards(anna)).to_have_count(14)
        await expect(page.locator(".toast")).to_have_count(0, timeout=15000)
        await page.mouse.move(0, 0)
        desk = await page.screenshot()
        await page.set_viewport_size(TALL)  # type: ignore[arg-type]
        await anna.look_at("private")
        await cards(anna).nth(1).click()
        await expect(anna.newest("private")).to_contain_text("Chosen")
        await expect(page.locator(".toast")).to_have_count(0, timeout=15000)
        await page.evaluate("document.activeElement.blur()")
        dark = await page.screenshot()
        await page.emulate_media(color_scheme="light")
        await anna.look_at("group")
        light = await page.screenshot()
        return [desk, dark, light]


async def readme(browser: Browser) -> bytes:
    """The picture of the README."""
    images = "".join(f'<img src="{_url(shot)}">' for shot in await _shots(browser))
    sheet = await browser.new_page(viewport={"width": 1832, "height": 1156})
    await sheet.set_content(_SHEET.format(images))
    return await small(browser, await sheet.screenshot(), "page", 256)


# --- the command -------------------------------------------------------------------------------


async def _drawn(paths: set[Path], everything: bool) -> dict[Path, bytes]:
    async with async_playwright() as playwright:
        # Without coloured edges of letters, which only fit one kind of screen.
        flags = [*FLAGS, "--disable-lcd-text"]
        browser = await playwright.chromium.launch(executable_path=BROWSER, args=flags)
        drawn = await screens(browser, paths)
        if everything:
            drawn[README] = await readme(browser)
        await browser.close()
    return drawn


def main(arguments: list[str] | None = None) -> int:
    """The command; its exit status."""
    parser = argparse.ArgumentParser(prog="make pictures", description=__doc__)
    parser.add_argument("--all", action="store_true", help="all of them, and docs/page.png")
    options = parser.parse_args(arguments)
    if BROWSER is None:
        sys.stderr.write("no browser: see tools/browser.py\n")
        return 1
    there = wanted()
    remove_others(FOLDER, "*/*.png", there)
    old = {path for path, of in there.items() if options.all or png.text_in(path, KEY) != of}
    drawn = asyncio.run(_drawn(old, options.all))
    for path, picture in drawn.items():
        path.write_bytes(picture)
    sys.stdout.write(f"pictures: {len(drawn)} drawn, {len(there) - len(old)} were up to date\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
