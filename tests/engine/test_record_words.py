"""The words of a record: how a deal and a match ended, and how moves are read."""

from __future__ import annotations

import pytest

from engine.deal import Deal
from engine.match import Match
from engine.presets import build
from engine.record import RecordError, read_position
from engine.record.lines import kind_of, quoted
from engine.record.replaying import closing_lines, result_lines
from tests.engine.clauses import played
from tests.engine.positions import play, position
from tests.engine.test_record_position import PLAIN

RUN = "3h4h5h6h7h8h9hThJhQhKh"


def closing(deal: Deal) -> list[str]:
    """What stands after the turns of a deal that is the first of its match."""
    match = Match.start(deal.rules)
    totals = tuple(score.total for score in deal.scores())
    return list(closing_lines(deal, match.after_deal(totals, deal.pinnacolone)))


# --- the end of a deal ---------------------------------------------------------------------------


def test_a_closing_in_hand_of_classic() -> None:
    deal = position("classic", "9s9c8d8h8s8c", row="9h")
    assert closing(play(deal, "take 0", "lay 9s9h9c", "lay 8s8h8d8c")) == [
        "end: out N in hand",
        "left N: -",
        "left E: 4s4d",
        "left S: 5s5d",
        "left W: 6s6d",
        "row: -",
        "stock: 2",
        "score NS: +310, total 310",
        "  +30 meld 9s9h9c",
        "  +80 meld 8s8h8d8c, 40 x 2",
        "  +100 out N",
        "  +30 closer_meld N 9s9h9c",
        "  +80 closer_meld N 8s8h8d8c, 40 x 2",
        "  -10 hand S 5s5d",
        "score EW: -20, total -20",
        "  -10 hand E 4s4d",
        "  -10 hand W 6s6d",
    ]


def test_a_pinnacolone_that_empties_the_hand_too() -> None:
    deal = position("common", "Ah", row="4c", table=(f"me 2h{RUN}Ah",), stock="3dKc")
    deal = play(deal, "draw", "add 0 Ah")
    assert closing(deal)[0] == "end: Pinnacolone NS"
    both = position("modern", "****", row="Ah", table=(f"me Ah{RUN}",))
    assert closing(play(both, "take 0", "lay ****", "add 0 Ah"))[0] == "end: Pinnacolone NS"
    out = position("common", "9s9c9h", row="Ah", table=(f"me 2h{RUN}Ah",), stock="3dKc")
    deal = play(out, "take 0", "lay 9s9c9h", "add 0 Ah")
    assert closing(deal)[0] == "end: Pinnacolone NS, out N"


def test_a_stopped_deal_and_the_flat_penalty() -> None:
    deal = position("modern", "9s9h", row="", stock="", table=("opp JdQd*=Kd",))
    assert closing(play(deal, "stop")) == [
        "end: stopped",
        "left N: 9s9h",
        "left E: 4s4d",
        "left S: 5s5d",
        "left W: 6s6d",
        "row: -",
        "stock: 0",
        "score NS: -130, total -130",
        "  -20 hand N 9s9h",
        "  -10 hand S 5s5d",
        "  -100 no_meld",
        "score EW: +15, total 15",
        "  +45 meld JdQd*=Kd",
        "  -10 hand E 4s4d",
        "  -20 hand W 6s6d",
    ]


def test_the_rewards_of_other_games() -> None:
    bonus = play(position("common", "9s9c", row="9h"), "take 0", "lay 9s9h9c")
    assert "  +200 in_hand N" in closing(bonus)
    toggles = ("double_score", "flat_penalty")
    doubled = play(position("common", "9s9c", row="9h", toggles=toggles), "take 0", "lay 9s9h9c")
    assert closing(doubled)[7:] == [
        # The partner has laid nothing: 200 in place of his cards.
        "score NS: -70, total -70",
        "  +30 meld 9s9h9c",
        "  +100 out N",
        "  -200 no_meld S",
        "score EW: -400, total -400",
        "  -200 no_meld E",
        "  -200 no_meld W",
    ]
    double = play(
        position("common", "9s9c", row="9h", toggles=("double_score",)), "take 0", "lay 9s9h9c"
    )
    assert "  +120 double N" in closing(double)
    assert "  -20 hand E 4s4d, 10 x 2" in closing(double)
    void = play(position("modern", "9s", stock="", options={"stopped_hand": "void"}), "stop")
    assert closing(void)[-2:] == ["score NS: +0, total 0", "score EW: +0, total 0"]


