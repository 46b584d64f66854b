"""The lines of a result in every game: each kind has its words, and all add up on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_args

import pytest

from bot.screen import WORDS
from bot.screens.result import result
from bot.state import Table
from bot.texts import Texts, texts
from engine.actions import DRAW, Action, Discard, Lay
from engine.cards import card, cards, placed
from engine.deal import Deal
from engine.match import Match
from engine.presets import PRESETS, build, preset
from engine.rules import Rules
from engine.scoring import LineKind, ScoreLine
from engine.view import TableMeld
from tests.bot.screens.deals import finished_deal
from tests.bot.screens.scenes import NAMES, finished, looking, melds, open_table, staked
from tests.bot.screens.strict import strict

_LINE = re.compile(r"^(\u2007*[+−]?\d+)  (.+)$")


def counted(deal: Deal) -> Table:
    """A table after this deal, the first of its match."""
    match = Match.start(deal.rules)
    match = match.after_deal([score.total for score in deal.scores()], deal.pinnacolone)
    table = open_table(NAMES[: deal.rules.players], deal.rules)
    return replace(table, phase="over" if match.over else "result", match=match, deal=deal)


def lines(deal: Deal) -> list[ScoreLine]:
    return [line for score in deal.scores() for line in score.lines]


def closed(rules: Rules, own: str, *laid: str, before: tuple[TableMeld, ...] = ()) -> Deal:
    """Seat 0 lays these melds out of the hand and goes out; the others hold three cards."""
    hands = [own, "9s8s7s", "4d3dAd", "QhQdJc"][: rules.players]
    deal = Deal.set_up(
        rules,
        hands=[cards(hand) for hand in hands],
        row=cards("8c"),
        stock=cards("4c5c6c7c"),
        melds=before,
        turn=9,
    )
    actions: list[Action] = [DRAW, *(Lay(placed(meld)) for meld in laid), Discard(card("4c"))]
    for action in actions:
        if not deal.over:
            deal, _ = deal.apply(action)
    assert deal.over
    return deal


def added_up(table: Table, speak: Texts) -> None:
    """Every side's amounts stand first, in one width, and make its sum; totals go on from it."""
    text = result(table, speak, means=WORDS).text
    shown = table.result
    assert shown is not None
    paragraphs = [part.split("\n") for part in text.split("\n\n")]
    for score, (_names, *rows) in zip(shown.scores, paragraphs[1:], strict=False):
        found = [_LINE.match(row) for row in rows]
        assert all(found), rows
        amounts = [each.group(1) for each in found if each is not None]
        assert len({len(amount) for amount in amounts}) == 1
        *parts, total = [int(a.strip("\u2007").replace("−", "-")) for a in amounts]
        assert len(parts) == len(score.lines)
        assert sum(parts) == total == score.total


WAYS = {
    "in hand": ("5h6h7h8h9hThJhKsKhKdKc", ("5h6h7h8h9hThJh", "KsKhKdKc"), ()),
    "later": ("KsKhKdKc", ("KsKhKdKc",), melds(("5h6h7h8h9hThJh", 0), rules=preset("pinella"))),
}


def endings() -> Iterator[tuple[str, Deal]]:
    """Goings-out in every game, with what pays and costs otherwise."""
    for name in PRESETS:
        for toggles in ((), ("double_score",), ("flat_penalty",)):
            rules = build(name, toggles)
            for way, (own, laid, before) in WAYS.items():
                yield f"{name} {toggles} {way}", closed(rules, own, *laid, before=before)


ENDINGS = dict(endings())


@pytest.mark.parametrize("name", ENDINGS)
def test_every_going_out_adds_up_in_both_languages(name: str) -> None:
    table = counted(ENDINGS[name])
    for speak in (strict("it"), texts("en")):
        added_up(table, speak)


def test_every_kind_of_line_was_there() -> None:
    kinds = {line.kind for deal in ENDINGS.values() for line in lines(deal)}
    assert kinds == set(get_args(LineKind))


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("name", PRESETS)
def test_random_deals_add_up_in_both_languages(name: str, players: int) -> None:
    allowed = preset(name).players_allowed
    size = min(allowed, key=lambda n: abs(n - players))
    deal = finished_deal(build(name, players=size), f"{name}{players}")
    for speak in (strict("it"), texts("en")):
        added_up(counted(deal), speak)


@pytest.mark.parametrize(
    ("options", "own", "said"),
    [
        ({}, "****KsKhKdKc", {"en": "🃏🃏🃏🃏 four jokers", "it": "🃏🃏🃏🃏 quattro jolly"}),
        (
            {},
            "Ah3h4h5h6h7h8h9hThJhQhKhAh",
            {"en": "A–A♥️ Pinnacolone", "it": "A–A♥️ Pinnacolone"},
        ),
        (
            {"pinnacolone_min": None, "pinnacolone_points": None, "poker_clean_only": False},
            "5h6h7h8h9hThJhKsKhKd*",
            {"en": "poker, 55 × 2", "it": "poker, 55 × 2"},
        ),
    ],
)
def test_points_that_do_not_come_from_the_cards_are_explained(
    options: dict[str, Any], own: str, said: dict[str, str]
) -> None:
    laid = {"*": ("****", "KsKhKdKc"), "A": (own,), "5": ("5h6h7h8h9hThJh", "KsKhKd*=Kc")}[own[0]]
    deal = closed(build("modern", **options), own, *laid)
    for lang, words in said.items():
        assert words in result(counted(deal), texts(lang)).text
        added_up(counted(deal), texts(lang))


# --- stakes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "heading"), [("it", "Posta: chi paga a chi"), ("en", "Stakes:")])
@pytest.mark.parametrize(
    ("settlement", "players", "paid"),
    [
        ("per_point", 2, ["335  Bruno → Anna"]),
        ("per_point", 3, ["335  Bruno → Anna", "660  Chiara → Anna"]),
        ("per_point", 4, ["335  Bruno + Dario → Anna + Chiara"]),
        ("fixed", 3, ["5  Bruno → Anna", "5  Chiara → Anna"]),
        ("fixed", 4, ["5  Bruno + Dario → Anna + Chiara"]),
    ],
)
def test_who_pays_whom(
    lang: str, heading: str, settlement: str, players: int, paid: list[str]
) -> None:
    table = staked(settlement, players)
    *_, last = result(table, texts(lang)).text.split("\n\n")
    head, *rows = (line for line in last.split("\n") if line[0] not in "🔒🔓")
    assert head.startswith(heading)
    assert rows == paid
    assert table.match is not None
    owed = [-amount for amount in table.match.payments if amount < 0]
    assert [float(row.split("  ")[0]) for row in rows] == owed


def test_without_stakes_or_before_the_end_nobody_pays() -> None:
    assert "Stakes" not in result(staked("none"), texts("en")).text
    running = replace(staked("fixed"), phase="result")
    assert "→" not in result(running, texts("en")).text


def test_for_those_who_sit_comes_first_and_coloured_what_they_want() -> None:
    table = looking(finished(), 3, person=None, computer="easy", former="tg:4")
    for speak in (texts("en"), texts("it")):
        shown = result(table, speak)
        first, second = shown.rows[0][0], shown.rows[1][0]
        assert first.label in ("Next deal", "Prossima smazzata")
        assert second.label in ("Join", "Mi siedo")
        assert [b.label for row in shown.rows for b in row if b.style != "plain"] == [first.label]
