"""Posts with pictures on Telegram: photo, caption and keyboard in one, sent when needed."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.pictures.spec import MatchPicture, Picture, ResultPicture, TablePicture
from bot.screens.measure import units
from bot.sending import MOMENT
from bot.state import Table
from tests.adapters.altering import about_to_end
from tests.adapters.telegram.rig import Rig, running
from tests.adapters.telegram.scenes import Scene, between_deals, dealt, goes_out, opened
from tests.adapters.telegram.tapper import CARD, DISCARD, STOCK
from tests.fakes.chance import seeded
from tests.fakes.telegram import Group, Message, Person

PICTURES = re.compile("✓ ?Pictures")


def calls(rig: Rig, since: int) -> list[str]:
    """The methods called since then, but those that every bot calls."""
    usual = ("getupdates", "answercallbackquery")
    return [call.method for call in rig.fake.calls[since:] if call.method not in usual]


def uploads(rig: Rig, since: int = 0) -> int:
    """How many pictures were sent as files, and not by an id."""
    calls = [call for call in rig.fake.calls[since:] if call.code == 200]
    edits = [
        c for c in calls if c.method == "editmessagemedia" and "attach://" in c.params["media"]
    ]
    return len(edits) + sum(c.method == "sendphoto" and "photo" not in c.params for c in calls)


def drawn(rig: Rig, message: Message) -> Picture:
    """What the picture of a message is of."""
    assert message.photo is not None
    return rig.sketches.files[message.photo.digest]


async def tapped(scene: Scene, person: Person, label: object) -> list[str]:
    """The calls that follow a tap in private."""
    before = len(scene.rig.fake.calls)
    await person.tap(person, label)  # type: ignore[arg-type]
    await scene.rig.quiet()
    return calls(scene.rig, before)


def nearly_won(table: Table) -> Table:
    """The table with so many points on all sides that this deal is the last."""
    assert table.match is not None
    points = table.rules.target_score - 1
    return replace(table, match=replace(table.match, history=((points,) * len(table.rules.sides),)))


async def turn(scene: Scene) -> None:
    """A turn without a meld."""
    player = scene.to_play()
    await tapped(scene, player, STOCK)
    await tapped(scene, player, next(label for label in player.last.labels if CARD.match(label)))
    await tapped(scene, player, DISCARD)


async def test_table_and_hands_are_photos_with_caption_and_keyboard_in_one_message() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        for message in (scene.spot.last, *(person.last for person in scene.people)):
            picture = drawn(rig, message)
            assert isinstance(picture, TablePicture)
            assert (picture.hand is None) == (message is scene.spot.last)
            assert message.labels
            assert 0 < units(message.text) <= 1024
        sent = [call for call in rig.fake.calls if call.method == "sendphoto"]
        assert len(sent) == 3


async def test_a_choice_edits_the_caption_and_a_move_the_picture() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        player = scene.to_play()
        assert await tapped(scene, player, STOCK) == ["editmessagemedia"]
        card = next(label for label in player.last.labels if CARD.match(label))
        before = drawn(rig, player.last)
        assert await tapped(scene, player, card) == ["editmessagecaption"]
        assert drawn(rig, player.last) == before
        assert "Chosen" in player.last.text


async def test_the_same_picture_is_sent_by_its_id() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        before, files = len(rig.fake.calls), len(rig.sketches.drawn)
        old = scene.spot.last.photo
        await scene.host.send(scene.spot, "/table")
        await rig.quiet()
        assert scene.spot.last.photo is old
        await tapped(scene, scene.host, "⇅ Rank")
        await tapped(scene, scene.host, "⇅ Suit")
        assert uploads(rig, before) == 1
        assert len(rig.sketches.drawn) == files + 1


async def test_an_id_that_telegram_has_forgotten_is_replaced_by_the_file() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        rig.fake.world.photos.clear()
        before = len(rig.fake.calls)
        await scene.host.send(scene.spot, "/table")
        await rig.quiet()
        assert scene.spot.last.photo is not None
        assert uploads(rig, before) == 1
        assert [call.says for call in rig.fake.refused(400)] == [
            "Bad Request: wrong file identifier/HTTP URL specified"
        ]


async def test_after_a_restart_a_choice_is_still_an_edit_of_the_caption() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        player = scene.to_play()
        await tapped(scene, player, STOCK)
        await rig.restart()
        before = len(rig.sketches.drawn)
        card = next(label for label in player.last.labels if CARD.match(label))
        assert await tapped(scene, player, card) == ["editmessagecaption"]
        assert len(rig.sketches.drawn) == before


async def test_who_wants_no_pictures_gets_a_text_in_place_of_the_photo() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        player = scene.host
        await tapped(scene, player, "⋯ More")
        photo = player.last
        assert await tapped(scene, player, PICTURES) == ["sendmessage", "deletemessage"]
        assert photo.deleted
        assert player.last.photo is None
        assert scene.people[1].last.photo is not None
        assert scene.spot.last.photo is not None
        assert await tapped(scene, player, "Pictures") == ["sendphoto", "deletemessage"]


async def test_a_chat_can_do_without_pictures() -> None:
    async with running() as rig:
        scene = await opened(rig, 2)
        await scene.host.tap(scene.spot, PICTURES)
        await rig.quiet()
        await scene.people[1].tap(scene.spot, "Join")
        await scene.host.tap(scene.spot, "Start")
        await rig.quiet()
        assert scene.spot.last.photo is None
        assert scene.host.last.photo is not None
        await scene.host.tap(scene.spot, "More")
        await rig.quiet()
        other = scene.people[1]
        assert "Only Anna" in (await other.tap(scene.spot, "Pictures")).text
        await scene.host.tap(scene.spot, "Pictures")
        await rig.quiet()
        assert scene.spot.last.photo is not None


async def test_where_photos_are_forbidden_the_table_is_told_in_words() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        assert isinstance(scene.spot, Group)
        old = scene.spot.last
        scene.spot.forbids_photos()
        await turn(scene)
        assert old.deleted
        assert scene.spot.last.photo is None
        table = scene.spot.last
        assert scene.to_play().name in table.text.splitlines()[0]
        await turn(scene)
        assert scene.spot.last is table
        assert scene.to_play().name in table.text.splitlines()[0]
        # It is not tried again soon, as after a fault of the moment.
        rig.clock.sleeps(MOMENT)
        await turn(scene)
        assert len(rig.fake.refused()) == 1
        assert all(person.last.photo for person in scene.people)


async def test_one_photo_that_telegram_cannot_work_on_costs_one_post_its_picture() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        assert isinstance(scene.spot, Group)
        refused = "Bad Request: IMAGE_PROCESS_FAILED"
        rig.fake.fail("editMessageMedia", code=400, description=refused, chat=scene.spot.chat.id)
        await turn(scene)
        assert scene.spot.last.photo is None
        rig.clock.sleeps(MOMENT)
        await turn(scene)
        assert scene.spot.last.photo is not None


async def test_results_are_drawn_and_stay_to_be_looked_at() -> None:
    async with running() as rig:
        scene = await between_deals(rig, 2)
        result = scene.spot.last
        assert isinstance(drawn(rig, result), ResultPicture)
        # The group and everybody who reads the same language see the same picture.
        assert all(drawn(rig, person.last) == drawn(rig, result) for person in scene.people)
        for person in scene.people:
            await person.tap(person, "Next deal")
        await rig.quiet()
        assert scene.spot.last is not result
        assert not result.deleted
        assert result.photo is not None
        assert result.labels == []
        assert "The next deal starts" not in result.text
        assert "this deal" in result.text


async def test_the_whole_match_is_drawn_at_its_end() -> None:
    async with running(chance=seeded(4)) as rig:
        scene = await dealt(rig, 2)
        await rig.alter(scene.spot, lambda table: about_to_end(nearly_won(table)))
        await goes_out(scene)
        assert (await scene.state()).phase == "over"
        assert isinstance(drawn(rig, scene.spot.last), MatchPicture)
        assert all(isinstance(drawn(rig, person.last), ResultPicture) for person in scene.people)


async def test_real_pictures_go_over_the_wire() -> None:
    async with running(wire=True, really_drawn=True) as rig:
        scene = await dealt(rig, 2)
        await turn(scene)
        for message in (scene.spot.last, *(person.last for person in scene.people)):
            assert message.photo is not None
            assert message.photo.width >= 1000
            assert 10_000 < len(message.photo.content) < 100_000
