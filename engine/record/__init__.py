"""Records: a whole match, or a single position, as text that people and programs read.

docs/record.md describes the notation. A host keeps, for each deal, the secret, the contributions
and the lines that `turn_text` gives, and makes a `MatchRecord` of them at the end:

>>> from engine.players import player
>>> from engine.presets import build
>>> from engine.deal import Deal
>>> from engine.shuffle import mixed
>>> rules = build("classic", ("solo", "single_hand"), players=2)
>>> secret, cuts, log = "5eed" * 16, ("N17",), []
>>> deal = Deal.start(rules, 0, mixed(secret, cuts))
>>> while not deal.over:
...     action = player("easy")(deal.view(deal.seat))
...     after, _ = deal.apply(action)
...     if (line := turn_text(deal, action, after)) is not None:
...         log.append(line)
...     deal = after
>>> record = MatchRecord(rules, (DealRecord.of(rules, 0, secret, cuts, log),))
>>> read(write(record)) == record
True
>>> replay(record).totals == tuple(score.total for score in deal.scores())
True
"""

from engine.record.lines import VERSION, RecordError, kind_of, seat_letters, side_name
from engine.record.position import read_position, write_position
from engine.record.records import DealRecord, MatchRecord
from engine.record.replaying import Replayed, replay, replayed
from engine.record.text import read, write
from engine.record.turns import Move, TurnRecord, turn_text

__all__ = [
    "VERSION",
    "DealRecord",
    "MatchRecord",
    "Move",
    "RecordError",
    "Replayed",
    "TurnRecord",
    "kind_of",
    "read",
    "read_position",
    "replay",
    "replayed",
    "seat_letters",
    "side_name",
    "turn_text",
    "write",
    "write_position",
]
