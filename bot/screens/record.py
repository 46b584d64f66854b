"""The record of a match, and what is shown of the shuffle before and after a deal."""

from __future__ import annotations

from typing import Final

from bot import requests as rq
from bot.fair import DEPTHS
from bot.screen import File, Line, Screen, bold, line
from bot.screens import measure
from bot.screens.parts import Row, even_rows, tap
from bot.state import Table
from bot.texts import Texts
from engine.record import MatchRecord
from engine.shuffle import commitment

SHORT: Final = 8
"""Digits of a commitment where it is only to be recognised."""


def record_screen(record: MatchRecord, file: File, texts: Texts) -> Screen:
    """The file with the record, and what it is good for."""
    _ = texts.gettext
    count = texts.ngettext("{n} deal", "{n} deals", len(record.deals))
    lines = (
        line(bold(_("Record")), f" · {record.date} · {count}"),
        line(_("Every shuffle and every turn, to read and to check: pinnacola verify FILE")),
    )
    return Screen(lines, file=file)


def pack_code(table: Table) -> str:
    """How the pack of the deal in play is recognised: the first digits of its commitment."""
    return "" if table.pack is None else commitment(table.pack.secret)[:SHORT]


def promise_lines(table: Table, texts: Texts) -> list[Line]:
    """What the table commits to before the next deal, and who has cut until now."""
    if table.sealed is None:
        return []
    _ = texts.gettext
    promise = commitment(table.sealed.secret)
    lines = [line(_("🔒 Next pack {code}", code=promise), quote=True)]
    names = {seat.person: seat.name for seat in table.seats if seat.person is not None}
    made = [
        f"{measure.name(names[person])} {depth}"
        for person, depth in table.sealed.cuts
        if person in names
    ]
    if made:
        lines.append(line(_("Cuts: {cuts}", cuts=", ".join(made)), quote=True))
    return lines


def revealed_lines(table: Table, texts: Texts) -> list[Line]:
    """The secret of the deal that is over, which opens what was committed to."""
    if table.pack is None:
        return []
    _ = texts.gettext
    code, secret = pack_code(table), table.pack.secret
    lines = [line(_("🔓 Pack {code}: {secret}", code=code, secret=secret), quote=True)]
    if table.pack.cuts:
        lines.append(line(_("Cuts: {cuts}", cuts=", ".join(table.pack.cuts)), quote=True))
    return lines


def cut_lines(texts: Texts) -> list[Line]:
    """What it means to cut."""
    _ = texts.gettext
    return [
        line("", passing=True),
        line(
            _("At which card do you cut? Your number goes into the shuffle of the next deal."),
            passing=True,
        ),
    ]


def cut_rows(table: Table, texts: Texts) -> tuple[Row, ...]:
    """The depths at which the pack of the next deal can be cut, and the way back."""
    buttons = [tap(table, str(depth), rq.Cut(depth)) for depth in DEPTHS]
    back = tap(table, texts.gettext("‹ Back"), rq.ShowMenu(""))
    return (*even_rows(buttons, 4), (back,))
