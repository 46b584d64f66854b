"""The limits of the fake Telegram, second part: who can be written to, posts."""

from __future__ import annotations

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto
from telegram.error import BadRequest, ChatMigrated, Forbidden

from tests.fakes.clock import HandClock
from tests.fakes.studio import sketch
from tests.fakes.telegram import FakeTelegram, NotPossible, Person

PNG = sketch(16, 9)
TAP = InlineKeyboardMarkup([[InlineKeyboardButton("Tap", callback_data="x")]])


# Who can be written to.


async def test_chat_unknown(bot: Bot, fake: FakeTelegram) -> None:
    with pytest.raises(BadRequest, match="[Cc]hat not found"):
        await bot.send_message(-1, "x")
    with pytest.raises(BadRequest, match="[Cc]hat not found"):
        await bot.get_chat(fake.user("Never met").id)


async def test_not_started(bot: Bot, fake: FakeTelegram) -> None:
    bruno = fake.user("Bruno")
    with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
        await bot.send_message(bruno.id, "x")
    await bruno.start_private()
    await bot.send_message(bruno.id, "x")


async def test_blocked(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    anna.blocks_bot()
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await bot.send_message(anna.id, "x")
    with pytest.raises(NotPossible):
        await anna.tell_bot("x")
    await anna.start_private()
    await bot.send_message(anna.id, "x")
    changes = [u.my_chat_member for u in await bot.get_updates() if u.my_chat_member]
    assert [change.new_chat_member.status for change in changes] == ["kicked", "member"]


@pytest.mark.parametrize("kind", ["group", "supergroup"])
async def test_kicked(
    clock: HandClock, bot: Bot, fake: FakeTelegram, anna: Person, kind: str
) -> None:
    group = fake.group("Friday", [anna], kind="group" if kind == "group" else "supergroup")
    sent = await bot.send_message(group.id, "x")
    group.removes_bot(anna)
    with pytest.raises(Forbidden, match=f"bot was kicked from the {kind} chat"):
        await bot.send_message(group.id, "x")
    with pytest.raises(Forbidden, match="kicked"):
        await bot.edit_message_text("y", group.id, sent.message_id)
    with pytest.raises(Forbidden, match="kicked"):
        await bot.get_chat_member(group.id, anna.id)
    group.adds_bot(anna)
    await clock.advance(1)
    await bot.edit_message_text("y", group.id, sent.message_id)


async def test_no_member(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    group = fake.group("Elsewhere", [anna], bot=False)
    with pytest.raises(Forbidden, match="bot is not a member of the supergroup chat"):
        await bot.send_message(group.id, "x")


async def test_deactivated(bot: Bot, anna: Person) -> None:
    anna.deletes_account()
    with pytest.raises(Forbidden, match="user is deactivated"):
        await bot.send_message(anna.id, "x")


async def test_group_deleted(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    group = fake.group("Friday", [anna])
    group.is_deleted()
    with pytest.raises(Forbidden, match="the group chat was deleted"):
        await bot.send_message(group.id, "x")


async def test_muted(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    group = fake.group("Friday", [anna])
    group.mutes_bot()
    with pytest.raises(BadRequest, match="(?i)not enough rights to send"):
        await bot.send_message(group.id, "x")


async def test_thread_unknown(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    forum = fake.group("Forum", [anna], topics=["Cards"])
    cards = forum.topic("Cards")
    sent = await bot.send_message(forum.id, "x", message_thread_id=cards.thread)
    assert sent.is_topic_message
    assert [m.text for m in cards.messages] == ["x"]
    cards.is_deleted()
    with pytest.raises(BadRequest, match="[Mm]essage thread not found"):
        await bot.send_message(forum.id, "x", message_thread_id=cards.thread)
    plain = fake.group("No topics", [anna])
    with pytest.raises(BadRequest, match="[Mm]essage thread not found"):
        await bot.send_message(plain.id, "x", message_thread_id=77)


async def test_thread_closed(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    forum = fake.group("Forum", [anna], topics=["Cards"])
    forum.topic("Cards").is_closed()
    with pytest.raises(BadRequest, match="(?i)topic_closed"):
        await bot.send_message(forum.id, "x", message_thread_id=forum.topic("Cards").thread)


async def test_migrated(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    group = fake.group("Friday", admins=[anna], kind="group")
    old = group.id
    await bot.get_updates()
    new = group.migrates()
    with pytest.raises(ChatMigrated) as caught:
        await bot.send_message(old, "x")
    assert caught.value.new_chat_id == new.id
    assert new.id < -1_000_000_000_000
    await bot.send_message(new.id, "x")
    moves = [u.message for u in await bot.get_updates() if u.message]
    assert [(m.chat_id, m.migrate_to_chat_id, m.migrate_from_chat_id) for m in moves[-2:]] == [
        (old, new.id, None),
        (new.id, None, old),
    ]


async def test_members_hidden(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    shy = fake.group("Shy", admins=[anna], members_hidden=True)
    with pytest.raises(BadRequest, match="[Mm]ember list is inaccessible"):
        await bot.get_chat_member(shy.id, anna.id)
    shy.adds_bot(anna, admin=True)
    assert (await bot.get_chat_member(shy.id, anna.id)).status == "creator"


async def test_user_unknown(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    group = fake.group("Friday", [anna])
    with pytest.raises(BadRequest, match="[Ii]nvalid user_id"):
        await bot.get_chat_member(group.id, 1)
    bruno = fake.user("Bruno")
    assert (await bot.get_chat_member(group.id, bruno.id)).status == "left"
    group.bans(bruno)
    assert (await bot.get_chat_member(group.id, bruno.id)).status == "kicked"


# Posts.


async def test_not_modified(clock: HandClock, bot: Bot, anna: Person) -> None:
    sent = await bot.send_message(anna.id, "<b>x</b>", parse_mode="HTML", reply_markup=TAP)
    with pytest.raises(BadRequest, match="[Mm]essage is not modified"):
        await bot.edit_message_text(
            "<strong>x</strong>", anna.id, sent.message_id, parse_mode="HTML", reply_markup=TAP
        )
    # Other entities, or no buttons, are a change.
    await bot.edit_message_text("x", anna.id, sent.message_id, reply_markup=TAP)
    await clock.advance(5)
    await bot.edit_message_text("x", anna.id, sent.message_id)
    assert anna.last.rows == ()
    with pytest.raises(BadRequest, match="[Mm]essage is not modified"):
        await bot.edit_message_reply_markup(anna.id, sent.message_id)


async def test_edit_missing(bot: Bot, anna: Person) -> None:
    sent = await bot.send_message(anna.id, "x")
    anna.deletes(anna.last)
    for number in (sent.message_id, 999_999):
        with pytest.raises(BadRequest, match="[Mm]essage to edit not found"):
            await bot.edit_message_text("y", anna.id, number)


async def test_edit_foreign(bot: Bot, anna: Person) -> None:
    hers = await anna.tell_bot("hello")
    with pytest.raises(BadRequest, match="[Mm]essage can't be edited"):
        await bot.edit_message_text("y", anna.id, hers.id)


async def test_edit_no_text(bot: Bot, anna: Person) -> None:
    sent = await bot.send_photo(anna.id, PNG, caption="x")
    with pytest.raises(BadRequest, match="no text in the message to edit"):
        await bot.edit_message_text("y", anna.id, sent.message_id)


async def test_edit_no_caption(bot: Bot, anna: Person) -> None:
    sent = await bot.send_message(anna.id, "x")
    with pytest.raises(BadRequest, match="no caption in the message to edit"):
        await bot.edit_message_caption(anna.id, sent.message_id, caption="y")


async def test_photo_missing(clock: HandClock, bot: Bot, anna: Person) -> None:
    with pytest.raises(BadRequest, match="no photo in the request"):
        await bot.send_photo(anna.id, b"")
    sent = await bot.send_photo(anna.id, PNG, caption="one")
    again = await bot.send_photo(anna.id, sent.photo[0].file_id, caption="two")
    assert again.photo[0].file_unique_id == sent.photo[0].file_unique_id
    await clock.advance(5)
    other = InputMediaPhoto(PNG + b"other", caption="<b>three</b>", parse_mode="HTML")
    await bot.edit_message_media(other, anna.id, again.message_id)
    assert anna.last.text == "three"
    assert anna.last.photo is not None
    assert anna.last.photo.content == PNG + b"other"


async def test_file_id(bot: Bot, anna: Person) -> None:
    with pytest.raises(BadRequest, match="[Ww]rong file identifier"):
        await bot.send_photo(anna.id, "no-such-file-id")


async def test_edit_no_media(bot: Bot, anna: Person) -> None:
    sent = await bot.send_message(anna.id, "x")
    with pytest.raises(BadRequest, match="no media in the message to edit"):
        await bot.edit_message_media(InputMediaPhoto(PNG), anna.id, sent.message_id)


async def test_photo_unreadable(bot: Bot, anna: Person) -> None:
    with pytest.raises(BadRequest, match="(?i)image_process_failed"):
        await bot.send_photo(anna.id, b"no picture")


@pytest.mark.parametrize("size", [(9_000, 1_001), (210, 10), (10, 210)])
async def test_photo_size(bot: Bot, anna: Person, size: tuple[int, int]) -> None:
    with pytest.raises(BadRequest, match="(?i)photo_invalid_dimensions"):
        await bot.send_photo(anna.id, sketch(*size))
    assert (await bot.send_photo(anna.id, sketch(200, 10))).photo[0].width == 200


async def test_photo_weight(bot: Bot, anna: Person) -> None:
    with pytest.raises(BadRequest, match="too big"):
        await bot.send_photo(anna.id, PNG + bytes(10 * 1024 * 1024))


async def test_no_photos(clock: HandClock, bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    group = fake.group("Friday", members=[anna])
    sent = await bot.send_photo(group.id, PNG)
    group.forbids_photos()
    with pytest.raises(BadRequest, match="rights to send photos"):
        await bot.send_photo(group.id, PNG)
    with pytest.raises(BadRequest, match="rights to send photos"):
        await bot.edit_message_media(InputMediaPhoto(PNG), group.id, sent.message_id)
    await clock.advance(5)
    await bot.send_message(group.id, "x")


async def test_delete_missing(bot: Bot, anna: Person) -> None:
    sent = await bot.send_message(anna.id, "x")
    assert await bot.delete_message(anna.id, sent.message_id)
    assert anna.inbox == []
    with pytest.raises(BadRequest, match="[Mm]essage to delete not found"):
        await bot.delete_message(anna.id, sent.message_id)


async def test_delete_age(clock: HandClock, bot: Bot, anna: Person) -> None:
    old = await bot.send_message(anna.id, "x", reply_markup=TAP)
    await clock.advance(48 * 3600)
    young = await bot.send_message(anna.id, "y")
    await clock.advance(1)
    with pytest.raises(BadRequest, match="[Mm]essage can't be deleted for everyone"):
        await bot.delete_message(anna.id, old.message_id)
    assert await bot.delete_message(anna.id, young.message_id)
    assert await bot.edit_message_reply_markup(anna.id, old.message_id)


async def test_delete_foreign(bot: Bot, fake: FakeTelegram, anna: Person) -> None:
    group = fake.group("Friday", [anna])
    hers = await anna.send(group, "hello")
    with pytest.raises(BadRequest, match="[Mm]essage can't be deleted"):
        await bot.delete_message(group.id, hers.id)
    group.adds_bot(anna, admin=True)
    assert await bot.delete_message(group.id, hers.id)


async def test_reply_missing(bot: Bot, anna: Person) -> None:
    with pytest.raises(BadRequest, match="[Mm]essage to be replied not found"):
        await bot.send_message(anna.id, "x", reply_to_message_id=999_999)
    await bot.send_message(
        anna.id, "x", reply_to_message_id=999_999, allow_sending_without_reply=True
    )
