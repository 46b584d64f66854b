"""What a tab is told: the room it is in, and how it stands in the person's other rooms."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
import pytest

from adapters.web.live import STREAMS, Live
from tests.adapters.web.rig import Served, serving
from tests.adapters.web.visitor import Visitor, client, text, visiting

Rooms = list[tuple[str, str, bool]]


def rooms(told: list[dict[str, Any]]) -> Rooms:
    return [(one["room"], one["text"], one["turn"]) for one in told]


async def against_computer(person: Visitor) -> None:
    """A match of two in the person's room, in its first deal."""
    await person.command("pinnacola")
    await person.tap("group", "2 players")
    await person.tap("group", "+ Computer")
    await person.tap("group", "Start")


@asynccontextmanager
async def in_both(served: Served) -> AsyncIterator[tuple[Visitor, Visitor]]:
    """Anna in two rooms at once, in a tab for each."""
    async with visiting(served, "Anna") as (kitchen,):
        tokens = (kitchen.token,)
        async with visiting(served, "Anna", room="cellar", tokens=tokens) as (cellar,):
            yield kitchen, cellar


async def test_a_person_sees_how_it_stands_in_all_their_rooms() -> None:
    async with serving(speed=20) as served, in_both(served) as (kitchen, cellar):
        assert kitchen.rooms == []
        await kitchen.command("pinnacola")
        await cellar.quiet()
        open_table = ("kitchen", "Table open · 3 players missing", False)
        assert rooms(kitchen.rooms) == [open_table]
        # What a room has to do with the person comes to the tab in another room by itself.
        assert rooms(cellar.rooms) == [open_table]
        await served.host.clock.sleep(1)
        await against_computer(cellar)
        await kitchen.quiet()
        assert rooms(kitchen.rooms)[1] == open_table
        name, how, turn = rooms(kitchen.rooms)[0]
        assert name == "cellar"
        assert how == ("Your turn" if turn else "💻 Computer B to play")
        await kitchen.command("leave")
        assert [one[0] for one in rooms(kitchen.rooms)] == ["cellar"]


async def test_whose_turn_it_is_is_told_in_the_other_room() -> None:
    async with serving(computers=20) as served, in_both(served) as (kitchen, cellar):
        await against_computer(kitchen)
        while ("kitchen", "Your turn", True) not in rooms(cellar.rooms):
            await cellar.quiet()
        await kitchen.tap("private", "⋯ More")
        assert rooms(cellar.rooms) == [("kitchen", "Your turn", True)]
        assert cellar.threads["private"] == {}


async def test_a_room_shows_its_own_hand_only() -> None:
    async with serving() as served, in_both(served) as (kitchen, cellar):
        await against_computer(kitchen)
        await against_computer(cellar)
        for person, own, other in ((kitchen, "kitchen", "cellar"), (cellar, "cellar", "kitchen")):
            await person.quiet()
            assert len(person.all("private")) == 1
            assert own in text(person.newest("private"))
            assert other not in text(person.newest("private"))
        # What is asked in a room is answered there and not in the other.
        await kitchen.command("rules")
        await cellar.quiet()
        assert len(kitchen.all("private")) == 2
        assert len(cellar.all("private")) == 1


async def test_the_list_of_rooms_alone() -> None:
    async with serving() as served, visiting(served, "Anna") as (anna,), client(served) as http:
        await anna.command("pinnacola")
        answer = await http.get("/api/state?lang=it", headers=anna.headers)
        assert set(answer.json()) == {"now", "name", "rooms"}
        assert rooms(answer.json()["rooms"]) == [
            ("kitchen", "Tavolo aperto · mancano 3 giocatori", False)
        ]
        # Others' rooms are nobody's business.
        other = await http.post("/api/session", json={"name": "Bruno", "lang": "en"})
        headers = {"authorization": f"Bearer {other.json()['token']}"}
        assert (await http.get("/api/state", headers=headers)).json()["rooms"] == []


async def test_what_a_tab_without_a_stream_asks_is_what_one_with_a_stream_is_told() -> None:
    async with (
        serving() as served,
        visiting(served, "Anna") as (anna,),
        client(served) as http,
    ):
        await against_computer(anna)
        await anna.quiet()
        state = (await http.get("/api/state?room=kitchen", headers=anna.headers)).json()
        assert {m["id"]: m for m in state["group"]} == anna.threads["group"]
        assert {m["id"]: m for m in state["private"]} == anna.threads["private"]
        assert (await http.get("/api/state?room=kitchen")).status_code == 401
        assert (await http.get("/api/state?room=x!", headers=anna.headers)).status_code == 400


async def begun(http: httpx.AsyncClient, stack: AsyncExitStack, mark: str) -> AsyncIterator[str]:
    """The lines of a stream of a browser that has told all there is."""
    token = (await http.post("/api/session", json={"name": "Anna", "lang": "en"})).json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    address = f"/api/events?room=kitchen&browser={mark}"
    stream = await stack.enter_async_context(http.stream("GET", address, headers=headers))
    lines = stream.aiter_lines()
    assert await anext(lines) == "event: state"
    assert "rooms" in json.loads((await anext(lines)).removeprefix("data: "))
    return lines


async def test_the_oldest_stream_of_a_browser_ends_when_there_are_too_many() -> None:
    async with serving() as served, client(served) as http, AsyncExitStack() as stack:
        first = await begun(http, stack, "chrome")
        others = [await begun(http, stack, "chrome") for _ in range(STREAMS)]
        another = await begun(http, stack, "firefox")
        ended = [line async for line in first if line]
        assert ended == ["event: crowded", "data: {}"]
        # The others go on.
        async with visiting(served, "Bruno") as (bruno,):
            await bruno.command("pinnacola")
        for lines in (*others, another):
            async for line in lines:
                if line.startswith("event: "):
                    assert line == "event: change"
                    break


async def test_streams_that_have_ended_are_not_counted() -> None:
    live = Live()
    for _ in range(STREAMS + 1):
        with live.listening("web:a", browser="chrome") as listener:
            assert not listener.crowded
            assert not listener.waiting


# --- names -------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["Anna", " anna", "ANNA "])
async def test_a_name_that_is_at_the_table_already_is_said_first(typed: str) -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno") as (anna, _):
        await anna.command("pinnacola")
        async with client(served) as http:
            asked = {"name": typed, "lang": "en", "room": "kitchen"}
            answer = await http.post("/api/session", json=asked)
            assert (answer.status_code, answer.json()) == (409, {"error": "same name"})
            # Who wants it all the same may have it.
            sure = await http.post("/api/session", json={**asked, "same": True})
            assert sure.status_code == 201
            assert sure.json()["token"] != anna.token
            # In another room, or for who is not at the table, it is free.
            for other in ({**asked, "room": "cellar"}, {**asked, "name": "Bruno"}):
                assert (await http.post("/api/session", json=other)).status_code == 201
