"""The situations whose screens are kept in docs/screens, as tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from inspect import signature

from bot.game import Game
from bot.habits import CHOICES, Habits
from bot.leaderboard import Entry
from bot.screen import PLAIN, Means, Screen
from bot.screens.hand import hand
from bot.screens.help import help_screen
from bot.screens.leaderboard import leaderboard
from bot.screens.lobby import idle, lobby
from bot.screens.result import result
from bot.screens.rules import rules_screen
from bot.screens.table import table_screen, turn_call
from bot.state import Pack, Sealed, Seat, Table, Turn, TurnClock, Waiting
from bot.texts import Texts
from bot.turn_time import TurnTime
from engine.actions import DRAW, STOP, Action, Discard, Lay, Take
from engine.cards import card, cards, placed
from engine.deal import Deal
from engine.match import Match
from engine.melds import Meld, recognise
from engine.presets import build
from engine.rules import Rules
from engine.view import TableMeld

CODE = "k3f9a2xq"
OLD_HAND = Habits(guide="off")
"""Somebody who needs no hints any more."""
FOUR = build("common")
TWO = build("common", players=2)
NAMES = ("Anna", "Bruno", "Chiara", "Dario")
PACK = Pack("5eed" * 16, ("N35",))
NEXT_PACK = Sealed("ace5" * 16, (("tg:1", 60), ("tg:0", 15)))
SUNDAY = 1_760_000_000.0


@dataclass(frozen=True)
class Scene:
    """A table and the screen of it that is meant."""

    table: Table
    show: Callable[..., Screen]

    def screen(self, texts: Texts, means: Means = PLAIN) -> Screen:
        """The screen; what a platform has besides buttons matters to some."""
        if "means" in signature(self.show).parameters:
            return self.show(self.table, texts, means=means)
        return self.show(self.table, texts)


def seats(names: tuple[str, ...] = NAMES, count: int = 4) -> tuple[Seat, ...]:
    taken = [Seat(person=f"tg:{i}", name=name, habits=OLD_HAND) for i, name in enumerate(names)]
    return tuple((taken + [Seat()] * count)[:count])


def open_table(names: tuple[str, ...], rules: Rules = FOUR) -> Table:
    return Table(
        code=CODE,
        place="tg:-100123",
        title="Amici del bar",
        phase="lobby",
        rules=rules,
        host="tg:0",
        host_name="Anna",
        seats=seats(names, rules.players),
        sealed=replace(NEXT_PACK, cuts=()),
    )


def melds(*written: tuple[str, int], rules: Rules = FOUR) -> tuple[TableMeld, ...]:
    """Melds as `("5h6h7h", seat that laid it)`."""
    return tuple(
        TableMeld(recognise(placed(text), rules), rules.side_of(seat), seat)
        for text, seat in written
    )


LAID = melds(("5h6h7h8h", 0), ("KsKhKc", 2), ("9cTcJcQc", 1), ("4d*=5d6d", 3), ("As2s3s", 1))
ANNA = "9s9hTsJs6s2c9c3hQhTdQd4s*"
OTHERS = ("AhAc4c7s8sTdJd3d5d", "2h2d3c4h8d9d", "5c6cJh7d3s4c8hKdAdKsQs")
ROW = "Kd7cTc3dJh9hQdTs6s8dKh"
STOCK = "Ts7d5sQs3cAc8cTh6d9s4s2s"


def deal(
    *actions: Action,
    own: str = ANNA,
    row: str = ROW,
    stock: str = STOCK,
    on_table: tuple[TableMeld, ...] = LAID,
    seat: int = 0,
    rules: Rules = FOUR,
    opened: tuple[bool, ...] | None = None,
) -> Deal:
    hands = (own, *OTHERS)[: rules.players]
    began = Deal.set_up(
        rules,
        hands=[cards(each) for each in hands],
        row=cards(row),
        stock=cards(stock),
        melds=on_table,
        seat=seat,
        opened=opened,
        turn=21,
    )
    for action in actions:
        began, _ = began.apply(action)
    return began


TURNS = (
    Turn(1, laid=(Meld("run", placed("As2s3s")),), discard=card("6s")),
    Turn(
        2,
        took=card("6d"),
        along=3,
        added=((placed("8h"), Meld("run", placed("5h6h7h8h"))),),
        discard=card("8d"),
    ),
    Turn(3, discard=card("Kh")),
)


def playing(
    running: Deal, *, chosen: str = "", rules: Rules = FOUR, turns: tuple[Turn, ...] = TURNS
) -> Table:
    table = open_table(NAMES[: rules.players], rules)
    totals = (340, 415) if len(rules.sides) == 2 else (340, 415, 120, 80)[: len(rules.sides)]
    table = replace(
        table,
        phase="deal",
        deal=running,
        pack=PACK,
        sealed=None,
        match=Match(rules, dealer=3, history=(totals,)),
        matches=3,
        turns=turns,
        stamp=57,
        floor=55,
    )
    table = replace(table, clock=TurnClock(f"tg:{running.seat}", table.turn_id, SUNDAY))
    marks: list[tuple[str, int]] = []
    for face in cards(chosen):
        marks.append((str(face), sum(1 for each, _ in marks if each == str(face))))
    return looking(table, 0, chosen=tuple((card(face), copy) for face, copy in marks))


def looking(table: Table, seat: int, **changes: object) -> Table:
    """The table with somebody's look at the hand changed."""
    habits = {name: changes.pop(name) for name in CHOICES if name in changes}
    if habits:
        changes["habits"] = replace(table.seats[seat].habits, **habits)  # type: ignore[arg-type]
    changed = replace(table.seats[seat], **changes)  # type: ignore[arg-type]
    return replace(table, seats=(*table.seats[:seat], changed, *table.seats[seat + 1 :]))


