"""The fake Discord refuses what Discord refuses, and the real client can talk to it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from tests.fakes.clock import HandClock
from tests.fakes.discord import Channel, FakeDiscord, Member, NotPossible
from tests.fakes.discord.things import Control

Answer = tuple[int, dict[str, Any], dict[str, str]]
Ask = Callable[..., Awaitable[Answer]]

V2 = 1 << 15
BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
SAYS = [{"type": 10, "content": "hello"}]


def shown(*parts: dict[str, Any]) -> dict[str, Any]:
    """A message of components."""
    return {"flags": V2, "components": [dict(part) for part in parts]}


def row(*inner: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(inner)}


def menu(count: int, name: str = "menu") -> dict[str, Any]:
    options = [{"label": f"o{n}", "value": f"v{n}"} for n in range(count)]
    return row({"type": 3, "custom_id": name, "options": options})


@pytest.fixture
async def discord_(clock: HandClock) -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(clock) as fake:
        yield fake


@pytest.fixture
def channel(discord_: FakeDiscord) -> Channel:
    return discord_.channel(discord_.guild("Amici"), "carte")


@pytest.fixture
def anna(discord_: FakeDiscord, channel: Channel) -> Member:
    return discord_.member("Anna", channel)


@pytest.fixture
async def ask(discord_: FakeDiscord) -> AsyncIterator[Ask]:
    """One request with the bot's token: status, body, headers."""
    async with aiohttp.ClientSession() as session:

        async def asked(method: str, path: str, body: Any = None, **options: Any) -> Answer:
            token = options.pop("token", discord_.token)
            headers = {"Authorization": f"Bot {token}"}
            async with session.request(
                method, discord_.api_base + path, json=body, headers=headers, **options
            ) as answer:
                text = await answer.text()
                return answer.status, json.loads(text) if text else {}, dict(answer.headers)

        yield asked


async def interaction(anna: Member, ask: Ask) -> tuple[str, str]:
    """The paths of the callback and of the answers of a tap."""
    posted = (
        await ask("POST", f"/channels/{anna.channel.id}/messages", shown(*SAYS, row(BUTTON)))
    )[1]
    assert posted["components"][1]["components"][0]["id"] == 3
    asked = await anna.click("Go", wait=False)
    bot = posted["author"]["id"]
    return f"/interactions/{asked.id}/{asked.token}/callback", f"/webhooks/{bot}/{asked.token}"


# --- forms -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        shown(*SAYS * 41),
        shown({"type": 10, "content": "x" * 2001}, {"type": 10, "content": "x" * 2000}),
        shown({"type": 10, "content": ""}),
        shown(*SAYS, row(BUTTON, BUTTON)),
        shown(*SAYS, row({**BUTTON, "custom_id": "x" * 101})),
        shown(*SAYS, row({**BUTTON, "custom_id": ""})),
        shown(*SAYS, row({**BUTTON, "label": "x" * 81})),
        shown(*SAYS, row(*({**BUTTON, "custom_id": str(n)} for n in range(6)))),
        shown(*SAYS, row()),
        shown(*SAYS, menu(26)),
        shown(*SAYS, menu(0)),
        shown(*SAYS, BUTTON),
        shown(*SAYS, row({"type": 2, "style": 5, "label": "x", "custom_id": "x"})),
        shown({"type": 13, "file": {"url": "attachment://nowhere.txt"}}),
        shown({"type": 12, "items": []}),
        {"flags": V2, "content": "x", "components": SAYS},
        {"flags": 64, "content": "x"},
        {"content": "x" * 2001},
    ],
)
async def test_a_form_that_discord_refuses(
    ask: Ask, channel: Channel, body: dict[str, Any]
) -> None:
    status, answer, _ = await ask("POST", f"/channels/{channel.id}/messages", body)
    assert (status, answer["code"]) == (400, 50035)
    assert channel.messages == []


async def test_a_form_at_its_limits(ask: Ask, channel: Channel) -> None:
    text = {"type": 10, "content": "x" * 4000}
    buttons = [{**BUTTON, "custom_id": "x" * 99 + str(n), "label": "x" * 80} for n in range(5)]
    body = shown(text, row(*buttons), menu(25))
    assert (await ask("POST", f"/channels/{channel.id}/messages", body))[0] == 200
    assert len(channel.last.controls) == 30


