"""Common beginnings on the simulated Discord, and turns played by their buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.adapters.discord.player import Player
from tests.adapters.discord.rig import Rig

Seen = Callable[[Player], Awaitable[None]]
"""Is told after everything that a player did."""


async def _unwatched(_: Player) -> None:
    pass


async def opened(rig: Rig, *names: str) -> list[Player]:
    """A table for two that the first of them has opened."""
    people = [Player(rig, name) for name in names or ("Anna", "Bruno")]
    await people[0].slash("pinnacola")
    await rig.quiet()
    await people[0].press("2 players")
    await rig.quiet()
    return people


async def dealt(rig: Rig, *names: str) -> list[Player]:
    """A match of two people in its first deal."""
    anna, bruno = await opened(rig, *names)
    await bruno.press("Join")
    await rig.quiet()
    await anna.press("Start")
    await rig.quiet()
    return [anna, bruno]


async def aside(rig: Rig, *names: str) -> list[Player]:
    """A match in a chat that does without private messages."""
    anna, bruno = await opened(rig, *names)
    await anna.press("✓ Hands by private message")
    await bruno.press("Join")
    await rig.quiet()
    await anna.press("Start")
    await rig.quiet()
    return [anna, bruno]


async def to_play(people: list[Player]) -> Player:
    """Who is to play."""
    table = await people[0].rig.state()
    assert table.deal is not None
    person = table.seats[table.deal.seat].person
    return next(player for player in people if player.place == person)


async def play(
    rig: Rig, people: list[Player], turns: int, seen: Seen = _unwatched, *, private: bool = False
) -> int:
    """So many turns, or until the deal is over; how many were played.

    With the hands under the table in the channel, or with those in `private`.
    """
    for played in range(turns):
        turn = await _turn(rig)
        if turn is None:
            return played
        player = await to_play(people)
        await (player.look_private() if private else player.look())
        await seen(player)
        while await _turn(rig) == turn:
            await player.play_action()
            await seen(player)
        await rig.quiet()
    return turns


async def _turn(rig: Rig) -> int | None:
    """The number of the running turn; None when the deal is over."""
    table = await rig.state()
    return table.deal.turn if table.deal is not None and table.phase == "deal" else None
