"""What every request must get past, and what every answer carries."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from adapters.web.names import Names
from adapters.web.pages import language
from adapters.web.words import words
from bot.texts import texts

BODY: Final = 4096
"""Bytes of a request's body; no honest one comes near."""
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Refused(Exception):
    """A request that is not served: an HTTP status and a word that says why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status
        self.why = why


class Guard:
    """In front of the application: foreign names and origins stay outside."""

    def __init__(self, app: ASGIApp, names: Names) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] != "http":
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        headers = Headers(scope=scope)
        if not self._names.serve(headers.get("host", "")):
            await _foreign_name(headers)(scope, receive, with_headers)
            return
        try:
            _check(scope["method"], headers)
        except Refused as refused:
            answer = JSONResponse({"error": refused.why}, refused.status)
            await answer(scope, receive, with_headers)
            return
        await self._app(scope, receive, with_headers)


def _foreign_name(headers: Headers) -> Response:
    """Says how the name can be allowed, for it may be the operator who asks."""
    speak = texts(language(None, headers.get("accept-language", "")))
    return PlainTextResponse(words(speak)["foreign_name"] + "\n", 421)


def _check(method: str, headers: Headers) -> None:
    """What changes something must come from the page itself. Raises Refused."""
    if method in ("GET", "HEAD"):
        return
    host = headers.get("host", "").lower()
    origin = headers.get("origin")
    if origin is not None and origin.lower().partition("://")[2] != host:
        raise Refused(403, "foreign origin")
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refused(403, "foreign origin")
    # A form of another site cannot send this type unasked.
    if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused(415, "not json")


async def fields(request: Request) -> Mapping[str, Any]:
    """The JSON object in a request's body. Raises Refused."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY:
            raise Refused(413, "too long")
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused(400, "not json") from None
    if not isinstance(found, dict):
        raise Refused(400, "not an object")
    return found


def text(found: Mapping[str, Any], name: str) -> str:
    """A text among the fields of a request. Raises Refused."""
    value = found.get(name)
    if not isinstance(value, str):
        raise Refused(400, f"{name} missing")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Refused(400, f"{name} is no text") from None
    return value


def token(request: Request) -> str:
    """The token of the tab that asks; empty where none came."""
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    return given if scheme.lower() == "bearer" else ""
