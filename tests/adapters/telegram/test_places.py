"""What befalls a group: the bot thrown out, a supergroup, topics, floods, a store that is down."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from dataclasses import replace

import pytest

from bot.ports import StoreUnavailable
from bot.store import RedisStore
from tests.adapters.altering import about_to_end
from tests.adapters.telegram.rig import Rig, running
from tests.adapters.telegram.scenes import Scene, dealt, goes_out, opened, people, seated
from tests.adapters.telegram.tapper import CARD, DISCARD, MY_TURN, STOCK, Table
from tests.fakes.telegram import Group, Person


def group_of(scene: Scene) -> Group:
    """The group of a scene that is in no topic."""
    assert isinstance(scene.spot, Group)
    return scene.spot


async def turn(scene: Scene) -> None:
    """One whole turn without a meld."""
    player = scene.to_play()
    await player.tap(player, STOCK)
    await scene.rig.quiet()
    await player.tap(player, lambda button: CARD.match(button.label) is not None)
    await scene.rig.quiet()
    await player.tap(player, DISCARD)
    await scene.rig.quiet()


OUT = "I cannot write in the group any more: the game goes on as soon as I can."


@pytest.mark.parametrize("told", [True, False], ids=["told", "found out"])
async def test_c11_thrown_out_of_the_group_the_match_waits_until_the_bot_is_back(
    told: bool,
) -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        group, player = group_of(scene), scene.to_play()
        if not told:
            rig.fake.updates.allowed = frozenset({"callback_query", "message"})
        group.removes_bot(scene.host)
        if not told:
            # The next post finds out: it comes when the turn is over.
            player = scene.waiting()
            await turn(scene)
        await rig.quiet()
        table = await scene.state()
        assert table.out
        assert len(rig.fake.refused(403)) <= 1
        # In private it is said, nothing is played, and nothing more is tried in the group.
        assert OUT in player.last.text
        assert not any(map(STOCK.match, player.last.labels))
        assert (await player.tap(player, STOCK, stale=True)).text == OUT
        assert (await player.tap(player, "⇅ Rank")).text == ""
        await rig.clock.sleep(600)
        await rig.quiet()
        assert len(rig.fake.refused(403)) <= 1
        assert (await scene.state()).stamp == table.stamp
        rig.fake.updates.allowed = frozenset()
        group.adds_bot(scene.host)
        await rig.quiet()
        if not told:
            await scene.host.send(group, "/table")
            await rig.quiet()
        assert not (await scene.state()).out
        assert player.name in group.last.text.splitlines()[0]
        assert (await scene.waiting().tap(group, "My hand")).alert
        assert any(map(STOCK.match, player.last.labels))


async def test_c11_computers_and_the_next_deal_wait_too() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        group = group_of(scene)
        player, other = scene.to_play(), scene.waiting()
        await player.send(group, "/leave")
        group.removes_bot(scene.host)
        await rig.quiet()
        before = await scene.state()
        await rig.clock.sleep(60)
        assert await scene.unchanged(before)
        group.adds_bot(scene.host)
        await rig.fake.until(lambda: MY_TURN.search(other.last.text))
        assert (await scene.state()).stamp > before.stamp


async def test_c11_thrown_out_of_a_lobby_which_then_ends_by_itself() -> None:
    async with running() as rig:
        scene = await opened(rig, 2)
        group = group_of(scene)
        group.removes_bot(scene.host)
        await rig.quiet()
        assert (await scene.state()).out
        await rig.alter(group, lambda t: replace(t, changed=t.changed - 2 * 3600 + 10))
        await rig.clock.sleep(30)
        await rig.quiet()
        assert (await scene.state()).phase == "idle"
        group.adds_bot(scene.host)
        await scene.host.send(group, "/pinnacola")
        await rig.quiet()
        assert "Opened by Anna" in group.last.text


async def test_added_to_a_group_without_a_table_it_says_nothing() -> None:
    async with running() as rig:
        anna = rig.fake.user("Anna", lang="en")
        group = rig.fake.group("Friday cards", members=[anna])
        await rig.quiet()
        assert not group.messages
        assert await rig.code(group) is None


@pytest.mark.parametrize("told", [True, False], ids=["told", "found out"])
async def test_c09_the_group_becomes_a_supergroup_in_the_lobby(told: bool) -> None:
    async with running() as rig:
        everybody = people(rig, 2)
        group = rig.fake.group("Friday cards", members=everybody, kind="group")
        scene = await opened(rig, 2, group, everybody=everybody)
        old, code = group.last, (await scene.state()).code
        if not told:
            # The service message is lost: the next call says it.
            rig.fake.updates.allowed = frozenset({"callback_query"})
        group.migrates()
        assert (await everybody[1].tap(old, "Join")).text == "You are at the table."
        await rig.quiet()
        assert (await scene.state()).code == code
        assert "All seats are taken" in group.last.text
        assert (await everybody[0].tap(group, "Start")).text == "Let's play!"
        await rig.quiet()
        assert MY_TURN.search(scene.to_play().last.text)


async def test_c09_the_group_becomes_a_supergroup_in_a_deal() -> None:
    async with running() as rig:
        everybody = people(rig, 2)
        group = rig.fake.group("Friday cards", members=everybody, kind="group")
        scene = await dealt(rig, 2, group, everybody=everybody)
        old, code = group.last, (await scene.state()).code
        await rig.store.update_person("tg:0", {"name": "x"})
        group.migrates()
        await rig.quiet()
        # Old and new buttons go on, in the group and in private.
        assert (await everybody[0].tap(old, "My hand")).alert
        assert (await everybody[1].tap(group, "My hand")).alert
        await turn(scene)
        await turn(scene)
        assert (await scene.state()).code == code
        assert scene.to_play().name in group.last.text.splitlines()[0]
        await everybody[0].send(group, "/stop")
        await rig.quiet()
        await everybody[0].tap(group, "Yes, stop the match")
        await rig.quiet()
        assert (await scene.state()).phase == "idle"
        await everybody[0].send(group, "/pinnacola")
        await rig.quiet()
        assert (await scene.state()).code == code


async def test_c09_settings_results_and_the_rematch_follow() -> None:
    async with running() as rig:
        everybody = people(rig, 2)
        group = rig.fake.group("Friday cards", members=everybody, kind="group")
        scene = await seated(rig, 2, group, everybody=everybody)
        for label in ("Length", "1 deal", "Start"):
            await scene.host.tap(group, label)
            await rig.quiet()
        await rig.alter(group, about_to_end)
        await goes_out(scene)
        assert (await scene.state()).phase == "over"
        group.migrates()
        await scene.host.send(group, "/leaderboard")
        await rig.quiet()
        assert all(person.name in group.last.text for person in everybody)
        await scene.host.send(group, "/table")
        await rig.quiet()
        await scene.host.tap(group, "Rematch")
        await rig.quiet()
        table = await scene.state()
        assert (table.phase, table.game.length) == ("lobby", "d1")
        assert table.people == tuple(f"tg:{person.id}" for person in everybody)


@pytest.mark.parametrize("befalls", ["mutes_bot", "is_deleted"])
async def test_c11_where_nothing_may_be_posted_any_more_the_match_waits(befalls: str) -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        group, player = group_of(scene), scene.waiting()
        getattr(group, befalls)()
        await turn(scene)
        assert (await scene.state()).out
        assert len(rig.fake.refused()) == 1
        await rig.clock.sleep(300)
        assert len(rig.fake.refused()) == 1
        if befalls == "mutes_bot":
            group.mutes_bot(False)
            await scene.host.send(group, "/table")
            await rig.quiet()
            assert not (await scene.state()).out
            assert any(map(STOCK.match, player.last.labels))
            # The table of before is gone, and its buttons with it.
            assert [m for m in group.messages if m.labels] == [group.last]


async def test_c12_two_topics_are_two_chats() -> None:
    async with running() as rig:
        everybody = people(rig, 2)
        forum = rig.fake.group("Club", members=everybody, topics=["Cards", "More cards"])
        first, second = forum.topic("Cards"), forum.topic("More cards")
        one = await dealt(rig, 2, first, everybody=everybody)
        two = await opened(rig, 2, second, everybody=everybody)
        assert (await one.state()).code != (await two.state()).code
        assert (await two.state()).phase == "lobby"
        for topic, command in ((first, "/table"), (second, "/rules"), (second, "/help")):
            await everybody[1].send(topic, command)
            await rig.quiet()
        stranger = rig.fake.user("Eva", lang="en")
        stranger.joins(forum)
        await stranger.send(second, "/hand")
        await rig.quiet()
        assert second.last.text.startswith("Eva: ")
        await turn(one)
        assert one.to_play().name in first.last.text.splitlines()[0]
        assert "Join" in [label for message in second.messages for label in message.labels]
        assert [m for m in forum.messages if m.thread is None] == []
        # Only Eva could not be written to in private.
        assert [call.chat for call in rig.fake.refused()] == [stranger.id]
        # In a deleted topic the match stands still; the other table goes on.
        first.is_deleted()
        await turn(one)
        assert (await one.state()).out
        assert len(rig.fake.refused(400)) <= 2
        assert (await everybody[1].tap(second, "Join")).text == "You are at the table."


def busiest_minute(rig: Rig, chat: int) -> int:
    """The most posts and edits in any 60 s in one chat."""
    calls = [c for c in rig.fake.calls if c.chat == chat]
    times = [c.at for c in calls if c.method.startswith(("send", "editmessage"))]
    return max((sum(t <= u < t + 60 for u in times) for t in times), default=0)


async def test_c01_four_people_tap_as_fast_as_they_can() -> None:
    async with running() as rig:
        scene = await dealt(rig, 4)
        group = group_of(scene)

        async def hurry(person: Person) -> None:
            for n in range(12):
                await person.tap(group, "My hand")
                await person.tap(person, "⇅ Rank" if n % 2 == 0 else "⇅ Suit", stale=True)
                await person.send(group, ("/table", "/rules", "/help")[n % 3])
                await rig.clock.sleep(4.0)

        table = Table(rig, group, scene.people, seed=3)

        async def play() -> None:
            for _ in range(24):
                player = table.to_play()
                if player is not None:
                    await table.step(player)

        await asyncio.gather(*(hurry(person) for person in scene.people), play())
        await rig.quiet()
        assert 12 < busiest_minute(rig, group.id) < 18
        assert rig.fake.refused(429) == []
        player = scene.to_play()
        assert any(player.name in m.text.splitlines()[0] for m in group.messages)


async def test_two_tables_in_one_forum_share_what_the_group_takes() -> None:
    async with running() as rig:
        everybody = people(rig, 2)
        forum = rig.fake.group("Club", members=everybody, topics=["A", "B"])
        scenes = [await dealt(rig, 2, forum.topic(t), everybody=everybody) for t in ("A", "B")]
        for n in range(40):
            await everybody[n % 2].send(scenes[n % 2].spot, "/table")
            await rig.clock.sleep(3)
        await rig.quiet()
        assert 12 < busiest_minute(rig, forum.id) < 18
        assert rig.fake.refused(429) == []


async def test_a_flooded_group_holds_up_nobodys_own_screen() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        group = group_of(scene)
        rig.fake.fail("*", 1, retry_after=300, chat=group.id)
        await scene.host.send(group, "/rules")
        await scene.host.send(group, "/table")
        await rig.fake.until(lambda: rig.fake.refused(429))
        shut = rig.clock.now()
        for _ in range(2):
            player, other = scene.to_play(), scene.waiting()
            await player.tap(player, STOCK)
            await rig.fake.until(lambda p=player: any(map(CARD.match, p.last.labels)))  # type: ignore[misc]
            await player.tap(player, lambda button: CARD.match(button.label) is not None)
            await rig.fake.until(lambda p=player: any(map(DISCARD.match, p.last.labels)))  # type: ignore[misc]
            await player.tap(player, DISCARD)
            await rig.fake.until(lambda p=other: MY_TURN.search(p.last.text))  # type: ignore[misc]
            await rig.fake.until(lambda p=player: not MY_TURN.search(p.last.text))  # type: ignore[misc]
            # A tap in the group itself is answered as well.
            assert (await player.tap(group, "My hand")).alert
        assert rig.clock.now() - shut < 200
        # Time may stand still from one call to the next.
        calls = [call for call in rig.fake.calls if call.chat == group.id]
        assert calls[-1] is rig.fake.refused(429)[0]
        await rig.quiet()
        assert scene.to_play().name in group.messages[-1].text + group.messages[0].text


async def test_a_flood_of_commands_does_not_keep_the_table_waiting() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        group = group_of(scene)
        for _ in range(30):
            await scene.host.send(group, "/rules")
            await scene.host.send(group, "/help")
        began = rig.clock.now()
        player, other = scene.to_play(), scene.waiting()
        await player.tap(player, STOCK)
        await rig.fake.until(lambda: any(map(CARD.match, player.last.labels)))
        await player.tap(player, lambda button: CARD.match(button.label) is not None)
        await rig.fake.until(lambda: any(map(DISCARD.match, player.last.labels)))
        await player.tap(player, DISCARD)
        name = other.name
        await rig.fake.until(lambda: any(f"{name} to play" in m.text for m in group.messages))
        assert rig.clock.now() - began < 120
        await rig.quiet()
        said = Counter(message.text for message in group.messages)
        # The same answer that still waits is not given thirty times.
        assert all(count < 15 for count in said.values())


async def test_the_store_is_down_for_a_while(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        player, other = scene.to_play(), scene.waiting()
        before = await scene.state()
        down = StoreUnavailable("the store at memory does not answer")

        async def fails(*_: object, **__: object) -> None:
            raise down

        with monkeypatch.context() as patch, caplog.at_level(logging.DEBUG):
            for name in ("load", "commit", "known_code", "person", "posts", "save_posts", "lease"):
                patch.setattr(RedisStore, name, fails)
            for name in ("stale", "claim_due", "tables_of", "release", "clear_stale", "sit"):
                patch.setattr(RedisStore, name, fails)
            assert "try again in a moment" in (await player.tap(player, STOCK)).text
            assert "try again in a moment" in (await other.tap(scene.spot, "My hand")).text
            await other.send(scene.spot, "/table")
            await rig.fake.until(lambda: "try again in a moment" in other.last.text)
            await other.tell_bot("/hand")
            await rig.fake.until(lambda: len(other.inbox) > 2)
            await rig.clock.sleep(20)
        assert "Traceback" not in caplog.text
        assert await scene.state() == before
        await player.tap(player, STOCK)
        await rig.quiet()
        assert any(map(CARD.match, player.last.labels))
        assert (await scene.state()).stamp == before.stamp + 1
