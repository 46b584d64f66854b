"""Saved deals: what stands there, that it is read again, and what cannot be read."""

from __future__ import annotations

from typing import Any

import pytest

from engine import saved
from engine.cards import card, cards, placed
from engine.deal import Deal
from engine.position import End, Turn
from engine.presets import build
from tests.engine.positions import play, position

REGGIANO = build("reggiano", draw_count=2)
MIDDLE = play(
    position(
        REGGIANO,
        "6hKcQd7d8d9d",
        row="4cJd",
        stock="3dTdKs",
        table=("me 4h5h*=6h", "opp 9s9h9c"),
        idle=2,
        seed="5eed",
    ),
    *("draw", "swap 0 6h", "lay 7d8d9dTd"),
)
MIDDLE_DATA: dict[str, Any] = {
    "turn": 1,
    "seat": 0,
    "phase": "play",
    "hands": ["6hKc3d7d8d9dTdQd", "4s4d", "5s5d", "6s6d"],
    "row": "4cJd",
    "stock": "Ks",
    "melds": ["0 4h5h*=6h", "1 9s9h9c"],
    "opened": [0, 1],
    "laid": [0, 1],
    "shown": [[0, 0], [0, 0]],
    "idle": 2,
    "seed": "5eed",
    "part": True,
    "now": {"drawn": "3d", "second": "Td"},
    "trial": ["swap 0 6h", "lay 7d8d9dTd"],
}


def read(**changes: Any) -> Deal:
    """The deal in the middle of a turn, read from its data with these changes."""
    return saved.read(REGGIANO, {**MIDDLE_DATA, **changes})


def test_what_stands_there() -> None:
    assert saved.write(MIDDLE) == MIDDLE_DATA
    assert read() == MIDDLE


def test_what_follows_from_a_reshuffle_is_kept() -> None:
    deal = play(position("common", "9s9cQd", row="4c9h", stock="", idle=1), "draw")
    data = saved.write(deal)
    assert (data["shuffles"], data["stale"], data["stock"]) == (1, True, "")
    assert saved.read(deal.rules, data) == deal
    laid = play(deal, "discard Qd")
    assert saved.write(laid)["idle"] == 2
    fresh = saved.write(position("common", "9s9cQd"))
    assert not {"shuffles", "stale", "now", "end", "trial"} & set(fresh)


def test_how_a_deal_ended_is_kept() -> None:
    out = play(position("common", "9s9c", row="9h"), "take 0", "lay 9s9h9c")
    data = saved.write(out)
    assert (data["phase"], data["end"]) == ("over", {"closer": 0, "pinnacolone": None})
    assert data["now"] == {
        "fresh": True,
        "chosen": "9h",
        "along": 0,
        "placed": ["0 9s", "0 9h", "0 9c"],
    }
    again = saved.read(out.rules, data)
    assert again == out
    assert again.scores() == out.scores()
    run = "me 2h3h4h5h6h7h8h9hThJhQhKhAh"
    won = play(position("common", "AhQd5c", table=(run,)), "draw", "add 0 Ah")
    assert saved.write(won)["end"] == {"closer": None, "pinnacolone": 0}
    assert saved.read(won.rules, saved.write(won)) == won
    stopped = play(position("modern", "9s", stock=""), "stop")
    assert saved.write(stopped)["end"] == {"closer": None, "pinnacolone": None}
    assert saved.read(stopped.rules, saved.write(stopped)).stopped


def test_all_that_a_turn_holds_is_read_again() -> None:
    now = {
        "fresh": True,
        "drawn": "3d",
        "second": "Td",
        "chosen": "Qd",
        "along": 2,
        "row_duty": "Kc",
        "reuse": "2s*",
        "reuse_melds": [1, 0],
        "placed": ["0 *=6h", "1 9c"],
    }
    deal = read(now=now, trial=[])
    assert deal.settled.now == Turn(
        fresh=True,
        drawn=card("3d"),
        chosen=card("Qd"),
        along=2,
        row_duty=card("Kc"),
        reuse=cards("2s*"),
        placed=((0, placed("*=6h")[0]), (1, placed("9c")[0])),
        second=card("Td"),
        reuse_melds=(1, 0),
    )
    assert saved.write(deal)["now"] == now
    assert read(now={"drawn": "3d"}, trial=[]).settled.now == Turn(fresh=False, drawn=card("3d"))


