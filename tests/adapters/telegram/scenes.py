"""Scenes to begin with: people in a group, an open table, a match in its first deal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.state import Table
from tests.adapters.altering import about_to_end
from tests.adapters.telegram.rig import Rig
from tests.adapters.telegram.tapper import DISCARD, GUIDE, MY_TURN, STOCK
from tests.fakes.telegram import Group, Person, TopicSpot

# The guide may point at them.
LAY = re.compile(GUIDE + r"(Lay|Cala) 9")
KING = re.compile(GUIDE + r"K♦")
NAMES = ("Anna", "Bruno", "Chiara", "Dario")
WORDS = {
    "en": ("2 players", "Join", "Start"),
    "it": ("2 giocatori", "Mi siedo", "Inizia"),
}


@dataclass
class Scene:
    """People at a table in a group (or in one of its topics)."""

    rig: Rig
    spot: Group | TopicSpot
    people: list[Person]

    @property
    def host(self) -> Person:
        """Who opened the table."""
        return self.people[0]

    async def state(self) -> Table:
        """What is stored for the chat now."""
        found = await self.rig.state(self.spot)
        assert found is not None
        return found

    def to_play(self) -> Person:
        """Who reads that it is their turn."""
        for person in self.people:
            if person.inbox and MY_TURN.search(person.last.text):
                return person
        raise AssertionError("nobody is to play")

    def waiting(self) -> Person:
        """Somebody who is not to play."""
        player = self.to_play()
        return next(person for person in self.people if person is not player)

    async def unchanged(self, before: Table) -> bool:
        """Does the chat store the same table as before?"""
        await self.rig.quiet()
        return await self.state() == before


def people(rig: Rig, count: int, langs: Sequence[str] = ("en",)) -> list[Person]:
    """People who have opened the private chat long ago, as far as Telegram knows."""
    return [rig.fake.user(NAMES[i], lang=langs[i % len(langs)], started=True) for i in range(count)]


async def opened(
    rig: Rig,
    count: int,
    spot: Group | TopicSpot | None = None,
    langs: Sequence[str] = ("en",),
    everybody: list[Person] | None = None,
) -> Scene:
    """An open table for `count` people, opened by the first; all are reachable."""
    everybody = everybody or people(rig, count, langs)
    for person in everybody:
        await person.start_private()
    await rig.quiet()
    for person in everybody:
        # They have played before: the guide points at nothing.
        await rig.store.update_person(f"tg:{person.id}", {"guide": "off"})
    group = spot or rig.fake.group("Friday cards", members=everybody)
    for person in everybody:
        if person.id not in group.chat.readers:
            person.joins(group if isinstance(group, Group) else group.group)
    await everybody[0].send(group, "/pinnacola")
    await rig.quiet()
    if count == 2:
        await everybody[0].tap(group, WORDS[langs[0]][0])
    return Scene(rig, group, everybody)


async def seated(
    rig: Rig,
    count: int,
    spot: Group | TopicSpot | None = None,
    langs: Sequence[str] = ("en",),
    everybody: list[Person] | None = None,
) -> Scene:
    """An open table at which everybody sits."""
    scene = await opened(rig, count, spot, langs, everybody)
    for person in scene.people[1:]:
        await person.tap(scene.spot, WORDS[langs[0]][1])
    await rig.quiet()
    return scene


async def dealt(
    rig: Rig,
    count: int,
    spot: Group | TopicSpot | None = None,
    langs: Sequence[str] = ("en",),
    everybody: list[Person] | None = None,
) -> Scene:
    """A match in its first deal."""
    scene = await seated(rig, count, spot, langs, everybody)
    await scene.host.tap(scene.spot, WORDS[langs[0]][2])
    await rig.quiet()
    return scene


async def goes_out(scene: Scene) -> None:
    """The last turn of a deal that was `about_to_end`."""
    player = scene.to_play()
    for label in (STOCK, LAY, KING, DISCARD):
        await player.tap(player, label)
        await scene.rig.quiet()


async def between_deals(rig: Rig, count: int) -> Scene:
    """A match whose first deal has just ended."""
    scene = await dealt(rig, count)
    await rig.alter(scene.spot, about_to_end)
    await goes_out(scene)
    assert (await scene.state()).phase == "result"
    return scene
