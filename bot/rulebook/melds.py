"""What the cards are worth and what they form (RULES.md 7 C and E)."""

from __future__ import annotations

from bot.rulebook.sentences import Sentences, more, say
from bot.screens.cards import JOKER_SIGN, PINELLA_SIGN
from bot.texts import Texts
from engine.rules import Rules


def values(rules: Rules, texts: Texts) -> Sentences:
    """Points of each card, on one line."""
    _ = texts.gettext
    low = f"{'2' if rules.red_twos else '3'}–{rules.ten_from - 1}"
    found = [
        f"A {rules.ace_value}",
        f"{rules.ten_from}–K {rules.high_value}",
        f"{low} {rules.low_value}",
    ]
    if rules.black_twos == "pinella":
        found.append(f"{PINELLA_SIGN}2 {rules.pinella_value}")
    if rules.jokers:
        found.append(f"{JOKER_SIGN} {rules.joker_value}")
    yield say(" · ".join(found))
    if rules.wild_faces:
        if rules.wild_meld_value == "own":
            yield more(_("A wild counts its own points, in a meld too."))
        else:
            yield say(_("In a meld a wild counts as the card it stands for."))


def melds(rules: Rules, texts: Texts) -> Sentences:
    """Sets, runs, wilds."""
    _ = texts.gettext
    yield from _sets(rules, texts)
    yield say(
        texts.ngettext(
            "Run: {n} card or more of one suit in a row.",
            "Run: {n} cards or more of one suit in a row.",
            rules.min_meld_size,
        )
    )
    yield from _ace(rules, texts)
    yield from _two(rules, texts)
    if rules.wild_faces:
        yield from _wilds(rules, texts)
    if rules.opening_min_points:
        yield say(
            texts.ngettext(
                "The first meld of a player must be worth {n} point or more.",
                "The first meld of a player must be worth {n} points or more.",
                rules.opening_min_points,
            )
        )


def _sets(rules: Rules, texts: Texts) -> Sentences:
    _ = texts.gettext
    if not rules.sets:
        yield say(_("There are no sets, only runs."))
        return
    if rules.min_meld_size == 4:
        yield say(_("Set: four cards of one rank, all suits different; it is called a poker."))
    elif rules.set_max == 4:
        yield say(_("Set: three cards of one rank, all suits different; four make a poker."))
    else:
        yield say(_("Set: three cards of one rank, all suits different."))
    yield more(_("A full set takes no more cards, and no suit lies in it twice."))


def _ace(rules: Rules, texts: Texts) -> Sentences:
    _ = texts.gettext
    if rules.round_the_corner is True:
        yield say(_("The Ace is low or high, and a run may go on past it."))
    else:
        if rules.ace_both_ends:
            yield say(_("The Ace is low or high, or both in one run, but a run ends there."))
        else:
            yield say(_("The Ace is low or high, and a run ends there."))
        if rules.round_the_corner == "black":
            yield say(_("In spades and clubs a run may go on past the Ace."))
        return
    if rules.ace_both_ends:
        yield more(_("A run of the whole suit may have an Ace at either end."))
    else:
        yield more(_("No run has two Aces."))


def _two(rules: Rules, texts: Texts) -> Sentences:
    _ = texts.gettext
    if rules.run_two == "skipped":
        yield say(_("Runs have no 2: after the Ace comes the 3."))
    elif rules.run_two == "by_suit":
        yield say(_("Runs in spades and clubs have no 2: after the Ace comes the 3."))
    elif rules.black_twos == "pinella":
        yield say(_("Runs have a 2 in every suit; in spades and clubs only a wild is one."))


def _wilds(rules: Rules, texts: Texts) -> Sentences:
    _ = texts.gettext
    if rules.black_twos != "pinella":
        yield say(_("A joker stands for any card."))
    elif rules.jokers:
        yield say(_("A joker or a pinella stands for any card."))
    else:
        yield say(_("A pinella stands for any card."))
    yield say(
        texts.ngettext(
            "A meld needs {n} card that is not wild.",
            "A meld needs {n} cards that are not wild.",
            max(rules.min_naturals, 1),
        )
    )
    if rules.max_wilds == 0:
        yield say(_("No meld may have a wild."))
    elif rules.max_wilds is not None:
        yield say(
            texts.ngettext(
                "A meld has at most {n} wild.", "A meld has at most {n} wilds.", rules.max_wilds
            )
        )
    else:
        yield more(_("There is no limit to the wilds of a meld."))
    if rules.sets:
        yield more(
            _("A wild in a set stands for one suit, which is named.")
            if rules.set_wild_suit == "declared"
            else _("A wild in a set stands for whatever suit is missing.")
        )
    yield more(
        _("When a run grows, its wilds may move to another place of it.")
        if rules.wild_slide
        else _("A wild keeps its place in a run.")
    )
    if rules.all_joker_set == "four":
        yield say(_("Four jokers laid at once are a meld too."))
        yield more(_("Nothing is added to the four jokers, and none is taken."))
