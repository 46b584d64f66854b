"""`python -m bot.texts [update]`: compare the catalogues with the texts in the code, or renew them.

Without `update` it lists what is missing, obsolete, not translated or has other facts than the
English text, and ends with status 1 if there is any of it. With `update` it brings the catalogues
in line: new texts come in empty, obsolete ones go.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot.texts import LANGUAGES, SOURCE, read_catalogue

_ROOMS = [Path(__file__).resolve().parents[2] / room for room in ("bot", "adapters")]
_KEYWORDS = {"N_": None, "gettext": None, "_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
_HEADER = """msgid ""
msgstr ""
"Language: {lang}\\n"
"Plural-Forms: {plural}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
Key = tuple[str, str | None]


def extract() -> Catalog:
    """All texts used by the host and by the adapters."""
    catalogue = Catalog(fuzzy=False)
    for room in _ROOMS:
        found = extract_from_dir(
            room, method_map=[("**.py", "python")], keywords=_KEYWORDS, strip_comment_tags=True
        )
        for name, _line, message, comments, context in found:
            place = f"{room.name}/{name}"
            catalogue.add(message, locations=[(place, 0)], auto_comments=comments, context=context)
    return catalogue


def facts(text: str) -> frozenset[str]:
    """The names of the facts in a text."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def _keyed(catalogue: Catalog) -> dict[Key, Message]:
    return {(m.id if isinstance(m.id, str) else m.id[0], m.context): m for m in catalogue if m.id}


def _forms(text: object) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(str(t) for t in text or ())  # type: ignore[attr-defined]


def problems(code: Catalog, catalogue: Catalog) -> Iterator[str]:
    """What is wrong with a catalogue, one line each."""
    used, known = _keyed(code), _keyed(catalogue)
    for key in used.keys() - known.keys():
        yield f"missing: {key[0]!r}"
    for key in known.keys() - used.keys():
        yield f"obsolete: {key[0]!r}"
    for key in used.keys() & known.keys():
        source, translation = _forms(used[key].id), _forms(known[key].string)
        if len(source) != len(_forms(known[key].id)):
            yield f"plural differs: {key[0]!r}"
        if not translation or not all(translation):
            yield f"not translated: {key[0]!r}"
        elif any(facts(t) != facts(source[-1]) for t in translation[-1:]) or any(
            not facts(t) <= facts(source[-1]) for t in translation
        ):
            yield f"other facts: {key[0]!r}"
        if known[key].fuzzy:
            yield f"fuzzy: {key[0]!r}"


def update(code: Catalog, lang: str) -> None:
    """Bring the file of one language in line with the code."""
    path = Path(__file__).with_name(f"{lang}.po")
    with path.open("rb") as file:
        catalogue = read_po(file, locale=lang)
    catalogue.update(code, no_fuzzy_matching=True, update_header_comment=False)
    catalogue.obsolete.clear()
    with path.open("wb") as file:
        file.write(_HEADER.format(lang=lang, plural=catalogue.plural_forms).encode())
        write_po(
            file, catalogue, width=0, include_lineno=False, omit_header=True, sort_by_file=True
        )


def main(arguments: Iterable[str] = ()) -> int:
    """The command; its exit status."""
    code = extract()
    others = [lang for lang in LANGUAGES if lang != SOURCE]
    if "update" in arguments:
        for lang in others:
            update(code, lang)
    found = [
        f"{lang}: {problem}"
        for lang in others
        for problem in sorted(problems(code, read_catalogue(lang)))
    ]
    sys.stdout.write("".join(f"{line}\n" for line in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
