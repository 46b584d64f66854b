"""At the page: seats taken, given up and taken away, and what happens to the game then."""

from __future__ import annotations

from dataclasses import replace

from tests.adapters.altering import about_to_end
from tests.adapters.telegram.scenes import KING, LAY
from tests.adapters.telegram.tapper import CARD, DISCARD, MY_TURN, NEXT_DEAL, REMATCH, STOCK
from tests.adapters.web.rig import Served, serving
from tests.adapters.web.test_deal import to_play
from tests.adapters.web.visitor import Visitor, dealt, text, visiting
from tests.patience import until

SPEED = 150.0
"""How much faster than real time: computers think, people do not wait."""


async def seated(anna: Visitor, *others: Visitor) -> None:
    """A lobby for two that Anna has opened, the first of the others at the table too."""
    await anna.command("pinnacola")
    await anna.tap("group", "2 players")
    for person in others[:1]:
        await person.quiet()
        await person.tap("group", "Join")
    await anna.quiet()


def group(person: Visitor) -> str:
    """What the person reads at the table."""
    return text(person.newest("group"))


def plays(person: Visitor) -> bool:
    """Does the person read that it is their turn?"""
    return bool(person.threads["private"]) and bool(MY_TURN.search(text(person.newest("private"))))


async def goes_out(player: Visitor) -> None:
    """The last turn of a deal that was about to end."""
    for label in (STOCK, LAY, KING, DISCARD):
        await player.tap("private", label)


async def test_c19_the_role_of_the_host_passes_on_and_the_host_removes() -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno", "Chiara") as people:
        anna, bruno, chiara = people
        await seated(anna, bruno)
        assert (await bruno.tap("group", "Start"))["notice"].startswith("Only Anna")
        await anna.tap("group", "Leave")
        await bruno.quiet()
        assert "Opened by Bruno" in group(bruno)
        await chiara.quiet()
        await chiara.tap("group", "Join")
        await bruno.quiet()
        await bruno.command("kick")
        assert "Chiara has been removed" in (await bruno.tap("group", "Remove: Chiara"))["notice"]
        await chiara.quiet()
        assert (await chiara.tap("group", "Join"))["notice"].startswith("You have been removed")
        # Nobody learns the id of another by it.
        assert chiara.person not in str(bruno.told)


async def test_c20_leaving_in_the_middle_and_coming_back() -> None:
    async with serving(speed=SPEED) as served, visiting(served, "Anna", "Bruno") as people:
        await dealt(*people)
        player = to_play(people)
        assert player is not None
        other = next(person for person in people if person is not player)
        await player.tap("private", STOCK)
        await player.command("leave")
        assert player.threads["private"] == {} or "Hand (" not in text(player.newest("private"))
        await until(lambda: plays(other))
        assert "💻" in group(other)
        for label in (STOCK, CARD, DISCARD):
            await other.tap("private", label)
        assert (await player.tap("group", "Join"))["notice"] == "You are at the table."
        await player.quiet()
        assert "Hand (" in text(player.newest("private"))


async def test_c18_stopping_by_agreement() -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno", "Eva") as people:
        anna, bruno, eva = people
        await dealt(anna, bruno)
        await bruno.command("stop")
        await bruno.quiet()
        assert "1 more player" in (await bruno.tap("group", "Yes, stop the match"))["notice"]
        assert (await eva.command("stop"))["notice"].startswith("Only Anna")
        await anna.quiet()
        assert "For stopping the match: Bruno" in group(anna)
        await anna.command("stop")
        await anna.quiet()
        await anna.tap("group", "Yes, stop the match")
        await bruno.quiet()
        assert "The match has been stopped." in group(bruno)
        assert (await served.state()).phase == "idle"


async def test_a_vote_is_taken_back_by_the_same_button() -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno") as (anna, bruno):
        await dealt(anna, bruno)
        await bruno.command("stop")
        await bruno.tap("group", "Yes, stop the match")
        said = (await bruno.tap("group", "Stop the match · 1/2"))["notice"]
        assert said == "You no longer ask to stop the match."
        await bruno.tap("group", "More")
        await bruno.tap("group", "Pause")
        assert "✓Pause · 1/2" in bruno.labels("private")
        said = (await bruno.tap("private", "✓Pause · 1/2"))["notice"]
        assert said == "You no longer ask for a pause."
        table = await served.state()
        assert (table.stop_votes, table.pause_votes) == ((), ())


async def test_who_leaves_as_the_last_one_is_asked_once_more() -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno") as (anna, bruno):
        await dealt(anna, bruno)
        await bruno.command("leave")
        await anna.quiet()
        await anna.tap("private", "⋯ More")
        assert "Nobody else" in (await anna.tap("private", "Leave the seat"))["notice"]
        assert "Yes, leave and end the match" in anna.labels("private")
        await anna.tap("private", "‹ Back")
        await anna.command("leave")
        assert (await served.state()).phase == "deal"
        await anna.tap("group", "Yes, leave and end the match")
        assert (await served.state()).phase == "idle"


async def test_c18_an_abandoned_lobby_is_closed_and_says_so() -> None:
    async with serving(speed=SPEED) as served, visiting(served, "Anna", "Bruno") as (anna, bruno):
        await seated(anna, bruno)
        await served.alter(lambda t: replace(t, changed=t.changed - 2 * 3600 + 20))
        await until(lambda: "nobody did anything for two hours" in group(bruno))
        await bruno.tap("group", "Open a table")
        await anna.quiet()
        assert "Opened by Bruno" in group(anna)


async def over(served: Served, people: list[Visitor]) -> None:
    """Play a match to its end, which is near."""
    await dealt(people[0], people[1])
    await served.alter(about_to_end)
    await served.alter(
        lambda t: replace(t, match=t.match and replace(t.match, history=((990, 990),)))
    )
    for person in people:
        await person.quiet()
    player = to_play(people)
    assert player is not None
    await goes_out(player)
    for person in people:
        await person.quiet()


async def test_a_friend_takes_a_computers_seat_at_the_next_deal() -> None:
    async with serving(speed=SPEED) as served, visiting(served, "Anna", "Bruno", "Eva") as people:
        anna, bruno, eva = people
        await dealt(anna, bruno)
        player = to_play([anna, bruno])
        assert player is not None
        gone = bruno if player is anna else anna
        await gone.command("leave")
        await eva.quiet()
        assert "next deal" in (await eva.tap("group", "Join"))["notice"]
        await served.alter(about_to_end)
        await player.quiet()
        await goes_out(player)
        await player.tap("private", NEXT_DEAL)
        await until(lambda: eva.threads["private"] and "Hand (13)" in text(eva.newest("private")))
        assert set((await served.state()).people) == {player.person, eva.person}


async def test_a_rematch_with_the_same_seats() -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno") as people:
        anna, bruno = people
        await over(served, people)
        assert (await served.state()).phase == "over"
        await bruno.tap("group", REMATCH)
        await anna.quiet()
        assert "Opened by Bruno" in group(anna)
        assert (await served.state()).people == (anna.person, bruno.person)
        assert (await bruno.tap("group", "Start"))["notice"] == "Let's play!"
