"""The guide through the first game: one finger at a time, each word once, remembered by person."""

from __future__ import annotations

from collections import Counter

import pytest

from bot import guide
from bot import requests as rq
from bot.habits import HINTS, NONE, Habits
from bot.outcome import with_seat
from bot.payloads import decode
from bot.requests import Person, Place
from bot.screen import Button
from bot.screens.guide import all_words
from bot.screens.hand import hand
from bot.screens.help import help_screen
from bot.screens.parts import FINGER
from bot.state import Table
from bot.texts import texts
from engine.actions import DRAW, UNDO, Lay
from engine.cards import placed
from engine.deal import Deal
from engine.presets import PRESETS, preset
from engine.rules import Rules
from tests.bot.driver import ANNA, BRUNO, Driver
from tests.bot.processes import World
from tests.bot.screens.scenes import NOTHING_TO_LAY, TAKEN, deal, looking, playing

EN = texts("en")
ELSEWHERE = Place("tg:-100999", "Other cards")
READ_ALL = Habits(guide="off")


def fingers(table: Table, seat: int) -> list[Button]:
    """The buttons of the hand at which a finger points."""
    rows = hand(table, seat, EN).rows
    return [button for row in rows for button in row if FINGER in button.label]


def words(table: Table, seat: int) -> list[str]:
    """What the guide says on the hand's screen."""
    return [line.text for line in hand(table, seat, EN).lines if line.text.startswith(FINGER)]


def new(table: Table) -> Table:
    """The table where seat 0 plays for the first time."""
    return looking(table, 0, guide="lead")


def with_computers(seed: int, name: str = "common", players: int = 2) -> Driver:
    """Anna in her first deal, with computers."""
    game = Driver(seed)
    game.ask(ANNA, rq.Open())
    game.ask(ANNA, rq.ChoosePreset(name))
    game.ask(ANNA, rq.Resize(players))
    game.ask(ANNA, rq.Computers(players - 1))
    game.ask(ANNA, rq.Start())
    return game


def follow(game: Driver) -> list[str]:
    """Tap only the finger until the deal is over; all that the guide said, turn by turn."""
    said: list[str] = []
    for _ in range(2000):
        if game.phase != "deal":
            return said
        seat = game.table.seat_of(ANNA.id)
        assert seat is not None
        assert game.table.deal is not None
        if game.table.deal.seat != seat:
            assert not fingers(game.table, seat)
            assert not words(game.table, seat)
            game.step()
            continue
        (button,) = fingers(game.table, seat)
        said += words(game.table, seat)
        outcome = game.ask(ANNA, decode(button.payload)[1])
        assert not outcome.refused, button.label
    raise AssertionError("the deal does not end")


# --- the first deal --------------------------------------------------------------------------

GAMES = [(name, players) for name in PRESETS for players in preset(name).players_allowed]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_first_deal_is_played_by_following_the_finger(name: str, players: int) -> None:
    game = with_computers(2, name, players)
    said = follow(game)
    assert said
    seat = game.table.seat_of(ANNA.id)
    assert seat is not None
    assert game.table.seats[seat].habits.guide != "lead"


def test_a_word_stands_there_until_it_is_heeded_and_never_again() -> None:
    heard: Counter[str] = Counter()
    for seed in range(8):
        game = with_computers(seed)
        before: str | None = None
        finished: set[str] = set()
        for word in follow(game):
            # A word stays while cards are chosen for what it says.
            if word != before and before is not None:
                finished.add(before)
            assert word not in finished
            before = word
            heard[word] += 1
    assert len(heard) >= 5


def test_every_word_is_short_and_names_no_card() -> None:
    for lang in ("it", "en"):
        for line in all_words(Rules(), texts(lang)):
            assert len(line.text) <= 160


@pytest.mark.parametrize(
    ("running", "kind"),
    [
        (deal(own=NOTHING_TO_LAY), "draw"),
        (deal(DRAW), "meld"),
        (TAKEN, "duty"),
        (deal(DRAW, own=NOTHING_TO_LAY, stock="Kd", on_table=()), "discard"),
        (deal(DRAW, own="9s9h9c", stock="Kd"), "out"),
    ],
)
def test_each_kind_of_decision_has_its_word_and_once_read_only_the_finger(
    running: Deal, kind: str
) -> None:
    table = new(playing(running))
    hint = guide.hint(table, 0)
    assert hint is not None
    assert (hint.kind, hint.said) == (kind, True)
    assert len(words(table, 0)) == 1
    assert len(fingers(table, 0)) == 1
    read = with_seat(table, 0, habits=table.seats[0].habits.having_read(kind))
    assert words(read, 0) == []
    assert len(fingers(read, 0)) == 1
    alone = with_seat(read, 0, habits=read.seats[0].habits.led())
    assert fingers(alone, 0) == []


