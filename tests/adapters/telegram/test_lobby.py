"""From the open table to the rematch: seats, sides, the way into the private chat, languages."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.adapters.telegram.rig import running
from tests.adapters.telegram.scenes import Scene, dealt, opened, people, seated
from tests.adapters.telegram.tapper import MY_TURN, STOCK, Table
from tests.fakes.telegram import Group, Person


async def sits(scene: Scene) -> list[str]:
    """The names on the seats, `-` for a free one, `💻` for a computer."""
    return [
        seat.name if seat.person else "💻" if seat.computer else "-"
        for seat in (await scene.state()).seats
    ]


def joins(scene: Scene, name: str, lang: str = "en") -> Person:
    """Somebody new in the group, who has never met the bot."""
    person = scene.rig.fake.user(name, lang=lang)
    assert isinstance(scene.spot, Group)
    person.joins(scene.spot)
    return person


async def test_c08_c25_joining_by_one_tap_or_by_the_own_link() -> None:
    async with running() as rig:
        scene = await opened(rig, 4)
        assert await sits(scene) == ["Anna", "-", "-", "-"]
        assert (await scene.people[1].tap(scene.spot, "Join")).text == "You are at the table."
        assert (await scene.people[1].tap(scene.spot, "Join")).text == "You already have a seat."
        eva, fabio = joins(scene, "Eva"), joins(scene, "Fabio")
        links = [(await person.tap(scene.spot, "Join")).url for person in (eva, fabio)]
        await rig.quiet()
        assert "Eva — must open the private chat" in scene.spot.last.text
        # A second tap gives the same link; in other hands it opens nothing.
        assert (await eva.tap(scene.spot, "Join")).url == links[0]
        await fabio.follow(links[0])
        await rig.quiet()
        assert "somebody else" in fabio.last.text
        await eva.follow(links[0])
        await rig.quiet()
        assert await sits(scene) == ["Anna", "Bruno", "Eva", "-"]
        # Fabio has opened the private chat meanwhile: now one tap is enough.
        assert (await fabio.tap(scene.spot, "Join")).text == "You are at the table."
        await rig.quiet()
        assert await sits(scene) == ["Anna", "Bruno", "Eva", "Fabio"]
        assert "must open" not in scene.spot.last.text
        assert len(scene.spot.messages) == 1
        # No button for one seat more; who taps the old one is told.
        late = joins(scene, "Gaia")
        assert (await late.tap(scene.spot, "Join", stale=True)).text == "All seats are taken."


async def test_leaving_sides_and_sizes() -> None:
    async with running() as rig:
        scene = await opened(rig, 4)
        anna, bruno, chiara, _ = scene.people
        await bruno.tap(scene.spot, "Join")
        assert (await chiara.tap(scene.spot, "To side 1")).text.startswith("You have no seat")
        assert (await chiara.tap(scene.spot, "Leave")).text.startswith("You have no seat")
        await bruno.tap(scene.spot, "To side 1")
        await rig.quiet()
        assert await sits(scene) == ["Anna", "-", "Bruno", "-"]
        assert (await bruno.tap(scene.spot, "2 players")).text.startswith("Only Anna")
        await anna.tap(scene.spot, "2 players")
        await rig.quiet()
        assert await sits(scene) == ["Anna", "Bruno"]
        await anna.tap(scene.spot, "4 players")
        await rig.quiet()
        for person in (bruno, chiara):
            await person.tap(scene.spot, "Join")
        assert "stand up" in (await anna.tap(scene.spot, "2 players")).text
        assert (await bruno.tap(scene.spot, "Leave")).text == "You have left the table."
        await rig.quiet()
        assert "Bruno" not in await sits(scene)
        assert (await bruno.tap(scene.spot, "Leave")).text.startswith("You have no seat")


async def test_c19_c27_only_host_or_admin_start_and_the_role_passes_on() -> None:
    async with running() as rig:
        scene = await seated(rig, 2)
        anna, bruno = scene.people
        admin = joins(scene, "Eva")
        scene.spot.promotes(admin)  # type: ignore[union-attr]
        assert (await bruno.tap(scene.spot, "Start")).text.startswith("Only Anna")
        await anna.tap(scene.spot, "Leave")
        await rig.quiet()
        assert "Opened by Bruno" in scene.spot.last.text
        assert (await bruno.tap(scene.spot, "Start")).text.startswith("1 player missing: wait")
        await anna.tap(scene.spot, "Join")
        assert (await anna.tap(scene.spot, "Start")).text.startswith("Only Bruno")
        # An admin starts as well, though without a seat.
        assert (await admin.tap(scene.spot, "Start")).text == "Let's play!"
        assert (await bruno.tap(scene.spot, "Start", stale=True)).text.startswith("A match is")


async def test_c19_everybody_goes_and_the_next_one_is_the_host() -> None:
    async with running() as rig:
        scene = await seated(rig, 2)
        for person in scene.people:
            await person.tap(scene.spot, "Leave")
        await rig.quiet()
        assert await sits(scene) == ["-", "-"]
        await scene.people[1].tap(scene.spot, "Join")
        await rig.quiet()
        assert "Opened by Bruno" in scene.spot.last.text


async def test_c18_an_abandoned_lobby_is_closed_and_says_so() -> None:
    async with running() as rig:
        scene = await seated(rig, 2)
        shown = scene.spot.last
        await rig.alter(scene.spot, lambda t: replace(t, changed=t.changed - 2 * 3600 + 30))
        await rig.fake.until(lambda: "nobody did anything for two hours" in shown.text)
        assert shown.labels[0] == "Open a table"
        assert (await scene.people[1].tap(shown, "Join", stale=True)).text.startswith(
            "There is no table here"
        )
        # The chat is not blocked: whoever comes opens the next one.
        await scene.people[1].tap(shown, "Open a table")
        await rig.quiet()
        assert "Opened by Bruno" in scene.spot.last.text


async def test_c19_whoever_sits_starts_where_the_host_has_vanished() -> None:
    async with running() as rig:
        scene = await seated(rig, 2)
        bruno = scene.people[1]
        said = (await bruno.tap(scene.spot, "Start")).text
        assert said.startswith("Only Anna")
        assert "After 10 silent minutes" in said
        await rig.alter(scene.spot, lambda t: replace(t, host_at=t.host_at - 600))
        assert (await bruno.tap(scene.spot, "Start")).text == "Let's play!"
        await rig.quiet()
        assert (await scene.state()).host == f"tg:{bruno.id}"


async def test_c18_stopping_by_agreement_or_by_the_host() -> None:
    async with running() as rig:
        scene = await dealt(rig, 4)
        anna, bruno, chiara, dario = scene.people
        first = scene.to_play()
        for person, left in ((bruno, "3 more"), (chiara, "2 more"), (bruno, "2 more")):
            await person.send(scene.spot, "/stop")
            await rig.quiet()
            # A slip of the finger ends no match.
            assert left in (await person.tap(scene.spot, "Yes, stop the match")).text
            await rig.quiet()
        assert "For stopping the match: Bruno, Chiara" in scene.spot.last.text
        for label in ("Stop the match · 2/4", "Yes, stop the match"):
            await dario.tap(scene.spot, label)
            await rig.quiet()
        assert (await scene.state()).phase == "deal"
        await anna.send(scene.spot, "/stop")
        await rig.quiet()
        assert (await scene.state()).phase == "deal"
        assert (await anna.tap(scene.spot, "Yes, stop the match")).text.endswith("stopped.")
        await rig.quiet()
        assert (await scene.state()).phase == "idle"
        assert not any(MY_TURN.search(m.text) for p in scene.people for m in p.inbox)
        # Old buttons say so.
        assert "no table here" in (await bruno.tap(bruno, "⇅ Rank", stale=True)).text
        assert "no table here" in (await first.tap(first, STOCK, stale=True)).text
        await bruno.send(scene.spot, "/pinnacola")
        await rig.quiet()
        assert "Opened by Bruno" in scene.spot.last.text


async def test_c20_leaving_in_the_middle_and_coming_back() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        player, other = scene.to_play(), scene.waiting()
        await player.tap(player, STOCK)
        await rig.quiet()
        held = (await scene.state()).deal
        await player.send(scene.spot, "/leave")
        await rig.quiet()
        # A computer goes on at this very point; the hand is gone from the private chat.
        assert not any("Hand (" in message.text for message in player.inbox)
        await rig.fake.until(lambda: MY_TURN.search(other.last.text))
        assert (await scene.state()).deal != held
        assert "💻" in scene.spot.last.text
        assert (await player.tap(scene.spot, "My hand")).text == "You have no seat in this match."
        assert (await player.tap(scene.spot, "Join")).text == "You are at the table."
        await rig.quiet()
        assert any("Hand (" in message.text for message in player.inbox)
        assert sorted(await sits(scene)) == ["Anna", "Bruno"]


async def test_c35_a_match_its_leaderboard_by_id_and_the_rematch() -> None:
    async with running() as rig:
        scene = await seated(rig, 2)
        anna, bruno = scene.people
        assert isinstance(scene.spot, Group)
        await anna.tap(scene.spot, "Length")
        await rig.quiet()
        await anna.tap(scene.spot, "1 deal")
        await rig.quiet()
        await anna.tap(scene.spot, "Start")
        await rig.quiet()
        await Table(rig, scene.spot, scene.people, seed=5).play_deal()
        await rig.quiet()
        over = scene.spot.last
        assert "Rematch" in over.labels
        # A new name is shown as soon as it is known, also for matches of the past.
        bruno.renames("Brunello")
        await bruno.send(scene.spot, "/hand")
        await bruno.send(scene.spot, "/leaderboard")
        await rig.quiet()
        board = scene.spot.last.text
        assert "Brunello" in board
        assert "Bruno" not in board.replace("Brunello", "")
        await anna.tell_bot("/leaderboard")
        await rig.quiet()
        assert anna.last.text == board
        assert (
            await anna.tap(scene.spot, "Leaderboard")
        ).text == "I have sent it to you in private."
        stranger = joins(scene, "Eva")
        assert (await stranger.tap(scene.spot, "Rematch")).text == "You have no seat in this match."
        await stranger.follow((await stranger.tap(scene.spot, "Leaderboard")).url)
        await rig.quiet()
        assert stranger.last.text == board
        # Whoever is first opens the new lobby, everybody sits; the result stays to be read.
        taps = [person.begin_tap(over, "Rematch") for person in (bruno, anna)]
        assert [(await tap.answered()).text for tap in taps] == ["", "Already done."]
        await rig.quiet()
        assert "Opened by Brunello" in scene.spot.last.text
        assert await sits(scene) == ["Anna", "Brunello"]
        assert over in scene.spot.messages
        assert over.labels == []
        assert (await bruno.tap(scene.spot, "Start")).text == "Let's play!"
        await rig.quiet()
        assert MY_TURN.search(scene.to_play().last.text)


async def test_commands_in_the_group_and_in_private() -> None:
    async with running() as rig:
        scene = await dealt(rig, 2)
        anna, bruno = scene.people
        old = scene.spot.last
        await bruno.send(scene.spot, "/table")
        await rig.quiet()
        assert len(scene.spot.messages) == 1
        assert scene.spot.last.id > old.id
        for command, words in (("/rules", "Rules"), ("/help", "How to play")):
            await bruno.send(scene.spot, command)
            await rig.quiet()
            assert scene.spot.last.text.startswith(words)
            await bruno.tell_bot(command)
            await rig.quiet()
            assert bruno.last.text.startswith(words)
        hands = [m for m in anna.inbox if "Hand (" in m.text]
        for ask in (anna.tell_bot("/hand"), anna.send(scene.spot, "/mano")):
            await ask
            await rig.quiet()
            assert "Hand (13)" in anna.last.text
            # The one before has gone: there is one hand, at the bottom.
            assert [m for m in anna.inbox if "Hand (" in m.text] == [anna.last]
            assert anna.last not in hands
        assert "Hand (" not in "".join(message.text for message in scene.spot.messages)


async def test_everybody_reads_the_own_language() -> None:
    async with running() as rig:
        tags = people(rig, 2, ("it-IT", "en-GB"))
        scene = await dealt(rig, 2, langs=("it", "en"), everybody=tags)
        anna, bruno = scene.people
        texts = {anna: "In mano (13)", bruno: "Hand (13)"}
        for person, word in texts.items():
            assert word in person.last.text
        # The group reads the language of who opened the table.
        assert re.search("tocca a|di turno|gioca", scene.spot.last.text.lower())
        assert (await anna.tap(scene.spot, "La mia mano")).text.startswith("In mano")
        assert (await bruno.tap(scene.spot, "La mia mano")).text.startswith("Hand")
        await bruno.send(scene.spot, "/regole")
        await rig.quiet()
        assert scene.spot.last.text.startswith("Rules")
        await anna.send(scene.spot, "/rules")
        await rig.quiet()
        assert scene.spot.last.text.startswith("Regole")
        # Who changes the language is answered in it at once.
        bruno.user.lang = "it"
        assert (await bruno.tap(scene.spot, "La mia mano")).text.startswith("In mano")
        await bruno.send(scene.spot, "/hand")
        await rig.quiet()
        assert "In mano (13)" in bruno.last.text
