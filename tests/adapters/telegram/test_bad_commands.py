"""Commands in the wrong place or by the wrong person, strange names, anonymous admins."""

from __future__ import annotations

import pytest

from tests.adapters.telegram.rig import running
from tests.adapters.telegram.scenes import dealt, opened, seated
from tests.fakes.telegram import Group, Message

NEEDS_GROUP = "That works in a group: add me to one and write /pinnacola there."
NO_TABLE = "There is no table here: /pinnacola opens one."

NAMES = [
    "<x />",
    "&amp; <b>Anna</b>",
    "\u202eannA\u2066",
    "🃏🀄️👩‍👩‍👧",
    "*_`[Anna](tg://user?id=1)",
    "A" * 64,
    "\u200b",
    "{name} %s {0}",
]


async def test_in_private_what_belongs_into_a_group() -> None:
    async with running() as rig:
        anna = rig.fake.user("Anna", lang="en")
        await anna.start_private()
        await rig.quiet()
        assert "How to play" in anna.last.text
        for command in ("/pinnacola", "/gioca", "/table", "/leave", "/stop"):
            await anna.tell_bot(command)
            await rig.quiet()
            assert anna.last.text == NEEDS_GROUP, command
            anna.deletes(anna.last)
        for command, answer in (
            ("/hand", "You hold no cards at the moment."),
            ("/leaderboard", "No match has been finished here yet."),
        ):
            await anna.tell_bot(command)
            await rig.quiet()
            assert anna.last.text == answer
        for words in ("/rules", "/help", "/nonsense", "hello?", "/", "/pinnacola@SomeOtherBot x"):
            seen = len(anna.inbox)
            await anna.tell_bot(words)
            await rig.quiet()
            assert len(anna.inbox) == seen + ("Other" not in words), words


async def test_commands_of_people_without_a_seat() -> None:
    """Told in private; who cannot be reached is answered in the group, by name."""
    async with running() as rig:
        scene = await dealt(rig, 2)
        group = scene.spot
        assert isinstance(group, Group)
        known, unknown = rig.fake.user("Eva", lang="en"), rig.fake.user("Fabio <b>", lang="it")
        known.joins(group)
        unknown.joins(group)
        await known.start_private()
        await rig.quiet()
        before = await scene.state()
        for command, said in (
            ("/hand", "no seat"),
            ("/leave", "no seat"),
            ("/stop", "Only Anna"),
        ):
            shown = len(group.messages)
            await known.send(group, command)
            await rig.quiet()
            # In private it must be clear which group is meant.
            assert known.last.text.startswith("Friday cards\n")
            assert said in known.last.text
            assert len(group.messages) == shown
        for command, said in (("/hand", "non hai un posto"), ("/ferma", "Anna")):
            await unknown.send(group, command)
            await rig.quiet()
            assert group.last.text.startswith("Fabio <b>: ")
            assert said in group.last.text
        assert await scene.unchanged(before)


@pytest.mark.parametrize("command", ["/hand", "/table", "/leave", "/stop", "/mano", "/leaderboard"])
async def test_where_nothing_was_ever_opened(command: str) -> None:
    async with running() as rig:
        anna = rig.fake.user("Anna", lang="en", started=True)
        group = rig.fake.group("Friday cards", members=[anna])
        await anna.send(group, command)
        await rig.quiet()
        said = "No match" if "leaderboard" in command else NO_TABLE
        assert said in anna.last.text
        assert not group.messages
        assert await rig.code(group) is None


async def test_what_is_none_of_our_business_stays_unanswered() -> None:
    async with running() as rig:
        anna = rig.fake.user("Anna", lang="en", started=True)
        group = rig.fake.group("Friday cards", members=[anna], admins=[], bot_admin=True)
        for words in ("/roll 3", "/", "hello", "/hand@SomeOtherBot", "//pinnacola", "pinnacola"):
            await anna.send(group, words)
        await rig.quiet()
        assert not group.messages
        assert not anna.inbox
        # What is addressed to us is answered, whatever it is.
        await anna.send(group, f"/roll@{rig.fake.username}")
        await rig.quiet()
        assert "How to play" in group.last.text


async def test_start_with_whatever_follows() -> None:
    async with running() as rig:
        scene = await opened(rig, 2)
        code = (await scene.state()).code
        eva, fabio = (rig.fake.user(name, lang="en") for name in ("Eva", "Fabio"))
        for person in (eva, fabio):
            person.joins(scene.spot)  # type: ignore[arg-type]
        link = (await eva.tap(scene.spot, "Join")).url
        await rig.quiet()
        before = await scene.state()
        # The link of somebody else, and one that never was.
        await fabio.follow(link)
        await rig.quiet()
        assert "for somebody else" in fabio.last.text
        await fabio.start_private(f"{code}-0123456789abcdef")
        await rig.quiet()
        assert "expired" in fabio.last.text
        for garbage in ("x", "a-b", "-", f"{code}-", f"{code}", "ZZZZZZZZ-1", "rules-x", "_" * 64):
            await fabio.start_private(garbage)
            await rig.quiet()
            assert "How to play" in fabio.last.text or "Rules" in fabio.last.text, garbage
        for typed in ("/start {s1}:table:x-y", "/start \u0000-\u0000", "/start a b c"):
            await fabio.tell_bot(typed)
            await rig.quiet()
            assert "How to play" in fabio.last.text
        assert await scene.unchanged(before)
        # Eva's link still is hers; a second time it says so.
        await eva.follow(link)
        await rig.quiet()
        assert eva.last.text == "You are at the table: Friday cards. Your cards come here."
        await eva.follow(link)
        await rig.quiet()
        assert eva.last.text == "You already have a seat."
        # In a group there is no private chat to open.
        await fabio.send(scene.spot, f"/start {code}")
        await rig.quiet()
        assert "How to play" in scene.spot.last.text


