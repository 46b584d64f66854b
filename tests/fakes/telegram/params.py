"""The parameters of one request, whatever encoding they came in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from aiohttp import web

from tests.fakes.telegram.limits import ApiError


class Params(Mapping[str, str]):
    """Values as texts (nested ones as JSON), and the uploaded files."""

    def __init__(
        self, values: Mapping[str, str], files: Mapping[str, tuple[str, bytes]] | None = None
    ) -> None:
        self._values = dict(values)
        self._files = dict(files or {})

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def __iter__(self) -> Any:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def text(self, name: str) -> str:
        """A text, empty when missing."""
        return self._values.get(name, "")

    def whole(self, name: str, default: int | None = None) -> int | None:
        """A whole number; raises ApiError when it is none."""
        if name not in self._values or self._values[name] == "":
            return default
        try:
            return int(self._values[name])
        except ValueError:
            raise ApiError(400, f"Bad Request: invalid {name} specified") from None

    def flag(self, name: str) -> bool:
        """A yes or no; no when missing."""
        return self.text(name).lower() in {"true", "1", "yes", "t", "y"}

    def file(self, name: str) -> tuple[str, bytes] | None:
        """Name and content of a file: the field itself, or the one it points to (`attach://`)."""
        return self._files.get(self.text(name).removeprefix("attach://")) or self._files.get(name)

    @property
    def uploaded(self) -> int:
        """Bytes of all files."""
        return sum(len(content) for _, content in self._files.values())

    def inner(self, values: Mapping[str, str]) -> Params:
        """Other values with the same files, for an object inside a parameter."""
        return Params(values, self._files)

    def data(self, name: str) -> Any:
        """What a JSON text says, None when missing; raises ApiError."""
        if name not in self._values:
            return None
        try:
            return json.loads(self._values[name])
        except ValueError:
            raise ApiError(400, f"Bad Request: can't parse {name} JSON object") from None


async def read(request: web.Request) -> Params:
    """Read query string and body (urlencoded, multipart or JSON); raises ApiError."""
    values: dict[str, str] = dict(request.query)
    files: dict[str, tuple[str, bytes]] = {}
    if request.content_type == "application/json":
        try:
            body = await request.json() if request.can_read_body else {}
        except ValueError:
            raise ApiError(400, "Bad Request: can't parse request JSON object") from None
        for name, value in body.items():
            if value is not None:
                values[name] = value if isinstance(value, str) else json.dumps(value)
    else:
        for name, field in (await request.post()).items():
            if isinstance(field, web.FileField):
                files[name] = (field.filename, field.file.read())
                field.file.close()
            else:
                values[name] = field if isinstance(field, str) else bytes(field).decode()
    return Params(values, files)
