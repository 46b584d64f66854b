"""People on Discord: what they see of the table and of their own hand, and what they tap there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import simcord

from bot import payloads
from bot import requests as rq
from engine.actions import Action
from engine.players.easy import easy
from tests.adapters.discord.rig import Rig
from tests.adapters.guided import cards_of, move_in

Message = Any  # simcord's answer to an interaction, or discord.py's message


@dataclass(frozen=True)
class Choice:
    """Something that can be tapped: a button, or an option of the menu `menu`."""

    label: str
    payload: str
    menu: str = ""


def choices(components: list[dict[str, Any]]) -> list[Choice]:
    """All buttons and options of a message, from top to bottom."""
    found: list[Choice] = []
    for row in components:
        for item in row.get("components", ()):
            if item["type"] == 2:
                found.append(Choice(item["label"], item["custom_id"]))
            else:
                found += [
                    Choice(option["label"], option["value"], item["custom_id"])
                    for option in item["options"]
                ]
    return found


def text(components: list[dict[str, Any]]) -> str:
    """What there is to read in a message."""
    return "\n".join(part["content"] for part in components if part["type"] == 10)


def parts(message: Message) -> list[dict[str, Any]]:
    """The components of a message as data."""
    return [c if isinstance(c, dict) else dict(c.to_dict()) for c in message.components]


class Player:
    """A member of the server who taps the buttons of the table and of the newest own hand."""

    def __init__(self, rig: Rig, name: str, **options: Any) -> None:
        self.rig = rig
        self.member = rig.member(name, **options)
        self.hand: Message = None
        self.told: list[str] = []

    @property
    def place(self) -> str:
        return f"dc:{self.member.id}"

    async def slash(self, name: str) -> Message:
        """Use a slash command; what only this person sees of its answer, None if nothing."""
        result = await self.member.slash(self.rig.channel, name)
        return self.answered(result)

    async def press(self, label: str) -> Message:
        """Tap a button of the newest post in the channel that has it."""
        return self.answered(await self.tap(label))

    async def tap(self, label: str) -> simcord.InteractionResult:
        """Tap it; what Discord knows of the answer."""
        for message in reversed(self.rig.channel.history()):
            if any(choice.label == label for choice in choices(parts(message))):
                return await self.member.click(message, label=label)
        raise AssertionError(f"nobody can tap {label}")

    async def take(self, choice: Choice, message: Message = None) -> Message:
        """Tap what the own hand offers."""
        message = message or self.hand
        if choice.menu:
            result = await self.member.select(message, [choice.payload], custom_id=choice.menu)
        else:
            result = await self.member.click(message, custom_id=choice.payload)
        return self.answered(result)

    def offered(self) -> list[Choice]:
        """What the own hand offers."""
        return choices(parts(self.hand))

    @property
    def reads(self) -> str:
        """The text of the own hand."""
        return text(parts(self.hand))

    def answered(self, result: simcord.InteractionResult) -> Message:
        """Note what was answered to a tap or command, and the own hand if it is one."""
        assert result.acknowledged
        shown = [m for m in (*result.followups, result.response) if m is not None and m.ephemeral]
        if not shown:
            return None
        content = text(parts(shown[0]))
        self.told.append(content)
        if "Hand" in content or "In mano" in content:
            self.hand = shown[0]
        return shown[0]

    # --- playing ---------------------------------------------------------------------------

    async def play_action(self) -> None:
        """Do what a beginner would, with the buttons and menus that are there."""
        table = await self.rig.state()
        assert table.deal is not None
        action = easy(table.view(table.deal.seat))
        found = self._find(action)
        for card, copy in () if found else cards_of(action):
            wanted = payloads.encode(table.code, rq.Choose(card, copy, True))
            await self.take(next(c for c in self.offered() if c.payload == wanted))
        for _ in range(20):
            found = self._find(action)
            if found:
                break
            await self.take(next(c for c in self.offered() if _turns_page(c.payload)))
        assert found, f"{action} is not offered"
        await self.take(found)

    def _find(self, action: Action) -> Choice | None:
        choices = {choice.payload: choice for choice in self.offered()}
        payload = move_in([*choices], action)
        return None if payload is None else choices[payload]


def _turns_page(payload: str) -> bool:
    return isinstance(payloads.decode(payload)[1], rq.Page)
