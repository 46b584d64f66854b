"""Button payloads: at most 64 bytes by construction, and nothing is read that was never written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import payloads
from bot import requests as rq
from bot.game import lengths
from bot.habits import CHOICES
from bot.payloads import PayloadError
from engine.actions import DRAW, STOP, UNDO, Action, Add, Discard, Lay, Swap, Take
from engine.cards import FACES, Placed, placed
from engine.presets import PRESETS, TOGGLES

CODE = "k3f9a2xq"
faces = st.sampled_from(FACES)
melds = st.lists(st.builds(Placed, faces, st.none() | faces), min_size=1, max_size=14).map(tuple)
actions: st.SearchStrategy[Action] = st.one_of(
    st.just(DRAW),
    st.just(UNDO),
    st.just(STOP),
    st.builds(Take, st.integers(0, 107)),
    st.builds(Lay, melds),
    st.builds(Add, st.integers(0, 80), melds),
    st.builds(Swap, st.integers(0, 80), faces),
    st.builds(Discard, faces),
)


@st.composite
def among(draw: st.DrawFn) -> rq.ChooseAmong:
    """Cards of a hand as a menu has them, some of them on."""
    held = sorted(draw(st.lists(faces, min_size=1, max_size=25)))
    first = draw(st.integers(0, 3))
    copies = [
        (each, held[:at].count(each) + (first if each == held[0] else 0))
        for at, each in enumerate(held)
    ]
    on = draw(st.sets(st.sampled_from(copies)))
    return rq.ChooseAmong(tuple(copies), tuple(c for c in copies if c in on))


free: st.SearchStrategy[rq.What] = st.one_of(
    st.sampled_from(
        [
            rq.Open(),
            rq.Show(),
            rq.Leave(),
            rq.Leave(sure=True),
            rq.Start(),
            rq.StopMatch(),
            rq.ShowHand(),
            rq.PeekHand(),
            rq.ClearChoice(),
            rq.ShowRules(),
            rq.ShowLeaderboard(),
            rq.ShowHelp(),
        ]
    ),
    st.builds(rq.Join, st.integers(-1, 3)),
    st.builds(rq.ChangeSide, st.integers(0, 3)),
    st.builds(rq.Resize, st.integers(2, 6)),
    st.builds(rq.Computers, st.integers(0, 5)),
    st.builds(rq.ChoosePreset, st.sampled_from(sorted(PRESETS))),
    st.builds(rq.SetToggle, st.sampled_from(sorted(TOGGLES)), st.booleans()),
    st.builds(rq.ChooseLength, st.sampled_from(lengths())),
    st.builds(rq.ShowMenu, st.sampled_from(["", "preset", "toggles", "length"])),
    st.builds(rq.Pause, st.booleans(), st.integers(0, 63)),
    st.builds(rq.AskStop, st.integers(0, 63)),
    st.builds(rq.Ready, st.integers(1, 500)),
    st.builds(rq.Rematch, st.integers(1, 100_000)),
    st.builds(rq.Choose, faces, st.integers(0, 3), st.booleans()),
    among(),
    st.builds(rq.ShowHands, st.booleans()),
    st.builds(rq.ShowPictures, st.booleans()),
    st.sampled_from([rq.Prefer(h, v) for h, values in CHOICES.items() for v in values]),
    st.builds(rq.Page, st.sampled_from(["ready", "row"]), st.integers(0, 50)),
    st.builds(rq.ChooseAhead, st.booleans()),
    st.builds(rq.AskDiscard, faces, st.booleans()),
    st.builds(rq.ShowMore, st.sampled_from(["hand", "table"]), st.booleans()),
)


@given(free | st.builds(rq.Move, st.integers(0, 10**9), actions.map(lambda a: (a,))))
def test_what_is_written_is_read_again(what: rq.What) -> None:
    try:
        payload = payloads.encode(CODE, what)
    except ValueError:
        # Fourteen wilds with meanings: more than any pack holds.
        assert isinstance(what, rq.Move)
        assert not payloads.fits(CODE, what.stamp, what.actions)
        return
    assert len(payload.encode()) <= 64
    assert payloads.decode(payload) == (CODE, what)


def test_c14_the_longest_action_of_any_pack_fits() -> None:
    run = placed("*=Ah*=2h*=3h*=4h2s=5h2s=6h2s=7h2s=8h9hThJhQhKhAh")
    assert payloads.fits(CODE, 36**6 - 1, (Add(80, run),))


def test_lay_all_is_measured_before_it_is_offered() -> None:
    lays = tuple(Lay(placed("9s9h9c")) for _ in range(12))
    assert not payloads.fits(CODE, 1, lays)
    with pytest.raises(ValueError, match="too long"):
        payloads.move(CODE, 1, lays)
    assert payloads.decode(payloads.move(CODE, 1, lays[:4])) == (CODE, rq.Move(1, lays[:4]))


@given(st.text(max_size=80))
def test_garbage_is_refused_with_one_error(text: str) -> None:
    try:
        code, what = payloads.decode(text)
    except PayloadError:
        return
    assert payloads.encode(code, what) == text


@given(
    st.sampled_from("mPGNQjczyrg+-tpavobsqlhkxueiAHUS"),
    st.text(alphabet="0123456789abcdefXYZLDUTAWP=*.,+-", max_size=50),
)
def test_forged_arguments_are_refused_or_canonical(letter: str, rest: str) -> None:
    text = letter + CODE + rest
    try:
        code, what = payloads.decode(text)
    except PayloadError:
        return
    assert payloads.encode(code, what) == text


def test_an_error_does_not_repeat_the_input() -> None:
    with pytest.raises(PayloadError) as caught:
        payloads.decode("<script>9s9h")
    assert "9s" not in str(caught.value)
