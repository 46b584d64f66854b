"""Every code has a text in both languages, with its facts and without, and it is short enough."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notices import Fact, Notice
from bot.screens.measure import units
from bot.texts import texts
from bot.texts.notices import CODES, LIMIT, hand_text, notice_text
from engine.cards import FACES, card, cards, placed
from engine.errors import CODES as ENGINE
from engine.melds import Meld

HOUSE = Path(__file__).parents[3]
SAYING = {"Notice", "refuse", "tell", "IllegalAction"}


def codes_in_use() -> set[str]:
    """The codes that the code of the rooms names where it refuses or answers."""
    found: set[str] = set()
    for room in ("engine", "bot", "adapters"):
        for path in (HOUSE / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    said = [each.value for each in node.args[:2] if isinstance(each, ast.Constant)]
                    if node.func.id in SAYING and said and isinstance(said[0], str):
                        found.add(said[0])
    return found


RUN = Meld("run", placed("5h6h7h8h"))
FACTS: dict[str, Fact] = {
    "card": card("9h"),
    "name": "Anna",
    "count": 3,
    "points": 30,
    "missing": 2,
    "meld": RUN,
    "takes": cards("4h9h"),
    "cards": cards("9s9hTc"),
    "needs": ("poker", "clean_run 6"),
    "mode": "any",
}


@pytest.mark.parametrize("lang", ["it", "en"])
@pytest.mark.parametrize("code", sorted(CODES | ENGINE))
def test_every_code_has_a_text(code: str, lang: str) -> None:
    trouble = notice_text(Notice("trouble"), texts(lang))
    for facts in ({}, FACTS, {"meld": 3}):
        text = notice_text(Notice(code, dict(facts)), texts(lang))
        assert 2 < units(text) <= LIMIT
        assert "{" not in text
        assert (text == trouble) == (code == "trouble")


def test_every_text_is_of_a_code_that_is_said() -> None:
    tables = {HOUSE / "bot" / "texts" / "notices.py", HOUSE / "engine" / "errors.py"}
    said = {
        node.value
        for room in ("engine", "bot", "adapters")
        for path in (HOUSE / room).rglob("*.py")
        if path not in tables
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    # RULES.md has this one for engines that search before a take; ours lets the player try.
    assert CODES - said == {"take_not_completable"}


def test_every_code_in_use_has_a_text() -> None:
    used = codes_in_use()
    assert {"row_obligation", "stale", "seats_missing", "seated"} <= used
    assert used <= CODES


@pytest.mark.parametrize(
    ("notice", "italian", "english"),
    [
        (
            Notice("row_obligation", {"card": card("8d")}),
            "Hai preso 8♦️: prima dello scarto deve andare in tavola.",
            "You took 8♦️: it must go on the table before you discard.",
        ),
        (
            Notice("not_your_turn", {"name": "Anna"}),
            "Aspetta: di turno è Anna.",
            "Wait: Anna is playing.",
        ),
        (
            Notice("seats_missing", {"count": 1}),
            "Manca 1 giocatore: aspetta, o aggiungi un computer.",
            "1 player missing: wait, or add a computer.",
        ),
        (
            Notice("does_not_fit", {"meld": RUN, "takes": cards("4h9h")}),
            "Non entra: 5–8♥️ aspetta 4♥️, 9♥️.",
            "Does not fit: 5–8♥️ takes 4♥️, 9♥️.",
        ),
        (
            Notice("does_not_fit", {"meld": 0, "takes": cards("4h")}),
            "Non entra: quel gioco aspetta 4♥️.",
            "Does not fit: that meld takes 4♥️.",
        ),
        (
            Notice("out_requirement", {"needs": ("poker", "clean_run 7"), "mode": "all"}),
            "Per chiudere alla tua squadra serve: un poker e una scala pulita di 7.",
            "To go out your side needs: a poker and a clean run of 7.",
        ),
        (
            Notice("laid", {"meld": Meld("set", placed("9s9h*=9c")), "points": 45}),
            "Calato: 9♤♥️ 🃏=9♧, 45 punti.",
            "Laid: 9♤♥️ 🃏=9♧, 45 points.",
        ),
        (
            Notice("took", {"card": card("Th"), "count": 1}),
            "Hai preso 10♥️ e 1 altra carta.",
            "You took 10♥️ and 1 more card.",
        ),
    ],
)
def test_wording(notice: Notice, italian: str, english: str) -> None:
    assert notice_text(notice, texts("it")) == italian
    assert notice_text(notice, texts("en")) == english


def test_an_unknown_code_is_trouble() -> None:
    assert (
        notice_text(Notice("no_such_code"), texts("en")) == "That did not work: please try again."
    )


@given(st.lists(st.sampled_from(FACES), max_size=40))
def test_a_hand_of_40_cards_fits_an_alert_completely(held: list[object]) -> None:
    hand = tuple(card(str(each)) for each in held)
    for lang in ("it", "en"):
        text = notice_text(Notice("hand", {"cards": hand}, alert=True), texts(lang))
        assert "…" not in text
        assert units(text) <= LIMIT
        ranks = re.findall(r"10|[A2-9JQK]|🃏", text.partition("\n")[2])
        assert len(ranks) == len(hand)


def test_the_hand_alert_stands_by_suit() -> None:
    assert hand_text(cards("*Th2s9h2s"), texts("it")) == "In mano (5)\n♤ 2 2\n♥️ 9 10\n🃏"


@given(st.text(max_size=300))
def test_a_long_name_does_not_make_a_long_notice(name: str) -> None:
    text = notice_text(Notice("not_host", {"name": name}), texts("it"))
    assert units(text) <= LIMIT
    assert "\n" not in text
