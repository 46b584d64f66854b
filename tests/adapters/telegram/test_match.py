"""Whole matches through the unmodified client against the strict fake, only by tapping."""

from __future__ import annotations

import pytest

from engine.record import read, replay
from engine.shuffle import commitment
from tests.adapters.altering import about_to_end
from tests.adapters.telegram.rig import Rig, running
from tests.adapters.telegram.scenes import between_deals, goes_out, opened
from tests.adapters.telegram.tapper import MY_TURN, NEXT_DEAL, RECORD, REMATCH, Table
from tests.fakes.telegram import Group, Person


async def lobby(rig: Rig, people: list[Person], group: Group) -> None:
    """Open a table, seat everybody, start."""
    host = people[0]
    await host.send(group, "/pinnacola")
    await rig.quiet()
    if len(people) == 2:
        await host.tap(group, "2 giocatori" if host.user.lang == "it" else "2 players")
    for person in people[1:]:
        answer = await person.tap(group, "Mi siedo" if host.user.lang == "it" else "Join")
        if answer.url:
            await person.follow(answer.url)
            await rig.quiet()
    await rig.quiet()
    await host.tap(group, "Inizia" if host.user.lang == "it" else "Start")
    await rig.quiet()


@pytest.mark.parametrize("players", [2, 4])
async def test_a_match_of_several_deals_to_the_target(players: int) -> None:
    async with running(wire=players == 2) as rig:
        fake = rig.fake
        people = [
            fake.user(name, lang=lang, started=number == 0)
            for number, (name, lang) in enumerate(
                [("Anna", "it"), ("Bruno", "it"), ("Chiara", "en"), ("Dario", "en")][:players]
            )
        ]
        await people[0].start_private()
        group = fake.group("Amici del bar", members=people)
        await lobby(rig, people, group)
        table = Table(rig, group, people)
        first = (await rig.state(group)).pack  # type: ignore[union-attr]
        assert first is not None
        assert commitment(first.secret)[:8] in group.last.text
        deals = 0
        for _ in range(60):
            await table.play_deal()
            deals += 1
            await rig.quiet()
            if any(REMATCH.match(label) for label in group.last.labels):
                break
            for person in people:
                await person.tap(person, NEXT_DEAL)
            await rig.quiet()
        assert deals > 1
        assert any(REMATCH.match(label) for label in group.last.labels)
        await people[1].send(group, "/classifica")
        await rig.quiet()
        board = group.last.text
        assert all(person.name in board for person in people)
        await people[1].send(group, "/verbale")
        await people[0].tap(group, RECORD)
        await rig.quiet()
        (public, private) = group.last.document, people[0].last.document
        assert public is not None
        assert private is not None
        assert (public.name, public.content) == (private.name, private.content)
        record = read(public.content.decode())
        match = (await rig.state(group)).match  # type: ignore[union-attr]
        assert len(record.deals) == deals
        assert replay(record) == match
        assert record.deals[0].secret == first.secret
        assert fake.refused() == []


async def test_c24_a_match_against_computers_alone_is_on_no_leaderboard() -> None:
    async with running() as rig:
        scene = await opened(rig, 2)
        for label in ("+ Computer", "Length", "1 deal", "Start"):
            await rig.quiet()
            await scene.host.tap(scene.spot, label)
        await rig.fake.until(lambda: MY_TURN.search(scene.host.last.text))
        await rig.quiet()
        await rig.alter(scene.spot, about_to_end)
        await goes_out(scene)
        assert "Rematch" in scene.spot.last.labels
        told = (await scene.host.tap(scene.spot, "Leaderboard")).text
        assert told == "No match has been finished here yet."


async def test_a_result_that_is_shown_again_stands_there_once() -> None:
    async with running() as rig:
        scene = await between_deals(rig, 2)
        anna, bruno = scene.people
        first = [scene.spot.last, anna.last, bruno.last]
        await anna.send(scene.spot, "/table")
        await anna.tell_bot("/hand")
        await bruno.send(scene.spot, "/hand")
        await rig.quiet()
        again = [scene.spot.last, anna.last, bruno.last]
        for old, new in zip(first, again, strict=True):
            assert old.deleted
            assert new.text == old.text
        for person in (anna, bruno):
            await person.tap(person, NEXT_DEAL)
        await rig.quiet()
        # The next deal leaves it to be read.
        for shown in again:
            assert not shown.deleted
            assert shown.labels == []
