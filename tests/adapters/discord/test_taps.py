"""Taps that come late, from strangers, from forgers, while Discord or the store have trouble."""

from __future__ import annotations

from typing import Any

import pytest

from bot import payloads
from bot import requests as rq
from bot.ports import StoreUnavailable
from bot.requests import Reply
from engine.actions import DRAW
from tests.adapters.discord.player import Player, choices, parts, text
from tests.adapters.discord.rig import Rig, running
from tests.adapters.discord.scenes import aside, dealt, opened, play, to_play

GONE = "This button does not work any more."


def acknowledged(rig: Rig) -> int:
    """How many interactions the bot has acknowledged so far."""
    return sum(call.path.endswith("/callback") for call in rig.env.http_requests)


async def test_c29_every_interaction_is_acknowledged_before_any_other_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running() as rig:
        before: list[int] = []
        handle = rig.host.handle

        async def noted(request: rq.Request) -> Reply:
            before.append(acknowledged(rig))
            return await handle(request)

        monkeypatch.setattr(rig.host, "handle", noted)
        anna, bruno = await opened(rig)
        await bruno.press("Join")
        await rig.quiet()
        await anna.press("Start")
        await rig.quiet()
        await bruno.press("My hand")
        assert before == [1, 2, 3, 4, 5]


async def test_strangers_are_told_and_change_nothing() -> None:
    async with running() as rig:
        people = await dealt(rig)
        eva = Player(rig, "Eva")
        before = await rig.state()
        await eva.press("My hand")
        assert eva.told == ["You have no seat in this match."]
        await eva.slash("hand")
        assert "Hand" not in eva.told[-1]
        await eva.slash("leave")
        assert await rig.state() == before
        assert all("Eva" not in text(parts(m)) for m in rig.channel.history())
        assert len(people) == 2


async def forge(rig: Rig, person: Player, payload: str, menu: str = "") -> str:
    """A tap on a button that the bot did not draw, in its place under the table; the answer."""
    message: Any = next(m for m in rig.channel.history() if choices(parts(m)))
    stored = rig.env.backend.get_message(rig.channel.id, message.id)
    real = stored.components
    item: dict[str, Any] = {"type": 2, "style": 2, "label": "x", "custom_id": payload}
    if menu:
        options = [{"label": "x", "value": payload}]
        item = {"type": 3, "custom_id": menu, "options": options}
    stored.components = [{"type": 1, "components": [item]}]
    told = len(person.told)
    try:
        if menu:
            person.answered(await person.member.select(message, [payload], custom_id=menu))
        else:
            person.answered(await person.member.click(message, custom_id=payload))
    finally:
        stored.components = real
    return person.told[-1] if len(person.told) > told else ""


async def test_payloads_that_were_never_ours() -> None:
    async with running() as rig:
        people = await dealt(rig)
        before = await rig.state()
        code = before.code
        for payload in ("m", "j" * 100, "{}", "à🃏", "menu:0", f"M{code}1.D", f"m{code}1.D.D"):
            assert await forge(rig, people[0], payload) == GONE, payload
            assert await forge(rig, people[0], payload, menu="menu:0") == GONE, payload
        assert await forge(rig, people[0], payloads.encode("zzzzzzzz", rq.Leave())) == GONE
        # Somebody else's move, with the very bytes of their button.
        mover = await to_play(people)
        other = next(each for each in people if each is not mover)
        said = await forge(rig, other, payloads.move(code, before.stamp, (DRAW,)))
        assert mover.member.name.capitalize() in said
        assert await rig.state() == before


async def test_c06_an_old_hand_cannot_move_and_shows_the_newest() -> None:
    async with running() as rig:
        people = await dealt(rig)
        mover = await to_play(people)
        await mover.press("My hand")
        draw = next(c for c in mover.offered() if c.payload[0] == "m")
        await play(rig, people, 2)
        before = await rig.state()
        said = await forge(rig, mover, draw.payload)
        assert said
        assert await rig.state() == before


async def test_c13_names_are_shown_as_typed_and_ping_nobody() -> None:
    async with running() as rig:
        name = "**@everyone** <@1>"
        people = await aside(rig, name, "Bruno")
        assert (await rig.state()).seats[0].name
        await play(rig, people, 2)
        for one in rig.sent():
            shown = text(one.body["components"])
            assert "<@1>" not in shown
            assert "@everyone" not in shown.replace("\\@", "")
            if not one.private:
                assert one.body["allowed_mentions"].get("parse", []) == []
        # A call does reach the one who is called, and nobody else.
        allowed = [one.body.get("allowed_mentions", {}) for one in rig.sent()]
        called = {int(user) for each in allowed for user in each.get("users", ())}
        assert called == {each.member.id for each in people}


async def test_c29_an_acknowledgement_that_is_lost_does_not_lose_the_tap() -> None:
    async with running() as rig:
        _, bruno = await opened(rig)
        rig.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
        assert not (await bruno.tap("Join")).acknowledged
        assert [seat.name for seat in (await rig.state()).seats] == ["Anna", "Bruno"]


async def test_c30_an_answer_that_cannot_be_given_does_not_lose_the_tap() -> None:
    async with running() as rig:
        _, bruno = await opened(rig)
        rig.env.inject_error("POST", "/webhooks/*", status=404, code=10015)
        await bruno.press("Join")
        assert [seat.name for seat in (await rig.state()).seats] == ["Anna", "Bruno"]
        assert rig.env.errors == []


async def test_a_store_that_is_down_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running() as rig:
        anna, _ = await opened(rig)

        async def down(*_: object) -> None:
            raise StoreUnavailable("no answer")

        for name in ("load", "known_code", "commit"):
            monkeypatch.setattr(rig.store, name, down)
        await anna.slash("pinnacola")
        assert anna.told[-1]
        assert "\n" not in anna.told[-1]
        monkeypatch.undo()
