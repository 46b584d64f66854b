"""What reaches a table on Discord and when, on the simulation in time that is only counted.

The numbers come out the same on every machine. Opening a menu is no call: the client does it alone.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean
from typing import Any, Final

from bench.lab import Lab
from bench.measure import Row
from bench.publishing import MOST_CALLS_A_TURN, QUICK, SLOW
from tests.adapters.discord.player import Choice, Message, Player, parts
from tests.adapters.discord.rig import Rig, running
from tests.adapters.discord.scenes import aside, dealt, to_play
from tests.fakes.clock import HandClock

LATENCY: Final = 0.06
"""Seconds that each call of the bot for a tap would take: an acknowledgement, then the change."""
PATIENCE: Final = 5.0
"""Seconds after which a hand that is still the same counts as never redrawn."""
STEP: Final = 0.02


@dataclass(frozen=True, slots=True)
class TurnCalls:
    """The calls of one turn by kind, and the seconds after which each tap was seen."""

    posts: int
    edits: int
    deletions: int
    answers: int
    waits: tuple[float, ...]


def kind(method: str, path: str) -> str:
    """What a call of the bot is; an answer to a tap is not counted by Discord.

    >>> kind("PATCH", "/channels/5/messages/6"), kind("POST", "/interactions/1/token/callback")
    ('edit', 'answer')
    """
    if path.startswith(("/interactions/", "/webhooks/")):
        return "answer"
    if "/messages" not in path:
        return "other"
    return {"POST": "post", "PATCH": "edit", "DELETE": "deletion"}.get(method, "other")


async def turns_of_two(count: int, pause: float, *, private: bool) -> list[TurnCalls]:
    """Turns of two people without a meld, `pause` seconds between two taps.

    With hands in private or as asides.
    """
    found = []
    clock = HandClock()
    async with running(clock, paced=True) as rig:
        people = await (dealt if private else aside)(rig)
        for _ in range(count):
            await rig.passes(pause)
            before = len(rig.env.http_requests)
            player = await to_play(people)
            await (player.look_private() if private else player.look())
            waits = [await _tap(rig, player, player.option("Stock"))]
            await rig.passes(pause)
            waits.append(await _tap(rig, player, _discards(player)[-1]))
            await rig.passes(pause)
            calls = rig.env.http_requests[before:]
            kinds = Counter(kind(call.method, call.path) for call in calls)
            found.append(
                TurnCalls(
                    kinds["post"],
                    kinds["edit"],
                    kinds["deletion"],
                    kinds["answer"],
                    tuple(waits),
                )
            )
    return found


def _discards(player: Player) -> list[Choice]:
    return [choice for choice in player.offered() if choice.menu.startswith("menu:")]


async def _tap(rig: Rig, player: Player, choice: Choice) -> float:
    """Tap it; the seconds until the own hand shows what came of it."""
    clock: Any = rig.clock
    began, before, calls = clock.now(), parts(player.hand), len(rig.env.http_requests)
    actor: Any = player.member.user if player.private else player.member
    if choice.menu:
        result = await actor.select(player.hand, choice.values, custom_id=choice.menu)
    else:
        result = await actor.click(player.hand, custom_id=choice.payload)
    player.answered(result)
    while parts(_hand(player)) == before:
        if clock.now() - began > PATIENCE:
            raise RuntimeError(f"the hand does not change after {choice.label}")
        await clock.advance(STEP)
        await asyncio.sleep(0)
    # An acknowledgement, then the change: in the channel one answer or several, in private one
    # call, which is an answer too where the tap allows it.
    made = [kind(call.method, call.path) for call in rig.env.http_requests[calls:]]
    steps = 2 if player.private else made.count("answer")
    if player.private:
        player.hand = _hand(player)
    return float(clock.now() - began + steps * LATENCY)


def _hand(player: Player) -> Message:
    return player.inbox()[-1] if player.private else player.hand


def calls_on_discord(lab: Lab) -> list[Row]:
    """Calls a turn, and how soon the own hand is redrawn."""
    count = max(2, lab.amount(30))
    rows: list[Row] = []
    for name, pause, private in (
        ("Discord, quick", QUICK, True),
        ("Discord, slow", SLOW, True),
        ("Discord, asides", SLOW, False),
    ):
        rows += _rows(name, asyncio.run(turns_of_two(count, pause, private=private)))
    return rows


def _rows(name: str, turns: list[TurnCalls]) -> Iterator[Row]:
    most = max(turn.posts + turn.edits for turn in turns)
    goal = f"at most {MOST_CALLS_A_TURN}"
    holds = most <= MOST_CALLS_A_TURN
    yield Row(f"{name}: posts and edits", most, "a turn", goal=goal, holds=holds)
    removed = mean(turn.deletions for turn in turns)
    if removed:
        yield Row(f"{name}: removed", removed, "a turn")
    yield Row(f"{name}: answers to taps", mean(turn.answers for turn in turns), "a turn")
    waits = sorted(wait for turn in turns for wait in turn.waits)
    late = waits[int(0.95 * (len(waits) - 1))]
    yield Row(f"{name}: own hand, 95 %", late, "s", goal="under 1", holds=late < 1)
