"""A language in which a text that is not in the catalogue is an error."""

from __future__ import annotations

import gettext
from functools import cache
from io import BytesIO
from typing import NoReturn

from babel.messages.mofile import write_mo

from bot.texts import Texts, read_catalogue


class _Strict(gettext.NullTranslations):
    def gettext(self, message: str) -> NoReturn:
        raise AssertionError(f"not in the catalogue: {message!r}")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> NoReturn:
        self.gettext(msgid1)

    def pgettext(self, context: str, message: str) -> NoReturn:
        self.gettext(message)


@cache
def strict(lang: str) -> Texts:
    """The texts of a language; looking up one that it does not have raises AssertionError."""
    compiled = BytesIO()
    write_mo(compiled, read_catalogue(lang))
    compiled.seek(0)
    translations = gettext.GNUTranslations(compiled)
    translations.add_fallback(_Strict())
    return Texts(lang, translations)
