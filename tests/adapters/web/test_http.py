"""What the server of the page answers to whom: strangers, forgers, clumsy people."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator

import httpx
import pytest

from adapters.web.live import BEHIND, Live
from bot.ports import StoreUnavailable
from tests.adapters.web.rig import Served, serving
from tests.adapters.web.visitor import Visitor, client, dealt, text, visiting

JSON = {"content-type": "application/json"}


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as served:
        yield served


@pytest.fixture
async def http(served: Served) -> AsyncIterator[httpx.AsyncClient]:
    async with client(served) as http:
        yield http


@pytest.fixture
async def anna(served: Served) -> AsyncIterator[Visitor]:
    async with visiting(served, "Anna") as (anna,):
        yield anna


# --- who asks ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "who",
    [
        {},
        {"authorization": "Bearer guessed"},
        {"authorization": "Bearer " + "A" * 43},
        {"authorization": "Basic QQ=="},
    ],
)
async def test_who_has_no_session_is_refused(http: httpx.AsyncClient, who: dict[str, str]) -> None:
    asked = {"room": "kitchen", "thread": "group", "lang": "en", "name": "pinnacola"}
    assert (await http.post("/api/command", json=asked, headers=who)).status_code == 401
    assert (await http.get("/api/events?room=kitchen", headers=who)).status_code == 401


async def test_sessions_are_unguessable_and_people_are_different(served: Served) -> None:
    async with visiting(served, *["Anna"] * 5) as people:
        assert len({person.token for person in people}) == 5
        assert len({person.person for person in people}) == 5
        # 32 random bytes.
        assert {len(person.token) for person in people} == {43}


async def test_the_store_holds_no_token(served: Served, anna: Visitor) -> None:
    await anna.command("pinnacola")
    facts = await served.store.person(anna.person)
    assert facts["name"] == "Anna"
    assert anna.token not in facts.values()
    assert await served.store.person(anna.token) == {}
    assert anna.token not in anna.person


async def test_foreign_pages_are_refused(http: httpx.AsyncClient, anna: Visitor) -> None:
    asked = {"room": "kitchen", "thread": "group", "lang": "en", "name": "pinnacola"}
    foreign: list[dict[str, str]] = [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
    ]
    for headers in foreign:
        answer = await http.post("/api/command", json=asked, headers={**anna.headers, **headers})
        assert answer.status_code == 403
    # A form, which a foreign page may send without being asked, is not taken either.
    form = await http.post("/api/command", data=asked, headers=anna.headers)
    assert form.status_code == 415
    assert anna.threads["group"] == {}


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "127.0.0.1", ""])
async def test_foreign_names_of_the_machine_are_refused(http: httpx.AsyncClient, host: str) -> None:
    for path in ("/", "/r/kitchen", "/static/page.js", "/api/events?room=kitchen"):
        assert (await http.get(path, headers={"host": host})).status_code == 421


async def test_its_own_names_are_served(http: httpx.AsyncClient, served: Served) -> None:
    port = httpx.URL(served.url).port
    for name in ("localhost", "LOCALHOST", "127.0.0.1", "[::1]"):
        answer = await http.get("/r/kitchen", headers={"host": f"{name}:{port}"})
        assert answer.status_code == 200


# --- what is asked -----------------------------------------------------------------------------


@pytest.mark.parametrize("payload", ["", "x", "jaaaaaaaa0", "<script>", "m" * 200, "\x00\n", "é☃"])
async def test_forged_payloads_get_a_clear_answer(anna: Visitor, payload: str) -> None:
    answer = await anna.ask("tap", payload=payload)
    assert answer.status_code == 200
    assert answer.json()["notice"]
    assert anna.threads["group"] == {}


@pytest.mark.parametrize(
    ("what", "fields", "status"),
    [
        ("tap", {}, 400),
        ("tap", {"payload": 7}, 400),
        ("tap", {"payload": "x", "thread": "attic"}, 400),
        ("tap", {"payload": "x", "room": "../x"}, 400),
        ("tap", {"payload": "x", "room": "Kitchen"}, 400),
        ("tap", {"payload": "x", "room": "@" + "a" * 26}, 400),
        ("tap", {"payload": "\ud800"}, 400),
        ("command", {"name": "nonsense"}, 404),
        ("command", {"name": ["pinnacola"]}, 400),
        ("put-away", {"message": "1"}, 404),
        ("put-away", {"message": 99}, 404),
        ("put-away", {}, 404),
    ],
)
async def test_what_cannot_be_meant_is_refused(
    anna: Visitor, http: httpx.AsyncClient, what: str, fields: dict[str, object], status: int
) -> None:
    body = {"room": "kitchen", "thread": "group", "lang": "en", **fields}
    answer = await http.post(
        f"/api/{what}", content=json.dumps(body), headers={**JSON, **anna.headers}
    )
    assert answer.status_code == status


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{" + b" " * 10**6, 413),
        (b"{", 400),
        (b"[]", 400),
        (b"[" * 4000, 400),
        (b"\xff\xfe", 400),
        (b"", 400),
    ],
)
async def test_nothing_is_taken_that_is_too_large_or_no_object(
    http: httpx.AsyncClient, anna: Visitor, body: bytes, status: int
) -> None:
    answer = await http.post("/api/tap", content=body, headers={**JSON, **anna.headers})
    assert answer.status_code == status


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "\u202e", "x" * 1000])
async def test_names_nobody_can_read_are_refused(http: httpx.AsyncClient, name: str) -> None:
    answer = await http.post("/api/session", json={"name": name, "lang": "en"})
    assert answer.status_code == 422


async def test_long_names_are_cut(http: httpx.AsyncClient) -> None:
    answer = await http.post("/api/session", json={"name": "Anna " * 20, "lang": "en"})
    assert len(answer.json()["name"]) <= 24


async def test_names_with_markup_stay_texts(served: Served) -> None:
    async with visiting(served, "<img src=x onerror=alert(1)>") as (anna,):
        await anna.command("pinnacola")
        assert "<img src=x" in text(anna.newest("group"))


# --- pages -------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", ["no_such_room!", "a" * 33, "%3Cscript%3E", "@abc", "k.html"])
async def test_a_room_that_cannot_be_is_said_clearly(http: httpx.AsyncClient, room: str) -> None:
    answer = await http.get(f"/r/{room}", headers={"accept-language": "it-IT,it;q=0.9"})
    assert answer.status_code == 404
    assert "da 1 a 32 lettere" in answer.text
    assert "<script" not in answer.text


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/nowhere", 404), ("GET", "/static/nothing.js", 404), ("POST", "/r/kitchen", 405)],
)
async def test_a_wrong_address_is_said_in_the_readers_language(
    http: httpx.AsyncClient, method: str, path: str, status: int
) -> None:
    answer = await http.request(method, path, headers={**JSON, "accept-language": "it-IT"})
    assert answer.status_code == status
    said = re.findall(r"<(?:h1|p)>(?:<a[^>]*>)?([^<]+)", answer.text)
    assert said[0] == "Questa pagina non c&#x27;è."
    assert "Alla prima pagina" in said
    assert len(said) == len(set(said))


async def test_the_way_to_a_room(http: httpx.AsyncClient) -> None:
    sent = await http.get("/r", params={"room": " La Cucina ", "lang": "it"})
    assert sent.status_code == 303
    assert sent.headers["location"] == "/r/la-cucina?lang=it"
    # As it is written in Italian.
    for typed, room in (("Caffè Perù", "caffe-peru"), ("L'orto", "l-orto"), ("l’Orto", "l-orto")):
        sent = await http.get("/r", params={"room": typed, "lang": "it"})
        assert sent.headers["location"] == f"/r/{room}?lang=it"
    small = await http.get("/r/Kitchen", params={"lang": "it"})
    assert httpx.URL(small.headers["location"]).raw_path == b"/r/kitchen?lang=it"
    assert (await http.get("/r", params={"room": "//evil.example"})).status_code == 404


async def test_every_answer_keeps_scripts_and_frames_of_others_out(
    http: httpx.AsyncClient,
) -> None:
    for path in ("/", "/r/kitchen", "/r/no_room!", "/nothing", "/static/page.js", "/api/events"):
        headers = (await http.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


async def test_the_pages_load_nothing_from_elsewhere(http: httpx.AsyncClient) -> None:
    for path in ("/", "/r/kitchen", "/static/page.js", "/static/link.js", "/static/page.css"):
        answer = await http.get(path)
        assert answer.status_code == 200
        assert "https://" not in answer.text
        assert "<script>" not in answer.text
        assert "style=" not in answer.text


@pytest.mark.parametrize(
    ("accepted", "asked", "lang"),
    [("it-IT,it;q=0.9", "", "it"), ("de", "", "en"), ("en", "it", "it"), ("it", "xx", "it")],
)
async def test_the_language_is_the_browsers_or_the_one_chosen(
    http: httpx.AsyncClient, accepted: str, asked: str, lang: str
) -> None:
    answer = await http.get(f"/r/kitchen?lang={asked}", headers={"accept-language": accepted})
    assert f'<html lang="{lang}">' in answer.text


# --- answers -----------------------------------------------------------------------------------


async def test_answers_come_in_private_once_and_can_be_put_away(served: Served) -> None:
    async with visiting(served, "Anna", "Bruno") as (anna, bruno):
        for _ in range(2):
            assert (await anna.command("rules"))["show"] == "private"
        assert len(anna.all("private")) == 1
        assert anna.threads["group"] == {}
        assert bruno.threads["private"] == {}
        number = anna.newest("private")["id"]
        await anna.ask("put-away", message=number)
        assert anna.threads["private"] == {}


async def test_a_post_of_the_host_cannot_be_put_away(served: Served) -> None:
    async with visiting(served, "Anna", "Bruno") as (anna, bruno):
        await dealt(anna, bruno)
        hand = anna.newest("private")
        assert (await anna.ask("put-away", message=hand["id"])).status_code == 404
        assert anna.newest("private") == hand


async def test_two_rooms_are_two_tables(served: Served) -> None:
    async with (
        visiting(served, "Anna") as (anna,),
        visiting(served, "Bruno", room="cellar") as (bruno,),
    ):
        await anna.command("pinnacola")
        await bruno.quiet()
        assert bruno.threads["group"] == {}
        await bruno.command("pinnacola")
        assert "Bruno" in text(bruno.newest("group"))
        assert "Bruno" not in text(anna.newest("group"))


async def test_without_the_store_the_person_is_told(
    served: Served, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def down(_: str) -> dict[str, str]:
        raise StoreUnavailable("the store at memory does not serve")

    monkeypatch.setattr(served.store, "person", down)
    answer = await anna.ask("command", name="pinnacola")
    assert answer.status_code == 503
    assert answer.json()["notice"]


async def test_a_tab_that_does_not_keep_up_is_sent_away_and_the_others_stay() -> None:
    live = Live()
    with live.listening("web:a") as slow, live.listening("web:a") as quick:
        for number in range(BEHIND + 10):
            live.tell("web:a", {"gone": number})
            assert await quick.next() == ("web:a", {"gone": number})
        heard = [await slow.next() for _ in range(BEHIND + 1)]
        assert heard[-1] is None
        assert None not in heard[:-1]
