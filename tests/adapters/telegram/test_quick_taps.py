"""Taps that come twice, at once or late; what a turn shows and to whom."""

from __future__ import annotations

import re

from bot import payloads
from bot.screens.hand import hand
from bot.state import AT_IT
from bot.texts import texts
from engine.actions import UNDO
from tests.adapters.telegram.rig import running
from tests.adapters.telegram.scenes import Scene, dealt, opened
from tests.adapters.telegram.tapper import CARD, DISCARD, MY_TURN, PUT_BACK, STOCK, TAKE, Table
from tests.fakes.chance import seeded
from tests.fakes.telegram import Person


def cards(person: Person) -> list[str]:
    """The labels of the cards in the newest private message."""
    return [label for label in person.last.labels if CARD.match(label)]


def card_lines(text: str) -> list[str]:
    """The lines that name cards."""
    return [each for each in text.splitlines() if re.search("[♤♥♧♦]", each)]


async def drawn(scene: Scene) -> Person:
    """The player to move, with a card from the stock."""
    player = scene.to_play()
    await player.tap(player, STOCK)
    await scene.rig.quiet()
    return player


async def test_c02_a_double_tap_is_quiet() -> None:
    """The second tap changes nothing, so nothing is sent and Telegram has nothing to refuse."""
    async with running() as rig:
        scene = await dealt(rig, 2)
        player = await drawn(scene)
        before = len(rig.fake.calls)
        taps = [player.begin_tap(player.last, cards(player)[0]) for _ in range(2)]
        assert [(await tap.answered()).text for tap in taps] == ["", ""]
        await rig.quiet()
        calls = [call.method for call in rig.fake.calls[before:] if call.method != "getupdates"]
        assert sorted(calls) == ["answercallbackquery", "answercallbackquery", "editmessagecaption"]
        assert rig.fake.refused() == []


async def test_c04_the_same_move_tapped_in_haste_is_applied_once() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        player, before = scene.to_play(), await scene.state()
        taps = [player.begin_tap(player.last, STOCK) for _ in range(5)]
        answers = [(await tap.answered()).text for tap in taps]
        assert [text for text in answers if text.startswith("You drew ")] == answers[:1]
        assert answers[1:] == ["Already done."] * 4
        await rig.quiet()
        assert (await scene.state()).stamp == before.stamp + 1
        assert len(cards(player)) == 14


async def test_c05_what_is_tapped_in_a_row_is_done_in_that_order() -> None:
    """For the first tap Telegram is asked something, for the second nothing."""
    async with running() as rig:
        scene = await opened(rig, 2)
        _, bruno = scene.people
        await rig.quiet()
        rig.fake.fail("getChatMember", delay=0.5 * rig.clock.speed)
        taps = [bruno.begin_tap(scene.spot, label) for label in ("Join", "Leave")]
        answers = [(await tap.answered()).text for tap in taps]
        assert answers == ["You are at the table.", "You have left the table."]
        assert (await scene.state()).seat_of(f"tg:{bruno.id}") is None


async def test_c06_honest_taps_at_the_same_time_are_told_and_shown_what_is() -> None:
    """Both people tap what their screens offer; who is late is never left in silence."""
    async with running() as rig:
        scene = await dealt(rig, 2)
        player, other = await drawn(scene), scene.waiting()
        two = cards(player)[:2]
        await player.tap(player, two[0])
        await rig.quiet()
        offered = player.last
        # Two fingers: the card is discarded, and another one is chosen on the same screen.
        discard, late = player.begin_tap(offered, DISCARD), player.begin_tap(offered, two[1])
        hand = other.begin_tap(scene.spot, "My hand")
        assert (await discard.answered()).text.startswith("Discarded: ")
        told = (await late.answered()).text
        assert (await hand.answered()).alert
        await rig.quiet()
        assert scene.to_play() is other
        # The old button of the turn before says why it does nothing, and the screen is the newest.
        again = await player.tap(player, STOCK, stale=True)
        assert again.text == "Already done."
        after = await scene.state()
        assert after.deal is not None
        seat = after.deal.seat ^ 1
        assert told or len(after.seats[seat].chosen) == 1, "told, or done"
        for person in (player, other):
            assert "Hand (13)" in person.last.text


async def test_c14_every_payload_is_short_whatever_people_are_called() -> None:
    """The fake refuses a longer one, as Telegram does."""
    async with running() as rig:
        names = ["Zoë 🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏", "Đặng Thị Ngọc Ánh", "名前" * 20, "<x />"]
        everybody = [rig.fake.user(name, lang="it", started=True) for name in names]
        group = rig.fake.group("Amici – 纸牌 🂡" * 6, members=everybody)
        scene = await dealt(rig, 4, group, langs=["it"], everybody=everybody)
        table = Table(rig, group, everybody, seed=9)
        for _ in range(30):
            await table.step(scene.to_play())
            await rig.quiet()
        data = [seen.text for seen in rig.fake.transcript if seen.kind == "data"]
        assert len(data) > 300
        assert max(len(text.encode()) for text in data) <= 64
        assert rig.fake.refused() == []


async def test_c16_the_hand_comes_as_a_new_message_when_the_turn_comes() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        for _ in range(3):
            other = scene.waiting()
            before = other.last
            player = await drawn(scene)
            # Who has tapped just now is not called.
            await rig.clock.sleep(AT_IT + 1)
            await player.tap(player, cards(player)[-1])
            await rig.quiet()
            await player.tap(player, DISCARD)
            await rig.quiet()
            new = other.last
            assert new.id > before.id
            assert before.deleted, "the old hand is gone"
            assert MY_TURN.search(new.text)
            table = await scene.state()
            assert table.deal is not None
            shown = hand(table, table.deal.seat, texts("en"))
            assert new.labels == [button.label for row in shown.rows for button in row]
            assert card_lines(new.text) == card_lines(shown.text)


async def test_c37_a_card_from_the_stock_stays_drawn() -> None:
    """Nothing offers to give it back, and a forged button does not either."""
    async with running() as rig:
        scene = await dealt(rig, 2)
        player = await drawn(scene)
        assert not any(map(PUT_BACK.match, player.last.labels))
        before = await scene.state()
        for stamp in (before.stamp - 1, before.stamp):
            data = payloads.move(before.code, stamp, (UNDO,))
            answer = await player.tap(player.last, raw=data.encode())
            assert answer.text
        assert await scene.unchanged(before)
        assert len(cards(player)) == 14


async def test_c37_what_was_tried_is_taken_back_and_nobody_has_seen_it() -> None:
    async with running(chance=seeded(3)) as rig:
        scene = await dealt(rig, 2)
        player, other = scene.to_play(), scene.waiting()
        while not any(map(TAKE.match, player.last.labels)):
            await drawn(scene)
            await player.tap(player, cards(player)[-1])
            await rig.quiet()
            await player.tap(player, DISCARD)
            await rig.quiet()
            player, other = scene.to_play(), scene.waiting()
        other_saw = scene.spot.last.text
        before, held, theirs = await scene.state(), cards(player), other.last.text
        await player.tap(player, TAKE)
        await rig.quiet()
        assert len(cards(player)) > len(held)
        assert scene.spot.last.text == other_saw
        assert other.last.text == theirs
        await player.tap(player, PUT_BACK)
        await rig.quiet()
        after = await scene.state()
        assert before.deal is not None
        assert after.deal is not None
        assert after.deal.settled == before.deal.settled
        assert cards(player) == held
        assert any(map(STOCK.match, player.last.labels)), "the turn begins anew"
        assert scene.spot.last.text == other_saw
        assert other.last.text == theirs
