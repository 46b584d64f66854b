"""A fake Telegram: the Bot API over real HTTP with its limits, and simulated people."""

from tests.fakes.telegram.fake import FakeTelegram
from tests.fakes.telegram.groups import Group, NotPossible, TopicSpot
from tests.fakes.telegram.limits import ApiError
from tests.fakes.telegram.markup import Button
from tests.fakes.telegram.people import Person, Tap
from tests.fakes.telegram.things import ANONYMOUS_ADMIN, Message
from tests.fakes.telegram.transcript import Seen
from tests.fakes.telegram.updates import Answer

__all__ = [
    "ANONYMOUS_ADMIN",
    "Answer",
    "ApiError",
    "Button",
    "FakeTelegram",
    "Group",
    "Message",
    "NotPossible",
    "Person",
    "Seen",
    "Tap",
    "TopicSpot",
]
