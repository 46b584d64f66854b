"""Hands on the simulated Discord: by private message, as an answer for one alone, and both."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from adapters.discord.inbound import _Hands
from bot.state import AT_IT, Table
from engine.actions import DRAW
from engine.cards import cards
from engine.deal import Deal
from tests.adapters.discord.player import Choice, Player, parts, payload_cards, text
from tests.adapters.discord.rig import Rig, running
from tests.adapters.discord.scenes import aside, dealt, opened, play, to_play
from tests.fakes.clock import HandClock


def calls(rig: Rig, player: Player) -> list[str]:
    """The messages in the channel that mention the player."""
    shown = [text(parts(message)) for message in rig.channel.history()]
    return [content for content in shown if player.member.mention in content]


def other(people: list[Player], player: Player) -> Player:
    [found] = [each for each in people if each is not player]
    return found


def close_private(rig: Rig, player: Player) -> None:
    """The player takes no private messages any more."""
    channel = player.member.user.dm_channel.id
    path = f"/channels/{channel}/messages"
    rig.env.inject_error("POST", path, status=403, code=50007, times=None)


async def test_c16_the_turn_comes_as_a_new_private_message_and_the_old_one_goes() -> None:
    async with running(HandClock()) as rig:
        people = await dealt(rig)
        # Who has tapped just now is not called.
        await rig.passes(AT_IT + 1)
        first = await to_play(people)
        second = other(people, first)
        [own], [waiting] = first.inbox(), second.inbox()
        assert waiting.flags.suppress_notifications
        assert "Your turn" in text(parts(own))
        assert "carte" in text(parts(own))
        await play(rig, people, 1, private=True)
        [own], [now] = first.inbox(), second.inbox()
        assert "Your turn" not in text(parts(own))
        assert "Your turn" in text(parts(now))
        assert now.id != waiting.id
        # In private everybody is told already.
        assert calls(rig, first) == calls(rig, second) == []
        assert rig.env.errors == []


async def test_a_deal_played_by_private_messages_alone_to_its_result() -> None:
    async with running() as rig:
        people = await dealt(rig)
        await play(rig, people, 4, private=True)
        await rig.restart()
        await play(rig, people, 100, private=True)
        assert (await rig.state()).phase == "result"
        for each in people:
            await each.look_private()
            assert "Deal 1" in each.reads
            # What was done stands in the hand itself: no further line was sent.
            assert not [told for told in each.told if "iscarded" in told or "drew" in told]
            await each.take(each.option("Next deal"))
        await rig.quiet()
        assert (await rig.state()).phase == "deal"
        assert rig.env.errors == []


async def test_c32_closed_private_messages_are_a_mention_in_the_channel_and_nothing_more() -> None:
    async with running() as rig:
        anna, bruno = await opened(rig)
        close_private(rig, bruno)
        await bruno.press("Join")
        await rig.quiet()
        await anna.press("Start")
        await rig.quiet()
        people = [anna, bruno]
        if await to_play(people) is not bruno:
            await play(rig, people, 1)
        [call] = calls(rig, bruno)
        assert call == f"{bruno.member.mention} · **Your turn**"
        assert bruno.inbox() == []
        assert len(anna.inbox()) == 1
        told = len(bruno.told)
        assert await play(rig, people, 3) == 3
        assert calls(rig, anna) == []
        assert not [line for line in bruno.told[told:] if "private" in line.lower()]
        # They open again, and say so in private.
        rig.env.backend.faults.clear()
        await bruno.member.user.slash("hand")
        await rig.quiet()
        assert len(bruno.inbox()) == 1
        assert calls(rig, bruno) == []
        assert rig.env.errors == []


async def test_a_chat_that_does_without_private_messages() -> None:
    async with running() as rig:
        people = await aside(rig)
        first = await to_play(people)
        second = other(people, first)
        assert len(calls(rig, first)) == 1
        assert calls(rig, second) == []
        pinged = [one.body["allowed_mentions"].get("users", []) for one in rig.sent()]
        assert [ids for ids in pinged if ids] == [[first.member.id]]
        await play(rig, people, 1)
        assert calls(rig, first) == []
        assert len(calls(rig, second)) == 1
        assert first.inbox() == second.inbox() == []
        # They think better of it in the middle of the deal.
        host = people[0]
        await host.press("More")
        await rig.quiet()
        await host.press("Hands by private message")
        await rig.quiet()
        assert len(first.inbox()) == len(second.inbox()) == 1
        assert calls(rig, second) == []


async def test_c23_asked_for_in_private_the_hands_of_all_tables_are_shown() -> None:
    async with running() as rig:
        anna, bruno = await aside(rig)
        rig.channel = rig.guild.create_text_channel("sera")
        await anna.slash("pinnacola")
        await rig.quiet()
        for player, label in (
            (anna, "2 players"),
            (anna, "✓ Hands by private message"),
            (bruno, "Join"),
            (anna, "Start"),
        ):
            await player.press(label)
            await rig.quiet()
        asked = await bruno.member.user.slash("hand")
        shown = [m for m in (asked.response, *asked.followups) if m is not None]
        assert all(message.ephemeral for message in shown)
        heads = [text(parts(message)).split("\n")[0] for message in shown]
        assert sorted("sera" in head for head in heads) == [False, True]
        # One of the tables has hands in private besides: the other's is shown all the same.
        await anna.press("More")
        await rig.quiet()
        await anna.press("Hands by private message")
        await rig.quiet()
        await bruno.member.user.slash("hand")
        await rig.quiet()
        [own] = bruno.inbox()
        assert "sera" in text(parts(own))
        asked = await bruno.member.user.slash("hand")
        assert asked.response is not None
        assert "carte" in text(parts(asked.response))
        assert rig.env.errors == []


async def test_only_the_host_or_an_admin_says_how_hands_come() -> None:
    async with running() as rig:
        people = await dealt(rig)
        guest = people[1]
        await guest.press("More")
        await rig.quiet()
        await guest.press("✓ Hands by private message")
        assert guest.told[-1].startswith("Only Anna")
        assert not (await rig.state()).aside


async def test_the_hand_under_the_table_makes_no_new_private_message() -> None:
    async with running() as rig:
        people = await dealt(rig)
        for each in people:
            [before] = each.inbox()
            await each.slash("hand")
            await rig.quiet()
            assert each.hand.flags.ephemeral
            assert [m.id for m in each.inbox()] == [before.id]


async def test_both_hands_show_what_is_done_in_either() -> None:
    async with running() as rig:
        people = await dealt(rig)
        player = await to_play(people)
        await player.look()
        draw = player.option("Stock")
        await player.take(draw)
        await rig.quiet()
        assert "drew" in player.reads
        [own] = player.inbox()
        assert "drew" in text(parts(own))


async def chosen(rig: Rig, player: Player) -> set[tuple[object, int]]:
    table = await rig.state()
    return set(table.seats[table.seat_of(player.place) or 0].chosen)


async def test_what_is_ticked_stays_and_clearing_takes_it_all_back() -> None:
    async with running() as rig:
        people = await dealt(rig)
        player = other(people, await to_play(people))
        await player.look()
        offered = [c for c in player.offered() if c.several]
        cards = payload_cards(offered[0].menu)
        await player.take(offered[2])
        assert await chosen(rig, player) == {cards[2]}
        await player.take(player.option(offered[5].label))
        assert await chosen(rig, player) == {cards[2], cards[5]}
        assert [c.label for c in player.offered() if c.ticked] == [
            offered[2].label,
            offered[5].label,
        ]
        await player.take(player.option("✕ Clear"))
        assert await chosen(rig, player) == set()
        assert not [c for c in player.offered() if c.ticked]


def thirty(table: Table) -> Table:
    """The player to move has drawn and holds thirty-one cards."""
    assert table.deal is not None
    faces = [f"{rank}{suit}" for suit in "shcd" for rank in "A3456789"]
    deal = Deal.set_up(
        table.rules,
        hands=[cards("".join(faces[:30])) for _ in table.seats],
        row=cards("Qc"),
        stock=cards("KdQdJd"),
        seat=table.deal.seat,
        turn=5,
    )
    return replace(table, deal=deal.apply(DRAW)[0])


async def test_c34_what_is_ticked_in_two_menus_is_joined() -> None:
    async with running() as rig:
        people = await dealt(rig)
        player = await to_play(people)
        await rig.alter(thirty)
        await player.look()
        menus = [*dict.fromkeys(c.menu for c in player.offered() if c.several)]
        first, second = [payload_cards(menu) for menu in menus]
        assert len(first) + len(second) == 31
        await player.take([c for c in player.offered() if c.menu == menus[0]][1])
        again = [*dict.fromkeys(c.menu for c in player.offered() if c.several)]
        await player.take(Choice("", "", again[1], ("0", "2"), True))
        both = {first[1], second[0], second[2]}
        assert await chosen(rig, player) == both
        again = [*dict.fromkeys(c.menu for c in player.offered() if c.several)]
        await player.take(Choice("", "", again[0], (), True))
        assert await chosen(rig, player) == both - {first[1]}


async def test_choosing_in_the_discard_menu_is_the_discard_unless_it_is_to_be_asked() -> None:
    async with running() as rig:
        people = await dealt(rig)
        player = await to_play(people)
        await player.look()
        for label in ("⋯ More", "Confirm discards", "‹ Back"):
            await player.take(next(c for c in player.offered() if c.label == label))
        await player.take(player.option("Stock"))
        turn = (await rig.state()).turn_id

        def menu() -> str:
            return next(c.menu for c in player.offered() if c.menu.startswith("menu"))

        last = [c for c in player.offered() if c.menu == menu()][-1]
        await player.take(last)
        assert (await rig.state()).turn_id == turn
        yes = player.option(f"Discard {last.label}")
        no = player.option("No")
        before = menu()
        await player.take(no)
        # Another menu, or what was chosen in it would stand there as if it counted.
        assert menu() != before
        await player.take([c for c in player.offered() if c.menu == menu()][-1])
        await player.take(next(c for c in player.offered() if c.payload == yes.payload))
        assert (await rig.state()).turn_id != turn


async def test_a_refused_discard_says_why_and_can_be_tapped_again() -> None:
    async with running() as rig:
        people = await dealt(rig)
        player = await to_play(people)
        await rig.alter(taking)
        await player.look()
        await player.take(player.option("8♡"))
        before, menus = await rig.state(), {c.menu for c in player.offered() if c.menu}
        discard = [c for c in player.offered() if c.menu.startswith("menu")][-1]
        await player.take(discard)
        assert "8♥️: it must go on the table before you discard" in player.told[-1]
        assert "8♥️ must go on the table this turn" in player.reads
        assert (await rig.state()).deal == before.deal
        # The menus are other ones, or the refused card would go on standing in one as if discarded.
        assert not menus & {c.menu for c in player.offered() if c.menu}


def taking(table: Table) -> Table:
    """The player to move can take the 8 of hearts from the row and lay it."""
    assert table.deal is not None
    hands = [cards("5h6h7hKsKd2c3d4s") for _ in table.seats]
    deal = Deal.set_up(
        table.rules,
        hands=hands,
        row=cards("8hQc"),
        stock=cards("9d9c"),
        seat=table.deal.seat,
        turn=5,
        opened=tuple(True for _ in table.seats),
    )
    return replace(table, deal=deal)


async def test_who_plays_quickly_has_the_turn_in_the_same_message_if_nothing_stands_below() -> None:
    async with running(HandClock()) as rig:
        people = await dealt(rig)
        await play(rig, people, 2, private=True)
        player = await to_play(people)
        waiting = other(people, player)
        [own], [old] = player.inbox(), waiting.inbox()
        await play(rig, people, 1, private=True)
        [now] = waiting.inbox()
        assert now.id == old.id
        assert "Your turn" in text(parts(now))
        # The rules were asked for under the hand, and stand below it.
        await player.look_private()
        for label in ("⋯ More", "Rules", "‹ Back"):
            await player.take(player.option(label))
        await play(rig, people, 1, private=True)
        [now] = player.inbox()
        assert now.id != own.id
        assert "Your turn" in text(parts(now))


def test_hands_that_cannot_be_taken_away_any_more_are_forgotten() -> None:
    expired: set[int] = set()

    def hand(person: int) -> Any:
        user = SimpleNamespace(id=person)
        return SimpleNamespace(user=user, channel_id=1, is_expired=lambda: person in expired)

    hands = _Hands()
    for person in (1, 2, 3):
        hands.keep(hand(person))
    # What was shown again is the newest.
    hands.keep(hand(1))
    expired |= {1, 2}
    hands.keep(hand(4))
    assert [person for person, _ in hands._shown] == [3, 1, 4]
    expired |= {3, 5}
    hands.keep(hand(5))
    assert [person for person, _ in hands._shown] == [4, 5]
    expired |= {4}
    hands.keep(hand(5))
    assert not hands._shown
