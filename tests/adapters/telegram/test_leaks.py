"""No card of a hand is shown to anybody but its owner: whole deals, judged by what is stored."""

from __future__ import annotations

import logging
import re
from collections import Counter
from dataclasses import replace

import pytest

from bot import payloads
from bot import requests as rq
from bot.document import read
from bot.pictures.spec import TablePicture
from bot.ports import Commit, Document
from bot.screens.cards import LABEL, TEXT
from bot.state import Table
from engine.actions import DRAW, Discard
from engine.cards import Card, cards, placed
from engine.melds import recognise
from engine.presets import build
from engine.rules import Rules
from tests.adapters.knowledge import known, named, pictured
from tests.adapters.telegram.oracle import Oracle
from tests.adapters.telegram.rig import Rig, running
from tests.adapters.telegram.scenes import Scene, dealt
from tests.adapters.telegram.tapper import NEXT_DEAL
from tests.adapters.telegram.tapper import Table as Tapper
from tests.fakes.chance import seeded
from tests.fakes.telegram import Group, Seen


async def watched(rig: Rig, players: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Scene, Oracle]:
    """A match in its first deal, and the truth about it from the first state on."""
    oracle = Oracle(0, rig.sketches.files)
    really = rig.store.commit

    async def commit(wish: Commit) -> Document | None:
        answer = await really(wish)
        if answer is None and wish.text is not None:
            oracle.note(rig.clock.now(), read(wish.text))
        return answer

    monkeypatch.setattr(rig.store, "commit", commit)
    scene = await dealt(rig, players, langs=("it", "en"))
    oracle.group = scene.spot.chat.id
    return scene, oracle


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What our own loggers said."""
    ours = ("bot", "adapters", "engine", "pinnacola")
    return [r.getMessage() for r in caplog.records if r.name.split(".")[0] in ours]


@pytest.mark.parametrize(("players", "deals", "seed"), [(2, 2, 11), (4, 2, 12)])
async def test_whole_deals(
    players: int,
    deals: int,
    seed: int,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    async with running(chance=seeded(seed)) as rig:
        scene, oracle = await watched(rig, players, monkeypatch)
        assert isinstance(scene.spot, Group)
        tapper = Tapper(rig, scene.spot, scene.people, seed)
        first: list[Seen] = []
        for number in range(deals):
            await tapper.play_deal()
            await rig.quiet()
            if not number:
                first.extend(rig.fake.transcript)
            for person in scene.people:
                await person.tap(person, NEXT_DEAL)
            await rig.quiet()
            for person in scene.people:
                await person.tap(scene.spot, re.compile("My hand|La mia mano"))
                await person.send(scene.spot, "/hand")
        shown = list(rig.fake.transcript)
        assert [leak.why for leak in oracle.leaks(shown)] == []
        assert not [said for said in logged(caplog) if named(said, Rules())]
        _there_was_much_to_judge(oracle, shown, players, deals)
        _it_would_notice(oracle, first, scene)


def _there_was_much_to_judge(oracle: Oracle, shown: list[Seen], players: int, deals: int) -> None:
    """Every turn was shown in words and in pictures, and all cards of a picture are read back."""
    words = [seen for seen in shown if seen.kind != "photo" and named(seen.text, Rules())]
    assert {"caption", "alert"} <= {seen.kind for seen in words}
    assert len(words) > 15 * oracle.turns
    photos = [seen for seen in shown if seen.kind == "photo"]
    kinds: Counter[tuple[str, str]] = Counter()
    for seen in photos:
        picture = oracle.pictures[seen.text]
        where = "group" if seen.chat == oracle.group else "private"
        kinds[where, type(picture).__name__] += 1
        if isinstance(picture, TablePicture):
            assert (picture.hand is None) == (where == "group")
            drawn = {*picture.row, *(() if picture.hand is None else picture.hand.cards)}
            laid = {
                p.card for a in (*picture.above, *picture.below) for m in a.melds for p in m.cards
            }
            assert drawn | laid <= pictured(picture, Rules())
    assert kinds["group", "TablePicture"] >= oracle.turns
    assert kinds["private", "TablePicture"] > 2 * oracle.turns
    assert kinds["group", "ResultPicture"] == deals
    assert kinds["private", "ResultPicture"] == deals * players


def _it_would_notice(oracle: Oracle, shown: list[Seen], scene: Scene) -> None:
    """Real entries with a secret put into them: each way of telling it is caught."""
    caught = 0
    for seen in shown:
        tables = oracle.around(seen.at)
        if seen.kind == "photo":
            caught += _of_a_picture(oracle, seen, tables)
        if seen.kind != "caption" or not tables or any(t.phase != "deal" for t in tables):
            continue
        table = tables[-1]
        reader = None if seen.chat == oracle.group else next(iter(seen.visible_to))
        seat = None if reader is None else table.seat_of(f"tg:{reader}")
        everywhere = set.union(*(known(t, seat) for t in tables))
        assert table.deal is not None
        secret = [
            face
            for index, hand in enumerate(table.deal.settled.hands)
            for face in hand
            if index != seat and face not in everywhere
        ]
        if not secret or len(seen.text) < 40:
            continue
        for doctored in _doctored(seen, table, secret):
            assert [*oracle.leaks([doctored])], doctored.kind
            caught += 1
    assert caught > 50


def _of_a_picture(oracle: Oracle, seen: Seen, tables: list[Table]) -> int:
    """The same picture, shown to somebody who must not see it; how often that was tried."""
    drawn = oracle.pictures[seen.text]
    if not isinstance(drawn, TablePicture) or any(t.phase != "deal" for t in tables):
        return 0
    if drawn.hand is not None and len(drawn.hand.cards) > 8:
        table = tables[-1]
        others = [s.person for s in table.seats if f"tg:{min(seen.visible_to)}" != s.person]
        for reader in others:
            assert reader is not None
            told = replace(seen, chat=0, visible_to=frozenset({int(reader.removeprefix("tg:"))}))
            assert [*oracle.leaks([told])], "a hand drawn for somebody else"
        assert [*oracle.leaks([replace(seen, chat=oracle.group)])], "a hand drawn in public"
    return 1


def _doctored(seen: Seen, table: Table, secret: list[Card]) -> list[Seen]:
    whole = "\n".join(TEXT.by_suit(secret))
    told = [
        f"{seen.text}\n{whole}",
        f"{seen.text}\n{TEXT.in_words(secret, 'rank')}",
        f"{seen.text} {TEXT.card(secret[0])}",
        f"{seen.text} {LABEL.card(secret[-1])} x",
        f"{seen.text} {''.join(map(str, [*secret, secret[0]]))}",
    ]
    found = [replace(seen, text=text) for text in told]
    choose = payloads.encode(table.code, rq.Choose(secret[0], 0, True))
    drop = payloads.move(table.code, table.stamp, (DRAW, Discard(secret[0])))
    found += [replace(seen, kind="data", text=data) for data in (choose, drop)]
    return [*found, replace(seen, kind="label", text=LABEL.card(secret[0]))]


async def test_tried_melds_are_seen_by_nobody_else_before_the_discard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running(chance=seeded(21)) as rig:
        scene, oracle = await watched(rig, 2, monkeypatch)
        assert isinstance(scene.spot, Group)
        tapper = Tapper(rig, scene.spot, scene.people, 21)
        secret: set[Card] = set()
        for _ in range(200):
            player = tapper.to_play()
            assert player is not None
            await tapper.step(player)
            await rig.quiet()
            table = await scene.state()
            assert table.deal is not None
            tried = {p.card for meld in table.deal.position.melds for p in meld.meld.cards}
            others = (None, 1 - table.deal.seat)
            secret = tried.difference(*(known(table, seat) for seat in others))
            # Not at once: what is shown may be as old as the deal.
            if secret and table.deal.turn > 2:
                break
        assert secret
        player, other = scene.to_play(), scene.waiting()
        await other.send(scene.spot, "/table")
        await rig.quiet()
        before = scene.spot.last.text
        # The others ask for everything they can ask for.
        await other.tap(other, re.compile("⇅"))
        await other.send(scene.spot, "/hand")
        await other.send(scene.spot, "/table")
        await rig.quiet()
        assert scene.spot.last.text == before
        shown = list(rig.fake.transcript)
        assert [leak.why for leak in oracle.leaks(shown)] == []
        # The oracle would have seen it: the melds as the player reads them, told to the others.
        text = re.split(r"(?:Hand|In mano) \(", player.last.text)[0]
        for chat, reader in ((oracle.group, player.id), (other.id, other.id)):
            seen = Seen(rig.clock.now(), "text", text, chat, None, 1, frozenset({reader}))
            assert [*oracle.leaks([seen])]


@pytest.mark.parametrize(
    ("text", "noted"),
    [
        ("9♤ 10♥️ 2♦️ 🃏", "9sTh2d*"),
        ("✓10♡ ✓2♢", "Th2d"),
        ("Hand (4)\n♤ 9 10\n♥️ 3\n🃏", "9sTs3h*"),
        ("Lay 4–6♦️ (🃏5) · 30", "4d6d*"),
        ("J♤♥️ 🃏=J♧", "JsJh*"),
        ("9♤♥️♧ 30 · 5–8♡", "9s9h9c5h6h7h8h"),
        ("9s9h9c", "9s9h9c"),
        ("Anna 13 — 0, +5 of 1005, Stock 41", ""),
        ("Deal 2 · pack e202d7d4", ""),
        ("Smazzata 2 · mazzo e202d7d4 2d7d", "2d7d"),
        ("Chosen: 7♧ 9♧ — no meld: 8♧ is missing", "7c9c"),
        ("Scelte: 4♧ 7♧ — non è un gioco: mancano 5♧ 6♧", "4c7c"),
        ("Non entra: 5–8♥️ aspetta 4♥️ 9♥️.", "5h6h7h8h"),
        ("The wild stands for 5♦️: only that card takes it. 6♦️", "6d"),
    ],
)
def test_cards_are_read_back(text: str, noted: str) -> None:
    assert named(text, Rules()) == set(cards(noted))


@pytest.mark.parametrize(
    "noted", ["4d*=5d6d", "JsJh*=Jc", "QhKhAh", "As2s3s", "9s9h9c9d", "*=9sTsJs", "JcQc*=KcAc"]
)
def test_every_meld_is_read_back(noted: str) -> None:
    meld = recognise(placed(noted), Rules())
    natural = {p.card for p in meld.cards}
    assert named(TEXT.meld(meld), Rules()) == natural
    assert named(LABEL.meld(meld), Rules()) == natural


@pytest.mark.parametrize(
    ("preset", "text", "noted"),
    [
        ("common", "A–4♤ (🃏3)", "As2s4s*"),
        ("common", "A–A♧ (🃏A)", "Ac2c3c4c5c6c7c8c9cTcJcQcKc*"),
        ("pinella", "A–4♦️", "Ad3d4d"),
        ("pinella", "A–A♧", "Ac3c4c5c6c7c8c9cTcJcQcKc"),
        ("reggiano", "A–4♤ (🃏3)", "As4s*"),
        ("reggiano", "A–3♥️ (★2)", "Ah3h"),
        ("reggiano", "K–4♤ (🃏K)", "As3s4s*"),
        ("reggiano", "Q–3♡", "QhKhAh2h3h"),
        ("reggiano", "K–2♦️ (🃏A ★K)", "2d*"),
    ],
)
def test_the_rules_say_what_lies_in_a_run(preset: str, text: str, noted: str) -> None:
    assert named(text, build(preset)) == set(cards(noted))


def test_a_table_with_runs_that_leave_out_the_2() -> None:
    text = (
        "Di turno: Anna0\n"
        "Anna0 20 + 💻 Computer C 19 — 530\n"
        "nessun gioco\n"
        "Bruno0 19 + 💻 Computer D 16 — 325\n"
        "A–4♤ (🃏3) 45\n"
        "Tallone 29 · Pozzo 2: 7♦️ Q♦️\n"
        "Smazzata 2 · mazzo 07126401\n"
        "💻 Computer D: pesca, cala A–4♤ (🃏3), scarta Q♦️"
    )
    assert named(text, build("reggiano")) == set(cards("As4s7dQd*"))
