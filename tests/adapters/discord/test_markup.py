"""Every screen fits into a Discord message, and nothing that people typed becomes markup."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adapters.discord.markup import COMPONENTS, LABEL, OPTIONS, TEXT, called, label, markdown, view
from adapters.discord.outbound import ROOM
from bot.pieces import pieces
from bot.screen import Button, Line, Screen, Span, bold, line
from tests.adapters.discord.player import choices, text
from tests.bot.screens.test_all_screens import SCREENS

BUTTON, MENU = 2, 3


def sent(screen: Screen) -> list[dict[str, Any]]:
    components: list[dict[str, Any]] = view(screen).to_components()  # type: ignore[no-untyped-call]
    return components


def counted(components: list[dict[str, Any]]) -> int:
    return sum(1 + counted(each.get("components", [])) for each in components)


def in_order(screen: Screen) -> list[str]:
    """The payloads of all taps of a screen."""
    return [button.payload for row in screen.rows for button in row if button.payload]


def big(*sizes: int) -> Screen:
    """Rows of so many buttons."""
    rows = [
        tuple(Button(f"{at}.{i}", f"p{at}.{i}") for i in range(size))
        for at, size in enumerate(sizes)
    ]
    return Screen((line("text"),), tuple(rows))


@pytest.mark.parametrize("at", range(8))
def test_screens_keep_the_limits_of_a_message(at: int) -> None:
    for name, _, screen in SCREENS[at::8]:
        components = sent(screen)
        assert counted(components) <= COMPONENTS, name
        assert 0 < len(markdown(screen.lines)) <= TEXT - 250, name
        for row in components[1:]:
            kinds = {item["type"] for item in row["components"]}
            assert kinds == {BUTTON} or (kinds == {MENU} and len(row["components"]) == 1), name
            assert 1 <= len(row["components"]) <= 5, name
            for item in row["components"]:
                assert len(item["custom_id"]) <= 100, name
                if item["type"] == MENU:
                    assert 1 <= len(item["options"]) <= OPTIONS, name
                    assert 0 < len(item["placeholder"]) <= 150, name


@pytest.mark.parametrize("at", range(8))
def test_every_tap_of_a_screen_is_there_once_and_in_order(at: int) -> None:
    for name, _, screen in SCREENS[at::8]:
        offered = choices(sent(screen))
        assert [choice.payload for choice in offered] == in_order(screen), name
        ids = {choice.menu for choice in offered if choice.menu}
        assert not ids & {choice.payload for choice in offered}, name
        for choice in offered:
            assert "…" not in choice.label, name
            assert not set(choice.label) & set("♥♦"), (name, choice.label)


def test_a_hand_of_32_cards_is_in_menus_and_its_actions_are_buttons() -> None:
    [screen] = [screen for name, _, screen in SCREENS if name == "en hand_32"]
    offered = choices(sent(screen))
    cards = [choice for choice in offered if choice.menu]
    assert len(cards) >= 26
    assert {choice.payload[0] for choice in cards} == {"+"}
    assert {"⋯ More"} <= {choice.label for choice in offered if not choice.menu}


@pytest.mark.parametrize("sizes", [(5,) * 6, (5,) * 7, (8,) * 4, (1,) * 30, (1, 8, 8, 8, 8, 2)])
def test_any_rows_are_made_to_fit(sizes: tuple[int, ...]) -> None:
    screen = big(*sizes)
    components = sent(screen)
    assert counted(components) <= COMPONENTS
    assert [choice.payload for choice in choices(components)] == in_order(screen)


def test_rows_of_all_lengths_with_more_than_any_message_has() -> None:
    screen = big(*(1, 3, 5) * 8)
    components = sent(screen)
    assert counted(components) <= COMPONENTS
    assert [choice.payload for choice in choices(components)] == in_order(screen)


def test_links_to_the_private_chat_are_left_out() -> None:
    screen = Screen(
        (line("x"),),
        (
            (Button("My hand", "p"), Button("Open", link="private")),
            (Button("Open", link="private"),),
        ),
    )
    assert [choice.label for choice in choices(sent(screen))] == ["My hand"]
    assert len(sent(screen)) == 2


@pytest.mark.parametrize(
    "typed",
    [
        "*Anna*",
        "__Anna__",
        "~~x~~ `x` ||x||",
        "# Anna",
        "-# Anna",
        "> Anna",
        "- Anna",
        "1. Anna",
        "[Anna](https://x.y)",
        "https://x.y",
        "<@1> <#1> </x:1> <t:1:R> <:x:1>",
        "@everyone @here",
        "\\*Anna\\*",
    ],
)
def test_what_people_typed_is_shown_as_typed(typed: str) -> None:
    plain = markdown([line(typed)])
    # Without the escaped signs nothing is left that means anything to Discord.
    left = re.sub(r"\\.", "", plain)
    assert not set(left) & set("*_~`|<>[]#@\\-"), left
    assert "://" not in left
    assert not left.startswith("1. ")
    assert markdown([line(bold(typed))]) == f"**{plain}**"


def test_a_name_that_looks_like_a_mention_pings_nobody() -> None:
    screen = Screen((line("<@555> ", Span("Anna", person="dc:42")),))
    assert dict(called(screen).to_dict()) == {"parse": [], "users": [42]}
    assert "<@42>" in markdown(screen.lines)
    assert called(Screen((line("<@555> @everyone"),))).to_dict()["parse"] == []


def test_time_left_counts_down_and_quotes_are_quoted() -> None:
    shown = markdown([line("Time: ", Span("3 min", until=1_760_000_000)), line("told", quote=True)])
    assert shown == "Time: <t:1760000000:R>\n> told"


def test_suits_on_buttons_are_outlines() -> None:
    assert label("9♥️ 9♦️ 9♤") == "9♡ 9♢ 9♤"
    assert len(label("x" * 200)) == LABEL


def test_long_texts_take_several_messages_that_fit() -> None:
    lines = tuple(Line((Span("a line " * 14),)) for _ in range(60))
    parts = pieces(Screen(lines, big(3).rows), ROOM)
    assert len(parts) == 2
    assert [len(part.rows) for part in parts] == [0, 1]
    assert all(0 < len(text(sent(part))) <= TEXT for part in parts)
