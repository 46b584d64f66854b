"""A screen: what should be visible somewhere. Platform-neutral data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from bot.pictures.spec import Picture

CAPTION: Final = 1024
"""UTF-16 units of the text beside a picture on the narrowest platform (Telegram)."""

Emphasis = Literal["plain", "bold"]
Style = Literal["plain", "primary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text, as typed: adapters escape it. `until`, in Unix seconds, counts down.

    With a `person` the text is that person's name, and the platform may call them by it.
    """

    text: str
    emphasis: Emphasis = "plain"
    until: int | None = None
    person: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of spans. Neighbouring lines with `quote` belong to one (expandable) quote.

    A `passing` line is true for as long as its buttons: where a post stays to be read and loses
    them, it goes too.
    """

    spans: tuple[Span, ...]
    quote: bool = False
    passing: bool = False

    @property
    def text(self) -> str:
        """The line without emphasis."""
        return "".join(span.text for span in self.spans)


@dataclass(frozen=True, slots=True)
class Button:
    """A button: either a `payload` (what the host gets back) or a `link`.

    A link that starts with `private` opens the private chat with the bot; what follows a colon is
    handed over there.
    """

    label: str
    payload: str = ""
    link: str = ""
    style: Style = "plain"


@dataclass(frozen=True, slots=True)
class Option:
    """What can be chosen in a menu: `words` say the same for who hears it read aloud.

    `payload` is what the host gets back where one option is chosen at a time.
    """

    label: str
    payload: str = ""
    words: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu(Button):
    """A button under which options open, alone in its row. Only where the platform has `menus`.

    Either one of them is chosen, and its own payload comes back; or, with `several`, any number:
    then `bot.payloads.ticked` makes what comes back from the menu's payload.
    """

    options: tuple[Option, ...] = ()
    several: bool = False


@dataclass(frozen=True, slots=True)
class Means:
    """What a platform has for screens besides text and buttons.

    `menus`: options to choose from. `asides`: an answer can be a screen that only who asked sees,
    where it was asked; then a hand needs no private chat. `pictures`: one above the text, which
    then has at most `caption` UTF-16 units. `follows`: posts may be changed as often as one likes,
    and so a hand follows the turns of others.
    """

    menus: bool = False
    asides: bool = False
    pictures: bool = True
    caption: int = CAPTION
    follows: bool = False


PLAIN: Final = Means()
"""A picture, text and buttons."""
WORDS: Final = Means(pictures=False)
"""Text and buttons alone."""


@dataclass(frozen=True, slots=True)
class File:
    """A text file that goes with a screen."""

    name: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Screen:
    """Lines of text above rows of buttons. With a `file` it is an answer, never a lasting post.

    A `picture` shows what the lines say, which are then no longer than the platform's `caption`:
    they are its words for who does not see it. A `report` says how something ended and is read from
    its first line; others are acted on, at their buttons.
    """

    lines: tuple[Line, ...]
    rows: tuple[tuple[Button, ...], ...] = field(default=())
    file: File | None = None
    picture: Picture | None = None
    report: bool = False

    @property
    def text(self) -> str:
        """The whole text without emphasis."""
        return "\n".join(line.text for line in self.lines)


def line(*parts: str | Span, quote: bool = False, passing: bool = False) -> Line:
    """A line of plain strings and spans."""
    return Line(tuple(Span(p) if isinstance(p, str) else p for p in parts), quote, passing)


def bold(text: str) -> Span:
    """A bold span."""
    return Span(text, "bold")
