"""The private hand in the situations that broke other bots (cases.md C15, C28, C36)."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from bot.outcome import fresh_hands
from bot.screens.cards import TEXT
from bot.state import Table
from engine.cards import FACES, Card
from engine.deal import Deal
from tests.adapters.telegram.rig import running
from tests.adapters.telegram.scenes import Scene, dealt, people
from tests.adapters.telegram.tapper import CARD, DISCARD, MY_TURN, STOCK
from tests.fakes.telegram import Group, Person


def holding(count: int) -> list[Card]:
    """A hand of so many cards that no meld lies in, as far as that can be."""
    twice = [face for face in (*FACES, *FACES) if not face.is_joker]
    Random(count).shuffle(twice)
    return sorted(twice[:count])


@pytest.mark.parametrize("count", [24, 40, 49, 60])
async def test_c15_a_large_hand_is_shown_whole_and_stays_playable(count: int) -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        player = scene.to_play()

        def full(table: Table) -> Table:
            assert table.deal is not None
            seat = table.deal.seat
            own = holding(count)
            rest = [face for face in (*FACES, *FACES) if not face.is_joker]
            for face in own:
                rest.remove(face)
            hands = [own if i == seat else rest[:3] for i in range(2)]
            deal = Deal.set_up(
                table.rules, hands=hands, row=rest[3:4], stock=rest[4:], seat=seat, turn=9
            )
            return fresh_hands(replace(table, deal=deal, turns=()))

        await rig.alter(scene.spot, full)
        await player.tap(player, STOCK)
        await rig.quiet()
        shown = [label for label in player.last.labels if CARD.match(label)]
        assert len(shown) == count + 1
        # The last card of all is chosen and discarded: three taps, as with thirteen.
        last = shown[-1]
        await player.tap(player, re.compile(f"^{re.escape(last)}$"))
        await rig.quiet()
        assert any(label.startswith("✓") for label in player.last.labels)
        await player.tap(player, DISCARD)
        await rig.quiet()
        assert scene.to_play() is not player
        table = await scene.state()
        assert table.deal is not None
        assert TEXT.card(table.deal.settled.row[-1]) == last
        assert len(table.deal.settled.hands[1 - table.deal.seat]) == count


async def test_c28_the_own_hand_is_seen_off_turn_at_any_time() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        for _ in range(2):
            waiting = scene.waiting()
            await _sees_the_hand(scene, waiting)
            # Under the table in the group, for nobody else.
            alert = await waiting.tap(scene.spot, "My hand")
            assert alert.alert
            assert alert.text.startswith("Hand (13)")
            # Asked for, it comes again at the bottom of the private chat.
            before = waiting.last
            await waiting.tell_bot("/hand")
            await rig.quiet()
            assert waiting.last.id > before.id
            await _sees_the_hand(scene, waiting)
            await waiting.tap(waiting, "Choose ahead")
            await rig.quiet()
            assert len([label for label in waiting.last.labels if CARD.match(label)]) == 13
            player = scene.to_play()
            await player.tap(player, STOCK)
            await rig.quiet()
            await _sees_the_hand(scene, waiting)
            await player.tap(player, CARD)
            await rig.quiet()
            await player.tap(player, DISCARD)
            await rig.quiet()
            # What was the turn's screen shows the hand that is left.
            await _sees_the_hand(scene, player)


async def _sees_the_hand(scene: Scene, person: Person) -> None:
    table = await scene.state()
    assert table.deal is not None
    seat = table.seat_of(f"tg:{person.id}")
    assert seat is not None
    held = table.view(seat).hand
    shown = next(line for line in person.last.text.splitlines() if line.startswith("Hand ("))
    assert sorted(shown.partition(": ")[2].replace(" · ", " ").split()) == sorted(
        map(TEXT.card, held)
    )


async def test_c36_every_hand_says_from_which_group_it_is() -> None:
    async with running() as rig:
        both = people(rig, 2)
        first = await dealt(rig, 2, everybody=both)
        evening = rig.fake.group("Evening & <late>", members=both)
        second = await dealt(rig, 2, evening, everybody=both)
        for person in both:
            heads = [
                message.text.splitlines()[0]
                for message in person.inbox
                if "Hand (" in message.text and not message.deleted
            ]
            assert sorted(head.partition(" · ")[2] for head in heads) == [
                "Evening & <late>",
                "Friday cards",
            ]
        # A tap under one hand moves the table that it names.
        was = await first.state(), await second.state()
        for person in both:
            for message in person.inbox:
                if MY_TURN.search(message.text) and "Friday cards" in message.text:
                    await person.tap(message, STOCK)
                    break
        await rig.quiet()
        assert (await first.state()).stamp == was[0].stamp + 1
        assert await second.state() == was[1]


def heads(person: Person) -> list[str]:
    """What the first lines of the hands say of where they are played."""
    shown = [message.text for message in person.inbox if "Hand (" in message.text]
    return sorted(text.splitlines()[0].partition(" · ")[2] for text in shown)


async def test_c36_the_hands_of_two_topics_of_a_forum_say_which_is_which() -> None:
    async with running() as rig:
        both = people(rig, 2)
        forum = rig.fake.group("Club", members=both, topics=["Cards", "Cup"])
        for name in ("Cards", "Cup"):
            await dealt(rig, 2, forum.topic(name), everybody=both)
        await both[0].send(forum, "/pinnacola")
        await rig.quiet()
        for label in ("2 players", "+ Computer", "Start"):
            await both[0].tap(forum.last, label)
            await rig.quiet()
        assert heads(both[0]) == ["Cards · Club", "Club", "Cup · Club"]
        assert heads(both[1]) == ["Cards · Club", "Cup · Club"]
        # A message that answers another does not say in which topic it is.
        await both[0].send(forum.topic("Cup"), "/hand", reply_to=forum.topic("Cup").last)
        await rig.quiet()
        assert heads(both[0]) == ["Cards · Club", "Club", "Cup · Club"]


async def test_c36_a_group_with_another_title_is_called_by_it() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        player = scene.to_play()
        assert isinstance(scene.spot, Group)
        scene.spot.renames("Sunday cards", scene.host)
        await scene.host.tap(scene.spot, "My hand")
        await player.tap(player, STOCK)
        await rig.quiet()
        assert heads(player) == ["Sunday cards"]
