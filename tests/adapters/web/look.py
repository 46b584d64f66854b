"""Windows of the browser, and what must hold for all that is to be seen in one."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Browser, BrowserContext, Page

from tests.patience import PATIENCE

SMALL = {"width": 320, "height": 640}
PHONE = {"width": 360, "height": 740}
TABLET = {"width": 800, "height": 1000}
DESK = {"width": 1280, "height": 800}

_FITS = (
    "document.documentElement.scrollWidth <= innerWidth && "
    "[...document.querySelectorAll('.scroll')].every((one) => one.scrollWidth <= one.clientWidth)"
)
# What is said to somebody is seen for some seconds: it is noted as it comes, where it lies then and
# where that begins which it must not cover.
_NOTICES = f"""addEventListener('DOMContentLoaded', () => {{
    window.notices = [];
    const place = document.getElementById('toasts');
    if (place) new MutationObserver(() => {{
        const one = place.firstElementChild;
        // As it will lie: it is on its way there.
        const bottom = one && one.offsetParent.offsetTop + one.offsetTop + one.offsetHeight;
        const desk = document.getElementById('desk').getBoundingClientRect();
        const fits = {_FITS};
        if (one) window.notices.push({{
            text: place.textContent, bottom, desk: desk.top, fits,
        }});
    }}).observe(place, {{ childList: true }});
}});"""


async def window(
    browser: Browser, size: dict[str, int], lang: str = "en", **options: Any
) -> BrowserContext:
    """A window of that size, with nothing stored."""
    context = await browser.new_context(
        viewport=size,  # type: ignore[arg-type]
        locale=lang,
        **options,
    )
    context.set_default_timeout(PATIENCE * 1000)
    await context.add_init_script(_NOTICES)
    return context


async def fits(page: Page) -> bool:
    """Is nothing wider than the screen?"""
    return bool(await page.evaluate(_FITS))


# A button or a link must have a name, be large enough for a finger, and be readable.
FAULTS = """() => {
    const shown = [...document.querySelectorAll('button, a, input, summary')]
        .filter((one) => one.checkVisibility());
    const rgb = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = (colour) => {
        const [r, g, b] = rgb(colour).slice(0, 3).map((value) => {
            const part = value / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (one) => {
        for (let each = one; each; each = each.parentElement) {
            const colour = getComputedStyle(each).backgroundColor;
            if ((rgb(colour)[3] ?? 1) > 0) return colour;
        }
        return 'rgb(255, 255, 255)';
    };
    const contrast = (one) => {
        const [a, b] = [light(getComputedStyle(one).color), light(ground(one))];
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    const faults = [];
    for (const one of shown) {
        const name = one.ariaLabel || one.innerText || one.labels?.[0]?.innerText
            || one.querySelector('img')?.alt;
        const what = `${one.tagName} ${name}`;
        if (!name?.trim()) faults.push(`${what}: no name`);
        const box = one.getBoundingClientRect();
        if (box.height < 44 || box.width < 44) {
            faults.push(`${what}: ${box.width} x ${box.height}`);
        }
    }
    for (const one of document.querySelectorAll('button, a, p, h1, h2, summary, .suit, label')) {
        if (!one.checkVisibility() || !one.textContent.trim()) continue;
        // A drawing needs less than a text.
        const enough = one.matches('.suit') ? 3 : 4.5;
        if (contrast(one) < enough) {
            faults.push(`${one.className} ${one.textContent}: contrast ${contrast(one)}`);
        }
    }
    return faults;
}"""
