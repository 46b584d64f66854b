"""What a person asks of a chat's table, and what that person gets back. Platform-neutral."""

from __future__ import annotations

from dataclasses import dataclass

from bot.habits import NONE, Habits
from bot.screen import Screen
from engine.actions import Action
from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks. `id` is permanent (`tg:555`); the name is as typed on the platform.

    An empty `id` is somebody the platform does not name: an anonymous admin.
    """

    id: str
    name: str
    lang: str = "en"


@dataclass(frozen=True, slots=True)
class Place:
    """Where it was asked: `tg:-100123`, `tg:-100123/77`, `dc:9876`, `web:kitchen`.

    `private` is the one-to-one chat with the bot; `title` the name of a group, or of a topic or
    thread `within` one; empty where the request does not say. `mute`: the platform says with the
    request that the bot may not post there.
    """

    id: str
    title: str = ""
    private: bool = False
    mute: bool = False
    within: str = ""

    def called(self, before: str = "") -> str:
        """What the place is called now, if until now it was called `before`.

        >>> Place("tg:-1", "Club").called("Friday"), Place("tg:-1/7", "Cup", within="Club").called()
        ('Club', 'Cup · Club')
        """
        if self.title and self.within:
            return f"{self.title} · {self.within}"
        return self.title or before or self.within


# --- free: no stamp, idempotent -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Open:
    """Open a table here, or show the one that is open."""


@dataclass(frozen=True, slots=True)
class Show:
    """Show the table again at the bottom of the chat."""


@dataclass(frozen=True, slots=True)
class Join:
    """Take a free seat; `side` -1 is any."""

    side: int = -1


@dataclass(frozen=True, slots=True)
class ChangeSide:
    """In the lobby: sit on side `side` if it has a free seat."""

    side: int


@dataclass(frozen=True, slots=True)
class Enter:
    """The private chat was opened through a link: its token."""

    token: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Give the seat up; `sure`: also where that ends the match, for nobody else plays it."""

    sure: bool = False


@dataclass(frozen=True, slots=True)
class Resize:
    """In the lobby: play with `players` people."""

    players: int


@dataclass(frozen=True, slots=True)
class Computers:
    """In the lobby: let computers play on `count` seats."""

    count: int


@dataclass(frozen=True, slots=True)
class ChoosePreset:
    """In the lobby: play by this preset, named as the engine names it."""

    name: str


@dataclass(frozen=True, slots=True)
class SetToggle:
    """In the lobby: a toggle of the rules on or off."""

    name: str
    on: bool


@dataclass(frozen=True, slots=True)
class ChooseLength:
    """In the lobby: the length of the match as `bot.game.Game.length`."""

    length: str


@dataclass(frozen=True, slots=True)
class ChooseTime:
    """In the lobby: a turn may take so many minutes; 0: as long as it likes."""

    minutes: int


@dataclass(frozen=True, slots=True)
class RestAtNight:
    """In the lobby: the hours of the night count (`on` False) or not, where turns are long."""

    on: bool


@dataclass(frozen=True, slots=True)
class ShowHands:
    """Where answers can be seen by one person alone: hands come in `private` too, or only so."""

    private: bool


@dataclass(frozen=True, slots=True)
class ShowPictures:
    """What is shown in the chat has pictures (`on`) or is text alone (host or admin)."""

    on: bool


@dataclass(frozen=True, slots=True)
class ShowMenu:
    """In the lobby: open the choice of `preset`, `toggles`, `length` or `time`.

    `toggles_2`, `toggles_3` ... are further pages. `cut` is there between two deals too, and `kick`
    in a match. Empty closes the one that is open.
    """

    menu: str


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut the pack of the next deal at `depth` cards from the top."""

    depth: int


@dataclass(frozen=True, slots=True)
class Start:
    """Start the match (host or admin)."""


@dataclass(frozen=True, slots=True)
class StopMatch:
    """End the match without a result (host, admin, or everybody at the table)."""


@dataclass(frozen=True, slots=True)
class AskStop:
    """Ask whether the match is to end; who has a vote for it in `seen` takes it back.

    `seen` is as `bot.votes.seen` has it.
    """

    seen: int


@dataclass(frozen=True, slots=True)
class Kick:
    """Remove the person with this mark (`bot.seats.mark_of`) from the table (host or admin)."""

    mark: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Ready for deal number `deal` (counted from 1)."""

    deal: int


@dataclass(frozen=True, slots=True)
class Rematch:
    """A new lobby with the same seats; `match` is the number of the match that ended."""

    match: int


@dataclass(frozen=True, slots=True)
class ShowHand:
    """Show me my hand again (a new private message)."""


@dataclass(frozen=True, slots=True)
class PeekHand:
    """My hand as a short private alert under the group's table."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose (`on`) or put back copy `copy` (0, 1 ...) of a card of my hand."""

    card: Card
    copy: int
    on: bool


