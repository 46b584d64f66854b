"""The guide on the screen: a word about what is new, and a finger at the control it means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from bot import requests as rq
from bot.guide import Hint, same
from bot.habits import HINTS
from bot.payloads import decode
from bot.requests import What
from bot.screen import Button, Line, Menu, line
from bot.screens.choice import Choice
from bot.screens.parts import FINGER, Row
from bot.texts import Texts
from engine.actions import Action, Add, Discard, Lay, Swap
from engine.cards import Card
from engine.rules import Rules
from engine.view import View


def word(hint: Hint, view: View, texts: Texts) -> Line:
    """The line about a kind of decision."""
    _ = texts.gettext
    if hint.kind != "duty":
        said = _word(hint.kind, view.rules, texts)
    elif view.row_duty is not None:
        said = _(
            "The card you chose in the row must go on the table before you discard. "
            "Put back undoes the taking."
        )
    else:
        said = _("The wild you took must go on the table again before you discard.")
    return line(f"{FINGER} ", said)


def all_words(rules: Rules, texts: Texts) -> list[Line]:
    """All that the guide has to say, for reading."""
    return [line("• ", _word(kind, rules, texts)) for kind in HINTS]


def _word(kind: str, rules: Rules, texts: Texts) -> str:
    _ = texts.gettext
    match kind:
        case "draw":
            return _from_stock_or_row(rules, texts)
        case "duty":
            return _(
                "A card you chose in the row, or a wild you took, must go on the table that turn."
            )
        case "meld" if rules.sets:
            return _(
                "Lay three or more cards of one rank, or in a row of one suit. "
                "Single cards can join a meld. What lies on the table counts for you."
            )
        case "meld":
            return _(
                "Lay three or more cards in a row of one suit. "
                "Single cards can join a meld. What lies on the table counts for you."
            )
        case "discard":
            return _("Nothing more to lay? Discard the card you need least: your turn ends.")
        case _:
            return _("You can go out: empty your hand, and the deal ends.")


def _from_stock_or_row(rules: Rules, texts: Texts) -> str:
    _ = texts.gettext
    if rules.row_take == "last_only":
        return _("A turn begins with a card: from the stock, or the last one of the row.")
    if rules.row_obligation == "none":
        return _("A turn begins with a card: from the stock, or one of the row and all after it.")
    return _(
        "A turn begins with a card: from the stock, or one of the row and all after it. "
        "The one you choose there must go on the table this turn."
    )


# --- the finger ------------------------------------------------------------------------------


def control(choice: Choice, rows: Iterable[Row]) -> str:
    """The payload of the button that is to be tapped next; empty where none is meant."""
    if choice.hint is None:
        return ""
    action = _meant(choice, choice.hint.action)
    sent = {payload: decode(payload)[1] for row in rows for each in row for payload in _sent(each)}
    cards, chosen = Counter(_cards(action)), Counter(choice.cards)
    offers = choice.view.phase == "draw" or not chosen
    if choice.view.phase == "play" and chosen - cards:
        return _first(sent, lambda what: isinstance(what, rq.ClearChoice))
    return (
        _first(sent, lambda what: _does(what, action))
        or _first(sent, lambda what: _asks(what, action))
        or (_first(sent, _turns_page) if offers and _is_ready(choice, action) else "")
        or _first(sent, lambda what: _chooses(what, cards - chosen))
    )


def _meant(choice: Choice, advice: Action) -> Action:
    """What the player is about to do with the cards chosen, where they can do it; else the advice.

    Whoever has chosen a card to discard, or a meld to lay, knows what they want.
    """
    can = [each.action for each in choice.fits]
    table = [action for action in can if not isinstance(action, Discard)]
    if any(same(action, advice) for action in can):
        return advice
    if table:
        return table[0]
    return can[0] if can and isinstance(advice, Discard) else advice


def cards_to_choose(choice: Choice) -> frozenset[Card]:
    """The cards that the guide's next step still needs chosen."""
    if choice.hint is None:
        return frozenset()
    action = _meant(choice, choice.hint.action)
    return frozenset(Counter(_cards(action)) - Counter(choice.cards))


def _sent(button: Button) -> Iterator[str]:
    """What a button or the options of a menu send."""
    if button.payload:
        yield button.payload
    if isinstance(button, Menu):
        yield from (option.payload for option in button.options if option.payload)


def _first(sent: dict[str, What], meant: Callable[[What], bool]) -> str:
    return next((payload for payload, what in sent.items() if meant(what)), "")


def _does(what: What, action: Action) -> bool:
    """Is it the action, perhaps together with others?"""
    return isinstance(what, rq.Move) and any(same(each, action) for each in what.actions)


def _asks(what: What, action: Action) -> bool:
    return isinstance(what, rq.AskDiscard) and what.on and action == Discard(what.card)


def _turns_page(what: What) -> bool:
    return isinstance(what, rq.Page)


def _chooses(what: What, cards: Counter[Card]) -> bool:
    if isinstance(what, rq.ChooseAmong):
        return any(card in cards for card, _ in what.cards)
    return isinstance(what, rq.Choose) and what.on and what.card in cards


def _is_ready(choice: Choice, action: Action) -> bool:
    return any(same(each.action, action) for each in choice.ready)


def _cards(action: Action) -> tuple[Card, ...]:
    """The cards of the hand that an action uses."""
    if isinstance(action, Lay | Add):
        return tuple(item.card for item in action.cards)
    return (action.card,) if isinstance(action, Swap | Discard) else ()
