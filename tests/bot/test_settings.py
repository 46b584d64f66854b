"""Settings: what is accepted, and what a person is told about the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError, load

TOKEN = "123456:AA-secret_Part"
ALL = (
    "TELEGRAM_TOKEN",
    "TELEGRAM_BASE_URL",
    "DISCORD_TOKEN",
    "DISCORD_API_BASE",
    "DISCORD_GATEWAY_URL",
    "DISCORD_SHARDS",
    "WEB",
    "WEB_HOST",
    "WEB_NAMES",
    "WEB_PORT",
    "REDIS_URL",
    "DATA_DIR",
    "TIME_ZONE",
    "LOG_LEVEL",
)


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings from the machine that runs the tests."""
    for name in ALL:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def secret(settings: Settings) -> str | None:
    token = settings.telegram_token
    return None if token is None else token.get_secret_value()


def test_everything_can_be_left_out() -> None:
    settings = load()
    assert settings.telegram_token is None
    assert settings.redis_url is None
    assert settings.data_dir == Path("data")
    assert settings.log_level == "INFO"
    assert settings.telegram_base_url == "https://api.telegram.org/bot"
    assert settings.web
    assert settings.web_host == "127.0.0.1"
    assert settings.web_names == ""
    assert settings.web_port is None
    assert str(settings.zone) == "Europe/Rome"


def test_the_environment_wins_over_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text(f"TELEGRAM_TOKEN={TOKEN}\nLOG_LEVEL=debug\nOTHER=x\n", "utf-8")
    monkeypatch.setenv("LOG_LEVEL", "warning")
    settings = load()
    assert secret(settings) == TOKEN
    assert settings.log_level == "WARNING"


def test_an_empty_value_is_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ALL:
        monkeypatch.setenv(name, "")
    assert load() == Settings()