def told(table: Table, **said: object) -> Table:
    """The table with another clock."""
    assert table.clock is not None
    return replace(table, clock=replace(table.clock, **said))  # type: ignore[arg-type]


def late() -> Table:
    """Anna's time ran out; Bruno is to play."""
    turns = (*TURNS[1:], Turn(0, discard=card("Jh"), late=True))
    return looking(playing(deal(seat=1), turns=turns), 0, missed=1)


def of_seat(seat: int) -> Callable[..., Screen]:
    return lambda table, texts, means=PLAIN: hand(table, seat, texts, means=means)


def finished(*, over: bool = False, in_hand: bool = False, stopped: bool = False) -> Table:
    on_table = melds(
        ("5h6h7h8h9hThJh", 2 if in_hand else 0),
        ("KsKhKdKc", 2),
        ("9cTcJcQc", 1),
        ("4d*=5d6d", 3),
        ("AsAhAc", 1),
    )
    hands = [cards(each) for each in ("9s9c*", "Jc5c", "As7d4h", "Js3dTd9h")]
    stock = "" if stopped else "2s3s4s5s"
    last = Deal.set_up(
        FOUR, hands=hands, row=cards("8s"), stock=cards(stock), melds=on_table, turn=33
    )
    ending: tuple[Action, ...] = (DRAW, Lay(placed("9s*=9h9c")), Discard(card("2s")))
    for action in (STOP,) if stopped else ending:
        last, _ = last.apply(action)
    before = (1240, 415) if over else (340, 415)
    match = Match(FOUR, dealer=3, history=(before,))
    match = match.after_deal([score.total for score in last.scores()], last.pinnacolone)
    return replace(
        open_table(NAMES),
        phase="over" if over else "result",
        match=match,
        matches=3,
        deal=last,
        pack=PACK,
        sealed=None if over else NEXT_PACK,
        next_at=None if over else SUNDAY,
    )


