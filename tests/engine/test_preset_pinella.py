"""The preset `pinella`, clause by clause: the variant Pinella of source 002.

What the variant does not change is that of `common`, so its own clauses are tested here.
"""

from __future__ import annotations

from engine.cards import card, cards
from engine.deal import Deal
from engine.presets import build, difference, preset
from tests.engine.clauses import kind, worth
from tests.engine.positions import code, play, position

RULES = preset("pinella")
RUN = "3h4h5h6h7h8h9hThJhQhKh"


def test_002_40_the_red_twos_are_out() -> None:
    assert len(RULES.pack) == 104
    assert not set(cards("2h2d")) & set(RULES.pack)
    assert len(Deal.start(RULES, 0, "").position.stock) == 51


def test_002_41_the_four_black_twos_are_wild_and_worth_20() -> None:
    assert (RULES.pack.count(card("2s")), RULES.pack.count(card("2c"))) == (2, 2)
    assert all(map(RULES.is_wild, cards("2s2c*")))
    assert RULES.value(card("2s")) == 20
    assert worth(RULES, "KsKh2s=Kd") == 40
    assert kind(RULES, "7h2c9h") == "run"


def test_002_42_runs_skip_the_two_and_have_thirteen_cards() -> None:
    assert kind(RULES, "AhKh3h") == "not_consecutive"
    assert kind(RULES, "Ah3h4h") == "run"
    assert kind(RULES, "Ah2s=2h3h") == "rank_not_in_play"
    assert (RULES.full_run, RULES.pinnacolone_min) == (13, 13)
    deal = position(RULES, "AhQd5c", table=(f"me Ah{RUN}",))
    assert play(deal, "draw", "add 0 Ah").pinnacolone == 0


def test_002_43_a_pinella_is_swapped_only_by_the_team_that_melded_it() -> None:
    table = ("opp 4h5h2s=6h", "me 9s9c9d")
    assert code(play(position(RULES, "6hQd8c", table=table), "draw"), "swap 0 6h") == (
        "not_your_sides_pinella"
    )
    own = play(position(RULES, "6hQd8c", table=("partner 4h5h2s=6h",), opened=True), "draw")
    assert play(own, "swap 0 6h").view(0).reuse == cards("2s")
    assert code(play(own, "swap 0 6h"), "discard Qd") == "reuse_obligation"


def test_002_44_out_needs_a_poker_or_a_clean_six_of_the_team() -> None:
    for table, out in (
        ((), False),
        (("partner 5d6d7d8d9d",), False),
        (("partner 5d6d7d8d9d*=Td",), False),
        (("partner 5d6d7d8d9dTd",), True),
        (("partner 3c3s3h3d",), True),
        (("partner 3c3s3h2s=3d",), True),
        (("opp 3c3s3h3d",), False),
    ):
        deal = play(position(RULES, "9s9cQd", row="9h", table=table), "take 0", "lay 9s9c9h")
        if out:
            assert play(deal, "discard Qd").closer == 0
        else:
            assert code(deal, "discard Qd") == "out_requirement"


def test_002_44_the_last_card_is_discarded() -> None:
    deal = position(RULES, "9s9c", row="9h", table=("partner 3c3s3h3d",))
    assert code(play(deal, "take 0"), "lay 9s9c9h") == "must_keep_discard"


def test_002_45_stricter_going_out() -> None:
    strict = build("pinella", ("strict_out",))
    for table in (("me 3c3s3h3d",), ("me 5d6d7d8d9dTdJd",)):
        deal = position(strict, "9s9cQd", row="9h", table=table)
        assert code(play(deal, "take 0", "lay 9s9c9h"), "discard Qd") == "out_requirement"
    deal = position(strict, "9s9cQd", row="9h", table=("me 3c3s3h3d", "me 5d6d7d8d9dTdJd"))
    assert play(deal, "take 0", "lay 9s9c9h", "discard Qd").closer == 0


def test_the_variant_changes_nothing_else_of_common() -> None:
    assert set(difference(RULES, "common")) == {
        "red_twos",
        "black_twos",
        "run_two",
        "swap_pinella_from",
        "out_requirement",
        "out_discard",
        "pinnacolone_min",
    }
