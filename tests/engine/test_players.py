"""The computer players: that they always go on, and that a beginner plays like one."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.actions import DRAW, STOP, UNDO, Action, Discard, Swap, Take, read_action
from engine.cards import card, cards
from engine.deal import Deal
from engine.errors import IllegalAction
from engine.players import LEVELS, LevelError, Player, player, safe_end
from engine.players.ending import near
from engine.presets import preset
from engine.rules import Rules
from engine.suggest import suggestions
from tests.engine.players import play_out
from tests.engine.positions import play, position
from tests.engine.strategies import RULES, any_action, deals

few = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
chances = st.integers(0, 2**32).map(Random)
players = st.sampled_from(sorted(LEVELS)).map(player)
LONGEST_TURN = 60
"""More actions than any turn has, with undoing all of somebody else's."""


def rest_of_turn(deal: Deal, decide: Player) -> list[Action]:
    """What the player does until the turn is over. Every action must be allowed."""
    done: list[Action] = []
    turn = deal.turn
    while not deal.over and deal.turn == turn:
        assert len(done) < LONGEST_TURN
        done.append(decide(deal.view(deal.seat)))
        deal, _ = deal.apply(done[-1])
    return done


def after(deal: Deal, actions: list[Action]) -> Deal:
    """The deal after these actions."""
    for action in actions:
        deal, _ = deal.apply(action)
    return deal


def meddled(deal: Deal, chance: Random) -> Deal:
    """The deal after somebody has tried things in the running turn, perhaps with debts."""
    for _ in range(chance.randint(1, 5)):
        offers = [o.action for o in suggestions(deal.view(deal.seat))]
        tries: list[Action] = [a for a in offers if not isinstance(a, Discard)]
        tries += [Take(index) for index in range(len(deal.position.row))]
        tries += [any_action(deal, chance) for _ in range(5)]
        try:
            after, _ = deal.apply(chance.choice(tries))
        except IllegalAction:
            continue
        if not after.over and after.turn == deal.turn:
            deal = after
    return deal


@few
@given(deals(), chances, players)
def test_a_player_ends_every_turn_and_takes_nothing_back(
    deal: Deal, chance: Random, decide: Player
) -> None:
    while not deal.over:
        done = rest_of_turn(deal, decide)
        assert UNDO not in done
        deal = after(deal, done)
        if chance.random() < 0.3 and not deal.over:
            # Now and then somebody else has a turn, so that the tables are not all alike.
            offers = [o.action for o in suggestions(deal.view(deal.seat))]
            deal, _ = deal.apply(chance.choice(offers))


@few
@given(deals(), chances, st.sampled_from([*LEVELS.values(), safe_end]))
def test_a_turn_that_somebody_else_began_is_ended(
    deal: Deal, chance: Random, decide: Player
) -> None:
    for _ in range(40):
        if deal.over:
            break
        assert rest_of_turn(meddled(deal, chance), decide)
        deal = after(deal, rest_of_turn(deal, player("easy")))


@few
@given(deals(), chances)
def test_a_safe_end_keeps_what_is_paid_for_and_lays_nothing(deal: Deal, chance: Random) -> None:
    for _ in range(40):
        if deal.over:
            break
        tried = meddled(deal, chance)
        done = rest_of_turn(tried, safe_end)
        kinds = {type(action) for action in done}
        assert kinds <= {type(DRAW), type(STOP), type(UNDO), Discard}
        undone = done.count(UNDO)
        assert done[:undone] == [UNDO] * undone
        if undone:
            # Undoing one less would have left no way to end the turn.
            nearly = tried
            for _ in range(undone - 1):
                nearly, _ = nearly.apply(UNDO)
            hand = set(nearly.position.hand)
            assert nearly.phase == "play"
            assert all(_refused(nearly, Discard(face)) for face in hand)
        deal = after(deal, rest_of_turn(deal, player("easy")))


def _refused(deal: Deal, action: Action) -> bool:
    try:
        deal.check(action)
    except IllegalAction:
        return True
    return False


@pytest.mark.parametrize("game", RULES.values(), ids=RULES.keys())
def test_beginners_mostly_bring_a_deal_to_a_going_out(game: Rules) -> None:
    dealt = [Deal.start(game, number % game.players, f"{number:08x}") for number in range(10)]
    ended = [play_out(deal)[0] for deal in dealt]
    assert sum(deal.stopped for deal in ended) < 5


@pytest.mark.parametrize("decide", [*LEVELS.values(), safe_end])
def test_who_is_not_to_play_gets_no_action(decide: Player) -> None:
    deal = position("common", "5h6h7h")
    for viewer in (None, 1):
        with pytest.raises(ValueError, match="not to play"):
            decide(deal.view(viewer))
    over = play(position("common", "5h6h7h", row="8h"), "take 0", "lay 5h6h7h8h")
    assert over.over
    with pytest.raises(ValueError, match="not to play"):
        decide(over.view(over.seat))


