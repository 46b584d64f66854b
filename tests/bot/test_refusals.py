"""Every refusal of the engine, as who taps is told: the reason in words, in both languages.

A button could be forged, so what no screen offers is refused as well, and the hand stays as it was.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from bot import requests as rq
from bot.notices import Notice
from bot.outcome import Chance
from bot.payloads import decode, move
from bot.requests import Person, Place, Request
from bot.screens.hand import hand
from bot.screens.measure import units
from bot.screens.parts import reader_script
from bot.table import handle
from bot.texts import texts
from bot.texts.notices import LIMIT, notice_text
from engine.actions import read_action
from engine.deal import Deal
from engine.errors import CODES
from tests.bot.screens.scenes import playing
from tests.engine.positions import play, position

COMMON = "common"
ANNA = Person("tg:0", "Anna", "it")
LANGUAGES = ("it", "en")


class Refused(NamedTuple):
    """A position before the draw, what was done in this turn, and what is refused then."""

    start: Deal
    done: tuple[str, ...]
    asked: str
    italian: str
    english: str


REFUSED = {
    "too_short": Refused(
        position(COMMON, "9s9hQd"),
        ("draw",),
        "lay 9s9h",
        "Un gioco ha almeno 3 carte.",
        "A meld takes at least 3 cards.",
    ),
    "too_long": Refused(
        position(COMMON, "9s9h9c9d", options={"set_max": 3}),
        ("draw",),
        "lay 9s9h9c9d",
        "Un gioco così ha al massimo 3 carte.",
        "Such a meld takes at most 3 cards.",
    ),
    "all_wild": Refused(
        position(COMMON, "***"),
        ("draw",),
        "lay *=9s*=9h*=9c",
        "In un gioco serve almeno una carta che non sia una matta.",
        "A meld needs at least one card that is not wild.",
    ),
    "too_few_naturals": Refused(
        position(COMMON, "9s**", options={"min_naturals": 2}),
        ("draw",),
        "lay 9s*=9h*=9c",
        "In un gioco servono almeno 2 carte che non siano matte.",
        "A meld needs at least 2 cards that are not wild.",
    ),
    "too_many_wilds": Refused(
        position(COMMON, "9s**", options={"max_wilds": 1}),
        ("draw",),
        "lay 9s*=9h*=9c",
        "Matte in un gioco: al massimo 1.",
        "Wild cards in a meld: 1 at most.",
    ),
    "ambiguous_wild": Refused(
        position(COMMON, "QsQh*"),
        ("draw",),
        "lay QsQh*",
        "Di' quale carta vale la matta.",
        "Say which card the wild stands for.",
    ),
    "not_a_wild": Refused(
        position(COMMON, "9sTsKd"),
        ("draw",),
        "lay 9sTsKd=Js",
        "K♦️ non è una matta: vale solo sé stessa.",
        "K♦️ is not wild: it stands only for itself.",
    ),
    "rank_not_in_play": Refused(
        position("pinella", "3s4s*"),
        ("draw",),
        "lay *=2s3s4s",
        "Qui nelle scale il 2 non c'è.",
        "Runs have no 2 here.",
    ),
    "card_not_in_deck": Refused(
        position(COMMON, "9s9s9s"),
        ("draw",),
        "lay 9s9s9s",
        "Nel mazzo non ci sono così tante carte uguali.",
        "The pack does not have that many of this card.",
    ),
    "duplicate_suit": Refused(
        position(COMMON, "9s9s9h"),
        ("draw",),
        "lay 9s9s9h",
        "In un tris ogni seme entra una volta sola.",
        "A set takes each suit only once.",
    ),
    "not_consecutive": Refused(
        position(COMMON, "5h6h8h"),
        ("draw",),
        "lay 5h6h8h",
        "Queste carte non sono di fila.",
        "These cards do not follow one another.",
    ),
    "round_the_corner": Refused(
        position(COMMON, "KhAh2h"),
        ("draw",),
        "lay KhAh2h",
        "La scala si ferma all'asso.",
        "A run does not go on past the Ace.",
    ),
    "not_a_meld": Refused(
        position(COMMON, "9sThQd"),
        ("draw",),
        "lay 9sThQd",
        "Queste carte non fanno un gioco.",
        "These cards are no meld.",
    ),
    "no_sets": Refused(
        position(COMMON, "9s9h9c", toggles=("no_sets",)),
        ("draw",),
        "lay 9s9h9c",
        "Qui i tris non ci sono: si calano solo scale.",
        "There are no sets here: lay runs only.",
    ),
    "must_draw_first": Refused(
        position(COMMON, "9s9h9c"),
        (),
        "lay 9s9h9c",
        "Prima pesca una carta.",
        "Draw a card first.",
    ),
    "already_drawn": Refused(
        position(COMMON, "9s9h9c"),
        ("draw",),
        "draw",
        "Hai già pescato.",
        "You have drawn already.",
    ),
    "no_such_row_card": Refused(
        position(COMMON, "9s9h9c"),
        (),
        "take 7",
        "Questa carta non è più nel pozzo.",
        "This card is no longer in the row.",
    ),
    "row_blocked": Refused(
        position("modern", "9s9h9c", row="4c*Kd"),
        (),
        "take 0",
        "Bloccata: nel pozzo c'è una matta dopo questa carta.",
        "Blocked: a wild lies after this card in the row.",
    ),
    "row_needs_open": Refused(
        position(COMMON, "4s4h", options={"row_needs_open": True}),
        (),
        "take 0",
        "Prendi dal pozzo solo dopo aver calato.",
        "You may take from the row only after laying a meld.",
    ),
    "stock_empty": Refused(
        position("modern", "9s9h", stock=""),
        (),
        "draw",
        "Il tallone è finito: prendi dal pozzo o ferma la smazzata.",
        "The stock is empty: take from the row or stop the deal.",
    ),
    "cannot_stop": Refused(
        position(COMMON, "9s9h"),
        (),
        "stop",
        "Adesso la smazzata non si può fermare.",
        "The deal cannot be stopped now.",
    ),
    "nothing_to_undo": Refused(
        position(COMMON, "9s9h"),
        ("draw",),
        "undo",
        "Non c'è niente da annullare.",
        "There is nothing to take back.",
    ),
    "not_in_hand": Refused(
        position(COMMON, "9s9h"),
        ("draw",),
        "discard Kh",
        "K♥️ non è nella tua mano.",
        "K♥️ is not in your hand.",
    ),
    "no_such_meld": Refused(
        position(COMMON, "9s9h"),
        ("draw",),
        "add 7 9s",
        "Quel gioco non è più in tavola.",
        "That meld is not on the table any more.",
    ),
    "opponents_meld": Refused(
        position(COMMON, "9s9h", table=("opp 6s7s8s",)),
        ("draw",),
        "add 0 9s",
        "È un gioco degli avversari.",
        "That meld is the opponents'.",
    ),
    "partners_meld": Refused(
        position(
            COMMON, "9s9h", table=("partner 6s7s8s",), opened=True, options={"add_partner": "never"}
        ),
        ("draw",),
        "add 0 9s",
        "Quel gioco è del tuo compagno: solo lui ci attacca carte.",
        "That meld is your partner's: only they add to it.",
    ),
    "must_open_first": Refused(
        position(COMMON, "9s9h", table=("partner 6s7s8s",)),
        ("draw",),
        "add 0 9s",
        "Prima cala un gioco tuo in questa smazzata.",
        "First lay a meld of your own in this deal.",
    ),
    "opening_points": Refused(
        position(COMMON, "3s4s5sKd", options={"opening_min_points": 40}),
        ("draw",),
        "lay 3s4s5s",
        "Il primo gioco deve valere 40 punti; questo ne vale 15.",
        "The first meld needs 40 points; this one has 15.",
    ),
    "set_complete": Refused(
        position(COMMON, "9s*", table=("me 9s9h9c9d",)),
        ("draw",),
        "add 0 *=9s",
        "Il poker è completo.",
        "The set is full.",
    ),
    "does_not_fit": Refused(
        position(COMMON, "KsQd", table=("me 6s7s8s",)),
        ("draw",),
        "add 0 Ks",
        "Non entra: 6–8♤ aspetta 5♤, 9♤.",
        "Does not fit: 6–8♤ takes 5♤, 9♤.",
    ),
    "swap_needs_natural": Refused(
        position(COMMON, "*Qd", table=("me 6s*=7s8s",)),
        ("draw",),
        "swap 0 *",
        "Una matta si prende solo con la carta che rappresenta.",
        "A wild is taken with the very card it stands for.",
    ),
    "swap_wrong_card": Refused(
        position(COMMON, "KsQd", table=("me 6s*=7s8s",)),
        ("draw",),
        "swap 0 Ks",
        "La matta vale 7♤: serve quella.",
        "The wild stands for 7♤: only that card takes it.",
    ),
    "wild_fixed": Refused(
        position(COMMON, "7sQd", table=("me 6s*=7s8s",), options={"swap_joker_from": "never"}),
        ("draw",),
        "swap 0 7s",
        "Qui la matta non si prende.",
        "This wild cannot be taken.",
    ),
    "not_your_sides_pinella": Refused(
        position(
            "modern",
            "7sQd",
            table=("opp 6s2c=7s8s",),
            opened=True,
            options={"swap_pinella_from": "own_side"},
        ),
        ("draw",),
        "swap 0 7s",
        "Le pinelle si prendono solo dai giochi della tua squadra.",
        "A pinella is taken only from your own side's melds.",
    ),
    "row_obligation": Refused(
        position(COMMON, "9s9hQd", row="9c4c"),
        ("take 0",),
        "discard Qd",
        "Hai preso 9♧: prima dello scarto deve andare in tavola.",
        "You took 9♧: it must go on the table before you discard.",
    ),
    "row_obligation_first_action": Refused(
        position(
            COMMON, "9s9hQd5s6s7s", row="9c4c", options={"row_obligation_timing": "first_action"}
        ),
        ("take 0",),
        "lay 5s6s7s",
        "Hai preso 9♧: la prima cosa che cali deve contenerla.",
        "You took 9♧: the first thing you lay must contain it.",
    ),
    "reuse_obligation": Refused(
        position(COMMON, "7sQdKdJd", table=("me 6s*=7s8s",)),
        (
            "draw",
            "swap 0 7s",
        ),
        "discard Qd",
        "La matta presa deve tornare in tavola in questo turno.",
        "The wild you took must go back on the table this turn.",
    ),
    "discard_wild": Refused(
        position(COMMON, "*QdKs", options={"discard_wild": False}),
        ("draw",),
        "discard *",
        "Qui le matte non si scartano.",
        "Wild cards may not be discarded here.",
    ),
    "discard_taken_card": Refused(
        position(COMMON, "9s9hQd", row="9c4c", options={"row_obligation": "none"}),
        ("take 0",),
        "discard 9c",
        "La carta presa dal pozzo non si scarta in questo turno.",
        "The row card you took may not be discarded this turn.",
    ),
    "discard_fitting": Refused(
        position(COMMON, "9sQd", table=("me 6s7s8s",), options={"discard_fitting": False}),
        ("draw",),
        "discard 9s",
        "Questa carta si attacca a un gioco in tavola: non si scarta.",
        "This card fits a meld on the table: it may not be discarded.",
    ),
    "must_keep_discard": Refused(
        position("modern", "9s9h", stock="9c", table=("me 3h4h5h",)),
        ("draw",),
        "lay 9s9h9c",
        "Tieni una carta: il turno finisce con lo scarto.",
        "Keep one card: a turn ends with a discard.",
    ),
    "out_requirement": Refused(
        position("pinella", "9s", stock="Kd", table=("me 6s7s8s",)),
        (
            "draw",
            "add 0 9s",
        ),
        "discard Kd",
        "Per chiudere alla tua squadra serve: un poker o una scala pulita di 6.",
        "To go out your side needs: a poker or a clean run of 6.",
    ),
    "no_out_first_round": Refused(
        position(
            COMMON,
            "9s",
            stock="Kd",
            table=("me 6s7s8s",),
            options={"no_out_first_round": True},
            turn=1,
        ),
        (
            "draw",
            "add 0 9s",
        ),
        "discard Kd",
        "Nel primo giro non si chiude.",
        "Nobody goes out in the first round.",
    ),
}


@pytest.mark.parametrize("code", sorted(REFUSED))
def test_a_refusal_is_told_with_its_reason(code: str) -> None:
    start, done, asked, italian, english = REFUSED[code]
    deal = play(start, *done)
    table = playing(deal, rules=deal.rules, turns=())
    shown = hand(table, 0, texts("it"))
    payload = move(table.code, table.stamp, (read_action(asked),))
    of, what = decode(payload)
    request = Request(ANNA, Place(ANNA.id, private=True), what, of)
    outcome = handle(table, request, 0.0, Chance("00", "00"))
    assert outcome.refused
    assert outcome.notice is not None
    assert outcome.notice.code == code
    told = [
        notice_text(outcome.notice, texts(lang), reader_script(table, 0, texts(lang)))
        for lang in LANGUAGES
    ]
    assert told == [italian, english]
    assert max(map(units, told)) <= LIMIT
    assert hand(outcome.table, 0, texts("it")) == shown
    assert isinstance(what, rq.Move)


def test_there_is_a_refusal_for_every_code_of_the_engine() -> None:
    # After the end of a deal the table itself says that it has moved on.
    assert set(REFUSED) == CODES - {"turn_over"}
    for lang, said in (("it", "La smazzata è finita."), ("en", "The deal is over.")):
        assert notice_text(Notice("turn_over"), texts(lang)) == said