async def test_nothing_is_no_message(ask: Ask, channel: Channel) -> None:
    for empty in ({}, shown()):
        status, answer, _ = await ask("POST", f"/channels/{channel.id}/messages", empty)
        assert (status, answer["code"]) == (400, 50006)


# --- messages --------------------------------------------------------------------------------


async def test_what_is_not_there_or_not_allowed(
    discord_: FakeDiscord, ask: Ask, channel: Channel, anna: Member
) -> None:
    messages = f"/channels/{channel.id}/messages"
    made = (await ask("POST", messages, {"content": "x"}))[1]["id"]

    async def code(method: str, path: str) -> tuple[int, int]:
        status, answer, _ = await ask(method, path, {"content": "y"})
        return status, answer["code"]

    assert await code("POST", "/channels/5/messages") == (404, 10003)
    assert await code("PATCH", f"{messages}/5") == (404, 10008)
    assert await code("GET", f"/guilds/{anna.guild.id}/members/5") == (404, 10007)
    channel.taken.add("send_messages")
    assert await code("POST", messages) == (403, 50013)
    channel.taken.add("view_channel")
    assert await code("POST", messages) == (403, 50001)
    channel.taken.clear()
    await discord_.delete_message(channel.last)
    assert await code("DELETE", f"{messages}/{made}") == (404, 10008)
    await discord_.delete_channel(channel)
    assert await code("POST", messages) == (404, 10003)


async def test_an_old_message_can_be_changed_a_few_times_only(
    discord_: FakeDiscord, ask: Ask, channel: Channel, clock: HandClock
) -> None:
    path = f"/channels/{channel.id}/messages"
    made = (await ask("POST", path, {"content": "x"}))[1]["id"]
    codes = []
    for number in range(4):
        await clock.advance(3601)
        answer = (await ask("PATCH", f"{path}/{made}", {"content": str(number)}))[1]
        codes.append(answer.get("code"))
    assert codes == [None, None, None, 30046]
    # Nor does a tap on it help.
    asked = await discord_.member("Anna", channel).tap(channel.last, Control("", "go"), wait=False)
    await ask("POST", f"/interactions/{asked.id}/{asked.token}/callback", {"type": 6})
    hook = f"/webhooks/{discord_.world.bot.id}/{asked.token}/messages/@original"
    assert (await ask("PATCH", hook, {"content": "x"}))[1]["code"] == 30046


async def test_a_thread_that_was_put_away(
    discord_: FakeDiscord, ask: Ask, channel: Channel
) -> None:
    thread = discord_.channel(channel.home, "cards", channel)
    path = f"/channels/{thread.id}/messages"
    made = (await ask("POST", path, {"content": "x"}))[1]["id"]
    await discord_.archive(thread)
    assert (await ask("PATCH", f"{path}/{made}", {"content": "y"}))[1]["code"] == 50083
    assert (await ask("POST", path, {"content": "y"}))[0] == 200
    assert not thread.archived
    await discord_.archive(thread, locked=True)
    assert (await ask("POST", path, {"content": "z"}))[1]["code"] == 160005


async def test_direct_messages_that_are_closed(
    discord_: FakeDiscord, ask: Ask, anna: Member
) -> None:
    direct = (await ask("POST", "/users/@me/channels", {"recipient_id": str(anna.id)}))[1]
    path = f"/channels/{direct['id']}/messages"
    assert (await ask("POST", path, {"content": "hello"}))[0] == 200
    assert [message.text for message in anna.directs] == ["hello"]
    anna.user.closed = True
    assert (await ask("POST", path, {"content": "x"}))[1]["code"] == 50007
    await anna.leaves()
    assert (await ask("POST", path, {"content": "x"}))[1]["code"] == 50278


async def test_a_file_stands_where_the_message_says(ask: Ask, channel: Channel) -> None:
    body = shown(*SAYS, {"type": 13, "file": {"url": "attachment://a.txt"}})
    body["attachments"] = [{"id": 0, "filename": "a.txt"}]
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps(body))
    form.add_field("files[0]", b"text", filename="a.txt", content_type="text/plain")
    path = f"/channels/{channel.id}/messages"
    assert (await ask("POST", path, data=form))[0] == 200
    assert channel.last.body["attachments"][0]["size"] == 4
    assert channel.last.components[1]["file"]["url"].startswith("https://")


