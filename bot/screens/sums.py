"""How a deal ended and what the lines of its sum are for, in words."""

from __future__ import annotations

from bot.screens.parts import seat_name, side_name
from bot.state import DealResult, Table
from bot.texts import Texts
from engine.melds import is_clean, is_pinnacolone
from engine.scoring import ScoreLine


def how_it_ended(table: Table, deal: DealResult, texts: Texts) -> str:
    """Which deal it was, and who went out."""
    _ = texts.gettext
    if deal.pinnacolone is not None:
        who = side_name(table, deal.pinnacolone, texts)
        return _("Deal {n}: Pinnacolone of {names}", n=deal.number, names=who)
    if deal.closer is None:
        return _("Deal {n}: stopped", n=deal.number)
    who = seat_name(table, deal.closer, texts)
    if deal.in_hand:
        return _("Deal {n}: {name} goes out in one turn", n=deal.number, name=who)
    return _("Deal {n}: {name} goes out", n=deal.number, name=who)


def who_won(table: Table, texts: Texts) -> str:
    """The winner of the match, where there is one."""
    winner = None if table.match is None else table.match.winner
    if winner is None:
        return texts.gettext("The match ends in a draw")
    return texts.gettext("Match won: {names}", names=side_name(table, winner, texts))


def target_text(table: Table, texts: Texts) -> str:
    """The points a match is played to; empty where it is not."""
    if table.rules.match_mode != "target":
        return ""
    target = table.rules.target_score
    if table.rules.target_test == "more_than":
        return texts.gettext("Target: more than {target}.", target=target)
    return texts.gettext("Target {target}.", target=target)


def times(each: ScoreLine) -> str:
    """`65 × 2`, where the cards count more than once."""
    return f"{each.base} × {each.factor}" if each.factor > 1 else ""


def happened(table: Table, each: ScoreLine, texts: Texts) -> str:
    """What a line is for that counts no cards."""
    _ = texts.gettext
    who = "" if each.seat is None else seat_name(table, each.seat, texts)
    if each.kind == "out":
        return _("{name} goes out", name=who)
    if each.kind == "in_hand":
        return _("{name} goes out in one turn", name=who)
    if each.kind == "double":
        return _("doubled for going out in one turn")
    return _("{name} has laid nothing", name=who) if who else _("no meld")


def why_more(table: Table, each: ScoreLine, texts: Texts) -> str:
    """What makes a meld count more, or something else, than its cards do."""
    _ = texts.gettext
    rules, meld = table.rules, each.meld
    assert meld is not None
    if meld.kind == "jokers" and each.base == rules.all_joker_points:
        return _("four jokers")
    if is_pinnacolone(meld, rules) and each.base == rules.pinnacolone_points:
        return "Pinnacolone"
    if each.factor == 1:
        return ""
    if meld.kind == "run":
        return _("clean run")
    return _("clean poker") if is_clean(meld, rules) else _("poker")
