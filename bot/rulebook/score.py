"""Going out, the score of a deal, the match and its stakes (RULES.md 7 G, H and I)."""

from __future__ import annotations

from bot.rulebook.sentences import Sentences, listed, minus, more, plus, say
from bot.texts import Texts
from engine.moves import MOST_TURNS
from engine.options import MOST_DEALS
from engine.rules import CleanRun, OutRequirement, Rules


def out(rules: Rules, texts: Texts) -> Sentences:
    """How a deal is brought to its end, and what it brings."""
    _ = texts.gettext
    if rules.out_discard == "required":
        yield say(_("Get rid of all your cards; the last one must be a discard."))
    else:
        yield say(_("Get rid of all your cards, with or without a discard."))
    if rules.out_requirement is not None:
        items = _items(rules, rules.out_requirement, texts)
        if rules.partnership == "solo" or rules.out_requirement_scope == "player":
            yield say(_("You must have laid {list}.", list=items))
        else:
            yield say(_("Your side must have laid {list}.", list=items))
    if rules.no_out_first_round:
        yield say(_("Nobody goes out before all have had a turn."))
    yield more(_("The deal ends at once; nobody has another turn."))
    yield say(_("Going out: {points} points.", points=plus(rules.out_bonus)))
    reward = rules.in_hand_reward
    if reward.type == "bonus":
        yield say(
            _(
                "In one turn, without having laid anything before: {points} in all.",
                points=plus(reward.amount),
            )
        )
    elif reward.type == "double_closer_melds":
        yield say(_("In one turn, without having laid anything before: your melds count twice."))
    elif reward.type == "double_side_score":
        yield say(
            _("In one turn, without having laid anything before: the side's score counts twice.")
        )


def _items(rules: Rules, needed: OutRequirement, texts: Texts) -> str:
    _ = texts.gettext
    poker = _("a poker without wilds") if rules.out_poker_clean else _("a poker")
    items = [
        _("a clean run of {length}", length=item.clean_run) if isinstance(item, CleanRun) else poker
        for item in needed.items
    ]
    return listed(items, _("or") if needed.mode == "any" else _("and"))


def score(rules: Rules, texts: Texts) -> Sentences:
    """What counts when a deal has ended."""
    _ = texts.gettext
    yield say(_("Cards on the table count for you, cards left in hand against you."))
    if rules.poker_factor > 1 and rules.sets and rules.set_max == 4:
        if rules.poker_clean_only:
            yield say(_("Poker without wilds: × {factor}.", factor=rules.poker_factor))
        else:
            yield say(_("Poker: × {factor}.", factor=rules.poker_factor))
    for length, factor in rules.run_factors:
        yield say(
            texts.ngettext(
                "Run of {n} card or more without wilds: × {factor}.",
                "Run of {n} cards or more without wilds: × {factor}.",
                length,
                factor=factor,
            )
        )
    if rules.all_joker_set == "four" and rules.all_joker_points is not None:
        yield say(_("Four jokers: {points} points.", points=rules.all_joker_points))
    if rules.pinnacolone_points is not None:
        yield say(
            _(
                "Pinnacolone, a run of {length} cards or more without wilds: {points} points.",
                length=rules.pinnacolone_min or 0,
                points=rules.pinnacolone_points,
            )
        )
    yield from _penalty(rules, texts)
    yield more(_("A score can be below zero."))


def _penalty(rules: Rules, texts: Texts) -> Sentences:
    _ = texts.gettext
    penalty = rules.no_meld_penalty
    if penalty.type == "double_hand":
        if rules.partnership == "solo":
            yield say(_("Without a meld on the table the cards left in hand count twice."))
        else:
            yield say(_("A side without a meld: its hands count twice."))
    elif penalty.type == "flat":
        points = minus(penalty.amount)
        if penalty.scope == "player":
            yield say(_("A player who has laid nothing: {points} points.", points=points))
        elif rules.partnership == "solo":
            yield say(_("Without a meld on the table: {points} points.", points=points))
        else:
            yield say(_("A side without a meld: {points} points.", points=points))
        if penalty.replaces_hand:
            yield say(_("That is in place of the cards left in hand."))
        else:
            yield more(_("The cards left in hand count besides."))


def match(rules: Rules, texts: Texts) -> Sentences:
    """When the match ends, and what is paid."""
    _ = texts.gettext
    if rules.match_mode == "single_hand":
        yield say(_("One deal: the most points win."))
    elif rules.match_mode == "fixed_hands":
        yield say(
            texts.ngettext(
                "{n} deal: the most points win.",
                "{n} deals: the most points win.",
                rules.fixed_hands or 1,
            )
        )
    elif rules.target_test == "at_least":
        yield say(
            _(
                "Who has {target} points or more after a deal wins; the highest total counts.",
                target=rules.target_score,
            )
        )
    else:
        yield say(
            _(
                "Who has more than {target} points after a deal wins; the highest total counts.",
                target=rules.target_score,
            )
        )
    if rules.match_tie == "extra_hand":
        yield say(_("Equal totals: one more deal."))
    else:
        yield say(_("Equal totals: nobody wins."))
    yield from _pinnacolone(rules, texts)
    yield from _stakes(rules, texts)
    yield more(
        _(
            "So that nothing goes on for ever: after {turns} turns a deal stops, and after {deals} "
            "deals the highest total wins.",
            turns=MOST_TURNS,
            deals=MOST_DEALS,
        )
    )


def _pinnacolone(rules: Rules, texts: Texts) -> Sentences:
    _ = texts.gettext
    if rules.pinnacolone_min is None or rules.pinnacolone_wins == "no":
        return
    if rules.pinnacolone_wins == "match":
        yield say(
            _(
                "Pinnacolone: a run of {length} cards without wilds wins the match at once.",
                length=rules.pinnacolone_min,
            )
        )
    else:
        yield say(
            _(
                "Pinnacolone: a run of {length} cards without wilds ends the deal at once.",
                length=rules.pinnacolone_min,
            )
        )
    yield more(_("Nothing else is needed for it: neither a discard nor an empty hand."))


def _stakes(rules: Rules, texts: Texts) -> Sentences:
    _ = texts.gettext
    stake, rate = f"{rules.stake:g}", f"{rules.point_rate:g}"
    if rules.settlement == "fixed":
        yield say(_("Stakes: who loses pays {amount} to the winner.", amount=stake))
    elif rules.settlement == "per_point":
        yield say(
            _(
                "Stakes: who loses pays the winner {amount} for each point of the difference.",
                amount=rate,
            )
        )