def test_after_the_first_deal_only_what_is_new_is_pointed_at() -> None:
    led = Habits().led()
    assert guide.hint(with_seat(playing(TAKEN), 0, habits=led), 0) is not None
    everything = led
    for kind in HINTS:
        everything = everything.having_read(kind)
    assert everything == READ_ALL
    assert guide.hint(with_seat(playing(TAKEN), 0, habits=everything), 0) is None


def test_who_chooses_something_else_is_followed_by_the_finger() -> None:
    running = deal(DRAW, own=NOTHING_TO_LAY, stock="Kd", on_table=())
    (button,) = fingers(new(playing(running, chosen="Qd")), 0)
    assert button.label == f"{FINGER} Discard Q♢"
    (button,) = fingers(new(playing(running, chosen="Qd2c")), 0)
    assert button.label == f"{FINGER} ✕ Clear"
    (button,) = fingers(new(playing(deal(DRAW), chosen="9s9h9c")), 0)
    assert button.label == f"{FINGER} Lay 9♤♡♧ · 30"


def test_the_finger_points_at_the_question_and_then_at_yes() -> None:
    running = deal(DRAW, own=NOTHING_TO_LAY, stock="Kd", on_table=())
    table = looking(new(playing(running, chosen="Qd")), 0, confirm="on")
    (button,) = fingers(table, 0)
    assert button.label == f"{FINGER} Discard Q♢"
    asked = with_seat(table, 0, asking=table.seats[0].chosen[0][0])
    (button,) = fingers(asked, 0)
    assert button.label == f"{FINGER} Yes, discard Q♢"


# --- what counts as read ---------------------------------------------------------------------


def test_a_hint_is_read_by_doing_something_but_not_by_taking_it_back() -> None:
    laid = Lay(placed("9sTsJs"))
    table = new(playing(deal(DRAW)))
    assert guide.heeded(table, 0, (laid,)).read == ("meld",)
    assert guide.heeded(table, 0, (UNDO,)).read == ()
    assert guide.heeded(new(playing(deal())), 0, (DRAW,)).read == ("draw",)
    assert guide.heeded(playing(deal()), 0, (DRAW,)) == READ_ALL


def test_what_a_computer_does_is_not_read() -> None:
    game = with_computers(3)
    seat = game.table.seat_of(ANNA.id)
    assert seat is not None
    while game.table.deal is not None and game.table.deal.seat != seat:
        game.step()
    game.table = with_seat(game.table, seat, stand_in="easy")
    game.ask(BRUNO, rq.Tick())
    assert game.table.seats[seat].habits.read == ()
    assert not fingers(game.table, seat)


# --- remembered ------------------------------------------------------------------------------


async def test_what_was_read_is_remembered_over_tables_and_restarts() -> None:
    world = World()
    async with world.process() as one:
        for person, what in ((ANNA, rq.Open()), (ANNA, rq.Resize(2)), (BRUNO, rq.Join())):
            await one.ask(person, what)
        await one.ask(ANNA, rq.Start())
        for _ in range(12):
            await one.play()
        before = _habits(await one.table(), ANNA)
        assert {"draw", "discard"} <= set(before.read)
    async with world.process() as two:
        assert _habits(await two.table(), ANNA) == before
        await two.ask(BRUNO, rq.Open(), ELSEWHERE)
        await two.ask(ANNA, rq.Join(), ELSEWHERE)
        code = await two.host._store.known_code(ELSEWHERE.id)
        assert code is not None
        assert _habits((await two.host._newest(code))[0], ANNA) == before


def _habits(table: Table, person: Person) -> Habits:
    seat = table.seat_of(person.id)
    assert seat is not None
    return table.seats[seat].habits


def test_it_can_be_switched_off_and_shown_again() -> None:
    game = with_computers(5)
    assert _habits(game.table, ANNA) == NONE
    game.ask(ANNA, rq.Prefer("guide", "off"))
    assert _habits(game.table, ANNA) == READ_ALL
    game.ask(ANNA, rq.Prefer("guide", "lead"))
    assert _habits(game.table, ANNA) == NONE


def test_help_shows_all_words_again() -> None:
    for lang in ("it", "en"):
        text = help_screen(texts(lang)).text
        for line in all_words(Rules(), texts(lang)):
            assert line.text in text
