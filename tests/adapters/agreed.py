"""One game of every preset, agreed on in the lobby by taps alone, on any platform."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.game import Game
from bot.screens.choices import length_title, preset_title, toggle_title
from bot.state import Table
from bot.texts import texts

Tap = Callable[[str], Awaitable[object]]
"""A tap on a label under the table, until the table has followed."""
Labels = Callable[[], list[str]]
"""The labels under the table as it stands."""


@dataclass(frozen=True)
class Agreed:
    """What two people choose in the lobby, and with how many computers they play."""

    game: Game
    computers: int
    lang: str

    def __str__(self) -> str:
        return self.game.preset

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return 2 + self.computers

    async def choose(self, tap: Tap, labels: Labels) -> None:
        """The host taps it together in a lobby that has just been opened."""
        speak, game = texts(self.lang), self.game
        await tap(speak.gettext("Game: {name}", name=preset_title("common", speak)))
        title = preset_title(game.preset, speak)
        await tap(title if title in labels() else f"✓ {title}")
        if self.players != 4:
            await tap(speak.ngettext("{n} player", "{n} players", self.players))
        await tap(speak.gettext("Variants"))
        more = speak.gettext("More · {n} ▸", n="").removesuffix(" ▸")
        for name in game.toggles:
            title = toggle_title(name, speak)
            while title not in labels():
                await tap(next(label for label in labels() if label.startswith(more)))
            await tap(title)
        await tap(speak.gettext("‹ Back"))
        await tap(speak.gettext("Length"))
        await tap(length_title(game.length, speak))
        for _ in range(self.computers):
            await tap(speak.gettext("+ Computer"))

    def played(self, table: Table, shown: str, labels: list[str]) -> None:
        """Is this the result of the first deal of that game, with everybody's sum?

        The next deal may have begun meanwhile: time runs fast.
        """
        speak = texts(self.lang)
        assert table.game == self.game
        assert table.rules == self.game.rules(self.players)
        assert table.match is not None
        assert table.match.deals == 1
        assert shown.startswith("🏁")
        for total in table.match.totals:
            assert str(abs(total)) in shown
        over = table.phase == "over"
        assert (speak.gettext("Rematch") if over else speak.gettext("Next deal")) in labels
        if over and table.rules.settlement != "none":
            assert " → " in shown


def first_deal_over(table: Table | None) -> bool:
    """Has the first deal of the match been counted?"""
    return table is not None and table.match is not None and table.match.deals > 0


EVERY_PRESET = (
    Agreed(Game("common", ("joker_30",), "d1"), 2, "it"),
    Agreed(Game("pinella", ("clean_poker_out",), "d3"), 2, "en"),
    Agreed(Game("modern", ("no_pinelle", "keep_jokers"), "t500"), 0, "it"),
    Agreed(Game("classic", ("stakes_per_point",), "d1"), 1, "en"),
    Agreed(Game("pinellone", ("draw_two",), "d5"), 2, "en"),
    Agreed(Game("reggiano", ("cards_15", "no_jokers"), "d1"), 2, "it"),
    Agreed(Game("modenese", ("solo", "ace_to_ace_600"), "t3000"), 2, "it"),
)
