"""Names in any script are drawn, each sign in a font that has it."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.pictures import bidi, lettering
from bot.pictures.lettering import MISSING, drawn, fitted, font_of, readable, shrunk, width
from tests.bot.pictures.scenes import ANYWHERE

NAMES = (
    *ANYWHERE,
    "Đặng Thị Hà",
    "Łukasz Żółć",
    "Şükrü Öğün",
    "ქეთევანი",
    "Հայկ",
    "தமிழ்",
    "తెలుగు",
    "ಕನ್ನಡ",
    "മലയാളം",
    "বাংলা",
    "ગુજરાતી",
    "ਪੰਜਾਬੀ",
    "ଓଡ଼ିଆ",
    "සිංහල",
    "ລາວ",
    "ខ្មែរ",
    "မြန်မာ",
    "አማርኛ",
    "བོད་ཡིག",
    "ᏣᎳᎩ",
    "ᐃᓄᒃᑎᑐᑦ",
    "ⵜⵉⴼⵉⵏⴰⵖ",
    "ދިވެހި",
    "ܣܘܪܝܝܐ",
    "ߒߞߏ",
    "ᠮᠣᠩᠭᠣᠯ",
    "王小明",
    "さくら",
    "サクラ",
    "💻 Computer B",
    "👩‍👩‍👧 👍🏽 🇮🇹 ❤️ ★ ♥ ♠ ☆ ✿",
    "꧁Anna꧂",
    "x² ½ ™ €",
)


def _inked(text: str) -> Image.Image:
    image, _ = drawn(text, 40)
    return image


def _unlike(one: Image.Image, other: Image.Image) -> float:
    return float(ImageStat.Stat(ImageChops.difference(one, other)).sum2[0])


@pytest.mark.parametrize("name", NAMES)
def test_every_sign_is_in_a_font(name: str) -> None:
    shown = readable(name)
    assert MISSING not in shown
    for sign in shown:
        assert font_of(sign) or sign in "\u200c\u200d\ufe0e\ufe0f\u20e3", hex(ord(sign))


@pytest.mark.parametrize("name", NAMES)
def test_no_name_looks_as_if_its_signs_were_missing(name: str) -> None:
    image = _inked(name)
    assert image.getbbox() is not None
    nothing = _inked("\U000f0000" * len(name))
    same = image.size == nothing.size and not ImageChops.difference(image, nothing).getbbox()
    assert not same


def test_fancy_letters_become_plain_ones_and_the_rest_squares() -> None:
    assert readable("𝓐𝓷𝓷𝓪 𝕭") == "Anna B"
    assert readable("A\U000f0000\u202e\x07") == f"A{MISSING}"


def test_a_name_from_the_right_is_drawn_as_such() -> None:
    assert bidi.visual("דנה כהן") == [("דנה כהן", True)]
    # The first letter stands at the right.
    letter, word = _inked("ד"), _inked("דההה")
    at_right = word.crop((word.width - letter.width, 0, word.width, word.height))
    at_left = word.crop((0, 0, *letter.size))
    assert _unlike(at_right, letter) < _unlike(at_left, letter) / 4


def test_a_name_from_the_right_does_not_turn_our_words_round() -> None:
    said = "محمد's hand, 5 × 2"
    assert bidi.visual(said) == [("محمد", True), ("'s hand, 5 × 2", False)]
    assert bidi.visual("To play: דנה 7") == [("To play: ", False), ("דנה", True), (" 7", False)]
    assert bidi.visual("דנה 7") == [("7", False), ("דנה ", True)]


def test_without_the_library_letters_are_joined_and_turned_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert bidi.turned("דנה") == "הנד"
    # Beginning, middle, middle, end: the shapes Unicode has for them, from left to right.
    assert [ord(sign) for sign in bidi.turned("محمد")] == [0xFEAA, 0xFEE4, 0xFEA4, 0xFEE3]
    for cached in (lettering.drawn, lettering.font):
        cached.cache_clear()
    monkeypatch.setattr(lettering, "shapes", lambda: False)
    try:
        for name in NAMES:
            assert _inked(name).getbbox() is not None
    finally:
        for cached in (lettering.drawn, lettering.font):
            cached.cache_clear()


def test_a_long_name_is_cut_to_its_room_and_never_inside_a_sign() -> None:
    short = fitted("Massimiliano Bianchi", 36, 150)
    assert short.endswith("…")
    assert width(short, 36) <= 150
    assert fitted("Anna", 36, 150) == "Anna"
    family = "👩‍👩‍👧"
    assert fitted(family * 3, 36, width(family, 36) + 40).replace("…", "") in (
        "",
        family,
        family * 2,
    )


def test_a_size_is_chosen_in_which_all_fits() -> None:
    assert shrunk(["Anna"], (36, 30), 400) == 36
    assert shrunk(["Massimiliano Bianchi"] * 2, (36, 30), 400) == 30
