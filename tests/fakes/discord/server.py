"""The wire: the REST API over HTTP on the loopback, its limits, and faults on demand."""

from __future__ import annotations

import fnmatch
import json
import math
import mimetypes
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import web

from tests.fakes.discord.errors import ApiError, form
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.rates import Rates, TooMany
from tests.fakes.discord.rest import Rest
from tests.fakes.discord.things import Json, Message
from tests.fakes.discord.world import World

TOKEN: Final = "ZmFrZQ.ZmFrZQ.T3BlbnNOb3RoaW5nQnV0VGhpc0Zha2U"
VIA: Final = {"Via": "1.1 google"}
"""Comes with what Discord itself answers; a 429 without it is a ban by what stands before it."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request as it was answered: the route with its ids, the status, and Discord's code."""

    at: float
    method: str
    path: str
    body: Json
    status: int
    code: int = 0


@dataclass(slots=True)
class Fault:
    """Trouble for the next calls that a pattern as `POST /channels/*/messages` fits.

    `before` happens when the request has come and before it is served.
    """

    pattern: str
    times: int
    code: int
    status: int | None
    delay: float
    before: Callable[[], None] | None

    def hits(self, what: str) -> bool:
        """Does it befall this call?"""
        return self.times > 0 and fnmatch.fnmatch(what, self.pattern)


