"""Every screen fits into a Discord message, and nothing that people typed becomes markup."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adapters.discord.markup import COMPONENTS, LABEL, OPTIONS, TEXT, called, label, markdown, view
from adapters.discord.outbound import ROOM, DiscordPlatform
from bot import payloads
from bot import requests as rq
from bot.payloads import ticked
from bot.pieces import pieces
from bot.screen import Button, Line, Menu, Screen, Span, bold, line
from bot.screens.hand import hand
from bot.screens.menus import parted
from bot.texts import texts
from engine.actions import DRAW
from engine.cards import card
from tests.adapters.discord.player import choices, flat, text
from tests.bot.screens.scenes import LAID, deal, looking, playing
from tests.bot.screens.test_all_screens import all_screens

BUTTON, MENU, TEXT_DISPLAY, GALLERY = 2, 3, 10, 12
SCREENS = list(all_screens(DiscordPlatform.means))


def sent(screen: Screen) -> list[dict[str, Any]]:
    components: list[dict[str, Any]] = view(screen).to_components()  # type: ignore[no-untyped-call]
    return components


def inside(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the box around a message holds."""
    [box] = components
    found: list[dict[str, Any]] = box["components"]
    return found


def counted(components: list[dict[str, Any]]) -> int:
    return sum(1 + counted(each.get("components", [])) for each in components)


def in_order(screen: Screen) -> list[str]:
    """What all buttons and options of a screen send."""
    return [payload for row in screen.rows for button in row for payload in sends(button)]


def sends(button: Button) -> list[str]:
    if not isinstance(button, Menu):
        return [button.payload] if button.payload else []
    if button.several:
        return [ticked(button.payload, [at]) for at, _ in enumerate(button.options)]
    return [option.payload for option in button.options]


def big(*sizes: int) -> Screen:
    """Rows of so many buttons."""
    rows = [
        tuple(Button(f"{at}.{i}", f"p{at}.{i}") for i in range(size))
        for at, size in enumerate(sizes)
    ]
    return Screen((line("text"),), tuple(rows))


def check(name: str, screen: Screen) -> None:
    """A message with this screen is one that Discord takes."""
    components = sent(screen)
    assert counted(components) <= COMPONENTS, name
    assert 0 < len(markdown(screen.lines)) <= TEXT - 250, name
    names: list[str] = []
    shown = [each for each in flat(components) if each["type"] == GALLERY]
    assert len(shown) == (screen.picture is not None), name
    for gallery in shown:
        [picture] = gallery["items"]
        assert 0 < len(picture["description"]) <= 1024, name
        assert picture["media"]["url"].startswith("attachment://"), name
    for row in inside(components):
        if row["type"] in (TEXT_DISPLAY, GALLERY):
            continue
        kinds = {item["type"] for item in row["components"]}
        assert kinds == {BUTTON} or (kinds == {MENU} and len(row["components"]) == 1), name
        assert 1 <= len(row["components"]) <= 5, name
        for item in row["components"]:
            names.append(item["custom_id"])
            assert len(item["custom_id"]) <= 100, name
            if item["type"] == MENU:
                values = [option["value"] for option in item["options"]]
                assert 1 <= len(values) == len(set(values)) <= OPTIONS, name
                assert item["min_values"] <= item["max_values"] <= len(values), name
                assert 0 < len(item["placeholder"]) <= 150, name
                for option in item["options"]:
                    assert len(option["value"]) <= 100, name
                    assert 0 < len(option.get("description", "x")) <= 100, name
    assert len(names) == len(set(names)), name


@pytest.mark.parametrize("at", range(8))
def test_screens_keep_the_limits_of_a_message(at: int) -> None:
    for name, _, screen in SCREENS[at::8]:
        check(name, screen)


@pytest.mark.parametrize("at", range(8))
def test_every_tap_of_a_screen_is_there_and_in_order(at: int) -> None:
    for name, _, screen in SCREENS[at::8]:
        offered = choices(sent(screen))
        assert [choice.payload for choice in offered] == in_order(screen), name
        for choice in offered:
            assert "…" not in choice.label, name
            assert not set(choice.label) & set("♥♦"), (name, choice.label)


FACES = [f"{rank}{suit}" for suit in "shcd" for rank in "A23456789TJQK"]


