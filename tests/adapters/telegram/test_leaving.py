"""Who goes at any point of a match, by command, by hand or out of the group: the game goes on."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import pytest

from tests.adapters.altering import about_to_end
from tests.adapters.telegram.rig import running
from tests.adapters.telegram.scenes import Scene, between_deals, dealt, goes_out, opened, seated
from tests.adapters.telegram.tapper import CARD, DISCARD, MY_TURN, NEXT_DEAL, STOCK, TAKE
from tests.fakes.telegram import Group, Message, Person

GONE = "You have no seat in this match."


# --- where somebody goes ---------------------------------------------------------------------


async def before_the_draw(scene: Scene) -> Person:
    return scene.to_play()


async def before_the_discard(scene: Scene) -> Person:
    player = scene.to_play()
    await player.tap(player, STOCK)
    await scene.rig.quiet()
    return player


async def in_the_middle_of_a_choice(scene: Scene) -> Person:
    player = await before_the_discard(scene)
    await player.tap(player, CARD)
    await scene.rig.quiet()
    return player


async def with_an_open_duty(scene: Scene) -> Person:
    for _ in range(40):
        player = scene.to_play()
        if any(TAKE.match(label) for label in player.last.labels):
            await player.tap(player, TAKE)
            await scene.rig.quiet()
            return player
        for label in (STOCK, CARD, DISCARD):
            await player.tap(player, label)
            await scene.rig.quiet()
    raise AssertionError("no row card was ever to be taken")


async def off_turn(scene: Scene) -> Person:
    return scene.waiting()


Phase = Callable[[Scene], Awaitable[Person]]
PHASES: list[Phase] = [
    before_the_draw,
    before_the_discard,
    in_the_middle_of_a_choice,
    with_an_open_duty,
    off_turn,
]


# --- how -------------------------------------------------------------------------------------


async def leaves(scene: Scene, person: Person, other: Person) -> None:
    await person.send(scene.spot, "/leave")


async def leaves_the_group(scene: Scene, person: Person, other: Person) -> None:
    assert isinstance(scene.spot, Group)
    person.leaves(scene.spot)


async def is_kicked(scene: Scene, person: Person, other: Person) -> None:
    """By an admin who does not play."""
    assert isinstance(scene.spot, Group)
    admin = scene.rig.fake.user("Eva", lang="en", started=True)
    admin.joins(scene.spot)
    scene.spot.promotes(admin)
    await admin.send(scene.spot, "/kick")
    await scene.rig.quiet()
    answer = await admin.tap(scene.spot, f"Remove: {person.name}")
    assert answer.text == f"{person.name} has been removed from the table."


@pytest.mark.parametrize("goes", [leaves, leaves_the_group, is_kicked])
@pytest.mark.parametrize("phase", PHASES)
async def test_c20_c21_who_goes_is_played_for_at_that_very_point(
    phase: Phase, goes: Callable[[Scene, Person, Person], Awaitable[None]]
) -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        person = await phase(scene)
        other = next(p for p in scene.people if p is not person)
        await goes(scene, person, other)
        await rig.quiet()
        table = await scene.state()
        assert table.people == (f"tg:{other.id}",)
        assert table.host == f"tg:{other.id}"
        # The hand is gone from the private chat; its buttons do nothing any more.
        assert not any("Hand (" in message.text for message in person.inbox)
        assert (await person.tap(person, "⇅ Rank", stale=True)).text == GONE
        # Who stays plays on, and the other's turns go by.
        await rig.fake.until(lambda: MY_TURN.search(other.last.text))
        for _ in range(2):
            for label in (STOCK, CARD, DISCARD):
                await other.tap(other, label)
                await rig.quiet()
            await rig.fake.until(lambda: MY_TURN.search(other.last.text))


async def test_c20_leaving_between_two_deals() -> None:
    async with running() as rig:
        scene = await between_deals(rig, 4)
        anna, bruno, chiara, dario = scene.people
        await dario.send(scene.spot, "/leave")
        await rig.quiet()
        assert (await scene.state()).computers == (3,)
        for person in (anna, bruno, chiara):
            await person.tap(person, NEXT_DEAL)
        await rig.fake.until(
            lambda: any(MY_TURN.search(p.last.text) for p in (anna, bruno, chiara)), 20
        )
        assert not any("Hand (" in message.text for message in dario.inbox)


async def test_a_friend_takes_a_computers_seat_at_the_next_deal() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        eva = rig.fake.user("Eva", lang="en", started=True)
        eva.joins(scene.spot)  # type: ignore[arg-type]
        await eva.start_private()
        await rig.quiet()
        gone, stays = scene.to_play(), scene.waiting()
        await gone.send(scene.spot, "/leave")
        await rig.fake.until(lambda: MY_TURN.search(stays.last.text))
        assert "next deal" in (await eva.tap(scene.spot, "Join")).text
        await rig.quiet()
        assert "From the next deal on: Eva" in scene.spot.last.text
        await rig.alter(scene.spot, about_to_end)
        for label in (STOCK, "Lay 9♤♥️♧ · 30", "K♦️", DISCARD):
            await stays.tap(stays, label)
            await rig.quiet()
        await stays.tap(stays, NEXT_DEAL)
        await rig.fake.until(lambda: any("Hand (13)" in m.text for m in eva.inbox))
        assert sorted((await scene.state()).people) == sorted([f"tg:{stays.id}", f"tg:{eva.id}"])
        # Who had left has no claim any more.
        assert (await gone.tap(scene.spot, "My hand")).text == GONE


async def test_c25_who_waits_for_the_next_deal_and_leaves_the_group_gets_no_seat() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        assert isinstance(scene.spot, Group)
        eva = rig.fake.user("Eva", lang="en", started=True)
        eva.joins(scene.spot)
        await eva.start_private()
        await scene.waiting().send(scene.spot, "/leave")
        await rig.quiet()
        await eva.tap(scene.spot, "Join")
        await rig.quiet()
        assert "From the next deal on: Eva" in scene.spot.last.text
        eva.leaves(scene.spot)
        await rig.quiet()
        assert (await scene.state()).coming == ()


# --- losing the private chat -----------------------------------------------------------------


def pings(scene: Scene, person: Person) -> list[Message]:
    """The calls to a player in the group."""
    return [m for m in scene.spot.messages if m.text.startswith(f"{person.name} · Your turn")]


@pytest.mark.parametrize("told", [True, False], ids=["told", "found out"])
@pytest.mark.parametrize("phase", PHASES)
async def test_c08_who_loses_the_private_chat_is_called_in_the_group(
    phase: Phase, told: bool
) -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        person = await phase(scene)
        other = next(p for p in scene.people if p is not person)
        if not told:
            rig.fake.updates.allowed = frozenset({"callback_query", "message"})
        person.blocks_bot()
        if not told:
            # The next private message says so.
            await person.send(scene.spot, "/hand")
        await rig.quiet()
        if phase is off_turn:
            assert pings(scene, person) == []
            for label in (STOCK, CARD, DISCARD):
                await other.tap(other, label)
                await rig.quiet()
        await rig.fake.until(lambda: pings(scene, person))
        refusals = len(rig.fake.refused(403))
        [ping] = pings(scene, person)
        assert "open the private chat" in ping.text
        # By name, so that it is heard in a muted group too.
        [called] = [e for e in ping.body.entities if e["type"] == "text_mention"]
        assert called["user"]["id"] == person.id
        assert (called["offset"], called["length"]) == (0, len(person.name))
        link = next(button.url for row in ping.rows for button in row if button.url)
        assert (await person.tap(ping, "My hand")).alert
        # The other's taps send nothing more to where nothing arrives.
        await other.tap(other, re.compile("⇅"))
        await rig.quiet()
        assert len(rig.fake.refused(403)) == refusals <= 2
        before = await scene.state()
        await person.follow(link)
        await rig.quiet()
        # The hand is there at the very point where it was left, and the call is gone.
        assert pings(scene, person) == []
        table = await scene.state()
        assert table.deal == before.deal
        assert MY_TURN.search(person.last.text)
        # The one of before does not stand above it with buttons of its own.
        assert [m for m in person.inbox if m.labels] == [person.last]
        assert len(rig.fake.refused(403)) == refusals
        label = next(w for w in (STOCK, CARD) if any(map(w.match, person.last.labels)))
        await person.tap(person, label)
        assert await scene.state() != table


async def test_c08_a_private_chat_lost_between_two_deals() -> None:
    async with running() as rig:
        scene = await between_deals(rig, 2)
        anna, bruno = scene.people
        bruno.blocks_bot()
        await rig.quiet()
        for person, where in ((anna, anna), (bruno, scene.spot)):
            await person.tap(where, NEXT_DEAL)
            await rig.quiet()
        assert (await scene.state()).phase == "deal"
        player = (await scene.state()).deal
        assert player is not None
        assert bool(pings(scene, bruno)) == (player.seat == 1)
        await bruno.start_private()
        await rig.quiet()
        assert any("Hand (13)" in message.text for message in bruno.inbox)


# --- removing --------------------------------------------------------------------------------


async def test_c19_the_host_removes_a_player_in_the_lobby_by_taps() -> None:
    async with running() as rig:
        scene = await seated(rig, 2)
        anna, bruno = scene.people
        assert (await bruno.tap(scene.spot, "Remove")).text.startswith("Only Anna")
        await anna.tap(scene.spot, "Remove")
        await rig.quiet()
        assert scene.spot.last.labels == ["Remove: Anna", "Remove: Bruno", "‹ Back"]
        # A tap on the own name, and by somebody who may not.
        assert "That is you" in (await anna.tap(scene.spot, "Remove: Anna")).text
        assert (await bruno.tap(scene.spot, "Remove: Anna")).text.startswith("Only Anna")
        assert "Bruno has been removed" in (await anna.tap(scene.spot, "Remove: Bruno")).text
        await rig.quiet()
        assert "Join" in scene.spot.last.labels
        assert (await bruno.tap(scene.spot, "Join")).text.startswith("You have been removed")


async def test_c19_more_offers_it_in_a_match() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        anna, bruno = scene.people
        await anna.tap(scene.spot, "More")
        await rig.quiet()
        await anna.tap(scene.spot, "Remove a player")
        await rig.quiet()
        await anna.tap(scene.spot, "Remove: Bruno")
        await rig.quiet()
        assert (await scene.state()).people == (f"tg:{anna.id}",)
        assert "💻" in scene.spot.last.text
        assert (await bruno.tap(scene.spot, "Join")).text.startswith("You have been removed")


async def test_an_anonymous_admin_removes_by_command() -> None:
    async with running() as rig:
        scene = await seated(rig, 2)
        assert isinstance(scene.spot, Group)
        admin = rig.fake.user("Eva", lang="en")
        admin.joins(scene.spot)
        scene.spot.promotes(admin)
        await admin.send(scene.spot, "/kick", anonymous=True)
        await rig.quiet()
        assert "Remove: Bruno" in scene.spot.last.labels
        # Taps are never anonymous.
        assert "Bruno" in (await admin.tap(scene.spot, "Remove: Bruno")).text


async def test_c25_who_leaves_the_group_leaves_the_lobby() -> None:
    async with running() as rig:
        scene = await seated(rig, 2)
        anna, bruno = scene.people
        assert isinstance(scene.spot, Group)
        anna.leaves(scene.spot)
        await rig.quiet()
        assert "Opened by Bruno" in scene.spot.last.text
        assert (await scene.state()).people == (f"tg:{bruno.id}",)


async def test_c25_who_is_banned_loses_the_seat_where_the_bot_is_told() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        assert isinstance(scene.spot, Group)
        scene.spot.adds_bot(scene.host, admin=True)
        await rig.quiet()
        other = scene.people[1]
        scene.spot.bans(other)
        await rig.quiet()
        assert (await scene.state()).people == (f"tg:{scene.host.id}",)
        assert not any("Hand (" in message.text for message in other.inbox)


async def test_who_leaves_another_group_keeps_the_seat() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        elsewhere = rig.fake.group("Monday cards", members=[*scene.people])
        before = await scene.state()
        scene.people[1].leaves(elsewhere)
        assert await scene.unchanged(before)


async def test_c26_the_button_that_opens_a_table_moves_nothing_where_one_is_open() -> None:
    async with running() as rig:
        scene = await opened(rig, 2)
        anna, bruno = scene.people
        await anna.send(scene.spot, "/stop")
        await rig.quiet()
        old = scene.spot.last
        await bruno.tap(old, "Open a table")
        await rig.quiet()
        shown, before = len(rig.fake.calls), await scene.state()
        for _ in range(5):
            assert "The table is open" in (await anna.tap(old, "Open a table", stale=True)).text
        assert await scene.unchanged(before)
        said = [call.method for call in rig.fake.calls[shown:]]
        assert {*said} - {"getupdates"} == {"answercallbackquery"}


async def test_who_plays_in_two_groups_finds_the_hand_that_is_to_play_below() -> None:
    async with running() as rig:
        first = await dealt(rig, 2)
        evening = rig.fake.group("Evening", members=first.people)
        second = await dealt(rig, 2, evening, everybody=first.people)

        def movers() -> list[list[bool]]:
            return [[bool(MY_TURN.search(m.text)) for m in p.inbox[-2:]] for p in first.people]

        if [True, True] in movers():
            # One of them is to play in both groups; now each is in one.
            player = second.to_play()
            for label in (STOCK, CARD, DISCARD):
                await player.tap(player, label)
                await rig.quiet()
        for person in first.people:
            await person.tell_bot("/hand")
            await rig.quiet()
            assert len([m for m in person.inbox if m.labels]) == 2
        assert movers() == [[False, True], [False, True]]
        await first.host.tell_bot("/leave")
        await rig.quiet()
        assert first.host.last.text == "That works in your group: Evening."


async def test_c23_who_plays_in_two_groups_is_told_apart() -> None:
    async with running() as rig:
        one = await dealt(rig, 2)
        elsewhere = rig.fake.group("Monday cards", members=[*one.people])
        two = await dealt(rig, 2, elsewhere, everybody=one.people)
        for scene, title in ((one, "Friday cards"), (two, "Monday cards")):
            table = await scene.state()
            assert table.deal is not None
            player = next(
                p for p in scene.people if f"tg:{p.id}" == table.seats[table.deal.seat].person
            )
            hand = next(m for m in reversed(player.inbox) if title in m.text)
            other = two if scene is one else one
            before = await other.state()
            await player.tap(hand, STOCK)
            await rig.quiet()
            assert (await scene.state()).stamp == table.stamp + 1
            assert await other.state() == before
        # The command shows both.
        await one.host.tell_bot("/hand")
        await rig.quiet()
        shown = [m.text for m in one.host.inbox if "Hand (" in m.text]
        assert len(shown) == 2
        assert {title in text for title in ("Friday cards", "Monday cards") for text in shown}


async def test_a_rematch_waits_for_nobody_who_has_left_the_group_since() -> None:
    async with running() as rig:
        scene = await seated(rig, 2)
        for label in ("Length", "1 deal", "Start"):
            await scene.host.tap(scene.spot, label)
            await rig.quiet()
        await rig.alter(scene.spot, about_to_end)
        await goes_out(scene)
        anna, bruno = scene.people
        result = scene.spot.last.text
        assert isinstance(scene.spot, Group)
        bruno.leaves(scene.spot)
        await rig.quiet()
        assert scene.spot.last.text == result
        await anna.tap(scene.spot, "Rematch")
        await rig.quiet()
        assert (await scene.state()).people == (f"tg:{anna.id}",)
        assert "2. 💻 Computer B" in scene.spot.last.text
        assert await rig.store.tables_of(f"tg:{bruno.id}") == []
