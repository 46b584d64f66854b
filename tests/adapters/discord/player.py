"""People on Discord: what they see of the table and of their own hand, and what they tap there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import simcord

from adapters.discord.markup import payload_of
from bot import payloads
from bot import requests as rq
from bot.state import Table
from bot.texts import texts
from engine.actions import Action, Discard
from engine.cards import Card
from engine.players.easy import easy
from tests.adapters.discord.rig import Rig
from tests.adapters.guided import cards_of, move_in

TEXT, BUTTON, MENU = 10, 2, 3
Message = Any  # simcord's answer to an interaction, or discord.py's message


@dataclass(frozen=True)
class Choice:
    """Something that can be tapped: a button, or an option of the menu `menu`.

    In a menu of `several` it is one more card ticked, beside those that are.
    """

    label: str
    payload: str
    menu: str = ""
    values: tuple[str, ...] = ()
    several: bool = False
    ticked: bool = False


def flat(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All components of a message, from top to bottom."""
    for each in components:
        yield each
        yield from flat(each.get("components", []))


def choices(components: list[dict[str, Any]]) -> list[Choice]:
    """All buttons and options of a message, from top to bottom."""
    found: list[Choice] = []
    for item in flat(components):
        if item["type"] == BUTTON:
            found.append(Choice(item["label"], item["custom_id"]))
        elif item["type"] == MENU:
            found += _options(item)
    return found


def _options(menu: dict[str, Any]) -> Iterator[Choice]:
    several, name = menu["custom_id"].startswith("ticks"), menu["custom_id"]
    ticked = [option["value"] for option in menu["options"] if option.get("default")]
    for option in menu["options"]:
        value = option["value"]
        if several:
            others = [each for each in ticked if each != value]
            values = tuple(others if value in ticked else [*others, value])
        else:
            values = (value,)
        payload = payload_of(name, [value] if several else values)
        yield Choice(option["label"], payload, name, values, several, value in ticked)


def text(components: list[dict[str, Any]]) -> str:
    """What there is to read in a message."""
    return "\n".join(part["content"] for part in flat(components) if part["type"] == TEXT)


def described(components: list[dict[str, Any]]) -> str:
    """What is read aloud for its picture; empty where it has none."""
    shown = [item for part in flat(components) for item in part.get("items", ())]
    return "\n".join(item["description"] for item in shown)


def parts(message: Message) -> list[dict[str, Any]]:
    """The components of a message as data."""
    return [c if isinstance(c, dict) else dict(c.to_dict()) for c in message.components]


class Player:
    """A member of the server who taps the buttons of the table and of the newest own hand."""

    def __init__(self, rig: Rig, name: str, **options: Any) -> None:
        self.rig = rig
        self.member = rig.member(name, **options)
        self.hand: Message = None
        self.private = False
        self.told: list[str] = []

    @property
    def place(self) -> str:
        return f"dc:@{self.member.id}"

    async def slash(self, name: str) -> Message:
        """Use a slash command; what only this person sees of its answer, None if nothing."""
        result = await self.member.slash(self.rig.channel, name)
        return self.answered(result)

    async def press(self, label: str) -> Message:
        """Tap a button of the newest post in the channel that has it."""
        return self.answered(await self.tap(label))

    async def tap(self, label: str) -> simcord.InteractionResult:
        """Tap it; what Discord knows of the answer. Waits for a post that is still to be drawn."""
        message = self._post_with(label)
        if message is None:
            await self.rig.quiet()
            message = self._post_with(label)
        assert message is not None, f"nobody can tap {label}"
        return await self.member.click(message, label=label)

    def _post_with(self, label: str) -> Message:
        for message in reversed(self.rig.channel.history()):
            if any(choice.label == label for choice in choices(parts(message))):
                return message
        return None

    async def take(self, choice: Choice, message: Message = None) -> Message:
        """Tap what the own hand offers, wherever it is held."""
        message = message or self.hand
        actor: Any = self.member.user if self.private else self.member
        if choice.menu:
            result = await actor.select(message, choice.values, custom_id=choice.menu)
        else:
            result = await actor.click(message, custom_id=choice.payload)
        answer = self.answered(result)
        if self.private:
            await self.look_private()
        return answer

    async def look(self) -> None:
        """Ask for the hand under the table in the channel."""
        self.private = False
        await self.press(texts((await self.rig.state()).lang).gettext("My hand"))

    async def look_private(self) -> None:
        """Look at the newest message of the bot in private."""
        await self.rig.quiet()
        self.private, self.hand = True, self.inbox()[-1]

    def inbox(self) -> list[Message]:
        """The bot's messages in private, oldest first, without answers to taps."""
        return [m for m in self.member.user.dm_channel.history() if not m.flags.ephemeral]

    def offered(self) -> list[Choice]:
        """What the own hand offers."""
        return choices(parts(self.hand))

    def option(self, label: str) -> Choice:
        """The first button or option of the own hand with a label that begins so."""
        found = [c for c in self.offered() if c.label.lstrip("👉 ").startswith(label)]
        assert found, f"no {label} in {[c.label for c in self.offered()]}"
        return found[0]

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
        if "Hand (" in content or "In mano (" in content:
            self.hand, self.private = shown[0], False
        return shown[0]

    # --- playing ---------------------------------------------------------------------------

    async def play_action(self) -> None:
        """Do what a beginner would, with the buttons and menus that are there."""
        table = await self.rig.state()
        assert table.deal is not None
        action = easy(table.view(table.deal.seat))
        if self._find(action) is None:
            await self._choose(table, action)
        for _ in range(20):
            found = self._find(action)
            found = found or next((c for c in self.offered() if _turns_page(c.payload)), None)
            assert found is not None, f"{action} is not offered"
            await self.take(found)
            if _moves(found.payload):
                return
        raise AssertionError(f"{action} is not reached")

    async def _choose(self, table: Table, action: Action) -> None:
        """Tick the cards of an action in their menus."""
        for menu in dict.fromkeys(c.menu for c in self.offered() if c.several):
            there = payload_cards(menu)
            wanted = [str(there.index(card)) for card in cards_of(action) if card in there]
            if wanted:
                # What was chosen in the menu above has drawn this one anew.
                name = next(c.menu for c in self.offered() if payload_cards(c.menu) == there)
                await self.take(Choice("", "", name, tuple(wanted), True))

    def _find(self, action: Action) -> Choice | None:
        """What does it, or asks whether it is to be done."""
        choices = {choice.payload: choice for choice in self.offered() if choice.payload}
        payload = move_in([*choices], action) or _asking([*choices], action)
        return None if payload is None else choices[payload]


def payload_cards(menu: str) -> list[tuple[Card, int]]:
    """The cards in a menu of several; none in any other."""
    if not menu.startswith("ticks:"):
        return []
    what = payloads.decode(menu.split(":")[1])[1]
    return list(what.cards) if isinstance(what, rq.ChooseAmong) else []


def _asking(offered: list[str], action: Action) -> str | None:
    """The payload by which somebody who wants to be asked begins to discard."""
    for payload in offered:
        what = payloads.decode(payload)[1]
        if isinstance(what, rq.AskDiscard) and what.on and action == Discard(what.card):
            return payload
    return None


def _turns_page(payload: str) -> bool:
    return isinstance(payloads.decode(payload)[1], rq.Page)


def _moves(payload: str) -> bool:
    return isinstance(payloads.decode(payload)[1], rq.Move)
