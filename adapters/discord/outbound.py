"""Screens become messages: the port `Platform` on Discord's REST API."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord import ui

from adapters.discord.limits import Empty, EmptyForAll
from adapters.discord.markup import (
    DESCRIPTION,
    PREFIX,
    TEXT,
    called,
    files,
    id_of,
    is_person,
    picture_of,
    view,
)
from bot.pictures.spec import Picture
from bot.pieces import pieces
from bot.ports import (
    Busy,
    Clock,
    NoAnswer,
    NoPicture,
    Pace,
    PlaceGone,
    PostGone,
    Taps,
    TooOld,
    Unreachable,
)
from bot.remembered import Remembered
from bot.requests import Person, Place
from bot.screen import Means, Screen
from bot.studio import Studio

T = TypeVar("T")

KEPT: Final = 4096
"""People of whom is remembered which channel is theirs alone."""
ROOM: Final = TEXT - 400
"""UTF-16 units of a screen's text: signs of the markup and a notice above come on top."""
BESIDE: Final = ROOM - DESCRIPTION
"""The same beside a picture, whose words may count as well."""

OLD: Final = 3600.0
"""Seconds after which changes of a message are limited: one that is refused is posted anew."""
SHUT_OUT: Final = 300.0
"""Seconds to wait where something before Discord refuses all: every further call prolongs it."""

# What Discord's numbers mean; the others are told apart by the HTTP status.
_UNKNOWN_CHANNEL: Final = 10003
_UNKNOWN_MEMBER: Final = 10007
_TOO_OLD_TO_EDIT: Final = 30046
_ARCHIVED: Final = 50083
_NOT_ALLOWED: Final = 50013
_FILE_TOO_LARGE: Final = 40005
_TOO_LARGE: Final = 413


class DiscordPlatform:
    """The port `bot.ports.Platform` on a discord.py client."""

    prefix = PREFIX.rstrip(":")
    means = Means(menus=True, asides=True, caption=BESIDE)
    pace: tuple[Pace, ...] = (Pace(45, 1.0),)

    def __init__(
        self, client: discord.Client, clock: Clock, studio: Studio, taps: Taps | None = None
    ) -> None:
        self.taps = taps
        self._client = client
        self._studio = studio
        self._clock = clock
        self._admins = Remembered(clock)
        self._private: OrderedDict[int, int] = OrderedDict()

    def pace_of(self, destination: str) -> tuple[Pace, ...]:
        """Five calls in five seconds, which is what Discord gives every channel."""
        return (Pace(5, 5.2),)

    def account(self, destination: str) -> str:
        """Every channel and thread counts for itself."""
        return destination

    def parts(self, screen: Screen) -> list[Screen]:
        """A very long text takes several messages."""
        return pieces(screen, ROOM)

    def lacks(self, picture: Picture) -> bool:
        """Every message has its own file."""
        return True

    async def send(self, destination: str, screen: Screen, silent: bool) -> str:
        """Post a screen as one message."""
        channel = await self._channel(destination)
        png = b"" if screen.picture is None else await self._studio.png(screen.picture)
        sent = await _told(
            channel.send(
                view=view(screen),
                files=files(screen, png),
                allowed_mentions=called(screen),
                silent=silent,
            ),
            pictured=screen.picture is not None,
        )
        return str(sent.id)

    async def edit(self, destination: str, post: str, screen: Screen, picture: str = "") -> None:
        """Make a message show another screen; only another picture is sent."""
        message = await self._message(destination, post)
        changed = await change(self._studio, screen, picture)
        age = self._clock.now() - discord.utils.snowflake_time(int(post)).timestamp()
        await _told(
            message.edit(**changed),
            named=True,
            pictured="attachments" in changed,
            old=age > OLD,
        )

    async def delete(self, destination: str, post: str) -> None:
        """Remove a message."""
        message = await self._message(destination, post)
        await _told(message.delete(), named=True)

    async def strip(self, destination: str, post: str) -> None:
        """Take the buttons and menus of a message away."""
        found = await self._message(destination, post)
        message = await _told(found.fetch(), named=True)
        plain = ui.LayoutView.from_message(message, timeout=None)
        for item in list(plain.walk_children()):
            if isinstance(item, ui.ActionRow) and isinstance(item.parent, ui.Container):
                item.parent.remove_item(item)
        for item in plain.walk_children():
            if isinstance(item, ui.MediaGallery):
                # By its name, for the address it is shown under does not last.
                item.items = [
                    discord.MediaGalleryItem(
                        f"attachment://{attached.filename}", description=shown.description
                    )
                    for shown, attached in zip(item.items, message.attachments, strict=False)
                ]
        plain.stop()
        await _told(message.edit(view=plain), named=True)

    async def is_admin(self, place: Place, person: Person) -> bool:
        """May the person manage the server? Asked once a minute at most."""

        async def manages() -> bool | None:
            try:
                return await self._manages(id_of(place.id), id_of(person.id))
            except discord.RateLimited as error:
                raise Busy(error.retry_after, isinstance(error, EmptyForAll)) from None
            except (discord.DiscordException, aiohttp.ClientError, OSError):
                return None

        return await self._admins.ask((place.id, person.id), manages)

    async def is_member(self, place: Place, person: Person) -> bool | None:
        """Is the person in the server? Asked anew each time, and not where that would take long."""
        try:
            guild = await self._guild(id_of(place.id))
            if guild is None:
                return None
            await guild.fetch_member(id_of(person.id))
        except discord.NotFound as error:
            return False if error.code == _UNKNOWN_MEMBER else None
        except (discord.DiscordException, aiohttp.ClientError, OSError):
            return None
        return True

    async def _manages(self, channel_id: int, person_id: int) -> bool:
        guild = await self._guild(channel_id)
        if guild is None:
            return False
        member = guild.get_member(person_id) or await guild.fetch_member(person_id)
        return member.guild_permissions.manage_guild

    async def _guild(self, channel_id: int) -> discord.Guild | None:
        channel = self._client.get_channel(channel_id)
        if channel is None:
            channel = await self._client.fetch_channel(channel_id)
        guild = getattr(channel, "guild", None)
        return guild if isinstance(guild, discord.Guild) else None

    async def _channel(self, destination: str) -> discord.PartialMessageable:
        """The channel of a destination; a person's is asked for once."""
        number = id_of(destination)
        if is_person(destination):
            known = self._private.get(number)
            if known is None:
                channel = await _told(self._client.create_dm(discord.Object(number)))
                known = self._private[number] = channel.id
                while len(self._private) > KEPT:
                    self._private.popitem(last=False)
            number = known
        return self._client.get_partial_messageable(number)

    async def _message(self, destination: str, post: str) -> discord.PartialMessage:
        return (await self._channel(destination)).get_partial_message(int(post))