@pytest.mark.parametrize(("held", "parts"), [(25, 1), (26, 2), (40, 2), (50, 2), (52, 3)])
@pytest.mark.parametrize("sort", ["suit", "rank"])
def test_c15_c34_a_hand_of_any_size_is_in_menus_and_every_card_once_in_each_kind(
    held: int, parts: int, sort: str
) -> None:
    own = "".join((FACES * 2)[: held - 1])
    table = playing(deal(DRAW, own=own, stock="*", on_table=LAID))
    for confirm in ("off", "on"):
        shown = looking(table, 0, sort=sort, confirm=confirm, asking=card("As"))
        screen = hand(shown, 0, texts("it"), means=DiscordPlatform.means)
        check(f"{held} {sort}", screen)
        menus = [b for row in screen.rows for b in row if isinstance(b, Menu)]
        for kind in (False, True):
            mine = [menu for menu in menus if menu.several is kind]
            assert len(mine) == parts
            assert len({menu.label for menu in mine}) == parts
            assert sum(len(menu.options) for menu in mine) == held
            assert all(option.words for menu in mine for option in menu.options)


def test_c34_a_draw_with_more_cards_in_the_row_than_buttons() -> None:
    row = "".join(FACES[13:26] + FACES[26:39] + FACES[:5])
    table = playing(deal(own="".join(FACES), row=row, on_table=()))
    screen = hand(table, 0, texts("en"), means=DiscordPlatform.means)
    check("draw", screen)
    buttons = [b for r in screen.rows for b in r if not isinstance(b, Menu)]
    takes = [b for b in buttons if b.payload[0] == "m" and ("+" in b.label or "only" in b.label)]
    [older] = [b for r in screen.rows for b in r if isinstance(b, Menu)]
    assert len(takes) == 15
    assert older.label == "Older…"
    assert len(older.options) == len(row) // 2 - 15
    assert all(len(r) <= 3 for r in screen.rows)


def test_hands_are_cut_between_suits_nearest_the_middle() -> None:
    held = "".join(FACES[:6] + FACES[13:22] + FACES[26:34] + FACES[39:48])
    table = playing(deal(DRAW, own=held, stock="*", on_table=()))
    screen = hand(table, 0, texts("en"), means=DiscordPlatform.means)
    titles = [b.label for row in screen.rows for b in row if isinstance(b, Menu)]
    assert titles == [
        "Discard: ♤ ♡ · 15…",
        "Discard: ♧ ♢ 🃏 · 18…",
        "Choose: ♤ ♡ · 15…",
        "Choose: ♧ ♢ 🃏 · 18…",
    ]
    screen = hand(looking(table, 0, sort="rank"), 0, texts("en"), means=DiscordPlatform.means)
    titles = [b.label for row in screen.rows for b in row if isinstance(b, Menu)]
    assert titles[0] == "Discard: A–4 · 16…"


def test_a_suit_that_is_too_long_is_cut_inside() -> None:
    cards_ = tuple((card(face), copy) for face in FACES[:13] for copy in (0, 1, 2))
    found = parted(cards_, lambda _: "♤")
    assert [len(part) for part in found] == [19, 20]
    assert sum(found, ()) == cards_


def test_copies_of_a_card_are_told_apart_over_the_cut() -> None:
    cards_ = tuple((card("9s"), copy) for copy in range(30))
    for part in parted(cards_, lambda _: "♤"):
        payload = payloads.encode("k3f9a2xq", rq.ChooseAmong(part, part[-1:]))
        assert payloads.decode(payload)[1] == rq.ChooseAmong(part, part[-1:])


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
    assert len(inside(sent(screen))) == 2


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
    screen = Screen((line("<@555> ", Span("Anna", person="dc:@42")),))
    assert dict(called(screen).to_dict()) == {"parse": [], "users": [42]}
    assert "<@42>" in markdown(screen.lines)
    assert called(Screen((line("<@555> @everyone"),))).to_dict()["parse"] == []


def test_time_left_counts_down_and_quotes_are_small() -> None:
    shown = markdown([line("Time: ", Span("3 min", until=1_760_000_000)), line("told", quote=True)])
    assert shown == "Time: <t:1760000000:R>\n-# told"


def test_suits_on_buttons_are_outlines() -> None:
    assert label("9♥️ 9♦️ 9♤") == "9♡ 9♢ 9♤"
    assert len(label("x" * 200)) == LABEL


def test_long_texts_take_several_messages_that_fit() -> None:
    lines = tuple(Line((Span("a line " * 14),)) for _ in range(60))
    parts = pieces(Screen(lines, big(3).rows), ROOM)
    assert len(parts) == 2
    assert [len(part.rows) for part in parts] == [0, 1]
    assert all(0 < len(text(sent(part))) <= TEXT for part in parts)
