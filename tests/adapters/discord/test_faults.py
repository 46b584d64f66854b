"""What can go wrong between the bot and Discord, over a wire: refusals, pauses, lost places."""

from __future__ import annotations

import logging
import time

import pytest

from bot.state import AT_IT
from tests.adapters.discord.wire import near, own_hand
from tests.fakes.clock import HandClock, ScaledClock
from tests.fakes.discord.world import ACKNOWLEDGE

TABLE = "More"
"""A button that the table alone has."""


async def test_c10_c33_a_deleted_table_is_posted_anew_with_its_next_change() -> None:
    async with near() as wire:
        people = await wire.dealt()
        table = await wire.shows(wire.channel, TABLE)
        hand = await wire.hand(await wire.to_move(people))
        await wire.fake.delete_message(table)
        await wire.turn(people, under=hand)
        anew = await wire.shows(wire.channel, TABLE)
        assert anew is not table
        assert wire.calls("PATCH").count(404) == 1


async def test_a_table_too_old_to_be_changed_is_posted_anew() -> None:
    # All messages look two hours old to the bot.
    async with near(start=-7200) as wire:
        people = await wire.dealt()
        table = await wire.shows(wire.channel, TABLE)
        wire.fake.fail(f"PATCH /channels/{wire.channel.id}/messages/*", 30046)
        await wire.turn(people)
        await wire.fake.until(lambda: table.deleted)
        assert await wire.shows(wire.channel, TABLE) is not table
        assert wire.calls("PATCH").count(429) == 1


