"""The methods of the Bot API that ask or set facts: who am I, who is in the chat, commands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from tests.fakes.telegram.limits import ApiError, Limits
from tests.fakes.telegram.params import Params
from tests.fakes.telegram.things import ADMINS, PRESENT, Chat
from tests.fakes.telegram.updates import Json
from tests.fakes.telegram.world import World

_COMMAND_NAME = re.compile(r"[a-z0-9_]+")


class QueryMethods:
    """The half of the methods that posts nothing. `table`: lower-case name -> method."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.table: dict[str, Callable[[Params], object]] = {
            "getme": self.get_me,
            "getchat": self.get_chat,
            "getchatmember": self.get_chat_member,
            "getchatadministrators": self.get_chat_administrators,
            "setmycommands": self.set_my_commands,
            "getmycommands": self.get_my_commands,
            "deletemycommands": self.delete_my_commands,
            "leavechat": self.leave_chat,
        }

    @property
    def limits(self) -> Limits:
        """The table of limits."""
        return self.world.limits

    def get_me(self, params: Params) -> object:
        return {
            **self.world.bot.as_json(),
            "can_join_groups": True,
            "can_read_all_group_messages": False,
            "supports_inline_queries": False,
        }

    def get_chat(self, params: Params) -> object:
        chat = self._asked_chat(params)
        gifts = (
            "unlimited_gifts limited_gifts unique_gifts premium_subscription gifts_from_channels"
        )
        return {
            **chat.as_json(),
            "accent_color_id": 0,
            "max_reaction_count": 11,
            "accepted_gift_types": dict.fromkeys(gifts.split(), False),
        }

    def get_chat_member(self, params: Params) -> object:
        chat = self._asked_chat(params)
        user = self.world.users.get(params.whole("user_id") or 0)
        if user is None:
            raise self.limits.error("user_unknown")
        if user is self.world.bot:
            return self.world.member_json(chat, user, chat.bot)
        if chat.members_hidden and chat.bot != "administrator":
            raise self.limits.error("members_hidden")
        return self.world.member_json(chat, user)

    def get_chat_administrators(self, params: Params) -> object:
        chat = self._asked_chat(params)
        if chat.kind == "private":
            raise ApiError(400, "Bad Request: there are no administrators in the private chat")
        admins = [
            self.world.member_json(chat, self.world.users[user])
            for user, status in chat.members.items()
            if status in ADMINS
        ]
        if chat.bot == "administrator":
            admins.append(self.world.member_json(chat, self.world.bot, chat.bot))
        return admins

    def set_my_commands(self, params: Params) -> object:
        self.world.rates.spend(None)
        commands = params.data("commands") or []
        if len(commands) > self.limits.value("commands_total"):
            raise self.limits.error("commands_total")
        for command in commands:
            name, text = str(command.get("command", "")), str(command.get("description", ""))
            too_long = len(name) > self.limits.value("command_name")
            if too_long or _COMMAND_NAME.fullmatch(name) is None:
                raise self.limits.error("command_name")
            if not 1 <= len(text) <= self.limits.value("command_text"):
                raise self.limits.error("command_text")
        self.world.commands[self._scope(params)] = commands
        return True

    def get_my_commands(self, params: Params) -> object:
        self.world.rates.spend(None)
        return self.world.commands.get(self._scope(params), [])

    def delete_my_commands(self, params: Params) -> object:
        self.world.rates.spend(None)
        self.world.commands.pop(self._scope(params), None)
        return True

    def leave_chat(self, params: Params) -> object:
        chat = self._asked_chat(params)
        self.world.bot_status(chat, self.world.bot, "left")
        return True

    def _scope(self, params: Params) -> tuple[str, str]:
        scope: Json = params.data("scope") or {"type": "default"}
        return json.dumps(scope, sort_keys=True), params.text("language_code")

    def _asked_chat(self, params: Params) -> Chat:
        self.world.rates.spend(None)
        chat = self.world.chats.get(params.whole("chat_id") or 0)
        if chat is None or (chat.user is not None and not chat.user.started):
            raise self.limits.error("chat_unknown")
        if chat.moved_to is not None:
            raise self.limits.error("migrated", migrate_to=chat.moved_to.id)
        if chat.user is None and chat.bot not in PRESENT:
            name = "kicked" if chat.bot == "kicked" else "no_member"
            raise self.limits.error(name, kind=chat.kind)
        return chat
