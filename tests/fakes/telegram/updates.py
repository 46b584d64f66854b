"""What the bot is told: updates, in order, until they are confirmed; and taps to be answered."""

from __future__ import annotations

import asyncio
import copy
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

NOT_BY_DEFAULT = {"chat_member", "message_reaction", "message_reaction_count"}
"""Update kinds that come only to a bot that asks for them by name."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tapper got: a toast (or an alert), a link that opens, or nothing visible.

    `late`: the bot answered when the client no longer listened, so nothing was shown.
    """

    text: str = ""
    alert: bool = False
    url: str = ""
    late: bool = False


@dataclass(eq=False, slots=True)
class Query:
    """A tap that waits for its one answer. `born`: Unix seconds."""

    id: str
    user: int
    chat: int
    message: int
    born: float
    answer: asyncio.Future[Answer] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    @property
    def done(self) -> bool:
        """Has it been answered?"""
        return self.answer.done()

    def settle(self, answer: Answer) -> None:
        """Give the answer to whoever waits for it; only the first counts."""
        if not self.answer.done():
            self.answer.set_result(answer)


class Feed:
    """The queue of updates behind `getUpdates` and the webhook."""

    def __init__(self) -> None:
        self._next_id = 900_001
        self._pending: list[Json] = []
        self._again: list[Json] = []
        self._sent: list[Json] = []
        self.allowed: frozenset[str] = frozenset()
        self.news = asyncio.Event()

    @property
    def pending(self) -> list[Json]:
        """Updates the bot has not confirmed yet."""
        return [*self._again, *self._pending]

    @property
    def history(self) -> list[Json]:
        """All updates there ever were."""
        return list(self._sent)

    def wants(self, kind: str) -> bool:
        """Does the bot get this kind of update?"""
        return kind in self.allowed if self.allowed else kind not in NOT_BY_DEFAULT

    def push(self, kind: str, body: Json) -> int | None:
        """Queue an update; its id, or None when the bot does not want the kind."""
        if not self.wants(kind):
            return None
        number = self._next_id
        update: Json = {"update_id": number, kind: copy.deepcopy(body)}
        self._next_id += 1
        self._pending.append(update)
        self._sent.append(update)
        self.news.set()
        return number

    def deliver_again(self, update_id: int | None = None, new_id: bool = False) -> int:
        """Deliver an update once more, though it was confirmed; the newest when none is named.

        With `new_id` the same content comes under a new `update_id`, as after a client's retry.
        Returns the id of the second delivery.
        """
        chosen = [u for u in self._sent if update_id in {None, u["update_id"]}]
        if not chosen:
            raise ValueError("there is no such update")
        update = copy.deepcopy(chosen[-1])
        if new_id:
            update["update_id"] = self._next_id
            self._next_id += 1
            self._pending.append(update)
            self._sent.append(update)
        else:
            self._again.append(update)
        self.news.set()
        return int(update["update_id"])

    def take(self, offset: int, limit: int) -> list[Json]:
        """Confirm everything below `offset` (negative: all but the last ones), read the rest."""
        if offset > 0:
            self._pending = [u for u in self._pending if u["update_id"] >= offset]
        elif offset < 0:
            self._pending = self._pending[offset:]
        again, self._again = self._again, []
        # The repeated ones first: a client takes the last id it reads as its next offset.
        batch = [*again, *self._pending][:limit]
        if not self._pending:
            self.news.clear()
        return batch

    def confirm(self, update: Json) -> None:
        """Forget an update that a webhook has taken."""
        for queue in (self._again, self._pending):
            if update in queue:
                queue.remove(update)
                return

    def drop(self) -> None:
        """Forget everything that waits (`drop_pending_updates`)."""
        self._pending.clear()
        self._again.clear()
        self.news.clear()
