"""The client without a wire: what it would send over HTTP goes straight to the fake.

The client is the same, with all it builds and reads; only sockets are left out, which cost most of
the time of a long test.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any
from unittest.mock import patch

from telegram.error import NetworkError
from telegram.request import HTTPXRequest, RequestData
from tests.fakes.telegram.params import Params

if TYPE_CHECKING:
    from tests.fakes.telegram.server import Server


@contextmanager
def direct(server: Server, base_url: str) -> Iterator[None]:
    """While this lasts, clients of this process reach the server at `base_url` without sockets."""
    really = HTTPXRequest.do_request

    async def do_request(
        self: HTTPXRequest,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        **more: Any,
    ) -> tuple[int, bytes]:
        if not url.startswith(base_url):
            return await really(self, url, method, request_data, **more)
        reply = await server.serve(url.rpartition("/")[2], _params(request_data))
        if reply is None:
            raise NetworkError("the reply was lost")
        return reply[0], json.dumps(reply[1]).encode()

    with patch.object(HTTPXRequest, "do_request", do_request):
        yield


def _params(data: RequestData | None) -> Params:
    if data is None:
        return Params({})
    uploads = data.multipart_data or {}
    files = {name: (str(each[0]), _content(each[1])) for name, each in uploads.items()}
    return Params(data.json_parameters, files)


def _content(upload: bytes | IO[bytes]) -> bytes:
    return upload if isinstance(upload, bytes) else upload.read()
