"""A deal: one dealing of the cards up to the going out (RULES.md section 3).

The settled position is what everybody may know of (each through a view); the trial actions of
the running turn stand beside it, so that the player to move can take them back (3.11).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine import drawing, moves
from engine.actions import Action, Add, Discard, Draw, Lay, Stop, Swap, Take, Undo
from engine.cards import Card, Placed
from engine.errors import IllegalAction
from engine.events import (
    Added,
    Discarded,
    Drew,
    Event,
    Laid,
    Pinnacolone,
    Reshuffled,
    Stopped,
    Swapped,
    Took,
    WentOut,
)
from engine.match import dealing_order, first_player
from engine.position import End, Position, Turn, row_open
from engine.scoring import SideScore, score_deal
from engine.shuffle import shuffled
from engine.suggest.useful import useful
from engine.view import Phase, Shown, TableMeld, View

if TYPE_CHECKING:
    from engine.melds import Meld
    from engine.rules import Rules


class Step(NamedTuple):
    """A trial action: what was done, the position after it, and the fact it will be."""

    action: Action
    position: Position
    event: Event


@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """A deal in play or ended; immutable.

    `seed` is the secret that orders the pack. `settled` is the position without the trial actions
    of the running turn, which are `steps`. Everything in here is secret: show a `view`.
    """

    rules: Rules
    seed: str
    settled: Position
    steps: tuple[Step, ...] = ()

    @classmethod
    def start(cls, rules: Rules, dealer: int, seed: str) -> Deal:
        """Shuffle and deal (RULES.md 7 A). `seed` is a secret hex text; see `engine.shuffle`."""
        pack = shuffled(rules.pack, seed, 0)
        dealt = rules.deal_size * rules.players
        hands = {
            seat: pack[nth : dealt : rules.players]
            for nth, seat in enumerate(dealing_order(rules, dealer))
        }
        stock = pack[dealt:]
        row, stock = (stock[:1], stock[1:]) if rules.upcard else ((), stock)
        return cls.set_up(
            rules,
            hands=[hands[seat] for seat in range(rules.players)],
            row=row,
            stock=stock,
            seat=first_player(rules, dealer),
            seed=seed,
        )

    @classmethod
    def set_up(
        cls,
        rules: Rules,
        *,
        hands: Sequence[Iterable[Card]],
        row: Iterable[Card] = (),
        stock: Iterable[Card] = (),
        melds: Iterable[TableMeld] = (),
        seat: int = 0,
        opened: Sequence[bool] | None = None,
        laid_before: Sequence[bool] | None = None,
        shown: Sequence[tuple[bool, int]] | None = None,
        idle: int = 0,
        laid_since_reshuffle: bool = True,
        turn: int = 1,
        seed: str = "",
    ) -> Deal:
        """A single position at the start of the turn of `seat`, for examples, tests and reports.

        `hands`, `opened`, `laid_before` have one entry per seat; `shown` (poker, clean run length)
        one per side, or per seat where the rules count so: it adds to what lies on the table. The
        stock has its top card first. Opened is by default who laid a meld of the table, and laid
        before is who has opened. An empty `seed` keeps the order of the row in a reshuffle.
        """
        table = tuple(melds)
        if opened is None:
            opened = [any(m.author == who for m in table) for who in range(rules.players)]
        laid = tuple(opened if laid_before is None else laid_before)
        seen = moves.nothing_shown(rules)
        for meld in table:
            seen = moves.show(rules, seen, meld)
        if shown is not None:
            seen = tuple(
                Shown(a.poker or poker, max(a.run, run))
                for a, (poker, run) in zip(seen, shown, strict=True)
            )
        stalled = rules.stall_turns is not None and idle >= rules.stall_turns
        position = Position(
            seat=seat,
            phase="over" if stalled else "draw",
            turn=turn,
            hands=tuple(tuple(sorted(hand)) for hand in hands),
            stock=tuple(stock),
            row=tuple(row),
            melds=table,
            opened=tuple(opened),
            laid=laid,
            shown=seen,
            idle=idle,
            shuffles=0 if laid_since_reshuffle else 1,
            stale=not laid_since_reshuffle,
            now=Turn(fresh=not laid[seat]),
            end=End() if stalled else None,
        )
        return cls(rules, seed, position)

    def __repr__(self) -> str:
        at = self.position
        return f"<Deal: turn {at.turn}, seat {at.seat}, {at.phase}>"

    # --- facts -------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position as the seat to play sees it, trial actions included. Secret."""
        return self.steps[-1].position if self.steps else self.settled

    @property
    def seat(self) -> int:
        """The seat to play; after the end the last one that did."""
        return self.settled.seat

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        return self.settled.turn

    @property
    def phase(self) -> Phase:
        """What the seat to play has to do."""
        return self.position.phase

    @property
    def over(self) -> bool:
        """Has the deal ended?"""
        return self.settled.end is not None

    @property
    def closer(self) -> int | None:
        """The seat that went out."""
        return None if self.settled.end is None else self.settled.end.closer

    @property
    def in_hand(self) -> bool:
        """Had the closer laid nothing in any earlier turn?"""
        return self.closer is not None and self.settled.now.fresh

    @property
    def pinnacolone(self) -> int | None:
        """The side whose Pinnacolone ended the deal."""
        return None if self.settled.end is None else self.settled.end.pinnacolone

    @property
    def stopped(self) -> bool:
        """Did the deal end without a closer and without a Pinnacolone?"""
        return self.settled.end is not None and self.settled.end.stopped

    # --- actions -----------------------------------------------------------------------------

    def check(self, action: Action) -> None:
        """May the seat to play do this? Raises IllegalAction (codes of RULES.md section 11)."""
        self.apply(action)

    def apply(self, action: Action) -> tuple[Deal, tuple[Event, ...]]:
        """Let the seat to play do this: the deal after it, and what has become settled by it.

        Raises IllegalAction (codes of RULES.md section 11); the deal itself never changes.
        """
        rules, at = self.rules, self.position
        match action:
            case Discard():
                after = moves.discard(rules, at, action.card)
                discarded = Discarded(at.seat, action.card)
                if self.steps or after.end is not None:
                    return self._settle(after, discarded)
                return Deal(rules, self.seed, after), (discarded,)
            case Draw():
                after = drawing.draw(rules, at, self.seed)
                count = len(after.hand) - len(at.hand)
                drew: tuple[Event, ...] = (Drew(at.seat, count),)
                if after.shuffles > at.shuffles:
                    drew = (Reshuffled(at.seat, len(after.stock) + count), *drew)
                return Deal(rules, self.seed, after), drew
            case Undo():
                if not self.steps:
                    raise IllegalAction("turn_over" if self.over else "nothing_to_undo")
                return Deal(rules, self.seed, self.settled, self.steps[:-1]), ()
            case Stop():
                return Deal(rules, self.seed, drawing.stop(rules, at)), (Stopped(at.seat),)
            case _:
                return self._try(action, at)

    def _try(self, action: Take | Lay | Add | Swap, at: Position) -> tuple[Deal, tuple[Event, ...]]:
        after, event = _tried(self.rules, at, action)
        if after.end is not None:
            return self._settle(after, event)
        steps = (*self.steps, Step(action, after, event))
        return Deal(self.rules, self.seed, self.settled, steps), ()

    def _settle(self, after: Position, last: Event) -> tuple[Deal, tuple[Event, ...]]:
        events = [step.event for step in self.steps]
        events.append(last)
        if after.end is not None:
            seat = after.seat
            index = moves.pinnacolone_at(self.rules, after)
            if after.end.pinnacolone is not None and index is not None:
                events.append(Pinnacolone(seat, after.end.pinnacolone, index))
            if after.end.closer is not None:
                events.append(WentOut(seat, after.now.fresh))
            if after.end.stopped:
                events.append(Stopped(seat))
        return Deal(self.rules, self.seed, after), tuple(events)

    def useful_actions(self) -> list[Action]:
        """What the seat to play may usefully do now, as `suggest.useful_actions` of its view."""
        at = self.position
        can_draw = at.phase == "draw" and drawing.can_draw(self.rules, at)
        return useful(self.rules, at, can_draw=can_draw)

    # --- what may be seen --------------------------------------------------------------------

    def view(self, viewer: int | None) -> View:
        """What `viewer` (None: the public) may know: trial actions only if they are his own."""
        acts = viewer == self.seat
        at = self.position if acts else self.settled
        now = at.now
        can_draw = at.phase == "draw" and drawing.can_draw(self.rules, at)
        return View(
            rules=self.rules,
            viewer=viewer,
            seat=at.seat,
            phase=at.phase,
            turn=at.turn,
            hands=at.hands
            if at.phase == "over"
            else tuple(hand if who == viewer else None for who, hand in enumerate(at.hands)),
            sizes=tuple(map(len, at.hands)),
            stock=len(at.stock),
            row=at.row,
            row_open=row_open(at.row, self.rules),
            melds=at.melds,
            opened=at.opened,
            laid=at.laid,
            idle=at.idle,
            drawn=now.drawn if acts else None,
            chosen=now.chosen,
            taken=now.along,
            row_duty=now.row_duty,
            reuse=now.reuse,
            can_undo=acts and bool(self.steps),
            can_draw=can_draw,
            will_reshuffle=can_draw and not at.stock,
            can_stop=at.phase == "draw" and not can_draw,
            closer=self.closer,
            in_hand=self.in_hand,
            pinnacolone=self.pinnacolone,
            shown=at.shown,
            placed=now.placed,
            second=now.second if acts else None,
            reuse_melds=now.reuse_melds,
        )

    def scores(self) -> tuple[SideScore, ...]:
        """The score of each side as the deal stands, trial actions left out (RULES.md 5)."""
        at, rules = self.settled, self.rules
        melds: list[list[Meld]] = [[] for _ in rules.sides]
        closer_laid: dict[int, list[Placed]] = {}
        for index, target in enumerate(at.melds):
            if target.side == rules.side_of(at.seat):
                laid = [item for where, item in at.now.placed if where == index]
                if laid:
                    closer_laid[len(melds[target.side])] = laid
            melds[target.side].append(target.meld)
        return score_deal(
            rules,
            melds,
            at.hands,
            closer=self.closer,
            in_hand=self.in_hand,
            laid=at.laid,
            closer_laid=closer_laid,
            pinnacolone=self.pinnacolone,
        )


def _tried(
    rules: Rules, at: Position, action: Take | Lay | Add | Swap
) -> tuple[Position, Took | Laid | Added | Swapped]:
    """A trial action: the position after it, and the fact that it will be."""
    if isinstance(action, Take):
        return drawing.take(rules, at, action.index), Took(at.seat, at.row[action.index :])
    if isinstance(action, Lay):
        after = moves.lay(rules, at, action.cards)
        return after, Laid(at.seat, len(at.melds), after.melds[-1].meld)
    index = action.meld
    if isinstance(action, Add):
        after = moves.add(rules, at, index, action.cards)
        cards = tuple([item for _, item in after.now.placed[len(at.now.placed) :]])
        return after, Added(at.seat, index, cards, after.melds[index].meld)
    after = moves.swap(rules, at, index, action.card)
    meld = after.melds[index].meld
    (freed,) = moves.added(meld, at.melds[index].meld)
    return after, Swapped(at.seat, index, action.card, freed.card, meld)
