"""What holds for every screen: platforms' limits, widths of labels, how cards are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot import payloads
from bot.habits import Habits
from bot.screen import PLAIN, Means, Screen
from bot.screens.hand import hand
from bot.screens.measure import units, width
from bot.screens.parts import PRIVATE
from bot.screens.table import table_screen
from bot.texts import texts
from engine.presets import build
from tests.bot.screens.deals import random_tables
from tests.bot.screens.scenes import CODE, FOUR, GROUP, SCENES, TWO
from tests.bot.screens.strict import strict

PINELLA = build("pinella", players=2)
# Room for a label in dp on a screen of 360, by buttons in its row.
PRIVATE_ROOM = {1: 330, 2: 159, 3: 101, 4: 72, 5: 54, 6: 43}
GROUP_ROOM = {1: 281, 2: 133, 3: 84, 4: 59}


def all_screens(means: Means = PLAIN) -> Iterator[tuple[str, bool, Screen]]:
    """Name, in a group or not, and the screen; scenes and random deals in both languages."""
    for lang in ("it", "en"):
        speak = texts(lang)
        for name, scene in SCENES.items():
            yield f"{lang} {name}", name in GROUP, scene.screen(speak, means)
        for rules, seed in ((FOUR, "5eed"), (TWO, "cafe"), (PINELLA, "a11a")):
            for table in random_tables(seed, rules, every=3):
                yield f"{lang} group {table.stamp}", True, table_screen(table, speak, means=means)
                deal = table.deal
                assert deal is not None
                for seat in (deal.seat, (deal.seat + 1) % rules.players):
                    held = deal.view(seat).hand
                    chosen = replace(table.seats[seat], chosen=((held[0], 0),), ahead=True)
                    looking = (*table.seats[:seat], chosen, *table.seats[seat + 1 :])
                    letters = replace(chosen, habits=Habits(suits="letters", confirm="on"))
                    read = (*table.seats[:seat], letters, *table.seats[seat + 1 :])
                    led = replace(chosen, chosen=(), habits=Habits())
                    new = (*table.seats[:seat], led, *table.seats[seat + 1 :])
                    for seats in (table.seats, looking, read, new):
                        shown = replace(table, seats=seats)
                        yield (
                            f"{lang} hand {table.stamp}",
                            False,
                            hand(shown, seat, speak, means=means),
                        )


SCREENS = list(all_screens())


def test_there_are_many() -> None:
    assert len(SCREENS) > 250


def test_limits_of_platforms() -> None:
    for name, _, screen in SCREENS:
        assert 0 < units(screen.text) <= 4096, name
        assert sum(len(row) for row in screen.rows) <= 100, name
        assert all(1 <= len(row) <= 8 for row in screen.rows), name


def test_every_button_says_something_that_can_be_read_back() -> None:
    for name, _, screen in SCREENS:
        for row in screen.rows:
            for button in row:
                assert button.label.strip(), name
                assert bool(button.payload) != bool(button.link), name
                if button.link:
                    assert button.link == PRIVATE
                else:
                    assert len(button.payload.encode()) <= 64
                    code, what = payloads.decode(button.payload)
                    assert code == CODE
                    assert payloads.encode(code, what) == button.payload


def test_no_two_buttons_of_a_screen_do_the_same() -> None:
    for name, _, screen in SCREENS:
        sent = [button.payload for row in screen.rows for button in row if button.payload]
        assert len(sent) == len(set(sent)), name


def test_labels_are_not_cut() -> None:
    for name, group, screen in SCREENS:
        room = GROUP_ROOM if group else PRIVATE_ROOM
        for row in screen.rows:
            for button in row:
                assert width(button.label) <= room[len(row)], (name, button.label)


@pytest.mark.parametrize(("label", "dp"), [("10♥️", 35), ("✓10♥️", 47), ("La mia mano", 87)])
def test_the_estimate_is_not_below_what_was_measured(label: str, dp: int) -> None:
    assert dp <= width(label) <= dp * 1.15


def test_cards_are_written_for_people() -> None:
    for name, _, screen in SCREENS:
        labels = [button.label for row in screen.rows for button in row]
        for text in (screen.text, *labels):
            assert not re.search(r"T[♤♥♧♦♡♢]", text), name
            assert not re.search(r"[♠♣]", text), name
            assert not re.search(r"[♥♦](?!\ufe0f)", text), name
            assert not re.search(r"\b[A2-9TJQK][shcd]\b", text), name


def test_coloured_buttons_have_outlines_and_chosen_cards_a_tick() -> None:
    for name, _, screen in SCREENS:
        for row in screen.rows:
            for button in row:
                if button.style != "plain":
                    assert "\ufe0f" not in button.label.replace("↩️", ""), (name, button.label)
                if button.label.startswith("✓"):
                    assert button.style == "primary"


@pytest.mark.parametrize("name", sorted(SCENES))
def test_no_text_escapes_the_catalogue(name: str) -> None:
    assert SCENES[name].screen(strict("it")) == SCENES[name].screen(texts("it"))
