"""What a lobby can agree on: every preset, table size, toggle and length."""

from __future__ import annotations

import itertools

import pytest

from bot import payloads
from bot import requests as rq
from bot.game import Game, clashes, lengths, sizes, toggles_for, with_toggle
from bot.screen import Screen
from bot.screens.choices import STAKES, toggle_title
from bot.screens.lobby import lobby
from bot.texts import texts
from engine.presets import EXTRAS, PRESETS, TOGGLES
from engine.rules import RulesError
from tests.bot.driver import ANNA, Driver
from tests.bot.screens.strict import strict

EN = texts("en")
GAMES = [(name, n) for name in PRESETS for n in sizes(Game(name))]


def opened(preset: str, players: int) -> Driver:
    """A lobby for that many, with the variants open."""
    game = Driver()
    game.ask(ANNA, rq.Open(), table=None)
    game.ask(ANNA, rq.ChoosePreset(preset))
    game.ask(ANNA, rq.Resize(players))
    assert len(game.table.seats) == players
    game.ask(ANNA, rq.ShowMenu("toggles"))
    return game


def offered(screen: Screen) -> list[rq.What]:
    """What the buttons of a screen send, from the top."""
    sent = [button.payload for row in screen.rows for button in row if button.payload]
    return [payloads.decode(payload)[1] for payload in sent]


def pages(game: Driver) -> list[list[rq.SetToggle]]:
    """The variants of all pages, by tapping from one to the next until it goes round."""
    found = []
    while True:
        sent = offered(lobby(game.table, EN))
        found.append([what for what in sent if isinstance(what, rq.SetToggle)])
        further = [what for what in sent if isinstance(what, rq.ShowMenu) and what.menu]
        if not further:
            return found
        game.ask(ANNA, further[0])
        if game.table.menu == "toggles":
            return found


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_every_variant_offered_can_be_switched_on_and_off(preset: str, players: int) -> None:
    game = opened(preset, players)
    plain = game.table.rules
    everything = pages(game)
    assert all(len(page) <= 8 for page in everything)
    names = [what.name for page in everything for what in page]
    assert names == list(toggles_for(game.table.game, players))
    for what in itertools.chain(*everything):
        assert what.on
        assert game.code(ANNA, what) == ""
        assert game.table.rules != plain
        assert game.table.rules.players == players
        shown = lobby(game.table, EN).text
        said = "Stakes: " if what.name in STAKES else toggle_title(what.name, EN)
        assert said in shown
        assert lobby(game.table, strict("it")).text != shown
        game.ask(ANNA, rq.SetToggle(what.name, False))
        assert game.table.rules == plain


def test_every_toggle_can_be_had_somewhere() -> None:
    there = {name for preset, n in GAMES for name in toggles_for(Game(preset), n)}
    # The length and the number of people have buttons of their own.
    targets = {f"target_{length[1:]}" for length in lengths() if length.startswith("t")}
    assert "d1" in lengths()
    assert {*TOGGLES, *EXTRAS} - there - targets == {"head_to_head", "single_hand", "six_in_pairs"}


@pytest.mark.parametrize("preset", PRESETS)
def test_six_play_every_game_in_three_sides_two_sides_or_alone(preset: str) -> None:
    game = opened(preset, 6)
    sides = {"six_in_threes": 2, "solo": 6}
    assert len(game.table.rules.sides) == 3
    for name, count in sides.items():
        game.ask(ANNA, rq.SetToggle(name, True))
        assert len(game.table.rules.sides) == count
    # With another number of people what was for six goes.
    game.ask(ANNA, rq.SetToggle("six_in_threes", True))
    game.ask(ANNA, rq.Resize(4))
    assert game.table.game.toggles == ()
    assert len(game.table.rules.pack) < 110


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_what_goes_together_is_what_the_engine_says(preset: str, players: int) -> None:
    game = Game(preset)
    for one, other in itertools.permutations(toggles_for(game, players), 2):
        chosen = with_toggle(game, one, True)
        wish = with_toggle(chosen, other, True)
        try:
            wish.rules(players)
        except RulesError:
            assert clashes(chosen, other, players) == (one,)
        else:
            assert clashes(chosen, other, players) == ()


@pytest.mark.parametrize("lang", ["it", "en"])
def test_what_does_not_go_together_is_marked_and_refused_with_the_reason(lang: str) -> None:
    speak = texts(lang)
    game = opened("pinella", 4)
    game.ask(ANNA, rq.SetToggle("strict_out", True))
    shown = []
    for menu in ("toggles", "toggles_2", "toggles_3"):
        game.ask(ANNA, rq.ShowMenu(menu))
        shown.append(lobby(game.table, speak))
    labels = [button.label for screen in shown for row in screen.rows for button in row]
    assert [label for label in labels if "⛔" in label] == [f"⛔ {toggle_title('no_sets', speak)}"]
    assert ["⛔" in screen.text for screen in shown] == [False, True, False]
    before = game.table
    outcome = game.ask(ANNA, rq.SetToggle("no_sets", True))
    assert game.table is before
    assert outcome.notice is not None
    assert (outcome.notice.code, outcome.notice.facts) == (
        "rules_clash",
        {"toggles": ("strict_out",)},
    )
    # The other way round it is the same.
    game.ask(ANNA, rq.SetToggle("strict_out", False))
    game.ask(ANNA, rq.SetToggle("no_sets", True))
    outcome = game.ask(ANNA, rq.SetToggle("strict_out", True))
    assert outcome.notice is not None
    assert outcome.notice.facts == {"toggles": ("no_sets",)}


def test_a_clean_poker_is_offered_where_a_poker_is_needed() -> None:
    assert "clean_poker_out" not in toggles_for(Game("common"), 4)
    assert "clean_poker_out" in toggles_for(Game("common", ("strict_out",)), 4)
    assert "clean_poker_out" in toggles_for(Game("pinella"), 4)


def test_what_is_on_can_always_be_switched_off() -> None:
    game = opened("classic", 4)
    game.ask(ANNA, rq.SetToggle("solo", True))
    game.ask(ANNA, rq.Resize(3))
    assert rq.SetToggle("solo", False) in itertools.chain(*pages(game))


@pytest.mark.parametrize(
    ("menu", "code"),
    [("toggles_9", ""), ("toggles_1", "unknown_button"), ("length_2", "unknown_button")],
)
def test_a_page_that_is_not_there_shows_the_first_one(menu: str, code: str) -> None:
    game = opened("pinella", 4)
    first = pages(game)[0]
    assert game.code(ANNA, rq.ShowMenu(menu)) == code
    assert pages(game)[0] == first
