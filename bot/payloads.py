"""Button payloads: the only place that knows how 64 bytes are used.

A payload says what its button's label says, for one table: a letter for the kind, the table's
code of 8 characters, then the arguments. Cards take one character each, a wild with its meaning
three, so that every action of the rules fits by construction. Only several melds laid at once can
be too long: ask `fits`.

>>> encode("k3f9a2xq", Join())
'jk3f9a2xq0'
>>> decode("jk3f9a2xq0")
('k3f9a2xq', Join(side=-1))
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable
from typing import Final

from bot import requests as rq
from bot.habits import CHOICES
from bot.requests import Free, Join, Move, What
from engine.actions import (
    DRAW,
    STOP,
    UNDO,
    Action,
    Add,
    Discard,
    Draw,
    Lay,
    Stop,
    Swap,
    Take,
    Undo,
)
from engine.cards import FACES, Card, Placed

LIMIT: Final = 64
"""Bytes of a payload on the narrowest platform (Telegram)."""
CODE: Final = re.compile(r"[a-z0-9]{8}")

_WORD: Final = re.compile(r"[a-z0-9_]{0,32}")
_DIGITS: Final = string.digits + string.ascii_lowercase
_FACES: Final = string.ascii_uppercase + string.ascii_lowercase + "*"
_FACE_OF: Final = {letter: FACES[i] for i, letter in enumerate(_FACES)}


class PayloadError(ValueError):
    """Not a payload of ours. The message does not repeat the input."""

    def __init__(self) -> None:
        super().__init__("unknown payload")


def number(value: int) -> str:
    """A whole number >= 0 in base 36."""
    digits = ""
    while True:
        value, rest = divmod(value, 36)
        digits = _DIGITS[rest] + digits
        if not value:
            return digits


def _read_number(text: str) -> int:
    if not text or len(text) > 10 or any(c not in _DIGITS for c in text):
        raise PayloadError
    return int(text, 36)


# --- actions ---------------------------------------------------------------------------------


def _write_cards(cards: tuple[Placed, ...]) -> str:
    return "".join(
        _FACES[p.card] if p.stands_for is None else f"={_FACES[p.card]}{_FACES[p.stands_for]}"
        for p in cards
    )


def _read_face(text: str) -> Card:
    try:
        return _FACE_OF[text]
    except KeyError:
        raise PayloadError from None


def _read_cards(text: str) -> tuple[Placed, ...]:
    found: list[Placed] = []
    at = 0
    while at < len(text):
        if text[at] == "=":
            found.append(
                Placed(_read_face(text[at + 1 : at + 2]), _read_face(text[at + 2 : at + 3]))
            )
            at += 3
        else:
            found.append(Placed(_read_face(text[at])))
            at += 1
    return tuple(found)


def _index(value: int) -> str:
    return number(value).rjust(2, "0")


def _write_action(action: Action) -> str:
    match action:
        case Draw():
            return "D"
        case Take(index):
            return f"T{_index(index)}"
        case Lay(cards):
            return f"L{_write_cards(cards)}"
        case Add(meld, cards):
            return f"A{_index(meld)}{_write_cards(cards)}"
        case Swap(meld, face):
            return f"W{_index(meld)}{_FACES[face]}"
        case Discard(face):
            return f"X{_FACES[face]}"
        case Undo():
            return "U"
        case Stop():
            return "P"


def _read_action(text: str) -> Action:
    kind, rest = text[:1], text[1:]
    if kind == "D" and not rest:
        return DRAW
    if kind == "U" and not rest:
        return UNDO
    if kind == "P" and not rest:
        return STOP
    if kind == "T":
        return Take(_read_number(rest))
    if kind == "L":
        return Lay(_read_cards(rest))
    if kind == "A":
        return Add(_read_number(rest[:2]), _read_cards(rest[2:]))
    if kind == "W":
        return Swap(_read_number(rest[:2]), _read_face(rest[2:]))
    if kind == "X":
        return Discard(_read_face(rest))
    raise PayloadError


def body(actions: tuple[Action, ...]) -> str:
    """The actions of a move as they stand in its payload."""
    return ",".join(_write_action(action) for action in actions)


# --- free taps -------------------------------------------------------------------------------

_PLAIN: Final[dict[str, Free]] = {
    "o": rq.Open(),
    "b": rq.Show(),
    "s": rq.Start(),
    "q": rq.StopMatch(),
    "h": rq.ShowHand(),
    "k": rq.PeekHand(),
    "x": rq.ClearChoice(),
    "u": rq.ShowRules(),
    "e": rq.ShowLeaderboard(),
    "V": rq.ShowRecord(),
    "i": rq.ShowHelp(),
    "f": rq.ShowText(),
    "B": rq.Back(),
}
_PLAIN_LETTER: Final[dict[type, str]] = {type(what): letter for letter, what in _PLAIN.items()}
_PARTS: Final = {"r": "ready", "w": "row", "h": "hand", "t": "table"}
_HABIT_LETTERS: Final = {
    "sort": "s",
    "suits": "u",
    "confirm": "c",
    "draws": "d",
    "guide": "g",
    "pictures": "p",
    "four": "f",
}
_HABIT_OF: Final = {letter: habit for habit, letter in _HABIT_LETTERS.items()}
_PART_LETTER: Final = {part: letter for letter, part in _PARTS.items()}


def _part(letter: str) -> str:
    try:
        return _PARTS[letter]
    except KeyError:
        raise PayloadError from None


def _word(text: str) -> str:
    if not _WORD.fullmatch(text):
        raise PayloadError
    return text


def _flag(text: str) -> bool:
    if text not in ("0", "1"):
        raise PayloadError
    return text == "1"


def _leave(text: str) -> rq.Leave:
    if text not in ("", "1"):
        raise PayloadError
    return rq.Leave(sure=bool(text))


def _pause(text: str) -> rq.Pause:
    return rq.Pause(_flag(text[:1]), _read_number(text[1:]) if text[1:] else 0)


def _prefer(text: str) -> rq.Prefer:
    habit = _HABIT_OF.get(text[:1], "")
    values = CHOICES.get(habit, ())
    place = _read_number(text[1:])
    if place >= len(values):
        raise PayloadError
    return rq.Prefer(habit, values[place])


def _write_among(cards: tuple[tuple[Card, int], ...], on: tuple[tuple[Card, int], ...]) -> str:
    """The copy of the first card, all cards, and as a number which are on.

    Copies of a card stand together, so those of the others need not be said.
    """
    first = cards[0][1] if cards else 0
    if cards != _copies(first, tuple(card for card, _ in cards)) or not set(on) <= set(cards):
        raise ValueError("not the cards of a menu")
    faces = "".join(_FACES[card] for card, _ in cards)
    return (
        f"{number(first)}{faces}.{number(_bits(i for i, card in enumerate(cards) if card in on))}"
    )


def _copies(first: int, faces: tuple[Card, ...]) -> tuple[tuple[Card, int], ...]:
    found: list[tuple[Card, int]] = []
    for face in faces:
        start = first if face == faces[0] else 0
        found.append((face, start + sum(1 for each, _ in found if each == face)))
    return tuple(found)


def _bits(indexes: Iterable[int]) -> int:
    return sum(1 << index for index in set(indexes))


def _read_among(text: str) -> rq.ChooseAmong:
    listed, _, ticks = text.partition(".")
    faces, bits = tuple(_read_face(letter) for letter in listed[1:]), _read_number(ticks)
    cards = _copies(_read_number(listed[:1]), faces)
    if not cards or bits >> len(cards):
        raise PayloadError
    return rq.ChooseAmong(cards, tuple(card for i, card in enumerate(cards) if bits >> i & 1))


def ticked(menu: str, indexes: Iterable[int]) -> str:
    """The payload of a menu after the options with these places (0, 1 ...) were ticked in it.

    >>> decode(ticked("Ak3f9a2xq0JKK.0", [0, 2]))[1].on
    ((Ts, 0), (Js, 1))
    """
    return f"{menu.rpartition('.')[0]}.{number(_bits(indexes))}"


_READ: Final[dict[str, Callable[[str], What]]] = {
    "j": lambda a: rq.Join(_read_number(a) - 1),
    "c": lambda a: rq.ChangeSide(_read_number(a)),
    "l": _leave,
    "S": lambda a: rq.AskStop(_read_number(a)),
    "z": lambda a: rq.Resize(_read_number(a)),
    "y": lambda a: rq.Computers(_read_number(a)),
    "P": lambda a: rq.ChoosePreset(_word(a)),
    "G": lambda a: rq.SetToggle(_word(a[1:]), _flag(a[:1])),
    "N": lambda a: rq.ChooseLength(_word(a)),
    "T": lambda a: rq.ChooseTime(_read_number(a)),
    "n": lambda a: rq.RestAtNight(_flag(a)),
    "I": lambda a: rq.ShowPictures(_flag(a)),
    "Q": lambda a: rq.ShowMenu(_word(a)),
    "K": lambda a: rq.Kick(_word(a)),
    "C": lambda a: rq.Cut(_read_number(a)),
    "w": lambda a: rq.Nudge(_read_number(a)),
    "U": _pause,
    "r": lambda a: rq.Ready(_read_number(a)),
    "g": lambda a: rq.Rematch(_read_number(a)),
    "+": lambda a: rq.Choose(_read_face(a[:1]), _read_number(a[1:]), True),
    "-": lambda a: rq.Choose(_read_face(a[:1]), _read_number(a[1:]), False),
    "A": _read_among,
    "H": lambda a: rq.ShowHands(_flag(a)),
    "t": _prefer,
    "?": lambda a: rq.AskDiscard(_read_face(a[:1]), _flag(a[1:])),
    "p": lambda a: rq.Page(_part(a[:1]), _read_number(a[1:])),
    "a": lambda a: rq.ChooseAhead(_flag(a)),
    "v": lambda a: rq.ShowMore(_part(a[:1]), _flag(a[1:])),
}


def _arguments(what: What) -> tuple[str, str]:
    """The kind's letter and the arguments."""
    match what:
        case Move(stamp, actions):
            return "m", f"{number(stamp)}.{body(actions)}"
        case Join(side):
            return "j", number(side + 1)
        case rq.ChangeSide(side):
            return "c", number(side)
        case rq.Resize(players):
            return "z", number(players)
        case rq.Computers(count):
            return "y", number(count)
        case rq.ChoosePreset(name):
            return "P", name
        case rq.SetToggle(name, on):
            return "G", f"{int(on)}{name}"
        case rq.ChooseLength(length):
            return "N", length
        case rq.ChooseTime(minutes):
            return "T", number(minutes)
        case rq.RestAtNight(on):
            return "n", str(int(on))
        case rq.ShowPictures(on):
            return "I", str(int(on))
        case rq.ShowMenu(menu):
            return "Q", menu
        case rq.Kick(mark):
            return "K", mark
        case rq.Cut(depth):
            return "C", number(depth)
        case rq.Nudge(turn):
            return "w", number(turn)
        case rq.Pause(on, seen):
            return "U", f"{int(on)}{number(seen) if seen else ''}"
        case rq.Leave(sure):
            return "l", "1" if sure else ""
        case rq.AskStop(seen):
            return "S", number(seen)
        case rq.Ready(deal):
            return "r", number(deal)
        case rq.Rematch(match_number):
            return "g", number(match_number)
        case rq.Choose(face, copy, on):
            return "+" if on else "-", f"{_FACES[face]}{number(copy)}"
        case rq.ChooseAmong(cards, on):
            return "A", _write_among(cards, on)
        case rq.ShowHands(private):
            return "H", str(int(private))
        case rq.Prefer(habit, value):
            return "t", f"{_HABIT_LETTERS[habit]}{number(CHOICES[habit].index(value))}"
        case rq.AskDiscard(face, on):
            return "?", f"{_FACES[face]}{int(on)}"
        case rq.Page(part, page):
            return "p", f"{_PART_LETTER[part]}{number(page)}"
        case rq.ChooseAhead(on):
            return "a", str(int(on))
        case rq.ShowMore(part, on):
            return "v", f"{_PART_LETTER[part]}{int(on)}"
        case _:
            return _PLAIN_LETTER[type(what)], ""


