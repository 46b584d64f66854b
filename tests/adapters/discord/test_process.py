"""The bot as a process of its own on a fake Discord: deals, lost connections, kills."""

from __future__ import annotations

from pathlib import Path

from tests.adapters.discord.wire import apart, own_hand


async def test_a_deal_from_the_command_to_its_result(tmp_path: Path) -> None:
    async with apart(tmp_path) as (wire, _):
        people = await wire.dealt()
        hand = await people[1].click("My hand")
        await wire.fake.until(lambda: own_hand(hand))
        for _ in range(200):
            if (await wire.state()).phase != "deal":
                break
            await wire.turn(people)
        assert (await wire.state()).phase == "result"
        await wire.fake.until(lambda: "Deal 1" in wire.channel.last.text)
        await wire.shows(wire.channel, "Next deal")
        # Nothing was refused: no form, no call too many.
        assert {call.status for call in wire.fake.calls} <= {200, 204}


async def test_a_tap_in_a_gap_of_the_connection_is_not_lost(tmp_path: Path) -> None:
    async with apart(tmp_path) as (wire, _):
        people = await wire.dealt()
        gateway = wire.fake.server.gateway
        await gateway.drop()
        player = await wire.play(people)
        await wire.turn(people)
        assert player in people
        assert gateway.identified == 1
        assert [session.resumed for session in gateway.sessions] == [1]
        # Asked to, it connects anew as well; a session that is forgotten begins from its start.
        await gateway.ask_to_reconnect()
        await wire.fake.until(lambda: gateway.sessions[0].resumed == 2)
        await gateway.drop(resumable=False)
        await wire.fake.until(lambda: gateway.identified == 2 and wire.fake.shards, 60)
        await wire.turn(people)


async def test_c17_c31_killed_in_the_middle_of_a_turn_its_buttons_work(tmp_path: Path) -> None:
    async with apart(tmp_path) as (wire, bot):
        people = await wire.dealt()
        player = await wire.play(people)
        table = await wire.shows(wire.channel, "More")
        before = await wire.state()
        bot.kill()
        wire.fake.world.commands.clear()
        await wire.fake.server.gateway.drop(resumable=False)
        bot.start()
        await wire.served()
        assert await wire.state() == before
        assert not table.deleted
        hand = await player.click("My hand", table)
        await wire.fake.until(lambda: own_hand(hand))
        await wire.turn(people)
        await wire.turn(people)
