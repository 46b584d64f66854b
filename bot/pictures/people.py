"""The pictures of people: the leaderboard of a chat, and the card of a player."""

from __future__ import annotations

from typing import Final

from bot.pictures import lettering
from bot.pictures.canvas import Canvas
from bot.pictures.chart import draw_course, draw_grid, framed
from bot.pictures.lying import EDGE, WIDTH
from bot.pictures.match import FACTS, draw_facts
from bot.pictures.spec import LeaderboardPicture, PlayerCard, Ranked

TROPHY: Final = "🏆"
_HEADER: Final = 176
_LINE: Final = 84
_MORE: Final = 60
_MEDALS: Final = ("gold", "silver", "bronze")
_WON, _PLAYED, _POINTS = 610, 760, WIDTH - EDGE - 26
"""Where the numbers end."""
_NAME: Final = 118


def leaderboard_height(picture: LeaderboardPicture) -> int:
    """How high the picture is, in dots."""
    return _HEADER + len(picture.people) * _LINE + 20 + (_MORE if picture.more else EDGE)


def draw_leaderboard(picture: LeaderboardPicture) -> Canvas:
    """The picture on a canvas."""
    canvas = Canvas(WIDTH, leaderboard_height(picture), "table")
    heading = f"{TROPHY} {picture.heading}"
    size = lettering.shrunk([heading], (58, 50, 42), WIDTH - 60, strong=True)
    heading = lettering.fitted(heading, size, WIDTH - 60, strong=True)
    canvas.text(heading, (EDGE + 16, 72), size, ("gold", "table"), strong=True)
    order = lettering.fitted(picture.order, 32, WIDTH - 60)
    canvas.text(order, (EDGE + 16, 116), 32, ("muted", "table"))
    for word, right in zip(picture.columns, (_WON, _PLAYED, _POINTS), strict=True):
        canvas.text(word, (right, _HEADER - 12), 28, ("muted", "table"), anchor="r")
    height = len(picture.people) * _LINE + 8
    canvas.round_box(EDGE, _HEADER, WIDTH - 2 * EDGE, height, 18, ("panel", "table"))
    for nth, person in enumerate(picture.people):
        _person(canvas, person, _HEADER + 4 + nth * _LINE, last=nth == len(picture.people) - 1)
    if picture.more:
        at = WIDTH // 2, canvas.height - 18
        canvas.text(picture.more, at, 32, ("muted", "table"), anchor="m")
    return canvas


def _person(canvas: Canvas, person: Ranked, top: int, *, last: bool) -> None:
    base = top + 48
    place = str(person.place)
    middle = EDGE + 54
    if person.place <= len(_MEDALS):
        medal = _MEDALS[person.place - 1]
        canvas.dot(middle, top + _LINE // 2, 30, (medal, "panel"))
        at = middle, top + _LINE // 2 + 14
        canvas.text(place, at, 40, ("ink", medal), strong=True, anchor="m")
    else:
        at = middle, top + _LINE // 2 + 13
        canvas.text(place, at, 38, ("muted", "panel"), strong=True, anchor="m")
    right = _WON - lettering.width(str(person.won), 44, strong=True) - 24
    name = lettering.fitted(person.name, 42, right - _NAME, strong=True)
    _share(canvas, person, top + 60)
    canvas.text(name, (_NAME, base), 42, ("white", "panel"), strong=True)
    numbers = ((str(person.won), _WON, "gold"), (str(person.played), _PLAYED, "white"))
    for text, end, colour in numbers:
        canvas.text(text, (end, base + 6), 44, (colour, "panel"), strong=True, anchor="r")
    canvas.text(person.points, (_POINTS, base + 6), 44, ("white", "panel"), anchor="r")
    if not last:
        canvas.box(_NAME, top + _LINE - 1, WIDTH - EDGE - 18 - _NAME, 2, "line")


def _share(canvas: Canvas, person: Ranked, top: int) -> None:
    """How many of the matches were won, as a bar."""
    wide = 330
    canvas.box(_NAME, top, wide, 8, "tray")
    won = round(wide * person.won / person.played) if person.played else 0
    canvas.box(_NAME, top, won, 8, "plus")


# --- player ----------------------------------------------------------------------------------

_TOP: Final = 176
_CURVE: Final = 440
_IN_LINE: Final = 3


def player_height(picture: PlayerCard) -> int:
    """How high the picture is, in dots."""
    lines = -(-len(picture.facts) // _IN_LINE)
    curve = _CURVE + EDGE if picture.curve else 0
    return _TOP + curve + lines * (FACTS + EDGE)


def draw_player(picture: PlayerCard) -> Canvas:
    """The picture on a canvas."""
    canvas = Canvas(WIDTH, player_height(picture), "table")
    room = WIDTH - 60
    now = str(round(picture.curve[-1])) if picture.curve else ""
    if now:
        right = WIDTH - EDGE - 16
        used = canvas.text(now, (right, 108), 96, ("gold", "table"), strong=True, anchor="r")
        canvas.text(picture.curve_word, (right, 152), 32, ("muted", "table"), anchor="r")
        room -= used + 30
    size = lettering.shrunk([picture.name], (76, 64, 52, 44), room, strong=True)
    name = lettering.fitted(picture.name, size, room, strong=True)
    canvas.text(name, (EDGE + 16, 96), size, ("white", "table"), strong=True)
    title = lettering.fitted(picture.title, 34, room)
    canvas.text(title, (EDGE + 16, 148), 34, ("muted", "table"))
    down = _TOP
    if picture.curve:
        _curve(canvas, picture, down)
        down += _CURVE + EDGE
    for first in range(0, len(picture.facts), _IN_LINE):
        draw_facts(canvas, picture.facts[first : first + _IN_LINE], down)
        down += FACTS + EDGE
    return canvas


def _curve(canvas: Canvas, picture: PlayerCard, top: int) -> None:
    canvas.round_box(EDGE, top, WIDTH - 2 * EDGE, _CURVE, 18, ("panel", "table"))
    frame = framed(120, top + 34, WIDTH - 120 - 50, _CURVE - 68, picture.curve)
    draw_grid(canvas, frame)
    draw_course(canvas, frame, picture.curve, "sky", 0, len(picture.curve) <= 16)
