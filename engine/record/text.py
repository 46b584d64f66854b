"""A record as text: written, and read again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from engine.record.lines import (
    VERSION,
    Field,
    Line,
    RecordError,
    fields_of,
    is_rules_key,
    one_line,
    opened,
    quoted,
    rules_from,
    rules_lines,
    seat_letters,
)
from engine.record.records import DealRecord, MatchRecord
from engine.record.replaying import (
    after_all,
    closing_lines,
    opening_lines,
    replayed,
    result_lines,
)
from engine.record.turns import check_of, is_turn, read_turn, written
from engine.shuffle import mixed

if TYPE_CHECKING:
    from engine.rules import Rules

_DATE: Final = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])")
_OPENING: Final = re.compile(r"(?:commitment|cuts|dealt [A-Z]|row):")
_DEAL: Final = re.compile(r"Deal [0-9]{1,4}, dealer ([A-Z])")


# --- written -------------------------------------------------------------------------------------


def write(record: MatchRecord) -> str:
    """The record as text, ending with a line break. Raises RecordError if it does not hold."""
    return "".join(f"{line}\n" for line in _lines(record))


def _lines(record: MatchRecord) -> Iterator[str]:
    rules = record.rules
    letters = seat_letters(rules.players)
    yield f"Pinnacola record {VERSION}"
    if record.date:
        yield f"date: {record.date}"
    yield from rules_lines(rules)
    for letter, name in zip(letters, record.seats, strict=False):
        if shown := one_line(name):
            yield f"seat {letter}: {shown}"
    done = replayed(record)
    for number, (part, (start, deal, match)) in enumerate(zip(record.deals, done, strict=True), 1):
        yield ""
        yield from opening_lines(number, part, start)
        for turn in part.turns:
            said = written(turn.number, letters[turn.seat], turn.moves)
            yield f"{said} ~{check_of(said)}"
        if deal.over:
            yield from closing_lines(deal, match)
    yield ""
    yield from result_lines(after_all(record, done))


# --- read ----------------------------------------------------------------------------------------


def read(text: str) -> MatchRecord:
    """Read a record; what it says is compared when it is replayed (`replay`).

    Raises RecordError for a text that is no record of this version.
    """
    lines = opened(text, "record")
    starts = [at for at, line in enumerate(lines) if line.text.startswith("Deal ")]
    ends = [at for at, line in enumerate(lines) if line.text.startswith("Result:")]
    if not ends:
        last = lines[-1].number if lines else 1
        raise RecordError(last, "the record breaks off: a line 'Result: ...' must follow")
    end = ends[0]
    starts = [at for at in starts if at < end]
    header, *sections = (lines[a:b] for a, b in zip([0, *starts], [*starts, end], strict=True))
    found = fields_of(
        header,
        lambda key: key == "date" or is_rules_key(key) or key.startswith("seat "),
        "'date: ...', 'game: ...', 'option NAME: ...', 'seat LETTER: ...' and deals",
    )
    rules = rules_from(found)
    date = found.get("date")
    if date is not None and not _DATE.fullmatch(date.value):
        date.line.wrong(f"{quoted(date.value)} is no date: YYYY-MM-DD")
    return MatchRecord(
        rules,
        tuple(_read_deal(rules, section) for section in sections),
        date.value if date else "",
        _read_seats(rules, [entry for entry in found.values() if entry.key.startswith("seat ")]),
        tuple(lines[end:]),
    )


def _read_seats(rules: Rules, entries: Sequence[Field]) -> tuple[str, ...]:
    letters = seat_letters(rules.players)
    names = {}
    for entry in entries:
        letter = entry.key.removeprefix("seat ")
        if len(letter) != 1 or letter not in letters:
            entry.line.wrong(f"{quoted(letter)} is no seat; there are: {' '.join(letters)}")
        names[letter] = entry.value
    return tuple(names.get(letter, "") for letter in letters) if names else ()


def _read_deal(rules: Rules, lines: Sequence[Line]) -> DealRecord:
    letters = seat_letters(rules.players)
    head = _DEAL.fullmatch(lines[0].text)
    if head is None or head[1] not in letters:
        lines[0].wrong(
            f"{quoted(lines[0].text)} should be 'Deal NUMBER, dealer SEAT', with a seat of "
            f"{' '.join(letters)}"
        )
    begin = next((at for at, line in enumerate(lines) if is_turn(line.text)), len(lines))
    end = next(
        (at for at, line in enumerate(lines) if at > begin and not is_turn(line.text)), len(lines)
    )
    secret, cuts = _read_shuffle(lines[:begin])
    turns = tuple(read_turn(line, rules.players) for line in lines[begin:end])
    for turn in turns:
        if not turn.check and any(other.check for other in turns):
            turn.wrong("a check should stand at the end, as in other turns: ~ and four hex digits")
    return DealRecord(
        letters.index(head[1]),
        secret,
        cuts,
        turns,
        tuple(lines[:begin]),
        tuple(lines[end:]),
    )


def _read_shuffle(opening: Sequence[Line]) -> tuple[str, tuple[str, ...]]:
    """The secret and the contributions. Whether each stands where it should is compared later."""
    secret: str | None = None
    cuts: tuple[str, ...] = ()
    for line in opening:
        key, _, value = line.text.partition(":")
        try:
            if key == "secret":
                secret = value.strip()
                mixed(secret)
            elif key == "cuts":
                cuts = tuple(value.split())
                mixed("00", cuts)
        except ValueError as error:
            line.wrong(str(error))
    if secret is None:
        strange = [line for line in opening[1:] if not _OPENING.match(line.text)]
        blamed = (strange or opening[-1:])[0]
        blamed.wrong("a line 'secret: ...' should stand before the turns of a deal")
    return secret, cuts
