"""The table of a chat as frozen data: lobby, seats, match, deal, result."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from bot.game import Game
from bot.habits import NONE, Habits
from bot.turn_time import TurnTime
from engine.cards import Card, Placed
from engine.deal import Deal
from engine.match import Match
from engine.melds import Meld
from engine.rules import Rules
from engine.scoring import SideScore
from engine.view import View

Phase = Literal["idle", "lobby", "deal", "result", "over"]
"""idle: no table is open; deal: cards are being played; result: between two deals of a match;
over: the match has ended and its last result is shown."""
Ended = Literal["", "stopped", "closed", "left_last", "lobby_expired", "match_expired", "gone"]
"""stopped: a match was; closed: a lobby was; left_last: nobody was left in a match; expired: nobody
cared for it; gone: its chat was deleted."""
AT_IT: Final = 15.0
"""Seconds after an own tap in which who sits there is looking, and need not be called."""
Chosen = tuple[Card, int]
"""A card of the hand and which of its copies (0, 1 ...)."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A position at the table and how its occupant looks at the hand.

    `person` is None where nobody sits; `habits` are that person's. `computer` is the level of the
    computer player that plays here, empty where none does; `former` is the person it plays for, who
    may come back at any time, and `name` then still theirs. `asking` is the card whose discard is
    asked for once more. `edition` counts the private hand posts: a new number asks for a new
    message. `touched` is the Unix time of the occupant's last tap. `missed` counts their turns in a
    row that ran out of time; after too many a computer of the level `stand_in` plays here until
    they are back. `unreachable`: private messages do not arrive. `gone`: they have left since the
    match ended, so a rematch is not for them.
    """

    person: str | None = None
    name: str = ""
    lang: str = "en"
    computer: str = ""
    former: str = ""
    habits: Habits = NONE
    chosen: tuple[Chosen, ...] = ()
    ahead: bool = False
    more: bool = False
    asking: Card | None = None
    ready_page: int = 0
    row_page: int = 0
    ready: bool = False
    edition: int = 0
    touched: int = 0
    missed: int = 0
    stand_in: str = ""
    unreachable: bool = False
    gone: bool = False

    @property
    def vacant(self) -> bool:
        """Does nobody play here, neither a person nor a computer?"""
        return self.person is None and not self.computer

    def at_it(self, now: float) -> bool:
        """Is the occupant just tapping? `now` is Unix time in seconds."""
        return now - self.touched < AT_IT

    @property
    def level(self) -> str:
        """The level of the computer player that moves here; empty where a person does."""
        return self.computer or self.stand_in


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who wants a seat.

    Either the private chat is not open yet, then `token` is in the link that opens it; or the
    seats are played by computers until the next deal.
    """

    person: str
    name: str
    lang: str
    token: str
    side: int = -1
    habits: Habits = NONE


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The turn of a person for whom others wait.

    It belongs to this `person` in this `turn` (see `Table.turn_id`) and to nobody after them.
    `ends` is the Unix time at which the turn ends by itself, None where it may take for ever, and
    `half` that of the reminder, None once it is given. `nudger` is the seat that nudged, -1 while
    nobody has. `said` is what the player was told last and has not answered with a move; `calls`
    counts how often they were called again.
    """

    person: str
    turn: int
    ends: float | None = None
    half: float | None = None
    nudger: int = -1
    said: Literal["", "half", "nudge"] = ""
    calls: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """One settled turn in short: what everybody may know of it.

    `took` is the chosen row card and `along` how many came with it; None for a stock draw.
    `added` and `swapped` hold the cards and the meld after the action; `discard` is None when the
    deal ended without one. `late`: the time ran out, and the computer ended it.
    """

    seat: int
    took: Card | None = None
    along: int = 0
    laid: tuple[Meld, ...] = ()
    added: tuple[tuple[tuple[Placed, ...], Meld], ...] = ()
    swapped: tuple[tuple[Card, Meld], ...] = ()
    discard: Card | None = None
    out: bool = False
    stopped: bool = False
    late: bool = False


@dataclass(frozen=True, slots=True)
class Sealed:
    """The next deal's secret, to which the table has committed, and the cuts made until now.

    `cuts` are the person and the depth, in the order in which they cut.
    """

    secret: str = field(repr=False)
    cuts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Pack:
    """What a deal's order was made of: the secret and the cuts, as in its record."""

    secret: str = field(repr=False)
    cuts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DealResult:
    """A finished deal: its number, how it ended, each side's lines, and the totals before it."""

    number: int
    scores: tuple[SideScore, ...]
    before: tuple[int, ...]
    closer: int | None
    in_hand: bool
    pinnacolone: int | None


@dataclass(frozen=True, slots=True)
class Done:
    """A move that was applied: the stamp its button carried and its payload body."""

    stamp: int
    body: str


