"""What stands in a chat for all we know: its posts, also over a restart."""

from __future__ import annotations

from collections.abc import KeysView
from dataclasses import replace
from typing import Final

from bot import posts
from bot.ports import Store
from bot.posts import Known

_OLD: Final = "old:"
"""What the keys of posts begin with that only wait to be taken away."""


class Shown:
    """The posts of one chat, by their keys; those that another has taken the place of too."""

    def __init__(self, code: str, store: Store) -> None:
        self._code = code
        self._store = store
        self._known: dict[str, Known] = {}
        self._lost: set[str] = set()

    async def read(self) -> None:
        """Take over what the store knows."""
        self._known = posts.read(await self._store.posts(self._code))

    def keys(self) -> KeysView[str]:
        """The keys of all posts that are known."""
        return self._known.keys()

    def __getitem__(self, key: str) -> Known:
        """A post that is known; KeyError where it is not."""
        return self._known[key]

    def known(self, key: str) -> Known | None:
        """What is known of a post, even if it cannot be changed any more; None: nothing."""
        return self._known.get(key)

    def there(self, key: str) -> Known | None:
        """The same for a post that can still be changed; None: there is none."""
        return None if key in self._lost else self._known.get(key)

    def lost(self, key: str) -> bool:
        """Was it found out that the post cannot be changed any more?"""
        return key in self._lost

    def lose(self, key: str, *, stands: bool) -> None:
        """A post cannot be changed any more: it has gone, or only `stands` in the chat."""
        self._lost.add(key)
        if not stands:
            self._known[key] = replace(self._known[key], post="")

    async def save(self, key: str, known: Known, instead_of: Known | None = None) -> None:
        """A post shows something else, or is another one `instead_of` what was there."""
        written = {key: known}
        old = None if instead_of is None else posts.outlived(instead_of, known)
        if old is not None and old.post and old.retire != "leave":
            written[f"{_OLD}{old.destination}:{old.post}"] = old
        await self._store.save_posts(self._code, {k: one.to_json() for k, one in written.items()})
        # Not before: an old post may be taken away, and forgotten in the store, as soon as known.
        self._known |= written
        self._lost.discard(key)

    async def forget(self, key: str) -> None:
        """A post stands there no more."""
        self._known.pop(key, None)
        await self._store.save_posts(self._code, {}, (key,))
