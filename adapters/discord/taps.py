"""Private posts that have just been tapped: each tap pays for one change of what was tapped.

The token that comes with a tap changes the tapped message by a way of its own, which neither the
channel's budget nor that of the bot knows. It stays in the memory of the process that the tap came
to. It would serve a few times; here it serves once, so nothing has to be counted.
"""

from __future__ import annotations

import logging
from collections import OrderedDict, deque
from datetime import timedelta
from typing import Any, Final, NamedTuple

import aiohttp
import discord

from adapters.discord.limits import once
from adapters.discord.outbound import OLD, change
from bot.ports import Clock, NoAnswer
from bot.requests import Place
from bot.screen import Screen
from bot.studio import Studio
from bot.trouble import where

log = logging.getLogger(__name__)

FRESH: Final = 60.0
"""Seconds for which a tap serves. Its token would live longer; what changes later can wait."""
EACH: Final = 16
"""Taps of one person that are remembered."""
KEPT: Final = 2048
"""People whose taps are remembered: what comes with them is large."""


class _Tap(NamedTuple):
    """A tap on a message, until when it serves, and what came with it."""

    post: str
    until: float
    interaction: discord.Interaction[Any]


class Taps:
    """The port `bot.ports.Taps`: of everybody the taps on one message of the private chat."""

    def __init__(self, clock: Clock, studio: Studio) -> None:
        self._clock = clock
        self._studio = studio
        self._taps: OrderedDict[str, deque[_Tap]] = OrderedDict()

    def note(self, place: Place, interaction: discord.Interaction[Any]) -> None:
        """Something was tapped there. A tap that could not be acknowledged serves for nothing.

        Taps in a channel do not serve: what the bot may do there is learned from ordinary calls.
        """
        message = interaction.message
        if not place.private or message is None or message.flags.ephemeral:
            return
        age = interaction.created_at - message.created_at
        if not interaction.response.is_done() or age >= timedelta(seconds=OLD - FRESH):
            return
        if self.post(place.id) != str(message.id):
            self._taps[place.id] = deque(maxlen=EACH)
        self._taps[place.id].append(_Tap(str(message.id), self._clock.now() + FRESH, interaction))
        self._taps.move_to_end(place.id)
        while len(self._taps) > KEPT or not self.post(next(iter(self._taps))):
            self._taps.popitem(last=False)

    def post(self, destination: str) -> str:
        """The message in a private chat that was tapped and not changed since; empty: none."""
        taps = self._taps.get(destination, ())
        return next((tap.post for tap in taps if tap.until > self._clock.now()), "")

    async def edit(self, destination: str, post: str, screen: Screen, picture: str) -> bool:
        """Make it show another screen, by the token of one tap."""
        changed = await change(self._studio, screen, picture)
        if self.post(destination) != post:
            return False
        interaction = self._take(destination)
        try:
            with once():
                await interaction.edit_original_response(**changed)
        except discord.DiscordServerError:
            raise NoAnswer from None
        except discord.DiscordException as error:
            # An ordinary call will tell whether it is the token or the message.
            log.info("a tap did not serve to change its message: %s", where(error))
            return False
        except (TimeoutError, aiohttp.ClientError, OSError):
            raise NoAnswer from None
        return True

    def _take(self, destination: str) -> discord.Interaction[Any]:
        """The oldest tap that still serves; it is forgotten."""
        taps = self._taps[destination]
        while taps[0].until <= self._clock.now():
            taps.popleft()
        taken = taps.popleft()
        if not taps:
            del self._taps[destination]
        return taken.interaction
