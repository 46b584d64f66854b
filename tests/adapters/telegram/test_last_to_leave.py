"""On Telegram: who leaves as the last one is asked once more, and votes are taken back."""

from __future__ import annotations

import re

import pytest

from tests.adapters.telegram.rig import Rig, running
from tests.adapters.telegram.scenes import Scene, dealt, opened
from tests.fakes.telegram import Group

YES = {"en": "Yes, leave and end the match", "it": "Sì, esci e chiudi la partita"}
LEAVE = {"en": "Leave the seat", "it": "Lascia il posto"}
ASKED = {"en": "Nobody else is playing", "it": "Non gioca nessun altro"}
MORE = re.compile("^(⋯ )?(More|Altro)$")


async def alone(rig: Rig, lang: str) -> Scene:
    """Somebody against a computer, in the first deal."""
    scene = await opened(rig, 2, langs=(lang,))
    await scene.host.tap(scene.spot, "+ Computer")
    await rig.quiet()
    await scene.host.tap(scene.spot, {"en": "Start", "it": "Inizia"}[lang])
    await rig.quiet()
    assert (await scene.state()).phase == "deal"
    return scene


@pytest.mark.parametrize("lang", ["en", "it"])
async def test_in_private_it_is_asked_in_private(lang: str) -> None:
    async with running() as rig:
        scene = await alone(rig, lang)
        anna = scene.host
        await anna.tap(anna, MORE)
        await rig.quiet()
        assert ASKED[lang] in (await anna.tap(anna, LEAVE[lang])).text
        await rig.quiet()
        assert ASKED[lang] in anna.last.text
        assert YES[lang] not in scene.spot.last.labels
        await anna.tap(anna, re.compile("^‹ "))
        await rig.quiet()
        assert LEAVE[lang] in anna.last.labels
        await anna.tap(anna, LEAVE[lang])
        await rig.quiet()
        await anna.tap(anna, YES[lang])
        await rig.quiet()
        assert (await scene.state()).phase == "idle"


@pytest.mark.parametrize("how", ["command", "button"])
async def test_in_the_group_it_is_asked_there(how: str) -> None:
    async with running() as rig:
        scene = await alone(rig, "en")
        anna = scene.host
        if how == "command":
            before = scene.spot.last
            await anna.send(scene.spot, "/leave")
            await rig.quiet()
            assert scene.spot.last is not before
        else:
            await anna.tap(scene.spot, MORE)
            await rig.quiet()
            assert ASKED["en"] in (await anna.tap(scene.spot, LEAVE["en"])).text
            await rig.quiet()
        assert (await scene.state()).phase == "deal"
        assert YES["en"] in scene.spot.last.labels
        await anna.tap(scene.spot, YES["en"])
        await rig.quiet()
        assert (await scene.state()).phase == "idle"


async def test_who_leaves_the_group_as_the_last_one_is_not_asked() -> None:
    async with running() as rig:
        scene = await alone(rig, "en")
        assert isinstance(scene.spot, Group)
        scene.host.leaves(scene.spot)
        await rig.quiet()
        assert (await scene.state()).phase == "idle"


@pytest.mark.parametrize("lang", ["en", "it"])
async def test_a_vote_is_taken_back_in_private_and_in_the_group(lang: str) -> None:
    word = {"en": "Pause", "it": "Pausa"}[lang]
    async with running() as rig:
        scene = await dealt(rig, 2, langs=(lang,))
        anna, bruno = scene.people
        await anna.tap(anna, MORE)
        await rig.quiet()
        said = (await anna.tap(anna, word)).text
        assert re.search("Tap Pause again|tocca di nuovo Pausa", said)
        await rig.quiet()
        assert f"✓{word} · 1/2" in anna.last.labels
        assert f"{word} · 1/2" in bruno.last.labels
        await anna.tap(anna, f"✓{word} · 1/2")
        await rig.quiet()
        assert (await scene.state()).pause_votes == ()
        assert not any(word in label for label in bruno.last.labels)
        # In the group all see the same button.
        await anna.tap(scene.spot, MORE)
        await rig.quiet()
        await anna.tap(scene.spot, word)
        await rig.quiet()
        await anna.tap(scene.spot, f"{word} · 1/2")
        await rig.quiet()
        assert (await scene.state()).pause_votes == ()


async def test_an_admin_who_plays_stops_the_match_without_a_vote() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        bruno = scene.people[1]
        assert isinstance(scene.spot, Group)
        scene.spot.promotes(bruno)
        await bruno.send(scene.spot, "/stop")
        await rig.quiet()
        said = await bruno.tap(scene.spot, "Yes, stop the match")
        assert said.text == "The match has been stopped."
