"""What clauses of the rules are tested with: melds, scores and whole matches in a few words."""

from __future__ import annotations

from engine.cards import cards, placed
from engine.errors import IllegalAction
from engine.match import Match
from engine.melds import points, recognise
from engine.rules import Rules
from engine.scoring import score_deal


def kind(rules: Rules, text: str) -> str:
    """`set`, `run` or `jokers`, or the code with which these cards are refused as a meld."""
    try:
        return recognise(placed(text), rules).kind
    except IllegalAction as refusal:
        return refusal.code


def worth(rules: Rules, text: str) -> int:
    """Points of a meld."""
    return points(recognise(placed(text), rules), rules)


def totals(
    rules: Rules,
    melds: tuple[str, ...],
    hands: tuple[str, ...],
    closer: int | None = None,
    *,
    in_hand: bool = False,
    pinnacolone: int | None = None,
    laid: tuple[bool, ...] | None = None,
) -> tuple[int, ...]:
    """The score of each side; `melds` has the melds of each, with blanks between them."""
    scores = score_deal(
        rules,
        tuple(tuple(recognise(placed(one), rules) for one in side.split()) for side in melds),
        tuple(map(cards, hands)),
        closer=closer,
        in_hand=in_hand,
        pinnacolone=pinnacolone,
        laid=laid,
    )
    return tuple(side.total for side in scores)


def played(rules: Rules, *scores: tuple[int, ...]) -> Match:
    """A match after deals with these scores."""
    match = Match.start(rules)
    for deal in scores:
        match = match.after_deal(deal)
    return match
