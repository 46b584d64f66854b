"""The chosen cards of a hand, and what can be done with them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.guide import Hint, hint, same
from bot.notices import Notice
from bot.screen import Line, bold, line
from bot.screens import measure
from bot.screens.cards import Script, sorted_by
from bot.screens.parts import reader_script
from bot.state import Chosen, Table
from bot.texts import Texts
from bot.texts.notices import LIMIT as NOTICE
from bot.texts.notices import notice_text
from engine.actions import Discard, Lay
from engine.cards import Card, Placed
from engine.suggest import Suggestion, fitting, suggestions, why_not
from engine.view import View

MISSING: Final = 3
"""Cards that are named as missing from a run; of more nobody thinks that they lack."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A seat's view, how it reads cards, its hand in the order shown, and the chosen cards.

    `fits` are the actions that exactly the chosen cards allow, `ready` what is offered while
    nothing is chosen: melds and additions, or the cards of the row worth taking. `hint` is what
    the guide advises, and `finger` the payload of the button at which it points.
    """

    view: View
    script: Script
    in_order: tuple[Chosen, ...]
    marks: frozenset[Chosen]
    my_turn: bool
    fits: tuple[Suggestion, ...] = ()
    ready: tuple[Suggestion, ...] = ()
    hint: Hint | None = None
    finger: str = ""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The chosen cards in the order of the hand."""
        return tuple(card for card, copy in self.in_order if (card, copy) in self.marks)

    @classmethod
    def of(cls, table: Table, seat: int, texts: Texts) -> Choice:
        """The choice of a seat during a deal."""
        view = table.view(seat)
        script = reader_script(table, seat, texts)
        held: list[Chosen] = []
        seen: dict[Card, int] = {}
        for card in sorted_by(view.hand, table.seats[seat].habits.sort, script):
            held.append((card, seen.get(card, 0)))
            seen[card] = seen.get(card, 0) + 1
        marks = frozenset(table.seats[seat].chosen) & frozenset(held)
        my_turn = view.seat == seat and view.phase != "over"
        bare = cls(view, script, tuple(held), marks, my_turn)
        if not my_turn:
            return bare
        bare = replace(bare, hint=hint(table, seat))
        if bare.cards and view.phase == "play":
            return replace(bare, fits=fitting(view, bare.cards))
        ready = tuple(s for s in suggestions(view) if not isinstance(s.action, Discard))
        return replace(bare, ready=_advised_first(ready, bare.hint))

    @property
    def readings(self) -> tuple[tuple[Lay, int], ...]:
        """The new melds that the chosen cards can be, with their points."""
        return tuple((s.action, s.points) for s in self.fits if isinstance(s.action, Lay))


def _advised_first(ready: tuple[Suggestion, ...], advice: Hint | None) -> tuple[Suggestion, ...]:
    """What the guide points at must not lie on a further page."""
    if advice is None:
        return ready
    return tuple(sorted(ready, key=lambda each: not same(each.action, advice.action)))


def chosen_line(choice: Choice, texts: Texts) -> Line:
    """The chosen cards and what they are, or why they are nothing."""
    _ = texts.gettext
    script = choice.script
    said = f" {script.cards(choice.cards)}"
    why = _remark(choice, texts)
    return line(bold(_("Chosen:")), f"{said} — {why}" if why else said)


def chosen_notice(table: Table, seat: int, texts: Texts) -> str:
    """The same as an answer to a tap, where the screen cannot follow at once."""
    choice = Choice.of(table, seat, texts)
    if not choice.cards:
        return texts.gettext("No card is chosen.")
    return measure.clip(chosen_line(choice, texts).text, NOTICE)


def _remark(choice: Choice, texts: Texts) -> str:
    _ = texts.gettext
    if not choice.my_turn or choice.view.phase != "play":
        return ""
    readings = choice.readings
    if len(readings) > 1:
        wilds = [card for card in choice.cards if choice.view.rules.is_wild(card)]
        if len(wilds) > 1:
            return _("which cards are the wilds?")
        if wilds and wilds[0].is_joker:
            return _("which card is the joker?")
        return _("which card is the wild?")
    if readings:
        lay, points = readings[0]
        return _("{kind}, {points} points", kind=kind_text(lay.cards, texts), points=points)
    if len(choice.cards) == 1 or choice.fits:
        return ""
    return reason(choice, texts)


def kind_text(cards: tuple[Placed, ...], texts: Texts) -> str:
    """`set`, `poker` or `run`."""
    if len({p.meaning.rank for p in cards}) > 1:
        return texts.pgettext("cards", "run")
    if len(cards) == 4:
        return texts.pgettext("cards", "poker")
    return texts.pgettext("cards", "set")


def reason(choice: Choice, texts: Texts) -> str:
    """Why the chosen cards can be neither laid nor added."""
    refusal = why_not(choice.view, choice.cards)
    if refusal is None:
        return ""
    script = choice.script
    missing = refusal.params.get("missing")
    if isinstance(missing, tuple) and 0 < len(missing) <= MISSING:
        cards = script.cards(card for card in missing if isinstance(card, Card))
        return texts.ngettext(
            "no meld: {cards} is missing", "no meld: {cards} are missing", len(missing), cards=cards
        )
    if refusal.code == "not_a_meld":
        return texts.pgettext("choice", "no meld")
    return notice_text(Notice(refusal.code, dict(refusal.params)), texts, script)
