"""A table and its people without any network: requests in, outcomes out."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable
from dataclasses import replace

from bot import requests as rq
from bot.document import read, write
from bot.expiry import ends_at
from bot.habits import NONE, Habits
from bot.outcome import Chance, Outcome, Service
from bot.requests import Person, Place, Request, What
from bot.state import Table
from bot.table import deadline, handle
from engine.actions import Action
from engine.players.easy import easy

CODE = "k3f9a2xq"
GROUP = Place("tg:-100123", "Friday cards")
ANNA = Person("tg:1", "Anna", "it")
BRUNO = Person("tg:2", "Bruno", "it")
CHIARA = Person("tg:3", "Chiara", "en")
DARIO = Person("tg:4", "Dario", "en")
EVA = Person("tg:5", "Eva", "en")
HOST = Person("host", "")
PEOPLE = (ANNA, BRUNO, CHIARA, DARIO)


class Driver:
    """A chat's table; every state goes through its JSON text, as it would in the store."""

    def __init__(self, seed: int = 1) -> None:
        self.table = Table(CODE, GROUP.id, GROUP.title)
        self.now = 1_000_000.0
        self.listen: Callable[[tuple[str, ...]], object] = len
        self.results: list[str] = []
        self.service = Service()
        self._seed = seed
        self._count = itertools.count()

    def chance(self) -> Chance:
        """Repeatable chance, another one each time."""
        digest = hashlib.sha256(f"{self._seed}/{next(self._count)}".encode()).hexdigest()
        return Chance(digest, digest[:16])

    def ask(
        self,
        person: Person,
        what: What,
        *,
        place: Place = GROUP,
        admin: bool | None = None,
        reachable: bool | None = True,
        table: str | None = CODE,
        habits: Habits = NONE,
    ) -> Outcome:
        """One request; the outcome's state becomes the table's."""
        request = Request(person, place, what, table, admin, reachable, habits)
        outcome = handle(self.table, request, self.now, self.chance(), self.service)
        assert read(write(outcome.table)) == outcome.table
        self.table = outcome.table
        self.listen(outcome.log)
        self.results += [] if outcome.result is None else [outcome.result]
        return outcome

    def code(self, person: Person, what: What, **facts: object) -> str:
        """The code of the notice a request gets; empty where there is none."""
        outcome = self.ask(person, what, **facts)  # type: ignore[arg-type]
        return "" if outcome.notice is None else outcome.notice.code

    def move(self, person: Person, *actions: Action, stamp: int | None = None) -> str:
        """A move under the present stamp (or another); the code of its notice."""
        return self.code(person, rq.Move(self.table.stamp if stamp is None else stamp, actions))

    def seated(self, players: int = 4) -> Driver:
        """A lobby in which everybody sits, opened by Anna."""
        self.ask(ANNA, rq.Open(), table=None)
        if players != 4:
            self.ask(ANNA, rq.Resize(players))
        for person in PEOPLE[1:players]:
            self.ask(person, rq.Join())
        return self

    def started(self, players: int = 4) -> Driver:
        """The first deal of a match."""
        self.seated(players)
        self.ask(ANNA, rq.Start())
        return self

    @property
    def phase(self) -> str:
        """The table's phase, as a type that no assertion narrows."""
        return self.table.phase

    @property
    def people(self) -> tuple[Person, ...]:
        """Who sits at the table."""
        return tuple(p for p in (*PEOPLE, EVA) if p.id in self.table.people)

    @property
    def computers(self) -> int:
        """How many seats computers play."""
        return len(self.table.computers)

    @property
    def turn(self) -> Person:
        """Who is to play."""
        assert self.table.deal is not None
        return self.sitting(self.table.deal.seat)

    def sitting(self, seat: int) -> Person:
        """Who sits there."""
        return next(p for p in (*PEOPLE, EVA) if p.id == self.table.seats[seat].person)

    def step(self) -> str:
        """The player to move does something sensible, a computer in its own time."""
        assert self.table.deal is not None
        if self.table.act_at is not None:
            self.now = self.table.act_at
            return self.code(EVA, rq.Tick())
        return self.move(self.turn, easy(self.table.view(self.table.deal.seat)))

    def due(self) -> float | None:
        """The next deadline, but for the one at which a table nobody cares for is closed."""
        due = deadline(self.table)
        return None if due == ends_at(self.table) else due

    def tick(self, at: float | None = None) -> Outcome:
        """The table's deadline passes, or another moment does."""
        due = deadline(self.table) if at is None else at
        assert due is not None
        self.now = max(self.now, due)
        return self.ask(HOST, rq.Tick())

    def run_out(self) -> Outcome:
        """The time of the player to move passes, with its reminder."""
        turn = self.table.turn_id
        outcome = self.tick()
        while self.table.turn_id == turn and self.table.phase == "deal":
            outcome = self.tick()
        return outcome

    def finish_deal(self) -> None:
        """Play until the deal is over."""
        for _ in range(5000):
            if self.table.phase != "deal":
                return
            self.step()
        raise AssertionError("the deal does not end")

    def end_match(self) -> None:
        """Make this deal the last one: every side is ten points short of the target."""
        assert self.table.match is not None
        short = self.table.rules.target_score - 10
        history = (tuple(short for _ in self.table.rules.sides),)
        self.table = replace(self.table, match=replace(self.table.match, history=history))