async def test_two_tables_are_never_made_in_one_chat() -> None:
    async with running() as rig:
        anna, bruno = (rig.fake.user(name, lang="en", started=True) for name in ("Anna", "Bruno"))
        group = rig.fake.group("Friday cards", members=[anna, bruno])
        await anna.send(group, "/pinnacola")
        await bruno.send(group, "/pinnacola")
        await anna.send(group, "/gioca")
        await rig.quiet()
        assert len(group.messages) == 1
        assert "Opened by Anna" in group.last.text
        rig.fake.updates.deliver_again()
        await rig.quiet()
        assert len(group.messages) == 1
        table = await rig.state(group)
        assert table is not None
        assert table.host == f"tg:{anna.id}"


def _shown(message: Message, name: str) -> bool:
    """Does the name stand there as typed, without becoming a format or a ping?"""
    kinds = {entity["type"] for entity in message.body.entities}
    return name in message.text and not kinds & {"mention", "text_mention", "text_link", "code"}


@pytest.mark.parametrize("name", NAMES)
async def test_c13_names_stand_as_they_are_typed(name: str) -> None:
    async with running() as rig:
        scene = await opened(rig, 2)
        anna, bruno = scene.people
        scene.spot.chat.title = name + " & <i>friends</i>"
        anna.renames(name, "")
        bruno.renames(name * 3, "<x />" * 20)
        await bruno.tap(scene.spot, "Join")
        await anna.tap(scene.spot, "Leave")
        await rig.quiet()
        await anna.tap(scene.spot, "Join")
        await rig.quiet()
        plain = "".join(sign for sign in name if sign not in "\u202e\u2066\u200b")
        assert _shown(scene.spot.last, plain[:12] or "?")
        # Anna has left for a moment, so Bruno is the host now.
        assert (await bruno.tap(scene.spot, "Start")).text == "Let's play!"
        await rig.quiet()
        for message in (scene.spot.last, anna.last, bruno.last):
            assert len(message.text) < 4096
            assert "\u202e" not in message.text
        assert rig.fake.refused() == []


async def test_an_anonymous_admin_opens_starts_and_stops() -> None:
    async with running() as rig:
        boss = rig.fake.user("Boss", lang="en")
        people = [rig.fake.user(name, lang="en", started=True) for name in ("Anna", "Bruno")]
        group = rig.fake.group("Friday cards", members=people, admins=[boss])
        for person in people:
            await person.start_private()
        await rig.quiet()
        await boss.send(group, "/pinnacola", anonymous=True)
        await rig.quiet()
        table = await rig.state(group)
        assert table is not None
        assert table.phase == "lobby"
        assert all(seat.person is None for seat in table.seats)
        # Nobody can be written to: the answers stand in the group.
        for command in ("/hand", "/leave"):
            await boss.send(group, command, anonymous=True)
            await rig.quiet()
            assert "no seat" in group.last.text
        # Behind a tap there is a person, also where the name is hidden.
        await boss.tap(group, "2 players")
        for person in people:
            await person.tap(group, "Join")
        await rig.quiet()
        assert (await people[1].tap(group, "Start")).text.startswith("Only Anna")
        assert (await boss.tap(group, "Start")).text == "Let's play!"
        await rig.quiet()
        await people[1].send(group, "/stop")
        await rig.quiet()
        assert (await rig.state(group)).phase == "deal"  # type: ignore[union-attr]
        await boss.send(group, "/stop", anonymous=True)
        await rig.quiet()
        await boss.tap(group, "Yes, stop the match")
        await rig.quiet()
        assert (await rig.state(group)).phase == "idle"  # type: ignore[union-attr]
        assert "stopped" in group.last.text


async def test_a_channel_that_writes_in_the_group_is_no_admin() -> None:
    async with running() as rig:
        scene = await seated(rig, 2)
        boss = rig.fake.user("Boss", lang="en")
        boss.joins(scene.spot)  # type: ignore[arg-type]
        scene.spot.promotes(boss)  # type: ignore[union-attr]
        before = await scene.state()
        message = await boss.send(scene.spot, "/rules", anonymous=True)
        await rig.quiet()
        assert message.as_group
        # The same with the sender of a channel in place of the group's.
        update = next(u for u in reversed(rig.fake.updates.history) if "message" in u)
        update["message"]["from"] = {"id": 136817688, "is_bot": True, "first_name": "Channel"}
        update["message"]["text"] = "/stop"
        update["message"]["sender_chat"] = {"id": -1009, "type": "channel", "title": "News"}
        rig.fake.updates.deliver_again(update["update_id"], new_id=True)
        await rig.quiet()
        assert await scene.unchanged(before)
        assert "Only Anna" in scene.spot.last.text
