"""How long a turn may take: what a chat chooses, and the hours of the night that do not count."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from typing import Final

MINUTES: Final = (0, 1, 2, 3, 5, 15, 60, 1440)
"""What a chat can choose; 0: no clock."""
LONG: Final = 60
"""From so many minutes on a turn may rest at night."""
EVENING: Final = time(23)
MORNING: Final = time(8)


@dataclass(frozen=True, slots=True)
class TurnTime:
    """The time of a turn in a chat.

    `minutes` is one of MINUTES. With `rests` the night does not count, where turns are long.
    """

    minutes: int = 3
    rests: bool = False

    @property
    def long(self) -> bool:
        """Is a turn so long that a night may lie in it?"""
        return self.minutes >= LONG

    def after(self, start: float, seconds: float, zone: tzinfo) -> float:
        """The moment when `seconds` of a turn have passed since `start`, both Unix time."""
        if self.rests and self.long:
            return awake(start, seconds, zone)
        return start + seconds


def awake(start: float, seconds: float, zone: tzinfo) -> float:
    """The moment `seconds` after `start`, Unix time, where nights in `zone` do not count.

    >>> from datetime import UTC
    >>> evening = datetime(2026, 1, 31, 22, 30, tzinfo=UTC).timestamp()
    >>> str(datetime.fromtimestamp(awake(evening, 3600, UTC), UTC))
    '2026-02-01 08:30:00+00:00'
    """
    moment = datetime.fromtimestamp(start, zone)
    while True:
        if moment.time() < MORNING:
            moment = _at(moment, MORNING)
        elif moment.time() >= EVENING:
            moment = _at(moment + timedelta(days=1), MORNING)
        begin = moment.timestamp()
        # Through timestamps, because a day on which clocks change has another length.
        room = _at(moment, EVENING).timestamp() - begin
        if seconds <= room:
            return begin + seconds
        seconds -= room
        moment = _at(moment, EVENING)


def _at(day: datetime, hour: time) -> datetime:
    return datetime.combine(day.date(), hour, day.tzinfo)