class Server:
    """Serves one bot."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.rest = Rest(world)
        self.gateway = Gateway(world, TOKEN)
        self.rates = Rates(world.clock)
        self.calls: list[Call] = []
        self.faults: list[Fault] = []
        self.crashes: list[Exception] = []
        self.stir: Callable[[], None] = lambda: None
        self.port = 0
        self.shards = 1
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Listen on a free port of the loopback."""
        app = web.Application(client_max_size=30 * 2**20)
        app.router.add_get("/gateway/", self.gateway.serve)
        for method, path, handler, route in self._routes():
            app.router.add_route(method, f"/api/v10{path}", self._serve(handler, route))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = int(self._runner.addresses[0][1])
        self.gateway.url = f"ws://127.0.0.1:{self.port}/gateway/"

    async def stop(self) -> None:
        """Cut the connections and close the port."""
        await self.gateway.drop()
        if self._runner is not None:
            await self._runner.cleanup()

    # --- one request -------------------------------------------------------------------------

    def _serve(self, handler: Handler, route: str) -> Any:
        async def serve(request: web.Request) -> web.Response:
            body, files = await _read(request)
            path = request.path.removeprefix("/api/v10")
            try:
                answer = await self._answer(request, path, handler, route, body, files)
            except Exception as crash:
                # A mistake of the fake's own must fail the test, not look like Discord's trouble.
                self.crashes.append(crash)
                raise
            finally:
                self.stir()
            return answer

        return serve

    async def _answer(
        self,
        request: web.Request,
        path: str,
        handler: Handler,
        route: str,
        body: Json,
        files: list[Json],
    ) -> web.Response:
        what, headers = f"{request.method} {path}", dict(VIA)
        code = 0
        try:
            await self._trouble(what)
            ids = request.match_info
            if path.startswith("/webhooks/"):
                headers |= self.rates.spend_token(ids["token"])
            elif not path.startswith("/interactions/"):
                self._check_token(request)
                major = ids.get("channel") or ids.get("guild") or ""
                headers |= self.rates.spend(f"{request.method} {route}".strip(), major)
            result: Any = handler(request, body, files)
            status = 204 if result is None else 200
        except ApiError as error:
            status, code, result = error.status, error.code, error.body()
        except TooMany as many:
            status = 429
            headers |= many.headers
            headers["Retry-After"] = str(math.ceil(many.seconds))
            headers["X-RateLimit-Scope"] = "global" if many.everywhere else "user"
            if many.everywhere:
                headers["X-RateLimit-Global"] = "true"
            says = "You are being rate limited."
            result = {
                "message": says,
                "retry_after": round(many.seconds, 3),
                "global": many.everywhere,
            }
        if self.rates.banned:
            status, headers, result = 429, {}, {"message": "error code: 1015"}
        self.rates.refused(status)
        self.calls.append(Call(self.world.clock.now(), request.method, path, body, status, code))
        await self.gateway.flush()
        if status == 204:
            return web.Response(status=204, headers=headers)
        return web.Response(
            body=json.dumps(result).encode(),
            status=status,
            headers=headers,
            content_type="application/json",
        )

    async def _trouble(self, what: str) -> None:
        for fault in self.faults:
            if not fault.hits(what):
                continue
            fault.times -= 1
            if fault.before is not None:
                fault.before()
            if fault.delay:
                await self.world.clock.sleep(fault.delay)
            if fault.code or fault.status:
                raise ApiError(fault.code, status=fault.status)
            return

    def _check_token(self, request: web.Request) -> None:
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            raise ApiError(0)

    # --- the methods -------------------------------------------------------------------------

    def _routes(self) -> list[tuple[str, str, Handler, str]]:
        rest = self.rest
        ids = "/channels/{channel}/messages/{message}"
        callback = "/interactions/{id}/{token}/callback"
        webhook = "/webhooks/{app}/{token}"
        answer = webhook + "/messages/{message}"
        return [
            ("GET", "/users/@me", lambda r, b, f: self.world.bot.as_json(), "me"),
            ("GET", "/oauth2/applications/@me", lambda r, b, f: self._application(), "app"),
            ("GET", "/gateway/bot", lambda r, b, f: self._gateway(), "gateway"),
            ("PUT", "/applications/{app}/commands", self._commands, "commands"),
            ("POST", "/users/@me/channels", lambda r, b, f: rest.open_direct(b), "directs"),
            ("GET", "/guilds/{guild}", self._guild, "guild"),
            (
                "GET",
                "/guilds/{guild}/members/{user}",
                lambda r, b, f: rest.member(r.match_info["guild"], r.match_info["user"]),
                "member",
            ),
            ("GET", "/channels/{channel}", lambda r, b, f: self._channel(r).as_json(), "channel"),
            (
                "POST",
                "/channels/{channel}/messages",
                lambda r, b, f: rest.create(self._channel(r), b, f),
                "messages",
            ),
            ("GET", ids, lambda r, b, f: self._message(r).as_json(), "message"),
            ("PATCH", ids, lambda r, b, f: rest.edit(self._message(r), b, f), "message"),
            ("DELETE", ids, lambda r, b, f: self.world.remove(self._message(r)), "message"),
            ("POST", callback, self._callback, "callback"),
            ("POST", webhook, lambda r, b, f: rest.follow_up(*_hook(r), b, f), "webhook"),
            ("GET", answer, lambda r, b, f: rest.answer(*_answer_of(r)), "answer"),
            ("PATCH", answer, lambda r, b, f: rest.edit_answer(*_answer_of(r), b, f), "answer"),
            ("DELETE", answer, lambda r, b, f: rest.delete_answer(*_answer_of(r)), "answer"),
        ]

    def _application(self) -> Json:
        return {
            "id": str(self.world.bot.id),
            "name": "Pinnacola",
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "",
            "flags": 0,
            "team": None,
            "owner": {"id": "1", "username": "owner", "discriminator": "0", "avatar": None},
        }

    def _gateway(self) -> Json:
        starts = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return {"url": self.gateway.url, "shards": self.shards, "session_start_limit": starts}

    def _commands(self, request: web.Request, body: Any, files: list[Json]) -> Any:
        if request.match_info["app"] != str(self.world.bot.id):
            raise ApiError(50001)
        return self.rest.set_commands(body)

    def _guild(self, request: web.Request, body: Json, files: list[Json]) -> Json:
        return self.rest.guild(request.match_info["guild"]).as_json(self.world.bot)

    def _channel(self, request: web.Request) -> Any:
        return self.rest.channel(request.match_info["channel"])

    def _message(self, request: web.Request) -> Message:
        return self.rest.message(self._channel(request), request.match_info["message"])

    def _callback(self, request: web.Request, body: Json, files: list[Json]) -> Json:
        ids = request.match_info
        return self.rest.callback(ids["id"], ids["token"], body, files)


Handler = Callable[[web.Request, Any, list[Json]], Any]


def _hook(request: web.Request) -> tuple[str, str]:
    return request.match_info["app"], request.match_info["token"]


def _answer_of(request: web.Request) -> tuple[str, str, str]:
    return (*_hook(request), request.match_info["message"])


async def _read(request: web.Request) -> tuple[Any, list[Json]]:
    """The JSON of a request and its files, each as an attachment."""
    if not request.content_type.startswith("multipart/"):
        text = await request.text()
        return (json.loads(text) if text else {}), []
    body: Json = {}
    files: list[Json] = []
    for name, part in (await request.post()).items():
        if name == "payload_json":
            body = json.loads(str(part))
        elif isinstance(part, web.FileField):
            number = secrets.randbelow(10**18)
            data = part.file.read()
            files.append(
                {
                    "id": str(number),
                    "part": name.removeprefix("files[").removesuffix("]"),
                    "filename": part.filename,
                    "size": len(data),
                    "content_type": mimetypes.guess_type(part.filename)[0],
                    "url": f"https://cdn.discord.invalid/{number}/{part.filename}",
                    "proxy_url": f"https://media.discord.invalid/{number}/{part.filename}",
                }
            )
        else:
            raise form("a part that is no file")
    return body, files
