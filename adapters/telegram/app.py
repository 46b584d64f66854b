"""Start and stop of the Telegram adapter, by polling."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from telegram import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    Update,
)
from telegram.error import Conflict, InvalidToken, NetworkError, TelegramError
from telegram.ext import (
    Application,
    ApplicationBuilder,
    CallbackContext,
    CallbackQueryHandler,
    ChatMemberHandler,
    MessageHandler,
    filters,
)

from adapters.telegram.inbound import Inbound, InOrder
from adapters.telegram.outbound import TelegramPlatform
from bot.commands import COMMANDS
from bot.host import Host
from bot.ports import Clock, PlatformUnavailable
from bot.texts import LANGUAGES, SOURCE, texts
from bot.trouble import where

log = logging.getLogger(__name__)

AT_ONCE: Final = 256
"""Updates worked on at the same time."""
CONFLICTS: Final = 3
"""So many conflicts soon after the start: somebody else polls with this token already."""
YOUNG: Final = 120.0
"""Seconds after the start in which this bot is the one that gives way."""


_SECOND: Final = "another program polls Telegram with the same TELEGRAM_TOKEN: stop one of them"


class TelegramUnavailable(PlatformUnavailable):
    """Telegram cannot be used. The message is one clear line without the token."""


class TelegramApp:
    """The bot on Telegram: `start`, then `failed` waits for what ends it, then `stop`."""

    def __init__(self, token: str, base_url: str, host: Host, clock: Clock) -> None:
        self._host = host
        self._clock = clock
        self._base_url = base_url
        self._app: Application = (  # type: ignore[type-arg]
            ApplicationBuilder()
            .token(token)
            .base_url(base_url)
            .concurrent_updates(InOrder(AT_ONCE))
            .connection_pool_size(AT_ONCE)
            .build()
        )
        self._inbound: Inbound | None = None
        self._conflicts = 0
        self._started = clock.now()
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def start(self) -> None:
        """Begin to serve. Raises TelegramUnavailable."""
        app = self._app
        try:
            await app.initialize()
        except InvalidToken:
            raise TelegramUnavailable(
                "TELEGRAM_TOKEN: Telegram does not know this token; take it from @BotFather"
            ) from None
        except NetworkError:
            raise TelegramUnavailable(
                f"Telegram cannot be reached at {self._base_url.removesuffix('/bot')}", passes=True
            ) from None
        self._host.add(TelegramPlatform(app.bot, self._clock, self._host.studio))
        self._inbound = inbound = Inbound(self._host, app.bot.username)
        new = filters.UpdateType.MESSAGE
        app.add_handler(MessageHandler(new & filters.StatusUpdate.MIGRATE, inbound.on_migration))
        left = filters.StatusUpdate.LEFT_CHAT_MEMBER
        app.add_handler(MessageHandler(new & left, inbound.on_left))
        app.add_handler(MessageHandler(new & filters.TEXT, inbound.on_message))
        app.add_handler(CallbackQueryHandler(inbound.on_tap))
        app.add_handler(ChatMemberHandler(inbound.on_membership))
        app.add_handler(ChatMemberHandler(inbound.on_member, ChatMemberHandler.CHAT_MEMBER))
        app.add_error_handler(_log_error)
        await self._offer_commands()
        await app.start()
        assert app.updater is not None
        await app.updater.start_polling(
            allowed_updates=[
                Update.MESSAGE,
                Update.CALLBACK_QUERY,
                Update.MY_CHAT_MEMBER,
                Update.CHAT_MEMBER,
            ],
            error_callback=self._polling_trouble,
        )

    async def finish(self) -> None:
        """Ask for no more updates; those that have come are worked off and answered."""
        app = self._app
        if app.updater is not None and app.updater.running:
            await app.updater.stop()
        if app.running:
            await app.stop()
        if self._inbound is not None:
            await self._inbound.stop()

    async def stop(self) -> None:
        """Close the connections."""
        await self.finish()
        await self._app.shutdown()

    async def failed(self) -> None:
        """Wait for trouble that ends the service. Raises TelegramUnavailable."""
        await self._ended

    async def _offer_commands(self) -> None:
        scopes = (
            (BotCommandScopeAllGroupChats(), [c for c in COMMANDS if c.group]),
            (BotCommandScopeAllPrivateChats(), [c for c in COMMANDS if c.private]),
        )
        try:
            for lang in LANGUAGES:
                for scope, offered in scopes:
                    await self._app.bot.set_my_commands(
                        [BotCommand(c.called(lang), c.describe(texts(lang))) for c in offered],
                        scope=scope,
                        language_code=None if lang == SOURCE else lang,
                    )
        except TelegramError as error:
            log.warning("the menu of commands was not set: %s", where(error))

    def _polling_trouble(self, error: TelegramError) -> None:
        if not isinstance(error, Conflict):
            log.warning("polling Telegram: %s; it is tried again", type(error).__name__)
            return
        self._conflicts += 1
        young = self._clock.now() - self._started < YOUNG
        if not young:
            # Who was here first stays, so that a second start by mistake does no harm.
            log.error(_SECOND)
        elif self._conflicts >= CONFLICTS and not self._ended.done():
            self._ended.set_exception(TelegramUnavailable(_SECOND))


async def _log_error(_: object, context: CallbackContext) -> None:  # type: ignore[type-arg]
    if context.error is not None:
        log.error("an update was not served: %s", where(context.error))
