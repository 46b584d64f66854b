"""Where things lie in the store: the names of all keys.

Keys of a chat carry the hash tag of its shard, so a chat and the indexes of its shard share a
slot of a cluster and one function may touch them together.
"""

from __future__ import annotations

from zlib import crc32

SHARDS = 64
"""How many shards there are. Part of the stored format: never changed."""

HEARTBEAT = "heartbeat"
"""HASH: `at` Unix time of the last beat, `lost` the seconds nobody served, in all."""
PROCESSES = "processes"
"""ZSET: process -> Unix time of its last word."""


def shard(code: str) -> int:
    """The shard of a chat, 0 to 63: the same on every machine and for ever.

    >>> shard("k3f9a2xq")
    55
    """
    return crc32(code.encode()) % SHARDS


def tag(number: int) -> str:
    """The hash tag of a shard.

    >>> tag(17)
    '{s17}'
    """
    return f"{{s{number}}}"


def table(code: str) -> str:
    """HASH: `v` version, `doc` JSON text, `ids` the last request tokens, `stamp` the highest.

    >>> table("k3f9a2xq")
    '{s55}:table:k3f9a2xq'
    """
    return f"{tag(shard(code))}:table:{code}"


def posts(code: str) -> str:
    """HASH: post key -> JSON text."""
    return f"{tag(shard(code))}:posts:{code}"


def results(code: str) -> str:
    """LIST: the log of results, oldest first."""
    return f"{tag(shard(code))}:results:{code}"


def log(code: str, match: int) -> str:
    """LIST: the log of a match, by its number in the chat."""
    return f"{tag(shard(code))}:log:{code}:{match}"


def aside(code: str, version: int) -> str:
    """HASH: `doc`, an unreadable text that stood as `version`, and the `reason`."""
    return f"{tag(shard(code))}:aside:{code}:{version}"


def due(number: int) -> str:
    """ZSET of a shard: code -> Unix time of the next deadline, or of the end of a claim."""
    return f"{tag(number)}:due"


def stale(number: int) -> str:
    """ZSET of a shard: code -> the version last committed."""
    return f"{tag(number)}:stale"


def alias(place: str) -> str:
    """STRING: the code of a place."""
    return f"alias:{place}"


def lease(name: str) -> str:
    """STRING with an expiry: who holds the lease."""
    return f"lease:{name}"


def calls(bot: str, account: str = "") -> str:
    """HASH: `made` times of calls to an account, newest first; `shut` until when none is allowed.

    Without account those of the bot in all. All of a bot share a slot, so one call is counted in
    both at once.

    >>> calls("tg", "tg:-100123")
    '{calls:tg}:tg:-100123'
    """
    return f"{{calls:{bot}}}:{account}"


def person(person: str) -> str:
    """HASH: facts about a person."""
    return f"person:{person}"


def seats(person: str) -> str:
    """ZSET: code -> when the person sat down there."""
    return f"seats:{person}"


def newest(destination: str) -> str:
    """STRING with an expiry: the newest post in a private chat; empty where none of ours is."""
    return f"newest:{destination}"


def thread(name: str) -> str:
    """HASH: number -> text of a message; `last` is the highest number ever given."""
    return f"thread:{name}"
