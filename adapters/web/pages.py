"""The pages as HTML: a frame with the words in it. Everything put in is escaped."""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from importlib import resources
from string import Template
from typing import Final

from adapters.web.sessions import NAME_LETTERS
from adapters.web.words import ASK_FIRST, bar, words
from bot.commands import COMMANDS
from bot.texts import LANGUAGES, texts

ROOM: Final = re.compile(r"[a-z0-9-]{1,32}")
_NAMES: Final = {"en": "English", "it": "Italiano"}


def language(asked: str | None, accepted: str) -> str:
    """The language of a page: the one chosen, else the first the browser accepts and we speak.

    >>> language(None, "fr-FR, it;q=0.8, en;q=0.5")
    'it'
    >>> language("it", "en"), language("xx", "")
    ('it', 'en')
    """
    if asked in LANGUAGES:
        return asked
    wanted: list[tuple[float, str]] = []
    for part in accepted.split(",")[:20]:
        tag, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        wanted.append((-weight, tag.strip().lower().partition("-")[0]))
    for _, lang in sorted(wanted, key=lambda one: one[0]):
        if lang in LANGUAGES:
            return lang
    return LANGUAGES[0]


def room_page(room: str, lang: str) -> str:
    """The page of a room."""
    speak = texts(lang)
    buttons = "".join(
        f'<button type="button" class="command" data-command="{escape(name)}" '
        f'title="{escape(does)}"{" data-ask" if name in ASK_FIRST else ""}>{escape(label)}</button>'
        for name, label, does in bar(speak)
    )
    labels = {name: label for name, label, _ in bar(speak)}
    spoken = {
        name: {"name": c.name, "label": labels[c.name]}
        for c in COMMANDS
        for name in (c.name, c.alias)
    }
    return _filled(
        "room.html",
        lang,
        f"/r/{room}",
        html={"commands": buttons},
        room=room,
        letters=str(NAME_LETTERS),
        spoken=json.dumps(spoken),
        script_words=json.dumps(words(speak)),
    )


def home_page(lang: str) -> str:
    """The first page: the rooms of who plays here, and the way to others."""
    return _filled("home.html", lang, "/", script_words=json.dumps(words(texts(lang))))


def error_page(title: str, text: str, lang: str) -> str:
    """A page that says what is wrong, by the names of two words, and leads back."""
    said = words(texts(lang))
    return _filled("error.html", lang, "/", title=said[title], text=said[text])


def _filled(
    page: str, lang: str, path: str, html: dict[str, str] | None = None, **facts: str
) -> str:
    said = {f"w_{name}": word for name, word in words(texts(lang)).items()}
    plain = {name: escape(value) for name, value in {**said, **facts, "lang": lang}.items()}
    return _template(page).substitute(plain, languages=_languages(lang, path), **(html or {}))


def _languages(lang: str, path: str) -> str:
    links = []
    for other in LANGUAGES:
        now = ' aria-current="true"' if other == lang else ""
        links.append(
            f'<a href="{escape(path)}?lang={other}" lang="{other}" hreflang="{other}"{now}>'
            f"{_NAMES.get(other, other)}</a>"
        )
    return "".join(links)


@cache
def _template(page: str) -> Template:
    return Template((resources.files("adapters.web") / "pages" / page).read_text("utf-8"))
