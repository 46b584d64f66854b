"""What was ever visible, and to whom: leak tests search it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["text", "caption", "label", "data", "link", "toast", "alert", "photo", "file"]


@dataclass(frozen=True, slots=True)
class Seen:
    """One visible thing.

    `kind` says what: the text or caption of a post, a button's label, payload or link, the answer
    to a tap, a photo (`text` is then its SHA-256) or a file (its content as text). A payload
    counts as visible: clients can read it.

    `visible_to` are the user ids that could see it when it was shown: all members of the chat at
    that time; for answers the tapper. Who joins a supergroup later can scroll back, so judge a
    group's posts as public. `edit` tells an edit from a new post.
    """

    at: float
    kind: Kind
    text: str
    chat: int
    thread: int | None
    message: int | None
    visible_to: frozenset[int]
    edit: bool = False


class Transcript:
    """All that was shown, in order."""

    def __init__(self) -> None:
        self._seen: list[Seen] = []

    def add(self, seen: Seen) -> None:
        """Note one more thing."""
        self._seen.append(seen)

    def __iter__(self) -> Iterator[Seen]:
        return iter(self._seen)

    def __len__(self) -> int:
        return len(self._seen)

    def seen_by(self, user: int) -> list[Seen]:
        """What one person could see."""
        return [seen for seen in self._seen if user in seen.visible_to]

    def hidden_from(self, user: int) -> list[Seen]:
        """What one person could not see."""
        return [seen for seen in self._seen if user not in seen.visible_to]

    def containing(self, text: str) -> list[Seen]:
        """Everything that holds a piece of text."""
        return [seen for seen in self._seen if text in seen.text]
