"""The open table: who sits where, what is missing, and a chat without a table."""

from __future__ import annotations

from typing import Final

from bot import requests as rq
from bot.game import sizes
from bot.screen import PLAIN, Button, Line, Means, Screen, Style, bold, line
from bot.screens import clock, measure
from bot.screens.choices import (
    STAKES,
    choice_rows,
    menu_lines,
    menu_rows,
    preset_title,
    toggle_title,
)
from bot.screens.more import hands_row, kick_rows
from bot.screens.parts import Row, seat_name, tap
from bot.screens.record import promise_lines
from bot.state import Ended, Table
from bot.texts import N_, Texts

_ENDED: Final[dict[Ended, str]] = {
    "stopped": N_("The match has been stopped."),
    "closed": N_("The table has been closed."),
    "left_last": N_("Everybody has left: the match has ended."),
    "lobby_expired": N_("The table has been closed: nobody did anything for two hours."),
    "match_expired": N_("The match has been closed: nobody played for a week."),
    "gone": N_("The chat has been deleted, and its table with it."),
}


def idle(table: Table, texts: Texts) -> Screen:
    """A chat in which nothing is going on."""
    _ = texts.gettext
    lines = [line(bold(_("Pinnacola")))]
    if table.ended:
        lines.append(line(_(_ENDED[table.ended])))
    lines.append(line(_("There is no table here. Who opens one?")))
    rows = (
        (tap(table, _("Open a table"), rq.Open(), "success"),),
        (
            tap(table, _("Leaderboard"), rq.ShowLeaderboard()),
            tap(table, _("How to play"), rq.ShowHelp()),
        ),
    )
    return Screen(tuple(lines), rows)


def parting_screen(table: Table, person: str, texts: Texts) -> Screen | None:
    """What stays of the hand of a person whose seat others have taken away, or an accident.

    None where nothing needs to be said: they sit there, or have left by themselves.
    """
    _ = texts.gettext
    if table.seat_of(person) is not None:
        return None
    if person in table.removed:
        why = _("You have been removed from this table.")
    elif table.phase == "idle" and table.ended not in ("", "left_last"):
        why = _(_ENDED[table.ended])
    else:
        return None
    return Screen((line(bold(measure.title(table.title or _("Pinnacola")))), line(why)))


def lobby(table: Table, texts: Texts, means: Means = PLAIN) -> Screen:
    """The table while people sit down. Sides only where seats play in pairs."""
    _ = texts.gettext
    lines = [line(bold(_("Pinnacola: table open")))]
    if table.host is not None:
        lines.append(line(_("Opened by {name}.", name=measure.name(table.host_name))))
    lines.append(line(""))
    lines.extend(_seats(table, texts))
    if table.waiting:
        lines.append(line(""))
        lines.extend(
            line(_("{name} — must open the private chat", name=measure.name(w.name)))
            for w in table.waiting
        )
    lines.append(line(""))
    name = preset_title(table.game.preset, texts)
    lines.append(line(_("Game: {name}", name=name), " · ", game_in_short(table, texts)))
    named = [toggle_title(t, texts) for t in table.game.toggles if t not in STAKES]
    if named:
        lines.append(line(" · ".join(named)))
    lines.extend(_stakes(table, texts))
    lines += menu_lines(table, texts) if table.menu else [_missing(table, texts)]
    if table.menu in ("", "cut"):
        lines += promise_lines(table, texts)
    return Screen(tuple(lines), _buttons(table, texts, means))


def game_in_short(table: Table, texts: Texts) -> str:
    """The length of the game in one line."""
    _ = texts.gettext
    rules = table.rules
    size = texts.ngettext("{n} card each", "{n} cards each", rules.deal_size)
    if rules.match_mode == "single_hand":
        length = _("one deal")
    elif rules.match_mode == "fixed_hands":
        length = texts.ngettext("{n} deal", "{n} deals", rules.fixed_hands or 1)
    else:
        length = _("to {target} points", target=rules.target_score)
    return f"{size} · {length}"


def _stakes(table: Table, texts: Texts) -> list[Line]:
    """What the losers will owe."""
    _ = texts.gettext
    rules = table.rules
    if rules.settlement == "none":
        return []
    if rules.settlement == "fixed":
        return [line(_("Stakes: who loses pays {amount}", amount=measure.money(rules.stake)))]
    rate = measure.money(rules.point_rate)
    return [line(_("Stakes: {amount} for each point of difference", amount=rate))]


def _seats(table: Table, texts: Texts) -> list[Line]:
    _ = texts.gettext
    lines: list[Line] = []
    together = table.rules.partnership != "solo"
    if not together and len(table.seats) > 2:
        lines.append(line(bold(_("Everybody for themselves"))))
    for side, seats in enumerate(table.rules.sides):
        if together:
            lines.append(line(bold(_("Side {n}", n=side + 1))))
        lines.extend(_seat(table, seat, texts) for seat in seats)
    return lines


def _seat(table: Table, index: int, texts: Texts) -> Line:
    seat = table.seats[index]
    who = texts.gettext("free") if seat.vacant else seat_name(table, index, texts)
    star = " ★" if seat.person is not None and seat.person == table.host else ""
    return line(f"{index + 1}. {who}{star}")


def _missing(table: Table, texts: Texts) -> Line:
    count = len(table.vacant)
    if count:
        return line(texts.ngettext("{n} player missing.", "{n} players missing.", count))
    if table.host is None:
        return line(texts.gettext("All seats are taken: you can start."))
    return line(
        texts.gettext("All seats are taken: {name} can start.", name=measure.name(table.host_name))
    )


def _buttons(table: Table, texts: Texts, means: Means) -> tuple[Row, ...]:
    _ = texts.gettext
    if table.menu == "kick":
        return kick_rows(table, texts)
    if table.menu:
        return menu_rows(table, texts)
    seated = [tap(table, _("Leave"), rq.Leave())]
    if len(table.people) > 1:
        seated.append(tap(table, _("Remove"), rq.ShowMenu("kick")))
    rows: list[Row] = []
    if table.vacant or table.computers:
        wanted: Style = "success" if table.vacant else "plain"
        seated.insert(0, tap(table, _("Join"), rq.Join(), wanted))
    rows.append(tuple(seated))
    rows.extend(clock.table_rows(table, texts))
    rows.extend(_computers(table, texts))
    if table.rules.partnership != "solo":
        chairs = (*table.vacant, *table.computers)
        free = sorted({table.rules.side_of(seat) for seat in chairs})
        if free:
            rows.append(
                tuple(tap(table, _("To side {n}", n=s + 1), rq.ChangeSide(s)) for s in free)
            )
    others = [n for n in sizes(table.game) if n != len(table.seats)]
    rows.append(
        tuple(
            tap(table, texts.ngettext("{n} player", "{n} players", n), rq.Resize(n)) for n in others
        )
    )
    rows.extend(choice_rows(table, texts))
    rows.extend(hands_row(table, texts, means))
    start = tap(table, _("Start"), rq.Start(), "plain" if table.vacant else "primary")
    rows.append((tap(table, _("Rules"), rq.ShowRules()), start))
    return tuple(rows)


def _computers(table: Table, texts: Texts) -> list[Row]:
    """One computer more or less; the payload says how many there should be."""
    count = len(table.computers)
    row: list[Button] = []
    if table.vacant:
        row.append(tap(table, texts.gettext("+ Computer"), rq.Computers(count + 1)))
    if count:
        row.append(tap(table, texts.gettext("− Computer"), rq.Computers(count - 1)))
    return [tuple(row)] if row else []