def test_a_level_that_does_not_exist_is_told_with_those_that_do() -> None:
    with pytest.raises(LevelError, match="no level 'hard'; there are: easy"):
        player("hard")


# --- a friendly beginner -------------------------------------------------------------------------


def turn(deal: Deal, *begun: str) -> list[Action]:
    """What a beginner does in this turn, after it was begun like this."""
    return rest_of_turn(play(deal, *begun), player("easy"))


def done(*texts: str) -> list[Action]:
    return [read_action(text) for text in texts]


def test_lays_what_he_holds_and_discards_what_is_alone() -> None:
    deal = position("common", "5h6h7hKsKd9c4d", stock="3c8d", row="Qh")
    assert turn(deal) == done("draw", "lay 5h6h7h", "discard 9c")


def test_lays_the_melds_that_together_score_most() -> None:
    # The fours and the run need the same card.
    deal = position("common", "4s4h4d5d6dTcKs", stock="3c8d", row="Qh")
    assert turn(deal)[:2] == done("draw", "lay 4d5d6d")


def test_takes_from_the_row_what_completes_a_meld() -> None:
    deal = position("common", "5h6hKsKd9c4d", row="7h")
    assert turn(deal) == done("take 0", "lay 5h6h7h", "discard 9c")


def test_takes_a_deeper_card_when_little_comes_along() -> None:
    deal = position("common", "QhKhTs4d", row="Ah3c")
    assert turn(deal)[:2] == done("take 0", "lay QhKhAh")


def test_leaves_a_long_row_to_others() -> None:
    deal = position("common", "3h4hTs4d", row="5hTcKc9d", stock="8s8d")
    assert turn(deal)[0] == DRAW


def test_takes_a_long_row_that_can_be_laid() -> None:
    deal = position("common", "3h4hTs4d", row="5h6h7h8h")
    assert turn(deal)[:2] == done("take 0", "lay 3h4h5h6h7h8h")


def test_takes_a_joker_that_completes_a_meld() -> None:
    deal = position("common", "QsQd4c8h3d", row="*")
    assert turn(deal)[0] == Take(0)


def test_takes_no_card_that_only_a_joker_of_the_hand_can_lay() -> None:
    deal = position("common", "Qs*4c8h3d", row="Qd", stock="7c8d")
    assert turn(deal)[0] == DRAW


def test_adds_what_fits_the_melds_of_the_side() -> None:
    deal = position("common", "8hKd4c9d", stock="2sAd", table=("me 5h6h7h", "opp 9s9c9h"))
    assert turn(deal)[:2] == done("draw", "add 0 8h")


def test_uses_a_joker_where_it_completes_a_meld() -> None:
    deal = position("common", "*KsKd4c8d6h9s", stock="2sAd")
    assert turn(deal)[:2] == done("draw", "lay Ks*=KhKd")


def test_keeps_a_joker_that_completes_nothing() -> None:
    deal = position("common", "*Ks4c8d6h9s", stock="2sAd")
    assert turn(deal) == done("draw", "discard 9s")


def test_throws_no_joker_away_while_there_is_another_card() -> None:
    deal = position("common", "**KsKd", stock="5cAd", options={"max_wilds": 0})
    assert turn(deal) == done("draw", "discard 5c")


def test_adds_a_joker_when_few_cards_are_left() -> None:
    deal = position("pinella", "*9d", stock="4cAd", table=("me 5h6h*=7h",))
    assert turn(deal) == done("draw", "add 0 *=4h", "discard 9d")


def test_adds_no_joker_that_counts_nothing() -> None:
    table = ("me 5h6h*=7h",)
    deal = position("pinella", "*9d", stock="4cAd", table=table, options={"joker_value": 0})
    assert turn(deal) == done("draw", "discard 9d")


def test_keeps_clean_what_the_side_must_show_before_going_out() -> None:
    deal = position("pinella", "*9d", stock="4cAd", table=("me 5h6h7h",))
    assert turn(deal) == done("draw", "discard 9d")


def test_swaps_a_joker_out_that_scores_elsewhere() -> None:
    table = ("me KsKdKh", "opp 5h6h*=7h")
    deal = position("common", "7hQsQd9c4c3d", stock="2sAd", table=table)
    assert turn(deal)[:2] == done("draw", "swap 1 7h")
    assert turn(deal)[2] in done("lay QsQd*=Qh", "lay Qs*=QhQd", "lay *=QhQsQd", "add 0 *=Kc")


def test_takes_a_joker_that_may_be_kept() -> None:
    deal = position("classic", "9sKd4c6h", stock="JcAd", table=("opp 8s*=9sTs",))
    assert turn(deal)[:2] == done("draw", "swap 0 9s")


