"""What Telegram refuses: one table of limits and faults, with the very words of its answers.

Every row has a test of its own in `test_telegram_*.py` beside this package, found by its name.
Where the real server is known to be more lenient, or says nothing in its documentation, the row's
note says so: the fake is then the stricter of the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


class ApiError(Exception):
    """An answer with `"ok": false`: HTTP `code`, `description`, and parameters such as a wait."""

    def __init__(
        self, code: int, description: str, parameters: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(f"{code} {description}")
        self.code = code
        self.description = description
        self.parameters = dict(parameters or {})


@dataclass(frozen=True, slots=True)
class Rule:
    """One limit or fault: `value` is its measure (None where there is none to tune)."""

    name: str
    says: str
    code: int = 400
    value: float | None = None
    unit: str = ""
    note: str = ""


TABLE: tuple[Rule, ...] = (
    # The line and the token.
    Rule("token", "Unauthorized", 401),
    Rule("method", "Not Found", 404),
    Rule(
        "second_poller",
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance"
        " is running",
        409,
        note="the earlier poll is ended, the newer goes on, as on the real server",
    ),
    Rule(
        "webhook_active",
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to"
        " delete the webhook first",
        409,
    ),
    # Text.
    Rule("text_empty", "Bad Request: message text is empty"),
    Rule("text_length", "Bad Request: message is too long", value=4096, unit="UTF-16 units"),
    Rule(
        "caption_length",
        "Bad Request: message caption is too long",
        value=1024,
        unit="UTF-16 units",
    ),
    Rule(
        "entities",
        "Bad Request: can't parse entities: {why}",
        note="stricter: a bare & and tags the bot does not need are refused too",
    ),
    # Answers to taps.
    Rule("toast_length", "Bad Request: MESSAGE_TOO_LONG", value=200, unit="UTF-16 units"),
    Rule("answer_url", "Bad Request: URL_INVALID"),
    Rule(
        "query_age",
        "Bad Request: query is too old and response timeout expired or query ID is invalid",
        value=15,
        unit="seconds",
        note="the real time is not documented; a second answer is refused with the same words",
    ),
    # Buttons.
    Rule("button_data", "Bad Request: BUTTON_DATA_INVALID", value=64, unit="bytes, at least 1"),
    Rule(
        "buttons_total",
        "Bad Request: REPLY_MARKUP_TOO_LONG",
        value=100,
        unit="buttons",
        note="undocumented; the real server drops or refuses the rest",
    ),
    Rule(
        "buttons_per_row",
        "Bad Request: REPLY_MARKUP_INVALID",
        value=8,
        unit="buttons",
        note="undocumented; real clients wrap longer rows",
    ),
    Rule("button_label", "Bad Request: inline keyboard button text must be non-empty"),
    Rule("button_action", "Bad Request: Text buttons are unallowed in the inline keyboard"),
    Rule("button_url", "Bad Request: inline keyboard button URL '{url}' is invalid: {why}"),
    Rule(
        "button_style",
        "Bad Request: can't parse inline keyboard button: invalid button style specified",
    ),
    # Who can be written to.
    Rule("chat_unknown", "Bad Request: chat not found"),
    Rule("not_started", "Forbidden: bot can't initiate conversation with a user", 403),
    Rule("blocked", "Forbidden: bot was blocked by the user", 403),
    Rule("kicked", "Forbidden: bot was kicked from the {kind} chat", 403),
    Rule("no_member", "Forbidden: bot is not a member of the {kind} chat", 403),
    Rule("deactivated", "Forbidden: user is deactivated", 403),
    Rule("group_deleted", "Forbidden: the group chat was deleted", 403),
    Rule("muted", "Bad Request: not enough rights to send text messages to the chat"),
    Rule("no_photos", "Bad Request: not enough rights to send photos to the chat"),
    Rule("thread_unknown", "Bad Request: message thread not found"),
    Rule("thread_closed", "Bad Request: TOPIC_CLOSED"),
    Rule("migrated", "Bad Request: group chat was upgraded to a supergroup chat"),
    Rule("members_hidden", "Bad Request: member list is inaccessible"),
    Rule("user_unknown", "Bad Request: invalid user_id specified"),
    # Posts.
    Rule(
        "not_modified",
        "Bad Request: message is not modified: specified new message content and reply markup are"
        " exactly the same as a current content and reply markup of the message",
    ),
    Rule("edit_missing", "Bad Request: message to edit not found"),
    Rule("edit_foreign", "Bad Request: message can't be edited"),
    Rule("edit_no_text", "Bad Request: there is no text in the message to edit"),
    Rule("edit_no_caption", "Bad Request: there is no caption in the message to edit"),
    Rule(
        "edit_no_media",
        "Bad Request: there is no media in the message to edit",
        note="stricter: newer servers can add a picture to a text",
    ),
    Rule("delete_missing", "Bad Request: message to delete not found"),
    Rule(
        "delete_age",
        "Bad Request: message can't be deleted for everyone",
        value=48 * 3600,
        unit="seconds",
    ),
    Rule("delete_foreign", "Bad Request: message can't be deleted"),
    Rule("reply_missing", "Bad Request: message to be replied not found"),
    Rule("photo_missing", "Bad Request: there is no photo in the request"),
    Rule("photo_unreadable", "Bad Request: IMAGE_PROCESS_FAILED"),
    Rule(
        "photo_size",
        "Bad Request: PHOTO_INVALID_DIMENSIONS",
        value=10_000,
        unit="dots, width and height together; no side 20 times the other",
    ),
    Rule(
        "photo_weight",
        "Bad Request: file is too big",
        value=10 * 1024 * 1024,
        unit="bytes of a photo",
    ),
    Rule("file_id", "Bad Request: wrong file identifier/HTTP URL specified"),
    Rule("file_missing", "Bad Request: there is no document in the request"),
    # How often. All three answer alike, with `retry_after` in whole seconds.
    Rule(
        "per_group",
        "Too Many Requests: retry after {wait}",
        429,
        value=20,
        unit="messages and edits in any 60 s in one group",
    ),
    Rule(
        "per_chat",
        "Too Many Requests: retry after {wait}",
        429,
        value=1,
        unit="messages and edits a second in one chat, after a burst",
    ),
    Rule(
        "overall",
        "Too Many Requests: retry after {wait}",
        429,
        value=30,
        unit="requests in any second",
        note="answers to taps and the asking for updates do not count",
    ),
    # Commands.
    Rule("command_name", "Bad Request: BOT_COMMAND_INVALID", value=32, unit="characters"),
    Rule(
        "command_text",
        "Bad Request: BOT_COMMAND_DESCRIPTION_INVALID",
        value=256,
        unit="characters",
    ),
    Rule("commands_total", "Bad Request: BOT_COMMANDS_TOO_MUCH", value=100, unit="commands"),
)

BURST = 3
"""How many messages one chat takes at once before `per_chat` holds (undocumented, so small)."""

START_PAYLOAD = r"[A-Za-z0-9_-]{1,64}"
"""What a deep link may carry; clients ignore a link with anything else."""


@dataclass(slots=True)
class Limits(Mapping[str, Rule]):
    """The table by name; a test may tune a value: `fake.limits.tune(query_age=3)`."""

    _rules: dict[str, Rule] = field(default_factory=lambda: {rule.name: rule for rule in TABLE})
    burst: int = BURST

    def __getitem__(self, name: str) -> Rule:
        return self._rules[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def tune(self, **values: float) -> None:
        """Change the measure of some limits."""
        for name, value in values.items():
            old = self._rules[name]
            if old.value is None:
                raise ValueError(f"{name} has no measure")
            self._rules[name] = Rule(old.name, old.says, old.code, value, old.unit, old.note)

    def value(self, name: str) -> float:
        """The measure of a limit."""
        value = self._rules[name].value
        if value is None:
            raise ValueError(f"{name} has no measure")
        return value

    def error(self, name: str, **facts: str | int) -> ApiError:
        """The refusal in Telegram's words; `wait` and `migrate_to` become parameters as well."""
        rule = self._rules[name]
        parameters = {}
        if "wait" in facts:
            parameters["retry_after"] = int(facts["wait"])
        if "migrate_to" in facts:
            parameters["migrate_to_chat_id"] = int(facts["migrate_to"])
        return ApiError(rule.code, rule.says.format(**facts), parameters)
