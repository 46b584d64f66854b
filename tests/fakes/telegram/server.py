"""The wire: HTTP on loopback, long polling, webhooks, and faults on demand."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import dataclass

import aiohttp
from aiohttp import web

from tests.fakes.telegram.limits import ApiError
from tests.fakes.telegram.methods import Methods
from tests.fakes.telegram.params import Params, read
from tests.fakes.telegram.updates import Json
from tests.fakes.telegram.world import World

TOKEN = "4242424242:AAFakeTokenThatOpensNothingButThisFake0"
WEBHOOK_PAUSE = 1.0
"""Seconds of the clock before a webhook that failed is called again."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request as it was answered: `code` 200, or the error's, or 0 when the reply was lost."""

    at: float
    method: str
    chat: int | None
    params: dict[str, str]
    code: int
    says: str = ""
    uploaded: int = 0
    """Bytes of the files that came with it."""


@dataclass(slots=True)
class Fault:
    """Trouble for the next calls of one method (`*`: any but getUpdates)."""

    method: str
    times: int
    code: int | None
    description: str
    retry_after: int | None
    drop_reply: bool
    drop_request: bool
    delay: float
    chat: int | None

    def hits(self, method: str, chat: int | None) -> bool:
        """Does it befall this call?"""
        named = self.method == method or (self.method == "*" and method != "getupdates")
        return self.times > 0 and named and self.chat in {None, chat}

    def error(self) -> ApiError | None:
        """The answer it forces, if any."""
        if self.retry_after is not None:
            says = self.description or f"Too Many Requests: retry after {self.retry_after}"
            return ApiError(self.code or 429, says, {"retry_after": self.retry_after})
        if self.code is None:
            return None
        return ApiError(self.code, self.description or "Internal Server Error")