@dataclass(frozen=True, slots=True)
class Table:
    """What a chat hosts.

    `stamp` counts applied moves and never starts again; buttons of moves carry the stamp under
    which they were drawn. A move is stale below `floor`. `done` are the moves applied since then.
    `bottom` counts how often the group post was asked for at the bottom of the chat; `more` says
    that its further buttons are open, `menu` which choice of the lobby is (see `ShowMenu`);
    `leave`: who plays alone is asked whether to leave.
    With `aside` hands come as answers only, where the platform can show those to one person alone.
    `game` is what the lobby agreed on and `rules` what follows from it. `host` is the person who
    opened. `matches` counts the matches started in this chat. `next_at` is the Unix time at which
    the next deal starts by itself, `act_at` that at which the computer to play does its next
    action. `waiting` are people on their way to the private chat, `coming` those who take over
    from a computer at the next deal, `removed` those whom the host does not want at this table.
    `changed` is the Unix time of the last change by anybody, `host_at` that of the host's last
    sign; `out`: nothing can be posted in the chat. `ended` says how the table was closed that was
    open last. `pack` belongs to the deal that is or was played last, `sealed` to the one that comes
    next.
    `time` is how long a turn may take, `clock` the one that runs now. `paused` is the Unix time
    since which the game is paused, None when it is not, and `pause_votes` are those who want it to
    be. All Unix times are meant as if the bot had never been away since it had lost `lost` seconds
    in all.
    With `pictures` the chat is shown the table drawn; each hand follows its holder's habits.
    """

    code: str
    place: str
    title: str = ""
    lang: str = "en"
    phase: Phase = "idle"
    game: Game = field(default_factory=Game)
    rules: Rules = field(default_factory=Rules)
    host: str | None = None
    host_name: str = ""
    seats: tuple[Seat, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    coming: tuple[Waiting, ...] = ()
    match: Match | None = None
    matches: int = 0
    deal: Deal | None = None
    pack: Pack | None = None
    sealed: Sealed | None = None
    turns: tuple[Turn, ...] = ()
    next_at: float | None = None
    act_at: float | None = None
    time: TurnTime = field(default_factory=TurnTime)
    clock: TurnClock | None = None
    paused: float | None = None
    pause_votes: tuple[str, ...] = ()
    lost: float = 0.0
    stop_votes: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: int = 0
    host_at: int = 0
    ended: Ended = ""
    out: bool = False
    stamp: int = 0
    floor: int = 0
    done: tuple[Done, ...] = ()
    bottom: int = 0
    more: bool = False
    menu: str = ""
    aside: bool = False
    pictures: bool = True

    def seat_of(self, person: str) -> int | None:
        """The seat a person holds, or None."""
        for index, seat in enumerate(self.seats):
            if seat.person == person:
                return index
        return None

    def view(self, seat: int | None) -> View:
        """The deal as a seat (None: the public) may see it. Only where there is a deal."""
        assert self.deal is not None
        return self.deal.view(seat)

    @property
    def result(self) -> DealResult | None:
        """The deal that was played last, between two deals and after the match."""
        if self.phase not in ("result", "over") or self.deal is None or self.match is None:
            return None
        view = self.deal.view(None)
        scores = self.deal.scores()
        return DealResult(
            number=self.match.deals,
            scores=scores,
            before=tuple(
                total - score.total for total, score in zip(self.match.totals, scores, strict=True)
            ),
            closer=view.closer,
            in_hand=view.in_hand,
            pinnacolone=view.pinnacolone,
        )

    @property
    def asks_leave(self) -> bool:
        """Is the last person asked whether to leave? Not once others play again."""
        return self.menu == "leave" and len(self.people) == 1

    @property
    def vacant(self) -> tuple[int, ...]:
        """The seats where nobody plays."""
        return tuple(i for i, seat in enumerate(self.seats) if seat.vacant)

    @property
    def computers(self) -> tuple[int, ...]:
        """The seats played by computers."""
        return tuple(i for i, seat in enumerate(self.seats) if seat.computer)

    @property
    def people(self) -> tuple[str, ...]:
        """The persons who hold a seat."""
        return tuple(seat.person for seat in self.seats if seat.person is not None)

    @property
    def present(self) -> tuple[str, ...]:
        """The persons who hold a seat and play on it themselves."""
        return tuple(
            seat.person for seat in self.seats if seat.person is not None and not seat.stand_in
        )

    @property
    def mover(self) -> int | None:
        """The seat of the person who is to play; None where a computer moves, or nobody."""
        if self.deal is None or self.phase != "deal":
            return None
        seat = self.seats[self.deal.seat]
        return None if seat.person is None or seat.level else self.deal.seat

    @property
    def turn_id(self) -> int:
        """A number for the running turn that no other turn of this chat has."""
        deals = 0 if self.match is None else self.match.deals
        return (self.matches * 1000 + deals) * 1000 + (0 if self.deal is None else self.deal.turn)
