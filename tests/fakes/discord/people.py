"""People in the fake: slash commands, taps, menus, and what each of them sees."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable

from tests.fakes.discord.things import Channel, Control, Guild, Interaction, Json, Message, User
from tests.fakes.discord.world import World
from tests.patience import PATIENCE

Label = str | re.Pattern[str]


class NotPossible(Exception):
    """A person cannot do this on Discord."""


class Member:
    """A person in a server, who looks at one channel of it."""

    def __init__(
        self, world: World, user: User, channel: Channel, flush: Callable[[], Awaitable[None]]
    ) -> None:
        self.user = user
        self.channel = channel
        self._world = world
        self._flush = flush

    def __repr__(self) -> str:
        return f"<Member {self.user.name}>"

    @property
    def id(self) -> int:
        """The id of the account."""
        return self.user.id

    @property
    def guild(self) -> Guild:
        """The server of the channel that the person looks at."""
        return self.channel.home

    # --- seeing --------------------------------------------------------------------------------

    def sees(self, channel: Channel | None = None) -> list[Message]:
        """The messages of a channel as this person sees them now, oldest first."""
        of = (channel or self.channel).all
        return [m for m in of if not m.deleted and m.only in (None, self.user)]

    @property
    def own(self) -> list[Message]:
        """What only this person sees in the channel."""
        return [m for m in self.sees() if m.only is not None and not m.loading]

    @property
    def directs(self) -> list[Message]:
        """The direct messages."""
        return [] if self.user.direct is None else self.user.direct.messages

    # --- doing ---------------------------------------------------------------------------------

    async def slash(self, name: str, *, wait: bool = True) -> Interaction:
        """Use a slash command of the list, by its name in any language."""
        for command in self._world.commands:
            called = {command["name"], *(command.get("name_localizations") or {}).values()}
            if name in called:
                break
        else:
            raise NotPossible(f"there is no command /{name}")
        here = 0 if self.channel.guild is not None else 1
        if here not in (command.get("contexts") or (0, 1, 2)):
            raise NotPossible(f"/{name} is not offered here")
        data = {"id": command["id"], "name": command["name"], "type": 1}
        return await self._ask(data, None, wait)

    async def click(
        self, label: Label, message: Message | None = None, *, wait: bool = True
    ) -> Interaction:
        """Tap a button, or choose an option of a menu, of the newest message that has it."""
        message, control = self.find(label, message)
        return await self.tap(message, control, wait=wait)

    async def tap(self, message: Message, control: Control, *, wait: bool = True) -> Interaction:
        """Tap just this, also where the person saw it before the message changed."""
        data: Json = {"custom_id": control.custom_id, "component_type": 2}
        if control.value:
            data |= {"component_type": 3, "values": [control.value]}
        return await self._ask(data, message, wait)

    async def select(self, label: Label, message: Message | None = None) -> Interaction:
        """Choose an option of a menu."""
        message, control = self.find(label, message)
        if not control.value:
            raise NotPossible(f"{label} is a button")
        return await self.tap(message, control)

    def find(self, label: Label, message: Message | None = None) -> tuple[Message, Control]:
        """The newest message that has it, in the channel or among the direct ones."""
        visible = sorted([*self.sees(), *self.directs], key=lambda one: one.id, reverse=True)
        for one in visible if message is None else [message]:
            if message is not None and one not in visible:
                raise NotPossible("the message is not there")
            for control in one.controls:
                if not control.disabled and _fits(label, control.label):
                    return one, control
        raise NotPossible(f"{self.user.name} sees no {label}")

    async def leaves(self) -> None:
        """Leave the server."""
        self._world.leave(self.guild, self.user)
        await self._flush()

    async def _ask(self, data: Json, message: Message | None, wait: bool) -> Interaction:
        channel = self.channel if message is None else message.channel
        if channel.guild is not None and self.user not in channel.guild.members:
            raise NotPossible(f"{self.user.name} is not in the server")
        if channel.deleted or (message is not None and message.deleted):
            raise NotPossible("it is not there any more")
        asked = self._world.ask(self.user, channel, data, message)
        await self._flush()
        if wait:
            await asyncio.wait_for(asked.acknowledged.wait(), PATIENCE)
        return asked


def _fits(wanted: Label, label: str) -> bool:
    return wanted == label if isinstance(wanted, str) else bool(wanted.search(label))
