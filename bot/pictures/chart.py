"""Lines over time: the points of a match, the rating of a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.pictures.canvas import Canvas
from bot.screens.measure import signed

COURSES: Final = ("sky", "coral", "lilac", "plus", "silver", "bronze")
"""The colours of lines; each has a shape of its own for its points too."""
_STEPS: Final = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a chart is, and the values at its lower and upper edge."""

    left: int
    top: int
    width: int
    height: int
    low: float
    high: float

    def at(self, part: float, value: float) -> tuple[int, int]:
        """The dot at a part (0 to 1) of the width, for a value."""
        up = (value - self.low) / (self.high - self.low)
        return self.left + round(part * self.width), self.top + round((1 - up) * self.height)


def grid_step(low: float, high: float, most: int = 6) -> int:
    """A round distance between lines, so that there are about `most` of them.

    >>> grid_step(0, 1710), grid_step(980, 1043)
    (500, 20)
    """
    size = 1
    while True:
        for step in _STEPS:
            if (high - low) / (step * size) <= most - 1:
                return step * size
        size *= 10


def framed(left: int, top: int, width: int, height: int, values: Sequence[float]) -> Frame:
    """A frame in which all the values lie, its edges being round numbers."""
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 1, high + 1
    step = grid_step(low, high)
    lowest, highest = low // step * step, -(-high // step) * step
    return Frame(left, top, width, height, lowest, highest)


def draw_grid(canvas: Canvas, frame: Frame) -> None:
    """Level lines with their numbers at the left."""
    step = grid_step(frame.low, frame.high)
    value = round(frame.low)
    while value <= frame.high:
        x, y = frame.at(0, value)
        canvas.box(x, y - 1, frame.width, 3 if value == 0 else 2, "line")
        canvas.text(signed(value), (x - 12, y + 10), 28, ("muted", "panel"), anchor="r")
        value += step


def draw_level(canvas: Canvas, frame: Frame, value: float) -> None:
    """A broken line across the chart."""
    left, y = frame.at(0, value)
    for x in range(left, left + frame.width - 12, 26):
        canvas.box(x, y - 2, 16, 4, "gold")


def draw_course(
    canvas: Canvas, frame: Frame, values: Sequence[float], colour: str, shape: int, dots: bool
) -> None:
    """A line through values that are equally far apart, with a sign on each if there are few."""
    last = max(1, len(values) - 1)
    points = [frame.at(nth / last, value) for nth, value in enumerate(values)]
    if len(points) > 1:
        canvas.line(points, 6, (colour, "panel"))
    for x, y in points if dots else points[-1:]:
        draw_sign(canvas, x, y, colour, shape)


def draw_sign(canvas: Canvas, x: int, y: int, colour: str, shape: int) -> None:
    """A point of a line: round, square, hollow, as the line's number says."""
    if shape % 3 == 1:
        canvas.box(x - 10, y - 10, 20, 20, colour)
    else:
        canvas.dot(x, y, 11, (colour, "panel"))
        if shape % 3 == 2:
            canvas.box(x - 4, y - 4, 8, 8, "panel")
