"""What an operator can set: environment variables, or the same names in a file `.env`.

`.env.example` lists them all. The environment wins over the file; an empty value is no value.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.store.link import client

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")

WEB_PORT = 8080
"""The port of the page where none was chosen."""

_TOKEN = re.compile(r"[0-9]+:[A-Za-z0-9_-]+")
_DISCORD_TOKEN = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+")

_SHARDS = re.compile(r"(?:([0-9]{1,5})(?:-([0-9]{1,5}))?/)?([0-9]{1,5})")

_HOST = re.compile(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+(%[A-Za-z0-9]+)?")
_NAME = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")
_LINE = re.compile(
    r"""\s*(?:\#.*|(?:export\s+)?([A-Za-z_][A-Za-z0-9_.]*)\s*=\s*
    (?:'(?:[^'\\]|\\.)*'\s*(?:\#.*)?|"(?:[^"\\]|\\.)*"\s*(?:\#.*)?|(?:[^'"\s].*)?))?""",
    re.VERBOSE,
)
"""A line of the file: nothing, a comment, or a name and its value, perhaps in quotes."""
ALIKE = 0.8
"""From this likeness on, of 1, a name is taken for another that was misspelt."""
_ON = ("on", "true", "yes", "1")
_OFF = ("off", "false", "no", "0")


class SettingsError(Exception):
    """A setting cannot be used. The message is one line and shows no value of a secret."""


