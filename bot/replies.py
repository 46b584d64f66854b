"""What the person who asked gets back, in their language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot import requests as rq
from bot.notices import Notice
from bot.outcome import Outcome
from bot.posts import has_private_hand
from bot.requests import Reply, Request
from bot.screen import Means, Screen
from bot.screens.cards import TEXT, Script
from bot.screens.choice import chosen_notice
from bot.screens.hand import hand
from bot.screens.parts import reader_script
from bot.state import Table
from bot.texts import texts
from bot.texts.notices import notice_text


def told(request: Request, notice: Notice, script: Script = TEXT) -> Reply:
    """A notice alone."""
    speak = texts(request.person.lang)
    return Reply(notice=notice_text(notice, speak, script), alert=notice.alert)


def answer(
    code: str,
    request: Request,
    before: Table,
    outcome: Outcome,
    means: Means,
    *,
    late: bool = False,
) -> Reply:
    """What follows from a decision: a notice, perhaps a link, perhaps the own hand.

    `means` are those of the platform on which it is answered.
    With `late` the private post follows only after a while: then what is chosen is told at once.
    """
    reply = _chosen(request, outcome) if late else Reply()
    if outcome.notice is not None:
        after = outcome.table
        reader = after.seat_of(request.person.id)
        script = reader_script(after, reader, texts(request.person.lang))
        reply = told(request, outcome.notice, script)
        done = isinstance(request.what, rq.Move) and not outcome.refused
        reply = replace(reply, done=done)
    elif _tried_again(request, before, outcome.table, means):
        reply = told(request, Notice("tried_again"))
    link = None if outcome.link is None else f"{code}-{outcome.link}"
    own = _own(outcome.table, request, means)
    if own is None:
        return replace(reply, link=link)
    if isinstance(request.what, rq.PeekHand):
        # The hand itself is the answer, better than the line that names its cards.
        reply = Reply()
    asked = isinstance(request.what, rq.PeekHand | rq.ShowHand)
    begins = before.phase != "deal" and outcome.table.phase == "deal"
    seat = outcome.table.seat_of(request.person.id) or 0
    begins = begins and not has_private_hand(outcome.table, seat, means)
    return replace(reply, link=link, own=own, fresh=asked or begins)


def together(replies: Sequence[Reply]) -> Reply | None:
    """One reply for the same question at several tables; None where there is none.

    What could not be served at one of them is said only where nothing was.
    """
    served = [reply for reply in replies if not reply.notice] or list(replies[-1:])
    if not served:
        return None
    first, *others = sorted(served, key=lambda reply: reply.own is None)
    return replace(first, others=tuple(each.own for each in others if each.own is not None))


def _tried_again(request: Request, before: Table, after: Table, means: Means) -> bool:
    """Was the table asked for where nothing could be posted until now, and perhaps cannot still?

    Said to who asks alone; elsewhere it would be posted beside the very table.
    """
    asks = isinstance(request.what, rq.Open | rq.Show) and request.place.id == after.place
    return asks and before.out and means.asides


def _chosen(request: Request, outcome: Outcome) -> Reply:
    """What is chosen now, where that is what was asked for."""
    seat = outcome.table.seat_of(request.person.id)
    chose = (
        isinstance(request.what, rq.Choose | rq.ChooseAmong | rq.ClearChoice)
        and not outcome.refused
    )
    if not chose or seat is None or outcome.table.deal is None:
        return Reply()
    return Reply(notice=chosen_notice(outcome.table, seat, texts(request.person.lang)))


def _own(after: Table, request: Request, means: Means) -> Screen | None:
    """The own hand of who asked, where an answer can show it to them alone.

    Not in the private chat where the hand stands anyway.
    """
    seat = after.seat_of(request.person.id)
    if seat is None or after.deal is None or not means.asides:
        return None
    if request.place.private and has_private_hand(after, seat, means):
        return None
    return hand(after, seat, texts(request.person.lang), means=means)
