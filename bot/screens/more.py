"""The further actions of the table in the group and of the own hand, behind `More`."""

from __future__ import annotations

from bot import requests as rq
from bot.screen import Button, Means, Style
from bot.screens.clock import waiting_row
from bot.screens.parts import Row, seat_name, tap
from bot.seats import mark_of
from bot.state import Table
from bot.texts import Texts


def more_rows(table: Table, texts: Texts, means: Means) -> tuple[Row, ...]:
    """What is seldom needed during a match, and the way back."""
    _ = texts.gettext
    if table.menu == "kick":
        return kick_rows(table, texts)
    if table.menu == "stop":
        return (
            (tap(table, _("Yes, stop the match"), rq.StopMatch(), "danger"),),
            (tap(table, _("‹ Back"), rq.ShowMenu("")),),
        )
    if table.asks_leave:
        return leave_rows(table, texts)
    leave = tap(table, _("Leave the seat"), rq.Leave())
    # Where some have asked for it, it stands above for all.
    stop = () if table.stop_votes else (tap(table, _("Stop the match"), rq.ShowMenu("stop")),)
    return (
        (
            tap(table, _("Show below"), rq.Show()),
            tap(table, _("Leaderboard"), rq.ShowLeaderboard()),
        ),
        (leave, *stop),
        (
            tap(table, _("Remove a player"), rq.ShowMenu("kick")),
            pictures_button(table, texts),
        ),
        *hands_row(table, texts, means),
        *waiting_row(table, texts),
        (tap(table, _("‹ Back"), rq.ShowMore("table", False)),),
    )


def hands_row(table: Table, texts: Texts, means: Means) -> tuple[Row, ...]:
    """Where it can be chosen: do hands come by private message too?"""
    if not means.asides:
        return ()
    label = texts.gettext("Hands by private message")
    if table.aside:
        return ((tap(table, label, rq.ShowHands(True)),),)
    return ((tap(table, f"✓ {label}", rq.ShowHands(False), "primary"),),)


def pictures_button(table: Table, texts: Texts) -> Button:
    """Switches the pictures of the chat on or off."""
    label = texts.gettext("Pictures")
    if table.pictures:
        return tap(table, f"✓ {label}", rq.ShowPictures(False), "primary")
    return tap(table, label, rq.ShowPictures(True))


def leave_rows(table: Table, texts: Texts) -> tuple[Row, ...]:
    """The question whether to leave as the last one, and the way back."""
    _ = texts.gettext
    return (
        (tap(table, _("Yes, leave and end the match"), rq.Leave(sure=True), "danger"),),
        (tap(table, _("‹ Back"), rq.ShowMenu("")),),
    )


def kick_rows(table: Table, texts: Texts) -> tuple[Row, ...]:
    """Whom the host or an admin can remove, and the way back."""
    _ = texts.gettext
    people = [
        (tap(table, _("Remove: {name}", name=seat_name(table, i, texts)), what, "danger"),)
        for i, seat in enumerate(table.seats)
        for what in (rq.Kick(mark_of(table, i)),)
        if seat.person is not None
    ]
    return (*people, (tap(table, _("‹ Back"), rq.ShowMenu("")),))


def hand_more_rows(table: Table, seat: int, texts: Texts) -> tuple[Row, ...]:
    """How the hand is shown and played, what is seldom needed under it, and the way back."""
    _ = texts.gettext
    if table.asks_leave:
        return leave_rows(table, texts)

    def choice(label: str, habit: str, value: str) -> Button:
        current = getattr(table.seats[seat].habits, habit) == value
        style: Style = "primary" if current else "plain"
        return tap(table, f"✓{label}" if current else label, rq.Prefer(habit, value), style)

    def switch(label: str, habit: str) -> Button:
        if getattr(table.seats[seat].habits, habit) == "on":
            return tap(table, f"✓{label}", rq.Prefer(habit, "off"), "primary")
        return tap(table, label, rq.Prefer(habit, "on"))

    guided = table.seats[seat].habits.guide != "off"
    label = _("Hints for the first game")
    hints = tap(
        table,
        f"✓{label}" if guided else label,
        rq.Prefer("guide", "off" if guided else "lead"),
        "primary" if guided else "plain",
    )
    return (
        (
            choice(_("Colours"), "suits", "colours"),
            choice(_("Outline"), "suits", "outline"),
            choice(_("Letters"), "suits", "letters"),
        ),
        (switch(_("Confirm discards"), "confirm"),),
        (switch(_("Draw by itself"), "draws"),),
        (switch(_("Pictures"), "pictures"), switch(_("Four colours"), "four")),
        (hints,),
        (tap(table, _("Full text"), rq.ShowText()), tap(table, _("Rules"), rq.ShowRules())),
        (tap(table, _("Leave the seat"), rq.Leave()),),
        *waiting_row(table, texts, seat),
        (tap(table, _("‹ Back"), rq.ShowMore("hand", False)),),
    )