class Server:
    """Serves one bot.

    `busy` counts requests under way, long polls left out; `delayed` those of them that only wait
    for the clock.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.methods = Methods(world)
        self.calls: list[Call] = []
        self.faults: list[Fault] = []
        self.crashes: list[Exception] = []
        self.busy = 0
        self.delayed = 0
        self.stir: Callable[[], None] = lambda: None
        self.port = 0
        self.webhook: Json = {"url": ""}
        self._secret = ""
        self._poll = 0
        self._poll_numbers = itertools.count(1)
        self._closing = False
        self._runner: web.AppRunner | None = None
        self._carrier: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen on a free port of loopback."""
        app = web.Application(client_max_size=20 * 2**20)
        app.router.add_route("*", "/bot{token}/{method}", self._handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = int(self._runner.addresses[0][1])

    async def stop(self) -> None:
        """End all polls and close the port."""
        self._closing = True
        self.world.feed.news.set()
        await self._stop_carrier()
        if self._runner is not None:
            await self._runner.cleanup()

    # One request.

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        if request.match_info["token"] != TOKEN:
            return _refusal(self.world.limits.error("token"))
        try:
            params = await read(request)
        except ApiError as error:
            return _refusal(error)
        except ConnectionError:
            raise  # The client went away in the middle of its request.
        reply = await self.serve(request.match_info["method"], params)
        if reply is None:
            return _hang_up(request)
        return web.json_response(reply[1], status=reply[0])

    async def serve(self, method: str, params: Params) -> tuple[int, Json] | None:
        """One request: the HTTP status and the body of the reply; None where the reply is lost."""
        method = method.lower()
        polling = method == "getupdates"
        if not polling:
            self.busy += 1
        self.stir()
        try:
            return await self._answer(method, params)
        except Exception as crash:
            # A mistake of the fake's own must fail the test, not look like Telegram's trouble.
            self.crashes.append(crash)
            raise
        finally:
            if not polling:
                self.busy -= 1
            self.stir()

    async def _answer(self, method: str, params: Params) -> tuple[int, Json] | None:
        chat = _chat_of(params)
        fault = next((f for f in self.faults if f.hits(method, chat)), None)
        try:
            if fault is not None:
                fault.times -= 1
                if fault.delay:
                    self.delayed += 1
                    try:
                        await self.world.clock.sleep(fault.delay)
                    finally:
                        self.delayed -= 1
                if fault.drop_request:
                    self._note(method, chat, params, 0, "the request was lost")
                    return None
                if forced := fault.error():
                    raise forced
            result = await self._call(method, params)
        except ApiError as error:
            self._note(method, chat, params, error.code, error.description)
            return error.code, _refused(error)
        if fault is not None and fault.drop_reply:
            self._note(method, chat, params, 0, "the reply was lost")
            return None
        self._note(method, chat, params, 200)
        return 200, {"ok": True, "result": result}

    async def _call(self, method: str, params: Params) -> object:
        if method == "getupdates":
            return await self._get_updates(params)
        if method == "setwebhook":
            return await self._set_webhook(params)
        if method == "deletewebhook":
            return await self._delete_webhook(params)
        if method == "getwebhookinfo":
            waiting = len(self.world.feed.pending)
            facts = {"has_custom_certificate": False, "pending_update_count": waiting}
            return {**self.webhook, **facts}
        if method in {"close", "logout"}:
            return True
        if method not in self.methods.table:
            raise self.world.limits.error("method")
        return self.methods.table[method](params)

    def _note(
        self, method: str, chat: int | None, params: Params, code: int, says: str = ""
    ) -> None:
        now = self.world.clock.now()
        self.calls.append(Call(now, method, chat, dict(params), code, says, params.uploaded))

    # Updates.

    async def _get_updates(self, params: Params) -> list[Json]:
        if self.webhook["url"]:
            raise self.world.limits.error("webhook_active")
        feed = self.world.feed
        self._poll = number = next(self._poll_numbers)
        feed.news.set()  # An earlier poll wakes and finds itself replaced.
        if "allowed_updates" in params:
            feed.allowed = frozenset(params.data("allowed_updates"))
        limit = max(1, min(100, params.whole("limit", 100) or 100))
        offset = params.whole("offset", 0) or 0
        # The wait is a matter of the wire, so real seconds: a client's own timeout is real too.
        deadline = asyncio.get_running_loop().time() + (params.whole("timeout", 0) or 0)
        while True:
            if batch := feed.take(offset, limit):
                return batch
            self.stir()
            left = deadline - asyncio.get_running_loop().time()
            if left <= 0 or self._closing:
                return []
            try:
                await asyncio.wait_for(feed.news.wait(), left)
            except TimeoutError:
                return []
            if self._poll != number:
                raise self.world.limits.error("second_poller")

    async def _set_webhook(self, params: Params) -> bool:
        url = params.text("url")
        if params.flag("drop_pending_updates"):
            self.world.feed.drop()
        await self._stop_carrier()
        if "allowed_updates" in params:
            self.world.feed.allowed = frozenset(params.data("allowed_updates"))
        self.webhook, self._secret = {"url": url}, params.text("secret_token")
        if url:
            self._carrier = asyncio.create_task(self._carry(url))
        return True

    async def _delete_webhook(self, params: Params) -> bool:
        return await self._set_webhook(
            Params({k: v for k, v in params.items() if k == "drop_pending_updates"})
        )

    async def _stop_carrier(self) -> None:
        if self._carrier is not None:
            self._carrier.cancel()
            await asyncio.gather(self._carrier, return_exceptions=True)
            self._carrier = None

    async def _carry(self, url: str) -> None:
        """Post updates to the webhook, one after the other, until each is taken."""
        feed = self.world.feed
        headers = {"X-Telegram-Bot-Api-Secret-Token": self._secret} if self._secret else {}
        async with aiohttp.ClientSession(headers=headers) as session:
            while True:
                if not feed.pending:
                    feed.news.clear()
                    self.stir()
                    await feed.news.wait()
                    continue
                update = feed.pending[0]
                try:
                    async with session.post(url, json=update) as reply:
                        taken, trouble = (
                            reply.ok,
                            f"Wrong response from the webhook: {reply.status}",
                        )
                except aiohttp.ClientError as error:
                    taken, trouble = False, f"Connection failed: {type(error).__name__}"
                if taken:
                    feed.confirm(update)
                    self.stir()
                else:
                    self.webhook["last_error_message"] = trouble
                    self.webhook["last_error_date"] = int(self.world.clock.now())
                    await self.world.clock.sleep(WEBHOOK_PAUSE)


def _chat_of(params: Params) -> int | None:
    try:
        return int(params.get("chat_id", ""))
    except ValueError:
        return None


def _refused(error: ApiError) -> Json:
    body: Json = {"ok": False, "error_code": error.code, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    return body


def _refusal(error: ApiError) -> web.Response:
    return web.json_response(_refused(error), status=error.code)


def _hang_up(request: web.Request) -> web.Response:
    """Close the connection so that the client gets no answer at all."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
