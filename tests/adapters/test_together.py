"""One process hosts Telegram, Discord and the page at once: a table on each."""

from __future__ import annotations

import re
from pathlib import Path

import httpx

from bot.document import read
from bot.ports import Store
from bot.state import Table
from tests.adapters.discord.wire import bot_on
from tests.adapters.web.test_process import messages, started
from tests.fakes.clock import ScaledClock
from tests.fakes.discord import FakeDiscord
from tests.fakes.stores import loopback_server, store_at
from tests.fakes.telegram import FakeTelegram
from tests.patience import PATIENCE


async def table_at(store: Store, place: str) -> Table:
    """The table of a place."""
    code = await store.known_code(place)
    assert code is not None
    text = (await store.load(code)).text
    assert text is not None
    return read(text)


async def test_one_process_plays_on_all_platforms_and_takes_their_people_for_different(
    tmp_path: Path,
) -> None:
    with loopback_server(tmp_path) as url:
        async with (
            FakeTelegram(ScaledClock(1)) as telegram,
            FakeDiscord(ScaledClock(1)) as discord,
            store_at(url) as store,
        ):
            anna = telegram.user("Anna", lang="en", started=True)
            group = telegram.group("Friday cards", members=[anna])
            channel = discord.channel(discord.guild("Amici"), "carte")
            dora = discord.member("Anna", channel)
            bot = bot_on(
                discord,
                tmp_path,
                TELEGRAM_TOKEN=telegram.token,
                TELEGRAM_BASE_URL=telegram.base_url,
                REDIS_URL=url,
                WEB="on",
            )
            page = await started(bot)
            try:
                await anna.start_private()
                await telegram.until(lambda: anna.inbox)
                await anna.send(group, "/pinnacola")
                await telegram.until(lambda: group.messages)
                await anna.tap(group, "Join")

                await discord.until(lambda: discord.shards and discord.world.commands)
                await dora.slash("pinnacola")
                await discord.until(lambda: channel.messages)
                await dora.click("Join")

                async with httpx.AsyncClient(base_url=page, timeout=PATIENCE) as http:
                    session = {"name": "Anna", "lang": "en"}
                    token = (await http.post("/api/session", json=session)).json()["token"]
                    headers = {"authorization": f"Bearer {token}"}
                    asked = {"room": "den", "thread": "group", "lang": "en"}
                    command = {**asked, "name": "pinnacola"}
                    await http.post("/api/command", json=command, headers=headers)
                    shown = await messages(http, headers, 1)
                    [join, *_] = re.findall(r'"payload":\s*"(j[a-z0-9]{8,})"', shown)
                    tap = {**asked, "payload": join}
                    await http.post("/api/tap", json=tap, headers=headers)

                await telegram.until(lambda: "Anna" in group.last.text)
                await discord.until(lambda: "Anna" in channel.last.text)
                places = (f"tg:{group.id}", f"dc:{channel.id}", "web:den")
                tables = [await table_at(store, place) for place in places]
            finally:
                assert await bot.stop() == 0
            # Each sits at the table of their platform, and nobody at that of another.
            seated = [seat.person for table in tables for seat in table.seats if seat.person]
            assert [person.partition(":")[0] for person in seated] == ["tg", "dc", "web"]
            assert len({table.code for table in tables}) == 3
            for person, table in zip(seated, tables, strict=True):
                assert await store.tables_of(person) == [table.code]
            assert "Traceback" not in bot.output