@dataclass(frozen=True, slots=True)
class ChooseAmong:
    """Of these cards of my hand, each with its copy, choose just those in `on`."""

    cards: tuple[tuple[Card, int], ...]
    on: tuple[tuple[Card, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ClearChoice:
    """Put all chosen cards back."""


@dataclass(frozen=True, slots=True)
class Prefer:
    """Remember a habit of mine: `habit` and `value` as `bot.habits.CHOICES` has them."""

    habit: str
    value: str


@dataclass(frozen=True, slots=True)
class Page:
    """Show page `page` of a part of my hand screen: the `ready` melds, or the `row`."""

    part: str
    page: int


@dataclass(frozen=True, slots=True)
class ChooseAhead:
    """Off-turn: open (`on`) or close the card block."""

    on: bool


@dataclass(frozen=True, slots=True)
class AskDiscard:
    """Ask me once more (`on`) before this card is discarded, or take the question back."""

    card: Card
    on: bool


@dataclass(frozen=True, slots=True)
class Nudge:
    """Remind the player to move, once a turn; `turn` is the `turn_id` that is meant."""

    turn: int


@dataclass(frozen=True, slots=True)
class Pause:
    """I want the game to be paused (`on`), or to go on.

    Who has a vote for a pause in `seen`, as `bot.votes.seen` has it, takes it back.
    """

    on: bool
    seen: int = 0


@dataclass(frozen=True, slots=True)
class ShowText:
    """All that my hand's screen says, as text and with nothing left out."""


@dataclass(frozen=True, slots=True)
class Back:
    """I am back: I play again where a computer plays for me."""


@dataclass(frozen=True, slots=True)
class ShowRules:
    """The rules in force here."""


@dataclass(frozen=True, slots=True)
class ShowLeaderboard:
    """The leaderboard of this chat."""


@dataclass(frozen=True, slots=True)
class ShowRecord:
    """The record of the match played last here, as a file."""


@dataclass(frozen=True, slots=True)
class ShowHelp:
    """How to play, in three steps."""


@dataclass(frozen=True, slots=True)
class ShowMore:
    """The further actions of a screen: `hand` or `table`."""

    part: str
    on: bool = True


Free = (
    Open
    | Show
    | Join
    | ChangeSide
    | Leave
    | Resize
    | Computers
    | ChoosePreset
    | SetToggle
    | ChooseLength
    | ChooseTime
    | RestAtNight
    | ShowHands
    | ShowPictures
    | ShowMenu
    | Cut
    | Start
    | StopMatch
    | AskStop
    | Kick
    | Ready
    | Rematch
    | ShowHand
    | PeekHand
    | Choose
    | ChooseAmong
    | ClearChoice
    | Prefer
    | Page
    | ChooseAhead
    | AskDiscard
    | ShowText
    | Nudge
    | Pause
    | Back
    | ShowRules
    | ShowLeaderboard
    | ShowRecord
    | ShowHelp
    | ShowMore
)

# --- said by the host or a platform, never by a person ---------------------------------------


@dataclass(frozen=True, slots=True)
class Tick:
    """The table's deadline has passed."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The chat has a new id on its platform."""

    place: str


@dataclass(frozen=True, slots=True)
class Lost:
    """Nobody can be reached at `destination`, a person or the chat.

    `gone`: it has been deleted for good.
    """

    destination: str
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Adopt:
    """The habits of `person` have changed at another table."""

    person: str
    facts: tuple[tuple[str, str], ...]


ByItself = Tick | Moved | Lost | Adopt

# --- moves: with the stamp under which their button was drawn --------------------------------


@dataclass(frozen=True, slots=True)
class Move:
    """One or more engine actions (several: lay all), as the button's label says them."""

    stamp: int
    actions: tuple[Action, ...]


What = Free | Enter | Move | ByItself


@dataclass(frozen=True, slots=True)
class Request:
    """One tap or command.

    `table` is the code of the table a button belongs to; None for a command, which means the
    table of `place`. `admin` is what the platform says of the person; None where nobody asked it.
    `reachable` says whether the bot may write to the person privately; None where not known.
    `inside`: the platform serves requests of those alone who are in the group.
    `habits` are known where the person may be seated by this request.
    """

    person: Person
    place: Place
    what: What
    table: str | None = None
    admin: bool | None = None
    reachable: bool | None = None
    habits: Habits = NONE
    inside: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What the person who asked gets back, at once and alone.

    `notice` is a short text (at most 200 characters) in the person's language, `alert` asks for
    one that stays until it is read. `link` opens the private chat with the bot: its payload; with a
    screen it is the way to that screen for who cannot be written to.
    `screen` is a screen shown to this person only, in private where the platform can. `own` is
    the person's own hand screen, given where the platform can show it as an aside; `fresh` says
    that it was asked for or that its deal begins with this request, so that it deserves a message
    of its own. `others` are their hands at further tables, where all were asked for. `done`: the
    notice says what was done, as the own hand shows too.
    """

    notice: str = ""
    alert: bool = False
    link: str | None = None
    screen: Screen | None = None
    own: Screen | None = None
    fresh: bool = False
    others: tuple[Screen, ...] = ()
    done: bool = False