MANY = "AsAh2d3s3h3d4c4d5s5c6h6d7s7c8d8c9s9h9d10"[:-2] + "TsTcJsJhJdQcQdKsKhKd*"
PEOPLE = (
    Entry("tg:0", "Anna", 25, 18, 26_870),
    Entry("tg:1", "Bruno", 25, 14, 22_410),
    Entry("tg:2", "Chiara", 25, 14, 21_995),
    Entry("tg:3", "Massimiliano Bianchi", 9, 4, 8_120),
    Entry("tg:4", "Elena", 2, 1, -45),
)
TAKEN = deal(Take(5), opened=(True, True, True, True))


def agreed(game: Game, players: int = 4) -> Table:
    """A lobby that has agreed on a game."""
    names = NAMES[: min(players, len(NAMES))]
    return replace(open_table(names, game.rules(players)), game=game)


def chosen_game() -> Table:
    """A lobby that has agreed on something of its own."""
    return agreed(Game("pinella", ("joker_30", "strict_out"), "d3"))


def staked(settlement: str, players: int = 4) -> Table:
    """The end of a match played for stakes."""
    rules = build("classic", settlement=settlement, players=players, stake=5)
    aces = melds(("AsAhAdAc", 0), rules=rules)
    held = [cards("9s")] * players
    last = Deal.set_up(rules, hands=held, row=cards("8s"), stock=(), melds=aces, turn=9)
    last, _ = last.apply(STOP)
    before = (1410, 1195, 870)[: len(rules.sides)]
    match = Match(rules, dealer=3 % players, history=(before,))
    match = match.after_deal([score.total for score in last.scores()], last.pinnacolone)
    over = open_table(NAMES[:players], rules)
    return replace(over, phase="over", match=match, matches=3, deal=last)


def computers() -> Table:
    """A lobby with one person and a computer."""
    table = open_table(NAMES[:1])
    seats = (table.seats[0], replace(table.seats[1], computer="easy"), *table.seats[2:])
    return replace(table, seats=seats)


def pinelle() -> Table:
    """The play phase where black twos are wild."""
    rules = build("pinella")
    on_table = melds(("5h6h7h8h", 0), ("9cTc2s=JcQc", 1), rules=rules)
    return playing(deal(DRAW, on_table=on_table, rules=rules), rules=rules, turns=TURNS[1:])


def played_alone(running: Deal) -> Table:
    """Whoever sits in the first seat, against computers."""
    table = playing(running)
    for seat in (1, 2, 3):
        table = looking(table, seat, person=None, name="", computer="easy")
    return replace(table, clock=None)


def out_of_the_group() -> Table:
    """A match that waits because the bot was thrown out of the group."""
    return replace(playing(deal()), out=True, paused=SUNDAY)


NOTHING_TO_LAY = "As4s9sKs3h7hJh2c6cTc5d8dQd"


def new(running: Deal, chosen: str = "") -> Scene:
    """The hand of somebody who plays for the first time."""
    return Scene(looking(playing(running, chosen=chosen), 0, guide="lead"), of_seat(0))