# --- the result ----------------------------------------------------------------------------------


def test_results() -> None:
    assert list(result_lines(Match.start(build("common")))) == ["Result: unfinished"]
    single = build("modern", ("single_hand",))
    assert list(result_lines(played(single, (10, 20)))) == ["Result: EW won"]
    tied = build("modern", ("single_hand",), match_tie="draw")
    assert list(result_lines(played(tied, (20, 20)))) == ["Result: draw"]
    paid = build("classic", ("solo", "stakes_per_point"), players=3, point_rate=0.5)
    assert list(result_lines(played(paid, (1600, 1500, 900)))) == [
        "Result: N won",
        "pay N: +400.0",
        "pay E: -50.0",
        "pay W: -350.0",
    ]
    unpaid = build("classic", ("stakes_fixed",), match_mode="single_hand", match_tie="draw")
    assert list(result_lines(played(unpaid, (20, 20)))) == [
        "Result: draw",
        "pay NS: +0",
        "pay EW: +0",
    ]


# --- moves as they are read ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("draw", "'draw' should be written: draw CARDS"),
        ("draw 3d 4d", "'draw 3d 4d' should be written: draw CARDS"),
        ("take", "'take' should be written: take CARDS"),
        ("lay 9s9h9c", "'lay 9s9h9c' should be written: lay MELD CARDS"),
        ("add 2", "'add 2' should be written: add MELD CARDS"),
        ("swap 6h", "'swap 6h' should be written: swap MELD CARD"),
        ("discard", "'discard' should be written: discard CARD"),
        ("stop now", "'stop now' should be written: stop"),
        (
            "undo",
            "'undo' is no move; there are: draw CARDS, take CARDS, lay MELD CARDS, "
            "add MELD CARDS, swap MELD CARD, discard CARD, stop",
        ),
        ("draw 3d | ", "'' is no move; there are: draw CARDS"),
        ("draw 3d | lay three 9s9h9c", "'lay three 9s9h9c': no number of a meld: 'three'"),
        ("draw 3d | add -1 9s", "'add -1 9s': no number of a meld: '-1'"),
        ("draw 3d | discard QdQc", "'discard QdQc': one card belongs here"),
        ("draw 3d | swap 1 6h7h", "'swap 1 6h7h': one card belongs here"),
        ("draw 3d | discard *=9d", "'discard *=9d': meanings are not allowed here: '*=9d'"),
        ("draw 3d | add 0 9d", "add 0 9d: this is not legal (no_such_meld)"),
        ("draw 3d | add 4 9d", "add 4 9d: this is not legal (no_such_meld)"),
        ("draw 3d | lay 2 9s9h9c", "lay 2 9s9h9c: the next meld has the number 3"),
        ("draw 3d | discard Kd", "discard Kd: this is not legal (not_in_hand)"),
        ("take 2c", "take 2c: the row is 2c7d"),
        ("take 7d2c", "take 7d2c: the row is 2c7d"),
        ("take 4h2c7d", "take 4h2c7d: the row is 2c7d"),
        ("stop", "stop: this is not legal (cannot_stop)"),
        ("draw 3d8d", "draw 3d8d: the stock gives 3d"),
        ("draw 3d | discard 9s", "the turn is over after these moves"),
        ("draw 3d | discard 9s | draw 8d", "draw 8d: the turn is over before this move"),
    ],
)
def test_a_move_that_cannot_be_read_or_done(moves: str, said: str) -> None:
    text = PLAIN[: PLAIN.index("played:")] + f"played: {moves}\n"
    with pytest.raises(RecordError) as caught:
        read_position(text)
    assert caught.value.line == 18
    assert caught.value.reason.startswith(said)


def test_an_empty_row_is_called_so() -> None:
    text = PLAIN.replace("row: 2c7d", "row: -").replace("draw 3d | lay 3 9s9h9c", "take 2c")
    with pytest.raises(RecordError, match="take 2c: the row is empty"):
        read_position(text)


def test_what_a_text_is() -> None:
    assert kind_of("Pinnacola record 1\n") == "record"
    assert kind_of("# mine\n\n  Pinnacola   position 7  # yours") == "position"
    for text in ("", "#", "Pinnacola", "Pinnacola match 1", "Pinnacola record one"):
        assert kind_of(text) == ""


def test_reasons_quote_one_short_line() -> None:
    assert quoted("a\nb") == "'a\\nb'"
    assert quoted("x" * 80) == repr("x" * 80)
    assert quoted("x" * 81) == repr("x" * 77 + "...")