def test_leaves_a_joker_whose_place_is_worth_as_much() -> None:
    table = ("me 3h4h*=5h",)
    gains = position("common", "5hKd9c8s", stock="2sAd", table=table)
    assert turn(gains)[:2] == done("draw", "swap 0 5h")
    nothing = position("common", "5hKd9c8s", stock="2sAd", table=table, options={"low_value": 0})
    assert not any(isinstance(action, Swap) for action in turn(nothing))


def test_leaves_a_joker_that_would_have_to_spoil_a_clean_run() -> None:
    table = ("me 7d8d9dTdJdQd", "opp 5h6h*=7h")
    deal = position("common", "7hAs9c4c3d", stock="2sAd", table=table)
    assert turn(deal) == done("draw", "discard 7h")


def test_goes_out_when_he_can() -> None:
    deal = position("common", "*Ks8h", stock="9hAd", table=("me 5h6h7h",))
    ended = after(deal, turn(deal))
    assert ended.closer == 0
    assert ended.position.row[-1] == card("Ks")


def test_keeps_a_card_while_the_side_may_not_go_out() -> None:
    deal = position("pinella", "5h6h7h9c", stock="8hAd")
    ended = after(deal, turn(deal))
    assert not ended.over
    assert ended.position.hands[0]


def test_keeps_pairs_and_neighbours() -> None:
    deal = position("common", "KsKd8h9h6h4d", stock="JcAd")
    assert turn(deal) == done("draw", "discard Jc")


@pytest.mark.parametrize(
    ("game", "face", "beside", "over"),
    [
        ("common", "5h", "4h6h", "3h7h"),
        ("common", "3h", "2h4h", "Ah5h"),
        ("common", "Ah", "2hKh", "3hQh"),
        ("common", "Kh", "QhAh", "Jh"),
        ("common", "2s", "As3s", "4s"),
        ("pinella", "3h", "Ah4h", "5h"),
        ("pinella", "Ah", "3hKh", "4hQh"),
        ("pinella", "2s", "", ""),
        # Runs of black suits go on through the Ace.
        ("modenese", "Ks", "QsAs", "Js3s"),
        ("modenese", "Kh", "QhAh", "Jh"),
    ],
)
def test_neighbours_are_those_of_runs(game: str, face: str, beside: str, over: str) -> None:
    found = near(preset(game))[card(face)]
    assert [sorted(some) for some in found] == [sorted(cards(beside)), sorted(cards(over))]


def test_an_ace_is_the_neighbour_of_king_and_lowest() -> None:
    deal = position("pinella", "As3s7dAhKh", stock="5cQc", row="9d")
    assert turn(deal) == done("draw", "discard 7d")


def test_stops_where_nothing_can_be_drawn_and_the_row_brings_nothing() -> None:
    deal = position("modern", "4s8hJd", stock="", row="9c")
    assert turn(deal) == [STOP]
    assert rest_of_turn(deal, safe_end) == [STOP]


def test_a_debt_that_somebody_else_cannot_pay_is_undone_and_a_card_drawn() -> None:
    deal = position("common", "4s8hJdKh", row="9c5s", stock="2dAd")
    assert turn(deal, "take 0")[:2] == [UNDO, DRAW]
    assert rest_of_turn(play(deal, "take 0"), safe_end)[:2] == [UNDO, DRAW]


def test_pays_a_debt_without_a_wild_if_that_can_be() -> None:
    hand = "7h*9s9d9cKd4s"
    deal = position("common", hand, row="6h", stock="2dAd", table=("partner 3h4h5h",))
    assert turn(deal, "take 0")[:2] == done("lay 9s9c9d", "add 0 6h")


def test_a_safe_end_keeps_a_meld_that_was_tried() -> None:
    deal = position("common", "5h6h7hKs9d", row="4c", stock="2dAd")
    assert rest_of_turn(play(deal, "draw", "lay 5h6h7h"), safe_end) == done("discard Ks")


def test_a_safe_end_takes_back_only_the_swap_that_is_owed() -> None:
    deal = position("common", "7h5s6s7s9dJd", table=("opp 5h6h*=7h",), stock="2cAd")
    tried = play(deal, "draw", "lay 5s6s7s", "swap 0 7h")
    assert rest_of_turn(tried, safe_end) == done("undo", "discard 7h")


def test_discards_the_other_copy_of_a_card_taken_and_laid() -> None:
    deal = position("common", "9s9d9h*4s4d", row="9h", stock="2cAd", options={"max_wilds": 0})
    begun = ("take 0", "lay 9s9h9d")
    offers = suggestions(play(deal, *begun).view(0))
    assert offers[0].action == Discard(card("9h"))
    assert turn(deal, *begun) == done("discard 9h")
