"""Matches played for records, and the golden ones: `python -m tests.engine.records` writes those
that are missing."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine.actions import UNDO, Action
from engine.deal import Deal
from engine.errors import IllegalAction
from engine.match import Match
from engine.players.easy import easy
from engine.presets import PRESETS, build
from engine.record import DealRecord, MatchRecord, RecordError, read, replay, turn_text, write
from engine.rules import Rules
from engine.shuffle import mixed
from tests.engine.strategies import any_action

GOLDEN = Path(__file__).parent / "data" / "records"


class PlayedMatch(NamedTuple):
    """A match with its record, and its deals as they were left."""

    match: Match
    record: MatchRecord
    deals: tuple[Deal, ...]


def act(deal: Deal, chance: Random | None) -> tuple[Action, Deal]:
    """The next action and the deal after it; with a chance now and then a surprising one."""
    if chance is not None and chance.random() < 0.2:
        action = UNDO if deal.steps and chance.random() < 0.4 else any_action(deal, chance)
        try:
            return action, deal.apply(action)[0]
        except IllegalAction:
            pass
    action = easy(deal.view(deal.seat))
    return action, deal.apply(action)[0]


def play_deal(
    deal: Deal, turns: int = 1000, chance: Random | None = None
) -> tuple[Deal, list[str]]:
    """Play a deal to its end or to the end of so many turns: the deal, and its lines."""
    log: list[str] = []
    while not deal.over and len(log) < turns:
        action, after = act(deal, chance)
        line = turn_text(deal, action, after)
        if line is not None:
            log.append(line)
        deal = after
    return deal, log


def secret_of(seed: str, number: int) -> str:
    """A secret of 64 hex digits for a deal of a test."""
    return sha256(f"{seed}/{number}".encode()).hexdigest()


def play_match(
    rules: Rules,
    seed: str,
    *,
    dealer: int = 0,
    deals: int = 100,
    turns: int = 1000,
    chance: Random | None = None,
) -> PlayedMatch:
    """Play a match, or its first deals, or a part of them: the last deal may break off."""
    match = Match.start(rules, dealer)
    parts: list[DealRecord] = []
    played: list[Deal] = []
    while not match.over and len(parts) < deals:
        secret, cuts = secret_of(seed, match.deals), ("N17", "S4")[: match.deals]
        deal = Deal.start(rules, match.dealer, mixed(secret, cuts))
        deal, log = play_deal(deal, turns, chance)
        parts.append(DealRecord.of(rules, match.dealer, secret, cuts, log))
        played.append(deal)
        if not deal.over:
            break
        match = match.after_deal(tuple(score.total for score in deal.scores()), deal.pinnacolone)
    return PlayedMatch(match, MatchRecord(rules, tuple(parts)), tuple(played))


def fault(text: str) -> RecordError | None:
    """Why this text is no record that holds; nothing else may be raised."""
    try:
        replay(read(text))
    except RecordError as error:
        return error
    return None


def golden_games() -> dict[str, Rules]:
    """The matches of the golden records, by the name of the file: every preset, two and four."""
    return {
        f"{name}-{players}": build(name, players=players)
        for name, options in PRESETS.items()
        for players in (2, 4)
        if players in options["players_allowed"]
    }


def golden_file(name: str) -> Path:
    """Where a golden record stands."""
    return GOLDEN / f"{name}.txt"


def _write_missing() -> None:
    for name, rules in golden_games().items():
        if not golden_file(name).exists():
            record = play_match(rules, name, dealer=1).record
            golden_file(name).write_text(write(record), "utf-8")


if __name__ == "__main__":
    _write_missing()
