"""The private hand: what its buttons do, and that they keep their places."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from bot import payloads
from bot import requests as rq
from bot.requests import Move, What
from bot.screen import WORDS, Button, Screen
from bot.screens.hand import hand
from bot.screens.measure import units
from bot.screens.table import table_screen
from bot.state import Table, Turn
from bot.texts import texts
from engine.actions import DRAW, STOP, UNDO, Add, Discard, Lay, Take
from engine.cards import FACES, card, cards, placed
from engine.deal import Deal
from engine.errors import IllegalAction
from engine.melds import recognise
from engine.presets import build
from engine.suggest import suggestions
from engine.view import TableMeld
from tests.bot.screens.deals import random_tables
from tests.bot.screens.scenes import FOUR, MANY, TAKEN, deal, looking, playing, seats

IT, EN = texts("it"), texts("en")


def labels(screen: Screen) -> list[str]:
    return [button.label for row in screen.rows for button in row]


def what(button: Button) -> What:
    return payloads.decode(button.payload)[1]


def sent(screen: Screen) -> list[What]:
    return [what(button) for row in screen.rows for button in row]


def card_block(screen: Screen) -> list[list[tuple[str, int]]]:
    rows = [[what(button) for button in row] for row in screen.rows]
    return [
        [(str(each.card), each.copy) for each in row if isinstance(each, rq.Choose)]
        for row in rows
        if all(isinstance(each, rq.Choose) for each in row)
    ]


# --- places ----------------------------------------------------------------------------------


@pytest.mark.parametrize("own", ["9s9hTsJs6s2c9c3hQhTdQd4s*", MANY])
@pytest.mark.parametrize("sort", ["suit", "rank"])
def test_cards_keep_their_places_while_they_are_chosen(own: str, sort: str) -> None:
    table = looking(playing(deal(DRAW, own=own)), 0, sort=sort)
    shown = hand(table, 0, IT)
    block = card_block(shown)
    held = [each for row in block for each in row]
    assert sorted(name for name, _ in held) == sorted(map(str, table.view(0).hand))
    assert len(set(held)) == len(held)
    random = Random(own)
    for count in (1, 2, 3, 5, len(held)):
        marks = tuple((card(name), copy) for name, copy in random.sample(held, count))
        chosen = hand(looking(table, 0, chosen=marks), 0, IT)
        assert card_block(chosen) == block
        below = len(shown.rows) - [len(row) for row in shown.rows].index(len(block[0]))
        assert [len(row) for row in chosen.rows[-below:]][-len(block) - 1 : -1] == [
            len(row) for row in block
        ]
        assert sum(label.startswith("✓") for label in labels(chosen)) == count


@pytest.mark.parametrize(
    ("count", "lengths"),
    [(14, [5, 5, 4]), (32, [5, 5, 5, 5, 4, 4, 4]), (40, [5] * 8), (1, [1])],
)
def test_rows_of_cards_are_of_equal_length(count: int, lengths: list[int]) -> None:
    own = "".join(map(str, FACES[: count - 1]))
    table = playing(deal(DRAW, own=own, stock="Kd"))
    assert [len(row) for row in card_block(hand(table, 0, IT))] == lengths


def test_a_card_button_says_the_wanted_state() -> None:
    table = playing(deal(DRAW), chosen="Ts")
    taps = [each for each in sent(hand(table, 0, IT)) if isinstance(each, rq.Choose)]
    tens = [each for each in taps if each.card == card("Ts")]
    assert sorted((each.copy, each.on) for each in tens) == [(0, False), (1, True)]


def test_a_choice_that_is_no_longer_held_is_forgotten() -> None:
    table = looking(playing(deal(DRAW)), 0, chosen=((card("Kh"), 0), (card("Ts"), 5)))
    assert hand(table, 0, IT) == hand(playing(deal(DRAW)), 0, IT)


# --- drawing ---------------------------------------------------------------------------------


def test_only_usable_cards_of_the_row_are_offered_in_row_order() -> None:
    table = playing(deal())
    screen = hand(table, 0, EN)
    moves = [each.actions for each in sent(screen) if isinstance(each, Move)]
    assert moves[0] == (DRAW,)
    indexes = [action.index for (action,) in moves[1:] if isinstance(action, Take)]
    assert indexes == sorted(indexes)
    assert indexes
    assert all(each.stamp == table.stamp for each in sent(screen) if isinstance(each, Move))
    assert table.deal is not None
    for index in indexes:
        table.deal.check(Take(index))


def test_older_cards_of_the_row_are_paged_and_none_is_lost() -> None:
    row = "".join(f"{rank}{suit}" for suit in "shcd" for rank in "A345689TJQK")
    table = playing(deal(row=row[:60], own="AsAhKsKhQsQhJsJh9s9h8s8h****"[:-3] + "*"))
    pages: list[list[int]] = []
    counts: list[int] = []
    for page in range(4):
        screen = hand(looking(table, 0, row_page=page), 0, EN)
        actions = [each.actions[0] for each in sent(screen) if isinstance(each, Move)]
        pages.append([action.index for action in actions if isinstance(action, Take)])
        (older,) = (label for label in labels(screen) if label.startswith("◂ Older · "))
        counts.append(int(older.rsplit(" ", 1)[1]))
    everything = {index for shown in pages for index in shown}
    assert max(pages[0]) == max(everything)
    for shown, count in zip(pages, counts, strict=True):
        assert shown == sorted(shown)
        assert len(shown) <= 16
        assert len(shown) + count == len(everything)


def test_an_empty_stock() -> None:
    assert "Tallone · rimescola" in labels(hand(playing(deal(stock="")), 0, IT))
    modern = build("modern")
    stuck = deal(stock="", row="3c", own="AsKhQd5c", on_table=(), rules=modern)
    screen = hand(playing(stuck, rules=modern), 0, IT)
    assert "Ferma la smazzata" in labels(screen)
    assert Move(57, (STOP,)) in sent(screen)
    assert "Il tallone è finito e nel pozzo non c'è niente da usare." in screen.text


# --- playing ---------------------------------------------------------------------------------


def test_every_offered_move_is_legal() -> None:
    for table in random_tables("0ffe", every=3):
        assert table.deal is not None
        seat = table.deal.seat
        for each in sent(hand(table, seat, EN)):
            if isinstance(each, Move):
                running: Deal = table.deal
                for action in each.actions:
                    running, _ = running.apply(action)


def test_lay_all_lays_what_it_says() -> None:
    table = playing(deal(DRAW, own=MANY))
    screen = hand(table, 0, EN)
    (button,) = screen.rows[0]
    assert button.style == "success"
    move = what(button)
    assert isinstance(move, Move)
    assert button.label.startswith(f"Lay all · {len(move.actions)} melds · ")
    assert table.deal is not None
    running = table.deal
    for action in move.actions:
        running, _ = running.apply(action)
    before, after = table.deal.view(0), running.view(0)
    assert len(after.melds) - len(before.melds) == len(move.actions)


def ready_made(table: Table) -> list[list[str]]:
    """The ready-made actions page by page until the first page comes again."""
    pages: list[list[str]] = []
    for page in range(40):
        screen = hand(looking(table, 0, ready_page=page), 0, EN)
        above = screen.rows[: len(screen.rows) - len(card_block(screen)) - 1]
        assert len(above) <= 3
        moves = [what(button) for row in above for button in row]
        shown = [payloads.body(each.actions) for each in moves if isinstance(each, Move)]
        assert len(shown) <= 5
        if len(moves) > len(shown):
            assert moves[-1] == rq.Page("ready", page + 1)
        if shown in pages:
            return pages
        pages.append(shown)
    raise AssertionError("the pages do not go round")


@pytest.mark.parametrize("own", ["9s9hTsJs6s2c9c3hQhTdQd4s*", "9s9hTsJs6s2c9c3hQhTdQd4s", "4s6d"])
def test_all_ready_made_actions_can_be_reached_in_three_rows(own: str) -> None:
    table = playing(deal(DRAW, own=own))
    pages = ready_made(table)
    offered = [each for each in suggestions(table.view(0)) if not isinstance(each.action, Discard)]
    best_first = iter(payloads.body((each.action,)) for each in offered)
    for shown in pages:
        assert sorted(shown) == sorted(islice(best_first, len(shown)))
    assert not list(best_first)


def test_the_number_on_more_melds_is_that_of_all_others() -> None:
    table = playing(deal(DRAW))
    pages = ready_made(table)
    everything = sum(map(len, pages))
    for page, shown in enumerate(pages):
        screen = hand(looking(table, 0, ready_page=page), 0, EN)
        assert f"More melds · {everything - len(shown)}" in labels(screen)


def test_one_chosen_card_can_be_added_or_discarded() -> None:
    screen = hand(playing(deal(DRAW), chosen="9h"), 0, EN)
    assert labels(screen)[:2] == ["Add 9♡ to 5–8♡", "Discard 9♡"]
    assert [row[0].style for row in screen.rows[:2]] == ["success", "danger"]
    assert sent(screen)[:2] == [
        Move(57, (Add(0, placed("9h")),)),
        Move(57, (Discard(card("9h")),)),
    ]


def test_while_a_duty_is_open_discarding_has_no_colour_and_tells_the_duty() -> None:
    screen = hand(playing(TAKEN, chosen="3h"), 0, IT)
    (button,) = screen.rows[0]
    assert (button.label, button.style) == ("Scarta 3♥️", "plain")
    with pytest.raises(IllegalAction, match="row_obligation"):
        TAKEN.check(Discard(card("3h")))
    assert [line.text for line in screen.lines[-2:]] == [
        "❗ 9♥️ deve andare in tavola in questo turno",
        "Scelte: 3♥️",
    ]


def test_a_wild_with_several_readings_is_asked_by_buttons() -> None:
    screen = hand(playing(deal(DRAW), chosen="QhQd*"), 0, IT)
    assert labels(screen)[:2] == ["Cala con 🃏=Q♤ · 45", "Cala con 🃏=Q♧ · 45"]
    assert screen.lines[-1].text == "Scelte: Q♥️ Q♦️ 🃏 — quale carta vale il jolly?"
    first = sent(screen)[0]
    assert isinstance(first, Move)
    assert isinstance(first.actions[0], Lay)
    assert sorted(first.actions[0].cards) == sorted(placed("QhQd*=Qs"))


@pytest.mark.parametrize(
    ("chosen", "italian", "english"),
    [
        ("9s9h9c", "tris, 30 punti", "set, 30 points"),
        ("9sTsJs", "scala, 30 punti", "run, 30 points"),
        ("6s9sTs", "non è un gioco: mancano 7♤ 8♤", "no meld: 7♤ 8♤ are missing"),
        # Of more missing cards nobody thinks that they lack.
        (
            "9sJsTs4s",
            "Queste carte non sono di fila.",
            "These cards do not follow one another.",
        ),
        ("9s9hTd", "non è un gioco", "no meld"),
        ("9s9h", "Un gioco ha almeno 3 carte.", "A meld takes at least 3 cards."),
    ],
)
def test_what_the_chosen_cards_are(chosen: str, italian: str, english: str) -> None:
    table = playing(deal(DRAW), chosen=chosen)
    for speak, expected in ((IT, italian), (EN, english)):
        assert expected in hand(table, 0, speak).lines[-1].text.partition(" — ")[2]


def test_undo_and_put_back() -> None:
    assert "↩️ Put back" in labels(hand(playing(TAKEN), 0, EN))
    laid, _ = TAKEN.apply(Lay(placed("9s9h9c")))
    screen = hand(playing(laid), 0, EN)
    assert "↩️ Undo" in labels(screen)
    assert Move(57, (UNDO,)) in sent(screen)
    assert not {"↩️ Undo", "↩️ Put back"} & set(labels(hand(playing(deal(DRAW)), 0, EN)))


def test_going_out_is_said() -> None:
    last = deal(DRAW, Lay(placed("9s9h9c")), own="9s9h9c", stock="Kd")
    screen = hand(playing(last, chosen="Kd"), 0, EN)
    assert labels(screen)[:2] == ["Add K♢ to K♤♡♧ and go out", "Discard K♢ and go out"]


def test_three_players_for_themselves_have_a_line_each_with_their_score() -> None:
    rules = build("classic", players=3)
    three = playing(deal(DRAW, rules=rules, on_table=()), rules=rules, turns=())
    text = [line.text for line in hand(three, 0, EN).lines]
    assert text[1] == "You 340 of 1500"
    assert text[3:6] == ["You (14): no meld", "Bruno 415 (9): no meld", "Chiara 120 (6): no meld"]


# --- other states ----------------------------------------------------------------------------


def test_off_turn_nothing_can_be_played() -> None:
    for ahead in (False, True):
        table = looking(playing(deal(seat=1), chosen="9s"), 0, ahead=ahead)
        screen = hand(table, 0, EN)
        assert not any(isinstance(each, Move) for each in sent(screen))
        assert bool(card_block(screen)) == ahead
        assert rq.ChooseAhead(not ahead) in sent(screen)
        assert "✕ Clear" in labels(screen) if ahead else "⇅ Rank" in labels(screen)


def test_before_the_deal_and_after_the_table_is_closed() -> None:
    open_ = Table("k3f9a2xq", "tg:-1", phase="lobby", seats=seats())
    assert "All'inizio le tue carte arrivano qui." in hand(open_, 0, IT).text
    assert "Il tavolo è chiuso." in hand(replace(open_, phase="idle"), 0, IT).text


def _crowded() -> Table:
    """The fullest table that can be thought of; more than the pack has."""
    names = tuple(f"{letter * 15}😀" for letter in "WMQ@")
    suits = "shcd"
    melds = tuple(
        TableMeld(
            recognise(placed(f"4{suit}*=5{suit}6{suit}*=7{suit}8{suit}"), FOUR), seat % 2, seat
        )
        for suit in suits
        for seat in (0, 1, 2, 3)
        for _ in range(3)
    )[:40]
    running = Deal.set_up(
        FOUR,
        hands=[FACES[:40], *[cards("Td") * 20] * 3],
        row=cards("Th") * 100,
        stock=cards("2s2s"),
        melds=melds,
        seat=0,
    )
    running, _ = running.apply(DRAW)
    long = tuple(melds[seat].meld for seat in range(10))
    turns = tuple(
        Turn(seat, card("Th"), 99, long, ((placed("*=Th"), long[0]),) * 5, (), card("Th"))
        for seat in (1, 2, 3)
    )
    table = replace(playing(running, turns=turns), seats=seats(names), title="T" * 200)
    return looking(table, 0, chosen=tuple((face, 0) for face in FACES[:40]))


@pytest.mark.parametrize("limit", [4096, 3000, 2000, 1700])
@pytest.mark.parametrize("lang", ["it", "en"])
def test_the_fullest_table_is_shortened_and_counts_stand_for_what_is_left_out(
    limit: int, lang: str
) -> None:
    table = _crowded()
    screen = hand(table, 0, texts(lang), limit=limit, means=WORDS)
    assert units(screen.text) <= limit
    row = screen.lines[2].text
    left_out = re.search(r"\((\d+)…\)", row)
    assert row.count("10♥️") + int(left_out[1] if left_out else 0) == 100
    held = next(line.text for line in screen.lines if "(41)" in line.text)
    assert len(held.partition(":")[2].replace(" · ", " ").split()) == 41
    ours, theirs = (line.text for line in screen.lines[3:5])
    assert ours.count("♤") + theirs.count("♤") == 12
    assert sum(len(row) for row in card_block(screen)) == 41
    assert sum(len(row) for row in screen.rows) <= 100


def test_the_group_sees_the_fullest_table_whole() -> None:
    text = table_screen(_crowded(), IT, means=WORDS).text
    assert units(text) <= 4096
    assert text.count("10♥️ 10♥️") == 50
    assert text.count(") 75") == 40


def test_blocked_cards_stand_before_a_bar() -> None:
    modern = build("modern")
    blocked = deal(row="Kd7c2s3dJh", on_table=(), rules=modern)
    text = hand(playing(blocked, rules=modern), 0, IT).text
    assert "Pozzo 5: ⛔ K♦️ 7♧ ★2♤ | 3♦️ J♥️" in text
    assert "⛔" not in hand(playing(deal(row="Kd7c*3dJh")), 0, IT).text
