"""What all who play have to want: a pause, the end of a match. Votes, and how they are taken back.

A button of a vote looks the same to everybody in a group, but names what it does to each: those
who had voted when it was drawn take their vote back by it, the others vote. So the same tap that
arrives twice does no harm.
"""

from __future__ import annotations

from bot.state import Table


def seen(table: Table, votes: tuple[str, ...]) -> int:
    """The seats of those who have voted, as bits, for a button that is drawn now.

    None (0) where nobody's vote is missing any more, as when the last who would not has left: then
    the next tap does it.
    """
    if not missing(table, votes):
        return 0
    return sum(1 << index for index, seat in enumerate(table.seats) if seat.person in votes)


def missing(table: Table, votes: tuple[str, ...]) -> int:
    """How many of those who play have not voted."""
    return sum(person not in votes for person in table.present)


def count(table: Table, votes: tuple[str, ...]) -> str:
    """How many of how many have voted: `1/3`."""
    present = table.present
    return f"{len(present) - missing(table, votes)}/{len(present)}"


def takes_back(shown: int, seat: int) -> bool:
    """Had who sits there voted when the button was drawn that showed these bits?

    >>> takes_back(0b101, 2), takes_back(0b101, 1)
    (True, False)
    """
    return bool(shown >> seat & 1)
