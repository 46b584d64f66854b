"""People on Discord who play and do everything else as well."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import simcord
from simcord.backend.errors import BackendError

from bot import payloads
from bot import requests as rq
from bot.state import Table
from tests.adapters.agreed import Agreed
from tests.adapters.discord.oracle import Oracle
from tests.adapters.discord.player import Choice, Message, Player, choices, parts
from tests.adapters.discord.rig import Rig

COMMANDS = ("pinnacola", "table", "hand", "rules", "leaderboard", "help")
# These may end the match without a result.
NEVER = (rq.StopMatch, rq.Leave, rq.Kick)


class Crowd:
    """Two people, with or without computers, at the table of one channel."""

    def __init__(self, rig: Rig, agreed: Agreed, seed: int) -> None:
        self.rig = rig
        self.agreed = agreed
        self.chance = random.Random(seed)
        self.people = [Player(rig, name, lang=agreed.lang) for name in ("Anna", "Bruno")]
        self.acts: Counter[str] = Counter()
        self._seen: list[tuple[Player, bool, Message, list[dict[str, Any]]]] = []

    async def seated(self) -> Oracle:
        """Agree on the game in the lobby, sit down, start."""
        anna, bruno = self.people
        await anna.slash("pinnacola")
        await self.rig.quiet()

        async def tap(label: str) -> None:
            await anna.press(label)
            await self.rig.quiet()

        def labels() -> list[str]:
            [post] = self.rig.channel.history()
            return [choice.label for choice in choices(parts(post))]

        await self.agreed.choose(tap, labels)
        await bruno.press("Mi siedo" if self.agreed.lang == "it" else "Join")
        await self.rig.quiet()
        oracle = Oracle(self.rig, await self.rig.state())
        await tap("Inizia" if self.agreed.lang == "it" else "Start")
        return oracle

    async def until_over(self, oracle: Oracle, most: int = 4000) -> Table:
        """Act until the match has its result."""
        for _ in range(most):
            table = await self.rig.state()
            if table.phase == "over":
                return table
            assert table.phase in ("deal", "result"), f"the match is {table.phase}"
            await self.act(table)
            await self.rig.quiet()
            oracle.look()
        raise AssertionError(f"the match does not end: {self.acts}")

    async def act(self, table: Table) -> None:
        """Somebody does something."""
        dice = self.chance.random()
        if dice < 0.70:
            name, act = "play", self._play(table)
        elif dice < 0.81:
            name, act = "any", self._any()
        elif dice < 0.92:
            name, act = "old", self._old()
        elif dice < 0.94:
            name, act = "command", self._command()
        elif dice < 0.96:
            name, act = "come or go", self._come_or_go(table)
        elif dice < 0.97:
            name, act = "restart", self.rig.restart()
        elif dice < 0.98:
            name, act = "close", self._close()
        else:
            name, act = "wander off", self.rig.passes(self.chance.choice((5, 30, 100, 400)))
        self.acts[name] += 1
        try:
            await act
        except (simcord.SetupError, BackendError):
            # The message, or its button, is not there any more: nobody can tap it.
            self.acts[f"no {name}"] += 1

    async def _play(self, table: Table) -> None:
        """Who is to play plays; between deals somebody is ready; else time passes."""
        if table.paused is not None:
            await self._tap(self.chance.choice(self.people), rq.Pause(False))
            return
        if table.phase == "result":
            number = 0 if table.match is None else table.match.deals
            await self._tap(self.chance.choice(self.people), rq.Ready(number))
            return
        assert table.deal is not None
        seat = table.seats[table.deal.seat]
        player = next((p for p in self.people if p.place == seat.person), None)
        if player is None:
            await self.rig.passes(1.0)
            return
        if seat.stand_in:
            await self._tap(player, rq.Back())
            return
        in_private = not (seat.unreachable or table.aside) and self.chance.random() < 0.5
        await (player.look_private() if in_private else self._look(player))
        self._note(player)
        for what in (rq.ShowMore("hand", False), rq.ClearChoice()):
            wish = payloads.encode(table.code, what)
            found = next((c for c in player.offered() if c.payload == wish), None)
            if found is not None:
                await player.take(found)
        await player.play_action()
        self._note(player)

    async def _look(self, player: Player) -> None:
        player.private = False
        await player.slash("hand")

    async def _tap(self, player: Player, what: rq.What) -> None:
        """Tap the button in the channel that asks for it, if it is there."""
        wish = payloads.encode((await self.rig.state()).code, what)
        for message in reversed(self.rig.channel.history()):
            if any(choice.payload == wish for choice in choices(parts(message))):
                player.answered(await player.member.click(message, custom_id=wish))
                return
        await self.rig.passes(5.0)

    def _note(self, player: Player) -> None:
        self._seen.append((player, player.private, player.hand, parts(player.hand)))
        self._seen = self._seen[-40:]

    async def _any(self) -> None:
        """Something that stands in the channel, or in the own hand."""
        player = self.chance.choice(self.people)
        posts = self.rig.channel.history()
        if player.hand is not None and self.chance.random() < 0.6:
            offered = [c for c in player.offered() if harmless(c)]
            if offered:
                await player.take(self.chance.choice(offered))
                self._note(player)
            return
        post = self.chance.choice(posts)
        offered = [c for c in choices(parts(post)) if harmless(c)]
        if offered:
            payload = self.chance.choice(offered).payload
            player.answered(await player.member.click(post, custom_id=payload))

    async def _old(self) -> None:
        """A button as it once stood under a hand that is still there."""
        if not self._seen:
            return
        player, private, message, components = self.chance.choice(self._seen)
        actor: Any = player.member.user if private else player.member
        channel = actor.dm_channel if private else self.rig.channel
        stored = self.rig.env.backend.get_message(channel.id, message.id)
        now, stored.components = stored.components, components
        offered = [c for c in choices(components) if harmless(c)]
        try:
            tapped = self.chance.choice(offered)
            if tapped.menu:
                await actor.select(message, tapped.values, custom_id=tapped.menu)
            else:
                await actor.click(message, custom_id=tapped.payload)
        finally:
            if stored.components is components:
                stored.components = now

    async def _command(self) -> None:
        player, name = self.chance.choice(self.people), self.chance.choice(COMMANDS)
        if name != "pinnacola" and name != "table" and self.chance.random() < 0.3:
            await player.member.user.slash(name)
        else:
            await player.slash(name)

    async def _come_or_go(self, table: Table) -> None:
        """Leave, where somebody else stays; come back."""
        sitting = [p for p in self.people if p.place in table.people]
        standing = [p for p in self.people if p not in sitting]
        if standing:
            await self._tap(standing[0], rq.Join())
        elif len(sitting) > 1:
            await self.chance.choice(sitting).slash("leave")

    async def _close(self) -> None:
        """Somebody closes their private messages, or opens them again."""
        faults = self.rig.env.backend.faults
        if faults:
            faults.clear()
            return
        player = self.chance.choice(self.people)
        path = f"/channels/{player.member.user.dm_channel.id}/messages"
        self.rig.env.inject_error("POST", path, status=403, code=50007, times=None)


def harmless(choice: Choice) -> bool:
    """May it be tapped without ending the match?"""
    return not isinstance(payloads.decode(choice.payload)[1], NEVER)
