"""The rules in force, in words built from the options, so that they cannot say anything else."""

from __future__ import annotations

from collections.abc import Iterator

from bot.screen import Line, Screen, bold, line
from bot.texts import Texts
from engine.rules import CleanRun, Rules


def rules_screen(rules: Rules, texts: Texts) -> Screen:
    """All that a player needs to know, short enough for a phone."""
    _ = texts.gettext
    parts = (
        (_("Rules"), _table(rules, texts)),
        (_("Points of the cards"), _values(rules, texts)),
        (_("Melds"), _melds(rules, texts)),
        (_("A turn"), _turn(rules, texts)),
        (_("Going out"), _out(rules, texts)),
        (_("Score of a deal"), _score(rules, texts)),
        (_("Match"), _match(rules, texts)),
    )
    lines: list[Line] = []
    for head, body in parts:
        if lines:
            lines.append(line(""))
        lines.append(line(bold(head)))
        lines.extend(line(text) for text in body)
    return Screen(tuple(lines))


def _table(rules: Rules, texts: Texts) -> Iterator[str]:
    _ = texts.gettext
    if rules.partnership == "pairs":
        yield _("Four players in two sides, partners opposite each other.")
    else:
        yield texts.ngettext(
            "{n} player, each for themselves.", "{n} players, each for themselves.", rules.players
        )
    packs = texts.ngettext("{n} pack of cards", "{n} packs of cards", rules.decks)
    jokers = texts.ngettext("{n} joker", "{n} jokers", rules.jokers)
    yield _("{packs} with {jokers}: {n} cards.", packs=packs, jokers=jokers, n=len(rules.pack))
    if not rules.red_twos:
        yield _("The red 2s are left out.")
    if rules.black_twos == "pinella":
        yield _("The black 2s (pinelle) are wild, like the jokers.")
    yield texts.ngettext(
        "{n} card each, one face up starts the row.",
        "{n} cards each, one face up starts the row.",
        rules.deal_size,
    )


def _values(rules: Rules, texts: Texts) -> Iterator[str]:
    low = f"{'2' if rules.red_twos else '3'}–{rules.ten_from - 1}"
    values = [
        f"A {rules.ace_value}",
        f"{rules.ten_from}–K {rules.high_value}",
        f"{low} {rules.low_value}",
    ]
    if rules.black_twos == "pinella":
        values.append(f"★2 {rules.pinella_value}")
    if rules.jokers:
        values.append(f"🃏 {rules.joker_value}")
    yield " · ".join(values)


def _melds(rules: Rules, texts: Texts) -> Iterator[str]:
    _ = texts.gettext
    if rules.set_max == 4:
        yield _("Set: three cards of one rank, all suits different; four make a poker.")
    else:
        yield _("Set: three cards of one rank, all suits different.")
    yield texts.ngettext(
        "Run: {n} card or more of one suit in a row.",
        "Run: {n} cards or more of one suit in a row.",
        rules.min_meld_size,
    )
    if rules.ace_both_ends and not rules.round_the_corner:
        yield _("The Ace is low or high, or both in one run, but a run ends there.")
    elif not rules.round_the_corner:
        yield _("The Ace is low or high, and a run ends there.")
    if rules.run_two == "skipped":
        yield _("Runs have no 2: after the Ace comes the 3.")
    if rules.black_twos == "pinella":
        yield _("A joker or a pinella stands for any card.")
    else:
        yield _("A joker stands for any card.")
    yield texts.ngettext(
        "A meld needs {n} card that is not wild.",
        "A meld needs {n} cards that are not wild.",
        rules.min_naturals,
    )
    if rules.all_joker_set == "four":
        yield _("Four jokers laid at once are a meld too.")


def _turn(rules: Rules, texts: Texts) -> Iterator[str]:
    _ = texts.gettext
    if rules.row_take == "any_card":
        yield _("Draw from the stock, or take a card of the row with all that lie after it.")
    else:
        yield _("Draw from the stock, or take the last card of the row.")
    if rules.row_obligation != "none":
        if rules.row_obligation_timing == "first_action":
            yield _("The first thing you lay must contain the row card you took.")
        else:
            yield _("The row card you choose must go on the table in the same turn.")
    if rules.row_block != "none":
        yield _("A wild in the row blocks what lies before it.")
    if rules.row_needs_open:
        yield _("You may take from the row only after laying a meld.")
    if rules.partnership == "solo":
        yield _("Lay as many melds as you like, and add to your melds.")
    else:
        yield _("Lay as many melds as you like, and add to the melds of your side.")
        if rules.add_partner == "after_open":
            yield _("To your partner's melds only once you have laid one yourself.")
    yield from _swap(rules, texts)
    yield _("End the turn with a discard.")
    if rules.stock_empty == "reshuffle_row":
        yield _("When the stock is empty, the row without its last card becomes the new stock.")
    elif rules.stock_empty == "row_or_stop":
        yield _("When the stock is empty, take from the row or stop the deal.")


