"""Which posts a chat has and what they show: a projection of the table, no state of its own."""

from __future__ import annotations

import hashlib
import json
import logging
from dataclasses import astuple, dataclass, replace
from typing import Final, Literal

from bot.budgets import CALL, GROUP, REST
from bot.pictures import spec
from bot.screen import PLAIN, Line, Means, Screen, Span, bold
from bot.screens.hand import hand
from bot.screens.lobby import idle, lobby, parting_screen
from bot.screens.result import result
from bot.screens.table import table_screen, turn_call
from bot.state import Seat, Table
from bot.texts import texts
from engine.deal import Deal

log = logging.getLogger(__name__)

TABLE: Final = "table"
TURN: Final = "turn"
"""The call to the player to move, where no private message tells them."""
Retire = Literal["delete", "strip", "leave"]
Left = tuple[tuple[bool, tuple[tuple[str, bool], ...]], ...]
"""Lines as data for the store: quoted or not, and the pieces of each, bold or not."""
BURIED: Final = 15 * 60.0
"""Seconds after which the table is posted anew at the bottom: what was said since has buried it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A post that should exist at `destination`.

    Another `edition` asks for a new message in place of the old one. So does another `turn` (0:
    nobody is called); but a new message that would be `silent`, below an old one that is the newest
    at its destination, is not worth it: then the old one is edited. The post is drawn again when
    `mark` differs (an empty mark: whenever the screen differs). Without `create` it is only kept up
    to date where it exists. `keep` names what it tells: when a post that tells something else takes
    its place, its text stays. `rises`: it is posted anew, and not edited, where it has not changed
    for a long time. `lang` as in `Known`.
    """

    destination: str
    edition: int
    mark: str
    priority: int
    silent: bool = True
    create: bool = True
    keep: str = ""
    rises: bool = False
    turn: int = 0
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A post as it was last drawn; `post` is its id, empty where it could not be delivered.

    `retire` says what becomes of it when another takes its place: `delete`, `strip` (the text
    stays, the buttons go) or `leave` (a text without buttons stays). `drawn` is the Unix time.
    `left` is the text that stays, where that is less than what is shown: see `last`. `picture` is
    the digest of the picture shown, empty where there is none. `tells` is the `keep` of Wanted.
    `lang` is the language of the holder of a hand.
    """

    destination: str
    post: str
    edition: int
    mark: str
    digest: str
    retire: Retire
    drawn: float = 0.0
    left: Left = ()
    picture: str = ""
    turn: int = 0
    tells: str = ""
    lang: str = ""

    def to_json(self) -> str:
        """As text for the store."""
        return json.dumps(astuple(self))

    @staticmethod
    def from_json(text: str) -> Known:
        """The inverse of `to_json`. Raises ValueError."""
        try:
            facts = json.loads(text)
            left = tuple(
                (bool(quote), tuple((str(piece), bool(strong)) for piece, strong in spans))
                for quote, spans in (facts[7] if len(facts) > 7 else ())
            )
            turn = sum(int(turn) for turn in facts[9:10])
            picture, tells = "".join(facts[8:9]), "".join(facts[10:11])
            known = replace(Known(*facts[:7]), left=left, picture=picture)
            return replace(known, turn=turn, tells=tells, lang="".join(facts[11:12]))
        except TypeError as error:
            raise ValueError("not a post") from error

    @property
    def last(self) -> Screen | None:
        """What the post becomes that stays to be read; None where only its buttons go."""
        if not self.left:
            return None
        return Screen(
            tuple(
                Line(tuple(bold(text) if strong else Span(text) for text, strong in spans), quote)
                for quote, spans in self.left
            )
        )


def read(texts: dict[str, str]) -> dict[str, Known]:
    """The posts that the store knows, by their keys; without those that cannot be read."""
    known: dict[str, Known] = {}
    for key, text in texts.items():
        try:
            known[key] = Known.from_json(text)
        except ValueError:
            log.error("a post's record cannot be read; it will be posted anew")
    return known


def hand_key(seat: int) -> str:
    """The key of a seat's private hand post."""
    return f"hand:{seat}"


def has_private_hand(table: Table, seat: int, means: Means) -> bool:
    """Is the hand of this seat shown in a private message?"""
    return not table.seats[seat].unreachable and not (table.aside and means.asides)


def unheard(table: Table, destination: str) -> bool:
    """Is it a player's private chat, where nothing arrives? What stands there can only wait."""
    seat = table.seat_of(destination)
    return seat is not None and table.seats[seat].unreachable


def wanted(table: Table, now: float, means: Means = PLAIN) -> dict[str, Wanted]:
    """All posts the table should have."""
    posts = {TABLE: _table_post(table, means)}
    if table.deal is not None:
        if table.mover is not None and not has_private_hand(table, table.mover, means):
            posts[TURN] = _turn_call(table, table.deal, now)
        for index, seat in enumerate(table.seats):
            if seat.person is not None and has_private_hand(table, index, means):
                posts[hand_key(index)] = _hand_post(
                    table, index, seat, seat.person, now, follows=means.follows
                )
    return posts


def _result(table: Table) -> str:
    """The name of the result that is shown; empty where none is."""
    if table.match is None or table.phase not in ("result", "over"):
        return ""
    return f"{table.matches}.{table.match.deals}"


def _table_post(table: Table, means: Means) -> Wanted:
    return Wanted(
        destination=table.place,
        edition=table.bottom,
        mark=_turn_mark(table, means) if table.phase == "deal" else "",
        priority=GROUP,
        silent=table.phase in ("deal", "result"),
        create=table.phase != "idle",
        keep=_result(table),
        rises=table.phase != "idle",
    )


