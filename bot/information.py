"""Rules, leaderboard, record, help, the hand as text: what is asked for and changes nothing."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot import requests as rq
from bot.habits import remembered
from bot.leaderboard import leaderboard
from bot.notices import Notice
from bot.ports import Store
from bot.record import file_name, match_record
from bot.replies import told
from bot.requests import Reply, Request, What
from bot.screen import PLAIN, File, Means
from bot.screens.hand import hand_text
from bot.screens.help import help_screen
from bot.screens.leaderboard import leaderboard as leaderboard_screen
from bot.screens.record import record_screen
from bot.screens.rules import rules_screen
from bot.state import Table
from bot.tables import Tables
from bot.texts import texts
from engine.record import RecordError, write

log = logging.getLogger(__name__)

TO_SHOW: Final[dict[str, What]] = {
    "rules": rq.ShowRules(),
    "leaderboard": rq.ShowLeaderboard(),
    "record": rq.ShowRecord(),
    "help": rq.ShowHelp(),
    "text": rq.ShowText(),
}
"""What a link to the private chat can ask for besides a seat, by its first word."""


def informs(what: What) -> bool:
    """Is it asked only to know?"""
    return isinstance(
        what, rq.ShowRules | rq.ShowLeaderboard | rq.ShowRecord | rq.ShowHelp | rq.ShowText
    )


async def information(
    request: Request, code: str | None, tables: Tables, store: Store, means: Means = PLAIN
) -> Reply:
    """The screen that was asked for, about the chat `code` (None: about none)."""
    speak = texts(request.person.lang)
    match request.what:
        case rq.ShowHelp():
            return Reply(screen=help_screen(speak, means=means), link="help")
        case rq.ShowText():
            of = (await tables.newest(code)).table if code else Table("", "")
            seat = of.seat_of(request.person.id)
            if seat is None:
                return told(request, Notice("no_hand"))
            return Reply(screen=hand_text(of, seat, speak), link=f"text-{code}")
        case rq.ShowRules():
            rules = (await tables.newest(code)).table.rules if code else Table("", "").rules
            return Reply(screen=rules_screen(rules, speak), link=f"rules-{code or ''}")
        case rq.ShowRecord():
            return await _record(request, code, tables, store)
        case _:
            results = await store.results(code) if code else []
            if not results or not code:
                return told(request, Notice("no_results"))
            of = (await tables.newest(code)).table
            names = {seat.person: seat.name for seat in of.seats if seat.person is not None}
            names[request.person.id] = request.person.name
            habits = remembered(await store.person(request.person.id))
            likes = of.pictures and habits.pictures == "on"
            board = leaderboard(results, names)
            shown = leaderboard_screen(board, of.title, speak, pictures=likes)
            return Reply(screen=shown, link=f"leaderboard-{code}")


async def _record(request: Request, code: str | None, tables: Tables, store: Store) -> Reply:
    """The record of the match played last, as far as its deals are over."""
    number = (await tables.newest(code)).table.matches if code else 0
    # Where a match has only begun, the one before is the last of which there is a record.
    for wanted in range(number, max(0, number - 2), -1):
        assert code is not None
        try:
            record = match_record(await store.log(code, wanted))
            if record is None:
                continue
            # To write it is to play the whole match again.
            text = await asyncio.to_thread(write, record)
        except RecordError as error:
            # Not the reason: it may name cards.
            log.error("chat %s: match %d has no record (line %d)", code, wanted, error.line)
            continue
        file = File(file_name(code, wanted, record), text)
        shown = record_screen(record, file, texts(request.person.lang))
        return Reply(screen=shown, link=f"record-{code}")
    return told(request, Notice("no_record"))
