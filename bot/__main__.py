"""The command `pinnacola`: reads the settings and puts the rooms together."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from typing import Any, NoReturn

from adapters.discord import DiscordApp
from adapters.telegram import TelegramApp
from adapters.web import WebApp
from bot import embedded, simulate, verify
from bot.clock import SystemClock
from bot.heartbeat import Heartbeat
from bot.host import Host
from bot.ports import Clock, PlatformApp, PlatformUnavailable, StoreUnavailable
from bot.rulebook import command as rulebook
from bot.settings import WEB_PORT, Settings, SettingsError, load, misspelt
from bot.store import RedisStore, connect
from bot.trouble import where
from engine.rules import RulesError

log = logging.getLogger("pinnacola")

USAGE_ERROR = 2
"""Exit code when a setting must be changed."""
FINISH = 4.0
"""Seconds in which a platform has to end what has come in, and then to close."""
PATIENCE = 1.5
"""Seconds in which posts go out at the end, and as many again for calls under way: the bot has
ended before a container's ten seconds are over."""
TROUBLE = 1
"""Exit code when something outside does not work."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says. Returns the exit code; raises SystemExit for a wrong one."""
    parser = _Parser(
        prog="pinnacola",
        description="Hosts the card game Pinnacola in group chats. Settings: see .env.example.",
    )
    commands = parser.add_subparsers(dest="command", metavar="command")
    commands.add_parser("run", help="run the bot until it is told to stop (also without a command)")
    simulate.add_options(commands.add_parser("simulate", help="let computers play many deals"))
    verify.add_options(
        commands.add_parser("verify", help="play a record again and check all of it")
    )
    rulebook.add_options(commands.add_parser("rules", help="print the rules of a game"))
    options = parser.parse_args(arguments)
    commands_here = {"rules": _rules, "simulate": _simulate, "verify": _verify}
    if options.command not in commands_here:
        return _host()
    try:
        code = commands_here[options.command](options)
        print(end="", flush=True)
    except BrokenPipeError:
        # Who reads has read enough. Nothing is left to be written when the process ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return TROUBLE
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _say(f"the output cannot be written: {error.strerror}", TROUBLE)
    return code


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with a command line in one line."""

    def error(self, message: str) -> NoReturn:
        """Stop with that line."""
        self.exit(USAGE_ERROR, f"pinnacola: {message}\n")


def _rules(options: argparse.Namespace) -> int:
    try:
        print(rulebook.run(options))
    except RulesError as error:
        return _say(str(error), USAGE_ERROR)
    return 0


def _simulate(options: argparse.Namespace) -> int:
    try:
        print(simulate.run(options))
    except simulate.OptionError as error:
        return _say(str(error), USAGE_ERROR)
    except simulate.SimulationError as error:
        return _say(str(error), TROUBLE)
    return 0


def _verify(options: argparse.Namespace) -> int:
    try:
        print(verify.run(options))
    except verify.NotVerified as error:
        return _say(str(error), TROUBLE)
    except verify.Unreadable as error:
        return _say(str(error), USAGE_ERROR)
    return 0


def _host() -> int:
    """Run the bot until it is told to stop."""
    try:
        settings = load()
    except SettingsError as error:
        return _say(str(error), USAGE_ERROR)
    if not (settings.telegram_token or settings.discord_token or settings.web):
        return _say("nothing to serve: set TELEGRAM_TOKEN, DISCORD_TOKEN or WEB=on", USAGE_ERROR)
    for line in misspelt(os.environ):
        _say(line, 0)
    _log_to_stderr(settings.log_level)
    try:
        asyncio.run(_run(settings))
    except PlatformUnavailable as error:
        return _say(str(error), TROUBLE if error.passes else USAGE_ERROR)
    except (StoreUnavailable, embedded.EmbeddedError) as error:
        return _say(str(error), TROUBLE)
    return 0


def _say(text: str, code: int) -> int:
    print(f"pinnacola: {text}", file=sys.stderr)
    return code


class _Discreet(logging.Formatter):
    """Says of an error what and where, never its message, which may name cards or the token."""

    def formatException(self, ei: Any) -> str:  # noqa: N802
        """One line instead of a traceback."""
        return "" if ei[1] is None else where(ei[1])


def _log_to_stderr(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[handler])
    # The HTTP client logs addresses, and the token is part of them; others tell of every byte.
    for name in ("httpx", "httpcore", "telegram", "discord", "aiohttp", "uvicorn", "PIL"):
        logging.getLogger(name).setLevel(logging.WARNING)


async def _run(settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    clock = SystemClock()
    async with _store(settings) as store:
        host = Host(store, clock, heartbeat=Heartbeat(store, clock, settings.zone))
        apps = _apps(settings, host, store, clock)
        serving = asyncio.create_task(host.serve(PATIENCE))
        tasks = [serving, asyncio.create_task(stop.wait())]
        try:
            for name, app in apps.items():
                await app.start()
                address = f": {app.url}" if isinstance(app, WebApp) else ""
                print(f"pinnacola: {name}{address}", file=sys.stderr)
            print("pinnacola: Ctrl-C ends it; the games stay", file=sys.stderr)
            tasks += [asyncio.create_task(app.failed()) for app in apps.values()]
            ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in ended:
                task.result()
        finally:
            stop.clear()
            ending = asyncio.create_task(_end(apps, serving))
            # Told once more, it ends at once.
            again = asyncio.create_task(stop.wait())
            await asyncio.wait({ending, again}, return_when=asyncio.FIRST_COMPLETED)
            for task in (ending, again, *tasks):
                task.cancel()
            await asyncio.gather(ending, again, *tasks, return_exceptions=True)
            for app in apps.values():
                await _carefully(app.stop())


async def _end(apps: Mapping[str, PlatformApp], serving: asyncio.Task[None]) -> None:
    """First nothing new comes in, then what is to be posted goes out."""
    await asyncio.gather(*(_carefully(app.finish()) for app in apps.values()))
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)


async def _carefully(step: Awaitable[None]) -> None:
    """One step of the end: whatever becomes of it, the others follow."""
    try:
        async with asyncio.timeout(FINISH):
            await step
    except Exception as error:
        log.warning("at the end: %s", where(error))


def _apps(
    settings: Settings, host: Host, store: RedisStore, clock: Clock
) -> dict[str, PlatformApp]:
    """The platforms that the settings ask for, by the words in which they are announced."""
    apps: dict[str, PlatformApp] = {}
    if settings.telegram_token is not None:
        token = settings.telegram_token.get_secret_value()
        apps["playing on Telegram"] = TelegramApp(token, settings.telegram_base_url, host, clock)
    if settings.discord_token is not None:
        apps["playing on Discord"] = DiscordApp(
            settings.discord_token.get_secret_value(),
            settings.discord_api_base,
            settings.discord_gateway_url,
            host,
            clock,
            settings.shards,
        )
    if settings.web:
        apps["open this page to play"] = WebApp(
            settings.web_host,
            settings.web_port or WEB_PORT,
            host,
            store,
            store,
            or_free=settings.web_port is None,
            spare=settings.data_dir / "web-port",
            names=settings.web_names.split(",") if settings.web_names else (),
        )
    return apps


@contextlib.asynccontextmanager
async def _store(settings: Settings) -> AsyncIterator[RedisStore]:
    """The store of `REDIS_URL`, or the embedded server in the data folder."""
    if settings.redis_url is not None:
        store = await connect(settings.redis_url.get_secret_value())
        try:
            yield store
        finally:
            await store.close()
        return
    server = await asyncio.to_thread(embedded.start, settings.data_dir)
    try:
        store = await connect(server.url)
        try:
            yield store
        finally:
            await store.close()
    finally:
        await asyncio.to_thread(server.stop)


if __name__ == "__main__":
    sys.exit(main())
