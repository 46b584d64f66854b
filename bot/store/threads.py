"""Threads of messages for a platform without a memory: `ports.Threads`."""

from __future__ import annotations

from bot.store import keys
from bot.store.link import Link

POSTS_KEPT = 180 * 24 * 3600
"""Seconds after which the posts of a chat are forgotten when nothing was posted; so a thread."""
_LAST = "last"
"""The field of a thread that counts its messages."""


class StoredThreads:
    """Messages of a thread in one hash."""

    _link: Link

    async def add_message(self, thread: str, text: str, keep: int) -> int:
        """Put a message at the end; its number. The newest `keep` messages stay, others go.

        A number whose reply was lost is never used: numbers may have gaps.
        """
        key = keys.thread(thread)
        number = int(await self._link.command("HINCRBY", key, _LAST, 1))
        await self._link.pipeline(
            [("HSET", key, number, text), ("EXPIRE", key, POSTS_KEPT)], whole=True
        )
        fields: list[str] = await self._link.command("HKEYS", key)
        numbers = sorted(int(field) for field in fields if field != _LAST)
        if old := numbers[:-keep]:
            await self._link.command("HDEL", key, *old)
        return number

    async def change_message(self, thread: str, number: int, text: str) -> bool:
        """Give a message another text. False if it is not there (any more)."""
        key = keys.thread(thread)
        if not await self._link.command("HEXISTS", key, number):
            return False
        await self._link.pipeline(
            [("HSET", key, number, text), ("EXPIRE", key, POSTS_KEPT)], whole=True
        )
        return True

    async def remove_message(self, thread: str, number: int) -> bool:
        """Take a message away. False if it was not there (or the reply to its removal was lost)."""
        return bool(await self._link.command("HDEL", keys.thread(thread), number))

    async def messages(self, thread: str) -> list[tuple[int, str]]:
        """All messages of a thread with their numbers, oldest first."""
        found: dict[str, str] = await self._link.command("HGETALL", keys.thread(thread))
        return sorted((int(field), text) for field, text in found.items() if field != _LAST)
