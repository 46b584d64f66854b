"""The hand where the platform has menus.

Few buttons for what is ready, a menu in which choosing a card is discarding it, and one in which
any number of cards is chosen. So a hand of any size takes the same room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Final

from bot import payloads
from bot import requests as rq
from bot.screen import Button, Menu, Option
from bot.screens import guide, moves
from bot.screens.cards import RANK_SIGNS
from bot.screens.choice import Choice
from bot.screens.parts import FINGER, Row, even_rows, pointed, tap
from bot.screens.spoken import spoken
from bot.state import Chosen, Table
from bot.texts import Texts
from engine.actions import Discard
from engine.suggest import Suggestion, suggestions

READY: Final = 4
"""Ready-made actions on a page."""
FITTING: Final = 3
"""Actions for chosen cards on a page, where there are more than stand in a row."""
ROW_CARDS: Final = 15
"""Cards of the row that have a button; older ones are in a menu."""
ROW_A_ROW: Final = 3
OPTIONS: Final = 25
"""Options of a menu."""


def rows(table: Table, seat: int, choice: Choice, texts: Texts) -> tuple[Row, ...]:
    """The actions and the cards; nothing of the tools below them."""
    if not choice.my_turn:
        return _choose(table, choice, texts)
    if choice.view.phase == "draw":
        return _draw(table, choice, texts)
    return (
        *_actions(table, seat, choice, texts),
        *_discard(table, seat, choice, texts),
        *_choose(table, choice, texts),
    )


# --- buttons ---------------------------------------------------------------------------------


def _draw(table: Table, choice: Choice, texts: Texts) -> tuple[Row, ...]:
    """The stock, the newest cards of the row that can be used, and a menu of older ones."""
    found = moves.takes(choice)
    older, newest = found[:-ROW_CARDS], found[-ROW_CARDS:]
    buttons = [moves.take_button(table, choice, take, texts) for take in newest]
    shown = [*moves.stock_rows(table, choice, texts), *even_rows(buttons, ROW_A_ROW)]
    for part in _even_parts(older):
        options = tuple(_older(table, choice, take, texts) for take in part)
        shown.append((Menu(texts.gettext("Older…"), options=options),))
    return tuple(shown)


def _older(table: Table, choice: Choice, take: Suggestion, texts: Texts) -> Option:
    button = moves.take_button(table, choice, take, texts)
    card = choice.view.row[moves.index_of(take)]
    return Option(button.label, button.payload, spoken(card, choice.script, texts))


def _even_parts(found: tuple[Suggestion, ...]) -> Iterator[tuple[Suggestion, ...]]:
    for at in range(0, len(found), OPTIONS):
        yield found[at : at + OPTIONS]


def _actions(table: Table, seat: int, choice: Choice, texts: Texts) -> tuple[Row, ...]:
    """A row of what is ready, or of what the chosen cards can do."""
    _ = texts.gettext
    page = table.seats[seat].ready_page
    if not choice.cards:
        buttons = moves.labelled(
            table, choice, choice.ready, moves.ready_styles(choice), texts, short=True
        )
        row = _page(buttons, READY, page)
        if len(row) < len(buttons):
            more = _("More · {n}", n=len(buttons) - len(row))
            row.append(pointed(tap(table, more, rq.Page("ready", page + 1)), choice.finger))
        return (*moves.lay_all_rows(table, choice, texts), *((tuple(row),) if row else ()))
    fits = tuple(each for each in choice.fits if not isinstance(each.action, Discard))
    several = len(choice.readings) > 1
    buttons = moves.labelled(table, choice, fits, ["success"] * len(fits), texts, several)
    row = buttons if len(buttons) <= READY else _page(buttons, FITTING, page)
    if len(row) < len(buttons):
        others = _("Others · {n}", n=len(buttons) - len(row))
        row.append(tap(table, others, rq.Page("ready", page + 1)))
    return ((*row, tap(table, _("✕ Clear"), rq.ClearChoice())),)


def _page(buttons: list[Button], size: int, page: int) -> list[Button]:
    """One of the pages, which go round; all where one more than a page would do."""
    if len(buttons) <= size + 1:
        return list(buttons)
    start = page % -(-len(buttons) // size) * size
    return buttons[start : start + size]


# --- menus -----------------------------------------------------------------------------------


def _discard(table: Table, seat: int, choice: Choice, texts: Texts) -> tuple[Row, ...]:
    """Choosing is discarding; who wants it is asked once more, above the menu."""
    _ = texts.gettext
    own = table.seats[seat]
    asks = own.habits.confirm == "on"
    last = len(choice.view.hand) == 1 and any(
        each.goes_out for each in suggestions(choice.view) if isinstance(each.action, Discard)
    )
    ends = _(" and go out") if last else ""
    question: tuple[Row, ...] = ()
    if asks and own.asking is not None:
        said = choice.script.outlined().card(own.asking) + ends
        label = _("Discard {card}", card=said)
        yes = moves.move(table, label, Discard(own.asking), style="danger")
        question = ((yes, tap(table, _("No"), rq.AskDiscard(own.asking, False))),)

    def option(mark: Chosen) -> Option:
        card = mark[0]
        if asks:
            payload = payloads.encode(table.code, rq.AskDiscard(card, True))
        else:
            payload = payloads.move(table.code, table.stamp, (Discard(card),))
        finger = FINGER if payload == choice.finger else ""
        label = f"{finger}{choice.script.outlined().card(card)}{ends}"
        return Option(label, payload, spoken(card, choice.script, texts) + ends)

    whole = _("Discard a card (ends the deal)…") if ends else _("Discard a card (ends the turn)…")
    menus = _menus(
        choice,
        own.habits.sort,
        whole,
        lambda cards, n: _("Discard: {cards} · {n}…", cards=cards, n=n),
        lambda part: Menu("", options=tuple(option(mark) for mark in part)),
    )
    return (*question, *menus)


def _choose(table: Table, choice: Choice, texts: Texts) -> tuple[Row, ...]:
    """Any number of cards; those chosen are ticked."""
    _ = texts.gettext
    advised = guide.cards_to_choose(choice)

    def menu(part: tuple[Chosen, ...]) -> Menu:
        on = tuple(mark for mark in part if mark in choice.marks)
        payload = payloads.encode(table.code, rq.ChooseAmong(part, ()))
        points = payload == choice.finger
        options = tuple(
            Option(
                (FINGER if points and mark[0] in advised else "")
                + choice.script.outlined().card(mark[0]),
                words=spoken(mark[0], choice.script, texts),
                chosen=mark in on,
            )
            for mark in part
        )
        return Menu("", payload, options=options, several=True)

    return _menus(
        choice,
        table.seats[choice.view.viewer or 0].habits.sort,
        _("Choose cards to lay or add…"),
        lambda cards, n: _("Choose: {cards} · {n}…", cards=cards, n=n),
        menu,
    )


def _menus(
    choice: Choice,
    sort: str,
    whole: str,
    titled: Callable[[str, int], str],
    menu: Callable[[tuple[Chosen, ...]], Menu],
) -> tuple[Row, ...]:
    """A menu for each part of the hand, titled by what is in it where there are several."""
    parts = parted(choice.in_order, lambda mark: _group(choice, sort, mark))
    return tuple(
        (
            replace(
                menu(part),
                label=whole if len(parts) == 1 else titled(_content(choice, sort, part), len(part)),
            ),
        )
        for part in parts
    )


def _group(choice: Choice, sort: str, mark: Chosen) -> str:
    """What a card is listed under: its suit, or by rank its rank; the wilds together."""
    card, script = mark[0], choice.script.outlined()
    if script.is_wild(card):
        if card.is_joker:
            return script.joker
        return script.pinella
    return script.suit(card.suit) if sort == "suit" else RANK_SIGNS[card.rank]


def _content(choice: Choice, sort: str, part: tuple[Chosen, ...]) -> str:
    """What is in a part: its suits, or its first and last rank."""
    groups = [group for group, _ in groupby(part, lambda mark: _group(choice, sort, mark))]
    natural = [group for group in groups if group in RANK_SIGNS]
    if sort == "suit" or len(natural) < 2:
        return " ".join(groups)
    return " ".join((f"{natural[0]}–{natural[-1]}", *groups[len(natural) :]))


def parted(
    cards: tuple[Chosen, ...], group: Callable[[Chosen], str], most: int = OPTIONS
) -> list[tuple[Chosen, ...]]:
    """The cards in as few parts of at most `most` as hold them, cut where a group ends.

    Of the ends of groups the one nearest to equal parts; inside a group where no end will do.
    """
    count = max(1, -(-len(cards) // most))
    ends = [at for at in range(1, len(cards)) if group(cards[at - 1]) != group(cards[at])]
    cuts = [0]
    for left in range(count - 1, 0, -1):
        fair = cuts[-1] + (len(cards) - cuts[-1]) / (left + 1)
        lowest, highest = max(cuts[-1] + 1, len(cards) - most * left), cuts[-1] + most
        whole = [at for at in ends if lowest <= at <= highest]
        cuts.append(min(whole or range(lowest, highest + 1), key=lambda at: abs(at - fair)))
    cuts.append(len(cards))
    return [cards[a:b] for a, b in pairwise(cuts)]
