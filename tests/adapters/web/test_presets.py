"""Every preset at the page: chosen in the lobby with variants and a length, played to a result."""

from __future__ import annotations

import pytest

from bot.texts import texts
from tests.adapters.agreed import EVERY_PRESET, Agreed, first_deal_over
from tests.adapters.guided import next_tap
from tests.adapters.telegram.tapper import MY_TURN
from tests.adapters.web.rig import Served, serving
from tests.adapters.web.visitor import Visitor, buttons, text, visiting

SPEED = 150.0
"""How much faster than real time: computers think, people do not wait."""


async def play(served: Served, people: list[Visitor]) -> None:
    """Both decide as beginners do, until the first deal is over."""
    for _ in range(3000):
        table = await served.state()
        if first_deal_over(table):
            return
        player = next(
            (
                p
                for p in people
                if p.threads["private"] and MY_TURN.search(text(p.newest("private")))
            ),
            None,
        )
        if player is None:
            # A computer is to play, or the message is under way.
            await served.host.clock.sleep(0.3)
            continue
        offered = [b["payload"] for b in buttons(player.newest("private")) if b.get("payload")]
        payload = next_tap(table, offered)
        if payload is not None:
            answer = await player.ask("tap", thread="private", payload=payload)
            assert answer.status_code == 200
        for person in people:
            await person.quiet()
    raise AssertionError("the deal does not end")


@pytest.mark.parametrize("agreed", EVERY_PRESET, ids=str)
async def test_a_deal_of_every_preset_from_the_lobby_to_its_result(agreed: Agreed) -> None:
    speak = texts(agreed.lang)
    async with serving(speed=SPEED) as served, visiting(served, "Anna", "Bruno") as people:
        anna, bruno = people
        for person in people:
            person.lang = agreed.lang
        await anna.command("pinnacola")

        async def tap(label: str) -> None:
            assert (await anna.tap("group", label))["notice"] == ""

        await agreed.choose(tap, lambda: anna.labels("group"))
        await bruno.quiet()
        await bruno.tap("group", speak.gettext("Join"))
        await anna.quiet()
        await anna.tap("group", speak.gettext("Start"))
        await bruno.quiet()
        await play(served, people)
        await anna.quiet()
        shown = [m for where, m in anna.told if where == "group" and text(m).startswith("🏁")]
        labels = [button["label"] for message in shown for button in buttons(message)]
        agreed.played(await served.state(), text(shown[0]), labels)
