"""The table in the group: what everybody may see."""

from __future__ import annotations

from bot import requests as rq
from bot.pictures.build import table_picture
from bot.screen import PLAIN, Button, Line, Means, Screen, Span, bold, line
from bot.screens import board, clock, measure
from bot.screens.board import Detail
from bot.screens.cards import Script
from bot.screens.measure import signed
from bot.screens.more import more_rows
from bot.screens.parts import PRIVATE, Row, coming_line, rich, seat_name, strong, tap
from bot.screens.record import pack_code
from bot.screens.turns import turn_text
from bot.state import Table
from bot.texts import Texts
from bot.texts import texts as texts_of
from engine.view import View


def table_screen(
    table: Table,
    texts: Texts,
    limit: int = board.TEXT_LIMIT,
    view: View | None = None,
    means: Means = PLAIN,
) -> Screen:
    """The deal in play, without any hand; `view` in place of what the public sees now.

    Drawn too, where the platform has pictures and the chat has not chosen text alone.
    """
    seen = table.view(None) if view is None else view
    return board.fitted(
        lambda detail: _lines(table, seen, texts, detail),
        _buttons(table, texts, means),
        limit,
        table_picture(table, texts, seen) if means.pictures and table.pictures else None,
        means.caption,
    )


def turn_call(table: Table, means: Means = PLAIN) -> Screen:
    """A short call to the player to move, in their own language, and the way to the hand."""
    assert table.deal is not None
    seat = table.seats[table.deal.seat]
    speak = texts_of(seat.lang)
    who = Span(measure.name(seat.name), person=seat.person or "")
    hand = (tap(table, speak.gettext("My hand"), rq.PeekHand(), "primary"),)
    lines = [line(who, " · ", bold(speak.gettext("Your turn")))]
    if means.asides:
        return Screen(tuple(lines), (hand,))
    lines.append(line(speak.gettext("I cannot write to you: open the private chat to play.")))
    return Screen(tuple(lines), ((_in_private(speak),), hand))


def _in_private(texts: Texts) -> Button:
    return Button(texts.gettext("Play in private ↗"), link=PRIVATE)


def _lines(table: Table, view: View, texts: Texts, detail: Detail) -> list[Line]:
    script = Script.of(table.rules)
    lines = [_to_play(table, view.seat, texts), *clock.table_lines(table, texts)]
    for side, seats in enumerate(table.rules.sides):
        # Names and points stand out, so that the counts between them cannot run into either.
        people = " + ".join(
            f"{strong(seat_name(table, seat, texts, detail.names))} {view.sizes[seat]}"
            for seat in seats
        )
        lines.append(rich(f"{people} — {strong(signed(board.total(table, side)))}"))
        lines.append(line(board.melds_text(view, side, texts, detail, script)))
    lines.append(board.stock_line(view, texts, detail, script))
    lines.append(line(_deal_line(table, texts), quote=True))
    if table.turns:
        lines.append(line(turn_text(table, table.turns[-1], texts, detail.names, script)))
    return [*lines, *coming_line(table, texts)]


def _to_play(table: Table, seat: int, texts: Texts) -> Line:
    who = rich(texts.gettext("{name} to play", name=strong(seat_name(table, seat, texts))))
    left = clock.time_left(table, texts)
    return Line((*who.spans, Span(" · "), *left)) if left else who


def _deal_line(table: Table, texts: Texts) -> str:
    number = texts.gettext("Deal {n}", n=1 if table.match is None else table.match.deals + 1)
    parts = [number]
    if table.rules.match_mode == "target":
        parts.append(texts.gettext("to {target} points", target=table.rules.target_score))
    if table.pack is not None:
        parts.append(texts.gettext("pack {code}", code=pack_code(table)))
        parts += [" ".join(table.pack.cuts)] if table.pack.cuts else []
    return " · ".join(parts)


def _may_join(table: Table) -> bool:
    """Is a computer's seat still to be had: at the next deal, or by whom it plays for?"""
    left = any(table.seats[seat].former for seat in table.computers)
    return left or len(table.computers) > len(table.coming)


def _buttons(table: Table, texts: Texts, means: Means) -> tuple[Row, ...]:
    _ = texts.gettext
    # Whoever opened the further buttons may have gone: what everybody needs stays.
    always = (
        *clock.table_rows(table, texts),
        (tap(table, _("My hand"), rq.PeekHand(), "primary"),),
    )
    if table.more:
        return (*always, *more_rows(table, texts, means))
    # Who sits there plays on; to take over from a computer is for somebody else, and can wait.
    join = [(tap(table, _("Join"), rq.Join()),)] if _may_join(table) else []
    return (
        *always,
        *(() if means.asides else ((_in_private(texts),),)),
        *join,
        (
            tap(table, _("Rules"), rq.ShowRules()),
            tap(table, _("More"), rq.ShowMore("table")),
        ),
    )
