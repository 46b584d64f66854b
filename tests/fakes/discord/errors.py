"""What Discord refuses: its error codes, with the HTTP status and the words that go with them."""

from __future__ import annotations

from typing import Any, Final

REFUSALS: Final[dict[int, tuple[int, str]]] = {
    0: (401, "401: Unauthorized"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160005: (403, "Thread is locked"),
}
"""By code."""
OLD_EDITS_WAIT: Final = 900.0
"""Seconds that 30046 asks to wait; not the bucket's headers, which know nothing of it."""


class ApiError(Exception):
    """A refusal: its `code` decides the status; `detail` says what of a form is wrong."""

    def __init__(self, code: int, detail: str = "", status: int | None = None) -> None:
        usual, self.message = REFUSALS.get(code, (500, "Internal Server Error"))
        super().__init__(f"{code} {self.message} {detail}".rstrip())
        self.code, self.detail, self.status = code, detail, status or usual

    def body(self) -> dict[str, Any]:
        """The answer's body."""
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.status == 429:
            body |= {"retry_after": OLD_EDITS_WAIT, "global": False}
        if self.detail:
            wrong = {"code": "INVALID", "message": self.detail}
            body["errors"] = {"_errors": [wrong]}
        return body


def form(detail: str) -> ApiError:
    """The refusal of a form."""
    return ApiError(50035, detail)
