"""A stored table that cannot be read: put away, never deleted, and the chat starts anew."""

from __future__ import annotations

import logging
import secrets

import pytest

from bot.ports import Commit
from bot.store import RedisStore, keys
from engine.rules import Rules
from tests.adapters.knowledge import named
from tests.adapters.telegram.rig import Rig, running
from tests.adapters.telegram.scenes import Scene, dealt
from tests.adapters.telegram.tapper import MY_TURN

BROKEN = [
    '{"schema":99,"hand":"9s9h9cKdQd"}',
    '{"schema":1,"code":"x","deal":{"hands":["9s9h9c*","KdQd"]}}',
    '["9s9h9c"]',
    "9♤ 9♥️ not json",
    "",
]


async def spoil(scene: Scene, text: str) -> tuple[str, int]:
    """Write something else in place of the table, as an older program might have left it.

    The bot has just started, so it holds nothing of the chat in memory. The code and the version
    of what was written.
    """
    rig = scene.rig
    code = await rig.code(scene.spot)
    assert code is not None
    document = await rig.store.load(code)
    wish = Commit(code, document.version, text, secrets.token_hex(6), stamp=document.stamp)
    assert await rig.store.commit(wish) is None
    rig.host._tables._cache.clear()
    return code, document.version + 1


async def kept(rig: Rig, code: str, version: int) -> str | None:
    """The text that was put away."""
    assert isinstance(rig.store, RedisStore)
    text: str | None = await rig.store._link.command("HGET", keys.aside(code, version), "doc")
    return text


@pytest.mark.parametrize("text", BROKEN)
async def test_put_away_and_begun_anew(text: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with running() as rig:
        scene = await dealt(rig, 2)
        group, (anna, bruno) = scene.spot, scene.people
        old, hand = group.last, bruno.last
        stamp = (await scene.state()).stamp
        code, version = await spoil(scene, text)
        # Whoever comes first is told, and everybody after that as well.
        answers = [
            (await bruno.tap(hand, "⋯ More", stale=True)).text,
            (await anna.tap(old, "My hand", stale=True)).text,
            (await bruno.tap(hand, "⇅ Rank", stale=True)).text,
        ]
        assert all("/pinnacola opens" in answer for answer in answers), answers
        await bruno.tell_bot("/hand")
        await anna.send(group, "/rules")
        await rig.quiet()
        assert "Rules" in group.last.text
        assert await kept(rig, code, version) == text
        ours = [r for r in caplog.records if r.name.split(".")[0] in ("bot", "adapters")]
        errors = [r.getMessage() for r in ours if r.levelno >= logging.ERROR]
        assert len(errors) == 1
        assert code in errors[0]
        assert not any(named(record.getMessage(), Rules()) for record in ours)

        # The chat starts anew, under its old code; what was drawn before is never applied.
        await anna.send(group, "/pinnacola")
        await rig.quiet()
        assert "Opened by Anna" in group.last.text
        table = await scene.state()
        assert (table.code, table.place) == (code, f"tg:{group.chat.id}")
        assert table.title == "Friday cards"
        await anna.tap(group, "2 players")
        assert (await bruno.tap(group, "Join")).text == "You are at the table."
        assert (await anna.tap(group, "Start")).text == "Let's play!"
        await rig.quiet()
        assert (await scene.state()).stamp > stamp
        assert MY_TURN.search(scene.to_play().last.text)
        assert await kept(rig, code, version) == text
        assert len([m for m in bruno.inbox if "Hand (13)" in m.text]) == 2


async def test_one_unreadable_table_hides_no_other() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        anna = scene.host
        other = rig.fake.group("Monday cards", members=scene.people)
        second = await dealt(rig, 2, other, everybody=scene.people)
        await spoil(scene, BROKEN[0])
        for person in scene.people:
            await person.tell_bot("/hand")
            await rig.quiet()
            assert "Monday cards" in person.last.text
        await anna.tell_bot("/rules")
        await rig.quiet()
        assert "Rules" in anna.last.text
        inbox = [message.text for person in second.people for message in person.inbox]
        assert any(MY_TURN.search(text) and "Monday cards" in text for text in inbox)


async def test_the_publisher_finds_it_first() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        before = [message.text for message in scene.spot.messages]
        code, version = await spoil(scene, BROKEN[1])
        rig.host.publisher.wake(code, at_least=version)
        await rig.quiet()
        assert await kept(rig, code, version) == BROKEN[1]
        assert [message.text for message in scene.spot.messages] == before
        assert await rig.store.stale() == []
        await scene.host.send(scene.spot, "/pinnacola")
        await rig.quiet()
        assert "Opened by Anna" in scene.spot.last.text
