"""The action block of the hand: what can be drawn, laid, added, taken, discarded.

Every button carries the very action its label says, never "what is chosen".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Final

from bot import payloads
from bot import requests as rq
from bot.screen import Button, Style
from bot.screens.cards import Script
from bot.screens.choice import Choice
from bot.screens.parts import Row, even_rows, paired, pointed, tap
from bot.state import Table
from bot.texts import Texts
from engine.actions import DRAW, STOP, UNDO, Action, Add, Discard, Lay, Swap, Take
from engine.melds import points, recognise
from engine.suggest import Suggestion, lay_all
from engine.view import View

READY: Final = 5
"""Ready-made actions on a page, as far as `READY_ROWS` hold them."""
READY_ROWS: Final = 3
READINGS: Final = 6
"""Actions for chosen cards on a page."""
ROW_CARDS: Final = 16
"""Cards of the row on a page."""
ROW_A_ROW: Final = 4
GUIDED_A_ROW: Final = 3
"""Where the guide's finger needs room."""


def move(table: Table, label: str, *actions: Action, style: Style = "plain") -> Button:
    """A button that does these actions."""
    return Button(label, payloads.move(table.code, table.stamp, actions), style=style)


def page_of(
    items: tuple[Suggestion, ...], size: int, page: int
) -> tuple[tuple[Suggestion, ...], int]:
    """The items of a page (pages go round) and the number of all others."""
    pages = max(1, -(-len(items) // size))
    start = page % pages * size
    shown = items[start : start + size]
    return shown, len(items) - len(shown)


# --- draw ------------------------------------------------------------------------------------


def takes(choice: Choice) -> tuple[Suggestion, ...]:
    """The cards of the row that can be taken and used, oldest first."""
    found = [each for each in choice.ready if isinstance(each.action, Take)]
    return tuple(sorted(found, key=index_of))


def index_of(take: Suggestion) -> int:
    """The place of a take's card in the row."""
    return take.action.index if isinstance(take.action, Take) else -1


def draw_hint(view: View, choice: Choice, texts: Texts) -> str:
    """What the buttons of the draw phase mean."""
    _ = texts.gettext
    found = takes(choice)
    if not found:
        if view.can_draw:
            return _("Nothing in the row can be used.") if view.row else ""
        return _("The stock is empty and nothing in the row can be used.")
    hints = [] if view.can_draw else [_("The stock is empty.")]
    if any(index_of(take) < len(view.row) - 1 for take in found):
        hints.append(_("+n: with the n cards after it."))
    if any(not take.wilds for take in found):
        hints.append(_("Blue: no wild."))
    return " ".join(hints)


def stock_rows(table: Table, choice: Choice, texts: Texts) -> tuple[Row, ...]:
    """The stock, or the end of the deal where it has no card left."""
    _ = texts.gettext
    view = choice.view
    if view.can_draw:
        label = (
            _("Stock · reshuffle")
            if view.will_reshuffle
            else _("Stock · {stock}", stock=view.stock)
        )
        return ((move(table, label, DRAW),),)
    return ((move(table, _("Stop the deal"), STOP),),) if view.can_stop else ()


def draw_rows(table: Table, seat: int, choice: Choice, texts: Texts) -> tuple[Row, ...]:
    """The stock, then every card of the row that can be taken and used, oldest first."""
    _ = texts.gettext
    rows = [*stock_rows(table, choice, texts)]
    # The newest come first, older ones page by page.
    shown, others = page_of(takes(choice)[::-1], ROW_CARDS, table.seats[seat].row_page)
    buttons = [take_button(table, choice, take, texts) for take in reversed(shown)]
    guided = any(button.payload == choice.finger for button in buttons)
    rows.extend(even_rows(buttons, GUIDED_A_ROW if guided else ROW_A_ROW))
    if others:
        older = tap(
            table, _("◂ Older · {n}", n=others), rq.Page("row", table.seats[seat].row_page + 1)
        )
        rows.append((older,))
    return tuple(rows)


def take_button(table: Table, choice: Choice, take: Suggestion, texts: Texts) -> Button:
    """A card of the row, and how many come with it."""
    view, index = choice.view, index_of(take)
    along = len(view.row) - 1 - index
    style: Style = "plain" if take.wilds else "primary"
    card = script_on(choice, style).card(view.row[index])
    label = f"{card} +{along}" if along else texts.gettext("{card} only", card=card)
    return move(table, label, take.action, style=style)


# --- play ------------------------------------------------------------------------------------


def play_rows(table: Table, seat: int, choice: Choice, texts: Texts) -> tuple[Row, ...]:
    """Ready-made actions, or what the chosen cards can do."""
    if choice.cards:
        return _chosen_rows(table, seat, choice, texts)
    return _ready_rows(table, seat, choice, texts)


def lay_all_rows(table: Table, choice: Choice, texts: Texts) -> tuple[Row, ...]:
    """All melds that go together, by one tap."""
    _ = texts.gettext
    rules = choice.view.rules
    together = lay_all(choice.view)
    if len(together) < 2 or not payloads.fits(table.code, table.stamp, together):
        return ()
    melds = [recognise(each.cards, rules) for each in together if isinstance(each, Lay)]
    label = texts.ngettext(
        "Lay all · {n} meld · {points}",
        "Lay all · {n} melds · {points}",
        len(melds),
        points=sum(points(meld, rules) for meld in melds),
    )
    if sum(len(meld.cards) for meld in melds) == len(choice.view.hand):
        label += _(" and go out")
    return ((move(table, label, *together, style="success"),),)


def _ready_rows(table: Table, seat: int, choice: Choice, texts: Texts) -> tuple[Row, ...]:
    _ = texts.gettext
    buttons = labelled(table, choice, choice.ready, ready_styles(choice), texts)
    page = table.seats[seat].ready_page

    def more(others: int) -> Button:
        label = _("More melds · {n}", n=others)
        return pointed(tap(table, label, rq.Page("ready", page + 1)), choice.finger)

    return (*lay_all_rows(table, choice, texts), *_ready_page(buttons, page, more))


def _ready_page(buttons: list[Button], page: int, more: Callable[[int], Button]) -> tuple[Row, ...]:
    """One of the pages (they go round), with the button of the next one where there are several.

    The widest labels fill rows of their own, so a page may hold less than `READY`.
    """
    if len(buttons) <= READY and len(paired(buttons)) <= READY_ROWS:
        return paired(buttons)
    pages: list[list[Button]] = []
    left = list(buttons)
    last = more(len(buttons))
    while left:
        count = min(READY, len(left))
        while count > 1 and len(paired(left[:count], last)) > READY_ROWS:
            count -= 1
        pages.append(left[:count])
        left = left[count:]
    shown = pages[page % len(pages)]
    return paired(shown, more(len(buttons) - len(shown)))


def ready_styles(choice: Choice) -> list[Style]:
    """The colours of what is ready: green goes out, blue pays a duty without a wild."""
    return ["success" if s.goes_out else _due(s) for s in choice.ready]


def _due(suggestion: Suggestion) -> Style:
    return "primary" if suggestion.pays and not suggestion.wilds else "plain"


def _chosen_rows(table: Table, seat: int, choice: Choice, texts: Texts) -> tuple[Row, ...]:
    _ = texts.gettext
    fits = tuple(each for each in choice.fits if not isinstance(each.action, Discard))
    page = table.seats[seat].ready_page
    shown, others = page_of(fits, READINGS, page)
    several = len(choice.readings) > 1
    buttons = labelled(table, choice, shown, ["success"] * len(shown), texts, several)
    last = tap(table, _("Others · {n}", n=others), rq.Page("ready", page + 1)) if others else None
    rows = list(paired(buttons, last))
    if len(choice.cards) == 1:
        rows.append(discard_row(table, seat, choice, texts))
    return tuple(rows)


def discard_row(table: Table, seat: int, choice: Choice, texts: Texts) -> Row:
    """Red; without colour where its tap can only say why not, as while a duty is open.

    Whoever wants it is asked once more.
    """
    _ = texts.gettext
    card = choice.cards[0]
    allowed = next((each for each in choice.fits if isinstance(each.action, Discard)), None)
    style: Style = "plain" if allowed is None else "danger"
    said = script_on(choice, style).card(card)
    if allowed is not None and allowed.goes_out:
        said += _(" and go out")
    label = _("Discard {card}", card=said)
    if allowed is None or table.seats[seat].habits.confirm != "on":
        return (move(table, label, Discard(card), style=style),)
    if table.seats[seat].asking != card:
        return (tap(table, label, rq.AskDiscard(card, True), style),)
    yes = move(table, _("Yes, discard {card}", card=said), Discard(card), style=style)
    return (yes, tap(table, _("No"), rq.AskDiscard(card, False)))


def labelled(
    table: Table,
    choice: Choice,
    found: tuple[Suggestion, ...],
    styles: list[Style],
    texts: Texts,
    several: bool = False,
    short: bool = False,
) -> list[Button]:
    """A button for each action; equal labels get the meld they mean at the end.

    `several`: wilds can stand for more than one card, so they are named. `short`: without verbs.
    """
    label_of = _short_label if short else partial(_label, several=several)
    labels = [
        label_of(choice, each, style, texts) for each, style in zip(found, styles, strict=True)
    ]
    count = Counter(labels)
    buttons = []
    for each, style, label in zip(found, styles, labels, strict=True):
        if count[label] > 1 and isinstance(each.action, Swap):
            meld = script_on(choice, style).meld(choice.view.melds[each.action.meld].meld)
            label = f"{label} · {meld}"
        buttons.append(pointed(move(table, label, each.action, style=style), choice.finger))
    return buttons


def script_on(choice: Choice, style: Style) -> Script:
    """How cards are written on a button of this style."""
    return choice.script if style == "plain" else choice.script.outlined()


def _short_label(choice: Choice, each: Suggestion, style: Style, texts: Texts) -> str:
    _ = texts.gettext
    script = script_on(choice, style)
    match each.action:
        case Lay(cards):
            label = f"{script.laid(cards)} · {each.points}"
        case Add(index, cards):
            meld = choice.view.melds[index].meld
            joining = script.joining(cards, meld)
            label = _("+{cards} to {meld}", cards=joining, meld=script.meld(meld))
        case _:
            return _label(choice, each, style, texts)
    return label + _(" and go out") if each.goes_out else label


def _label(
    choice: Choice, each: Suggestion, style: Style, texts: Texts, several: bool = False
) -> str:
    _ = texts.gettext
    view, script = choice.view, script_on(choice, style)
    match each.action:
        case Lay(cards):
            wilds = [p for p in cards if p.stands_for is not None]
            if several and wilds:
                label = _(
                    "Lay with {wilds} · {points}",
                    wilds=script.placed_all(wilds),
                    points=each.points,
                )
            else:
                label = _("Lay {meld} · {points}", meld=script.laid(cards), points=each.points)
        case Add(index, cards):
            meld = view.melds[index].meld
            joining = script.joining(cards, meld)
            label = _("Add {cards} to {meld}", cards=joining, meld=script.meld(meld))
        case Swap(index, card):
            freed = next(
                (p.card for p in view.melds[index].meld.cards if p.stands_for == card), None
            )
            wild = script.joker if freed is None else script.card(freed)
            label = _("Take {wild} for {card}", wild=wild, card=script.card(card))
        case Discard(card):
            label = _("Discard {card}", card=script.card(card))
        case _:
            raise AssertionError("no action for a hand")
    return label + _(" and go out") if each.goes_out else label


def undo_button(table: Table, texts: Texts) -> Button:
    """Take back the last trial action; the taking of row cards is put back."""
    _ = texts.gettext
    steps = table.deal.steps if table.deal is not None else ()
    putting = bool(steps) and isinstance(steps[-1].action, Take)
    return move(table, _("↩️ Put back") if putting else _("↩️ Undo"), UNDO)
