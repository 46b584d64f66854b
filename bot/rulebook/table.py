"""Seats, pack and deal (RULES.md 7 A and B)."""

from __future__ import annotations

from bot.rulebook.sentences import Sentences, either, more, say
from bot.texts import Texts
from engine.rules import Rules


def table(rules: Rules, texts: Texts) -> Sentences:
    """Who plays, with which cards, and how they are dealt."""
    _ = texts.gettext
    yield say(_players(rules, texts))
    others = [n for n in sorted(set(rules.players_allowed)) if n != rules.players]
    if others:
        numbers = either([str(n) for n in others], texts)
        yield more(_("Also for other numbers of players: {numbers}.", numbers=numbers))
    yield from _pack(rules, texts)
    yield from _deal(rules, texts)


def _players(rules: Rules, texts: Texts) -> str:
    _ = texts.gettext
    if rules.partnership == "solo":
        return texts.ngettext(
            "{n} player, each for themselves.", "{n} players, each for themselves.", rules.players
        )
    if rules.partnership == "threes":
        return _("Six players in two sides of three: every second seat belongs to your side.")
    if rules.players == 6:
        return _("Six players in three sides of two, partners opposite each other.")
    return _("Four players in two sides, partners opposite each other.")


def _pack(rules: Rules, texts: Texts) -> Sentences:
    _ = texts.gettext
    packs = texts.ngettext("{n} pack of cards", "{n} packs of cards", rules.decks)
    count = len(rules.pack)
    if rules.jokers:
        jokers = texts.ngettext("{n} joker", "{n} jokers", rules.jokers)
        yield say(_("{packs} with {jokers}: {n} cards.", packs=packs, jokers=jokers, n=count))
    else:
        yield say(_("{packs} without jokers: {n} cards.", packs=packs, n=count))
    if not rules.red_twos:
        yield say(_("The red 2s are left out."))
    if rules.black_twos == "pinella":
        yield say(
            _("The black 2s (pinelle) are wild, like the jokers.")
            if rules.jokers
            else _("The black 2s (pinelle) are wild.")
        )
        if rules.red_twos:
            yield say(_("The red 2s are ordinary cards."))


def _deal(rules: Rules, texts: Texts) -> Sentences:
    _ = texts.gettext
    if rules.upcard:
        yield say(
            texts.ngettext(
                "{n} card each, one face up starts the row.",
                "{n} cards each, one face up starts the row.",
                rules.deal_size,
            )
        )
    else:
        yield say(
            texts.ngettext(
                "{n} card each; the row starts empty.",
                "{n} cards each; the row starts empty.",
                rules.deal_size,
            )
        )
    others = [n for n in sorted(set(rules.deal_sizes_allowed)) if n != rules.deal_size]
    if others:
        numbers = either([str(n) for n in others], texts)
        yield more(_("Also with other numbers of cards each: {numbers}.", numbers=numbers))
    yield more(
        _("The first dealer is drawn by lot.")
        if rules.first_dealer == "random"
        else _("The first seat deals first.")
    )
    yield more(
        {
            "left": _("The deal then passes to the left."),
            "right": _("The deal then passes to the right."),
            "fixed": _("The dealer stays the same."),
        }[rules.dealer_rotation]
    )
    yield more(
        _("Cards are dealt one at a time, clockwise.")
        if rules.deal_direction == "clockwise"
        else _("Cards are dealt one at a time, anticlockwise.")
    )
    clockwise = rules.play_direction == "clockwise"
    if rules.first_player == "dealer":
        yield more(
            _("The dealer begins; play goes clockwise.")
            if clockwise
            else _("The dealer begins; play goes anticlockwise.")
        )
    else:
        yield more(
            _("The player after the dealer begins; play goes clockwise.")
            if clockwise
            else _("The player after the dealer begins; play goes anticlockwise.")
        )
