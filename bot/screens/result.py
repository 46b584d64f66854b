"""The result of a deal, line by line so that anybody can check it, and the end of the match."""

from __future__ import annotations

from dataclasses import replace

from bot import requests as rq
from bot.pictures.build import match_picture, result_picture
from bot.pictures.spec import Picture
from bot.screen import PLAIN, Line, Means, Screen, Span, bold, line
from bot.screens import clock, measure, sums
from bot.screens.cards import Script
from bot.screens.measure import signed
from bot.screens.more import more_rows
from bot.screens.parts import (
    Row,
    coming_line,
    reader_script,
    rich,
    seat_name,
    side_name,
    strong,
    tap,
)
from bot.screens.record import cut_lines, cut_rows, promise_lines, revealed_lines
from bot.state import DealResult, Table
from bot.texts import Texts
from engine.scoring import ScoreLine, SideScore

_WHEN = "\ue002"
"""Where the countdown goes in a translated text; no text contains this sign."""


def result(table: Table, texts: Texts, seat: int | None = None, means: Means = PLAIN) -> Screen:
    """The last deal's score, for the group (no seat) or privately for a seat.

    Drawn too, where the platform has pictures and they are liked. Beside a picture the lines of the
    sums are folded up, or left to it where they do not fit.
    """
    deal = table.result
    if deal is None:
        return Screen((line(bold(texts.gettext("The deal is over."))),))
    rows = _buttons(table, deal, texts, seat, means)
    picture = _picture(table, texts, seat) if means.pictures else None
    if picture is not None:
        for sums_too in (True, False):
            lines = _lines(table, deal, texts, seat, folded=True, sums_too=sums_too)
            drawn = Screen(tuple(lines), rows, picture=picture, report=True)
            if measure.units(drawn.text) <= means.caption:
                return drawn
    return Screen(tuple(_lines(table, deal, texts, seat)), rows, report=True)


def _picture(table: Table, texts: Texts, seat: int | None) -> Picture | None:
    """The sum of the deal; in the group, after the last one, the whole match."""
    if seat is None:
        if not table.pictures:
            return None
        over = table.phase == "over"
        return match_picture(table, texts) if over else result_picture(table, texts)
    habits = table.seats[seat].habits
    if habits.pictures == "off":
        return None
    return result_picture(table, texts, four_colours=habits.four == "on")


def _lines(
    table: Table,
    deal: DealResult,
    texts: Texts,
    seat: int | None,
    *,
    folded: bool = False,
    sums_too: bool = True,
) -> list[Line]:
    lines = [line("🏁 ", bold(sums.how_it_ended(table, deal, texts)))]
    if table.phase == "over":
        lines.append(line("🏆 ", bold(sums.who_won(table, texts))))
    for score in deal.scores if sums_too else ():
        lines.append(line(""))
        head, *counted, total = _side(table, score, texts, reader_script(table, seat, texts))
        lines += [head, *(replace(each, quote=folded) for each in counted), total]
    lines.append(line(""))
    lines.extend(_totals(table, deal, texts))
    if table.phase == "result":
        lines.extend(_next(table, texts))
    else:
        lines.extend(_stakes(table, texts))
    if _cutting(table, seat):
        lines.extend(cut_lines(texts))
    if seat is None:
        lines.extend(revealed_lines(table, texts))
        lines.extend(promise_lines(table, texts))
    return lines


def _cutting(table: Table, seat: int | None) -> bool:
    """Are the depths shown at which the next pack can be cut?"""
    return seat is None and table.menu == "cut" and table.sealed is not None


# --- the sum of a side -----------------------------------------------------------------------


def _side(table: Table, score: SideScore, texts: Texts, script: Script) -> list[Line]:
    amounts = [score.total, *(each.amount for each in score.lines)]
    wide = max(len(measure.amount(amount, 0)) for amount in amounts)
    lines = [line(bold(side_name(table, score.side, texts)))]
    lines += [
        line(f"{measure.amount(each.amount, wide)}  {_counted(table, each, texts, script)}")
        for each in score.lines
    ]
    total = texts.gettext("this deal")
    return [*lines, line(bold(f"{measure.amount(score.total, wide)}  {total}"))]


