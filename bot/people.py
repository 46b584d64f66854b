"""What is remembered of people over all tables: read when they sit down, written on a change."""

from __future__ import annotations

from dataclasses import replace

from bot.habits import facts, remembered
from bot.ports import Store
from bot.requests import Request
from bot.state import Table


async def with_memory(store: Store, request: Request) -> Request:
    """The request of somebody who may be seated by it, with what is remembered of that person."""
    known = await store.person(request.person.id)
    reachable = request.reachable
    if reachable is None:
        reachable = known.get("reachable") == "1"
    return replace(request, reachable=reachable, habits=remembered(known))


async def remember(store: Store, before: Table, after: Table) -> None:
    """Write down the habits that have changed at a table. Nothing is asked where none has."""
    if before.seats is after.seats:
        return
    old = {seat.person: seat.habits for seat in before.seats}
    for seat in after.seats:
        if seat.person is not None and seat.person in old:
            changed = facts(old[seat.person], seat.habits)
            if changed:
                await store.update_person(seat.person, changed)
