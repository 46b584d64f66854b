"""What the bot may do in the channels of a server."""

from __future__ import annotations

from typing import Final

import discord

_IN_CHANNELS: Final = discord.Permissions(view_channel=True, send_messages=True)
_IN_THREADS: Final = discord.Permissions(view_channel=True, send_messages_in_threads=True)
"""What it needs to post; an answer to an interaction needs nothing."""


def enough(rights: discord.Permissions, *, thread: bool) -> bool:
    """Are these the rights to post in a channel, or in a thread of it?"""
    return rights.is_superset(_IN_THREADS if thread else _IN_CHANNELS)


def may_post(channel: discord.abc.GuildChannel, *, thread: bool = False) -> bool:
    """May the bot post there, or in its threads, for all that the client knows of roles?

    Where it does not know enough, yes: the next post finds out.
    """
    own: discord.Member | None = channel.guild.me
    return own is None or enough(channel.permissions_for(own), thread=thread)
