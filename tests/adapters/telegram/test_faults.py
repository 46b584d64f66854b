"""When Telegram refuses, loses or delays things: nobody is stuck, nothing is lost or done twice."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.adapters.telegram.rig import running
from tests.adapters.telegram.scenes import Scene, between_deals, dealt, seated
from tests.adapters.telegram.tapper import CARD, DISCARD, MY_TURN, NEXT_DEAL, STOCK
from tests.fakes.telegram import Message


def cards(message: Message) -> list[str]:
    """The labels of the cards in hand."""
    return [label for label in message.labels if CARD.match(label)]


async def play_on(scene: Scene) -> None:
    """One whole turn by whoever is to play; afterwards the next one reads that it is theirs."""
    player = scene.to_play()
    await player.tap(player, STOCK)
    await scene.rig.quiet()
    await player.tap(player, cards(player.last)[-1])
    await scene.rig.quiet()
    await player.tap(player, DISCARD)
    await scene.rig.quiet()
    assert scene.to_play() is not player


async def play_through(scene: Scene, method: str, fault: dict[str, Any]) -> None:
    """One turn of the player to move; calls of `method` go wrong at its begin and at its end."""
    fake, player, other = scene.rig.fake, scene.to_play(), scene.waiting()
    fake.fail(method, 2, **fault)
    drawing = player.begin_tap(player, STOCK)
    await fake.until(lambda: cards(player.last))
    player.begin_tap(player, cards(player.last)[-1])
    await fake.until(lambda: any(map(DISCARD.match, player.last.labels)))
    fake.fail(method, 2, **fault)
    player.begin_tap(player, DISCARD)
    await fake.until(lambda: MY_TURN.search(other.last.text))
    await drawing.answered()
    fake.server.faults.clear()
    await scene.rig.quiet()


@pytest.mark.parametrize(
    "fault",
    [
        {"retry_after": 7},
        {"code": 500},
        {"code": 502, "description": "Bad Gateway"},
        {"drop_reply": True},
        {"drop_request": True},
    ],
    ids=lambda fault: next(iter(fault)),
)
async def test_calls_go_wrong_and_the_game_goes_on(fault: dict[str, Any]) -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        calls = ("sendPhoto", "editMessageCaption", "editMessageMedia", "answerCallbackQuery", "*")
        for method in calls:
            before = await scene.state()
            await play_through(scene, method, fault)
            assert (await scene.state()).stamp == before.stamp + 2
            assert scene.to_play().name in scene.spot.last.text.splitlines()[0]
        # A send whose answer was lost may leave a copy. The buttons of both work, once.
        player = scene.to_play()
        answers = [
            (await player.tap(message, STOCK)).text
            for message in reversed(player.inbox)
            if any(map(STOCK.match, message.labels))
        ]
        assert answers[0].startswith("You drew ")
        assert set(answers[1:]) <= {"Already done."}


async def test_trouble_that_lasts_is_outlived() -> None:
    """Telegram is down for minutes: when it is back the screens come, nobody must tap anything."""
    async with running() as rig:
        scene = await dealt(rig, 2)
        player, other = scene.to_play(), scene.waiting()
        await player.tap(player, STOCK)
        await rig.quiet()
        await player.tap(player, cards(player.last)[0])
        await rig.quiet()
        rig.fake.fail("sendPhoto", 8, code=500)
        rig.fake.fail("editMessageMedia", 8, code=500)
        await player.tap(player, DISCARD)
        await rig.fake.until(lambda: other.inbox and MY_TURN.search(other.last.text))
        rig.fake.server.faults.clear()
        await rig.fake.until(lambda: other.name in scene.spot.last.text.splitlines()[0])
        # Nobody has become unreachable by it.
        assert (await rig.store.person(f"tg:{other.id}"))["reachable"] == "1"


async def test_c08_a_player_blocks_the_bot_and_comes_back() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        player, other = scene.to_play(), scene.waiting()
        other.blocks_bot()
        await player.tap(player, STOCK)
        await rig.quiet()
        await player.tap(player, cards(player.last)[0])
        await rig.quiet()
        await player.tap(player, DISCARD)
        await rig.quiet()
        # The group shows whose turn it is and how to get to the private chat.
        assert other.name in scene.spot.last.text.splitlines()[0]
        assert any(button.url for row in scene.spot.last.rows for button in row)
        refusals = len(rig.fake.refused(403))
        assert refusals <= 2
        # Under the group's table the hand can be seen all the same.
        assert (await other.tap(scene.spot, "My hand")).alert
        await other.start_private()
        await rig.quiet()
        assert MY_TURN.search(other.last.text)
        await other.tap(other, STOCK)
        await rig.quiet()
        assert len(cards(other.last)) == 14
        assert len(rig.fake.refused(403)) == refusals


async def test_c10_c33_deleted_messages_are_posted_anew() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        player = scene.to_play()
        for method in (STOCK, CARD, DISCARD):
            gone = player.last
            await asyncio.sleep(0)
            tap = player.begin_tap(player, method)
            player.deletes(gone)
            await tap.answered()
            await rig.quiet()
            assert player.inbox
            assert player.last is not gone
        scene.spot.last.deleted = True
        await play_on(scene)
        assert scene.to_play().name in scene.spot.last.text.splitlines()[0]


async def test_c33_a_deleted_lobby_or_result_is_posted_anew() -> None:
    async with running() as rig:
        scene = await seated(rig, 2)
        scene.spot.last.deleted = True
        await scene.people[1].send(scene.spot, "/leave")
        await rig.quiet()
        assert "1 player missing" in scene.spot.last.text
        scene = await between_deals(rig, 2)
        scene.spot.last.deleted = True
        await scene.host.tap(scene.host, NEXT_DEAL)
        await rig.quiet()
        assert "Ready: Anna" in scene.spot.last.text


async def test_c02_a_post_that_shows_it_already_is_left_alone() -> None:
    """Telegram says "not modified" after a lost reply: that is quiet."""
    async with running() as rig:
        scene = await dealt(rig, 2)
        player = scene.to_play()
        await player.tap(player, STOCK)
        await rig.quiet()
        rig.fake.fail("editMessageCaption", 1, drop_reply=True, chat=player.id)
        await player.tap(player, cards(player.last)[0])
        await rig.quiet()
        refused = rig.fake.refused(400)
        assert [call.says.split(":")[1].strip() for call in refused] == ["message is not modified"]
        assert sum(label.startswith("✓") for label in player.last.labels) == 1
        assert len(player.inbox) == 2


async def test_c07_a_tap_too_old_to_be_answered_has_counted() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        player = scene.to_play()
        rig.fake.limits.tune(query_age=-1)
        answer = await player.tap(player, STOCK)
        assert answer.late
        await rig.quiet()
        assert len(cards(player.last)) == 14


async def test_while_the_platform_is_asked_the_others_play() -> None:
    """A slow answer: the button stops waiting after two seconds, what was to say comes after."""
    async with running(patience=2.0) as rig:
        scene = await dealt(rig, 2)
        player, other = scene.to_play(), scene.waiting()
        eva = rig.fake.user("Eva", lang="en", started=True)
        eva.joins(scene.spot)  # type: ignore[arg-type]
        rig.fake.fail("getChatMember", delay=2.1 * rig.clock.speed)
        asked = eva.begin_tap(scene.spot, raw=f"q{(await scene.state()).code}".encode())
        await rig.fake.until(lambda: rig.fake.server.busy)
        await player.tap(player, STOCK)
        await rig.fake.until(lambda: cards(player.last))
        assert (await other.tap(other, "⇅ Rank")).text == ""
        assert rig.fake.server.busy
        assert (await asked.answered()).text == ""
        await rig.fake.until(lambda: eva.inbox and "Only Anna" in eva.last.text)
        assert (await scene.state()).phase == "deal"
