"""The worked examples of the rules: one test for each.

`pytest --examples=FILE` runs another file of the same format, alone or with the whole suite.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from engine.actions import DRAW, STOP, UNDO, Action, Add, Discard, Lay, Swap, Take
from engine.cards import Card, Placed, card, placed
from engine.deal import Deal
from engine.errors import IllegalAction
from engine.events import Event, Pinnacolone, Reshuffled
from engine.match import Match, dealing_order, first_player, next_dealer, payments
from engine.melds import Meld, is_clean, points, recognise
from engine.presets import build
from engine.rules import Rules
from engine.scoring import score_deal
from engine.view import TableMeld

Facts = dict[str, Any]

OWN_EXAMPLES: Final = Path(__file__).parent / "data" / "examples.json"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    file = metafunc.config.getoption("examples") or OWN_EXAMPLES
    examples = json.loads(Path(file).read_text(encoding="utf-8"))["examples"]
    metafunc.parametrize("example", examples, ids=[example["id"] for example in examples])


def test_example(example: Facts) -> None:
    rules = build(
        example["preset"], toggles=example.get("toggles", ()), **example.get("options", {})
    )
    got = KINDS[example["kind"]](rules, example["input"])
    expected = example["expected"]
    assert {fact: unordered(fact, got.get(fact, "nothing")) for fact in expected} == {
        fact: unordered(fact, facts) for fact, facts in expected.items()
    }


def unordered(fact: str, facts: Any) -> Any:
    """The order of a hand and of the cards of a set has no meaning; a run has only one."""
    if fact == "hand":
        return sorted(facts)
    if fact == "table":
        return [sorted(texts) for texts in facts]
    return facts


# --- cards and melds -----------------------------------------------------------------------------


def read_cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(card(text) for text in texts)


def read_placed(texts: list[str]) -> tuple[Placed, ...]:
    return tuple(placed(text)[0] for text in texts)


def written(items: object) -> list[str]:
    assert isinstance(items, tuple)
    return [str(item) for item in items]


def deck(rules: Rules, given: Facts) -> Facts:
    return {
        "cards": len(rules.pack),
        "stock_after_deal": len(Deal.start(rules, dealer=0, seed="").position.stock),
    }


def value(rules: Rules, given: Facts) -> Facts:
    return {"total": sum(rules.value(face) for face in read_cards(given["cards"]))}


def meld(rules: Rules, given: Facts) -> Facts:
    try:
        found = recognise(read_placed(given["cards"]), rules)
    except IllegalAction as refusal:
        return {"valid": False, "reason": refusal.code}
    return {
        "valid": True,
        "type": found.kind,
        "clean": is_clean(found, rules),
        "score": points(found, rules),
    }


# --- the deal ------------------------------------------------------------------------------------

ME, OPPONENT, PARTNER = 0, 1, 2


def position(rules: Rules, hand: tuple[Card, ...], **facts: Any) -> Deal:
    """A deal in which it is my turn; everybody else holds some cards or other."""
    others = (rules.pack[5:10] for _ in range(rules.players - 1))
    return Deal.set_up(rules, hands=[hand, *others], seat=ME, **facts)


def row(rules: Rules, given: Facts) -> Facts:
    lying, choose = read_cards(given["row"]), given["choose"]
    deal = position(rules, (), row=lying, stock=rules.pack[:3])
    got: Facts = {"takeable": list(range(deal.view(ME).row_open, len(lying)))}
    try:
        after, _ = deal.apply(Take(choose))
    except IllegalAction as refusal:
        return {**got, "illegal": refusal.code}
    taken = after.view(ME).hand
    assert sorted(taken) == sorted(lying[choose:])
    return {
        **got,
        "taken": written(lying[choose:]),
        "row_left": written(after.view(ME).row),
    }


def turn(rules: Rules, given: Facts) -> Facts:
    state = given["state"]
    owners = {"me": ME, "opp": OPPONENT, "partner": PARTNER}
    table = [
        TableMeld(recognise(read_placed(entry["cards"]), rules), rules.side_of(owner), owner)
        for entry in state["table"]
        for owner in (owners[entry["owner"]],)
    ]
    everybody = range(rules.players)
    opened = [seat != ME and any(m.author == seat for m in table) for seat in everybody]
    opened[ME] = state["opened"]
    laid_before = [*opened]
    laid_before[ME] = state.get("laid_before", state["opened"])
    had = state.get("had", {"poker": False, "clean_run": 0})
    counted = rules.players if rules.out_requirement_scope == "player" else len(rules.sides)
    deal = position(
        rules,
        read_cards(state["hand"]),
        row=read_cards(state["row"]),
        stock=read_cards(state["stock"]),
        melds=table,
        opened=opened,
        laid_before=laid_before,
        shown=[(had["poker"], had["clean_run"]), *[(False, 0)] * (counted - 1)],
    )
    events: list[Event] = []
    for at, facts in enumerate(given["actions"]):
        try:
            deal, happened = deal.apply(action(facts))
        except IllegalAction as refusal:
            return {"legal": False, "at": at, "reason": refusal.code}
        events += happened
    view = deal.view(ME)
    return {
        "legal": True,
        "hand": written(view.hand),
        "ended": ended(deal),
        "row": written(view.row),
        "table": [written(entry.meld.cards) for entry in view.melds],
        "in_hand": deal.in_hand,
        "events": [name for event in events for name in (named(event),) if name],
    }


def action(facts: Facts) -> Action:
    match facts["a"]:
        case "draw":
            return DRAW
        case "take":
            return Take(facts["i"])
        case "meld":
            return Lay(read_placed(facts["cards"]))
        case "add":
            return Add(facts["m"], read_placed(facts["cards"]))
        case "swap":
            return Swap(facts["m"], card(facts["card"]))
        case "discard":
            return Discard(card(facts["card"]))
        case "undo":
            return UNDO
        case "stop":
            return STOP
    raise AssertionError(f"no action {facts['a']}")


def ended(deal: Deal) -> str | None:
    if deal.pinnacolone is not None:
        return "pinnacolone"
    if deal.closer is not None:
        return "out"
    if deal.stopped:
        return "stopped"
    return "discarded" if deal.seat != ME else None


def named(event: Event) -> str:
    if isinstance(event, Reshuffled):
        return "reshuffle"
    if isinstance(event, Pinnacolone):
        return "pinnacolone:us" if event.side == ME else "pinnacolone:them"
    return ""


def stop(rules: Rules, given: Facts) -> Facts:
    deal = position(
        rules,
        rules.pack[:5],
        row=read_cards(given["row"]),
        stock=rules.pack[: given["stock"]],
        idle=given["idle_turns"],
        laid_since_reshuffle=given.get("since_reshuffle_laid", True),
    )
    must = deal.view(ME).can_stop and not given["can_and_will_take_row"]
    if must:
        deal, _ = deal.apply(STOP)
    return {"stop": deal.stopped}


# --- seats, score, match -------------------------------------------------------------------------


def seats(rules: Rules, given: Facts) -> Facts:
    assert rules.players == given["players"]
    dealer = given["dealer"]
    return {
        "first_player": first_player(rules, dealer),
        "next_dealer": next_dealer(rules, dealer),
        "first_cards_to": list(dealing_order(rules, dealer)),
    }


def hand(rules: Rules, given: Facts) -> Facts:
    sides = given["sides"]
    melds: list[list[Meld]] = []
    hands: list[tuple[Card, ...]] = [()] * rules.players
    laid = [True] * rules.players
    facts: Facts = {}
    for side, (entry, places) in enumerate(zip(sides, rules.sides, strict=True)):
        melds.append([recognise(read_placed(texts), rules) for texts in entry["melds"]])
        for (name, left), seat in zip(entry["hands"].items(), places, strict=True):
            hands[seat] = read_cards(left)
            laid[seat] = entry.get("laid", {}).get(name, bool(entry["melds"]))
            if entry.get("closer") == name:
                facts |= {
                    "closer": seat,
                    "in_hand": entry.get("in_hand", False),
                    "closer_laid": {
                        int(index): read_placed(texts)
                        for index, texts in entry.get("closer_laid", {}).items()
                    },
                }
        if entry.get("pinnacolone"):
            facts["pinnacolone"] = side
    scores = score_deal(rules, melds, hands, laid=laid, **facts)
    return {entry["name"]: score.total for entry, score in zip(sides, scores, strict=True)}


def match(rules: Rules, given: Facts) -> Facts:
    names, totals = list(given["totals"]), tuple(given["totals"].values())
    before = ((0,) * len(totals),) * (given["hands_played"] - 1)
    pinnacolone = given.get("pinnacolone")
    played = Match(
        rules,
        dealer=0,
        history=(*before, totals),
        pinnacolone=None if pinnacolone is None else names.index(pinnacolone),
    )
    return {
        "winner": None if played.winner is None else names[played.winner],
        "continue": not played.over,
    }


def stakes(rules: Rules, given: Facts) -> Facts:
    names = list(given["totals"])
    paid = payments(rules, tuple(given["totals"].values()), names.index(given["winner"]))
    return {"payoffs": dict(zip(names, paid, strict=True))}


KINDS: Final[dict[str, Callable[[Rules, Facts], Facts]]] = {
    "deck": deck,
    "value": value,
    "meld": meld,
    "row": row,
    "turn": turn,
    "stop": stop,
    "seats": seats,
    "hand": hand,
    "match": match,
    "stakes": stakes,
}
