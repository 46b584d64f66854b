"""The log of a match, kept beside the table as it is played, and the record made of it.

The log is a list of lines: one for the match, one for each deal, one for each settled turn, and
one at the end of a deal. It holds the secret of the running deal and the cards that were drawn, so
it is never shown as it is.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from bot.state import Pack, Table
from engine.presets import difference, restore
from engine.record import DealRecord, MatchRecord, RecordError

END: Final = "end"
"""The line that ends a deal: from here on its secret is one no more."""
_MATCH: Final = "match "
_DEAL: Final = "deal "


def match_line(table: Table, now: float) -> str:
    """The line that begins the log of a match: its rules, the day, and who sits where."""
    names = [seat.name if seat.person is not None else "computer" for seat in table.seats]
    return _MATCH + _text(
        {
            "preset": table.game.preset,
            "rules": difference(table.rules, table.game.preset),
            "date": datetime.fromtimestamp(now, UTC).date().isoformat(),
            "seats": names,
        }
    )


def deal_line(dealer: int, pack: Pack) -> str:
    """The line that begins a deal."""
    return _DEAL + _text({"dealer": dealer, "secret": pack.secret, "cuts": pack.cuts})


def begins(log: Sequence[str]) -> bool:
    """Do these lines begin the log of a match?"""
    return bool(log) and log[0].startswith(_MATCH)


def match_record(log: Sequence[str]) -> MatchRecord | None:
    """The record of the deals that are over; None where none is.

    A deal without an end is left out, and with it its secret, whatever a table is known to be
    doing. Raises RecordError for a log that is none.
    """
    parts: list[tuple[dict[str, Any], list[str]]] = []
    over = 0
    head: dict[str, Any] = {}
    try:
        for line in log:
            if line.startswith(_MATCH):
                head = json.loads(line.removeprefix(_MATCH))
            elif line.startswith(_DEAL):
                parts.append((json.loads(line.removeprefix(_DEAL)), []))
            elif line == END:
                over = len(parts)
            else:
                parts[-1][1].append(line)
        parts = parts[:over]
        if not parts:
            return None
        rules = restore(head["preset"], head["rules"])
        deals = tuple(
            DealRecord.of(rules, deal["dealer"], deal["secret"], tuple(deal["cuts"]), turns)
            for deal, turns in parts
        )
        return MatchRecord(rules, deals, head["date"], tuple(head["seats"]))
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise RecordError(0, f"the log cannot be read: {type(error).__name__}") from None


def file_name(code: str, number: int, record: MatchRecord) -> str:
    """What the file with the record of a chat's match `number` is called."""
    return f"pinnacola-{record.date}-{code}-{number}.txt"


def _text(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
