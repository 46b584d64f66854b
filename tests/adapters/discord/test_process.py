"""The bot as a process of its own on a fake Discord: deals, lost connections, kills."""

from __future__ import annotations

from pathlib import Path

from tests.adapters.discord.wire import apart, own_hand
from tests.fakes.discord.world import ACKNOWLEDGE
from tests.patience import PATIENCE


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
        await wire.fake.until(lambda: gateway.identified == 2 and wire.fake.shards)
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


async def test_told_to_end_while_a_post_is_under_way_it_lets_it_arrive(tmp_path: Path) -> None:
    async with apart(tmp_path, to_the_end=True) as (wire, bot):
        people = await wire.dealt()
        await wire.turn(people)
        wire.fake.fail("* /channels/*/messages/*", delay=1.0, times=2)
        await wire.turn(people)
        assert await bot.stop() == 0
        assert "not drawn" not in bot.output
        assert "WARNING" not in bot.output
        assert {call.status for call in wire.fake.calls} <= {200, 204}


async def test_c29_c30_c32_c33_refusals_of_every_kind_in_one_match(tmp_path: Path) -> None:
    # Discord is two hours behind, so the bot takes every message for an old one.
    async with apart(tmp_path, start=-7200) as (wire, bot):
        fake, posts = wire.fake, f"/channels/{wire.channel.id}/messages"
        anna, bruno = people = await wire.opened()
        bruno.user.closed = True

        # The acknowledgement comes too late; the tap counts.
        fake.world.acknowledge = ACKNOWLEDGE
        fake.fail("POST /interactions/*", delay=ACKNOWLEDGE + 0.2)
        late = await anna.click("Start", wait=False)
        await fake.until(lambda: late.late)
        fake.world.acknowledge = PATIENCE
        table = await wire.shows(wire.channel, "More")

        # Private messages are closed; the hand is under the table.
        await wire.until(lambda now: any(seat.unreachable for seat in now.seats))
        await wire.hand(bruno)

        # The token of an answer has expired; the next tap has its own.
        fault = fake.fail("* /webhooks/*", 50027)
        lost = await anna.click("My hand")
        await fake.until(lambda: fault.times == 0)
        assert own_hand(lost) is None
        await wire.hand(anna)

        # The table was deleted: it is posted anew with the next change.
        hand = await wire.hand(await wire.to_move(people))
        await fake.delete_message(table)
        await wire.turn(people, under=hand)
        table = await wire.shows(wire.channel, "More")

        # It may not be changed any more: the same.
        fake.fail(f"PATCH {posts}/*", 30046)
        await wire.turn(people)
        await fake.until(lambda: table.deleted)
        table = await wire.shows(wire.channel, "More")

        # A form is refused: it is tried again a little later, and the log has none of its text.
        fake.fail(f"PATCH {posts}/*", 50035)
        await wire.turn(people)
        await fake.until(lambda: "post not drawn (try 1): HTTPException" in bot.output)
        await fake.until(lambda: wire.calls("PATCH")[-1] == 200)

        # Discord asks to wait: one refusal, and then it is drawn.
        fake.flood(3, wire.channel, "POST messages")
        before = len(wire.calls("POST"))
        await bruno.slash("table")
        await fake.until(lambda: 200 in wire.calls("POST")[before:])
        assert wire.calls("POST")[before:].count(429) == 1
        await wire.turn(people)
        # Nothing else was refused; 10015 is the answer for which no acknowledgement had come.
        codes = {call.code for call in fake.calls}
        assert codes == {0, 10008, 10015, 10062, 30046, 50007, 50027, 50035}
        assert "Invalid Form" not in bot.output
        assert "Bruno" not in bot.output