def encode(code: str, what: What) -> str:
    """The payload of a button of the table `code`. ValueError if it is longer than `LIMIT`."""
    letter, arguments = _arguments(what)
    payload = f"{letter}{code}{arguments}"
    if len(payload.encode()) > LIMIT:
        raise ValueError("payload too long: ask fits() before")
    return payload


def move(code: str, stamp: int, actions: tuple[Action, ...]) -> str:
    """The payload of a move drawn under `stamp`."""
    return encode(code, Move(stamp, actions))


def fits(code: str, stamp: int, actions: tuple[Action, ...]) -> bool:
    """Can these actions stand on one button?"""
    return 1 + len(code) + len(number(stamp)) + 1 + len(body(actions)) <= LIMIT


def decode(payload: str) -> tuple[str, What]:
    """The table's code and what was tapped. PayloadError for anything `encode` never made."""
    letter, code, arguments = payload[:1], payload[1:9], payload[9:]
    if len(payload.encode(errors="replace")) > LIMIT or not CODE.fullmatch(code):
        raise PayloadError
    what: What
    if letter == "m":
        stamp, _, actions = arguments.partition(".")
        what = Move(_read_number(stamp), tuple(_read_action(a) for a in actions.split(",")))
    elif letter in _PLAIN:
        what = _PLAIN[letter]
    elif letter in _READ:
        what = _READ[letter](arguments)
    else:
        raise PayloadError
    if encode(code, what) != payload:
        raise PayloadError
    return code, what
