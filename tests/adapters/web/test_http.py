"""What the server of the page answers to whom: strangers, forgers, clumsy people."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from tests.adapters.web.rig import serving


@asynccontextmanager
async def client() -> AsyncIterator[httpx.AsyncClient]:
    """A client at a page that serves."""
    async with (
        serving() as app,
        httpx.AsyncClient(base_url=app.url, headers={"origin": app.url.rstrip("/")}) as http,
    ):
        yield http


async def enter(http: httpx.AsyncClient, name: str) -> dict[str, str]:
    """A session: the header that shows it."""
    answer = await http.post("/api/session", json={"name": name, "lang": "en"})
    assert answer.status_code == 201
    return {"authorization": f"Bearer {answer.json()['token']}"}


async def send(
    http: httpx.AsyncClient, kind: str, who: dict[str, str], **fields: str
) -> httpx.Response:
    """A tap or a command in the room."""
    body = {"room": "kitchen", "thread": "group", "lang": "en", **fields}
    return await http.post(f"/api/{kind}", json=body, headers=who)


async def thread(http: httpx.AsyncClient, who: dict[str, str]) -> dict[str, object]:
    """All that a tab is told at its start."""
    async with http.stream("GET", "/api/events?room=kitchen", headers=who) as stream:
        async for line in stream.aiter_lines():
            if line.startswith("data: "):
                state: dict[str, object] = json.loads(line.removeprefix("data: "))
                return state
    raise AssertionError("the stream says nothing")


async def test_who_has_no_session_is_refused() -> None:
    async with client() as http:
        for who in ({}, {"authorization": "Bearer guessed"}):
            assert (await send(http, "command", who, name="pinnacola")).status_code == 401
            answer = await http.get("/api/events?room=kitchen", headers=who)
            assert answer.status_code == 401


async def test_sessions_are_unguessable_and_people_are_different() -> None:
    async with client() as http:
        tokens = {(await enter(http, "Anna"))["authorization"] for _ in range(5)}
        assert len(tokens) == 5
        assert min(len(token) for token in tokens) > 30


async def test_foreign_pages_and_foreign_names_of_the_machine_are_refused() -> None:
    async with client() as http:
        who = await enter(http, "Anna")
        evil = {**who, "origin": "http://evil.example"}
        assert (await send(http, "command", evil, name="pinnacola")).status_code == 403
        answer = await http.get("/r/kitchen", headers={"host": "evil.example"})
        assert answer.status_code in (400, 403, 421)


@pytest.mark.parametrize("payload", ["", "x", "jaaaaaaaa0", "<script>", "m" * 200])
async def test_forged_payloads_get_a_clear_answer(payload: str) -> None:
    async with client() as http:
        who = await enter(http, "Anna")
        answer = await send(http, "tap", who, payload=payload)
        assert answer.status_code == 200
        assert answer.json()["notice"]


async def test_bad_names_and_bad_rooms_are_refused() -> None:
    async with client() as http:
        for name in ("", "   ", "\u200b"):
            answer = await http.post("/api/session", json={"name": name, "lang": "en"})
            assert answer.status_code == 422
        assert (await http.get("/r/no_such_room!")).status_code == 404
        who = await enter(http, "Anna")
        bad = await send(http, "command", who, name="pinnacola", room="../x")
        assert bad.status_code == 400


async def test_nothing_is_taken_that_is_too_large_or_no_json() -> None:
    async with client() as http:
        who = await enter(http, "Anna")
        asks = {**who, "content-type": "application/json"}
        large = await http.post("/api/tap", content=b"{" + b" " * 10**6, headers=asks)
        assert large.status_code == 413
        broken = await http.post("/api/tap", content=b"{", headers=asks)
        assert broken.status_code == 400


async def test_names_with_markup_are_shown_as_typed_and_run_nothing() -> None:
    async with client() as http:
        who = await enter(http, "<img src=x>")
        await send(http, "command", who, name="pinnacola")
        state = await thread(http, who)
        page = await http.get("/r/kitchen")
        assert "script-src 'self'" in page.headers["content-security-policy"]
        for _ in range(100):
            state = await thread(http, who)
            if state["group"]:
                break
        assert "<img src=x>" in json.dumps(state["group"])


async def test_a_hand_is_seen_by_its_owner_alone() -> None:
    async with client() as http:
        anna, bruno = await enter(http, "Anna"), await enter(http, "Bruno")
        await send(http, "command", anna, name="pinnacola")
        state: dict[str, object] = {}
        for label, who in (("2 players", anna), ("Join", bruno), ("Start", anna)):
            payload = ""
            for _ in range(200):
                state = await thread(http, anna)
                group = state["group"]
                assert isinstance(group, list)
                found = [
                    button["payload"]
                    for message in group
                    for row in message["rows"]
                    for button in row
                    if button["label"] == label
                ]
                if found:
                    payload = found[-1]
                    break
            assert (await send(http, "tap", who, payload=payload)).status_code == 200
        hands = {}
        for name, who in (("Anna", anna), ("Bruno", bruno)):
            for _ in range(200):
                state = await thread(http, who)
                if "Hand (13)" in json.dumps(state["private"]):
                    break
            hands[name] = json.dumps(state["private"])
            assert "Hand (" not in json.dumps(state["group"])
        assert hands["Anna"] != hands["Bruno"]
        stranger = await enter(http, "Eva")
        assert "Hand (" not in json.dumps(await thread(http, stranger))
