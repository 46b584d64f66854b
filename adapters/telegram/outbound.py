"""Screens become messages: the port `Platform` on the Bot API."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final, TypeVar

from telegram import Bot, ChatMember, InputMediaPhoto, LinkPreviewOptions, Message
from telegram.constants import ParseMode
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from adapters.telegram.markup import TEXT, html, keyboard
from bot.pictures.spec import Picture, digest
from bot.pieces import pieces
from bot.ports import (
    Busy,
    Clock,
    NoAnswer,
    NoPicture,
    Pace,
    PlaceMoved,
    PostGone,
    TooOld,
    Unreachable,
)
from bot.remembered import Remembered
from bot.requests import Person, Place
from bot.screen import CAPTION, PLAIN, Screen
from bot.studio import Studio

T = TypeVar("T")

_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)
OUTSIDE: Final = (ChatMember.LEFT, ChatMember.BANNED)
"""The standing of who is not in a group."""
_ADMIN: Final = (ChatMember.ADMINISTRATOR, ChatMember.OWNER)

# The Bot API tells these apart by their words alone.
_UNCHANGED: Final = ("message is not modified",)
_GONE: Final = (
    "message to edit not found",
    "message to delete not found",
    "message_id_invalid",
    "there is no text in the message to edit",
    "there is no caption in the message to edit",
    "there is no media in the message to edit",
)
_LOST: Final = ("wrong file identifier", "wrong remote file", "file_reference_")
_TOO_OLD: Final = ("message can't be deleted", "message can't be edited")
_UNREACHABLE: Final = (
    "chat not found",
    "message thread not found",
    "topic_closed",
    "topic_deleted",
    "not enough rights",
    "have no rights to send",
    "chat_write_forbidden",
    "peer_id_invalid",
)
_FORBIDDEN: Final = (
    "not enough rights",
    "have no rights to send",
    "chat_send_photos_forbidden",
    "chat_send_media_forbidden",
)
_OF_PICTURES: Final = ("photo", "media", "image")
FILES: Final = 4096
"""Pictures of which it is remembered that Telegram has them."""


def chat_of(destination: str) -> tuple[int, int | None]:
    """The chat id and the topic of a destination.

    >>> chat_of("tg:-100123/77"), chat_of("tg:555")
    ((-100123, 77), (555, None))
    """
    chat, _, topic = destination.partition(":")[2].partition("/")
    return int(chat), int(topic) if topic else None


def place_id(chat: int, topic: int | None = None) -> str:
    """The inverse of `chat_of`."""
    return f"tg:{chat}" if topic is None else f"tg:{chat}/{topic}"


def seconds(error: RetryAfter) -> float:
    """How long Telegram asks to wait."""
    wait = error.retry_after
    return wait.total_seconds() if isinstance(wait, timedelta) else wait


class TelegramPlatform:
    """The port `bot.ports.Platform` on a python-telegram-bot `Bot`."""

    prefix = "tg"
    means = PLAIN
    taps = None
    pace: tuple[Pace, ...] = (Pace(25, 1.0),)

    def __init__(self, bot: Bot, clock: Clock, studio: Studio) -> None:
        self._bot = bot
        self._studio = studio
        self._admins = Remembered(clock)
        # By the digest of a picture the id under which Telegram has it.
        self._files: OrderedDict[str, str] = OrderedDict()

    def pace_of(self, destination: str) -> tuple[Pace, ...]:
        """A group: fewer than 18 a minute, spread; everywhere one a second after a burst."""
        burst = Pace(3, 3.2)
        if chat_of(destination)[0] < 0:
            # A minute is counted where calls arrive, and a picture may take seconds to get there.
            return (Pace(17, 64.0), Pace(6, 20.5), burst)
        return (burst,)

    def account(self, destination: str) -> str:
        """Telegram counts by the chat, whatever the topic."""
        return place_id(chat_of(destination)[0])

    def parts(self, screen: Screen) -> list[Screen]:
        """A very long text takes several messages."""
        captioned = screen.file is not None or screen.picture is not None
        return pieces(screen, CAPTION if captioned else TEXT)

    def lacks(self, picture: Picture) -> bool:
        """Was the picture never sent, as far as this process remembers?"""
        return digest(picture) not in self._files

    async def send(self, destination: str, screen: Screen, silent: bool) -> str:
        """Post a screen as one message."""
        sent: Message | None = await _told(destination, self._sent(destination, screen, silent))
        return "" if sent is None else str(sent.message_id)

    async def _sent(self, destination: str, part: Screen, silent: bool) -> Message:
        chat, topic = chat_of(destination)
        buttons = keyboard(part, self._bot.username)
        if part.picture is not None:
            return await self._with(
                part.picture,
                lambda photo: self._bot.send_photo(
                    chat,
                    photo,
                    caption=html(part.lines),
                    parse_mode=ParseMode.HTML,
                    message_thread_id=topic,
                    disable_notification=silent,
                    reply_markup=buttons,
                ),
            )
        if part.file is None:
            return await self._bot.send_message(
                chat,
                html(part.lines),
                parse_mode=ParseMode.HTML,
                message_thread_id=topic,
                disable_notification=silent,
                link_preview_options=_NO_PREVIEW,
                reply_markup=buttons,
            )
        return await self._bot.send_document(
            chat,
            part.file.text.encode(),
            filename=part.file.name,
            caption=html(part.lines),
            parse_mode=ParseMode.HTML,
            message_thread_id=topic,
            disable_notification=silent,
            reply_markup=buttons,
        )

    async def edit(self, destination: str, post: str, screen: Screen, picture: str = "") -> None:
        """Make a message show another screen; only another picture is sent."""
        if screen.picture is not None and not picture:
            # Here a text cannot be made into a picture: another message has to take its place.
            raise PostGone
        await _told(destination, self._edited(destination, post, screen, picture), _UNCHANGED)

    async def _edited(self, destination: str, post: str, screen: Screen, picture: str) -> object:
        chat, message = chat_of(destination)[0], int(post)
        text, buttons = html(screen.lines), keyboard(screen, self._bot.username)
        if not picture:
            return await self._bot.edit_message_text(
                text,
                chat_id=chat,
                message_id=message,
                parse_mode=ParseMode.HTML,
                link_preview_options=_NO_PREVIEW,
                reply_markup=buttons,
            )
        if screen.picture is None or digest(screen.picture) == picture:
            return await self._bot.edit_message_caption(
                chat_id=chat,
                message_id=message,
                caption=text,
                parse_mode=ParseMode.HTML,
                reply_markup=buttons,
            )
        return await self._with(
            screen.picture,
            lambda photo: self._bot.edit_message_media(
                InputMediaPhoto(photo, caption=text, parse_mode=ParseMode.HTML),
                chat_id=chat,
                message_id=message,
                reply_markup=buttons,
            ),
        )

    async def _with(self, picture: Picture, call: Callable[[bytes | str], Awaitable[T]]) -> T:
        """Make a call with a picture: by its id where Telegram has it, else with the file."""
        name = digest(picture)
        known = self._files.get(name)
        try:
            if known is not None:
                self._files.move_to_end(name)
                try:
                    return await call(known)
                except BadRequest as error:
                    if not _says(error, _LOST):
                        raise
                    del self._files[name]
            sent = await call(await self._studio.png(picture))
        except BadRequest as error:
            if _says(error, (*_UNCHANGED, *_GONE, *_TOO_OLD)):
                raise
            # There are rights to write and rights to send pictures.
            if _says(error, _UNREACHABLE) and not _says(error, _OF_PICTURES):
                raise
            raise NoPicture(forbidden=_says(error, _FORBIDDEN)) from None
        if isinstance(sent, Message) and sent.photo:
            self._files[name] = sent.photo[-1].file_id
            while len(self._files) > FILES:
                self._files.popitem(last=False)
        return sent

    async def delete(self, destination: str, post: str) -> None:
        """Remove a message. Raises TooOld after 48 hours."""
        chat, _ = chat_of(destination)
        await _told(destination, self._bot.delete_message(chat, int(post)))

    async def strip(self, destination: str, post: str) -> None:
        """Take the buttons of a message away."""
        chat, _ = chat_of(destination)
        await _told(
            destination,
            self._bot.edit_message_reply_markup(chat, int(post), reply_markup=None),
            ignore=_UNCHANGED,
        )

    async def is_admin(self, place: Place, person: Person) -> bool:
        """Does the person administer the group? Asked once a minute at most."""
        chat, user = chat_of(place.id)[0], chat_of(person.id)[0]

        async def administers() -> bool | None:
            status = await self._status(chat, user)
            return None if status is None else status in _ADMIN

        return await self._admins.ask((chat, user), administers)

    async def is_member(self, place: Place, person: Person) -> bool | None:
        """Is the person in the group? Asked anew each time: who was thrown out is out."""
        status = await self._status(chat_of(place.id)[0], chat_of(person.id)[0])
        return None if status is None else status not in OUTSIDE

    async def _status(self, chat: int, user: int) -> str | None:
        try:
            member = await self._bot.get_chat_member(chat, user)
        except RetryAfter as error:
            raise Busy(seconds(error)) from None
        except TelegramError:
            # Members may be hidden from a bot that does not administer the group.
            return None
        return member.status


async def _told(destination: str, call: Awaitable[T], ignore: tuple[str, ...] = ()) -> T | None:
    """The result of a call, with Telegram's errors in the words of the ports."""
    try:
        return await call
    except RetryAfter as error:
        raise Busy(seconds(error)) from None
    except ChatMigrated as error:
        raise PlaceMoved(place_id(error.new_chat_id, chat_of(destination)[1])) from None
    except Forbidden:
        raise Unreachable("forbidden") from None
    except BadRequest as error:
        if _says(error, ignore):
            return None
        if _says(error, _GONE):
            raise PostGone from None
        if _says(error, _TOO_OLD):
            raise TooOld from None
        if _says(error, _UNREACHABLE):
            raise Unreachable("chat gone or closed") from None
        raise
    except NetworkError as error:
        raise NoAnswer(type(error).__name__) from None


def _says(error: BadRequest, phrases: tuple[str, ...]) -> bool:
    said = error.message.lower()
    return any(words in said for words in phrases)
