"""Every limit of the fake Telegram, met by the real client. One test per row of the table.

Here: the line, texts, answers and buttons. The rest: `test_telegram_posts.py` and
`test_telegram_rates.py`.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto, MessageEntity
from telegram.error import BadRequest, Conflict, InvalidToken

from tests.fakes.clock import HandClock
from tests.fakes.studio import sketch
from tests.fakes.telegram import FakeTelegram, Person
from tests.fakes.telegram.limits import TABLE

PNG = sketch(16, 9)


def keyboard(*rows: list[InlineKeyboardButton]) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(rows)


def button(label: str = "Tap", data: str = "x") -> InlineKeyboardButton:
    return InlineKeyboardButton(label, callback_data=data)


def test_every_row_has_its_test() -> None:
    here = Path(__file__).parent
    tests = "".join(file.read_text("utf-8") for file in here.glob("test_telegram_*.py"))
    assert [rule.name for rule in TABLE if f"def test_{rule.name}(" not in tests] == []


# The line and the token.


async def test_token(fake: FakeTelegram) -> None:
    bot = Bot("1:wrong", base_url=fake.base_url)
    with pytest.raises(InvalidToken):
        await bot.initialize()
    await bot.shutdown()


async def test_method(fake: FakeTelegram, bot: Bot) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{fake.base_url}{fake.token}/brewCoffee") as reply,
    ):
        assert reply.status == 404
        assert await reply.json() == {"ok": False, "error_code": 404, "description": "Not Found"}


async def test_second_poller(fake: FakeTelegram, bot: Bot, anna: Person) -> None:
    async with Bot(fake.token, base_url=fake.base_url) as other:
        first = asyncio.create_task(bot.get_updates(timeout=20))
        await fake.until(lambda: fake.server._poll == 1)
        second = asyncio.create_task(other.get_updates(timeout=20))
        with pytest.raises(Conflict, match="terminated by other getUpdates request"):
            await first
        await anna.tell_bot("hello")
        [update] = await second
        assert update.message is not None
        assert update.message.text == "hello"


async def test_webhook_active(fake: FakeTelegram, bot: Bot) -> None:
    await bot.set_webhook("http://127.0.0.1:9/hook")
    with pytest.raises(Conflict, match="can't use getUpdates method while webhook is active"):
        await bot.get_updates()
    assert (await bot.get_webhook_info()).url == "http://127.0.0.1:9/hook"
    await bot.delete_webhook()
    assert await bot.get_updates() == ()


# Text.


@pytest.mark.parametrize("text", [" \n", "<b></b>"])
async def test_text_empty(bot: Bot, anna: Person, text: str) -> None:
    with pytest.raises(BadRequest, match="[Mm]essage text is empty"):
        await bot.send_message(anna.id, text, parse_mode="HTML")


async def test_text_length(bot: Bot, anna: Person) -> None:
    # A joker counts two UTF-16 units; tags and references count nothing.
    sent = await bot.send_message(anna.id, f"<b>{'🃏' * 2047}</b>&lt;&gt;", parse_mode="HTML")
    assert sent.text == "🃏" * 2047 + "<>"
    with pytest.raises(BadRequest, match="[Mm]essage is too long"):
        await bot.send_message(anna.id, "🃏" * 2048 + "x")
    with pytest.raises(BadRequest, match="[Mm]essage is too long"):
        await bot.edit_message_text("x" * 4097, anna.id, sent.message_id)


async def test_caption_length(clock: HandClock, bot: Bot, anna: Person) -> None:
    sent = await bot.send_photo(
        anna.id, PNG, caption="<i>" + "x" * 1024 + "</i>", parse_mode="HTML"
    )
    assert sent.caption == "x" * 1024
    with pytest.raises(BadRequest, match="caption is too long"):
        await bot.send_photo(anna.id, PNG, caption="x" * 1025)
    with pytest.raises(BadRequest, match="caption is too long"):
        await bot.edit_message_caption(anna.id, sent.message_id, caption="x" * 1025)
    await clock.advance(5)
    with pytest.raises(BadRequest, match="caption is too long"):
        await bot.edit_message_media(
            InputMediaPhoto(PNG, caption="x" * 1025), anna.id, sent.message_id
        )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<b>open", 'end tag corresponding to start tag "b"'),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        ("<b><i>x</b></i>", 'expected "</i>", found "</b>"'),
        ("<x>", 'Unsupported start tag "x" at byte offset 0'),
        ("<x />", "Unsupported start tag"),
        ("♤ 3 < 4", 'Unsupported start tag "" at byte offset 6'),
        ("Anna & Bruno", 'Unescaped "&"'),
        ("a&nbsp;b", 'Unsupported entity "&nbsp;"'),
        ("<a>no link</a>", "Bad href"),
        ('<b class="x">y</b>', "Unsupported attribute"),
        ("<code><b>x</b></code>", "inside code"),
        ('<tg-time format="r">soon</tg-time>', "Bad unix time"),
        ("<blockquote>a<blockquote>b</blockquote></blockquote>", "Nested blockquote"),
    ],
)
async def test_entities(bot: Bot, anna: Person, text: str, why: str) -> None:
    with pytest.raises(BadRequest, match="[Cc]an't parse entities") as caught:
        await bot.send_message(anna.id, text, parse_mode="HTML")
    assert why.lower() in caught.value.message.lower()


async def test_markup_is_understood(clock: HandClock, bot: Bot, anna: Person) -> None:
    source = (
        "\n<b>Tocca a te</b> · <i>A &amp; B</i>\n<blockquote expandable>Pozzo: "
        '<a href="https://example.org/?a=1&amp;b=2">K♦️</a></blockquote>\n'
        '⏱ <tg-time unix="1800000000" format="r">tra 3 minuti</tg-time> <tg-spoiler>🃏</tg-spoiler>'
    )
    sent = await bot.send_message(anna.id, source, parse_mode="HTML")
    found = [(e.type, part) for e, part in sent.parse_entities().items()]
    assert found == [
        ("bold", "Tocca a te"),
        ("italic", "A & B"),
        ("expandable_blockquote", "Pozzo: K♦️"),
        ("text_link", "K♦️"),
        ("date_time", "tra 3 minuti"),
        ("spoiler", "🃏"),
    ]
    assert sent.entities[3].url == "https://example.org/?a=1&b=2"
    assert sent.text is not None
    assert sent.text.startswith("Tocca")
    # The same by entities instead of a parse mode.
    again = await bot.send_message(anna.id, sent.text, entities=sent.entities[:4])
    assert again.entities == sent.entities[:4]
    with pytest.raises(BadRequest, match="(?i)entity beyond the text"):
        await bot.send_message(anna.id, "x", entities=[MessageEntity("bold", 0, 2)])


# Answers to taps.


async def tapped(fake: FakeTelegram, bot: Bot, person: Person) -> str:
    """Let the person tap a fresh button; the id of the callback query."""
    await bot.send_message(person.id, "tap", reply_markup=keyboard([button()]))
    person.begin_tap(person, "Tap")
    updates = await bot.get_updates(offset=-1)
    assert updates[0].callback_query is not None
    return updates[0].callback_query.id


async def test_toast_length(fake: FakeTelegram, bot: Bot, anna: Person) -> None:
    query = await tapped(fake, bot, anna)
    with pytest.raises(BadRequest, match="(?i)message_too_long"):
        await bot.answer_callback_query(query, "x" * 201)
    assert await bot.answer_callback_query(query, "x" * 200)


async def test_answer_url(fake: FakeTelegram, bot: Bot, anna: Person) -> None:
    query = await tapped(fake, bot, anna)
    for url in (
        "https://example.org",
        f"https://t.me/{fake.username}",
        f"https://t.me/{fake.username}?start=not/allowed",
        "https://t.me/OtherBot?start=x",
    ):
        with pytest.raises(BadRequest, match="(?i)url_invalid"):
            await bot.answer_callback_query(query, url=url)
    assert await bot.answer_callback_query(query, url=f"https://t.me/{fake.username}?start=k3_f-9")


async def test_query_age(clock: HandClock, fake: FakeTelegram, bot: Bot, anna: Person) -> None:
    too_old = "query is too old and response timeout expired or query ID is invalid"
    query = await tapped(fake, bot, anna)
    await bot.answer_callback_query(query)
    with pytest.raises(BadRequest, match=f"(?i){too_old}"):
        await bot.answer_callback_query(query)
    with pytest.raises(BadRequest, match=f"(?i){too_old}"):
        await bot.answer_callback_query("123")
    tap = anna.begin_tap(anna, "Tap")
    await clock.advance(15)
    [update] = await bot.get_updates(offset=-1)
    assert update.callback_query is not None
    await update.callback_query.answer("just in time")
    assert (await tap.answered()).text == "just in time"
    tap = anna.begin_tap(anna, "Tap")
    await clock.advance(15.5)
    [update] = await bot.get_updates(offset=-1)
    assert update.callback_query is not None
    with pytest.raises(BadRequest, match=f"(?i){too_old}"):
        await update.callback_query.answer("too late")
    answer = await tap.answered()
    assert answer.late
    assert answer.text == ""
    assert fake.transcript.containing("too late") == []


# Buttons.


@pytest.mark.parametrize("data", ["♥" * 21 + "xx", "x" * 65])
async def test_button_data(bot: Bot, anna: Person, data: str) -> None:
    with pytest.raises(BadRequest, match="(?i)button_data_invalid"):
        await bot.send_message(anna.id, "x", reply_markup=keyboard([button("Tap", data)]))
    fits = "♥" * 21 + "x"
    sent = await bot.send_message(anna.id, "x", reply_markup=keyboard([button("Tap", fits)]))
    assert sent.reply_markup is not None
    assert sent.reply_markup.inline_keyboard[0][0].callback_data == fits
    with pytest.raises(BadRequest, match="(?i)button_data_invalid"):
        await bot.edit_message_reply_markup(
            anna.id, sent.message_id, reply_markup=keyboard([button("Tap", "")])
        )


async def test_buttons_total(bot: Bot, anna: Person) -> None:
    row = [button() for _ in range(5)]
    await bot.send_message(anna.id, "x", reply_markup=keyboard(*[row] * 20))
    with pytest.raises(BadRequest, match="(?i)reply_markup_too_long"):
        await bot.send_message(anna.id, "x", reply_markup=keyboard(*[row] * 20, [button()]))


async def test_buttons_per_row(bot: Bot, anna: Person) -> None:
    await bot.send_message(anna.id, "x", reply_markup=keyboard([button()] * 8))
    with pytest.raises(BadRequest, match="(?i)reply_markup_invalid"):
        await bot.send_message(anna.id, "x", reply_markup=keyboard([button()] * 9))


async def test_button_label(bot: Bot, anna: Person) -> None:
    with pytest.raises(BadRequest, match="button text must be non-empty"):
        await bot.send_message(anna.id, "x", reply_markup=keyboard([button(" ")]))


async def test_button_action(bot: Bot, anna: Person) -> None:
    with pytest.raises(BadRequest, match="(?i)text buttons are unallowed"):
        await bot.send_message(anna.id, "x", reply_markup=keyboard([InlineKeyboardButton("Tap")]))


async def test_button_url(clock: HandClock, bot: Bot, anna: Person) -> None:
    for url in ("ftp://example.org/x", "no link", "https://host-without-dot"):
        with pytest.raises(BadRequest, match="(?i)button url .* is invalid"):
            await bot.send_message(anna.id, "x", reply_markup=keyboard([link(url)]))
        await clock.advance(1)
    for url in ("https://t.me/PinnacolaTestBot?start=x", "tg://user?id=1"):
        await bot.send_message(anna.id, "x", reply_markup=keyboard([link(url)]))
    assert (await anna.tap(anna, "Open")).url == "tg://user?id=1"


def link(url: str) -> InlineKeyboardButton:
    return InlineKeyboardButton("Open", url=url)


async def test_button_style(bot: Bot, anna: Person) -> None:
    styled = InlineKeyboardButton("Tap", callback_data="x", style="success")
    sent = await bot.send_message(anna.id, "x", reply_markup=keyboard([styled]))
    assert sent.reply_markup is not None
    assert sent.reply_markup.inline_keyboard[0][0].style == "success"
    wrong = InlineKeyboardButton("Tap", callback_data="x", style="plain")
    with pytest.raises(BadRequest, match="invalid button style"):
        await bot.send_message(anna.id, "x", reply_markup=keyboard([wrong]))
