"""Another table in place of the stored one, as if a chat had come so far by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.document import read, write
from bot.host import Host
from bot.outcome import fresh_hands
from bot.ports import Commit, Store
from bot.state import Table
from bot.turn_clock import deadline
from engine.cards import cards
from engine.deal import Deal


async def alter(store: Store, host: Host, code: str, change: Callable[[Table], Table]) -> None:
    """Store what `change` makes of the table and have its posts drawn."""
    document = await store.load(code)
    assert document.text is not None
    table = change(read(document.text))
    late = await store.commit(
        Commit(
            code=code,
            expect=document.version,
            text=write(table),
            request=f"test-{document.version}",
            due=deadline(table),
            match=table.matches,
            stamp=table.stamp,
        )
    )
    assert late is None
    host.publisher.wake(code, at_least=document.version + 1)


def about_to_end(table: Table) -> Table:
    """The deal with cards by which whoever is to play goes out at once; others hold one card."""
    assert table.deal is not None
    seat = table.deal.seat
    held = ("4d", "5d", "6d", "7d", "8d", "Td")
    hands = [cards("9s9h9c" if i == seat else held[i]) for i in range(len(table.seats))]
    deal = Deal.set_up(
        table.rules, hands=hands, row=cards("8s"), stock=cards("KdQd"), seat=seat, turn=9
    )
    return fresh_hands(replace(table, deal=deal, turns=()))
