"""Whole deals by two people at the page: nobody is told what they must not know."""

from __future__ import annotations

import random
import re

import fakeredis
import pytest

from adapters.web.messages import from_text
from bot import payloads
from bot import requests as rq
from bot.document import read
from bot.pictures.spec import Picture, TablePicture, digest
from bot.ports import Commit, Document
from bot.state import Table
from engine.cards import Card
from engine.record import read as read_record
from engine.record import replay
from engine.rules import Rules
from tests.adapters.knowledge import HAND_LINE, carried, known, named, pictured
from tests.adapters.telegram.tapper import CLEAR, DISCARD, MY_TURN, PUT_BACK, STOCK, next_label
from tests.adapters.web.rig import Served, serving
from tests.adapters.web.visitor import Message, Visitor, buttons, dealt, text, visiting

LAG = 6
"""Committed states that what is shown may be behind."""


def watched(served: Served, monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """All states from now on, the newest last."""
    states: list[Table] = []
    really = served.store.commit

    async def commit(wish: Commit) -> Document | None:
        answer = await really(wish)
        if answer is None and wish.text is not None:
            states.append(read(wish.text))
        return answer

    monkeypatch.setattr(served.store, "commit", commit)
    return states


def to_play(people: list[Visitor]) -> Visitor | None:
    """Who reads that it is their turn."""
    for person in people:
        if person.threads["private"] and MY_TURN.search(text(person.newest("private"))):
            return person
    return None


async def step(people: list[Visitor], chance: random.Random) -> bool:
    """One tap of the player to move; False when nobody is to play."""
    player = to_play(people)
    if player is None:
        return False
    label = next_label(player.labels("private"), chance)
    before = player.newest("private")
    await player.tap("private", re.compile(f"^{re.escape(label)}$"))
    if DISCARD.match(label) and player.newest("private") == before:
        # A duty forbids it: it is undone.
        await player.tap("private", CLEAR)
        await player.tap("private", PUT_BACK)
    for person in people:
        await person.quiet()
    return True


def told(message: Message, rules: Rules) -> set[Card]:
    """The cards that a message or a reply names."""
    if "lines" not in message:
        return named(message["notice"], rules)
    cards = named(text(message), rules)
    for button in buttons(message):
        cards |= named(button["label"], rules)
        if button.get("payload"):
            cards |= carried(payloads.decode(button["payload"])[1])
    return cards


def drawn(served: Served, monkeypatch: pytest.MonkeyPatch) -> dict[str, Picture]:
    """All pictures from now on, by their digest."""
    pictures: dict[str, Picture] = {}
    add, change = served.store.add_message, served.store.change_message

    def note(text: str) -> None:
        message = from_text(0, text)
        if message is not None and message.picture is not None:
            pictures[digest(message.picture)] = message.picture

    async def add_message(thread: str, text: str, keep: int) -> int:
        note(text)
        return await add(thread, text, keep)

    async def change_message(thread: str, number: int, text: str) -> bool:
        note(text)
        return await change(thread, number, text)

    monkeypatch.setattr(served.store, "add_message", add_message)
    monkeypatch.setattr(served.store, "change_message", change_message)
    return pictures


class Judge:
    """Looks at what a person was told since it looked last, by the states of that time.

    `pictures` are all that were shown, by their digest.
    """

    def __init__(self, states: list[Table], pictures: dict[str, Picture]) -> None:
        self._states = states
        self._pictures = pictures
        self._looked: dict[str, int] = {}
        self.cards = {"group": 0, "private": 0, "reply": 0}
        self.pictured = 0

    def look(self, person: Visitor) -> None:
        """All of it must be known to the person in one of the newest states."""
        for thread, message in person.told[self._looked.get(person.token, 0) :]:
            cards = told(message, self._states[-1].rules)
            if "picture" in message:
                picture = self._pictures[message["picture"]["digest"]]
                shown = pictured(picture, self._states[-1].rules)
                self.pictured += len(shown)
                cards |= shown
                if thread == "group" and isinstance(picture, TablePicture):
                    assert picture.hand is None
            self.cards[thread] += len(cards)
            explained = [cards <= self._may(table, person, thread) for table in self._recent()]
            assert any(explained), f"{person.name} was told too much in {thread}"
            if thread == "group":
                assert not HAND_LINE.search(text(message))
                for button in buttons(message):
                    if button.get("payload"):
                        what = payloads.decode(button["payload"])[1]
                        assert not isinstance(what, rq.Move | rq.Choose)
        self._looked[person.token] = len(person.told)

    def _recent(self) -> list[Table]:
        dealt = [t for t in self._states if t.phase == "deal"]
        return dealt[-LAG:]

    def _may(self, table: Table, person: Visitor, thread: str) -> set[Card]:
        return known(table, None if thread == "group" else table.seat_of(person.person))


async def test_a_whole_deal_tells_nobody_what_they_must_not_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving(seed=4) as served, visiting(served, "Anna", "Bruno", "Eva") as people:
        states, pictures = watched(served, monkeypatch), drawn(served, monkeypatch)
        anna, bruno, eva = people
        await dealt(anna, bruno)
        judge, chance = Judge(states, pictures), random.Random(4)
        while states[-1].phase == "deal":
            assert await step([anna, bruno], chance)
            if states[-1].phase == "deal":
                for person in people:
                    judge.look(person)
        assert states[-1].phase == "result"
        # There was something to judge, and who does not play saw the table only.
        assert judge.cards["private"] > 1000
        assert judge.cards["group"] > 50
        assert judge.pictured > 500
        assert eva.threads["private"] == {}
        # Nobody ever held the token of another, nor an id.
        for person in people:
            others = [p for p in people if p is not person]
            for other in others:
                assert other.token not in str(person.told)
                assert other.person not in str(person.told)
        # The record is there for who played and for who looked on, and it holds.
        for person in (anna, eva):
            await person.command("record")
            await person.quiet()
            file = person.newest("private")["file"]
            match = replay(record := read_record(file["text"]))
            assert match == states[-1].match
            assert file["name"].endswith(".txt")
            assert states[-1].pack is not None
            assert record.deals[0].secret == states[-1].pack.secret


async def test_a_hand_shown_to_another_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno") as (anna, bruno):
        states, pictures = watched(served, monkeypatch), drawn(served, monkeypatch)
        await dealt(anna, bruno)
        judge = Judge(states, pictures)
        judge.look(anna)
        anna.told.append(("private", bruno.newest("private")))
        with pytest.raises(AssertionError, match="too much"):
            judge.look(anna)


async def test_the_buttons_of_another_do_nothing() -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno") as people:
        await dealt(*people)
        player = to_play(people)
        assert player is not None
        other = next(person for person in people if person is not player)
        before = await served.state()
        for thread in ("private", "group"):
            payload = player.payload("private", STOCK)
            answer = await other.ask("tap", thread=thread, payload=payload)
            assert answer.status_code == 200
            assert answer.json()["notice"]
        assert await served.state() == before
        # Its owner's tap counts.
        await player.tap("private", STOCK)
        assert await served.state() != before


async def test_a_restart_keeps_people_threads_and_buttons() -> None:
    server = fakeredis.FakeServer()
    async with serving(server) as served, visiting(served, "Anna", "Bruno") as people:
        await dealt(*people)
        player = to_play(people)
        assert player is not None
        first = people.index(player)
        await player.tap("private", STOCK)
        await people[1 - first].command("rules")
        before = [dict(person.threads) for person in people]
        tokens = tuple(person.token for person in people)
        await served.app.stop()
        for person in people:
            # The streams are ended, not left hanging.
            await person.closed.wait()
    async with (
        serving(server, seed=2) as served,
        visiting(served, "Anna", "Bruno", tokens=tokens) as again,
    ):
        assert [dict(person.threads) for person in again] == before
        chance = random.Random(1)
        while to_play(again) is again[first]:
            await step(again, chance)
        assert to_play(again) is again[1 - first]


async def test_a_hand_off_turn_tells_what_the_others_do() -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno", "Chiara", "Dario") as people:
        await people[0].command("pinnacola")
        for person in people[1:]:
            await person.quiet()
            await person.tap("group", "Join")
        await people[0].quiet()
        await people[0].tap("group", "Start")
        chance = random.Random(4)
        for _ in range(5):
            for person in people:
                await person.quiet()
            player = to_play(people)
            assert player is not None
            for person in people:
                if person is not player:
                    assert f"{player.name} to play" in text(person.newest("private"))
            turn = (await served.state()).turn_id
            while (await served.state()).turn_id == turn:
                assert await step(people, chance)
