"""The score of a deal, line by line (RULES.md section 5)."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, cards, placed
from engine.melds import Meld, points, recognise
from engine.presets import build, preset
from engine.rules import Rules
from engine.scoring import SideScore, score_deal

COMMON, MODERN, CLASSIC = preset("common"), preset("modern"), preset("classic")


def score(rules: Rules, ours: str, theirs: str, hands: str, **facts: Any) -> tuple[SideScore, ...]:
    """Scores of two pairs; melds and hands are written with blanks between them, `-` for none."""
    melds = [
        [recognise(placed(text), rules) for text in side.split() if text != "-"]
        for side in (ours, theirs)
    ]
    held = [cards("" if text == "-" else text) for text in hands.split()]
    return score_deal(rules, melds, held, **facts)


def lines(found: SideScore) -> list[tuple[str, int]]:
    return [(line.kind, line.amount) for line in found.lines]


def test_lines_say_what_a_person_needs_to_check_them() -> None:
    ours, theirs = score(COMMON, "KsKhKdKc 3c3d*=3s", "JdQdKdAd", "- *9c Qs4d As2c", closer=0)
    poker, trio, out, left = ours.lines
    assert (poker.base, poker.factor, poker.amount) == (40, 2, 80)
    assert (trio.base, trio.factor, trio.amount) == (35, 1, 35)
    assert trio.meld is not None
    assert trio.cards == cards("3c3d*")
    assert (out.kind, out.amount, out.seat) == ("out", 100, 0)
    assert (left.base, left.amount, left.seat, left.cards) == (15, -15, 2, cards("Qs4d"))
    assert ours.total == 80 + 35 + 100 - 15
    assert [line.seat for line in theirs.lines] == [None, 1, 3]


def test_a_meld_with_points_of_its_own_has_them_as_its_base() -> None:
    ours, _ = score(MODERN, "****", "-", "- - - -", closer=0)
    assert (ours.lines[0].base, ours.lines[0].factor, ours.lines[0].amount) == (400, 1, 400)


def test_reward_bonus_replaces_the_ordinary_one() -> None:
    ours, _ = score(COMMON, "9s9h9c", "-", "- - - -", closer=2, in_hand=True)
    assert lines(ours) == [("meld", 30), ("in_hand", 200)]
    assert ours.lines[1].seat == 2


def test_reward_none_leaves_the_ordinary_one() -> None:
    rules = build("common", in_hand_reward={"type": "none"})
    ours, _ = score(rules, "9s9h9c", "-", "- - - -", closer=0, in_hand=True)
    assert lines(ours) == [("meld", 30), ("out", 100)]


def test_reward_double_closer_melds_counts_only_what_the_closer_laid_now() -> None:
    ours, _ = score(
        CLASSIC,
        "QdQhQs 3h4h5h6h7h8h",
        "-",
        "- 9c - 8h",
        closer=0,
        in_hand=True,
        closer_laid={1: placed("7h8h")},
    )
    assert lines(ours) == [("meld", 30), ("meld", 70), ("out", 100), ("closer_meld", 30)]
    assert (ours.lines[-1].base, ours.lines[-1].factor) == (15, 2)


def test_reward_double_side_score_doubles_only_what_is_positive() -> None:
    rules = build("common", ("double_score",))
    ours, _ = score(rules, "9s9h9c", "-", "- 9c Qs 8h", closer=0, in_hand=True)
    assert lines(ours) == [("meld", 30), ("out", 100), ("hand", -10), ("double", 120)]
    ours, _ = score(rules, "9s9h9c", "-", "- 9c ****AsAs 8h", closer=0, in_hand=True)
    assert lines(ours) == [("meld", 30), ("out", 100), ("hand", -130)]
    ours, _ = score(rules, "9s9h9c", "-", "- 9c Qs 8h", closer=0, in_hand=False)
    assert lines(ours) == [("meld", 30), ("out", 100), ("hand", -10)]


def test_penalty_double_hand_is_for_sides_without_a_meld() -> None:
    _, theirs = score(COMMON, "9s9h9c", "-", "- 9c Qs As", closer=0)
    assert lines(theirs) == [("hand", -20), ("hand", -30)]
    assert [line.factor for line in theirs.lines] == [2, 2]


def test_penalty_flat_for_a_side() -> None:
    _, theirs = score(MODERN, "9s9h9c", "-", "- 9c Qs As", closer=0)
    assert lines(theirs) == [("hand", -10), ("hand", -15), ("no_meld", -100)]
    instead = build(
        "modern",
        no_meld_penalty={"type": "flat", "scope": "side", "amount": 50, "replaces_hand": True},
    )
    _, theirs = score(instead, "9s9h9c", "-", "- 9c Qs As", closer=0)
    assert lines(theirs) == [("no_meld", -50)]


def test_penalty_flat_for_each_player_who_has_laid_nothing() -> None:
    rules = build("common", ("flat_penalty",))
    ours, theirs = score(
        rules, "9s9h9c", "7s7h7c", "- 9c Qs 8h", closer=0, laid=[True, True, False, False]
    )
    assert lines(ours) == [("meld", 30), ("out", 100), ("no_meld", -200)]
    assert lines(theirs) == [("meld", 30), ("hand", -10), ("no_meld", -200)]
    more = build("common", no_meld_penalty={"type": "flat", "scope": "player", "amount": 50})
    _, theirs = score(more, "9s9h9c", "-", "- 9c Qs -", closer=0)
    assert lines(theirs) == [("hand", -10), ("no_meld", -50), ("no_meld", -50)]


def test_a_stopped_deal_has_no_reward_and_may_be_void() -> None:
    ours, theirs = score(COMMON, "9s9h9c", "-", "Qd 9c Qs 8h")
    assert lines(ours) == [("meld", 30), ("hand", -10), ("hand", -10)]
    assert theirs.total == -40
    void = build("common", stopped_hand="void")
    assert [s.total for s in score(void, "9s9h9c", "-", "Qd 9c Qs 8h")] == [0, 0]
    ours, _ = score(void, "9s9h9c", "-", "Qd 9c Qs 8h", pinnacolone=0)
    assert ours.total == 10


FACE = st.sampled_from(COMMON.pack)
HAND = st.lists(FACE, max_size=13).map(tuple)
MELDS = st.lists(
    st.sampled_from(["9s9h9c", "KsKhKdKc", "5h6h7h8h9hTh", "3c3d*=3s", "JdQdKdAd"]).map(
        lambda text: recognise(placed(text), COMMON)
    ),
    max_size=3,
)


@given(
    MELDS,
    MELDS,
    st.tuples(HAND, HAND, HAND, HAND),
    st.none() | st.integers(0, 3),
    st.booleans(),
    st.sampled_from(["none", "bonus", "double_side_score"]),
    st.sampled_from(
        [
            {"type": "none"},
            {"type": "double_hand"},
            {"type": "flat", "amount": 100},
            {"type": "flat", "amount": 200, "scope": "player", "replaces_hand": True},
        ]
    ),
)
def test_the_lines_add_up_to_the_formula(
    ours: list[Meld],
    theirs: list[Meld],
    hands: tuple[tuple[Card, ...], ...],
    closer: int | None,
    in_hand: bool,
    reward: str,
    penalty: dict[str, Any],
) -> None:
    """Against section 5 written out for one side as one sum."""
    in_hand_reward = {"type": reward, "amount": 200} if reward == "bonus" else {"type": reward}
    rules = build("common", in_hand_reward=in_hand_reward, no_meld_penalty=penalty)
    found = score_deal(rules, (ours, theirs), hands, closer=closer, in_hand=in_hand)
    for side, melds in enumerate((ours, theirs)):
        left = [sum(map(rules.value, hands[seat])) for seat in rules.sides[side]]
        owed = sum(left)
        if not melds:
            if penalty["type"] == "double_hand":
                owed *= 2
            elif penalty["type"] == "flat":
                owed = 2 * 200 if "scope" in penalty else owed + 100
        expected = sum(points(meld, rules) for meld in melds) - owed
        if closer is not None and rules.side_of(closer) == side:
            expected += 200 if in_hand and reward == "bonus" else 100
            if in_hand and reward == "double_side_score":
                expected = max(expected, 2 * expected)
        assert found[side].total == expected
        for line in found[side].lines:
            assert abs(line.amount) == line.base * line.factor