def test_a_whole_pack_needs_no_word_and_a_part_of_it_does() -> None:
    whole = saved.write(Deal.start(REGGIANO, 0, "5eed"))
    assert "part" not in whole
    assert saved.read(REGGIANO, whole) == Deal.start(REGGIANO, 0, "5eed")
    with pytest.raises(ValueError, match="its cards are not those of the pack"):
        saved.read(REGGIANO, {**whole, "stock": whole["stock"][:-2]})
    with pytest.raises(ValueError, match="its cards are not those of the pack"):
        read(part=False)
    with pytest.raises(ValueError, match="its cards are not those of the pack"):
        read(stock="KsKsKs")
    assert read(stock="KsAs").settled.stock == cards("KsAs")


def test_the_author_of_a_meld_makes_it_the_side_s() -> None:
    deal = read(melds=["2 4h5h*=6h", "3 9h9s9c"])
    assert [(meld.author, meld.side) for meld in deal.settled.melds] == [(2, 0), (3, 1)]
    assert deal.settled.melds[1].meld.cards == placed("9h9s9c")


def test_a_run_that_was_shown_is_kept_although_it_lies_there_no_more() -> None:
    shown = read(shown=[[1, 7], [0, 3]]).settled.shown
    assert shown == ((True, 7), (False, 3))
    assert saved.write(read(shown=[[1, 7], [0, 3]]))["shown"] == [[1, 7], [0, 3]]


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("turn", ["3", -1, None, 1.0, True]),
        ("seat", [4, -1, "0", None, False]),
        ("phase", ["sleep", None, 1, ["draw"]]),
        (
            "hands",
            [["6h", "4s"], ["6h", "4s", "5s", "6s", ""], ["6hXX", "", "", ""], "9s", [1, 2, 3, 4]],
        ),
        ("row", [None, 3, "4c4", ["4c"]]),
        ("stock", [None, "XX", 7]),
        (
            "melds",
            [
                ["0 9s9h"],
                ["4 9s9h9c"],
                ["-1 9s9h9c"],
                ["9s9h9c"],
                ["0 9s9h9c x"],
                "0",
                ["x 9s9h9c"],
            ],
        ),
        ("opened", [[4], [-1], None, "0", [None], {"0": 1}]),
        ("laid", [[4], None, "01", 3]),
        ("shown", [[[0, 0]], [[0, 0], [0, -1]], [[0], [0]], None, [[0, 0], [True, 0]]]),
        ("idle", [-1, "0", None, 0.5]),
        ("shuffles", [-1, "1", None]),
        ("stale", [1, "yes", None]),
        (
            "now",
            [
                {"drawn": "9s9s"},
                {"drawn": ""},
                {"second": "9s9s"},
                {"chosen": ""},
                {"chosen": "9s", "along": -1},
                {"along": "1"},
                {"row_duty": "9s9h"},
                {"reuse": 3},
                {"reuse_melds": [-1]},
                {"reuse_melds": ["0"]},
                {"placed": ["9s"]},
                {"placed": ["0 9s9h"]},
                {"placed": ["x 9s"]},
                {"fresh": 1},
                3,
            ],
        ),
        (
            "end",
            [
                {"closer": 0, "pinnacolone": None},
                {"closer": 0},
                {"closer": 4, "pinnacolone": None},
                {"closer": None, "pinnacolone": 2},
                {"closer": None, "pinnacolone": -1},
                {"closer": "0", "pinnacolone": None},
                3,
            ],
        ),
        ("seed", [3, None, ["5eed"]]),
        ("trial", ["undo", ["discard 9s"], ["take 77"], ["draw"], ["lay"], [3], {"a": 1}]),
    ],
)
def test_what_cannot_be_read_is_named_by_its_field_alone(field: str, values: list[Any]) -> None:
    for value in values:
        with pytest.raises(ValueError, match="a saved deal cannot be read") as caught:
            read(**{field: value})
        assert str(caught.value) == f"a saved deal cannot be read: {field}", value
        assert caught.value.__cause__ is None
        assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_an_end_belongs_to_a_deal_that_is_over() -> None:
    with pytest.raises(ValueError, match="cannot be read: end"):
        read(phase="over")
    for closer, side in ((None, None), (3, None), (None, 1), (0, 0)):
        ended = read(phase="over", end={"closer": closer, "pinnacolone": side}, trial=[])
        assert ended.settled.end == End(closer, side)


def test_a_settling_action_is_no_trial() -> None:
    with pytest.raises(ValueError, match="cannot be read: trial"):
        read(trial=["discard Kc"])
    with pytest.raises(ValueError, match="cannot be read: trial"):
        read(phase="draw", now={}, trial=["draw"])
