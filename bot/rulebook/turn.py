"""Drawing, laying, swapping, discarding (RULES.md 7 D, F and G)."""

from __future__ import annotations

from bot.rulebook.sentences import Sentences, either, more, say
from bot.texts import Texts
from engine.rules import Rules


def turn(rules: Rules, texts: Texts) -> Sentences:
    """A turn from the draw to the discard, and what stops a deal."""
    yield from _draw(rules, texts)
    yield from _row(rules, texts)
    yield from _lay(rules, texts)
    if rules.wild_faces:
        yield from _swap(rules, texts)
    yield from _discard(rules, texts)
    yield from _stop(rules, texts)


def _draw(rules: Rules, texts: Texts) -> Sentences:
    _ = texts.gettext
    if rules.row_take == "any_card":
        yield say(_("Draw from the stock, or take a card of the row with all that lie after it."))
    else:
        yield say(_("Draw from the stock, or take the last card of the row."))
    if rules.draw_count == 2:
        yield say(_("The stock gives two cards a turn."))
    elif rules.single_card_draws == 2:
        yield say(_("To a player with a single card the stock gives two."))


def _row(rules: Rules, texts: Texts) -> Sentences:
    _ = texts.gettext
    if rules.row_obligation != "none":
        if rules.row_obligation_timing == "first_action":
            yield say(_("The first thing you lay must contain the row card you took."))
        else:
            yield say(_("The row card you choose must go on the table in the same turn."))
        if rules.row_obligation == "not_for_last":
            yield say(_("The newest card of the row may also be kept."))
        elif rules.row_take == "any_card":
            yield more(_("That holds for the newest card too, but not for those taken along."))
        yield more(_("It may go {ways}.", ways=_ways(rules, texts)))
        yield more(_("If that cannot be done, the taking is undone and you draw anew."))
    elif rules.discard_taken_card:
        yield say(_("The row card you choose may be kept, or discarded again."))
    else:
        yield say(_("The row card you choose may be kept, but not discarded in that turn."))
    if rules.wild_faces:
        if rules.row_block == "incl_wild":
            yield say(_("A wild in the row blocks itself and all that lies before it."))
        elif rules.row_block == "before_only":
            yield say(_("A wild in the row blocks all that lies before it, but not itself."))
        else:
            yield more(_("A wild in the row blocks nothing."))
    if rules.row_needs_open:
        yield say(_("You may take from the row only after laying a meld."))


def _ways(rules: Rules, texts: Texts) -> str:
    _ = texts.gettext
    words = {
        "new_meld": _("into a new meld"),
        "extend": _("into a meld on the table"),
        "swap_own": _("into the place of a wild in your side's melds"),
        "swap_opp": _("into the place of a wild in other melds"),
    }
    ways = [words[way] for way in words if way in rules.row_obligation_ways]
    return either(ways, texts)


def _lay(rules: Rules, texts: Texts) -> Sentences:
    _ = texts.gettext
    if rules.partnership == "solo":
        yield say(_("Lay as many melds as you like, and add to your melds."))
    elif rules.add_partner == "never":
        yield say(_("Lay as many melds as you like, and add to those you have laid."))
    else:
        yield say(_("Lay as many melds as you like, and add to the melds of your side."))
        if rules.add_partner == "after_open":
            yield say(_("To your partner's melds only once you have laid one yourself."))
    if rules.add_opponents == "allowed":
        yield say(_("You may add to the opponents' melds too; the cards score for them."))
    else:
        yield more(_("Nobody adds to the opponents' melds."))
    yield more(_("What lies on the table stays there: melds are not joined, parted or changed."))


def _swap(rules: Rules, texts: Texts) -> Sentences:
    _ = texts.gettext
    pinelle = rules.black_twos == "pinella"
    if rules.jokers:
        if rules.swap_joker_from == "any_meld":
            yield say(
                _("A joker on the table is taken with the card it stands for, from any meld.")
            )
        elif rules.swap_joker_from == "own_side":
            yield say(_("A joker is taken with the card it stands for, from your side's melds."))
        else:
            yield say(_("A joker on the table stays where it is."))
    if pinelle:
        if rules.swap_pinella_from == "any_meld":
            yield say(_("A pinella is taken with the card it stands for, from any meld."))
        elif rules.swap_pinella_from == "own_side":
            yield say(_("A pinella is taken only from your own side's melds."))
        else:
            yield say(_("A pinella on the table stays where it is."))
    jokers = bool(rules.jokers) and rules.swap_joker_from != "never"
    pinelle = pinelle and rules.swap_pinella_from != "never"
    if not jokers and not pinelle:
        return
    if rules.swap_needs_open:
        yield say(_("For that you must have laid a meld of your own."))
    if jokers:
        if rules.reuse_joker == "same_turn":
            yield say(_("The joker goes back on the table in the same turn."))
        else:
            yield say(_("The joker may be kept."))
    if pinelle:
        if rules.reuse_pinella == "same_turn":
            yield say(_("The pinella goes back on the table in the same turn."))
        else:
            yield say(_("The pinella may be kept."))
    owed = (jokers and rules.reuse_joker == "same_turn") or (
        pinelle and rules.reuse_pinella == "same_turn"
    )
    if owed and rules.reuse_place == "same_meld":
        yield say(_("There it goes into the meld it was taken from, at another place."))
    elif owed:
        yield more(_("There it goes into any meld of your side, the same one too."))


def _discard(rules: Rules, texts: Texts) -> Sentences:
    _ = texts.gettext
    yield say(_("End the turn with a discard."))
    if rules.wild_faces:
        if rules.discard_wild:
            yield more(_("Wilds may be discarded."))
        else:
            yield say(_("Wilds may not be discarded."))
    if rules.row_obligation == "not_for_last":
        yield more(
            _("The card chosen from the row may be discarded in the same turn.")
            if rules.discard_taken_card
            else _("The card chosen from the row may not be discarded in the same turn.")
        )
    if not rules.discard_fitting:
        yield say(_("A card that fits a meld on the table may not be discarded."))
    if not (rules.discard_wild and rules.discard_fitting):
        yield more(_("Who holds nothing else may discard it after all."))


def _stop(rules: Rules, texts: Texts) -> Sentences:
    _ = texts.gettext
    if rules.stock_empty == "reshuffle_row":
        yield say(
            _("When the stock is empty, the row without its last card becomes the new stock.")
        )
        yield more(
            _("But if nobody has laid a card since the last time, for two rounds, the deal stops.")
        )
    elif rules.stock_empty == "row_or_stop":
        yield say(_("When the stock is empty, take from the row or stop the deal."))
    else:
        yield say(_("The deal stops after the turn in which the last card of the stock is drawn."))
    if rules.stall_turns is not None:
        yield say(
            texts.ngettext(
                "After {n} turn in which nobody lays a card the deal stops.",
                "After {n} turns in which nobody lays a card the deal stops.",
                rules.stall_turns,
            )
        )
    if rules.stopped_hand == "score":
        yield more(_("A stopped deal counts, without a bonus for going out."))
    else:
        yield say(_("A stopped deal does not count."))