async def test_a_form_that_is_refused_is_a_fault_of_ours_and_not_tried_for_ever(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with near(ScaledClock(40)) as wire:
        other = wire.fake.channel(wire.guild, "bar")
        [anna] = wire.people("Anna", channel=other)
        wire.fake.fail(f"POST /channels/{wire.channel.id}/messages", 50035, times=1000)
        [bruno] = wire.people("Bruno")
        await bruno.slash("pinnacola")
        await anna.slash("pinnacola")
        await wire.shows(other, "2 players")
        await wire.fake.until(lambda: len(wire.calls("POST")) == 6)
        await anna.click("2 players")
        await wire.fake.until(lambda: 200 in wire.calls("PATCH", other))
        assert wire.calls("POST") == [400] * 6
        said = [r for r in caplog.records if r.levelno >= logging.WARNING]
        assert [r for r in said if "post not drawn (try 6)" in r.getMessage()]
        assert "Bruno" not in caplog.text
        assert "Invalid Form" not in caplog.text


async def test_c01_a_pause_of_one_channel_delays_no_other_and_the_newest_state_wins() -> None:
    # The bot's clock stands: its pause ends when the test says so, however late this machine is.
    clock = HandClock(start=time.time())
    async with near(clock) as wire:
        quiet = wire.fake.channel(wire.guild, "bar")
        host, _ = await wire.opened(quiet)
        anna, *_ = await wire.opened()
        for route in ("POST messages", "PATCH message"):
            wire.fake.flood(600, wire.channel, route)
        made = len(wire.calls("PATCH"))
        for label in ("4 players", "6 players", "4 players"):
            await anna.click(label)
            await wire.until(lambda table, label=label: len(table.seats) == int(label[0]))  # type: ignore[misc]
        before = len(wire.calls("PATCH", quiet))
        await host.click("4 players")
        await wire.fake.until(lambda: "2 players" in quiet.last.labels)
        assert set(wire.calls("PATCH", quiet)[before:]) == {200}
        # Only now may the first channel be drawn again: once, as it is.
        assert set(wire.calls("PATCH")[made:]) == {429}
        for route in ("POST messages", "PATCH message"):
            wire.fake.flood(0, wire.channel, route)
        await clock.advance(600)
        await wire.fake.until(lambda: 200 in wire.calls("PATCH")[made:])
        assert wire.calls("PATCH")[made:].count(429) == 1


async def test_c29_a_tap_that_is_acknowledged_too_late_counts_all_the_same() -> None:
    async with near() as wire:
        anna, bruno = wire.people("Anna", "Bruno")
        await anna.slash("pinnacola")
        await wire.shows(wire.channel, "2 players")
        wire.fake.world.acknowledge = ACKNOWLEDGE
        wire.fake.fail("POST /interactions/*", delay=ACKNOWLEDGE + 0.2)
        tap = await bruno.click("Join", wait=False)
        await wire.fake.until(lambda: tap.late)
        await wire.fake.until(lambda: "Bruno" in wire.channel.last.text)
        assert not tap.ack


async def test_c30_a_token_that_has_expired_breaks_nothing_and_the_next_tap_shows_the_hand() -> (
    None
):
    async with near() as wire:
        anna, _ = await wire.dealt()
        fault = wire.fake.fail("* /webhooks/*", 50027)
        lost = await anna.click("My hand")
        await wire.fake.until(lambda: fault.times == 0)
        assert own_hand(lost) is None
        again = await anna.click("My hand")
        await wire.fake.until(lambda: own_hand(again))


async def test_c11_a_right_that_is_taken_away_pauses_the_match_and_who_taps_is_told() -> None:
    async with near() as wire:
        people = await wire.dealt()
        table = await wire.shows(wire.channel, TABLE)
        wire.channel.taken.add("send_messages")
        people[0].user.lang = "it"
        told = await people[0].click("My hand", table)
        await wire.fake.until(lambda: told.shown)
        await wire.until(lambda now: now.out and now.paused)
        asked = await people[0].slash("tavolo")
        await wire.fake.until(lambda: asked.shown)
        assert "non posso scrivere" in asked.shown[0].text
        assert asked.shown[0].only is people[0].user
        # No call was made that would have been refused.
        assert 403 not in {call.status for call in wire.fake.calls}
        wire.channel.taken.clear()
        await people[1].click("My hand", table)
        await wire.until(lambda now: not now.out and not now.paused)
        await wire.turn(people)


async def test_without_the_right_to_attach_files_there_are_words_and_no_pictures() -> None:
    async with near() as wire:
        await wire.dealt()
        await wire.quiet()
        [picture] = (await wire.shows(wire.channel, TABLE)).body["attachments"]
        assert picture["content_type"] == "image/png"
        other = wire.fake.channel(wire.guild, "bar")
        other.taken.add("attach_files")
        people = await wire.dealt(other)
        await wire.turn(people, other)
        await wire.quiet()
        assert (await wire.shows(other, TABLE)).body["attachments"] == []
        assert not (await wire.state(other)).out
        # It is found out once.
        assert [call.status for call in wire.fake.calls].count(403) == 1


async def test_a_right_that_is_missing_is_found_out_by_one_refusal() -> None:
    async with near() as wire:
        people = await wire.dealt()
        posts = f"/channels/{wire.channel.id}/messages*"
        # It is taken away while a change is on its way, so no tap has told.
        wire.fake.fail(f"PATCH {posts}", before=lambda: wire.channel.taken.add("view_channel"))
        await wire.turn(people)
        await wire.until(lambda now: now.out and now.paused)
        wire.channel.taken.clear()
        await wire.play(people)
        await wire.until(lambda now: not now.out)
        assert [call.status for call in wire.fake.calls].count(403) == 1


async def test_an_answer_whose_form_is_refused_is_logged_as_a_fault_without_its_text(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with near() as wire:
        anna, _ = await wire.dealt()
        for code, level in ((50035, "ERROR"), (50027, "INFO")):
            caplog.clear()
            caplog.set_level(logging.INFO, "adapters.discord")
            fault = wire.fake.fail("* /webhooks/*", code)
            await anna.click("My hand")
            await wire.fake.until(lambda fault=fault: fault.times == 0)  # type: ignore[misc]
            await wire.fake.until(lambda: "not answered" in caplog.text)
            [record] = [r for r in caplog.records if "not answered" in r.getMessage()]
            assert record.levelname == level
            assert "Invalid" not in caplog.text


async def test_who_manages_the_server_is_known_without_a_question() -> None:
    async with near() as wire:
        anna, bruno = wire.people("Anna", "Bruno")
        boss = wire.fake.member("Eva", wire.channel, manages=True)
        await anna.slash("pinnacola")
        await wire.shows(wire.channel, "2 players")
        refused = await bruno.click("2 players")
        await wire.fake.until(lambda: refused.shown)
        await boss.click("2 players")
        await wire.until(lambda now: len(now.seats) == 2)
        assert not [call for call in wire.fake.calls if call.path.startswith("/guilds/")]


async def test_c33_with_a_channel_or_thread_its_table_goes() -> None:
    async with near() as wire:
        thread = wire.fake.channel(wire.guild, "sera", wire.channel)
        for where in (thread, wire.channel):
            people = await wire.dealt(where)
            await wire.turn(people, where)
            await wire.quiet()
            await wire.fake.delete_channel(where)
            table = await wire.until(lambda now: now.phase == "idle", where)
            assert not any(seat.person for seat in table.seats)
            await wire.quiet()
            for each in people:
                [told] = each.directs
                assert "has been deleted" in told.text
                assert not told.controls


async def test_c33_a_channel_that_went_unseen_is_found_out_by_one_refusal() -> None:
    async with near() as wire:
        people = await wire.dealt()

        def gone() -> None:
            wire.channel.deleted = True

        wire.fake.fail(f"PATCH /channels/{wire.channel.id}/messages/*", before=gone)
        await wire.turn(people)
        await wire.until(lambda now: now.phase == "idle")
        assert [call.status for call in wire.fake.calls].count(404) == 1


async def test_c11_thrown_out_the_bot_tries_nothing_and_goes_on_when_it_is_back() -> None:
    async with near() as wire:
        people = await wire.dealt()
        await wire.turn(people)
        await wire.app.client.wait_until_ready()
        await wire.quiet()
        await wire.fake.throw_out(wire.guild)
        await wire.until(lambda now: now.out and now.paused)
        await wire.quiet()
        made = len(wire.calls("POST"))
        await wire.fake.take_back(wire.guild)
        await wire.until(lambda now: not now.out and not now.paused)
        await wire.fake.until(lambda: len(wire.calls("POST")) > made)
        assert {call.status for call in wire.fake.calls} <= {200, 204}
        await wire.turn(people)


async def test_c32_closed_direct_messages_are_found_out_once_and_the_channel_calls() -> None:
    async with near() as wire:
        anna, bruno = await wire.opened()
        for each in (anna, bruno):
            each.user.closed = True
        await anna.click("Start")
        await wire.shows(wire.channel, TABLE)
        await wire.quiet()
        player = await wire.to_move([anna, bruno])
        called = f"<@{player.id}>"
        await wire.fake.until(lambda: any(called in each.text for each in wire.channel.messages))
        await wire.hand(player)
        await wire.turn([anna, bruno])
        await wire.turn([anna, bruno])
        # Each of them was tried once, and nobody is taken for gone.
        assert [call.code for call in wire.fake.calls].count(50007) == 2
        assert len((await wire.state()).present) == 2


async def test_who_has_left_the_server_leaves_the_table_when_they_are_not_reached() -> None:
    clock = ScaledClock(10)
    async with near(clock) as wire:
        anna, bruno = await wire.dealt()
        await wire.quiet()
        # Who has tapped just now gets no new message.
        await clock.sleep(AT_IT + 1)
        mover = await wire.to_move([anna, bruno])
        other = bruno if mover is anna else anna
        assert other.user.direct is not None
        await other.leaves()
        # A change of the message that is there would still arrive.
        wire.fake.fail(f"PATCH /channels/{other.user.direct.id}/messages/*", 10008)
        await wire.turn([mover])
        table = await wire.until(lambda now: len(now.present) == 1)
        assert any(seat.computer for seat in table.seats)


async def test_who_has_left_the_server_leaves_the_table_when_they_are_called_there() -> None:
    clock = ScaledClock(10)
    async with near(clock) as wire:
        anna, bruno = await wire.opened()
        await anna.click("✓ Hands by private message")
        await wire.until(lambda now: now.aside)
        await anna.click("Start")
        await wire.shows(wire.channel, TABLE)
        await clock.sleep(AT_IT + 1)
        mover = await wire.to_move([anna, bruno])
        other = bruno if mover is anna else anna
        await wire.turn([mover])
        # Who is there is called, and stays.
        await wire.fake.until(lambda: f"<@{other.id}>" in wire.channel.last.text)
        await wire.quiet()
        assert len((await wire.state()).present) == 2
        await wire.turn([other])
        await other.leaves()
        await clock.sleep(AT_IT + 1)
        await wire.turn([mover])
        table = await wire.until(lambda now: len(now.present) == 1)
        assert any(seat.computer for seat in table.seats)
        assert 403 not in {call.status for call in wire.fake.calls}


async def test_a_thread_that_was_put_away_comes_back_with_the_next_post() -> None:
    async with near() as wire:
        thread = wire.fake.channel(wire.guild, "sera", wire.channel)
        people = await wire.dealt(thread)
        await wire.fake.archive(thread)
        await wire.turn(people, thread)
        await wire.fake.until(lambda: not thread.archived)


@pytest.mark.parametrize("by", ["channel", "thread", "everybody", "role"])
async def test_c11_where_the_bot_may_write_again_its_match_goes_on_by_itself(by: str) -> None:
    async with near() as wire:
        where = wire.channel
        if by == "thread":
            where = wire.fake.channel(wire.guild, "sera", wire.channel)
        people = await wire.dealt(where)
        await wire.app.client.wait_until_ready()
        if by in ("channel", "thread"):
            wire.channel.taken = {"send_messages", "send_messages_in_threads"}
        else:
            await wire.fake.permit_all(wire.guild, "send_messages")
        table = await wire.shows(where, TABLE)
        await people[0].click("My hand", table)
        await wire.until(lambda now: now.out and now.paused, where)
        await wire.quiet()
        made = len(wire.calls("POST", where))
        if by in ("channel", "thread"):
            await wire.fake.permit(wire.channel)
        elif by == "everybody":
            await wire.fake.permit_all(wire.guild)
        else:
            await wire.fake.help_bot(wire.guild)
        await wire.until(lambda now: not now.out and not now.paused, where)
        await wire.fake.until(lambda: len(wire.calls("POST", where)) > made)
        assert 403 not in {call.status for call in wire.fake.calls}


async def test_c11_who_asks_again_where_no_table_came_is_told_why_that_may_be() -> None:
    async with near() as wire:
        # The rights of the channel would do.
        thread = wire.fake.channel(wire.guild, "sera", wire.channel, closed=True)
        [anna] = wire.people("Anna", channel=thread)
        refused: list[int] = []
        for name in ("pinnacola", "table", "pinnacola"):
            asked = await anna.slash(name)
            refused.append(403)
            await wire.fake.until(lambda: wire.calls("POST", thread) == refused)
            await wire.until(lambda now: now.out, thread)
            await wire.quiet()
            if len(refused) == 1:
                assert asked.shown == []
                continue
            await wire.fake.until(lambda asked=asked: asked.shown)  # type: ignore[misc]
            assert "I could not write here until now" in asked.shown[0].text
        # As it was told, a mention lets the bot in, and the table comes by itself.
        await wire.fake.let_in(thread)
        await wire.shows(thread, "Join")
        asked = await anna.slash("table")
        await wire.quiet()
        assert asked.shown == []


async def test_c11_a_match_in_a_thread_that_was_locked_goes_on_when_it_is_opened() -> None:
    async with near() as wire:
        thread = wire.fake.channel(wire.guild, "sera", wire.channel)
        people = await wire.dealt(thread)
        await wire.fake.archive(thread, locked=True)
        await wire.turn(people, thread)
        await wire.until(lambda now: now.out and now.paused, thread)
        await wire.quiet()
        await wire.fake.unlock(thread)
        await wire.until(lambda now: not now.out and not now.paused, thread)
        await wire.turn(people, thread)