async def change(studio: Studio, screen: Screen, picture: str) -> dict[str, Any]:
    """What makes a message show a screen, as discord.py's methods take it.

    `picture` is the digest of the picture that it has, which is not sent again. Raises NotDrawn.
    """
    changed: dict[str, Any] = {"view": view(screen, picture), "allowed_mentions": called(screen)}
    if screen.picture is not None and picture_of(screen) != picture:
        changed["attachments"] = files(screen, await studio.png(screen.picture))
    return changed


async def _told(
    call: Awaitable[T], named: bool = False, pictured: bool = False, old: bool = False
) -> T:
    """The result of a call, with Discord's errors in the words of the ports.

    `named`: the call is about a message that should be there; `pictured`: it brings a picture;
    `old`: it changes a message that is OLD.
    """
    try:
        return await call
    except discord.RateLimited as error:
        if old and not isinstance(error, Empty):
            raise TooOld from None
        raise Busy(error.retry_after, isinstance(error, EmptyForAll)) from None
    except discord.NotFound as error:
        if named and error.code != _UNKNOWN_CHANNEL:
            raise PostGone from None
        raise (PlaceGone if error.code == _UNKNOWN_CHANNEL else Unreachable)("gone") from None
    except discord.Forbidden as error:
        if pictured and error.code == _NOT_ALLOWED:
            # Perhaps files alone are forbidden: the words are tried.
            raise NoPicture(forbidden=True) from None
        raise Unreachable("forbidden") from None
    except discord.HTTPException as error:
        if pictured and (error.status == _TOO_LARGE or error.code == _FILE_TOO_LARGE):
            raise NoPicture from None
        if error.status >= 500:
            raise NoAnswer from None
        if error.status == 429:
            raise Busy(SHUT_OUT, everywhere=True) from None
        if named and error.code == _TOO_OLD_TO_EDIT:
            raise TooOld from None
        if error.code == _ARCHIVED:
            raise (PostGone() if named else Unreachable("archived")) from None
        raise
    except (TimeoutError, aiohttp.ClientError, OSError):
        raise NoAnswer from None