def _scenes() -> dict[str, Scene]:
    drawn = deal(DRAW)
    waiting = replace(open_table(NAMES[:2]), waiting=(Waiting("tg:9", "Dario", "it", "token", -1),))
    return {
        "idle": Scene(Table(CODE, "tg:-100123"), idle),
        "idle_expired": Scene(Table(CODE, "tg:-100123", ended="lobby_expired"), idle),
        "lobby_empty": Scene(replace(open_table(()), host_name="Anna"), lobby),
        "lobby_waiting": Scene(waiting, lobby),
        "lobby_full": Scene(open_table(NAMES), lobby),
        "lobby_two": Scene(open_table(NAMES[:1], TWO), lobby),
        "table": Scene(playing(deal(seat=3)), table_screen),
        "table_more": Scene(replace(playing(deal(seat=3)), more=True), table_screen),
        "table_call": Scene(
            looking(playing(deal(seat=3)), 3, unreachable=True),
            lambda t, texts, means=PLAIN: turn_call(looking(t, 3, lang=texts.lang), means),
        ),
        "out_of_the_group": Scene(out_of_the_group(), of_seat(0)),
        "table_kick": Scene(replace(playing(deal(seat=3)), more=True, menu="kick"), table_screen),
        "table_stop": Scene(replace(playing(deal(seat=3)), more=True, menu="stop"), table_screen),
        "table_leave": Scene(
            replace(played_alone(deal(seat=3)), more=True, menu="leave"), table_screen
        ),
        "table_votes": Scene(
            replace(
                playing(deal(seat=3)), pause_votes=("tg:1", "tg:2"), stop_votes=("tg:2", "tg:3")
            ),
            table_screen,
        ),
        "table_computer": Scene(
            looking(playing(deal(seat=3)), 3, person=None, computer="easy", former="tg:4"),
            table_screen,
        ),
        "lobby_preset": Scene(replace(open_table(NAMES), menu="preset"), lobby),
        "lobby_toggles": Scene(replace(chosen_game(), menu="toggles"), lobby),
        "lobby_toggles_more": Scene(replace(chosen_game(), menu="toggles_2"), lobby),
        "lobby_three": Scene(agreed(Game("classic", ("stakes_per_point",)), 3), lobby),
        "lobby_six": Scene(agreed(Game("common", ("six_in_threes", "stakes_fixed")), 6), lobby),
        "lobby_length": Scene(replace(chosen_game(), menu="length"), lobby),
        "lobby_cut": Scene(
            replace(open_table(NAMES), menu="cut", sealed=NEXT_PACK),
            lobby,
        ),
        "lobby_time": Scene(replace(open_table(NAMES), menu="time"), lobby),
        "lobby_time_long": Scene(
            replace(open_table(NAMES), menu="time", time=TurnTime(1440, True)), lobby
        ),
        "table_more_paused": Scene(
            replace(playing(deal(seat=3)), more=True, paused=SUNDAY), table_screen
        ),
        "table_paused": Scene(replace(playing(deal(seat=3)), paused=SUNDAY), table_screen),
        "table_pause": Scene(
            replace(playing(deal(seat=3)), pause_votes=("tg:1", "tg:2")), table_screen
        ),
        "table_late": Scene(late(), table_screen),
        "table_away": Scene(
            replace(looking(playing(deal(seat=3)), 3, stand_in="easy"), clock=None), table_screen
        ),
        "half_time": Scene(told(playing(drawn), said="half"), of_seat(0)),
        "nudged": Scene(told(playing(deal()), said="nudge", nudger=1), of_seat(0)),
        "time_up": Scene(late(), of_seat(0)),
        "played_for": Scene(looking(late(), 0, missed=2, stand_in="easy"), of_seat(0)),
        "paused": Scene(replace(playing(drawn), paused=SUNDAY), of_seat(0)),
        "pause": Scene(replace(playing(deal(seat=1)), pause_votes=("tg:1",)), of_seat(0)),
        "pause_wanted": Scene(
            replace(playing(deal(seat=1)), pause_votes=("tg:1", "tg:2")), of_seat(0)
        ),
        "leave_last": Scene(
            looking(replace(played_alone(deal()), menu="leave"), 0, more=True), of_seat(0)
        ),
        "off_turn_more": Scene(looking(playing(deal(seat=1)), 0, more=True), of_seat(0)),
        "result_computer": Scene(
            looking(finished(), 3, person=None, computer="easy", former="tg:4"), result
        ),
        "result_paused": Scene(replace(finished(), paused=SUNDAY), result),
        "lobby_game": Scene(chosen_game(), lobby),
        "lobby_computers": Scene(computers(), lobby),
        "draw": Scene(playing(deal()), of_seat(0)),
        "draw_empty_stock": Scene(playing(deal(stock="")), of_seat(0)),
        "play": Scene(playing(drawn), of_seat(0)),
        "play_by_rank": Scene(looking(playing(drawn), 0, sort="rank"), of_seat(0)),
        "play_more": Scene(looking(playing(drawn), 0, more=True), of_seat(0)),
        "play_letters": Scene(looking(playing(drawn), 0, suits="letters"), of_seat(0)),
        "play_letters_pinelle": Scene(looking(pinelle(), 0, suits="letters"), of_seat(0)),
        "play_outline": Scene(looking(playing(drawn), 0, suits="outline"), of_seat(0)),
        "chosen_confirm": Scene(
            looking(playing(drawn, chosen="9h"), 0, confirm="on", asking=card("9h")), of_seat(0)
        ),
        "guide_draw": new(deal(own=NOTHING_TO_LAY)),
        "guide_take": new(deal()),
        "guide_duty": new(TAKEN),
        "guide_meld": new(drawn),
        "guide_discard": new(deal(DRAW, own=NOTHING_TO_LAY, stock="Kd", on_table=())),
        "guide_discard_chosen": new(
            deal(DRAW, own=NOTHING_TO_LAY, stock="Kd", on_table=()), chosen="Qd"
        ),
        "guide_other_card": new(
            deal(DRAW, own=NOTHING_TO_LAY, stock="Kd", on_table=()), chosen="Qd2c"
        ),
        "guide_out": new(deal(DRAW, own="9s9h9c", stock="Kd")),
        "chosen_one": Scene(playing(drawn, chosen="9h"), of_seat(0)),
        "chosen_three": Scene(playing(drawn, chosen="9s9h9c"), of_seat(0)),
        "chosen_wild": Scene(playing(drawn, chosen="QhQd*"), of_seat(0)),
        "chosen_nothing": Scene(playing(drawn, chosen="9s9hTd"), of_seat(0)),
        "chosen_gap": Scene(playing(drawn, chosen="6s9sTs"), of_seat(0)),
        "duty_open": Scene(playing(TAKEN), of_seat(0)),
        "duty_chosen": Scene(playing(TAKEN, chosen="3h"), of_seat(0)),
        "undo": Scene(playing(deal(DRAW, Lay(placed("9s9h9c")))), of_seat(0)),
        "hand_32": Scene(playing(deal(DRAW, own=MANY)), of_seat(0)),
        "go_out": Scene(playing(deal(DRAW, own="9s9h9c", stock="Kd")), of_seat(0)),
        "last_card": Scene(
            playing(deal(DRAW, Lay(placed("9s9h9c")), own="9s9h9c", stock="Kd"), chosen="Kd"),
            of_seat(0),
        ),
        "off_turn": Scene(playing(deal(seat=1)), of_seat(0)),
        "off_turn_ahead": Scene(
            looking(playing(deal(seat=1), chosen="9s9h9c"), 0, ahead=True), of_seat(0)
        ),
        "two_players": Scene(
            playing(
                deal(DRAW, rules=TWO, on_table=melds(("5h6h7h8h", 0), rules=TWO)),
                rules=TWO,
                turns=TURNS[:1],
            ),
            of_seat(0),
        ),
        "result": Scene(finished(), result),
        "result_private": Scene(
            looking(finished(), 1, ready=True), lambda t, texts: result(t, texts, 1)
        ),
        "result_in_hand": Scene(finished(in_hand=True), result),
        "result_stopped": Scene(finished(stopped=True), result),
        "over": Scene(finished(over=True), result),
        "over_stakes": Scene(staked("per_point", 3), result),
        "over_stakes_fixed": Scene(staked("fixed"), result),
        "leaderboard": Scene(
            Table(CODE, "tg:-100123"),
            lambda _, texts: leaderboard(PEOPLE, "Amici del bar", texts),
        ),
        "rules": Scene(open_table(NAMES), lambda t, texts: rules_screen(t.rules, texts)),
        "rules_two": Scene(open_table((), TWO), lambda t, texts: rules_screen(t.rules, texts)),
        "help": Scene(
            Table(CODE, "tg:-100123"), lambda _, texts, means: help_screen(texts, means=means)
        ),
    }


SCENES = _scenes()
GROUP = {
    *(name for name in SCENES if name.startswith(("idle", "lobby", "table", "result", "over"))),
} - {"result_private"}
"""The scenes that everybody in the chat sees."""
