"""A record played again: every action legal, every score equal, every shuffle as committed to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import notation
from engine.deal import Deal
from engine.match import Match
from engine.record.lines import RecordError, compare, quoted, seat_letters, side_name
from engine.record.turns import play_turn
from engine.shuffle import commitment

if TYPE_CHECKING:
    from engine.record.records import DealRecord, MatchRecord
    from engine.scoring import ScoreLine


class Replayed(NamedTuple):
    """A deal of a record: as it was dealt, as it was left, and the match after it."""

    start: Deal
    deal: Deal
    match: Match


def replay(record: MatchRecord) -> Match:
    """Play a record again and compare all that it says: the match after it.

    Raises RecordError, with the line and the reason, where an action is not legal, a score or a
    card is another, or a secret is not the one that was committed to.
    """
    return after_all(record, replayed(record))


def after_all(record: MatchRecord, done: tuple[Replayed, ...]) -> Match:
    """The match after the deals of a record; before its first deal where it has none."""
    return done[-1].match if done else Match.start(record.rules)


def replayed(record: MatchRecord) -> tuple[Replayed, ...]:
    """The same, deal by deal. Raises RecordError."""
    rules = record.rules
    match = Match.start(rules, record.deals[0].dealer if record.deals else 0)
    done: list[Replayed] = []
    for number, part in enumerate(record.deals, 1):
        if match.over:
            raise RecordError(part.line, f"deal {number}: the match is over before it")
        if done and not done[-1].deal.over:
            raise RecordError(part.line, f"deal {number}: the deal before it has not ended")
        if part.dealer != match.dealer:
            letters = seat_letters(rules.players)
            raise RecordError(part.line, f"deal {number}: the dealer is {letters[match.dealer]}")
        start = part.start(rules)
        _check_opening(number, part, start)
        deal = start
        for turn in part.turns:
            deal = play_turn(deal, turn)
        if deal.over:
            match = match.after_deal(
                tuple(score.total for score in deal.scores()), deal.pinnacolone
            )
        _check_closing(part, deal, match)
        done.append(Replayed(start, deal, match))
    if record.stated is not None:
        compare(record.stated, result_lines(match), _last_line(record))
    return tuple(done)


def _check_opening(number: int, part: DealRecord, start: Deal) -> None:
    """Compare what stands before the turns.

    Secret, commitment, cuts, dealer and cards depend on each other: where they do not go together,
    the one is blamed without which the others would.
    """
    if part.opening is None:
        return
    said = {line.text.partition(":")[0]: line for line in part.opening}
    promised = said.get("commitment")
    dealt = {line.text for key, line in said.items() if key.startswith("dealt ")}
    if promised is not None and promised.text != f"commitment: {commitment(part.secret)}":
        blamed = promised if dealt <= _dealt(start) else said["secret"]
        blamed.wrong("the secret of this deal is not the one that was committed to")
    if dealt.isdisjoint(_dealt(start)):
        for dealer, letter in enumerate(seat_letters(start.rules.players)):
            if dealt == _dealt(replace(part, dealer=dealer).start(start.rules)):
                part.opening[0].wrong(f"deal {number}: the cards were dealt by {letter}")
        if "cuts" in said:
            said["cuts"].wrong("with these cuts other cards would have been dealt")
    compare(part.opening, opening_lines(number, part, start), part.line)


def _dealt(start: Deal) -> set[str]:
    return set(dealt_lines(start))


def _check_closing(part: DealRecord, deal: Deal, match: Match) -> None:
    if part.closing is None:
        return
    if deal.over:
        after = part.turns[-1].line if part.turns else part.line
        compare(part.closing, closing_lines(deal, match), after)
    elif part.closing:
        line = part.closing[0]
        line.wrong(f"{quoted(line.text)} is no turn, and the deal has not ended")


def _last_line(record: MatchRecord) -> int:
    """The last line before the result."""
    lines = [0]
    for part in record.deals[-1:]:
        lines += [line.number for line in (*(part.opening or ()), *(part.closing or ()))]
        lines += [turn.line for turn in part.turns]
    return max(lines)


# --- what a text says of a deal besides its turns ------------------------------------------------


def opening_lines(number: int, part: DealRecord, start: Deal) -> Iterator[str]:
    """What stands before the turns: the shuffle, and the cards as they were dealt."""
    yield f"Deal {number}, dealer {seat_letters(start.rules.players)[part.dealer]}"
    yield f"commitment: {commitment(part.secret)}"
    if part.cuts:
        yield f"cuts: {' '.join(part.cuts)}"
    yield f"secret: {part.secret}"
    yield from dealt_lines(start)
    yield f"row: {notation(start.settled.row) or '-'}"


def dealt_lines(start: Deal) -> Iterator[str]:
    """The hands as they were dealt."""
    letters = seat_letters(start.rules.players)
    for letter, hand in zip(letters, start.settled.hands, strict=True):
        yield f"dealt {letter}: {notation(hand)}"


def closing_lines(deal: Deal, match: Match) -> Iterator[str]:
    """What stands after the turns of a deal that is over: its end, and the scores line by line.

    `match` is the match after it.
    """
    rules, at = deal.rules, deal.settled
    letters = seat_letters(rules.players)
    yield f"end: {', '.join(_ends(deal))}"
    for letter, hand in zip(letters, at.hands, strict=True):
        yield f"left {letter}: {notation(hand) or '-'}"
    yield f"row: {notation(at.row) or '-'}"
    yield f"stock: {len(at.stock)}"
    for score in deal.scores():
        total = match.totals[score.side]
        yield f"score {side_name(rules, score.side)}: {score.total:+}, total {total}"
        for line in score.lines:
            yield f"  {_score_line(line, letters)}"


def _ends(deal: Deal) -> Iterator[str]:
    if deal.pinnacolone is not None:
        yield f"Pinnacolone {side_name(deal.rules, deal.pinnacolone)}"
    if deal.closer is not None:
        letter = seat_letters(deal.rules.players)[deal.closer]
        yield f"out {letter} in hand" if deal.in_hand else f"out {letter}"
    if deal.stopped:
        yield "stopped"


def _score_line(line: ScoreLine, letters: str) -> str:
    """`+80 meld KsKhKdKc, 40 x 2`."""
    words = [f"{line.amount:+}", line.kind]
    if line.seat is not None:
        words.append(letters[line.seat])
    if line.kind == "meld" and line.meld is not None:
        words.append(notation(line.meld.cards))
    elif line.cards:
        words.append(notation(line.cards))
    counted = f", {line.base} x {line.factor}" if line.factor != 1 else ""
    return " ".join(words) + counted


def result_lines(match: Match) -> Iterator[str]:
    """How the match ended, and what each side gets or pays."""
    rules = match.rules
    if not match.over:
        yield "Result: unfinished"
        return
    yield (
        "Result: draw" if match.winner is None else f"Result: {side_name(rules, match.winner)} won"
    )
    if rules.settlement != "none":
        for side, amount in enumerate(match.payments):
            yield f"pay {side_name(rules, side)}: {amount:+}"
