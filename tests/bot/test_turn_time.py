"""The time of a turn, and the hours of the night that do not count."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.turn_time import MINUTES, TurnTime

ROME = ZoneInfo("Europe/Rome")


def at(text: str) -> float:
    """A moment in Rome."""
    return datetime.fromisoformat(text).replace(tzinfo=ROME).timestamp()


def shown(moment: float) -> str:
    return datetime.fromtimestamp(moment, ROME).strftime("%m-%d %H:%M")


@pytest.mark.parametrize(
    ("start", "hours", "end"),
    [
        ("2026-01-10 12:00", 1, "01-10 13:00"),
        ("2026-01-10 22:30", 1, "01-11 08:30"),
        ("2026-01-10 22:00", 1, "01-10 23:00"),
        ("2026-01-10 02:00", 1, "01-10 09:00"),
        ("2026-01-10 23:00", 1, "01-11 09:00"),
        ("2026-01-10 07:59", 1, "01-10 09:00"),
    ],
)
def test_the_night_does_not_count(start: str, hours: int, end: str) -> None:
    assert shown(TurnTime(1440, True).after(at(start), hours * 3600.0, ROME)) == end


def test_twenty_four_hours_of_a_turn_last_longer_than_a_day() -> None:
    # Eleven hours on the first day, thirteen on the next.
    end = TurnTime(1440, True).after(at("2026-01-10 12:00"), 24 * 3600.0, ROME)
    assert shown(end) == "01-11 21:00"


def test_the_night_counts_unless_the_chat_wants_it_to_rest() -> None:
    assert shown(TurnTime(60).after(at("2026-01-10 22:30"), 3600, ROME)) == "01-10 23:30"


@pytest.mark.parametrize("minutes", [m for m in MINUTES if 0 < m < 60])
def test_short_turns_never_rest(minutes: int) -> None:
    start = at("2026-01-10 23:30")
    assert TurnTime(minutes, True).after(start, 60.0 * minutes, ROME) == start + 60 * minutes


def test_the_nights_in_which_the_clocks_change_are_as_long_as_they_are() -> None:
    long = TurnTime(60, True)
    for day, night in (("2026-03-28", 8), ("2026-10-24", 10)):
        start = at(f"{day} 22:30")
        assert long.after(start, 3600, ROME) - start == 3600 * (1 + night)


def test_the_night_is_that_of_the_zone() -> None:
    noon_in_auckland = datetime(2026, 1, 10, 23, 30, tzinfo=UTC).timestamp()
    auckland = ZoneInfo("Pacific/Auckland")
    assert TurnTime(60, True).after(noon_in_auckland, 3600, auckland) == noon_in_auckland + 3600
