"""The bot as a separate process: killed in the middle of a deal, started wrongly, stopped."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from tests.adapters.telegram.process import BotProcess
from tests.adapters.telegram.tapper import CARD, DISCARD, MY_TURN, STOCK
from tests.fakes.clock import ScaledClock
from tests.fakes.telegram import FakeTelegram, Group, Person


async def dealt(fake: FakeTelegram) -> tuple[Group, Person, Person]:
    """A match of two people in its first deal."""
    anna = fake.user("Anna", lang="en", started=True)
    bruno = fake.user("Bruno", lang="en")
    await anna.start_private()
    group = fake.group("Friday cards", members=[anna, bruno])
    await fake.until(lambda: anna.inbox)
    await anna.send(group, "/pinnacola")
    await fake.until(lambda: group.messages)
    await anna.tap(group, "2 players")
    answer = await bruno.tap(group, "Join")
    await bruno.follow(answer.url)
    await fake.until(lambda: "Bruno" in group.last.text and "private" not in group.last.text)
    await anna.tap(group, "Start")
    await fake.until(lambda: MY_TURN.search(anna.last.text) or MY_TURN.search(bruno.last.text))
    return group, anna, bruno


async def test_c17_c31_killed_in_the_middle_of_a_turn_it_goes_on_at_the_same_point(
    tmp_path: Path,
) -> None:
    async with FakeTelegram(ScaledClock(1)) as fake:
        bot = BotProcess.on(fake, tmp_path)
        bot.start()
        try:
            _, anna, bruno = await dealt(fake)
            player = anna if MY_TURN.search(anna.last.text) else bruno
            other = bruno if player is anna else anna
            await player.tap(player, STOCK)
            await fake.until(lambda: any(CARD.match(label) for label in player.last.labels))
            hand = player.last
            held = [label for label in hand.labels if CARD.match(label)]
            assert len(held) == 14

            bot.kill()
            # While it is away somebody taps: the tap is served when it is back.
            tap = player.begin_tap(hand, held[-1])
            bot.start()
            await tap.answered()
            await fake.until(lambda: any(DISCARD.match(label) for label in player.last.labels))
            assert player.last is hand
            await player.tap(hand, DISCARD)
            await fake.until(lambda: MY_TURN.search(other.last.text))
            await fake.until(lambda: not MY_TURN.search(player.last.text))
            await other.tap(other, STOCK)
            await fake.until(lambda: any(CARD.match(label) for label in other.last.labels))
        finally:
            await bot.stop()
        assert "Traceback" not in bot.output
        assert fake.token not in bot.output


async def test_c17_killed_between_commit_and_post_the_post_comes_after_the_start(
    tmp_path: Path,
) -> None:
    async with FakeTelegram(ScaledClock(1)) as fake:
        bot = BotProcess.on(fake, tmp_path)
        bot.start()
        try:
            _, anna, bruno = await dealt(fake)
            player = anna if MY_TURN.search(anna.last.text) else bruno
            await player.tap(player, STOCK)
            await fake.until(lambda: any(CARD.match(label) for label in player.last.labels))
            card = next(label for label in player.last.labels if CARD.match(label))
            # The edit never arrives: the process dies while it waits for the answer.
            fake.fail("editMessageCaption", delay=5.0)
            await player.tap(player, card)
            bot.kill()
            bot.start()
            await fake.until(lambda: any(DISCARD.match(label) for label in player.last.labels))
        finally:
            await bot.stop()


async def test_a_clean_end_keeps_the_data_and_leaves_nothing_running(tmp_path: Path) -> None:
    async with FakeTelegram(ScaledClock(1)) as fake:
        bot = BotProcess.on(fake, tmp_path)
        bot.start()
        group, _, bruno = await dealt(fake)
        await fake.until(lambda: "Hand (13)" in bruno.last.text)
        assert await bot.stop() == 0
        bot.start()
        try:
            before = bruno.last
            await bruno.send(group, "/hand")
            await fake.until(lambda: bruno.last is not before)
            assert bruno.last.text == before.text
        finally:
            assert await bot.stop() == 0


async def test_told_to_end_while_a_post_is_under_way_it_lets_it_arrive(tmp_path: Path) -> None:
    async with FakeTelegram(ScaledClock(1)) as fake:
        bot = BotProcess.on(fake, tmp_path, LOG_LEVEL="INFO")
        bot.to_the_end = True
        bot.start()
        try:
            _, anna, bruno = await dealt(fake)
            player = anna if MY_TURN.search(anna.last.text) else bruno
            fake.fail("editMessageCaption", times=2, delay=1.0)
            fake.fail("editMessageMedia", times=2, delay=1.0)
            await player.tap(player, STOCK)
        finally:
            assert await bot.stop() == 0
        assert any(CARD.match(label) for label in player.last.labels)
        assert "not drawn" not in bot.output
        assert "WARNING" not in bot.output
        assert "ERROR" not in bot.output


async def test_told_twice_it_ends_without_a_traceback(tmp_path: Path) -> None:
    async with FakeTelegram(ScaledClock(1)) as fake:
        bot = BotProcess.on(fake, tmp_path)
        bot.start()
        try:
            _, anna, bruno = await dealt(fake)
            player = anna if MY_TURN.search(anna.last.text) else bruno
            for method in ("editMessageCaption", "editMessageMedia"):
                fake.fail(method, times=9, delay=60.0)
            await player.tap(player, STOCK)
            bot.signal(signal.SIGTERM)
        finally:
            assert await bot.stop() == 0
        assert "Traceback" not in bot.output


async def test_the_most_detailed_log_tells_what_was_done_and_names_nobody_and_no_card(
    tmp_path: Path,
) -> None:
    async with FakeTelegram(ScaledClock(1)) as fake:
        bot = BotProcess.on(fake, tmp_path, LOG_LEVEL="DEBUG", WEB="off")
        bot.start()
        try:
            group, anna, bruno = await dealt(fake)
            player = anna if MY_TURN.search(anna.last.text) else bruno
            fake.fail("editMessageCaption", code=500)
            await player.tap(player, STOCK)
            await fake.until(lambda: any(CARD.match(label) for label in player.last.labels))
            await player.tap(player, next(filter(CARD.match, player.last.labels)))
            await fake.until(lambda: any(DISCARD.match(label) for label in player.last.labels))
        finally:
            assert await bot.stop() == 0
    assert re.search(r"DEBUG bot\.host: chat [a-z0-9]{8}: Move: ", bot.output)
    assert re.search(r"DEBUG bot\.drawing: chat [a-z0-9]{8}: hand:[01] is shown", bot.output)
    told = [line for line in bot.output.splitlines() if not line.startswith("pinnacola: ")]
    rooms = {re.split(r"[ :]+", line)[5].partition(".")[0] for line in told}
    assert rooms <= {"bot", "adapters", "asyncio"}
    for secret in (fake.token, "Anna", "Bruno", "Friday", str(group.chat.id), str(anna.id)):
        assert secret not in bot.output
    assert not re.search("[♤♡♢♧♥♦♣♠🃏★]", bot.output)


async def test_a_wrong_token_is_one_clear_line(tmp_path: Path) -> None:
    async with FakeTelegram(ScaledClock(1)) as fake:
        bot = BotProcess.on(fake, tmp_path, TELEGRAM_TOKEN="123456:wrong-token")
        bot.start()
        assert await bot.wait() == 2
        lines = [line for line in bot.output.splitlines() if line.startswith("pinnacola:")]
        assert len(lines) == 1
        assert "TELEGRAM_TOKEN" in lines[0]
        assert "wrong-token" not in bot.output
        assert "Traceback" not in bot.output


async def test_no_telegram_is_one_clear_line_and_may_pass(tmp_path: Path) -> None:
    nowhere = {"TELEGRAM_TOKEN": "123456:secret-word", "TELEGRAM_BASE_URL": "http://127.0.0.1:1"}
    bot = BotProcess(tmp_path, DATA_DIR=str(tmp_path / "data"), **nowhere)
    bot.start()
    assert await bot.wait() == 1
    assert bot.output == "pinnacola: Telegram cannot be reached at http://127.0.0.1:1\n"


async def test_no_store_is_one_clear_line(tmp_path: Path) -> None:
    async with FakeTelegram(ScaledClock(1)) as fake:
        url = "redis://:secret-word@127.0.0.1:1/0"
        bot = BotProcess.on(fake, tmp_path, REDIS_URL=url)
        bot.start()
        assert await bot.wait() == 1
        assert len(bot.output.splitlines()) == 1
        assert "127.0.0.1:1" in bot.output
        assert "secret-word" not in bot.output


async def test_c38_a_second_poller_is_one_clear_line(tmp_path: Path) -> None:
    async with FakeTelegram(ScaledClock(1)) as fake:
        first_home, second_home = tmp_path / "one", tmp_path / "two"
        first_home.mkdir()
        second_home.mkdir()
        bots = [BotProcess.on(fake, home) for home in (first_home, second_home)]
        for bot in bots:
            bot.start()
        try:
            await fake.until(lambda: any("same TELEGRAM_TOKEN" in bot.output for bot in bots))
        finally:
            codes = [
                await (bot.wait() if "same TELEGRAM_TOKEN" in bot.output else bot.stop())
                for bot in bots
            ]
        assert 2 in codes
        for bot in bots:
            assert "Traceback" not in bot.output
            assert bot.output.count("same TELEGRAM_TOKEN") <= 1


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("TELEGRAM_TOKEN", "not a token"),
        ("TELEGRAM_BASE_URL", "ftp://x"),
        ("REDIS_URL", "http://x"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
async def test_a_wrong_setting_is_one_clear_line(tmp_path: Path, setting: str, value: str) -> None:
    settings = {"TELEGRAM_TOKEN": "123456:abc", setting: value}
    bot = BotProcess(tmp_path, **settings)
    bot.start()
    assert await bot.wait() == 2
    assert len(bot.output.splitlines()) == 1
    assert re.match(rf"pinnacola: {setting} ", bot.output)
    assert value not in bot.output