# --- interactions ----------------------------------------------------------------------------


async def test_a_tap_is_acknowledged_within_three_seconds_and_once(
    ask: Ask, anna: Member, clock: HandClock
) -> None:
    callback, hook = await interaction(anna, ask)
    assert (await ask("POST", hook, {"content": "x"}))[1]["code"] == 10015
    assert (await ask("POST", callback, {"type": 6}))[0] == 200
    assert (await ask("POST", callback, {"type": 6}))[1]["code"] == 40060
    late, _ = await interaction(anna, ask)
    await clock.advance(3.1)
    assert (await ask("POST", late, {"type": 6}))[1]["code"] == 10062


async def test_a_token_serves_a_quarter_of_an_hour(
    ask: Ask, anna: Member, clock: HandClock
) -> None:
    callback, hook = await interaction(anna, ask)
    await ask("POST", callback, {"type": 6})
    await clock.advance(890)
    assert (await ask("POST", hook, {"content": "own", "flags": 64}))[0] == 200
    await clock.advance(11)
    status, answer, _ = await ask("POST", hook, {"content": "x", "flags": 64})
    assert (status, answer["code"]) == (401, 50027)


async def test_only_who_asked_sees_an_ephemeral_answer(
    discord_: FakeDiscord, ask: Ask, anna: Member, channel: Channel
) -> None:
    bruno = discord_.member("Bruno", channel)
    callback, hook = await interaction(anna, ask)
    await ask("POST", callback, {"type": 5, "data": {"flags": 64}})
    assert anna.own == []
    await ask("POST", hook, {"content": "secret"})
    [own] = anna.own
    assert own.text == "secret"
    assert own not in bruno.sees()
    with pytest.raises(NotPossible):
        bruno.find("Go", own)
    await ask("PATCH", f"{hook}/messages/@original", {"content": "newer"})
    assert own.text == "newer"
    await ask("DELETE", f"{hook}/messages/@original")
    assert anna.own == []


async def test_a_tap_changes_the_message_under_which_it_was(ask: Ask, anna: Member) -> None:
    callback, hook = await interaction(anna, ask)
    await ask("POST", callback, {"type": 6})
    changed = shown({"type": 10, "content": "changed"})
    await ask("PATCH", f"{hook}/messages/@original", changed)
    assert anna.channel.last.text == "changed"


# --- budgets ---------------------------------------------------------------------------------


async def test_a_full_bucket_is_of_one_channel_alone(
    discord_: FakeDiscord, ask: Ask, channel: Channel, clock: HandClock
) -> None:
    other = discord_.channel(channel.home, "bar")
    path = f"/channels/{channel.id}/messages"
    left = [
        (await ask("POST", path, {"content": "x"}))[2]["X-RateLimit-Remaining"] for _ in range(5)
    ]
    assert left == ["4", "3", "2", "1", "0"]
    status, answer, headers = await ask("POST", path, {"content": "x"})
    assert status == 429
    assert answer == {"message": "You are being rate limited.", "retry_after": 5.0, "global": False}
    assert headers["Via"]
    assert headers["X-RateLimit-Scope"] == "user"
    assert (await ask("POST", f"/channels/{other.id}/messages", {"content": "x"}))[0] == 200
    await clock.advance(5.1)
    assert (await ask("POST", path, {"content": "x"}))[0] == 200


async def test_the_bot_as_a_whole_is_counted_but_not_its_answers(
    discord_: FakeDiscord, ask: Ask, channel: Channel, anna: Member
) -> None:
    callback, _ = await interaction(anna, ask)
    discord_.flood(7)
    status, answer, headers = await ask("GET", f"/channels/{channel.id}")
    assert (status, answer["global"], headers["X-RateLimit-Global"]) == (429, True, "true")
    assert (await ask("POST", callback, {"type": 6}))[0] == 200


async def test_a_token_has_a_bucket_of_its_own_that_costs_the_channel_nothing(
    ask: Ask, channel: Channel, anna: Member, clock: HandClock
) -> None:
    hooks = []
    for _ in range(2):
        callback, hook = await interaction(anna, ask)
        await ask("POST", callback, {"type": 6})
        hooks.append(f"{hook}/messages/@original")
    answers = [await ask("PATCH", hooks[0], shown(*SAYS)) for _ in range(6)]
    assert [status for status, _, _ in answers] == [200] * 5 + [429]
    assert answers[0][2]["X-RateLimit-Remaining"] == "4"
    assert answers[5][1]["retry_after"] == 2.0
    assert (await ask("PATCH", hooks[1], shown(*SAYS)))[0] == 200
    left = (await ask("PATCH", f"/channels/{channel.id}/messages/{channel.last.id}", {}))[2]
    assert left["X-RateLimit-Remaining"] == "4"
    await clock.advance(2.1)
    assert (await ask("PATCH", hooks[0], shown(*SAYS)))[0] == 200