class Settings(BaseSettings):
    """The settings, checked. The secrets show in no `repr`: ask `get_secret_value()`."""

    model_config = SettingsConfigDict(
        # Editors on Windows begin a file with a mark.
        env_file_encoding="utf-8-sig",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    telegram_token: SecretStr | None = None
    """The bot's token as @BotFather gave it; without one there is no Telegram."""

    telegram_base_url: str = "https://api.telegram.org/bot"
    """Where the Bot API answers, up to what stands before the token: always ends in `/bot`."""

    discord_token: SecretStr | None = None
    """The bot's token from the Developer Portal; without one there is no Discord."""

    discord_api_base: str = "https://discord.com/api/v10"
    """Where Discord's REST API answers, with its version and without a slash at the end."""

    discord_gateway_url: str = "wss://gateway.discord.gg/"
    """Where Discord's gateway answers."""

    discord_shards: str = ""
    """The shards of Discord that this process serves, as `0-3/8`: empty, as many as Discord says.

    `8` is all of eight, `5/8` one of them.
    """

    web: bool = True
    """Whether the page in the browser is served."""

    web_host: str = "127.0.0.1"
    """The address the page listens on: a name or an IP address of this machine."""

    web_names: str = ""
    """Names without port, with commas in between, under which the page may be asked for too."""

    web_port: int | None = None
    """The port of the page, 1 to 65535; None is WEB_PORT, or a free one where that is taken."""

    redis_url: SecretStr | None = None
    """A Redis 7 or Valkey server, perhaps with its password; without one the embedded server."""

    data_dir: Path = Field(default=Path("data"))
    """The folder for all that the bot keeps on disk."""

    time_zone: str = "Europe/Rome"
    """The zone whose nights a long turn may rest in, as the zone database names it."""

    log_level: str = "INFO"
    """One of LOG_LEVELS."""

    @field_validator("telegram_token")
    @classmethod
    def _check_token(cls, value: SecretStr | None) -> SecretStr | None:
        if value is None:
            return None
        token = value.get_secret_value().strip()
        if not _TOKEN.fullmatch(token):
            raise ValueError("a token as @BotFather gives it, digits:characters")
        return SecretStr(token)

    @field_validator("telegram_base_url")
    @classmethod
    def _check_base_url(cls, value: str) -> str:
        url = value.strip().rstrip("/")
        if not _is_address(url, ("http", "https")):
            raise ValueError("the address of a Bot API server, http:// or https://")
        return url if url.endswith("/bot") else url + "/bot"

    @field_validator("discord_token")
    @classmethod
    def _check_discord_token(cls, value: SecretStr | None) -> SecretStr | None:
        if value is None:
            return None
        token = value.get_secret_value().strip()
        if not _DISCORD_TOKEN.fullmatch(token):
            raise ValueError("a token as the Developer Portal gives it, three parts with dots")
        return SecretStr(token)

    @field_validator("discord_api_base")
    @classmethod
    def _check_discord_api_base(cls, value: str) -> str:
        url = value.strip().rstrip("/")
        if not _is_address(url, ("http", "https")):
            raise ValueError("the address of Discord's REST API, http:// or https://")
        return url

    @field_validator("discord_gateway_url")
    @classmethod
    def _check_discord_gateway_url(cls, value: str) -> str:
        url = value.strip()
        if not _is_address(url, ("ws", "wss")):
            raise ValueError("the address of Discord's gateway, ws:// or wss://")
        return url

    @field_validator("discord_shards")
    @classmethod
    def _check_discord_shards(cls, value: str) -> str:
        shards = value.strip()
        if shards and not _shards(shards):
            raise ValueError("shards of Discord and their number, as 0-3/8")
        return shards

    @property
    def shards(self) -> tuple[range, int] | None:
        """The shards of Discord that this process serves and how many there are in all.

        None: as many as Discord says, all of them.
        """
        return _shards(self.discord_shards)

    @field_validator("web", mode="before")
    @classmethod
    def _check_web(cls, value: object) -> bool:
        word = str(value).strip().lower()
        if word not in _ON + _OFF:
            raise ValueError("on or off")
        return word in _ON

    @field_validator("web_host")
    @classmethod
    def _check_web_host(cls, value: str) -> str:
        host = value.strip().removeprefix("[").removesuffix("]")
        if not _HOST.fullmatch(host):
            raise ValueError("an address or a name of this machine, without http:// and port")
        return host

    @field_validator("web_names")
    @classmethod
    def _check_web_names(cls, value: str) -> str:
        names = [name.strip().lower() for name in value.split(",") if name.strip()]
        if not all(_NAME.fullmatch(name) for name in names):
            raise ValueError("names of this page, without http:// and port, commas in between")
        return ",".join(names)

    @field_validator("web_port", mode="before")
    @classmethod
    def _check_web_port(cls, value: object) -> int | None:
        if value is None:
            return None
        number = str(value).strip()
        if not re.fullmatch(r"[0-9]{1,5}", number) or not 0 < int(number) < 65536:
            raise ValueError("a port, 1 to 65535")
        return int(number)

    @field_validator("redis_url")
    @classmethod
    def _check_redis_url(cls, value: SecretStr | None) -> SecretStr | None:
        if value is None:
            return None
        url = value.get_secret_value().strip()
        if not (_is_address(url, ("redis", "rediss", "unix")) and _is_server(url)):
            raise ValueError(
                "the address of a Redis or Valkey server, redis://, rediss:// or unix://"
            )
        return SecretStr(url)

    @field_validator("data_dir")
    @classmethod
    def _check_data_dir(cls, value: Path) -> Path:
        try:
            folder = value.expanduser()
        except RuntimeError:
            raise ValueError("a folder; the home directory in it is unknown") from None
        if folder.exists() and not folder.is_dir():
            raise ValueError("a folder, and there is a file of that name")
        return folder

    @field_validator("time_zone")
    @classmethod
    def _check_time_zone(cls, value: str) -> str:
        name = value.strip()
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError("a zone this machine knows, as Europe/Rome") from None
        return name

    @property
    def zone(self) -> tzinfo:
        """The time zone; UTC where the machine knows no zones and none was chosen."""
        try:
            return ZoneInfo(self.time_zone)
        except ZoneInfoNotFoundError:
            return UTC

    @field_validator("log_level")
    @classmethod
    def _check_log_level(cls, value: str) -> str:
        level = value.strip().upper()
        if level not in LOG_LEVELS:
            raise ValueError(f"one of {', '.join(LOG_LEVELS)}")
        return level


def load(env_file: Path | None = Path(".env")) -> Settings:
    """The settings from the environment and from `env_file` if it is there.

    Raises SettingsError: one line that names each setting at fault and says what it must be.
    """
    _check_file(env_file)
    # Given at run time, so that tests and tools can read another file or none.
    source: dict[str, Any] = {"_env_file": env_file}
    try:
        return Settings(**source)
    except ValidationError as error:
        faults = [
            f"{str(fault['loc'][0]).upper()} must be {_allowed(fault['msg'])}"
            for fault in error.errors(include_input=False, include_context=False)
        ]
        raise SettingsError("; ".join(faults)) from None


def misspelt(names: Iterable[str]) -> list[str]:
    """One line for each of these names that is no setting, but looks as if it was to be one.

    >>> misspelt(["TELEGRAM_TOKN", "LOG_LEVEL", "HOME"])
    ['TELEGRAM_TOKN is no setting: TELEGRAM_TOKEN is']
    """
    settings = [name.upper() for name in Settings.model_fields]
    lines = []
    for name in names:
        near = difflib.get_close_matches(name.upper(), settings, 1, ALIKE)
        if near and name.upper() not in settings:
            lines.append(f"{name} is no setting: {near[0]} is")
    return lines


def _check_file(env_file: Path | None) -> None:
    """Raises SettingsError where the file has what would be passed over in silence."""
    if env_file is None:
        return
    try:
        lines = env_file.read_text("utf-8-sig").splitlines()
    except FileNotFoundError:
        return
    except UnicodeDecodeError:
        raise SettingsError(f"{env_file} must be a text file in UTF-8") from None
    except OSError as error:
        raise SettingsError(f"{env_file} cannot be read: {error.strerror}") from None
    names = []
    for number, line in enumerate(lines, 1):
        found = _LINE.fullmatch(line)
        if found is None:
            raise SettingsError(f"{env_file}: line {number} must be NAME=value")
        names += [name for name in found.groups() if name]
    wrong = misspelt(names)
    if wrong:
        raise SettingsError(f"{env_file}: {'; '.join(wrong)}")


def _allowed(message: str) -> str:
    return message.removeprefix("Value error, ")


def _shards(text: str) -> tuple[range, int] | None:
    """The shards that a setting names and how many there are; None where it names none.

    >>> _shards("0-3/8"), _shards("5/8"), _shards("2"), _shards("3-8/8")
    ((range(0, 4), 8), (range(5, 6), 8), (range(0, 2), 2), None)
    """
    found = _SHARDS.fullmatch(text)
    if found is None:
        return None
    first, last, count = found.groups()
    if first is None:
        served = range(int(count))
    else:
        served = range(int(first), int(last or first) + 1)
    return (served, int(count)) if served and served[-1] < int(count) else None


def _is_server(url: str) -> bool:
    """Does the client understand all of the address, its number and options too?"""
    try:
        client(url)
    except ValueError:
        return False
    return True


def _is_address(url: str, schemes: tuple[str, ...]) -> bool:
    try:
        parts = urlsplit(url)
        # Reading the port is what checks it.
        host = parts.hostname if parts.port != 0 else None
    except ValueError:
        return False
    if parts.scheme not in schemes or any(c.isspace() for c in url):
        return False
    return bool(parts.path if parts.scheme == "unix" else host)