def _counted(table: Table, each: ScoreLine, texts: Texts, script: Script) -> str:
    """What a line of the score is for."""
    _ = texts.gettext
    who = "" if each.seat is None else seat_name(table, each.seat, texts)
    times = f", {sums.times(each)}" if sums.times(each) else ""
    if each.kind == "meld" and each.meld is not None:
        why = sums.why_more(table, each, texts)
        return " ".join(filter(None, [script.meld(each.meld), why + times]))
    if each.kind == "closer_meld":
        cards = script.cards(each.cards)
        return _("{name} at the end: {cards}", name=who, cards=cards) + times
    if each.kind == "hand":
        return _("{name}'s hand: {cards}", name=who, cards=script.cards(each.cards)) + times
    return sums.happened(table, each, texts)


# --- the match -------------------------------------------------------------------------------


def _totals(table: Table, deal: DealResult, texts: Texts) -> list[Line]:
    lines = [line(bold(texts.gettext("Total")))]
    for score, before in zip(deal.scores, deal.before, strict=True):
        name = side_name(table, score.side, texts)
        sign = "−" if score.total < 0 else "+"
        total = strong(signed(before + score.total))
        lines.append(rich(f"{name}: {signed(before)} {sign} {abs(score.total)} = {total}"))
    target = sums.target_text(table, texts)
    if target:
        lines.append(line(target))
    return lines


def _stakes(table: Table, texts: Texts) -> list[Line]:
    """Who pays whom how much, where that was agreed."""
    _ = texts.gettext
    match = table.match
    if match is None or table.rules.settlement == "none":
        return []
    owed = [(side, -amount) for side, amount in enumerate(match.payments) if amount < 0]
    lines = [line(""), line(bold(_("Stakes: who pays whom")))]
    if match.winner is None or not owed:
        return [*lines, line(_("Nobody owes anything."))]
    winner = side_name(table, match.winner, texts)
    wide = max(len(measure.money(amount)) for _side, amount in owed)
    for side, amount in owed:
        paid = measure.money(amount).rjust(wide, measure.FIGURE_SPACE)
        lines.append(line(f"{paid}  {side_name(table, side, texts)} → {winner}"))
    return lines


def _next(table: Table, texts: Texts) -> list[Line]:
    _ = texts.gettext
    lines: list[Line] = []
    lines.extend(clock.table_lines(table, texts))
    if table.paused is None and table.next_at is not None:
        text = _("The next deal starts {when}, or as soon as all are ready.", when=_WHEN)
        before, _mark, after = text.partition(_WHEN)
        countdown = Span(_("in a minute"), until=int(table.next_at))
        lines.append(line(before, countdown, after))
    ready = [seat_name(table, i, texts) for i, seat in enumerate(table.seats) if seat.ready]
    if ready:
        lines.append(line(_("Ready: {names}", names=", ".join(ready))))
    lines.extend(coming_line(table, texts))
    return [replace(each, passing=True) for each in lines]


def _buttons(
    table: Table, deal: DealResult, texts: Texts, seat: int | None, means: Means
) -> tuple[Row, ...]:
    _ = texts.gettext
    if _cutting(table, seat):
        return cut_rows(table, texts)
    rows: list[Row] = []
    if table.phase == "result":
        rows.extend(
            clock.table_rows(table, texts) if seat is None else clock.hand_rows(table, seat, texts)
        )
        if seat is None or not table.seats[seat].ready:
            rows.append((tap(table, _("Next deal"), rq.Ready(deal.number), "success"),))
        # All see the same: what is for one who does not sit there comes second, and is no call.
        if seat is None and table.computers:
            rows.append((tap(table, _("Join"), rq.Join()),))
    else:
        rows.append((tap(table, _("Rematch"), rq.Rematch(table.matches), "success"),))
    record = tap(table, _("Record"), rq.ShowRecord())
    leaderboard = tap(table, _("Leaderboard"), rq.ShowLeaderboard())
    if seat is not None or table.phase == "over":
        return (*rows, (record, leaderboard))
    if table.more:
        return (*rows, *more_rows(table, texts, means))
    cut = tap(table, _("Cut the pack"), rq.ShowMenu("cut"))
    more = tap(table, _("More"), rq.ShowMore("table"))
    return (*rows, (record, leaderboard), (cut, more))
