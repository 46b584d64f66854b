"""The picture of a match that is over: who has won, and how the points went."""

from __future__ import annotations

from typing import Final

from bot.pictures import lettering
from bot.pictures.canvas import Canvas
from bot.pictures.chart import (
    COURSES,
    Frame,
    draw_course,
    draw_grid,
    draw_level,
    draw_sign,
    framed,
)
from bot.pictures.lying import EDGE, WIDTH
from bot.pictures.spec import Fact, MatchPicture
from bot.pictures.sums import CROWN
from bot.screens.measure import signed

_HEADER: Final = 168
_CHART: Final = 470
_SIDE: Final = 70
_FACTS: Final = 108
_DOTS: Final = 14
"""Up to so many deals each has its sign on the line."""


def match_height(picture: MatchPicture) -> int:
    """How high the picture is, in dots."""
    sides = len(picture.courses) * _SIDE + 20 + EDGE
    facts = _FACTS + EDGE if picture.highlights else 0
    return _HEADER + _CHART + EDGE + sides + facts


def draw_match(picture: MatchPicture) -> Canvas:
    """The picture on a canvas."""
    canvas = Canvas(WIDTH, match_height(picture), "table")
    middle = WIDTH // 2
    canvas.text(
        lettering.fitted(f"{picture.heading} · {picture.deals}", 34, WIDTH - 60),
        (middle, 50),
        34,
        ("muted", "table"),
        anchor="m",
    )
    won = any(course.won for course in picture.courses)
    winner = f"{CROWN} {picture.winner}" if won else picture.winner
    size = lettering.shrunk([winner], (64, 56, 48, 40), WIDTH - 60, strong=True)
    winner = lettering.fitted(winner, size, WIDTH - 60, strong=True)
    canvas.text(winner, (middle, 126), size, ("gold", "table"), strong=True, anchor="m")
    _chart(canvas, picture)
    down = _HEADER + _CHART + EDGE
    down = _sides(canvas, picture, down)
    draw_facts(canvas, picture.highlights, down)
    return canvas


def _chart(canvas: Canvas, picture: MatchPicture) -> None:
    canvas.round_box(EDGE, _HEADER, WIDTH - 2 * EDGE, _CHART, 18, ("panel", "table"))
    values = [total for course in picture.courses for total in course.totals]
    if picture.target is not None:
        values.append(picture.target)
    frame = framed(120, _HEADER + 30, WIDTH - 120 - 50, _CHART - 96, values)
    draw_grid(canvas, frame)
    if picture.target is not None:
        draw_level(canvas, frame, picture.target)
    _deals(canvas, frame, max(len(course.totals) for course in picture.courses) - 1)
    for place, course in enumerate(picture.courses):
        few = len(course.totals) <= _DOTS
        draw_course(canvas, frame, course.totals, COURSES[place], place, few)


def _deals(canvas: Canvas, frame: Frame, deals: int) -> None:
    """The numbers of the deals, as many as there is room for."""
    step = -(-deals // _DOTS) or 1
    for deal in range(step, deals + 1, step):
        x, _ = frame.at(deal / max(1, deals), frame.low)
        at = x, frame.top + frame.height + 44
        canvas.text(str(deal), at, 28, ("muted", "panel"), anchor="m")


def _sides(canvas: Canvas, picture: MatchPicture, top: int) -> int:
    """Which line is whose, and what they ended with."""
    height = len(picture.courses) * _SIDE + 20
    canvas.round_box(EDGE, top, WIDTH - 2 * EDGE, height, 18, ("panel", "table"))
    for place, course in enumerate(picture.courses):
        base = top + 10 + place * _SIDE + 50
        draw_sign(canvas, EDGE + 36, base - 14, COURSES[place], place)
        total = signed(course.totals[-1])
        colour = "gold" if course.won else "white"
        right = WIDTH - EDGE - 24
        used = canvas.text(total, (right, base + 3), 52, (colour, "panel"), strong=True, anchor="r")
        name = f"{CROWN} {course.name}" if course.won else course.name
        name = lettering.fitted(name, 42, right - used - EDGE - 90, strong=course.won)
        canvas.text(name, (EDGE + 66, base), 42, (colour, "panel"), strong=course.won)
    return top + height + EDGE


def draw_facts(canvas: Canvas, facts: tuple[Fact, ...], top: int) -> None:
    """Words with their values in boxes side by side, those with more to say wider."""
    if not facts:
        return
    wanted = [
        max(lettering.width(fact.word, 28), lettering.width(fact.value, 40, strong=True)) + 40
        for fact in facts
    ]
    room = WIDTH - (len(facts) + 1) * EDGE
    spare = room - sum(wanted)
    left = EDGE
    for place, (fact, wide) in enumerate(zip(facts, wanted, strict=True)):
        if spare >= 0:
            width = wide + spare // len(facts)
        else:
            width = round(wide * room / sum(wanted))
        if place == len(facts) - 1:
            width = WIDTH - EDGE - left
        canvas.round_box(left, top, width, _FACTS, 18, ("panel", "table"))
        middle = left + width // 2
        word = lettering.fitted(fact.word, 28, width - 24)
        canvas.text(word, (middle, top + 38), 28, ("muted", "panel"), anchor="m")
        size = lettering.shrunk([fact.value], (40, 36, 32, 28), width - 24, strong=True)
        value = lettering.fitted(fact.value, size, width - 24, strong=True)
        at = middle, top + 84
        canvas.text(value, at, size, ("white", "panel"), strong=True, anchor="m")
        left += width + EDGE


FACTS: Final = _FACTS
"""How high such boxes are."""
