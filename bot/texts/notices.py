"""Notices in words: one short text for every code of the engine and of the host.

A code may have several texts, the one with most facts first; the first whose facts are all known
is used, so that a refusal without its facts still says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from string import Formatter
from typing import Final

from bot.notices import Fact, Notice
from bot.screens import measure
from bot.screens.cards import TEXT, Script
from bot.screens.choices import toggle_title
from bot.texts import N_, Texts, Value
from engine.cards import Card, Placed
from engine.melds import Meld

LIMIT: Final = 200
"""UTF-16 units of an answer to a tap on the narrowest platform."""


_MELDS: Final = {
    "too_short": (
        N_("A meld takes at least {minimum} cards."),
        N_("Too few cards for a meld."),
    ),
    "too_long": (
        N_("Such a meld takes at most {maximum} cards."),
        N_("Too many cards for one meld."),
    ),
    "all_wild": (N_("A meld needs at least one card that is not wild."),),
    "too_few_naturals": (
        N_("A meld needs at least {minimum} cards that are not wild."),
        N_("Too few cards that are not wild."),
    ),
    "too_many_wilds": (
        N_("Wild cards in a meld: {maximum} at most."),
        N_("Too many wild cards for one meld."),
    ),
    "ambiguous_wild": (N_("Say which card the wild stands for."),),
    "not_a_wild": (
        N_("{card} is not wild: it stands only for itself."),
        N_("This card is not wild: it stands only for itself."),
    ),
    "rank_not_in_play": (N_("Runs have no 2 here."),),
    "card_not_in_deck": (N_("The pack does not have that many of this card."),),
    "duplicate_suit": (N_("A set takes each suit only once."),),
    "not_consecutive": (N_("These cards do not follow one another."),),
    "round_the_corner": (N_("A run does not go on past the Ace."),),
    "not_a_meld": (N_("These cards are no meld."),),
    "no_sets": (N_("There are no sets here: lay runs only."),),
}

_TURNS: Final = {
    "must_draw_first": (N_("Draw a card first."),),
    "already_drawn": (N_("You have drawn already."),),
    "no_such_row_card": (N_("This card is no longer in the row."),),
    "row_blocked": (N_("Blocked: a wild lies after this card in the row."),),
    "row_needs_open": (N_("You may take from the row only after laying a meld."),),
    "take_not_completable": (
        N_("{card} cannot be used this turn: it stays in the row."),
        N_("This card cannot be used this turn: it stays in the row."),
    ),
    "stock_empty": (N_("The stock is empty: take from the row or stop the deal."),),
    "not_in_hand": (
        N_("{card} is not in your hand."),
        N_("These cards are not in your hand."),
    ),
    "opponents_meld": (N_("That meld is the opponents'."),),
    "partners_meld": (N_("That meld is your partner's: only they add to it."),),
    "opening_points": (
        N_("The first meld needs {needs} points; this one has {points}."),
        N_("The first meld has too few points."),
    ),
    "must_open_first": (N_("First lay a meld of your own in this deal."),),
    "set_complete": (N_("The set is full."),),
    "does_not_fit": (
        N_("Does not fit: {meld} takes {takes}."),
        N_("Does not fit: that meld takes {takes}."),
        N_("These cards do not fit there."),
    ),
    "swap_needs_natural": (N_("A wild is taken with the very card it stands for."),),
    "swap_wrong_card": (
        N_("The wild stands for {card}: only that card takes it."),
        N_("The wild there stands for another card."),
    ),
    "wild_fixed": (N_("This wild cannot be taken."),),
    "not_your_sides_pinella": (N_("A pinella is taken only from your own side's melds."),),
    "row_obligation": (
        N_("You took {card}: it must go on the table before you discard."),
        N_("The row card you took must go on the table before you discard."),
    ),
    "row_obligation_first_action": (
        N_("You took {card}: the first thing you lay must contain it."),
        N_("The first thing you lay must contain the row card you took."),
    ),
    "reuse_obligation": (N_("The wild you took must go back on the table this turn."),),
    "discard_wild": (N_("Wild cards may not be discarded here."),),
    "discard_taken_card": (N_("The row card you took may not be discarded this turn."),),
    "discard_fitting": (N_("This card fits a meld on the table: it may not be discarded."),),
    "no_out_first_round": (N_("Nobody goes out in the first round."),),
    "must_keep_discard": (N_("Keep one card: a turn ends with a discard."),),
    "out_requirement": (
        N_("To go out your side needs: {needs}."),
        N_("Your side does not have what going out needs yet."),
    ),
    "turn_over": (N_("The deal is over."),),
    "nothing_to_undo": (N_("There is nothing to take back."),),
    "no_such_meld": (N_("That meld is not on the table any more."),),
    "cannot_stop": (N_("The deal cannot be stopped now."),),
}

_HOST: Final = {
    "stale": (N_("The table has moved on: this is how it stands."),),
    "already_done": (N_("Already done."),),
    "not_your_turn": (N_("Wait: {name} is playing."), N_("Wait: it is not your turn.")),
    "no_seat": (N_("You have no seat in this match."),),
    "not_host": (
        N_(
            "Only {name}, who opened the table, or an admin can do that. After {minutes} silent "
            "minutes anybody who sits here can."
        ),
        N_("Only {name}, who opened the table, or an admin can do that."),
        N_("Only an admin can do that."),
    ),
    "trouble": (N_("That did not work: please try again."),),
    "unknown_button": (N_("This button does not work any more."),),
    "table_full": (N_("All seats are taken."),),
    "already_seated": (N_("You already have a seat."),),
    "seated": (
        N_("You are at the table: {title}. Your cards come here."),
        N_("You are at the table."),
    ),
    "left": (N_("You have left the table."),),
    "left_match": (N_("You have left: a computer plays on for you. Join brings you back."),),
    "not_seated": (N_("You have no seat at this table."),),
    "side_full": (N_("That side is full."),),
    "open_private": (N_("Open the private chat with me: your seat is taken there."),),
    "not_member": (N_("Only members of this group can sit down here."),),
    "link_not_yours": (N_("This link is for somebody else: tap Join in the group."),),
    "link_old": (N_("This link has expired: tap Join in the group again."),),
    "only_in_group": (
        N_("That works in your group: {title}."),
        N_("That works in a group: add me to one and write /pinnacola there."),
    ),
    "no_table": (N_("There is no table here: /pinnacola opens one."),),
    "no_hand": (N_("You hold no cards at the moment."),),
    "table_open": (N_("The table is open: tap Join."),),
    "removed": (N_("You have been removed from this table."),),
    "kicked": (N_("{name} has been removed from the table."), N_("Removed from the table.")),
    "kick_self": (N_("That is you: to go, give up your seat."),),
    "nobody_to_kick": (N_("Nobody else is sitting here."),),
    "match_running": (N_("A match is being played here."),),
    "started": (N_("Let's play!"),),
    "ready": (N_("You are ready."),),
    "stopped": (N_("The match has been stopped."),),
    "closed": (N_("The table has been closed."),),
    "too_many_people": (N_("Too many people are sitting for that: somebody must stand up."),),
    "next_deal": (N_("You take over from a computer at the next deal."),),
    "time_up": (N_("Time is up: the computer played this turn."),),
    "stand_in": (N_("A computer is playing for you: tap I'm back."),),
    "back": (N_("Here you are again: you play on."),),
    "mute": (
        N_(
            "I may not write in this channel. Who manages the server can let me: View Channel "
            "and Send Messages (also in threads)."
        ),
    ),
    "tried_again": (
        N_(
            "I could not write here until now and try again. If no table appears, I lack the right "
            "to write; into a private thread a mention of me lets me in."
        ),
    ),
    "bot_out": (N_("I cannot write in the group any more: the game goes on as soon as I can."),),
    "paused": (N_("The game is paused: tap Resume."),),
    "pause_begun": (N_("The game is paused. Anybody at the table can resume it."),),
    "resumed": (N_("The game goes on."),),
    "nobody_waits": (N_("Nobody is waiting for you: the game rests as long as you like."),),
    "own_turn": (N_("It is your own turn."),),
    "no_nudge": (N_("A computer is playing: it moves by itself."),),
    "nudged": (N_("{name} has been reminded."), N_("The player has been reminded.")),
    "nudged_before": (
        N_("{name} has been reminded in this turn already."),
        N_("The player has been reminded in this turn already."),
    ),
    "left_last": (N_("You were the last one: the match has ended."),),
    "leave_last": (N_("Nobody else is playing: if you leave, the match ends. Are you sure?"),),
    "stop_unvote": (N_("You no longer ask to stop the match."),),
    "pause_unvote": (N_("You no longer ask for a pause."),),
    "laid": (N_("Laid: {meld}, {points} points."), N_("Laid.")),
    "added": (N_("Added: {meld}, {points} points."), N_("Added: {meld}."), N_("Added.")),
    "swapped": (N_("The wild is yours: {card} lies in its place."), N_("The wild is yours.")),
    "undone": (N_("Taken back."),),
    "discarded": (N_("Discarded: {card}."), N_("Discarded.")),
    "drew": (N_("You drew {card}."), N_("You have drawn.")),
    "sent_private": (N_("I have sent it to you in private."),),
    "no_record": (N_("No deal has been finished here yet."),),
    "cut": (N_("You cut at {count}: it goes into the next shuffle."), N_("You have cut.")),
    "no_results": (N_("No match has been finished here yet."),),
    "set_aside": (
        N_("I could not read this chat's saved table and put it away: /pinnacola opens a new one."),
    ),
    "store_down": (N_("My memory does not answer right now: please try again in a moment."),),
}

_WORDS: Final[dict[str, tuple[str, ...]]] = {**_MELDS, **_TURNS, **_HOST}


def _fact(value: Fact, script: Script) -> Value:
    """A fact in words."""
    if isinstance(value, Card):
        return script.card(value)
    if isinstance(value, Meld):
        return script.meld(value)
    if isinstance(value, str):
        return measure.name(value)
    if isinstance(value, int):
        return value
    placed = [each for each in value if isinstance(each, Placed)]
    if placed:
        return script.laid(placed)
    return ", ".join(
        script.card(each) if isinstance(each, Card) else measure.name(str(each)) for each in value
    )


def _requirement(needs: Fact, mode: Fact | None, texts: Texts) -> str:
    """What going out still needs: items `poker` and `clean_run 6`, any of them or all."""
    _ = texts.gettext
    items = needs if isinstance(needs, tuple) else (needs,)
    words: list[str] = []
    for item in items:
        kind, _space, length = str(item).partition(" ")
        if kind == "poker":
            words.append(_("a poker"))
        else:
            words.append(_("a clean run of {length}", length=length))
    word = _("or") if mode == "any" else _("and")
    return f" {word} ".join(words)


def hand_text(cards: tuple[Card, ...], texts: Texts, script: Script = TEXT) -> str:
    """A hand for a small alert: a line for each suit, the ranks after it.

    >>> from bot.texts import texts
    >>> from engine.cards import cards
    >>> print(hand_text(cards("9s3hTs*"), texts("en")))
    Hand (4)
    ♤ 9 10
    ♥️ 3
    🃏
    """
    head = texts.gettext("Hand ({n})", n=len(cards))
    return "\n".join([head, *script.by_suit(cards)])


def _hand(facts: dict[str, Fact], texts: Texts, script: Script) -> str:
    return hand_text(_cards(facts), texts, script)


def _cards(facts: dict[str, Fact]) -> tuple[Card, ...]:
    held = facts.get("cards")
    return tuple(c for c in held if isinstance(c, Card)) if isinstance(held, tuple) else ()


def _number(facts: dict[str, Fact], name: str) -> int:
    value = facts.get(name)
    if isinstance(value, tuple):
        return len(value)
    return value if isinstance(value, int) else 0


def _took(facts: dict[str, Fact], texts: Texts, script: Script) -> str:
    taken = facts.get("card")
    card = script.card(taken) if isinstance(taken, Card) else "?"
    along = _number(facts, "count")
    if not along:
        return texts.gettext("You took {card}.", card=card)
    return texts.ngettext(
        "You took {card} and {n} more card.",
        "You took {card} and {n} more cards.",
        along,
        card=card,
    )


def _laid_all(facts: dict[str, Fact], texts: Texts, script: Script) -> str:
    return texts.ngettext(
        "Laid: {n} meld, {points} points.",
        "Laid: {n} melds, {points} points.",
        _number(facts, "count"),
        points=_number(facts, "points"),
    )


def _seats_missing(facts: dict[str, Fact], texts: Texts, script: Script) -> str:
    return texts.ngettext(
        "{n} player missing: wait, or add a computer.",
        "{n} players missing: wait, or add a computer.",
        _number(facts, "count"),
    )


def _rules_clash(facts: dict[str, Fact], texts: Texts, script: Script) -> str:
    held = facts.get("toggles")
    if not isinstance(held, tuple) or not held:
        return texts.gettext("These rules do not go together.")
    names = ", ".join(toggle_title(str(name), texts) for name in held)
    return texts.gettext("Does not go together with: {names}.", names=names)


def _stop_vote(facts: dict[str, Fact], texts: Texts, script: Script) -> str:
    return texts.ngettext(
        "To stop the match {n} more player must ask for it. "
        "Tap Stop the match again to take that back.",
        "To stop the match {n} more players must ask for it. "
        "Tap Stop the match again to take that back.",
        _number(facts, "missing"),
    )


def _pause_vote(facts: dict[str, Fact], texts: Texts, script: Script) -> str:
    return texts.ngettext(
        "For a pause {n} more player must agree. Tap Pause again to take that back.",
        "For a pause {n} more players must agree. Tap Pause again to take that back.",
        _number(facts, "missing"),
    )


_BUILT: Final[dict[str, Callable[[dict[str, Fact], Texts, Script], str]]] = {
    "hand": _hand,
    "took": _took,
    "laid_all": _laid_all,
    "seats_missing": _seats_missing,
    "stop_vote": _stop_vote,
    "rules_clash": _rules_clash,
    "pause_vote": _pause_vote,
}

CODES: Final = frozenset(_WORDS) | frozenset(_BUILT)
"""Every code that has a text."""


def _needs(message: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(message) if name is not None)


def notice_text(notice: Notice, texts: Texts, script: Script = TEXT) -> str:
    """A notice in words, at most `LIMIT` units long. An unknown code gets the text of `trouble`."""
    if notice.code in _BUILT:
        return measure.clip(_BUILT[notice.code](notice.facts, texts, script), LIMIT)
    facts = {
        name: measure.title(str(value)) if name == "title" else _fact(value, script)
        for name, value in notice.facts.items()
    }
    if isinstance(notice.facts.get("meld"), int):
        # The number of a meld says nothing to a person.
        facts.pop("meld")
    if notice.code == "out_requirement" and "needs" in notice.facts:
        facts["needs"] = _requirement(notice.facts["needs"], notice.facts.get("mode"), texts)
    known = (*_WORDS.get(notice.code, ()), *_WORDS["trouble"])
    message = next(message for message in known if _needs(message) <= facts.keys())
    return measure.clip(texts.gettext(message, **facts), LIMIT)
