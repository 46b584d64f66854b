"""The catalogues say everything, and nothing that is not in the code."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from bot.commands import COMMANDS
from bot.texts import LANGUAGES, SOURCE, read_catalogue, texts
from bot.texts.__main__ import extract, main, problems


def test_every_text_is_translated_and_none_is_left_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0, capsys.readouterr().out


def test_the_command_finds_what_is_wrong() -> None:
    code = Catalog()
    code.add("Wait: {name} is playing.")
    code.add("New")
    code.add("Empty")
    code.add(("{n} card", "{n} cards"))
    known = Catalog()
    known.add("Wait: {name} is playing.", "Aspetta: di turno è {nome}.")
    known.add("Empty", "")
    known.add("Old", "Vecchio")
    known.add(("{n} card", "{n} cards"), ("una carta", "molte carte"))
    assert sorted(problems(code, known)) == [
        "missing: 'New'",
        "not translated: 'Empty'",
        "obsolete: 'Old'",
        "other facts: 'Wait: {name} is playing.'",
        "other facts: '{n} card'",
    ]


def test_italian_has_two_plural_forms() -> None:
    assert read_catalogue("it").plural_forms == "nplurals=2; plural=(n != 1);"
    speak = texts("it").ngettext
    said = [speak("{n} player missing.", "{n} players missing.", n) for n in (1, 2)]
    assert said == ["Manca 1 giocatore.", "Mancano 2 giocatori."]


@pytest.mark.parametrize(
    ("tag", "lang"),
    [("it", "it"), ("it-IT", "it"), ("IT_ch", "it"), ("en-GB", "en"), ("de", "en"), (None, "en")],
)
def test_language_tags(tag: str | None, lang: str) -> None:
    assert texts(tag).lang == lang


def test_two_readers_do_not_meet() -> None:
    both = [texts(lang).gettext("Join") for lang in ("en", "it", "en")]
    assert both == ["Join", "Mi siedo", "Join"]


def test_facts_are_never_read_as_templates() -> None:
    name = "{name.__class__} %s {0}"
    assert name in texts("it").gettext("Wait: {name} is playing.", name=name)


def test_no_preposition_stands_before_a_name() -> None:
    for message in read_catalogue("it"):
        forms = (message.string,) if isinstance(message.string, str) else message.string
        for form in forms:
            for word in (" a {name}", " ad {name}", " da {name}", " con {name}"):
                assert word not in f" {form}", message.id


def test_a_text_names_commands_as_its_reader_is_offered_them() -> None:
    # On Discord the list of commands has no other names.
    for lang in LANGUAGES:
        offered = {command.called(lang) for command in COMMANDS}
        others = {name for each in COMMANDS for name in (each.name, each.alias)} - offered
        catalogue = extract() if lang == SOURCE else read_catalogue(lang)
        for message in catalogue:
            said = message.id if lang == SOURCE else message.string
            text = " ".join(said if isinstance(said, (tuple, list)) else [said])
            assert not {name for name in others if re.search(rf"/{name}\b", text)}, text


def test_all_languages_are_there() -> None:
    assert set(LANGUAGES) >= {"it", "en"}
    assert len(extract()) > 200
    assert Path(sys.modules["bot.texts"].__file__ or "").with_name("it.po").exists()
