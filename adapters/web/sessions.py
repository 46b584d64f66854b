"""Who a tab is: a token only the tab knows; the person's id is the token's fingerprint.

So the store holds no token, and from an id nobody gets back to one.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from typing import Final

from bot.ports import Store
from bot.requests import Person
from bot.screens import measure

NAME_LETTERS: Final = 24
"""A longer name is cut."""
NAME_TYPED: Final = 200
"""A name of more letters is refused: nobody typed it."""
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")


def person_id(token: str) -> str:
    """The person of a token. The `@` keeps persons and rooms apart.

    >>> person_id("A" * 43)
    'web:@b4ahhbnw7hklp3vsosdall7bvg'
    """
    digest = hashlib.sha256(token.encode()).digest()
    return f"web:@{base64.b32encode(digest).decode().lower()[:26]}"


class Sessions:
    """The people of the page, as the store knows them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def open(self, typed: str, lang: str) -> tuple[str, Person] | None:
        """A new person of that name: token and person; None where no name can be read."""
        if len(typed) > NAME_TYPED or not typed.strip():
            return None
        name = measure.name(typed, NAME_LETTERS)
        if name == "?":
            return None
        token = secrets.token_urlsafe(32)
        person = Person(person_id(token), name, lang)
        facts = {"reachable": "1", "name": name, "lang": lang}
        await self._store.update_person(person.id, facts)
        return token, person

    async def person(self, token: str, lang: str) -> Person | None:
        """The person of a token, speaking `lang` now; None for a token nobody was given."""
        if not _TOKEN.fullmatch(token):
            return None
        known = person_id(token)
        name = (await self._store.person(known)).get("name")
        return None if name is None else Person(known, name, lang)
