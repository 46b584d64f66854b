"""Updates become requests, replies become answers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Final

from telegram import CallbackQuery, Chat, Message, Update, User
from telegram.constants import ChatType
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError
from telegram.ext import BaseUpdateProcessor, CallbackContext

from adapters.telegram.markup import start_link
from adapters.telegram.outbound import OUTSIDE, place_id, seconds
from bot.budgets import OWN, REST
from bot.host import Host
from bot.notices import Notice
from bot.ports import NoAnswer, PlaceMoved, Unreachable
from bot.requests import Person, Place, Reply
from bot.screen import Screen, bold, line
from bot.screens import measure
from bot.texts import texts
from bot.texts.notices import notice_text
from bot.trouble import where

log = logging.getLogger(__name__)

PATIENCE: Final = 2.0
"""Seconds after which a tap is answered empty, so that the button stops waiting."""
ANSWERS: Final = 5
"""How often the answer to a tap is tried when Telegram does not take it."""
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


def place_of(chat: Chat) -> Place:
    """A chat as a place; of a forum the general topic."""
    return Place(place_id(chat.id), chat.title or "", chat.type == ChatType.PRIVATE)


def place_of_message(message: Message) -> Place:
    """Where a message stands; a forum topic is a place of its own.

    Its name comes with the message only where that answers no other one.
    """
    chat, topic = message.chat, message.message_thread_id
    if not message.is_topic_message:
        return place_of(chat)
    root = message.reply_to_message
    opened = None if root is None else root.forum_topic_created
    name = "" if opened is None else opened.name
    return Place(place_id(chat.id, topic), name, within=chat.title or "")


class Inbound:
    """The handlers of all updates."""

    def __init__(self, host: Host, bot_name: str) -> None:
        self._host = host
        self._bot_name = bot_name
        self._answering: set[asyncio.Task[None]] = set()

    # --- commands and other messages ------------------------------------------------------

    async def on_message(self, update: Update, _: CallbackContext) -> None:  # type: ignore[type-arg]
        """A command anywhere, or any text in the private chat."""
        message = update.effective_message
        if message is None or message.from_user is None:
            return
        place = place_of_message(message)
        hidden = message.sender_chat is not None or message.from_user.is_bot
        if hidden:
            person = Person("", message.chat.title or "", message.from_user.language_code or "en")
            admin = message.from_user.id == ANONYMOUS
        else:
            person, admin = person_of(message.from_user), None
        reply = await self._command(person, place, message.text or "", admin)
        if reply is not None:
            self._later(self._answer_message(reply, person, place))

    async def _command(
        self, person: Person, place: Place, text: str, admin: bool | None
    ) -> Reply | None:
        """The reply to a message; None for what is none of our business."""
        word, argument = [*text.split(maxsplit=1), "", ""][:2]
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
            await self._say(place.id, reply.screen)
        if not reply.notice:
            return
        alone = place.id if place.private or not person.id else person.id
        # Read in private it must be clear which group is meant.
        title = "" if alone == place.id else measure.title(place.called())
        head = (line(bold(title)),) if title else ()
        if await self._say(alone, Screen((*head, line(reply.notice)))) or alone == place.id:
            return
        # In the group it must be clear who is meant.
        await self._say(place.id, Screen((line(f"{measure.name(person.name)}: {reply.notice}"),)))

    async def _say(self, destination: str, screen: Screen) -> bool:
        """Send what is no post; False where nobody can be reached."""
        try:
            await self._host.publisher.say(destination, screen, REST)
        except Unreachable:
            return False
        except PlaceMoved as moved:
            await self._host.move(destination, moved.new)
            return await self._say(moved.new, screen)
        except (TelegramError, NoAnswer) as error:
            log.warning("an answer was not sent: %s", where(error))
        return True

    # --- taps ----------------------------------------------------------------------------

    async def on_tap(self, update: Update, _: CallbackContext) -> None:  # type: ignore[type-arg]
        """A button was tapped: one answer, within a few seconds."""
        query = update.callback_query
        if query is None:
            return
        decided = asyncio.create_task(self._decided(query))
        self._later(self._answer_in_time(query, decided))
        # The chat's next update waits for what is decided, not for what is sent.
        await asyncio.wait({decided})

    async def _decided(self, query: CallbackQuery) -> Reply:
        person = person_of(query.from_user)
        message = query.message
        if message is None:
            return Reply(notice_text(Notice("unknown_button"), texts(person.lang)))
        if isinstance(message, Message):
            place = place_of_message(message)
        else:
            place = place_of(message.chat)
        return await self._host.tap(person, place, query.data or "")

    async def _answer_in_time(self, query: CallbackQuery, decided: asyncio.Task[Reply]) -> None:
        work = asyncio.create_task(self._shown(query, decided))
        await asyncio.wait({work}, timeout=PATIENCE)
        if not work.done():
            await self._answer(query)
            reply = await work
            if reply.notice:
                await self._say(person_of(query.from_user).id, Screen((line(reply.notice),)))
            return
        reply = work.result()
        if reply.link is not None:
            await self._answer(query, url=start_link(reply.link, self._bot_name))
        else:
            await self._answer(query, text=reply.notice or None, alert=reply.alert)

    async def _shown(self, query: CallbackQuery, decided: asyncio.Task[Reply]) -> Reply:
        """The reply; its screen is for the tapper: into the private chat, or the way to it."""
        reply = await decided
        if reply.screen is None:
            return reply
        person, message = person_of(query.from_user), query.message
        speak = texts(person.lang)
        try:
            await self._host.publisher.say(person.id, reply.screen, OWN)
        except Unreachable:
            return Reply(link=reply.link)
        except (TelegramError, NoAnswer) as error:
            log.warning("a screen was not sent: %s", where(error))
            return Reply(notice_text(Notice("trouble"), speak))
        if message is not None and message.chat.type == ChatType.PRIVATE:
            return Reply()
        return Reply(notice_text(Notice("sent_private"), speak))

    async def _answer(
        self,
        query: CallbackQuery,
        text: str | None = None,
        alert: bool = False,
        url: str | None = None,
    ) -> None:
        """Answer a tap; a tap too old to be answered has counted all the same."""
        for _ in range(ANSWERS):
            try:
                await query.answer(text=text, show_alert=alert, url=url)
            except BadRequest as error:
                log.info("a tap was not answered: %s", where(error))
            except NetworkError:
                continue
            except RetryAfter as error:
                await self._host.clock.sleep(seconds(error))
                continue
            except TelegramError as error:
                log.warning("a tap was not answered: %s", where(error))
            return
        log.warning("a tap was not answered: Telegram does not take the answer")

    # --- answers -------------------------------------------------------------------------

    def _later(self, answer: Coroutine[None, None, None]) -> None:
        """Answer beside the updates that follow: one who must wait holds up nobody else."""
        task = asyncio.create_task(_logged(answer))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def stop(self) -> None:
        """Let the answers under way go out; those that must wait longer are dropped."""
        if not self._answering:
            return
        _, late = await asyncio.wait(self._answering, timeout=PATIENCE)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    # --- what the platform says ------------------------------------------------------------

    async def on_migration(self, update: Update, _: CallbackContext) -> None:  # type: ignore[type-arg]
        """A group has become a supergroup under a new id."""
        message = update.effective_message
        if message is not None and message.migrate_to_chat_id is not None:
            await self._host.move(place_id(message.chat.id), place_id(message.migrate_to_chat_id))

    async def on_left(self, update: Update, _: CallbackContext) -> None:  # type: ignore[type-arg]
        """Somebody has left a group, or was thrown out."""
        message = update.effective_message
        if message is not None and message.left_chat_member is not None:
            await self._gone(message.left_chat_member, message.chat)

    async def on_member(self, update: Update, _: CallbackContext) -> None:  # type: ignore[type-arg]
        """The same, where the bot administers the group and is told of everybody's standing."""
        change = update.chat_member
        if change is not None and change.new_chat_member.status in OUTSIDE:
            await self._gone(change.new_chat_member.user, change.chat)

    async def _gone(self, user: User, chat: Chat) -> None:
        if not user.is_bot:
            await self._host.places.gone(person_of(user), place_id(chat.id))

    async def on_membership(self, update: Update, _: CallbackContext) -> None:  # type: ignore[type-arg]
        """The bot was thrown out of a group, or is back: the game waits, or is shown again.

        In private the same says that a person has blocked it, or not any more.
        """
        change = update.my_chat_member
        if change is None:
            return
        was, now = (
            member.status not in OUTSIDE
            for member in (change.old_chat_member, change.new_chat_member)
        )
        if was == now:
            return
        if change.chat.type == ChatType.PRIVATE:
            person = person_of(change.from_user)
            await (self._host.greet(person) if now else self._host.places.blocked(person))
        elif was:
            await self._host.places.thrown_out(place_id(change.chat.id))
        else:
            await self._host.command(Person("", ""), place_of(change.chat), "table")


async def _logged(answer: Coroutine[None, None, None]) -> None:
    try:
        await answer
    except Exception as error:
        log.error("an answer was not given: %s", where(error))
