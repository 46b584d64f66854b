"""The simulated people of the fake Telegram, with an echo bot made of the real client."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.error import BadRequest, ChatMigrated, TelegramError
from telegram.ext import (
    Application,
    ApplicationBuilder,
    CallbackQueryHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from tests.fakes.clock import HandClock, ScaledClock
from tests.fakes.telegram import ANONYMOUS_ADMIN, Answer, FakeTelegram, NotPossible, Person

Context = ContextTypes.DEFAULT_TYPE
KEYS = InlineKeyboardMarkup(
    [
        [InlineKeyboardButton(label, callback_data=label) for label in ("9♥️", "9♥️", "count")],
        [InlineKeyboardButton("alert", callback_data="alert")],
        [InlineKeyboardButton("private", callback_data="private")],
    ]
)


async def echo(update: Update, context: Context) -> None:
    message = update.effective_message
    if message is not None and message.text and update.edited_message is None:
        sender = update.effective_user
        who = sender.id if sender else 0
        await message.reply_text(f"{who}: {message.text}", reply_markup=KEYS, do_quote=False)


async def tapped(update: Update, context: Context) -> None:
    query = update.callback_query
    assert query is not None
    if query.data == "private":
        await query.answer(url=f"https://t.me/{FakeTelegram.username}?start=seat-1")
    elif query.data == "alert":
        await query.answer("for you alone", show_alert=True)
    else:
        await query.answer(f"{query.from_user.id} tapped {query.data}")
    if query.data == "count":
        await query.edit_message_text("counted", reply_markup=None)


def application(fake: FakeTelegram) -> Application[Any, Any, Any, Any, Any, Any]:
    built = ApplicationBuilder().token(fake.token).base_url(fake.base_url).build()
    built.add_handler(MessageHandler(filters.TEXT, echo))
    built.add_handler(CallbackQueryHandler(tapped))
    return built


@pytest.fixture
async def echoing(fake: FakeTelegram) -> AsyncIterator[FakeTelegram]:
    """The fake, with the echo bot polling it."""
    app = application(fake)
    async with app:
        await app.start()
        assert app.updater is not None
        await app.updater.start_polling(poll_interval=0)
        yield fake
        await app.updater.stop()
        await app.stop()


async def test_private_chat(echoing: FakeTelegram) -> None:
    anna = echoing.user("Anna", lang="it")
    with pytest.raises(NotPossible):
        await anna.tell_bot("not yet")
    await anna.start_private("seat-1")
    await anna.tell_bot("hello")
    await echoing.settled()
    assert [m.text for m in anna.inbox] == [f"{anna.id}: /start seat-1", f"{anna.id}: hello"]
    with pytest.raises(NotPossible):
        await anna.start_private("no spaces")


async def test_taps(echoing: FakeTelegram) -> None:
    anna = echoing.user("Anna", started=True)
    await anna.tell_bot("x")
    await echoing.settled()
    assert await anna.tap(anna, "9♥️", nth=1) == Answer(f"{anna.id} tapped 9♥️")
    assert await anna.tap(anna.last, re.compile("^al")) == Answer("for you alone", alert=True)
    forged = await anna.tap(anna, raw=b"forged \xe2\x99\xa5")
    assert forged.text == f"{anna.id} tapped forged ♥"
    answer = await anna.tap(anna, lambda button: button.data == "private")
    await anna.follow(answer.url)
    await echoing.settled()
    assert anna.last.text == f"{anna.id}: /start seat-1"


async def test_stale_taps(echoing: FakeTelegram) -> None:
    anna = echoing.user("Anna", started=True)
    await anna.tell_bot("x")
    await echoing.settled()
    message = anna.last
    three = [anna.begin_tap(message, "count") for _ in range(3)]
    assert {(await tap.answered()).text for tap in three} == {f"{anna.id} tapped count"}
    await echoing.settled()
    assert (message.text, message.labels, message.edits) == ("counted", [], 1)
    with pytest.raises(NotPossible, match="sees no button"):
        await anna.tap(message, "9♥️")
    assert (await anna.tap(message, "9♥️", stale=True)).text.endswith("tapped 9♥️")
    anna.deletes(message)
    with pytest.raises(NotPossible, match="deleted"):
        await anna.tap(message, raw=b"x")
    assert (await anna.tap(anna, "alert", stale=True)).alert


async def test_privacy_mode_in_a_group(echoing: FakeTelegram) -> None:
    anna, bruno = echoing.user("Anna"), echoing.user("Bruno")
    group = echoing.group("Friday cards", members=[bruno], admins=[anna])
    await anna.send(group, "just talk")
    await anna.send(group, "/hand@OtherBot")
    await anna.send(group, f"/hand@{echoing.username}")
    command = await anna.send(group, "/pinnacola 3")
    assert command.body.entities == ({"type": "bot_command", "offset": 0, "length": 10},)
    await echoing.settled()
    heard = [m.text for m in group.messages]
    assert heard == [f"{anna.id}: /hand@{echoing.username}", f"{anna.id}: /pinnacola 3"]
    await bruno.send(group, "a reply", reply_to=group.last)
    await echoing.settled()
    assert group.last.text == f"{bruno.id}: a reply"


async def test_only_members_tap(echoing: FakeTelegram) -> None:
    anna, bruno = echoing.user("Anna"), echoing.user("Bruno")
    group = echoing.group("Friday cards", [anna])
    await anna.send(group, "/x")
    await echoing.settled()
    with pytest.raises(NotPossible, match="Bruno is not in Friday cards"):
        await bruno.tap(group, "alert")
    bruno.joins(group)
    assert (await bruno.tap(group, "alert")).text == "for you alone"
    bruno.leaves(group)
    with pytest.raises(NotPossible):
        await bruno.send(group, "/x")
    group.chat.public = True
    assert (await bruno.tap(group, "alert")).alert


async def test_anonymous_admins(echoing: FakeTelegram) -> None:
    anna, bruno = echoing.user("Anna"), echoing.user("Bruno")
    group = echoing.group("Friday cards", members=[bruno], admins=[anna])
    await anna.send(group, "/x", anonymous=True)
    await echoing.settled()
    assert group.last.text == f"{ANONYMOUS_ADMIN}: /x"
    assert (await anna.tap(group, "9♥️")).text == f"{anna.id} tapped 9♥️"
    with pytest.raises(NotPossible, match="no administrator"):
        await bruno.send(group, "/x", anonymous=True)


async def test_topics(echoing: FakeTelegram) -> None:
    anna = echoing.user("Anna")
    forum = echoing.group("Forum", [anna], topics=["Cards", "Talk"])
    cards = forum.topic("Cards")
    await anna.send(cards, "/x")
    await anna.send(forum, "/general")
    await echoing.settled()
    assert [m.text for m in cards.messages] == [f"{anna.id}: /x"]
    assert forum.topic("Talk").messages == []
    assert sorted(str(m.thread) for m in forum.messages) == sorted([str(cards.thread), "None"])
    assert (await anna.tap(cards, "alert")).alert


async def test_who_saw_what(echoing: FakeTelegram) -> None:
    anna, bruno, carla = (echoing.user(name, started=True) for name in ("Anna", "Bruno", "Carla"))
    group = echoing.group("Friday cards", [anna, bruno])
    await anna.tell_bot("my secret")
    await anna.send(group, "/open")
    await echoing.settled()
    await anna.tap(group, "alert")
    carla.joins(group)
    await carla.tap(group, "count")
    await echoing.settled()
    seen = {(s.kind, s.text): s for s in echoing.transcript}
    everybody = {anna.id, bruno.id}
    assert seen["text", f"{anna.id}: my secret"].visible_to == {anna.id}
    assert seen["text", f"{anna.id}: /open"].visible_to == everybody
    assert seen["label", "alert"].visible_to == everybody
    assert seen["data", "private"].visible_to == everybody
    assert seen["alert", "for you alone"].visible_to == {anna.id}
    assert seen["toast", f"{carla.id} tapped count"].visible_to == {carla.id}
    assert seen["text", "counted"].edit
    assert seen["text", "counted"].visible_to == everybody | {carla.id}
    assert {s.text for s in echoing.transcript.hidden_from(bruno.id)} >= {"for you alone"}
    assert not any("secret" in s.text for s in echoing.transcript.seen_by(bruno.id))


async def test_file_missing(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    await bot.send_document(anna.id, b"deal 1: 9h", filename="record.txt", caption="Verbale")
    assert anna.last.document is not None
    assert (anna.last.document.name, anna.last.text) == ("record.txt", "Verbale")
    [seen] = fake.transcript.containing("deal 1")
    assert (seen.kind, set(seen.visible_to)) == ("file", {anna.id})
    with pytest.raises(BadRequest, match="(?i)no document"):
        await bot.send_document(anna.id, "unknown-file-id")


async def test_a_tap_from_before_the_migration(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    group = fake.group("Friday", [anna], kind="group")
    await bot.send_message(group.id, "x", reply_markup=KEYS)
    old, message = group.id, group.last
    group.migrates()
    assert group.messages == []
    anna.begin_tap(message, "alert")
    [update] = await bot.get_updates(offset=-1)
    assert update.callback_query is not None
    assert update.callback_query.message is not None
    assert update.callback_query.message.chat.id == old
    with pytest.raises(ChatMigrated):
        await update.callback_query.edit_message_text("y")


async def test_what_else_the_bot_is_told(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    forum = fake.group("Forum", [anna], topics=["Cards"])
    await bot.get_updates()
    await anna.send(forum.topic("Cards"), "/open")
    hers = await anna.tell_bot("first")
    await anna.edits(hers, "second")
    await bot.leave_chat(forum.id)
    in_topic, _, edited, left = (await bot.get_updates())[-4:]
    assert in_topic.message is not None
    # In a topic every message hangs from the one that opened it.
    assert in_topic.message.reply_to_message is not None
    assert in_topic.message.reply_to_message.forum_topic_created is not None
    assert edited.edited_message is not None
    assert edited.edited_message.text == "second"
    assert left.my_chat_member is not None
    assert left.my_chat_member.new_chat_member.status == "left"


async def test_a_mistake_of_the_fake_fails_the_test(clock: HandClock) -> None:
    def broken(params: object) -> object:
        raise ZeroDivisionError

    async def a_test() -> None:
        async with FakeTelegram(clock) as fake:
            fake.server.methods.table["getme"] = broken
            with pytest.raises(TelegramError):
                await Bot(fake.token, base_url=fake.base_url).get_me()

    with pytest.raises(ZeroDivisionError):
        await a_test()


async def test_names_and_standing(echoing: FakeTelegram) -> None:
    anna, bruno = echoing.user("Anna"), echoing.user("Bruno")
    group = echoing.group("Friday cards", members=[bruno], admins=[anna])
    async with Bot(echoing.token, base_url=echoing.base_url) as bot:
        bruno.renames("<x /> & co", username="bruno")
        admins = await bot.get_chat_administrators(group.id)
        assert [a.user.first_name for a in admins] == ["Anna"]
        member = await bot.get_chat_member(group.id, bruno.id)
        assert (member.status, member.user.first_name) == ("member", "<x /> & co")
        group.promotes(bruno)
        assert len(await bot.get_chat_administrators(group.id)) == 2
        assert (await bot.get_chat(group.id)).title == "Friday cards"


async def test_updates_come_again(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    await anna.tell_bot("once")
    [first] = await bot.get_updates()
    assert await bot.get_updates(offset=first.update_id + 1) == ()
    fake.updates.deliver_again()
    [again] = await bot.get_updates(offset=first.update_id + 1)
    assert again.update_id == first.update_id
    fake.updates.deliver_again(new_id=True)
    [other] = await bot.get_updates(offset=first.update_id + 1)
    assert other.update_id == first.update_id + 1
    assert other.message == first.message


async def test_allowed_updates(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    await bot.get_updates(allowed_updates=["callback_query"])
    await anna.tell_bot("unheard")
    assert await bot.get_updates() == ()
    await bot.get_updates(allowed_updates=[])
    await anna.tell_bot("heard")
    assert len(await bot.get_updates()) == 1


async def test_webhook(bot: Bot, fake: FakeTelegram, clock: HandClock, anna: Person) -> None:
    taken: list[tuple[str, str]] = []

    async def hook(request: web.Request) -> web.Response:
        update = Update.de_json(await request.json(), None)
        assert update.message is not None
        secret = request.headers["X-Telegram-Bot-Api-Secret-Token"]
        taken.append((secret, update.message.text or ""))
        return web.Response(status=500 if len(taken) == 1 else 200)

    app = web.Application()
    app.router.add_post("/hook", hook)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    await bot.set_webhook(url, secret_token="s3cret")
    await anna.tell_bot("hello")
    await fake.until(lambda: clock.sleepers)
    assert (await bot.get_webhook_info()).pending_update_count == 1
    await clock.advance(1)
    await fake.settled()
    assert taken == [("s3cret", "hello")] * 2
    await runner.cleanup()


async def test_settled_tells_what_it_waits_for(fake: FakeTelegram, anna: Person) -> None:
    await anna.tell_bot("nobody listens")
    with pytest.raises(AssertionError, match="1 updates not taken"):
        await fake.settled(quiet=0.01, timeout=0.05)


async def test_settled_waits_for_who_can_go_on_however_late_they_are(fake: FakeTelegram) -> None:
    steps = []

    async def works() -> None:
        for step in range(50):
            await asyncio.sleep(0)
            steps.append(step)

    working = asyncio.create_task(works())
    await fake.settled(quiet=0)
    assert len(steps) == 50
    await working


async def test_a_bot_in_another_process() -> None:
    async with FakeTelegram(ScaledClock(10)) as fake:
        program = f"""
import asyncio
from telegram import Bot
async def main():
    offset = 0
    async with Bot({fake.token!r}, base_url={fake.base_url!r}) as bot:
        while True:
            for update in await bot.get_updates(offset, timeout=20):
                offset = update.update_id + 1
                await bot.send_message(update.message.chat_id, update.message.text.upper())
asyncio.run(main())
"""
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", program)
        try:
            anna = fake.user("Anna")
            await anna.start_private()
            await fake.until(lambda: anna.inbox)
            await fake.settled()
            assert anna.last.text == "/START"
        finally:
            process.terminate()
            await process.wait()
