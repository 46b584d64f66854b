"""The bot with the page as an operator runs it: `python -m bot` without any token."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx

from tests.adapters.telegram.process import BotProcess
from tests.patience import PATIENCE


async def started(bot: BotProcess, times: int = 1) -> str:
    """Start it and read the address it prints, for the `times`-th time in this log."""
    bot.start()
    async with asyncio.timeout(PATIENCE):
        while True:
            found = re.findall(r"http://\S+", bot.output)
            if len(found) >= times and "Ctrl-C" in bot.output.rpartition(found[-1])[2]:
                return str(found[-1])
            await asyncio.sleep(0.02)


async def messages(http: httpx.AsyncClient, headers: dict[str, str], at_least: int) -> str:
    """The first event of a stream that shows so many messages of the group."""
    async with asyncio.timeout(PATIENCE):
        while True:
            async with http.stream("GET", "/api/events?room=den", headers=headers) as stream:
                async for line in stream.aiter_lines():
                    if line.startswith("data: "):
                        if line.count('"lines"') >= at_least:
                            return line
                        break


async def test_without_a_token_the_page_is_served_and_a_second_start_goes_on(
    tmp_path: Path,
) -> None:
    bot = BotProcess(tmp_path, DATA_DIR=str(tmp_path / "data"))
    url = await started(bot)
    try:
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http:
            answer = await http.post("/api/session", json={"name": "Anna", "lang": "en"})
            headers = {"authorization": f"Bearer {answer.json()['token']}"}
            asked = {"room": "den", "thread": "group", "lang": "en", "name": "pinnacola"}
            await http.post("/api/command", json=asked, headers=headers)
            before = await messages(http, headers, 1)
        # A tab is listening when the bot is told to stop: it must not hold it up.
        async with (
            httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http,
            http.stream("GET", "/api/events?room=den", headers=headers) as stream,
        ):
            lines = stream.aiter_lines()
            assert await anext(lines) == "event: state"
            assert await bot.stop() == 0
            assert [line async for line in lines if line.startswith("event: ")] == []
        url = await started(bot, 2)
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http:
            after = await messages(http, headers, 1)
    finally:
        await bot.stop()
    assert after.partition('"group"')[2] == before.partition('"group"')[2]
    assert answer.json()["token"] not in bot.output
    assert "Traceback" not in bot.output


async def test_nothing_to_serve_is_one_clear_line(tmp_path: Path) -> None:
    bot = BotProcess(tmp_path, WEB="off")
    bot.start()
    assert await bot.wait() == 2
    assert len(bot.output.splitlines()) == 1
    assert "TELEGRAM_TOKEN" in bot.output
    assert "WEB=on" in bot.output


async def test_a_misspelt_name_in_the_environment_is_told_and_does_no_harm(tmp_path: Path) -> None:
    bot = BotProcess(tmp_path, DATA_DIR=str(tmp_path / "data"), TELEGRAM_TOKN="123:s3cret")
    await started(bot)
    assert await bot.stop() == 0
    first, *_ = bot.output.splitlines()
    assert first == "pinnacola: TELEGRAM_TOKN is no setting: TELEGRAM_TOKEN is"
    assert "s3cret" not in bot.output


async def test_a_chosen_port_that_is_taken_is_one_clear_line(tmp_path: Path) -> None:
    first = BotProcess(tmp_path, DATA_DIR=str(tmp_path / "data"))
    url = await started(first)
    folder = tmp_path / "second"
    folder.mkdir()
    second = BotProcess(folder, DATA_DIR=str(tmp_path / "data"), WEB_PORT=str(httpx.URL(url).port))
    second.start()
    try:
        assert await second.wait() == 2
        assert len(second.output.splitlines()) == 1
        assert second.output.startswith("pinnacola: WEB_PORT: ")
    finally:
        assert await first.stop() == 0
