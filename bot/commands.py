"""The commands: the same names on every platform, with an Italian alias."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot import requests as rq
from bot.requests import What
from bot.texts import N_, Texts


@dataclass(frozen=True, slots=True)
class Command:
    """A command, what it asks for, and where it is offered in a menu."""

    name: str
    alias: str
    what: What
    text: str
    group: bool = True
    private: bool = True

    def describe(self, texts: Texts) -> str:
        """What it does, in a few words."""
        return texts.gettext(self.text)

    def called(self, lang: str) -> str:
        """The name offered to a reader of a language."""
        return self.alias if lang == "it" else self.name


COMMANDS: Final = (
    Command("pinnacola", "gioca", rq.Open(), N_("open a table, or show it"), private=False),
    Command("table", "tavolo", rq.Show(), N_("show the table below"), private=False),
    Command("hand", "mano", rq.ShowHand(), N_("show me my hand")),
    Command("rules", "regole", rq.ShowRules(), N_("the rules in force here")),
    Command("leaderboard", "classifica", rq.ShowLeaderboard(), N_("who has won how often")),
    Command("record", "verbale", rq.ShowRecord(), N_("the last match as a file")),
    Command("leave", "esci", rq.Leave(), N_("give up my seat"), private=False),
    Command("stop", "ferma", rq.StopMatch(), N_("end the match"), private=False),
    Command("kick", "togli", rq.ShowMenu("kick"), N_("remove a player"), private=False),
    Command("help", "aiuto", rq.ShowHelp(), N_("how to play, in three steps")),
)
_BY_NAME: Final = {name: command for command in COMMANDS for name in (command.name, command.alias)}


def command(name: str) -> What | None:
    """What a command asks for, by its name or alias without the slash; None if unknown.

    >>> command("Mano")
    ShowHand()
    """
    found = _BY_NAME.get(name.lower())
    return None if found is None else found.what
