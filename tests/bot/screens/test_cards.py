"""Cards, melds and names as they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.screens.cards import LABEL, TEXT, Script, sorted_by
from bot.screens.measure import amount, clip, name, units
from engine.cards import FACES, cards, placed
from engine.presets import preset

PINELLE = Script.of(preset("pinella"))


@pytest.mark.parametrize(
    ("written", "text", "label"),
    [
        ("5h6h7h8h", "5–8♥️", "5–8♡"),
        ("8h7h6h", "6–8♥️", "6–8♡"),
        ("TdJdQd", "10–Q♦️", "10–Q♢"),
        ("AsTs", "A♤ 10♤", "A♤ 10♤"),
        ("As2s3s", "A–3♤", "A–3♤"),
        ("QcKcAc", "Q–A♧", "Q–A♧"),
        ("Ah2h3h4h5h6h7h8h9hThJhQhKhAh", "A–A♥️", "A–A♡"),
        ("KsKhKc", "K♤♥️♧", "K♤♡♧"),
        ("KcKhKsKd", "K♤♥️♧♦️", "K♤♡♧♢"),
        ("4d*=5d6d", "4–6♦️ (🃏5)", "4–6♢ (🃏5)"),
        ("*=3d4d*=5d", "3–5♦️ (🃏3 🃏5)", "3–5♢ (🃏3 🃏5)"),
        ("JsJh*=Jc", "J♤♥️ 🃏=J♧", "J♤♡ 🃏=J♧"),
        ("9h*=9d*=9s", "9♥️ 🃏=9♦️ 🃏=9♤", "9♡ 🃏=9♢ 🃏=9♤"),
        ("****", "🃏🃏🃏🃏", "🃏🃏🃏🃏"),
        ("QhQd*", "Q♥️ Q♦️ 🃏", "Q♡ Q♢ 🃏"),
        ("*", "🃏", "🃏"),
        ("*=9h", "🃏=9♥️", "🃏=9♡"),
    ],
)
def test_melds(written: str, text: str, label: str) -> None:
    assert TEXT.laid(placed(written)) == text
    assert LABEL.laid(placed(written)) == label


def test_pinelle_have_a_star() -> None:
    assert PINELLE.cards(cards("2s2c3s")) == "★2♤ ★2♧ 3♤"
    assert PINELLE.laid(placed("6c2s=7c8c")) == "6–8♧ (★7)"
    assert PINELLE.laid(placed("7h7d2c=7s")) == "7♥️♦️ ★2♧=7♤"
    assert TEXT.cards(cards("2s")) == "2♤"


def test_order_by_suit_and_by_rank() -> None:
    held = cards("*KdAs3h3sTh2s")
    assert TEXT.cards(sorted_by(held, "suit", TEXT)) == "A♤ 2♤ 3♤ 3♥️ 10♥️ K♦️ 🃏"
    assert TEXT.cards(sorted_by(held, "rank", TEXT)) == "A♤ 2♤ 3♤ 3♥️ 10♥️ K♦️ 🃏"
    mixed = cards("KsAh*2s3c")
    assert TEXT.cards(sorted_by(mixed, "suit", TEXT)) == "2♤ K♤ A♥️ 3♧ 🃏"
    assert TEXT.cards(sorted_by(mixed, "rank", TEXT)) == "A♥️ 2♤ 3♧ K♤ 🃏"
    assert PINELLE.cards(sorted_by(mixed, "suit", PINELLE)) == "K♤ A♥️ 3♧ ★2♤ 🃏"


def test_a_hand_in_words_is_grouped() -> None:
    assert TEXT.in_words(cards("9sTs3h*"), "suit") == "9♤ 10♤ · 3♥️ · 🃏"
    assert TEXT.in_words(cards("9s9hTs*"), "rank") == "9♤ 9♥️ · 10♤ · 🃏"


@given(st.lists(st.sampled_from(FACES), max_size=40), st.sampled_from(["suit", "rank"]))
def test_a_hand_in_words_loses_no_card(held: list[object], sort: str) -> None:
    hand = [card for card in FACES for each in held if each == card]
    words = TEXT.in_words(hand, sort).replace(" · ", " ").split()
    assert sorted(words) == sorted(TEXT.card(card) for card in hand)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Anna", "Anna"),
        ("Massimiliano Bianchi", "Massimiliano Bi…"),
        ("  Anna \n Maria ", "Anna Maria"),
        ("\u202eanna\u0000", "anna"),
        ("\ue000\ue001\ue002", "?"),
        ("", "?"),
        ("<b>&", "<b>&"),
    ],
)
def test_names(typed: str, shown: str) -> None:
    assert name(typed) == shown


@given(st.text())
def test_names_are_short_and_on_one_line(typed: str) -> None:
    shown = name(typed)
    assert 1 <= units(shown) <= 16
    assert len(shown.splitlines()) == 1


@given(st.text(max_size=40), st.integers(2, 30))
def test_clip(text: str, limit: int) -> None:
    clipped = clip(text, limit)
    assert units(clipped) <= limit
    assert (clipped == text) == (units(text) <= limit)


def test_amounts_stand_below_one_another() -> None:
    column = [amount(value, 4) for value in (130, 80, -30, 0)]
    assert [len(each) for each in column] == [4, 4, 4, 4]
    assert [each.replace("\u2007", "_") for each in column] == ["+130", "_+80", "_−30", "___0"]
