"""The words of the page itself; all else that is read there are screens of the host."""

from __future__ import annotations

from typing import Final

from bot.commands import COMMANDS
from bot.texts import Texts

ASK_FIRST: Final = ("leave",)
"""Commands of the bar that are asked about before they are done.

The end of a match is asked about at the table.
"""


def words(texts: Texts) -> dict[str, str]:
    """The words by the names the page and its script know them by.

    `{name}` in a word is filled in by the script.
    """
    _ = texts.gettext
    return {
        "about": _(
            "The Italian card game of sets, runs and a row of discards, for two to six people"
            " or computers."
        ),
        "again": _("Go on as"),
        "alone": _("No internet, no account: the page plays on this machine."),
        "as": _("You play as {name}.", name="{name}"),
        "blocked": _("blocked"),
        "cancel": _("Cancel"),
        "close": _("Close"),
        "clubs": _("clubs"),
        "commands": _("Commands"),
        "computer": _("computer"),
        "diamonds": _("diamonds"),
        "elsewhere": _("your turn in other rooms"),
        "enter": _("Enter the room"),
        "first_page": _("To the first page"),
        "foreign_name": _(
            "This page does not go by that name. Whoever runs it can allow the name in WEB_NAMES."
        ),
        "group": _("Group"),
        "group_empty": _("Nothing is played in this room yet."),
        "hand": _("hint:"),
        "hearts": _("hearts"),
        "here": _("You are here"),
        "home": _("Another room"),
        "joker": _("joker"),
        "language": _("Language"),
        "lost": _("No connection: that did not get through."),
        "menu": _("Menu"),
        "name": _("Your name"),
        "name_bad": _("Please give a name that can be read."),
        "name_hint": _("The others in the room see it."),
        "no_page": _("There is no such page."),
        "no_page_why": _("Is the address right? Every room is reached from the first page."),
        "no_script": _("This page needs JavaScript."),
        "open": _("Open the room"),
        "open_table": _("Open a table"),
        "other": _("Be somebody else"),
        "private": _("Private"),
        "private_empty": _("Your cards will come here. Nobody else sees them."),
        "really": _("Really?"),
        "reconnecting": _("Reconnecting …"),
        "room": _("Room"),
        "room_bad": _("A room's name has 1 to 32 letters a to z, digits and hyphens."),
        "room_bad_title": _("This room cannot be"),
        "room_hint": _("Friends who open the room of the same name sit at the same table."),
        "room_name": _("Name of the room"),
        "room_sample": _("kitchen"),
        "rooms": _("Your rooms"),
        "same": _(
            "{name} is the name of somebody at this table already. Is that you? Then go on in the"
            " browser in which you sat down. Else choose another name, or enter once more.",
            name="{name}",
        ),
        "spades": _("spades"),
        "threads": _("Conversations"),
        "trouble": _("That did not work: please try again."),
        "unread": _("new"),
        "visited": _("visited"),
        "yes": _("Yes"),
    }


def bar(texts: Texts) -> list[tuple[str, str, str]]:
    """The commands as buttons: name, label, what it does."""
    _ = texts.gettext
    labels = {
        "pinnacola": _("Open a table"),
        "table": _("Table"),
        "hand": _("My hand"),
        "rules": _("Rules"),
        "leaderboard": _("Leaderboard"),
        "record": _("Record"),
        "leave": _("Leave the seat"),
        "stop": _("Stop the match"),
        "kick": _("Remove a player"),
        "help": _("How to play"),
    }
    return [
        (
            command.name,
            labels.get(command.name) or command.called(texts.lang).capitalize(),
            command.describe(texts),
        )
        for command in COMMANDS
    ]
