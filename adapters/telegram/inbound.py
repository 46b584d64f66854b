"""Updates become requests, replies become answers."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from telegram import CallbackQuery, Chat, Message, Update, User
from telegram.constants import ChatType
from telegram.error import TelegramError
from telegram.ext import BaseUpdateProcessor, CallbackContext

from adapters.telegram.markup import start_link
from adapters.telegram.outbound import place_id
from bot.budgets import OWN, REST
from bot.host import Host
from bot.notices import Notice
from bot.ports import PlaceMoved, Unreachable
from bot.requests import Person, Place, Reply
from bot.screen import Screen, line
from bot.texts import texts
from bot.texts.notices import notice_text
from bot.trouble import where

log = logging.getLogger(__name__)

PATIENCE: Final = 2.0
"""Seconds after which a tap is answered empty, so that the button stops waiting."""
ANONYMOUS: Final = 1087968824
"""The user in whose name anonymous admins write."""


class InOrder(BaseUpdateProcessor):
    """Many updates at once, but those of one chat in the order in which they came."""

    def __init__(self, at_once: int) -> None:
        super().__init__(at_once)
        self._last: dict[int, asyncio.Event] = {}

    async def do_process_update(self, update: object, coroutine: object) -> None:
        """Wait for the update before this one of the same chat."""
        chat = update.effective_chat if isinstance(update, Update) else None
        before, mine = None, asyncio.Event()
        if chat is not None:
            before = self._last.get(chat.id)
            self._last[chat.id] = mine
        try:
            if before is not None:
                await before.wait()
            await coroutine  # type: ignore[misc]
        finally:
            mine.set()
            if chat is not None and self._last.get(chat.id) is mine:
                del self._last[chat.id]

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to release."""


def person_of(user: User) -> Person:
    """Who asks, by the name shown in the chat."""
    return Person(f"tg:{user.id}", user.full_name, user.language_code or "en")


def place_of(chat: Chat, topic: int | None = None) -> Place:
    """Where it was asked; a forum topic is a place of its own."""
    return Place(place_id(chat.id, topic), chat.title or "", chat.type == ChatType.PRIVATE)


def _topic(message: Message) -> int | None:
    return message.message_thread_id if message.is_topic_message else None


class Inbound:
    """The handlers of all updates."""

    def __init__(self, host: Host, bot_name: str) -> None:
        self._host = host
        self._bot_name = bot_name

    # --- commands and other messages ------------------------------------------------------

    async def on_message(self, update: Update, _: CallbackContext) -> None:  # type: ignore[type-arg]
        """A command anywhere, or any text in the private chat."""
        message = update.effective_message
        if message is None or message.from_user is None:
            return
        place = place_of(message.chat, _topic(message))
        hidden = message.sender_chat is not None or message.from_user.is_bot
        if hidden:
            person = Person("", message.chat.title or "", message.from_user.language_code or "en")
            admin = message.from_user.id == ANONYMOUS
        else:
            person, admin = person_of(message.from_user), None
        reply = await self._command(person, place, message.text or "", admin)
        if reply is not None:
            await self._answer_message(reply, person, place)

    async def _command(
        self, person: Person, place: Place, text: str, admin: bool | None
    ) -> Reply | None:
        """The reply to a message; None for what is none of our business."""
        word, _, argument = text.strip().partition(" ")
        name, _, addressed = word.removeprefix("/").partition("@")
        if addressed and addressed.lower() != self._bot_name.lower():
            return None
        if word.startswith("/"):
            reply = await self._host.command(person, place, name, argument.strip(), admin=admin)
            if reply is not None:
                return reply
        elif not place.private:
            return None
        if not place.private and not addressed:
            return None
        return await self._host.command(person, place, "help")

    async def _answer_message(self, reply: Reply, person: Person, place: Place) -> None:
        """A screen goes where it was asked for, a notice to the person alone where possible."""
        if reply.screen is not None:
            await self._say((place.id,), reply.screen)
        if reply.notice:
            alone = (place.id,) if place.private or not person.id else (person.id, place.id)
            await self._say(alone, Screen((line(reply.notice),)))

    async def _say(self, destinations: tuple[str, ...], screen: Screen) -> bool:
        """Send to the first destination that can be reached."""
        for destination in destinations:
            try:
                await self._host.publisher.say(destination, screen, REST)
                return True
            except Unreachable:
                continue
            except PlaceMoved as moved:
                await self._host.move(destination, moved.new)
                return await self._say((moved.new,), screen)
            except TelegramError as error:
                log.warning("an answer was not sent: %s", where(error))
                return False
        return False

    # --- taps ----------------------------------------------------------------------------

    async def on_tap(self, update: Update, _: CallbackContext) -> None:  # type: ignore[type-arg]
        """A button was tapped: one answer, within a few seconds."""
        query = update.callback_query
        if query is None:
            return
        work = asyncio.create_task(self._tap(query))
        done, _pending = await asyncio.wait({work}, timeout=PATIENCE)
        if done:
            await self._answer_tap(query, work.result())
            return
        await _answer(query)
        reply = await work
        if reply.notice:
            person = person_of(query.from_user)
            await self._say((person.id,), Screen((line(reply.notice),)))

    async def _tap(self, query: CallbackQuery) -> Reply:
        person = person_of(query.from_user)
        speak = texts(person.lang)
        message = query.message
        if message is None:
            return Reply(notice_text(Notice("unknown_button"), speak))
        topic = _topic(message) if isinstance(message, Message) else None
        place = place_of(message.chat, topic)
        reply = await self._host.tap(person, place, query.data or "")
        if reply.screen is None:
            return reply
        # A tap's screen is for the tapper: into the private chat, or the way to it.
        try:
            await self._host.publisher.say(person.id, reply.screen, OWN)
        except Unreachable:
            return Reply(link="")
        return Reply("" if place.private else notice_text(Notice("sent_private"), speak))

    async def _answer_tap(self, query: CallbackQuery, reply: Reply) -> None:
        if reply.link is not None:
            await _answer(query, url=start_link(reply.link, self._bot_name))
        else:
            await _answer(query, text=reply.notice or None, alert=reply.alert)

    # --- what the platform says ------------------------------------------------------------

    async def on_migration(self, update: Update, _: CallbackContext) -> None:  # type: ignore[type-arg]
        """A group has become a supergroup under a new id."""
        message = update.effective_message
        if message is not None and message.migrate_to_chat_id is not None:
            await self._host.move(place_id(message.chat.id), place_id(message.migrate_to_chat_id))


async def _answer(
    query: CallbackQuery, text: str | None = None, alert: bool = False, url: str | None = None
) -> None:
    """Answer a tap once; a tap too old to be answered has counted all the same."""
    try:
        await query.answer(text=text, show_alert=alert, url=url)
    except TelegramError as error:
        log.info("a tap was not answered: %s", where(error))
