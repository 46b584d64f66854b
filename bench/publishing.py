"""What reaches the chats and when, on the Telegram fake in time that is only counted.

All numbers but the CPU time come out the same on every machine.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean, median
from typing import Final

from bench.lab import Lab
from bench.measure import Row
from bot.pictures.draw import png
from bot.pictures.spec import Picture
from bot.studio import Studio
from tests.adapters.telegram.tapper import CARD, DISCARD, MY_TURN, STOCK
from tests.adapters.telegram.virtual import Virtual, virtual
from tests.fakes.studio import Inline
from tests.fakes.telegram import Group, Person
from tests.fakes.telegram.server import Call

MOST_A_MINUTE: Final = 17
MOST_CALLS_A_TURN: Final = 5
QUICK, SLOW = 2.0, 20.0
"""Seconds between two taps. Slow players are called by a new message that sounds, so one call more
takes the old hand away."""
TABLES: Final = 100
CALLS_A_SECOND: Final = 15
FLOOD: Final = 60.0
"""Seconds for which one table's group must wait."""
CALLS_A_TAP: Final = 1.6
"""Of a turn's three taps come six calls, some of them merged."""


# --- playing ---------------------------------------------------------------------------------


def to_play(people: Sequence[Person]) -> Person | None:
    """Who reads that it is their turn."""
    return next((p for p in people if p.inbox and MY_TURN.search(p.last.text)), None)


def next_tap(person: Person) -> re.Pattern[str] | None:
    """What the player to move taps next for a turn without a meld; None before it can be seen."""
    labels = person.last.labels
    for pattern in (STOCK, DISCARD):
        if any(pattern.match(label) for label in labels):
            return pattern
    cards = [label for label in labels if CARD.match(label)]
    return re.compile(f"^{re.escape(cards[-1])}$") if cards else None


def tap(people: Sequence[Person]) -> Person | None:
    """The player to move taps; who it was, if anybody could."""
    player = to_play(people)
    pattern = None if player is None else next_tap(player)
    if player is None or pattern is None:
        return None
    player.begin_tap(player, pattern)
    return player


# --- a turn of two ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnCalls:
    """The calls of one turn by kind, their bytes, and the pictures that were sent as files."""

    posts: int
    edits: int
    deletions: int
    answers: int
    bytes: int
    pictures: int
    uploaded: int

    @property
    def all(self) -> int:
        """All calls but the answers."""
        return self.posts + self.edits + self.deletions

    @staticmethod
    def of(calls: Sequence[Call], world: Virtual) -> TurnCalls:
        """Counted by kind."""
        kinds = [world.kind(call) for call in calls]
        size = sum(len(k) + len(v.encode()) for c in calls for k, v in c.params.items())
        return TurnCalls(
            kinds.count("post"),
            kinds.count("edit"),
            kinds.count("deletion"),
            kinds.count("answer"),
            size,
            sum(call.uploaded > 0 for call in calls),
            sum(call.uploaded for call in calls),
        )


async def turns_of_two(
    count: int, pause: float = QUICK, studio: Studio | None = None
) -> list[TurnCalls]:
    """Turns of two people without a meld, `pause` seconds between two taps.

    The first turns are left out: nobody had tapped before.
    """
    found = []
    async with virtual(studio=studio) as world:
        _, people = await world.table("Anna", "Bruno")
        for _ in range(count + 2):
            began, player = world.clock.now(), to_play(people)
            for _ in range(3):
                assert tap(people) is player
                await world.pass_time(pause)
            await world.until_quiet()
            assert to_play(people) not in (None, player)
            found.append(TurnCalls.of(world.calls(began), world))
            await world.pass_time(pause)
    return found[2:]


# --- four in a hurry -------------------------------------------------------------------------


async def busiest_minute(seconds: int) -> int:
    """Four people tap and write as fast as they can: the most posts and edits in 60 s.

    Each taps five times a second, whatever is there, and writes a command every second.
    """
    chance = random.Random(4)
    async with virtual() as world:
        group, people = await world.table("Anna", "Bruno", "Chiara", "Dario")
        for number in range(seconds * 5):
            tap(people)
            for person in people:
                _any_button(group, person, chance)
                if number % 5 == 0:
                    await person.send(group, chance.choice(("/table", "/rules", "/help")))
            await world.pass_time(0.2)
        assert world.fake.refused(429) == []
        calls = [c for c in world.calls(0, chat=group.chat.id) if world.kind(c) != "deletion"]
        return most_in(60.0, [call.at for call in calls])


def _any_button(group: Group, person: Person, chance: random.Random) -> None:
    labels = [b.label for m in group.messages[-1:] for row in m.rows for b in row if not b.url]
    # Who stops the match or leaves it spoils the haste of the others.
    labels = [label for label in labels if not re.match(r"Stop|Leave|Remove", label)]
    if labels:
        person.begin_tap(group.messages[-1], chance.choice(labels))


