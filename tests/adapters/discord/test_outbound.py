"""Discord's errors in the words of the ports, and posts that change, lose buttons or go."""

from __future__ import annotations

import discord
import pytest

from adapters.discord.outbound import DiscordPlatform
from bot.ports import Busy, NoAnswer, PostGone, Unreachable
from bot.requests import Person, Place
from bot.screen import Button, Screen, line
from tests.adapters.discord.player import choices, parts, text
from tests.adapters.discord.rig import Rig, running

SCREEN = Screen((line("one"),), ((Button("Go", "pay"),),))
SHORT = Screen((line("two"),))


def platform(rig: Rig) -> DiscordPlatform:
    return DiscordPlatform(rig.env.bot, rig.clock, rig.host.studio)


async def test_a_post_from_its_beginning_to_its_end() -> None:
    async with running() as rig:
        own, place = platform(rig), f"dc:{rig.channel.id}"
        post = await own.send(place, SCREEN, silent=True)
        [message] = rig.channel.history()
        assert message.flags.suppress_notifications
        assert [choice.payload for choice in choices(parts(message))] == ["pay"]
        await own.edit(place, post, Screen((line("three"),), SCREEN.rows))
        await own.strip(place, post)
        [message] = rig.channel.history()
        assert text(parts(message)) == "three"
        assert choices(parts(message)) == []
        await own.delete(place, post)
        assert rig.channel.history() == []
        for gone in (own.edit(place, post, SHORT), own.strip(place, post), own.delete(place, post)):
            with pytest.raises(PostGone):
                await gone


@pytest.mark.parametrize(
    ("status", "code", "raised"),
    [
        (403, 50013, Unreachable),
        (403, 50001, Unreachable),
        (404, 10003, Unreachable),
        (503, 0, NoAnswer),
        (400, 50035, discord.HTTPException),
    ],
)
async def test_what_sending_can_come_to(status: int, code: int, raised: type[Exception]) -> None:
    async with running() as rig:
        rig.env.inject_error("POST", "/channels/*/messages", status=status, code=code)
        with pytest.raises(raised):
            await platform(rig).send(f"dc:{rig.channel.id}", SCREEN, silent=False)


@pytest.mark.parametrize(
    ("status", "code", "raised"),
    [
        (404, 10008, PostGone),
        (404, 10003, Unreachable),
        (403, 50001, Unreachable),
        (400, 30046, PostGone),
        (400, 50083, PostGone),
        (503, 0, NoAnswer),
    ],
)
async def test_what_changing_can_come_to(status: int, code: int, raised: type[Exception]) -> None:
    async with running() as rig:
        own, place = platform(rig), f"dc:{rig.channel.id}"
        post = await own.send(place, SCREEN, silent=True)
        rig.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code)
        with pytest.raises(raised):
            await own.edit(place, post, SHORT)


async def test_a_long_pause_is_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running() as rig:

        async def limited(*_: object, **__: object) -> None:
            raise discord.RateLimited(61.5)

        monkeypatch.setattr(rig.env.bot.http, "request", limited)
        with pytest.raises(Busy) as busy:
            await platform(rig).send(f"dc:{rig.channel.id}", SCREEN, silent=False)
        assert busy.value.seconds == 61.5


async def test_who_manages_the_server_is_an_admin() -> None:
    async with running() as rig:
        role = rig.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
        boss, guest = rig.member("Boss", roles=[role]), rig.member("Guest")
        own, place = platform(rig), Place(f"dc:{rig.channel.id}")
        assert await own.is_admin(place, Person(f"dc:{boss.id}", "Boss"))
        assert not await own.is_admin(place, Person(f"dc:{guest.id}", "Guest"))
        assert not await own.is_admin(Place("dc:1"), Person(f"dc:{boss.id}", "Boss"))
        assert await own.is_member(place, Person(f"dc:{guest.id}", "Guest"))
        assert await own.is_member(Place("dc:1"), Person(f"dc:{guest.id}", "Guest")) is None
