"""Requests of the browser become requests to the host, replies become answers."""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from adapters.web.guard import Guard, Refused, fields, text, token
from adapters.web.live import Live
from adapters.web.names import Names
from adapters.web.outbound import WebPlatform
from adapters.web.pages import ROOM, error_page, home_page, language, room_page
from adapters.web.sessions import Sessions
from adapters.web.streams import Streams
from bot.budgets import OWN
from bot.host import Host
from bot.notices import Notice
from bot.pictures.spec import digest
from bot.ports import StoreUnavailable
from bot.requests import Person, Place, Reply
from bot.screens import measure
from bot.studio import NotDrawn
from bot.texts import texts
from bot.texts.notices import notice_text
from bot.trouble import where

log = logging.getLogger(__name__)

MARK: Final = 64
"""Letters of the mark by which a browser is known; more are cut."""

_KEEP: Final = {"Cache-Control": "private, max-age=86400, immutable", "Vary": "Authorization"}
"""Of a picture: a digest names what it looks like, so it never changes."""

Serve = Callable[[Request], Awaitable[Response]]


class Inbound:
    """All that the server answers."""

    def __init__(self, host: Host, platform: WebPlatform, sessions: Sessions, live: Live) -> None:
        self._host = host
        self._platform = platform
        self._sessions = sessions
        self._live = live
        self._streams = Streams(host, platform, live)

    def app(self, names: Names) -> Guard:
        """The application, behind its guard."""
        routes = [
            Route("/", self._home),
            Route("/r", self._to_room),
            Route("/r/{room}", self._room),
            Route("/api/session", _api(self._open_session), methods=["POST"]),
            Route("/api/events", _api(self._events)),
            Route("/api/state", _api(self._state)),
            Route("/api/picture", _api(self._picture)),
            Route("/api/tap", _api(self._tap), methods=["POST"]),
            Route("/api/command", _api(self._command), methods=["POST"]),
            Route("/api/put-away", _api(self._put_away), methods=["POST"]),
            Mount("/static", _Static(packages=[("adapters.web", "static")])),
        ]
        app = Starlette(routes=routes, exception_handlers={404: _no_page, 405: _no_page})
        return Guard(app, names)

    # --- pages -----------------------------------------------------------------------------

    async def _home(self, request: Request) -> Response:
        return HTMLResponse(home_page(_language(request)))

    async def _to_room(self, request: Request) -> Response:
        """The form of the first page, sent: to the room it names."""
        typed = unicodedata.normalize("NFKD", request.query_params.get("room", "").lower())
        plain = "".join(sign for sign in typed if not unicodedata.combining(sign))
        room = "-".join(re.split(r"[\s'’]+", plain.strip()))
        if not ROOM.fullmatch(room):
            return _bad_room(request)
        return RedirectResponse(f"/r/{room}?lang={_language(request)}", 303)

    async def _room(self, request: Request) -> Response:
        room = request.path_params["room"]
        if ROOM.fullmatch(room):
            return HTMLResponse(room_page(room, _language(request)))
        if ROOM.fullmatch(room.lower()):
            return RedirectResponse(request.url.replace(path=f"/r/{room.lower()}"), 308)
        return _bad_room(request)

    # --- people ----------------------------------------------------------------------------

    async def _open_session(self, request: Request) -> Response:
        """Somebody gives a name: the token by which this tab is known from now on."""
        found = await fields(request)
        name = text(found, "name")
        room = found.get("room")
        if isinstance(room, str) and found.get("same") is not True:
            there = {measure.name(each).casefold() for each in await self._names(room)}
            if measure.name(name).casefold() in there:
                raise Refused(409, "same name")
        opened = await self._sessions.open(name, language(text(found, "lang"), ""))
        if opened is None:
            raise Refused(422, "name")
        given, person = opened
        return JSONResponse({"token": given, "name": person.name}, 201)

    async def _names(self, room: str) -> list[str]:
        return await self._host.chats.names(f"web:{room}") if ROOM.fullmatch(room) else []

    async def _person(self, request: Request, lang: str) -> Person:
        person = await self._sessions.person(token(request), language(lang, ""))
        if person is None:
            raise Refused(401, "unknown")
        return person

    # --- what a person does ------------------------------------------------------------------

    async def _tap(self, request: Request) -> Response:
        """A button was tapped."""
        found = await fields(request)
        person = await self._person(request, text(found, "lang"))
        place = _place(found, person)
        reply = await self._host.tap(person, place, text(found, "payload"), reachable=True)
        return await self._answer(reply, person, place)

    async def _command(self, request: Request) -> Response:
        """A command was chosen from the bar, or the private chat is opened (`start`)."""
        found = await fields(request)
        person = await self._person(request, text(found, "lang"))
        place = _place(found, person)
        argument = found.get("argument", "")
        reply = await self._host.command(
            person,
            place,
            text(found, "name"),
            argument if isinstance(argument, str) else "",
            reachable=True,
        )
        if reply is None:
            raise Refused(404, "no such command")
        return await self._answer(reply, person, place)

    async def _answer(self, reply: Reply, person: Person, place: Place) -> Response:
        if reply.link is not None:
            private = Place(person.id, private=True)
            entered = await self._host.command(person, private, "start", reply.link)
            reply = entered or Reply()
        answer: dict[str, Any] = {"notice": reply.notice, "alert": reply.alert}
        if reply.screen is not None:
            table = "" if place.private else await self._host.chats.code(place.id)
            await self._platform.say(person.id, reply.screen, table or "")
            await self._host.publisher.below(person.id)
            answer["show"] = "private"
        # Who has just sat down or left may see another list of rooms now.
        self._live.tell(person.id, {})
        return JSONResponse(answer)

    async def _put_away(self, request: Request) -> Response:
        """The reader of an answer in the private thread has done with it."""
        found = await fields(request)
        person = await self._person(request, "")
        number = found.get("message")
        if not isinstance(number, int) or not await self._platform.put_away(person.id, number):
            raise Refused(404, "no such answer")
        return JSONResponse({})

    # --- what a person sees --------------------------------------------------------------------

    async def _events(self, request: Request) -> Response:
        """The stream of a tab."""
        person, room = await self._looking(request)
        browser = request.query_params.get("browser", "")[:MARK]
        events = self._streams.events(person, room, browser)
        return StreamingResponse(events, media_type="text/event-stream")

    async def _state(self, request: Request) -> Response:
        """All that a tab would be told first: for one that has no stream."""
        return JSONResponse(await self._streams.state(*await self._looking(request)))

    async def _picture(self, request: Request) -> Response:
        """The picture of a message, for who may read it: in the room, or the own private thread.

        Nothing where the message shows it no more, which is no fault of who asks.
        """
        person, room = await self._looking(request)
        asked = request.query_params
        private = asked.get("thread") == "private"
        thread = person.id if private else f"web:{room}"
        found = [
            message.picture
            for message in await self._platform.messages(thread)
            if str(message.number) == asked.get("message")
        ]
        if not found or found[0] is None or digest(found[0]) != asked.get("digest"):
            return Response(status_code=204)
        try:
            file = await self._host.studio.png(found[0], lambda: OWN)
        except NotDrawn:
            return Response(status_code=204)
        return Response(file, media_type="image/png", headers=_KEEP)

    async def _looking(self, request: Request) -> tuple[Person, str | None]:
        """Who looks at which room; None: at the list of rooms. Raises Refused."""
        person = await self._person(request, request.query_params.get("lang", ""))
        room = request.query_params.get("room")
        if room is not None and not ROOM.fullmatch(room):
            raise Refused(400, "room")
        return person, room