def _swap(rules: Rules, texts: Texts) -> Iterator[str]:
    _ = texts.gettext
    if rules.swap_joker_from == "any_meld":
        yield _("A joker on the table is taken with the card it stands for, from any meld.")
    elif rules.swap_joker_from == "own_side":
        yield _("A joker is taken with the card it stands for, from your side's melds.")
    if rules.black_twos == "pinella":
        if rules.swap_pinella_from == "own_side":
            yield _("A pinella is taken only from your own side's melds.")
        elif rules.swap_pinella_from == "never":
            yield _("A pinella on the table stays where it is.")
    if rules.swap_joker_from != "never":
        if rules.swap_needs_open:
            yield _("For that you must have laid a meld of your own.")
        if rules.reuse_joker == "same_turn":
            yield _("The joker goes back on the table in the same turn.")


def _out(rules: Rules, texts: Texts) -> Iterator[str]:
    _ = texts.gettext
    if rules.out_discard == "required":
        yield _("Get rid of all your cards; the last one must be a discard.")
    else:
        yield _("Get rid of all your cards, with or without a discard.")
    if rules.out_requirement is not None:
        items = [
            _("a clean run of {length}", length=item.clean_run)
            if isinstance(item, CleanRun)
            else _("a poker")
            for item in rules.out_requirement.items
        ]
        word = _("or") if rules.out_requirement.mode == "any" else _("and")
        yield _("Your side must have laid {list}.", list=_joined(items, word))
    yield _("Going out: {points} points.", points=_plus(rules.out_bonus))
    reward = rules.in_hand_reward
    if reward.type == "bonus":
        yield _(
            "In one turn, without having laid anything before: {points} in all.",
            points=_plus(reward.amount),
        )
    elif reward.type == "double_closer_melds":
        yield _("In one turn, without having laid anything before: your melds count twice.")
    elif reward.type == "double_side_score":
        yield _("In one turn, without having laid anything before: the side's score counts twice.")


def _score(rules: Rules, texts: Texts) -> Iterator[str]:
    _ = texts.gettext
    yield _("Cards on the table count for you, cards left in hand against you.")
    if rules.poker_factor > 1:
        if rules.poker_clean_only:
            yield _("Poker without wilds: × {factor}.", factor=rules.poker_factor)
        else:
            yield _("Poker: × {factor}.", factor=rules.poker_factor)
    for length, factor in rules.run_factors:
        yield texts.ngettext(
            "Run of {n} card or more without wilds: × {factor}.",
            "Run of {n} cards or more without wilds: × {factor}.",
            length,
            factor=factor,
        )
    if rules.all_joker_points is not None:
        yield _("Four jokers: {points} points.", points=rules.all_joker_points)
    penalty = rules.no_meld_penalty
    if penalty.type == "double_hand":
        if rules.partnership == "solo":
            yield _("Without a meld on the table the cards left in hand count twice.")
        else:
            yield _("A side without a meld: its hands count twice.")
    elif penalty.type == "flat" and penalty.scope == "side":
        yield _("A side without a meld: {points} points.", points=_minus(penalty.amount))
    elif penalty.type == "flat":
        yield _("A player who has laid nothing: {points} points.", points=_minus(penalty.amount))


def _match(rules: Rules, texts: Texts) -> Iterator[str]:
    _ = texts.gettext
    if rules.match_mode == "single_hand":
        yield _("One deal: the most points win.")
    elif rules.match_mode == "fixed_hands":
        yield texts.ngettext(
            "{n} deal: the most points win.",
            "{n} deals: the most points win.",
            rules.fixed_hands or 1,
        )
    elif rules.target_test == "at_least":
        yield _(
            "Who has {target} points or more after a deal wins; the highest total counts.",
            target=rules.target_score,
        )
    else:
        yield _(
            "Who has more than {target} points after a deal wins; the highest total counts.",
            target=rules.target_score,
        )
    if rules.match_tie == "extra_hand":
        yield _("Equal totals: one more deal.")
    if rules.pinnacolone_min is not None and rules.pinnacolone_wins == "match":
        yield _(
            "Pinnacolone: a run of {length} cards without wilds wins the match at once.",
            length=rules.pinnacolone_min,
        )
    if rules.pinnacolone_points is not None:
        yield _("The Pinnacolone counts {points} points.", points=rules.pinnacolone_points)


def _plus(points: int | None) -> str:
    return f"+{points or 0}"


def _minus(points: int | None) -> str:
    return f"−{points or 0}"


def _joined(items: list[str], word: str) -> str:
    return f" {word} ".join(items)
