"""From a picture's data to a PNG file: pure work for the processor, safe in any thread."""

from __future__ import annotations

from bot.pictures.canvas import Canvas
from bot.pictures.layout import table_layout
from bot.pictures.lying import WIDTH
from bot.pictures.match import draw_match, match_height
from bot.pictures.people import (
    draw_leaderboard,
    draw_player,
    leaderboard_height,
    player_height,
)
from bot.pictures.spec import (
    LeaderboardPicture,
    MatchPicture,
    Picture,
    PlayerCard,
    ResultPicture,
    TablePicture,
)
from bot.pictures.sums import draw_result, result_height
from bot.pictures.table import draw_table


def size(picture: Picture) -> tuple[int, int]:
    """Width and height of the picture in dots."""
    return WIDTH, _height(picture)


def _height(picture: Picture) -> int:
    match picture:
        case TablePicture():
            return table_layout(picture).height
        case ResultPicture():
            return result_height(picture)
        case MatchPicture():
            return match_height(picture)
        case LeaderboardPicture():
            return leaderboard_height(picture)
        case PlayerCard():
            return player_height(picture)


def drawn(picture: Picture) -> Canvas:
    """The picture on a canvas."""
    match picture:
        case TablePicture():
            return draw_table(picture)
        case ResultPicture():
            return draw_result(picture)
        case MatchPicture():
            return draw_match(picture)
        case LeaderboardPicture():
            return draw_leaderboard(picture)
        case PlayerCard():
            return draw_player(picture)


def png(picture: Picture) -> bytes:
    """The picture as a PNG file, the same for equal pictures."""
    return drawn(picture).png()