def _place(found: Any, person: Person) -> Place:
    """Where something was asked: in the room, or in the private thread. Raises Refused."""
    room, thread = text(found, "room"), text(found, "thread")
    if not ROOM.fullmatch(room) or thread not in ("group", "private"):
        raise Refused(400, "room")
    if thread == "private":
        return Place(person.id, private=True)
    return Place(f"web:{room}", room)


def _language(request: Request) -> str:
    accepted = request.headers.get("accept-language", "")
    return language(request.query_params.get("lang"), accepted)


def _bad_room(request: Request) -> Response:
    return HTMLResponse(error_page("room_bad_title", "room_bad", _language(request)), 404)


async def _no_page(request: Request, error: Exception) -> Response:
    """There is nothing at that address, or nothing that can be asked in that way."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    return HTMLResponse(error_page("no_page", "no_page_why", _language(request)), status)


def _api(serve: Serve) -> Serve:
    """Serve, and say in JSON what went wrong."""

    async def served(request: Request) -> Response:
        try:
            return await serve(request)
        except Refused as refused:
            return JSONResponse({"error": refused.why}, refused.status)
        except StoreUnavailable as error:
            log.error("%s", error)
            notice = notice_text(Notice("store_down"), texts(_language(request)))
            return JSONResponse({"notice": notice, "alert": False}, 503)
        except Exception as error:
            log.error("a request of the page failed: %s", where(error))
            return JSONResponse({"error": "trouble"}, 500)

    return served


class _Static(StaticFiles):
    """Files of the page; a browser asks each time whether they are still the same."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one file."""

        async def fresh(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"cache-control", b"no-cache")]
            await send(message)

        await super().__call__(scope, receive, fresh)
