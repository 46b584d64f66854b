"""People who play and do everything else as well: old buttons, leaving, wandering off, commands."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

from bot.document import read
from bot.ports import Commit, Document
from bot.state import Table
from engine.record import RecordError, replay
from engine.record import read as read_record
from tests.adapters.knowledge import Packs
from tests.adapters.telegram.oracle import Oracle
from tests.adapters.telegram.rig import Rig
from tests.adapters.telegram.tapper import (
    DISCARD,
    MY_TURN,
    NEXT_DEAL,
    PUT_BACK,
    READY_MADE,
    STOCK,
    STOP,
    next_label,
)
from tests.fakes.telegram import Group, Message, NotPossible, Person

COMMANDS = ("/table", "/hand", "/rules", "/leaderboard", "/help", "/pinnacola", "/mano")
BACK = re.compile(r"^(I'm back|Sono tornato|Join|Mi siedo)$")
GO_ON = re.compile(r"(Go on|Resume|Riprendi|Continua)")
STUCK = 1000
"""Acts after which a turn should be over. Nothing else is needed for a match to end: the engine
stops a deal after so many turns (RULES.md 3.8)."""
PAUSES = (0, 0, 0.5, 2, 5)
"""Seconds that somebody looks at what a tap has brought."""
# These end the match without a result or begin the next one, or are no taps of this bot.
NEVER = re.compile(r"(Stop the match|Ferma la partita|Rematch|Rivincita|Leave|Lascia|Mi alzo|↗)")


class Watch:
    """Every state that is committed: kept for the oracle of its chat, its cards counted."""

    def __init__(self, rig: Rig) -> None:
        self.oracles: dict[int, Oracle] = {}
        self._packs = Packs()
        self._rig = rig
        self._really = rig.store.commit
        rig.store.commit = self._committed  # type: ignore[method-assign]

    async def _committed(self, commit: Commit) -> Document | None:
        answer = await self._really(commit)
        if answer is None and commit.text is not None:
            table = read(commit.text)
            group = int(table.place.removeprefix("tg:"))
            oracle = self.oracles.setdefault(group, Oracle(group, self._rig.sketches.files))
            oracle.note(self._rig.clock.now(), table)
            self._packs.note(table)
        return answer


class Crowd:
    """A group of people at one table."""

    def __init__(self, rig: Rig, number: int, count: int, seed: int) -> None:
        self.rig = rig
        self.chance = random.Random(seed)
        langs = ("it", "en")
        self.people = [
            rig.fake.user(f"{name}{number}", lang=langs[i % 2], started=True)
            for i, name in enumerate(("Anna", "Bruno", "Chiara", "Dario")[:count])
        ]
        self.group: Group = rig.fake.group(f"Crowd {number}", members=self.people)
        self.acts: Counter[str] = Counter()
        self._plain: dict[int, int] = {}
        """The turns in which somebody's discard was refused."""

    async def table(self) -> Table:
        """The stored state."""
        table = await self.rig.state(self.group)
        assert table is not None
        return table

    async def seated(self, players: int, choices: Sequence[str]) -> None:
        """Open a table for so many, tap through the choices, fill it up, start."""
        host = self.people[0]
        for person in self.people:
            await person.start_private()
        await self._wait(self._all_known)
        await host.send(self.group, "/gioca")
        await self._until(lambda _: bool(self.group.messages))
        for label in choices:
            await self._taps(host, label)
        if players != 4:
            # Not every game is for every number of people.
            await self._taps(host, f"{players} giocatori")
            await self._until(lambda table: len(table.seats) == players)
        for person in self.people[1:]:
            await self._taps(person, "Mi siedo")
        await self._until(lambda table: len(table.people) == len(self.people))
        while (await self.table()).vacant:
            # A button says how many there should be, so one from before does nothing more.
            await self._taps(host, r"\+ Computer")
            await self.rig.clock.sleep(1.0)
        await self._taps(host, "Inizia")
        await self._until(lambda table: table.phase == "deal")

    async def _all_known(self) -> bool:
        """Does the bot know that it may write to everybody?"""
        known = [await self.rig.store.person(f"tg:{person.id}") for person in self.people]
        return all(facts.get("reachable") == "1" for facts in known)

    async def _until(self, holds: Callable[[Table], bool]) -> None:
        """Let time pass until the stored state is so."""

        async def so() -> bool:
            table = await self.rig.state(self.group)
            return table is not None and holds(table)

        await self._wait(so)

    async def _wait(self, holds: Callable[[], Awaitable[bool]]) -> None:
        """Let time pass until it is so."""
        for _ in range(600):
            if await holds():
                return
            await self.rig.clock.sleep(0.5)
        said = [(message.text, message.labels) for message in self.group.messages[-3:]]
        raise AssertionError(f"it does not come to that: {said}")

    async def _taps(self, person: Person, label: str) -> None:
        """Tap a button of the newest post in the group as soon as it is there."""
        whole = re.compile(f"^(✓ )?{label}$")
        await self._until(lambda _: any(whole.match(each) for each in self.group.last.labels))
        await person.tap(self.group, whole)

    async def until_over(self) -> Table:
        """Act until the match has its result."""
        standing, before = "", 0
        while True:
            table = await self.table()
            if table.phase == "over":
                return table
            assert table.phase in ("deal", "result"), f"the match is {table.phase}"
            now = f"{table.phase} {table.turn_id}"
            if now != standing:
                standing, before = now, self.acts.total()
            elif self.acts.total() - before > STUCK:
                raise AssertionError(f"it does not go on: {table.deal}, {self.acts}")
            await self.act(table)

    async def act(self, table: Table) -> None:
        """Somebody does something."""
        dice = self.chance.random()
        if dice < 0.80:
            name, act = "play", self._play(table)
        elif dice < 0.88:
            name, act = "any", self._any(stale=False)
        elif dice < 0.94:
            name, act = "stale", self._any(stale=True)
        elif dice < 0.96:
            name, act = "command", self._command()
        elif dice < 0.98:
            name, act = "come or go", self._come_or_go(table)
        else:
            name, act = "wander off", self.rig.clock.sleep(self.chance.choice((5, 30, 100, 400)))
        self.acts[name] += 1
        try:
            await act
        except NotPossible:
            self.acts[f"no {name}"] += 1

    async def _play(self, table: Table) -> None:
        """Who is to play plays; between deals somebody is ready; else time passes."""
        if table.phase == "result":
            await self.chance.choice(self.people).tap(self.group, NEXT_DEAL)
            return
        assert table.deal is not None
        seat = table.seats[table.deal.seat]
        person = next((p for p in self.people if f"tg:{p.id}" == seat.person), None)
        going_on = next((x for x in self.group.last.labels if GO_ON.search(x)), None)
        if going_on is not None:
            await self.chance.choice(self.people).tap(self.group, going_on)
            return
        own = [] if person is None else person.inbox[-6:]
        hand = next((m for m in reversed(own) if m.labels and MY_TURN.search(m.text)), None)
        if person is None or hand is None:
            await self.rig.clock.sleep(1.0)
        else:
            plain = self._plain.get(person.id) == table.turn_id
            label = self._next(hand.labels, plain)
            answer = await person.tap(hand, label)
            after = await self.table()
            if DISCARD.match(label) and answer.text and after.turn_id == table.turn_id:
                self._plain[person.id] = table.turn_id
            await self.rig.clock.sleep(self.chance.choice(PAUSES))

    def _next(self, labels: list[str], plain: bool) -> str:
        """What leads on from wherever a tap before has led.

        After a refusal `plain` ways only: all back, then draw and discard.
        """
        if plain:
            found = next((label for label in labels if PUT_BACK.match(label)), None)
            if found is not None:
                return found
            plainly = [x for x in labels if STOCK.match(x) or STOP.match(x) or DISCARD.match(x)]
            labels = plainly or [x for x in labels if not READY_MADE.match(x)]
        back = next((label for label in labels if label.startswith("‹")), None)
        if back is not None:
            return back
        try:
            return next_label(labels, self.chance)
        except AssertionError:
            return self.chance.choice(labels)

    async def _any(self, stale: bool) -> None:
        """A button somewhere, as it stands or as it once was."""
        person = self.chance.choice(self.people)
        place: Group | Person = self.group if self.chance.random() < 0.5 else person
        chat = place.chat if isinstance(place, Group) else place._private
        messages = [m for m in chat.messages.values() if any(m.keyboards)] if stale else []
        message: Message = self.chance.choice(messages) if messages else place.last
        rows = self.chance.choice(message.keyboards) if stale else message.keyboards[-1]
        labels = [b.label for row in rows for b in row if not NEVER.search(b.label)]
        if labels:
            await person.tap(message, self.chance.choice(labels), stale=stale)

    async def _command(self) -> None:
        person = self.chance.choice(self.people)
        where = self.chance.choice([self.group, None])
        words = self.chance.choice(COMMANDS)
        await (person.send(where, words) if where else person.tell_bot(words))

    async def _come_or_go(self, table: Table) -> None:
        """Leave, where somebody else stays; come back, also to a seat that was played for."""
        played_for = [
            p for p in self.people for s in table.seats if s.stand_in and s.person == f"tg:{p.id}"
        ]
        if played_for:
            person = self.chance.choice(played_for)
            await person.tap(person, BACK)
            return
        sitting = [p for p in self.people if f"tg:{p.id}" in table.people]
        standing = [p for p in self.people if p not in sitting]
        if standing and self.chance.random() < 0.7:
            await self.chance.choice(standing).tap(self.group, BACK)
        elif len(sitting) > 1:
            person = self.chance.choice(sitting)
            await person.send(self.group, "/leave")
            # Meanwhile the computers may have come to the end, which keeps who has played.
            await self._until(lambda t: t.phase == "over" or f"tg:{person.id}" not in t.people)

    async def record(self) -> str:
        """The record as somebody gets it who asks."""
        await self.people[0].send(self.group, "/record")
        await self._until(lambda _: any(m.document for m in self.group.messages))
        document = next(m.document for m in reversed(self.group.messages) if m.document)
        return document.content.decode()


def verified(text: str, table: Table) -> None:
    """The record replays to the very match that the table has."""
    try:
        match = replay(read_record(text))
    except RecordError as error:
        raise AssertionError(f"the record does not hold: {error}") from None
    assert match == table.match
