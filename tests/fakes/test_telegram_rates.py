"""The limits of the fake Telegram, third part: how often, commands, faults on demand."""

from __future__ import annotations

import asyncio
import math

import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllPrivateChats,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
)
from telegram.error import BadRequest, NetworkError, RetryAfter

from tests.fakes.clock import HandClock
from tests.fakes.telegram import FakeTelegram, Person
from tests.fakes.telegram.limits import BURST

TAP = InlineKeyboardMarkup([[InlineKeyboardButton("Tap", callback_data="x")]])


# How often.


async def test_per_chat(clock: HandClock, bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    bruno = fake.user("Bruno", started=True)
    sent = await bot.send_message(anna.id, "x", reply_markup=TAP)
    for _ in range(BURST - 1):
        await bot.send_message(anna.id, "x", reply_markup=TAP)
    with pytest.raises(RetryAfter) as caught:
        await bot.edit_message_text("y", anna.id, sent.message_id)
    assert seconds(caught.value) == 1
    assert fake.calls[-1].says == "Too Many Requests: retry after 1"
    # Nobody else waits, and answers to taps are not limited.
    await bot.send_message(bruno.id, "x")
    tap = anna.begin_tap(anna, "Tap")
    [update] = await bot.get_updates(offset=-1)
    assert update.callback_query is not None
    await update.callback_query.answer("still here")
    assert (await tap.answered()).text == "still here"
    await clock.advance(1)
    await bot.send_message(anna.id, "x")
    with pytest.raises(RetryAfter):
        await bot.send_message(anna.id, "one a second, no more")


async def test_per_group(clock: HandClock, bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    group = fake.group("Friday", [anna])
    sent = await bot.send_message(group.id, "0")
    for number in range(1, 20):
        await clock.advance(2)
        await bot.edit_message_text(str(number), group.id, sent.message_id)
    await clock.advance(2)
    with pytest.raises(RetryAfter) as caught:
        await bot.edit_message_text("one too many", group.id, sent.message_id)
    assert seconds(caught.value) == 20
    await clock.advance(15)
    with pytest.raises(RetryAfter) as caught:
        await bot.send_message(group.id, "too early")
    assert seconds(caught.value) == 5
    await clock.advance(5)
    await bot.edit_message_text("now", group.id, sent.message_id)
    assert group.last.text == "now"
    assert len(fake.refused(429)) == 2


async def test_overall(clock: HandClock, bot: Bot, fake: FakeTelegram) -> None:
    people = [fake.user(f"P{number}", started=True) for number in range(31)]
    for person in people[:-1]:
        await bot.send_message(person.id, "x")
    with pytest.raises(RetryAfter) as caught:
        await bot.send_message(people[-1].id, "x")
    assert seconds(caught.value) == 1
    with pytest.raises(RetryAfter):
        await bot.send_message(people[0].id, "x")
    await clock.advance(1)
    await bot.send_message(people[-1].id, "x")


def seconds(error: RetryAfter) -> int:
    wait = error.retry_after
    return wait if isinstance(wait, int) else math.ceil(wait.total_seconds())


# Commands.


async def test_command_name(bot: Bot) -> None:
    for name in ("Pinnacola", "x" * 33, "più"):
        with pytest.raises(BadRequest, match="(?i)bot_command_invalid"):
            await bot.set_my_commands([BotCommand(name, "opens a table")])


async def test_command_text(bot: Bot) -> None:
    for text in ("", "x" * 257):
        with pytest.raises(BadRequest, match="(?i)bot_command_description_invalid"):
            await bot.set_my_commands([BotCommand("table", text)])


async def test_commands_total(bot: Bot) -> None:
    many = [BotCommand(f"c{number}", "x") for number in range(101)]
    with pytest.raises(BadRequest, match="(?i)bot_commands_too_much"):
        await bot.set_my_commands(many)
    scope = BotCommandScopeAllPrivateChats()
    await bot.set_my_commands([BotCommand("mano", "la mia mano")], scope, "it")
    assert [c.command for c in await bot.get_my_commands(scope, "it")] == ["mano"]
    assert await bot.get_my_commands(scope, "en") == ()
    assert await bot.get_my_commands(language_code="it") == ()


# Faults on demand.


async def test_fault_answers_once(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    fake.fail("sendMessage", code=500, description="Internal Server Error")
    fake.fail("sendMessage", retry_after=7)
    with pytest.raises(NetworkError, match="Internal Server Error"):
        await bot.send_message(anna.id, "x")
    with pytest.raises(RetryAfter) as caught:
        await bot.send_message(anna.id, "x")
    assert seconds(caught.value) == 7
    assert anna.inbox == []
    await bot.send_message(anna.id, "x")
    assert [call.code for call in fake.calls if call.method == "sendmessage"] == [500, 429, 200]


async def test_fault_lost_reply_is_applied(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    fake.fail("sendMessage", drop_reply=True)
    fake.fail("sendMessage", drop_request=True)
    with pytest.raises(NetworkError):
        await bot.send_message(anna.id, "arrives")
    with pytest.raises(NetworkError):
        await bot.send_message(anna.id, "does not")
    assert [m.text for m in anna.inbox] == ["arrives"]


async def test_fault_of_one_chat_only(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    bruno = fake.user("Bruno", started=True)
    fake.fail("*", times=2, code=502, description="Bad Gateway", chat=bruno.id)
    await bot.send_message(anna.id, "x")
    for _ in range(2):
        with pytest.raises(NetworkError):
            await bot.send_message(bruno.id, "x")
    await bot.send_message(bruno.id, "x")


async def test_fault_delay_by_the_clock(
    clock: HandClock, bot: Bot, fake: FakeTelegram, anna: Person
) -> None:
    fake.fail("sendMessage", delay=30)
    sending = asyncio.create_task(bot.send_message(anna.id, "slow"))
    await fake.until(lambda: clock.sleepers)
    assert anna.inbox == []
    await clock.advance(30)
    await sending
    assert [m.date for m in anna.inbox] == [clock.now()]
