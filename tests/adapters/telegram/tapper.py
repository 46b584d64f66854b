"""People who play by what they see: they read the private message and tap its buttons."""

from __future__ import annotations

import random
import re

from tests.adapters.agreed import first_deal_over
from tests.adapters.guided import next_tap
from tests.adapters.telegram.rig import Rig
from tests.fakes.telegram import Group, Message, Person
from tests.fakes.telegram.people import Label

# The guide may point at any of them.
GUIDE = r"^(?:👉 ?)?"
STOCK = re.compile(GUIDE + r"(Stock|Tallone) · ")
STOP = re.compile(GUIDE + r"(Stop the deal|Ferma la smazzata)$")
LAY_ALL = re.compile(GUIDE + r"(Lay all|Cala tutto)")
READY_MADE = re.compile(GUIDE + r"(Lay|Cala|Add|Attacca|Take|Prendi) ")
TAKE = re.compile(GUIDE + r"[^\s👉]+ (\+\d+|only|sola)$")
CARD = re.compile(GUIDE + r"(?:(10|[A2-9JQK])([♤♥♡♧♦♢]\ufe0f?|[SHCDPFQ])|🃏|joker|jolly)$")
"""A card of the hand, with its suit in colours, as an outline or as a letter."""
DISCARD = re.compile(GUIDE + r"(Discard|Scarta|Yes, discard|Sì, scarta) ")
"""Also where it is asked for once more."""
NEXT_DEAL = re.compile(r"^(Next deal|Prossima smazzata)$")
PUT_BACK = re.compile(GUIDE + r"(↩️ )(Put back|Rimetti|Undo|Annulla)$")
CLEAR = re.compile(GUIDE + r"✕ ")
MY_TURN = re.compile(r"Your turn|Tocca a te")
RECORD = re.compile(r"^(Record|Verbale)$")
REMATCH = re.compile(r"^(Rematch|Rivincita)$")
LOOK = 1.5
"""Seconds that somebody looks at what a tap has brought: a group is shown every turn only where
they are no quicker than its minute allows."""


class Table:
    """A group and the people who play in it."""

    def __init__(self, rig: Rig, group: Group, people: list[Person], seed: int = 1) -> None:
        self.rig = rig
        self.group = group
        self.people = people
        self.chance = random.Random(seed)
        self.taps = 0

    async def tap(self, person: Person, label: Label) -> str:
        """Tap a button of the newest private message and wait until the screen has followed."""
        before = _look(person)
        self.taps += 1
        answer = await person.tap(person, label)
        if answer.url or not answer.text.startswith("!"):
            await self.rig.fake.until(
                lambda: _look(person) != before or not self.rig.host.publisher.busy
            )
        return answer.text

    def to_play(self) -> Person | None:
        """Who reads that it is their turn."""
        for person in self.people:
            if person.inbox and MY_TURN.search(person.last.text):
                return person
        return None

    async def play_deal(self, most: int = 3000) -> None:
        """Play until nobody is to play any more."""
        for _ in range(most):
            person = self.to_play()
            if person is None:
                await self.rig.quiet()
                person = self.to_play()
                if person is None:
                    return
            await self.step(person)
            await self.rig.clock.sleep(LOOK)
        raise AssertionError("the deal does not end")

    async def play_first_deal_as_beginners(self, most: int = 3000) -> None:
        """Play the match's first deal, deciding as the beginners among the computers do."""
        for _ in range(most):
            table = await self.rig.state(self.group)
            assert table is not None
            if first_deal_over(table):
                return
            person = self.to_play()
            if person is None:
                # A computer is to play, or the message is under way.
                await self.rig.clock.sleep(0.3)
                continue
            offered = [b.data for row in person.last.rows for b in row if b.data]
            payload = next_tap(table, offered)
            if payload is None:
                await self.rig.quiet()
                continue
            await self.tap(person, lambda button, wanted=payload: button.data == wanted)  # type: ignore[misc]
        raise AssertionError("the deal does not end")

    async def step(self, person: Person) -> None:
        """One tap of the player to move, chosen by what the buttons say."""
        label = next_label(person.last.labels, self.chance)
        answer = await self.tap(person, re.compile("^" + re.escape(label) + "$"))
        if DISCARD.match(label) and _refused(answer):
            await self.tap(person, CLEAR)
            await self.tap(person, PUT_BACK)


def next_label(labels: list[str], chance: random.Random) -> str:
    """The button a person would tap next: draw, lay what is ready, choose a card, discard it."""
    draws = [label for label in labels if STOCK.match(label) or STOP.match(label)]
    takes = [label for label in labels if TAKE.match(label)]
    if draws or takes:
        short = [label for label in takes if not re.search(r"\+\d\d|\+[5-9]$", label)]
        return chance.choice(short if short and chance.random() < 0.7 else draws or takes)
    for wish in (LAY_ALL, READY_MADE, DISCARD):
        found = next((label for label in labels if wish.match(label)), None)
        if found is not None:
            return found
    # Taps were faster than the screen: more was chosen than anything can be done with.
    clear = next((label for label in labels if CLEAR.match(label)), None)
    return clear or _worst(labels, chance)


def _worst(labels: list[str], chance: random.Random) -> str:
    """The card with the fewest neighbours."""
    cards = [label for label in labels if CARD.match(label)]
    if not cards:
        raise AssertionError(f"no card to choose among {labels}")
    order = "A 2 3 4 5 6 7 8 9 10 J Q K".split()

    def use(label: str) -> tuple[int, float]:
        rank, suit = _face(label)
        if not rank:
            return 99, 0.0
        near = 0
        for other in cards:
            rank_2, suit_2 = _face(other)
            if other == label or not rank_2:
                continue
            near += rank == rank_2
            near += suit == suit_2 and abs(order.index(rank) - order.index(rank_2)) <= 2
        return near, chance.random()

    return min(cards, key=use)


def _face(label: str) -> tuple[str, str]:
    """Rank and suit of a card's button, empty for a joker."""
    found = CARD.match(label)
    return (found[1] or "", found[2] or "") if found else ("", "")


def _refused(answer: str) -> bool:
    return "must" in answer or "deve" in answer or "Keep" in answer or "Tieni" in answer


def _look(person: Person) -> tuple[object, ...]:
    """All that the person sees in private."""
    return tuple(_seen(message) for message in person.inbox)


def _seen(message: Message) -> tuple[object, ...]:
    return message.id, message.text, tuple(message.labels)
