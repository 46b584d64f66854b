"""Every picture there is, as it usually is and at its fullest, in any language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.leaderboard import Entry
from bot.pictures import build
from bot.pictures.spec import (
    Area,
    HeldCards,
    MeldColumn,
    Picture,
    Player,
    ResultPicture,
    Sum,
    SumLine,
    TablePicture,
)
from bot.texts import Texts
from engine.actions import DRAW, Lay
from engine.cards import Placed, cards, placed
from engine.presets import build as rules_of
from tests.bot.screens.deals import random_tables
from tests.bot.screens.scenes import (
    FOUR,
    PEOPLE,
    TAKEN,
    TURNS,
    deal,
    finished,
    melds,
    pinelle,
    playing,
    staked,
)

ANYWHERE = (
    "Anna 🌸",
    "محمد علي",
    "Massimiliano Bi…",
    "田中 太郎",
    "Ольга",
    "דנה כהן",
    "김민준",
    "दीपा शर्मा",
    "Ελένη 🇬🇷",
    "สมชาย",
)
"""Names as people have them."""
FULL_ROW = "Kd7cTc*3dJh9hQdTs6s8dKh2c2d5s9c4h4sKcTh3s3h7d8cAdQs6c6h9dJc"
FULL_HAND = "AsAhAd2s2d3s3h3d4s4c4d5s5c5d6h6d6d7s7h7c8h8c8d9s9h9c9dTsTcTcTdJsJhJdQcQdKsKhKd*"
RATINGS = (
    *(1000, 1012, 1003, 1020, 1034, 1027, 1041, 1060, 1049, 1066),
    *(1080, 1071, 1069, 1085, 1102, 1096, 1110, 1123, 1118, 1131),
)


def _meld(
    text: str, points: int, fresh: tuple[int, ...] = (), *, twice: bool = False
) -> MeldColumn:
    return MeldColumn(placed(text), points, fresh, twice)


def fullest(texts: Texts, *, hand: bool = True, four_colours: bool = False) -> TablePicture:
    """Four players, a row of 30 cards of which 4 are blocked, 12 melds, perhaps a hand of 40."""
    _ = texts.gettext
    theirs = (
        _meld("9cTcJcQcKc", 50),
        _meld("4d*=5d6d", 40),
        _meld("As2s3s4s5s6s7s", 70, (5, 6), twice=True),
        _meld("JsJh*=JcJd", 60),
        _meld("2h3h4h5h", 20),
        _meld("7s7h7c", 30),
    )
    ours = (
        _meld("5h6h7h8h9hThJhQhKhAh", 130, twice=True),
        _meld("KsKhKcKd", 80, twice=True),
        _meld("AsAh*=Ac", 45),
        _meld("3c4c5c", 15, (0, 1, 2)),
        _meld("8d9dTd*=Jd", 50),
        _meld("QsQdQc", 30),
    )
    held = HeldCards(cards(FULL_HAND), (4,), (17,))
    deal_number = _("Deal {n}", n=12)
    target = _("to {target} points", target=1500)
    return TablePicture(
        build.card_faces(texts, four_colours),
        f"{deal_number} · {target}",
        _("Your turn") if hand else _("{name} to play", name=ANYWHERE[0]),
        (Area((Player(ANYWHERE[2], 11), Player(ANYWHERE[1], 9)), -415, theirs),),
        (Area((Player(ANYWHERE[0], 40, to_play=True), Player(ANYWHERE[3], 6)), 1240, ours),),
        23,
        cards(FULL_ROW),
        4,
        discarded=True,
        hand=held if hand else None,
    )


def usual(texts: Texts) -> TablePicture:
    """The middle of a deal as somebody with 14 cards sees it: 64 cards are visible."""
    full = fullest(texts)
    (theirs,), (ours,) = full.above, full.below
    players = (replace(ours.players[0], cards=14), ours.players[1])
    return replace(
        full,
        above=(replace(theirs, melds=(*theirs.melds[:2], *theirs.melds[3:5])),),
        below=(replace(ours, players=players, melds=ours.melds[1:5]),),
        row=cards(FULL_ROW)[:20],
        hand=HeldCards(cards(FULL_HAND)[10:24], (4,), (7,)),
    )


def solo(texts: Texts) -> TablePicture:
    """Three who play for themselves against the reader, in the middle of a deal."""
    full = usual(texts)
    melds = (*full.above[0].melds, *full.below[0].melds)

    def side(name: str, total: int, first: int, last: int, *, to_play: bool = False) -> Area:
        return Area((Player(name, 11, to_play),), total, melds[first:last])

    return replace(
        full,
        above=(
            side(ANYWHERE[2], 340, 0, 2),
            side(ANYWHERE[1], -15, 2, 4),
            side(ANYWHERE[3], 1200, 4, 6),
        ),
        below=(side(ANYWHERE[0], 80, 6, 8, to_play=True),),
    )


def _long_result(texts: Texts) -> ResultPicture:
    """Two sides with eight melds and two full hands each."""
    _, value = texts.gettext, rules_of("common").value

    def line(amount: int, words: str, text: str) -> SumLine:
        return SumLine(amount, words, placed(text))

    def hand(name: str, text: str) -> SumLine:
        held = cards(text)
        words = _("{name}'s hand", name=name)
        return SumLine(-sum(map(value, held)), words, tuple(map(Placed, held)))

    laid = (
        line(150, f"{_('clean run')}, 75 × 2", "3h4h5h6h7h8h9hThJhQhKh"),
        line(80, f"{_('clean poker')}, 40 × 2", "KsKhKcKd"),
        line(45, "", "9s*=9h9c"),
        line(40, "", "4d*=5d6d"),
        line(15, "", "2s3s4s"),
        line(60, "", "JsJhJc*=Jd"),
        line(35, "", "5c6c7c8c"),
        line(30, "", "QsQhQd"),
    )
    ours = (
        *laid,
        SumLine(100, _("{name} goes out", name=ANYWHERE[2])),
        hand(ANYWHERE[1], "As4h7dJcQd2s9h8hTcKd3s"),
    )
    theirs = (*laid[1:], hand(ANYWHERE[0], "As4h7d"), hand(ANYWHERE[3], "JsQd2c9cTh5d7sKc"))
    return ResultPicture(
        build.card_faces(texts),
        _("Deal {n}: {name} goes out in one turn", n=12, name=ANYWHERE[2]),
        (
            Sum(f"{ANYWHERE[2]} + {ANYWHERE[1]}", ours, -415, won=True),
            Sum(f"{ANYWHERE[0]} + {ANYWHERE[3]}", theirs, 1240),
        ),
        _("this deal"),
        _("Target {target}.", target=1500),
    )


def _match(texts: Texts) -> Picture:
    table = finished(over=True)
    assert table.match is not None
    history = ((120, 340), (415, -60), (95, 230), (310, 205), (-45, 420), (505, 115), (340, 280))
    return build.match_picture(replace(table, match=replace(table.match, history=history)), texts)


def _six(texts: Texts) -> Picture:
    rules = rules_of("common", players=6, players_allowed=(6,))
    table = next(random_tables("a6", rules))
    seats = tuple(replace(table.seats[0], name=name) for name in ANYWHERE[:6])
    return build.table_picture(replace(table, seats=seats), texts)


def _player(texts: Texts) -> Picture:
    _ = texts.pgettext
    facts = [
        (_("matches of a player", "played"), "25"),
        (_("matches of a player", "won"), "18 (72%)"),
        (texts.gettext("Best deal"), "+505"),
    ]
    return build.player_card("Anna", "Amici del bar", facts, RATINGS, texts)


def _crowd(texts: Texts) -> Picture:
    names = (*ANYWHERE, "Bruno", "Dario")
    people = tuple(
        Entry(f"tg:{nth}", name, 30 - nth, 20 - nth, 26_870 - 2405 * nth)
        for nth, name in enumerate(names)
    )
    return build.leaderboard_picture(people, "Amici del bar", texts)


LAYING = playing(deal(DRAW, Lay(placed("9s9h9c"))), turns=TURNS[:2])
THREE = melds(("5h6h7h8h", 0), ("KsKhKc", 0), ("9cTcJcQc", 1), ("4d*=5d6d", 1), ("As2s3s", 1))

PICTURES: dict[str, Callable[[Texts], Picture]] = {
    "table": lambda texts: build.table_picture(playing(deal(seat=3), turns=TURNS[:2]), texts),
    "table_start": lambda texts: build.table_picture(next(random_tables("a1")), texts),
    "table_six": _six,
    "table_full": lambda texts: fullest(texts, hand=False),
    "hand": lambda texts: build.hand_picture(playing(deal(DRAW)), 0, texts),
    "hand_laying": lambda texts: build.hand_picture(LAYING, 0, texts),
    "hand_duty": lambda texts: build.hand_picture(playing(TAKEN), 0, texts),
    "hand_pinelle": lambda texts: build.hand_picture(pinelle(), 0, texts),
    "hand_four_colours": lambda texts: build.hand_picture(
        playing(deal(DRAW)), 0, texts, four_colours=True
    ),
    "hand_solo": solo,
    "hand_full": fullest,
    "result": lambda texts: build.result_picture(finished(), texts),
    "result_three": lambda texts: build.result_picture(staked("per_point", 3), texts),
    "result_full": _long_result,
    "match": _match,
    "leaderboard": lambda texts: build.leaderboard_picture(PEOPLE, "Amici del bar", texts),
    "leaderboard_full": _crowd,
    "player": _player,
}
"""The pictures of the gallery, by name."""
EVERYDAY = ("table", "hand", "hand_laying", "result", "match", "leaderboard")
"""Those that people see most."""
assert FOUR.players == 4