async def test_too_many_invalid_requests_shut_the_bot_out(
    discord_: FakeDiscord, ask: Ask, clock: HandClock
) -> None:
    assert (await ask("GET", "/users/@me", token="wrong"))[0] == 401
    assert discord_.server.rates.invalid == 1
    for _ in range(9_999):
        discord_.server.rates.refused(403)
    status, _, headers = await ask("GET", "/users/@me")
    assert status == 429
    assert "Via" not in headers
    await clock.advance(601)
    assert (await ask("GET", "/users/@me"))[0] == 200


# --- the real client -------------------------------------------------------------------------


class Client(discord.AutoShardedClient):
    """Greets everybody who uses /hello, and counts their taps."""

    def __init__(self, **options: Any) -> None:
        super().__init__(intents=discord.Intents(guilds=True), **options)
        self.tree = discord.app_commands.CommandTree(self)
        self.taps = 0
        self.gone: list[str] = []

    async def setup_hook(self) -> None:
        @self.tree.command()
        async def hello(interaction: discord.Interaction[Any]) -> None:
            """Say hello."""
            view = ui.LayoutView(timeout=None)
            view.add_item(ui.TextDisplay("hello"))
            view.add_item(ui.ActionRow(ui.Button(label="Again", custom_id="again")))
            view.stop()
            await interaction.response.send_message(view=view)

        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.defer()
            self.taps += 1

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.gone.append(guild.name)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.gone.append(channel.name)


@pytest.fixture
async def client(
    discord_: FakeDiscord, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Client]:
    monkeypatch.setattr(Route, "BASE", discord_.api_base)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(discord_.gateway_url))
    client = Client()
    await client.login(discord_.token)
    serving = asyncio.create_task(client.connect())
    await discord_.until(lambda: client.get_channel(channel.id))
    yield client
    await client.close()
    await asyncio.gather(serving, return_exceptions=True)


async def test_the_client_answers_commands_and_taps(
    discord_: FakeDiscord, client: Client, anna: Member
) -> None:
    await anna.slash("hello")
    assert anna.channel.last.labels == ["Again"]
    await anna.click("Again")
    await discord_.until(lambda: client.taps == 1)


async def test_a_tap_in_a_gap_of_the_connection_comes_with_the_resumed_session(
    discord_: FakeDiscord, client: Client, anna: Member
) -> None:
    await anna.slash("hello")
    [session] = discord_.shards
    await discord_.server.gateway.drop()
    tap = await anna.click("Again", wait=False)
    await discord_.until(lambda: client.taps == 1)
    assert tap.ack == 6
    assert session.resumed == 1
    assert discord_.server.gateway.identified == 1


async def test_a_session_that_is_forgotten_begins_anew(
    discord_: FakeDiscord, client: Client
) -> None:
    await discord_.server.gateway.ask_to_reconnect()
    await discord_.until(lambda: discord_.shards and discord_.shards[0].resumed == 1)
    # The fake forgets the session: RESUME is answered with INVALID_SESSION.
    [session] = discord_.shards
    session.id = "forgotten"
    await discord_.server.gateway.drop()
    await discord_.until(lambda: discord_.server.gateway.identified == 2)


async def test_the_client_hears_what_is_deleted(
    discord_: FakeDiscord, client: Client, channel: Channel
) -> None:
    await discord_.delete_channel(channel)
    await discord_.until(lambda: client.gone == ["carte"])
    await discord_.throw_out(channel.home)
    await discord_.until(lambda: client.gone == ["carte", "Amici"])


async def test_no_intent_that_was_not_given(discord_: FakeDiscord) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(discord_.gateway_url) as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
        asked = {"token": discord_.token, "intents": 1 << 15 | 1}
        await socket.send_json({"op": 2, "d": asked})
        await socket.receive()
        assert socket.close_code == 4014
