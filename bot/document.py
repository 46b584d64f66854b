"""A table as a JSON text and back. What stands at its default is left out, so texts stay small."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeVar

from pydantic_core import from_json, to_json

from bot.game import Game
from bot.habits import NONE, facts, remembered
from bot.state import Done, Pack, Sealed, Seat, Table, Turn, TurnClock, Waiting
from bot.turn_time import TurnTime
from engine import saved
from engine.cards import NotationError, card, notation, placed
from engine.errors import IllegalAction
from engine.match import Match
from engine.melds import Meld, recognise
from engine.presets import difference, restore
from engine.rules import Rules

SCHEMA: Final = 1
"""Goes up when an older program could not read the text."""
MOST_KEPT: Final = 1024
"""How many parts of documents are remembered."""

Data = dict[str, Any]
T = TypeVar("T")


class Unreadable(ValueError):
    """A text that is no table of this version. The message names no card."""


def write(table: Table) -> str:
    """The table as JSON text."""
    data: Data = {
        "schema": SCHEMA,
        "code": table.code,
        "place": table.place,
        "game": [table.game.preset, list(table.game.toggles), table.game.length],
        "rules": difference(table.rules, table.game.preset),
        "seats": [_seat(seat) for seat in table.seats],
        "waiting": [_waiting(w) for w in table.waiting],
        "coming": [_waiting(w) for w in table.coming],
        "match": None if table.match is None else table.match.to_json(),
        "deal": None if table.deal is None else saved.write(table.deal),
        "pack": None if table.pack is None else [table.pack.secret, table.pack.cuts],
        "sealed": None if table.sealed is None else [table.sealed.secret, table.sealed.cuts],
        "turns": [_turn(turn) for turn in table.turns],
        "done": [[d.stamp, d.body] for d in table.done],
        "votes": list(table.stop_votes),
        "removed": list(table.removed),
        "changed": table.changed,
        "host_at": table.host_at,
        "ended": table.ended,
        "out": int(table.out),
        "title": table.title,
        "lang": table.lang,
        "phase": table.phase,
        "host": table.host,
        "host_name": table.host_name,
        "matches": table.matches,
        "next_at": table.next_at,
        "act_at": table.act_at,
        "time": None if table.time == TurnTime() else [table.time.minutes, int(table.time.rests)],
        "clock": None if table.clock is None else _clock(table.clock),
        "paused": table.paused,
        "pause_votes": list(table.pause_votes),
        "lost": table.lost,
        "stamp": table.stamp,
        "floor": table.floor,
        "bottom": table.bottom,
        "more": int(table.more),
        "menu": table.menu,
        "aside": int(table.aside),
        "plain": int(not table.pictures),
    }
    return to_json({k: v for k, v in data.items() if v}).decode()


def read(text: str) -> Table:
    """The inverse of `write`. Raises Unreadable for anything else."""
    try:
        data = from_json(text)
        if not isinstance(data, dict) or data.get("schema") != SCHEMA:
            raise Unreadable("not a table of this version")
        preset, toggles, length = data["game"]
        game = Game(preset, tuple(toggles), length)
        rules = restore(preset, data.get("rules", {}))
        table = Table(
            code=data["code"],
            place=data["place"],
            title=data.get("title", ""),
            lang=data.get("lang", "en"),
            phase=data.get("phase", "idle"),
            game=game,
            rules=rules,
            host=data.get("host"),
            host_name=data.get("host_name", ""),
            seats=_read_seats(data.get("seats", []), rules),
            waiting=tuple([_read_waiting(*w) for w in data.get("waiting", ())]),
            coming=tuple([_read_waiting(*w) for w in data.get("coming", ())]),
            match=Match.from_json(rules, data["match"]) if "match" in data else None,
            matches=data.get("matches", 0),
            deal=saved.read(rules, data["deal"]) if "deal" in data else None,
            pack=_pack(data["pack"]) if "pack" in data else None,
            sealed=_sealed(data["sealed"]) if "sealed" in data else None,
            turns=_read_turns(data.get("turns", []), rules),
            next_at=data.get("next_at"),
            act_at=data.get("act_at"),
            time=_read_time(data["time"]) if "time" in data else TurnTime(),
            clock=TurnClock(*data["clock"]) if "clock" in data else None,
            paused=data.get("paused"),
            pause_votes=tuple(data.get("pause_votes", ())),
            lost=data.get("lost", 0.0),
            stop_votes=tuple(data.get("votes", ())),
            removed=tuple(data.get("removed", ())),
            changed=data.get("changed", 0),
            host_at=data.get("host_at", 0),
            ended=data.get("ended", ""),
            out=bool(data.get("out", False)),
            stamp=data.get("stamp", 0),
            floor=data.get("floor", 0),
            done=tuple([Done(*d) for d in data.get("done", ())]),
            bottom=data.get("bottom", 0),
            more=bool(data.get("more", False)),
            menu=data.get("menu", ""),
            aside=bool(data.get("aside", False)),
            pictures=not data.get("plain", 0),
        )
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise Unreadable(f"{type(error).__name__} while reading") from None
    except IllegalAction as error:
        raise Unreadable(f"{error.code} while reading") from None
    _check(table)
    return table


def _check(table: Table) -> None:
    """What the parts of a table must have in common."""
    playing = table.phase in ("deal", "result", "over")
    whole = (
        table.phase in ("idle", "lobby", "deal", "result", "over")
        and playing == (table.deal is not None) == (table.match is not None)
        and (not playing or len(table.seats) == table.rules.players)
        and (table.phase != "lobby" or len(table.seats) == table.rules.players)
        and 0 <= table.floor <= table.stamp
    )
    if not whole:
        raise Unreadable("the parts of the table do not belong together")


def _once(reader: Callable[[Data, Rules], T]) -> Callable[[list[Data], Rules], tuple[T, ...]]:
    """The reader of parts, which looks them up: most are as they were in the document before."""

    @lru_cache(maxsize=32)
    def under(_: Rules) -> dict[bytes, T]:
        return {}

    def read_all(parts: list[Data], rules: Rules) -> tuple[T, ...]:
        known = under(rules)
        found = []
        for data in parts:
            key = to_json(data)
            part = known.get(key)
            if part is None:
                if len(known) >= MOST_KEPT:
                    known.clear()
                part = known[key] = reader(data, rules)
            found.append(part)
        return tuple(found)

    return read_all


def _pack(data: Any) -> Pack:
    secret, cuts = data
    return Pack(str(secret), tuple(str(cut) for cut in cuts))


def _sealed(data: Any) -> Sealed:
    secret, cuts = data
    return Sealed(str(secret), tuple([(str(person), int(depth)) for person, depth in cuts]))


def _waiting(waiting: Waiting) -> list[str | int | dict[str, str]]:
    habits = facts(NONE, waiting.habits)
    return [waiting.person, waiting.name, waiting.lang, waiting.token, waiting.side, habits]


def _read_waiting(person: str, name: str, lang: str, token: str, *more: Any) -> Waiting:
    side, known = (*more, {})[:2]
    return Waiting(person, name, lang, token, side, remembered(known))


def _clock(clock: TurnClock) -> list[str | float | None]:
    return [
        clock.person,
        clock.turn,
        clock.ends,
        clock.half,
        clock.nudger,
        clock.said,
        clock.calls,
    ]


def _read_time(data: list[int]) -> TurnTime:
    minutes, rests = data
    return TurnTime(minutes, bool(rests))


def _seat(seat: Seat) -> Data:
    data = {
        "p": seat.person,
        "n": seat.name,
        "l": seat.lang,
        "k": seat.computer,
        "f": seat.former,
        "h": None if seat.habits is NONE else facts(NONE, seat.habits),
        "c": seat.chosen and [[str(face), copy] for face, copy in seat.chosen],
        "a": int(seat.ahead),
        "m": int(seat.more),
        "q": None if seat.asking is None else str(seat.asking),
        "rp": seat.ready_page,
        "wp": seat.row_page,
        "r": int(seat.ready),
        "e": seat.edition,
        "t": seat.touched,
        "u": int(seat.unreachable),
        "i": seat.missed,
        "b": seat.stand_in,
        "g": int(seat.gone),
    }
    return {k: v for k, v in data.items() if v}


@_once
def _read_seats(data: Data, rules: Rules) -> Seat:
    return Seat(
        person=data.get("p"),
        name=data.get("n", ""),
        lang=data.get("l", "en"),
        computer=data.get("k", ""),
        former=data.get("f", ""),
        habits=remembered(data["h"]) if "h" in data else NONE,
        chosen=tuple([(card(face), int(copy)) for face, copy in data.get("c", ())]),
        ahead=bool(data.get("a", 0)),
        more=bool(data.get("m", 0)),
        asking=card(data["q"]) if "q" in data else None,
        ready_page=data.get("rp", 0),
        row_page=data.get("wp", 0),
        ready=bool(data.get("r", 0)),
        edition=data.get("e", 0),
        touched=data.get("t", 0),
        unreachable=bool(data.get("u", 0)),
        missed=data.get("i", 0),
        stand_in=data.get("b", ""),
        gone=bool(data.get("g", 0)),
    )


def _turn(turn: Turn) -> Data:
    data = {
        "s": turn.seat,
        "k": None if turn.took is None else str(turn.took),
        "a": turn.along,
        "l": turn.laid and [notation(meld.cards) for meld in turn.laid],
        "d": turn.added and [[notation(cards), notation(meld.cards)] for cards, meld in turn.added],
        "w": turn.swapped and [[str(face), notation(meld.cards)] for face, meld in turn.swapped],
        "x": None if turn.discard is None else str(turn.discard),
        "o": int(turn.out),
        "z": int(turn.stopped),
        "y": int(turn.late),
    }
    return {k: v for k, v in data.items() if v or k == "s"}


@lru_cache(maxsize=1024)
def _meld(text: str, rules: Rules) -> Meld:
    return recognise(placed(text), rules)


@_once
def _read_turns(data: Data, rules: Rules) -> Turn:
    try:
        return Turn(
            seat=data["s"],
            took=card(data["k"]) if "k" in data else None,
            along=data.get("a", 0),
            laid=tuple([_meld(text, rules) for text in data.get("l", ())]),
            added=tuple([(placed(cards), _meld(text, rules)) for cards, text in data.get("d", ())]),
            swapped=tuple([(card(face), _meld(text, rules)) for face, text in data.get("w", ())]),
            discard=card(data["x"]) if "x" in data else None,
            out=bool(data.get("o", 0)),
            stopped=bool(data.get("z", 0)),
            late=bool(data.get("y", 0)),
        )
    except NotationError:
        raise Unreadable("a turn names no card") from None
