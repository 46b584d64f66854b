"""Who may know what was sent to them, judged by every state that was stored meanwhile."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from bot import payloads
from bot import requests as rq
from bot.document import read
from bot.ports import Commit, Document
from bot.state import Table
from tests.adapters.discord.player import choices, described, text
from tests.adapters.discord.rig import Rig, Sent
from tests.adapters.knowledge import HAND_LINE, Packs, carried, known, named, pictured


class Oracle:
    """Looks at what has been sent since it looked last, and counts the cards of every state."""

    def __init__(self, rig: Rig, start: Table) -> None:
        self._rig = rig
        self._tables = [start]
        self._looked = len(rig.env.http_requests)
        self._packs = Packs()
        self._really = rig.store.commit
        rig.store.commit = self._committed  # type: ignore[method-assign]
        self._turns = {start.turn_id} if start.phase == "deal" else set()
        self._read: defaultdict[int | None, set[str]] = defaultdict(set)
        self.judged = self.pictures = 0

    @property
    def turns(self) -> int:
        """How many turns of deals the states belong to."""
        return len(self._turns)

    async def _committed(self, commit: Commit) -> Document | None:
        answer = await self._really(commit)
        if answer is None and commit.text is not None:
            table = read(commit.text)
            self._tables.append(table)
            if table.phase == "deal":
                self._turns.add(table.turn_id)
            self._packs.note(table)
        return answer

    def look(self) -> None:
        """All that was sent since the last look must be explained by a state since then.

        Or it brings no picture, no button and no line that its reader has not read already, as a
        result whose buttons go.
        """
        new = self._rig.sent(self._looked)
        self._looked = len(self._rig.env.http_requests)
        for one in new:
            reasons = [wrong(one, table) for table in self._tables]
            lines = set(shown(one).splitlines())
            again = lines <= self._read[one.reader]
            again = again and not one.pictures and not choices(one.body["components"])
            assert again or not all(reasons), (reasons[-1], one.path)
            self._read[one.reader] |= lines
            self.judged += 1
            self.pictures += len(one.pictures)
        self._tables = self._tables[-1:]


def shown(sent: Sent) -> str:
    """All words in it, also those that are read aloud."""
    components: list[dict[str, Any]] = sent.body["components"]
    # The signs of bold text would read as jokers.
    return f"{text(components)}\n{described(components)}".replace("**", "").replace("\\", "")


def wrong(sent: Sent, table: Table) -> str:
    """Why its reader must not see this while the table stands so; empty where they may."""
    components: list[dict[str, Any]] = sent.body["components"]
    words = shown(sent)
    taps = [payloads.decode(choice.payload)[1] for choice in choices(components)]
    if not sent.private:
        if any(isinstance(what, rq.Move | rq.Choose | rq.ChooseAmong) for what in taps):
            return "a move under a public post"
        if HAND_LINE.search(words):
            return "a hand in public"
    if table.deal is None or table.phase != "deal" or words.startswith(("Rules", "Regole")):
        return ""
    seat = None if sent.reader is None else table.seat_of(f"dc:@{sent.reader}")
    drawn = (pictured(picture, table.rules) for picture in sent.pictures)
    told = set().union(named(words, table.rules), *map(carried, taps), *drawn)
    secret = told - known(table, seat)
    return f"{len(secret)} cards that are not known" if secret else ""