def _turn_mark(table: Table, means: Means) -> str:
    """Differs with all that the table shows but a card drawn from the stock.

    So the post changes once a turn, when others learn what was done in it.
    """
    view = table.view(None)
    sizes = tuple(0 if seat == view.seat else size for seat, size in enumerate(view.sizes))
    before = replace(view, sizes=sizes, stock=0)
    return digest(table_screen(table, texts(table.lang), view=before, means=means))


def _turn_call(table: Table, deal: Deal, now: float) -> Wanted:
    """A new message at every turn, and when the player is called again; the one before goes."""
    calls = 0 if table.clock is None else table.clock.calls
    return Wanted(
        destination=table.place,
        edition=table.turn_id * 10 + calls,
        mark="call",
        # Not before the table: it stands below it.
        priority=GROUP,
        silent=table.seats[deal.seat].at_it(now),
    )


def _hand_post(
    table: Table, index: int, seat: Seat, person: str, now: float, *, follows: bool
) -> Wanted:
    assert table.deal is not None
    own_turn = table.mover == index
    # Where posts are counted, those off-turn do not follow the moves of others: nothing of theirs
    # is in the mark. Elsewhere they follow what others may see of them, the whole turns.
    off_turn = f"{table.matches}.{table.phase}.{table.turn_id if follows else ''}"
    when = f"{table.matches}.{table.stamp}" if own_turn else off_turn
    look = (
        seat.habits,
        seat.chosen,
        seat.ahead,
        seat.more,
        seat.asking,
        seat.ready_page,
        seat.row_page,
        table.asks_leave,
    )
    return Wanted(
        destination=person,
        edition=seat.edition,
        mark=_digest(repr((when, table.place, seat.ready, look, _of_time(table, seat, own_turn)))),
        priority=CALL if own_turn else REST,
        silent=not own_turn or seat.at_it(now),
        keep=_result(table),
        turn=table.turn_id if own_turn else 0,
        lang=seat.lang,
    )


def _of_time(table: Table, seat: Seat, own_turn: bool) -> tuple[object, ...]:
    """What a hand post shows of the clocks."""
    clock = table.clock
    told = None if clock is None or not own_turn else (clock.ends, clock.said, clock.nudger)
    votes = (*table.pause_votes, "", *table.stop_votes)
    of = table.present if len(votes) > 1 else ()
    return table.paused is None, table.out, votes, of, seat.stand_in, seat.missed, told


def screen(table: Table, key: str, means: Means = PLAIN) -> Screen:
    """What a post shows. Only for a key of `wanted(table, ...)`."""
    if key == TURN:
        return turn_call(table, means)
    if key != TABLE:
        seat = int(key.removeprefix("hand:"))
        return hand(table, seat, texts(table.seats[seat].lang), means=means)
    speak = texts(table.lang)
    match table.phase:
        case "idle":
            return idle(table, speak)
        case "lobby":
            return lobby(table, speak, means)
        case "deal":
            return table_screen(table, speak, means=means)
        case "result" | "over":
            return result(table, speak, means=means)


def parting(table: Table, known: Known) -> Screen | None:
    """What a hand becomes that others, or an accident, have taken; None: it is retired as usual."""
    if not known.lang or not known.post or known.retire != "delete":
        return None
    return parting_screen(table, known.destination, texts(known.lang))


def same(known: Known, want: Wanted) -> bool:
    """Is it the very post that is wanted, whatever it shows?"""
    called = not want.turn or known.turn == want.turn
    return called and known.edition == want.edition and known.destination == want.destination


def stays(known: Known, want: Wanted, shown: Screen, now: float, newest: str) -> bool:
    """Can the post that is there be made to show the new screen, or is another due?

    `newest` is the newest post at its destination, as far as that is known. Not everywhere can a
    text be made into a picture, or a picture into a text.
    """
    if want.silent and known.post == newest:
        # A new message would neither sound nor bring anything into sight.
        want = replace(want, turn=0)
    buried = want.rises and known.retire == "delete" and now - known.drawn >= BURIED
    return (
        bool(known.post)
        and not buried
        and same(known, want)
        and bool(known.picture) == (shown.picture is not None)
    )


def known(want: Wanted, post: str, shown: Screen | None, drawn: float) -> Known:
    """What is to be known of a post as it was drawn; without screen it could not be delivered."""
    retire: Retire = "delete"
    left: Left = ()
    if want.keep:
        left = () if shown is None else _left(shown)
        retire = "strip" if shown is not None and (shown.rows or left) else "leave"
    return Known(
        destination=want.destination,
        post=post,
        edition=want.edition,
        mark=want.mark,
        digest="" if shown is None else digest(shown),
        retire=retire,
        drawn=drawn,
        left=left,
        picture="" if shown is None else picture_of(shown),
        turn=want.turn,
        lang=want.lang,
        tells=want.keep,
    )


def outlived(old: Known, new: Known) -> Known:
    """What becomes of a post when another takes its place: nothing need be told twice."""
    return replace(old, retire="delete") if old.tells and old.tells == new.tells else old


def _left(shown: Screen) -> Left:
    """What stays of a screen without its passing lines; nothing where it has none."""
    if not any(line.passing for line in shown.lines):
        return ()
    return tuple(
        (line.quote, tuple((span.text, span.emphasis == "bold") for span in line.spans))
        for line in shown.lines
        if not line.passing
    )


def digest(shown: Screen) -> str:
    """A short fingerprint of a screen."""
    return _digest(repr((shown.lines, shown.rows, shown.file, picture_of(shown))))


def picture_of(shown: Screen) -> str:
    """The digest of a screen's picture; empty where it has none."""
    return "" if shown.picture is None else spec.digest(shown.picture)


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=9).hexdigest()
