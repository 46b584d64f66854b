"""A fake Discord: gateway and REST API over the loopback with their limits, and people."""

from tests.fakes.discord.errors import ApiError
from tests.fakes.discord.fake import FakeDiscord
from tests.fakes.discord.people import Member, NotPossible
from tests.fakes.discord.things import Channel, Guild, Interaction, Message

__all__ = [
    "ApiError",
    "Channel",
    "FakeDiscord",
    "Guild",
    "Interaction",
    "Member",
    "Message",
    "NotPossible",
]
