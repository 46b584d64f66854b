"""The languages of the bot: English stands in the code, other languages in catalogues beside it.

One `Texts` belongs to one reader; nothing is installed globally, so two requests in two languages
never meet.

>>> _ = texts("it").gettext
>>> _("Wait: {name} is playing.", name="Anna")
'Aspetta: di turno è Anna.'
>>> texts("en").ngettext("{n} card", "{n} cards", 2)
'2 cards'
"""

from __future__ import annotations

import gettext as _gettext
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

SOURCE: Final = "en"
"""The language of the texts in the code."""
LANGUAGES: Final = ("en", "it")
"""All languages, the one of the code first."""

Value = str | int


class Texts:
    """All texts in one language. Facts are put in by name and are never read as templates."""

    def __init__(self, lang: str, translations: _gettext.NullTranslations) -> None:
        self.lang: Final = lang
        self._translations = translations

    def gettext(self, message: str, **facts: Value) -> str:
        """A text with its facts; KeyError if the text names a fact that is not given."""
        return self._translations.gettext(message).format(**facts)

    def ngettext(self, one: str, many: str, n: int, **facts: Value) -> str:
        """A text that depends on the number `n`, which is also the fact `n`."""
        return self._translations.ngettext(one, many, n).format(n=n, **facts)

    def pgettext(self, context: str, message: str, **facts: Value) -> str:
        """A text whose words mean several things in English; `context` says which."""
        return self._translations.pgettext(context, message).format(**facts)

    def __repr__(self) -> str:
        return f"Texts({self.lang!r})"


def N_(message: str) -> str:  # noqa: N802
    """Mark a text for the catalogues where it is only named."""
    return message


def read_catalogue(lang: str) -> Catalog:
    """The catalogue of one language, as it stands in its file."""
    with resources.files(__name__).joinpath(f"{lang}.po").open("rb") as file:
        return read_po(file, locale=lang, abort_invalid=True)


@cache
def _loaded(lang: str) -> Texts:
    if lang == SOURCE:
        return Texts(lang, _gettext.NullTranslations())
    compiled = BytesIO()
    write_mo(compiled, read_catalogue(lang))
    compiled.seek(0)
    return Texts(lang, _gettext.GNUTranslations(compiled))


def texts(lang: str | None) -> Texts:
    """The texts for a language tag such as `it` or `it-IT`; English for one we do not speak."""
    base = (lang or SOURCE).replace("_", "-").split("-")[0].lower()
    return _loaded(base if base in LANGUAGES else SOURCE)
