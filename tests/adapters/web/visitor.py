"""A person at the page without a browser: what the tab asks and all that it is told."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx

from adapters.web.messages import from_text
from adapters.web.sessions import person_id
from bot.requests import Person
from tests.adapters.web.rig import Served
from tests.patience import PATIENCE

Message = dict[str, Any]


def text(message: Message) -> str:
    """What is to be read in a message."""
    return "\n".join("".join(s["text"] for s in line["spans"]) for line in message["lines"])


def buttons(message: Message) -> Iterator[dict[str, str]]:
    """The buttons of a message, from the top."""
    for row in message["rows"]:
        yield from row


class Visitor:
    """A tab in a room. `told` is everything it got to see, as (thread, message or reply)."""

    def __init__(self, served: Served, http: httpx.AsyncClient, room: str, session: Message):
        self.token: str = session["token"]
        self.name: str = session["name"]
        self.lang = "en"
        self.threads: dict[str, dict[int, Message]] = {"group": {}, "private": {}}
        self.told: list[tuple[str, Message]] = []
        self.rooms: list[Message] = []
        self.closed = asyncio.Event()
        self._served = served
        self._http = http
        self._room = room
        self._states = 0

    @property
    def headers(self) -> dict[str, str]:
        """What shows who it is."""
        return {"authorization": f"Bearer {self.token}"}

    async def listen(self) -> None:
        """Follow one stream to its end."""
        address = f"/api/events?room={self._room}"
        async with self._http.stream("GET", address, headers=self.headers, timeout=None) as stream:
            assert stream.status_code == 200
            name = ""
            async for line in stream.aiter_lines():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    self._hear(name, json.loads(line.removeprefix("data: ")))
        self.closed.set()

    def _hear(self, name: str, data: Message) -> None:
        if "rooms" in data:
            self.rooms = data["rooms"]
        if name == "state":
            self._states += 1
            for thread in self.threads:
                self.threads[thread] = {m["id"]: m for m in data[thread]}
                self.told += [(thread, m) for m in data[thread]]
        elif name == "rooms":
            return
        elif "gone" in data:
            self.threads[data["thread"]].pop(data["gone"], None)
        else:
            message = data["message"]
            self.threads[data["thread"]][message["id"]] = message
            self.told.append((data["thread"], message))

    def all(self, thread: str) -> list[Message]:
        """The messages of a thread, oldest first."""
        return [message for _, message in sorted(self.threads[thread].items())]

    def newest(self, thread: str) -> Message:
        """The newest message of a thread."""
        return self.all(thread)[-1]

    def labels(self, thread: str) -> list[str]:
        """The labels of the newest message."""
        return [button["label"] for button in buttons(self.newest(thread))]

    def payload(self, thread: str, label: str | re.Pattern[str]) -> str:
        """The payload of a button, of the newest message that has such a label."""
        for message in reversed(self.all(thread)):
            for button in buttons(message):
                said = button["label"]
                if label == said or (isinstance(label, re.Pattern) and label.search(said)):
                    return button["payload"]
        raise AssertionError(f"no button {label} in {thread}")

    async def ask(self, what: str, **fields: Any) -> httpx.Response:
        """Ask for something in the room."""
        body = {"room": self._room, "thread": "group", "lang": self.lang, **fields}
        self._served.asked += 1
        try:
            answer = await self._http.post(f"/api/{what}", json=body, headers=self.headers)
        finally:
            self._served.asked -= 1
        await self.quiet()
        return answer

    async def command(self, name: str, **fields: Any) -> Message:
        """Choose a command; the reply."""
        return self._reply(await self.ask("command", name=name, **fields))

    async def tap(self, thread: str, label: str | re.Pattern[str]) -> Message:
        """Tap a button; the reply."""
        payload = self.payload(thread, label)
        return self._reply(await self.ask("tap", thread=thread, payload=payload))

    def _reply(self, answer: httpx.Response) -> Message:
        assert answer.status_code == 200
        reply: Message = answer.json()
        self.told.append(("reply", reply))
        return reply

    async def picture(self, thread: str, message: Message, /, **asked: Any) -> httpx.Response:
        """Ask for the picture of a message."""
        fields = {
            "room": self._room,
            "thread": thread,
            "message": message["id"],
            "digest": message["picture"]["digest"],
            **asked,
        }
        return await self._http.get("/api/picture", params=fields, headers=self.headers)

    async def quiet(self) -> None:
        """Wait until all is drawn and has come here."""
        async with asyncio.timeout(PATIENCE):
            while True:
                drawn = self._states and not self._served.host.publisher.busy
                if drawn and not await self._behind():
                    return
                await asyncio.sleep(0.002)

    async def _behind(self) -> bool:
        if self.closed.is_set():
            return False
        store, person = self._served.store, self.person
        seated = await self._served.host.chats.of(Person(person, self.name, "en"))
        how = [(f"web:{one['room']}", one["text"], one["turn"]) for one in self.rooms]
        if how != [(one.place, one.text, one.turn) for one in seated]:
            return True
        code = await store.known_code(f"web:{self._room}")
        for name, thread in (("group", f"web:{self._room}"), ("private", person)):
            read = [from_text(n, t) for n, t in await store.messages(thread)]
            stored = {message.number: message.wire() for message in read if message is not None}
            # In private a room shows what belongs to its table or to none.
            here = {n: m for n, m in stored.items() if name == "group" or m["table"] in ("", code)}
            if here != self.threads[name]:
                return True
        return False

    @property
    def person(self) -> str:
        """The id of the person with the host."""
        return person_id(self.token)


@asynccontextmanager
async def client(served: Served) -> AsyncIterator[httpx.AsyncClient]:
    """A client that speaks as the page's own script would."""
    headers = {"origin": served.url.rstrip("/")}
    async with httpx.AsyncClient(base_url=served.url, headers=headers, timeout=PATIENCE) as http:
        yield http


@asynccontextmanager
async def visiting(
    served: Served, *names: str, room: str = "kitchen", tokens: tuple[str, ...] = ()
) -> AsyncIterator[list[Visitor]]:
    """People in a room, each with an open stream; with `tokens` those who were there before."""
    async with client(served) as http:
        visitors = []
        for index, name in enumerate(names):
            session = {"token": tokens[index], "name": name} if tokens else {}
            if not session:
                answer = await http.post("/api/session", json={"name": name, "lang": "en"})
                assert answer.status_code == 201
                session = answer.json()
            visitors.append(Visitor(served, http, room, session))
        streams = [asyncio.create_task(visitor.listen()) for visitor in visitors]
        try:
            for visitor in visitors:
                await visitor.quiet()
            yield visitors
        finally:
            for stream in streams:
                stream.cancel()
            for stream in streams:
                with suppress(asyncio.CancelledError, httpx.HTTPError):
                    await stream


async def dealt(anna: Visitor, bruno: Visitor) -> None:
    """A match of these two in its first deal."""
    await anna.command("pinnacola")
    await anna.tap("group", "2 players")
    await bruno.quiet()
    await bruno.tap("group", "Join")
    await anna.quiet()
    await anna.tap("group", "Start")
    await bruno.quiet()
