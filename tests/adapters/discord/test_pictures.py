"""Pictures on the simulated Discord: where they stand, and when they are sent again."""

from __future__ import annotations

from typing import Any

from adapters.discord.markup import picture_in
from bot.pictures.spec import digest
from tests.adapters.discord.player import Message, described, flat, parts, text
from tests.adapters.discord.rig import Rig, running
from tests.adapters.discord.scenes import aside, dealt, play, to_play

GALLERY = 12


def uploads(rig: Rig, since: int) -> int:
    """How many calls since then carried a new picture."""
    calls = rig.env.http_requests[since:]
    return sum(bool(call.json.get("attachments")) for call in calls if isinstance(call.json, dict))


def shows(rig: Rig, message: Message) -> bool:
    """Does the message show a picture that was drawn, and has it that file?"""
    galleries = [part for part in flat(parts(message)) if part["type"] == GALLERY]
    names = [picture_in(file.filename) for file in message.attachments]
    drawn = {digest(picture) for picture in rig.sketches.drawn}
    return len(galleries) == len(names) == 1 and names[0] in drawn


async def test_table_hands_and_result_have_a_picture_described_by_what_they_say() -> None:
    async with running() as rig:
        people = await dealt(rig)
        player = await to_play(people)
        post: Any = rig.channel.last_message
        [own] = player.inbox()
        await player.look()
        for message in (post, own, player.hand):
            assert shows(rig, message)
            head = text(parts(message)).replace("*", "")[:9]
            assert described(parts(message)).startswith(head)
        assert "Hand (13)" in described(parts(own))
        assert "Hand (13)" in text(parts(own))
        assert "Hand" not in described(parts(post))
        await play(rig, people, 100)
        assert (await rig.state()).phase == "result"
        result: Any = rig.channel.last_message
        assert shows(rig, result)
        assert shows(rig, player.inbox()[-1])


async def test_choosing_cards_sends_no_picture_and_drawing_one_does() -> None:
    async with running() as rig:
        people = await dealt(rig)
        player = await to_play(people)
        await player.look()
        await player.take(player.option("Stock"))
        await rig.quiet()
        for private in (False, True):
            await (player.look_private() if private else player.look())
            before = len(rig.env.http_requests)
            for at in (1, 3):
                await player.take([c for c in player.offered() if c.several][at])
                assert shows(rig, player.hand)
            await player.take(player.option("⇅"))
            await rig.quiet()
            if not private:
                # Another order of the cards is another picture, here and in private.
                assert uploads(rig, before) == 2
                await player.take(player.option("⇅"))
                await rig.quiet()
        before = len(rig.env.http_requests)
        await player.take([c for c in player.offered() if c.several][5])
        await rig.quiet()
        assert uploads(rig, before) == 0


async def test_where_files_are_forbidden_the_words_are_shown() -> None:
    async with running() as rig:
        people = await dealt(rig)
        await play(rig, people, 1)
        rig.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013)
        rig.env.inject_error("POST", f"/channels/{rig.channel.id}/messages", status=403, code=50013)
        await people[0].slash("table")
        await rig.quiet()
        post: Any = rig.channel.last_message
        assert not [part for part in flat(parts(post)) if part["type"] == GALLERY]
        assert "to play" in text(parts(post))
        assert not (await rig.state()).out


async def test_what_cannot_be_drawn_is_said() -> None:
    async with running() as rig:

        def broken(_: object) -> None:
            raise RuntimeError("no paint")

        rig.sketches.trouble = broken
        people = await aside(rig)
        player = await to_play(people)
        await player.look()
        assert "Hand (13)" in player.reads
        assert player.hand.attachments == []
        await play(rig, people, 2)


async def test_who_wants_no_pictures_gets_none() -> None:
    async with running() as rig:
        people = await dealt(rig)
        player = await to_play(people)
        await player.look()
        for label in ("⋯ More", "✓Pictures", "‹ Back"):
            await player.take(player.option(label))
        await rig.quiet()
        assert player.hand.attachments == []
        [own] = player.inbox()
        assert own.attachments == []
        assert "Hand (13)" in text(parts(own))
        other = people[0] if people[1] is player else people[1]
        assert shows(rig, other.inbox()[-1])