def test_the_example_lists_every_setting_and_can_be_used() -> None:
    example = Path(__file__).parents[2] / ".env.example"
    lines = example.read_text("utf-8").splitlines()
    listed = [line.lstrip("#").partition("=") for line in lines if "=" in line]
    assert tuple(name for name, _, _ in listed) == ALL
    assert {name.lower() for name in ALL} == set(Settings.model_fields)
    Path(".env").write_text("\n".join(f"{name}={value}" for name, _, value in listed), "utf-8")
    settings = load()
    assert settings.data_dir == Path("data")
    assert settings.redis_url is not None


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("https://api.telegram.org/bot", "https://api.telegram.org/bot"),
        ("http://localhost:8081", "http://localhost:8081/bot"),
        ("http://localhost:8081/bot/", "http://localhost:8081/bot"),
    ],
)
def test_the_address_of_the_bot_api_ends_in_bot(
    given: str, used: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TELEGRAM_BASE_URL", given)
    assert load().telegram_base_url == used


@pytest.mark.parametrize(
    "url",
    [
        "redis://localhost",
        "rediss://bot:p%2Fw@db.example:6380/2",
        "unix:///run/valkey.sock",
        "redis://[::1]:6379/0",
    ],
)
def test_addresses_of_a_server(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", f" {url} ")
    given = load().redis_url
    assert given is not None
    assert given.get_secret_value() == url


@pytest.mark.parametrize(
    ("value", "on"), [("on", True), (" Yes ", True), ("1", True), ("OFF", False), ("false", False)]
)
def test_the_page_is_switched_by_a_word(
    value: str, on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEB", value)
    assert load().web is on


@pytest.mark.parametrize(
    ("given", "used"),
    [("0.0.0.0", "0.0.0.0"), ("[::1]", "::1"), ("fe80::1%eth0", "fe80::1%eth0"), (" box ", "box")],
)
def test_addresses_of_the_page(given: str, used: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_HOST", given)
    monkeypatch.setenv("WEB_PORT", " 9000 ")
    assert load().web_host == used
    assert load().web_port == 9000


def test_names_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_NAMES", " Games.Example , mybox,")
    assert load().web_names == "games.example,mybox"


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("TELEGRAM_TOKEN", "s3cret", "digits:characters"),
        ("TELEGRAM_TOKEN", "12:s3cret\nx", "digits:characters"),
        ("TELEGRAM_TOKEN", "bot12:s3cret", "digits:characters"),
        ("TELEGRAM_BASE_URL", "api.s3cret.org", "http:// or https://"),
        ("TELEGRAM_BASE_URL", "ftp://s3cret", "http:// or https://"),
        ("DISCORD_TOKEN", "s3cret", "three parts with dots"),
        ("DISCORD_API_BASE", "discord.s3cret", "http:// or https://"),
        ("DISCORD_SHARDS", "four", "as 0-3/8"),
        ("DISCORD_SHARDS", "4-8/8", "as 0-3/8"),
        ("DISCORD_SHARDS", "3-1/8", "as 0-3/8"),
        ("DISCORD_SHARDS", "0", "as 0-3/8"),
        ("DISCORD_GATEWAY_URL", "https://s3cret", "ws:// or wss://"),
        ("REDIS_URL", "s3cret", "redis://"),
        ("REDIS_URL", "http://:s3cret@host", "redis://"),
        ("REDIS_URL", "redis://:12/s3cret@host", "redis://"),
        ("REDIS_URL", "redis://host:s3cret", "redis://"),
        ("REDIS_URL", "unix://", "redis://"),
        ("REDIS_URL", "redis://host/s3cret", "redis://"),
        ("REDIS_URL", "redis://host?db=s3cret", "redis://"),
        ("REDIS_URL", "redis://host?s3cret=1", "redis://"),
        ("REDIS_URL", "rediss://host?ssl_cert_reqs=s3cret", "redis://"),
        ("WEB", "s3cret", "on or off"),
        ("WEB_HOST", "http://s3cret", "without http://"),
        ("WEB_HOST", "s3cret:80:x", "without http://"),
        ("WEB_NAMES", "http://s3cret", "without http://"),
        ("WEB_NAMES", "a.example, s3cret:80", "without http:// and port"),
        ("WEB_PORT", "s3cret", "1 to 65535"),
        ("WEB_PORT", "0", "1 to 65535"),
        ("WEB_PORT", "65536", "1 to 65535"),
        ("TIME_ZONE", "Europe/s3cret", "as Europe/Rome"),
        ("TIME_ZONE", "../s3cret", "as Europe/Rome"),
        ("LOG_LEVEL", "s3cret", "one of DEBUG, INFO, WARNING, ERROR"),
        ("DATA_DIR", "~s3cret-nobody/data", "home directory"),
    ],
)
def test_a_wrong_value_is_told_in_one_line_without_it(
    name: str, value: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load()
    line = str(caught.value)
    assert line.startswith(f"{name} must be ")
    assert told in line
    assert "\n" not in line
    assert "s3cret" not in line
    assert caught.value.__suppress_context__


def test_all_faults_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TELEGRAM_TOKEN", "x")
    monkeypatch.setenv("LOG_LEVEL", "loud")
    with pytest.raises(SettingsError, match=r"^TELEGRAM_TOKEN must be .*; LOG_LEVEL must be "):
        load()


def test_a_data_folder_is_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("taken").write_text("", "utf-8")
    monkeypatch.setenv("DATA_DIR", "taken")
    with pytest.raises(SettingsError, match="^DATA_DIR must be a folder"):
        load()


def test_a_file_that_is_no_text_is_told() -> None:
    Path(".env").write_bytes(b"\xff\xfeT\x00")
    with pytest.raises(SettingsError, match=r"^\.env must be a text file in UTF-8$"):
        load()


def test_a_file_that_is_a_folder_is_told() -> None:
    Path(".env").mkdir()
    with pytest.raises(SettingsError, match=r"^\.env cannot be read: "):
        load()


@pytest.mark.parametrize(
    "line", ["TELEGRAM_TOKEN", "TELEGRAM_TOKEN: s3cret", "s3cret", 'LOG_LEVEL="s3cret', "1=s3cret"]
)
def test_a_line_of_the_file_that_would_be_passed_over_is_told(line: str) -> None:
    Path(".env").write_text(f"# settings\n\n{line}\nWEB=on\n", "utf-8")
    with pytest.raises(SettingsError, match=r"^\.env: line 3 must be NAME=value$") as caught:
        load()
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    "line",
    [
        "LOG_LEVEL=error",
        "  export LOG_LEVEL = error  # all",
        "LOG_LEVEL='error'",
        'LOG_LEVEL="error" # all',
        "\ufeffLOG_LEVEL=error",
        "log_level=error\r\nDATA_DIR=",
    ],
)
def test_lines_of_the_file(line: str) -> None:
    Path(".env").write_text(f"{line}\n# the end", "utf-8", newline="")
    assert load().log_level == "ERROR"


def test_a_misspelt_name_in_the_file_is_told() -> None:
    Path(".env").write_text("TELEGRAM_TOKN=s3cret\nOTHER=1\nLogLevel=debug\n", "utf-8")
    with pytest.raises(SettingsError) as caught:
        load()
    said = str(caught.value).removeprefix(".env: ").split("; ")
    assert said == [
        "TELEGRAM_TOKN is no setting: TELEGRAM_TOKEN is",
        "LogLevel is no setting: LOG_LEVEL is",
    ]


def test_secrets_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TELEGRAM_TOKEN", TOKEN)
    monkeypatch.setenv("REDIS_URL", "redis://:pass@host")
    shown = repr(load()) + str(load()) + load().model_dump_json()
    assert "secret_Part" not in shown
    assert "pass" not in shown


@pytest.mark.parametrize(
    ("text", "shards"),
    [
        ("", None),
        (" 0-3/8 ", (range(4), 8)),
        ("7/8", (range(7, 8), 8)),
        ("8", (range(8), 8)),
        ("0-0/1", (range(1), 1)),
    ],
)
def test_the_shards_of_discord(
    monkeypatch: pytest.MonkeyPatch, text: str, shards: tuple[range, int] | None
) -> None:
    monkeypatch.setenv("DISCORD_SHARDS", text)
    assert load().shards == shards
