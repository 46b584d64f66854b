"""What a refusal tells besides its code: the facts that a text for the player needs."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import card, cards, placed
from engine.deal import Deal
from engine.errors import CODES, IllegalAction
from engine.melds import extend, recognise, swap
from engine.presets import build, preset
from engine.rules import Rules
from tests.engine.positions import play, position, refusal

COMMON, PINELLA, MODERN = preset("common"), preset("pinella"), preset("modern")


@pytest.mark.parametrize(
    ("rules", "text", "code", "facts"),
    [
        (COMMON, "9s9h", "too_short", {"minimum": 3}),
        (build("common", min_meld_size=4), "9s9h9c", "too_short", {"minimum": 4}),
        (COMMON, "9s9s9s", "card_not_in_deck", {"card": card("9s")}),
        (PINELLA, "4h4s2h", "card_not_in_deck", {"card": card("2h")}),
        (COMMON, "9s9h=9d9c", "not_a_wild", {"card": card("9h")}),
        (COMMON, "***", "all_wild", {}),
        (COMMON, "****", "all_wild", {}),
        (MODERN, "***2s", "all_wild", {}),
        (build("common", min_naturals=2), "9s**", "too_few_naturals", {"minimum": 2}),
        (build("common", max_wilds=1), "9s**Qs", "too_many_wilds", {"maximum": 1}),
        (PINELLA, "Ah*=2h3h", "rank_not_in_play", {"card": card("2h")}),
        (COMMON, "9s9h9h", "duplicate_suit", {"card": card("9h")}),
        (COMMON, "9s*=9h9h", "duplicate_suit", {"card": card("9h")}),
        (COMMON, "9s9s*", "duplicate_suit", {"card": card("9s")}),
        (build("common", set_max=3), "9s9h9c9d", "too_long", {"maximum": 3}),
        (build("common", set_max=3), "9s9h9c*", "too_long", {"maximum": 3}),
        (COMMON, "9s9h9c9d*", "too_long", {"maximum": 4}),
        (build("common", sets=False), "9s9h9c", "no_sets", {}),
        (build("common", sets=False), "9s9h*", "no_sets", {}),
        (COMMON, "6d7d9d", "not_consecutive", {"missing": cards("8d")}),
        (COMMON, "6d*Jd", "not_consecutive", {"missing": cards("7d8d9dTd")}),
        (COMMON, "JdQdAd", "not_consecutive", {"missing": cards("Kd")}),
        (COMMON, "3d4dAd", "not_consecutive", {"missing": cards("2d")}),
        (COMMON, "7d6d8d", "not_consecutive", {"missing": ()}),
        (COMMON, "KdAd2d", "round_the_corner", {}),
        (COMMON, "2dAdKd", "round_the_corner", {}),
        (COMMON, "9s9hTs", "not_a_meld", {}),
        (COMMON, "9s*Th", "not_a_meld", {}),
        (COMMON, "9s9h*", "ambiguous_wild", {"card": card("*"), "choices": cards("9c9d")}),
        (
            COMMON,
            "9s**",
            "ambiguous_wild",
            {"card": card("*"), "choices": cards("7s8sTsJs9h9c9d")},
        ),
        (
            build("common", sets=False),
            "As**",
            "ambiguous_wild",
            {"card": card("*"), "choices": cards("2s3sQsKs")},
        ),
        (
            PINELLA,
            "9s2s*",
            "ambiguous_wild",
            {"card": card("2s"), "choices": cards("7s8sTsJs9h9c9d")},
        ),
    ],
)
def test_4_why_cards_are_no_meld(rules: Rules, text: str, code: str, facts: dict[str, Any]) -> None:
    with pytest.raises(IllegalAction) as caught:
        recognise(placed(text), rules)
    assert (caught.value.code, caught.value.params) == (code, facts)


@pytest.mark.parametrize(
    ("rules", "meld", "added", "code", "facts"),
    [
        (COMMON, "9s9h9c", "*=9s", "duplicate_suit", {"card": card("9s")}),
        (COMMON, "9s9h9c", "Ts", "does_not_fit", {"takes": cards("9d")}),
        (COMMON, "9s9h9c", "9d*", "does_not_fit", {"takes": cards("9d")}),
        (COMMON, "9s9h9c9d", "*", "set_complete", {}),
        (COMMON, "4s5s6s", "8s", "does_not_fit", {"takes": cards("3s7s")}),
        (COMMON, "4s5s6s", "7s=8s", "not_a_wild", {"card": card("7s")}),
        (COMMON, "QsKsAs", "2s", "does_not_fit", {"takes": cards("Js")}),
        (build("common", max_wilds=1), "4s*=5s6s", "*=7s", "too_many_wilds", {"maximum": 1}),
        (COMMON, "4s5s6s", "*", "ambiguous_wild", {"card": card("*"), "choices": cards("3s7s")}),
        (
            PINELLA,
            "KsKh2s=Kc",
            "*2c",
            "does_not_fit",
            {"takes": cards("Kd")},
        ),
        (PINELLA, "3s4s5s", "*=2s", "does_not_fit", {"takes": cards("As6s")}),
        (
            PINELLA,
            "4s5s6s",
            "2c*",
            "ambiguous_wild",
            {"card": card("2c"), "choices": cards("As3s7s8s")},
        ),
    ],
)
def test_3_5_why_a_card_is_not_added(
    rules: Rules, meld: str, added: str, code: str, facts: dict[str, Any]
) -> None:
    with pytest.raises(IllegalAction) as caught:
        extend(recognise(placed(meld), rules), placed(added), rules)
    assert (caught.value.code, caught.value.params) == (code, facts)


def test_3_6_why_a_card_takes_no_wild() -> None:
    meld = recognise(placed("4h*=5h6h2s=7h"), PINELLA)
    with pytest.raises(IllegalAction) as caught:
        swap(meld, card("8h"), PINELLA)
    assert caught.value.code == "swap_wrong_card"
    assert caught.value.params == {"card": card("8h"), "takes": cards("5h7h")}
    with pytest.raises(IllegalAction) as caught:
        swap(meld, card("2c"), PINELLA)
    assert (caught.value.code, caught.value.params) == ("swap_needs_natural", {"card": card("2c")})
    with pytest.raises(IllegalAction, match="swap_wrong_card"):
        swap(meld, card("5h"), PINELLA, at=3)


# --- in a turn -----------------------------------------------------------------------------------

TABLE = ("opp 4h5h2s=6h7h", "opp JdQd*=KdAd", "me 9s9h9c9d", "me 3c4c5c")
WILDS = position("pinella", "6h2cKdQc", table=TABLE)
OUT = {"out_requirement": {"mode": "all", "items": ["poker", {"clean_run": 7}]}}


@pytest.mark.parametrize(
    ("deal", "actions", "code", "facts"),
    [
        (WILDS, ["draw", "swap 0 2c"], "swap_needs_natural", {"card": card("2c")}),
        (WILDS, ["draw", "swap 0 8h"], "swap_wrong_card", {"meld": 0, "card": card("6h")}),
        (WILDS, ["draw", "swap 2 9s"], "swap_wrong_card", {"meld": 2}),
        (WILDS, ["draw", "swap 0 6h"], "not_your_sides_pinella", {"meld": 0}),
        (WILDS, ["draw", "add 2 *=9s"], "set_complete", {"meld": 2}),
        (WILDS, ["draw", "add 3 Qc"], "does_not_fit", {"meld": 3, "takes": cards("Ac6c")}),
        (WILDS, ["draw", "discard 9s"], "not_in_hand", {"card": card("9s")}),
        (WILDS, ["draw", "swap 1 Kd", "discard Qc"], "reuse_obligation", {"cards": cards("*")}),
        (
            position("modern", "9h9cQd", row="3c*9s"),
            ["take 0"],
            "row_blocked",
            {"card": card("3c")},
        ),
        (
            position("common", "9s9cQd", row="9h"),
            ["take 0", "discard Qd"],
            "row_obligation",
            {"card": card("9h")},
        ),
        (
            position("classic", "9s9cQd7d", row="9h", table=("me 4d5d6d",)),
            ["take 0", "add 0 7d"],
            "row_obligation_first_action",
            {"card": card("9h")},
        ),
        (
            position("common", "3s3c3hQd", options={"opening_min_points": 30}),
            ["draw", "lay 3s3c3h"],
            "opening_points",
            {"needs": 30, "points": 15},
        ),
        (
            position("common", "9s*Qd", options={"discard_wild": False}),
            ["draw", "discard *"],
            "discard_wild",
            {"card": card("*")},
        ),
        (
            position("common", "7dQd", table=("opp 4d5d6d",), options={"discard_fitting": False}),
            ["draw", "discard 7d"],
            "discard_fitting",
            {"card": card("7d")},
        ),
        (
            position("common", "9s", stock="", row="9h", options={"row_obligation": "none"}),
            ["take 0", "discard 9h"],
            "discard_taken_card",
            {"card": card("9h")},
        ),
        (
            position("common", "9s9c", row="9h", options=OUT),
            ["take 0", "lay 9s9c9h"],
            "out_requirement",
            {"needs": ("poker", "clean_run 7"), "mode": "all"},
        ),
        (
            position("common", "9s9c", row="9h", table=("me 3s3h3c3d",), options=OUT),
            ["take 0", "lay 9s9c9h"],
            "out_requirement",
            {"needs": ("clean_run 7",), "mode": "all"},
        ),
        (
            position("pinella", "9s9cQd", row="9h"),
            ["take 0", "lay 9s9c9h", "discard Qd"],
            "out_requirement",
            {"needs": ("poker", "clean_run 6"), "mode": "any"},
        ),
        (position("modern", "9s9c", row="9h"), ["take 0", "lay 9s9c9h"], "must_keep_discard", {}),
        (position("common", "9s9c"), ["draw", "undo"], "nothing_to_undo", {}),
        (position("common", "9s9c"), ["stop"], "cannot_stop", {}),
        (position("modern", "9s9c", stock=""), ["draw"], "stock_empty", {}),
        (position("common", "9s9c"), ["take 1"], "no_such_row_card", {}),
        (position("common", "9s9c"), ["take -1"], "no_such_row_card", {}),
        (position("common", "9s9c"), ["draw", "add 0 9s"], "no_such_meld", {}),
        (WILDS, ["draw", "add -1 9s"], "no_such_meld", {}),
        (WILDS, ["draw", "swap 4 9s"], "no_such_meld", {}),
    ],
)
def test_why_an_action_is_refused(
    deal: Deal, actions: list[str], code: str, facts: dict[str, Any]
) -> None:
    *before, last = actions
    found = refusal(play(deal, *before), last)
    assert (found.code, found.params) == (code, facts)
    assert code in CODES


def test_after_the_end_everything_is_refused() -> None:
    ended = play(position("common", "9s9c", row="9h"), "take 0", "lay 9s9h9c")
    for text in ("draw", "take 0", "lay 9s9h9c", "add 0 9d", "swap 0 9d", "discard 9d", "stop"):
        assert (refusal(ended, text).code, refusal(ended, text).params) == ("turn_over", {})
    assert refusal(ended, "undo").code == "turn_over"