def most_in(window: float, times: Sequence[float]) -> int:
    """The most of the times that lie within a window of so many seconds."""
    ordered = sorted(times)
    return max((sum(t <= u < t + window for u in ordered) for t in ordered), default=0)


# --- a hundred tables ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Flooded:
    """How long the own screen took after each tap at the other tables, and the calls a second."""

    waits: Sequence[float]
    rate: float
    cpu: float
    """Seconds of CPU time for a tap, the fake's work included."""

    @property
    def p95(self) -> float:
        """The 95th percentile of the waits."""
        return sorted(self.waits)[int(0.95 * (len(self.waits) - 1))]


async def flooded(tables: int, seconds: float) -> Flooded:
    """Tables of two that play at random moments while one group is in a flood wait."""
    chance = random.Random(100)
    async with virtual() as world:
        every = await world.tables([(f"A{n}", f"B{n}") for n in range(tables)])
        shut = every[0][0]
        await world.pass_time(30)
        world.fake.world.rates.flood(shut.chat.id, FLOOD)
        began, cpu = world.clock.now(), time.process_time()
        taps: list[tuple[float, Person]] = []
        step = CALLS_A_TAP / CALLS_A_SECOND
        while world.clock.now() < began + seconds:
            _, people = chance.choice(every)
            tapped, player = world.clock.now(), tap(people)
            if player is not None and people is not every[0][1]:
                taps.append((tapped, player))
            await world.pass_time(chance.expovariate(1 / step))
        cpu = time.process_time() - cpu
        await world.pass_time(FLOOD)
        assert len(world.fake.refused(429)) <= 1, "the flooded chat was tried once"
        rate = len([c for c in world.calls(began) if world.kind(c) != "answer"]) / seconds
        drawn: dict[int, list[float]] = {}
        for call in world.calls(began):
            if world.kind(call) in ("post", "edit") and call.chat is not None:
                drawn.setdefault(call.chat, []).append(call.at)
        waits = [min(a for a in drawn[p.id] if a > at) - at for at, p in taps]
        return Flooded(waits, rate, cpu / max(1, len(taps)))


# --- the numbers -----------------------------------------------------------------------------


class Drawn:
    """Really drawn pictures, and the CPU time of each in seconds."""

    def __init__(self) -> None:
        self.took: list[float] = []

    def draw(self, picture: Picture) -> bytes:
        """The picture as a file."""
        began = time.process_time()
        file = png(picture)
        self.took.append(time.process_time() - began)
        return file


def publishing(lab: Lab) -> list[Row]:
    """Calls a turn, calls a minute, and how soon the own screen is redrawn."""
    drawn = Drawn()
    quick = asyncio.run(turns_of_two(lab.amount(60), QUICK, Studio(drawn.draw, Inline())))
    slow = asyncio.run(turns_of_two(lab.amount(60), SLOW))
    minute = asyncio.run(busiest_minute(max(5, lab.amount(300))))
    storm = asyncio.run(flooded(max(3, lab.amount(TABLES)), max(5.0, lab.amount(90))))
    return [*_of_turns(quick, slow), *_of_pictures(quick, drawn.took), *_of_storm(minute, storm)]


def _of_turns(quick: Sequence[TurnCalls], slow: Sequence[TurnCalls]) -> Iterator[Row]:
    goal = f"at most {MOST_CALLS_A_TURN}"
    most = max(turn.all for turn in quick)
    yield Row("calls, 2 players", most, "a turn", goal=goal, holds=most <= MOST_CALLS_A_TURN)
    most = max(turn.posts + turn.edits for turn in slow)
    name = "calls, slow ones, posts and edits"
    yield Row(name, most, "a turn", goal=goal, holds=most <= MOST_CALLS_A_TURN)
    yield Row("calls, slow ones, old hands away", max(turn.deletions for turn in slow), "a turn")
    yield Row("answers to taps", mean(turn.answers for turn in quick), "a turn")
    yield Row("words and buttons", median(turn.bytes for turn in quick) / 1024, "KB a turn")


def _of_pictures(turns: Sequence[TurnCalls], took: Sequence[float]) -> Iterator[Row]:
    sent = sum(turn.pictures for turn in turns)
    yield Row("pictures sent", sent / len(turns), "a turn")
    yield Row("a picture", sum(turn.uploaded for turn in turns) / max(1, sent) / 1024, "KB")
    yield Row("a picture drawn", 1000 * median(took), "ms of CPU time")


def _of_storm(minute: int, storm: Flooded) -> Iterator[Row]:
    goal = f"under {MOST_A_MINUTE + 1}"
    yield Row("four in a hurry", minute, "a minute", goal=goal, holds=minute <= MOST_A_MINUTE)
    yield Row("calls of all tables", storm.rate, "a second")
    yield Row("own screen, 95 %", storm.p95, "s", goal="under 1", holds=storm.p95 < 1)
    yield Row("own screen, longest", max(storm.waits), "s")
    yield Row("CPU time with the fake's", 1000 * storm.cpu, "ms a tap")
