"""A sample of mutants of the engine, as JSON: `python tools/mutation/mutants.py SEED COUNT`.

With `-` in place of the numbers: those that the standard input lists.

The changes are those of mutmut. It needs mutmut and nothing of the project, so that it runs in an
environment of its own (`requirements.txt` here).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import libcst as cst
import libcst.matchers as m
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

ROOM = Path("engine")
# Their annotations are what pydantic validates by.
_VALIDATED = ("options.py", "clauses.py")
# What these are told is for the type checker or a reader alone.
_UNHEARD = m.Call(func=m.Name("TypeVar") | m.Name("cast")) | m.If(test=m.Name("TYPE_CHECKING"))
_DUNDER = m.Assign(targets=[m.AssignTarget(target=m.Name(value=m.MatchRegex("__.*")))])
# To give these something else fails in every case.
_SURE = m.Call(func=m.Name("len") | m.Name("isinstance"))


class Place(NamedTuple):
    """A node that can be changed, its line (from 1), the function around it, the changes."""

    node: cst.CSTNode
    line: int
    inside: str
    changes: tuple[cst.CSTNode, ...]


class _Places(cst.CSTVisitor):
    """Collects the places of a module."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, *, validated: bool) -> None:
        super().__init__()
        self.found: list[Place] = []
        self._validated = validated
        self._inside: list[str] = []
        self._annotated = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation):
            self._annotated += 1
            of_a_class = bool(self._inside) and self._inside[-1][:1].isupper()
            return self._validated and of_a_class
        if isinstance(node, cst.Import | cst.ImportFrom | cst.Decorator):
            return False
        if isinstance(node, cst.ClassDef | cst.FunctionDef):
            self._inside.append(node.name.value)
        elif m.matches(node, _UNHEARD | _DUNDER) or _is_strict(node):
            return False
        elif not m.matches(node, _SURE):
            self._keep(node)
        return True

    def on_leave(self, node: cst.CSTNode) -> None:
        if isinstance(node, cst.Annotation):
            self._annotated -= 1
        elif isinstance(node, cst.ClassDef | cst.FunctionDef):
            self._inside.pop()

    def _keep(self, node: cst.CSTNode) -> None:
        # In an annotation only bounds and values count: types joined otherwise are no types.
        if self._annotated and not isinstance(node, cst.BaseNumber | cst.BaseString):
            return
        changes = tuple(
            new
            for kind, change in mutation_operators
            if isinstance(node, kind)
            for new in change(node)
            if _strict(new) == _strict(node)
        )
        if changes:
            at = self.get_metadata(PositionProvider, node, None)
            line = at.start.line if isinstance(at, CodeRange) else 0
            self.found.append(Place(node, line, ".".join(self._inside), changes))


def _is_strict(node: cst.CSTNode) -> bool:
    """Is it `strict=True` of a `zip`, which only watches over ourselves?"""
    return m.matches(node, m.Arg(keyword=m.Name("strict"), value=m.Name("True")))


def _strict(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Call) and any(map(_is_strict, node.args))


class Module(NamedTuple):
    """A file of the engine and what can be changed in it."""

    path: str
    tree: cst.Module
    places: list[Place]

    def mutant(self, place: Place, change: cst.CSTNode) -> dict[str, object]:
        """The file with this change: where it is, what stood there and stands there now."""
        after = self.tree.deep_replace(place.node, change).code
        old, new = differing(self.tree.code.splitlines(), after.splitlines())
        return {
            "path": self.path,
            "line": place.line,
            "inside": place.inside,
            "old": old,
            "new": new,
            "source": after,
        }


def modules() -> Iterator[Module]:
    """All files of the engine."""
    for path in sorted(ROOM.rglob("*.py")):
        wrapper = MetadataWrapper(cst.parse_module(path.read_text("utf-8")))
        found = _Places(validated=path.name in _VALIDATED)
        wrapper.visit(found)
        yield Module(str(path), wrapper.module, found.found)


def sample(seed: int, count: int) -> Iterator[dict[str, object]]:
    """So many mutants: every place is as likely as any other, and there every change.

    So a call with many arguments, which can be changed in many ways that fail at once, weighs no
    more than a comparison.
    """
    chance = Random(seed)  # noqa: S311 - nobody gains by guessing it
    places = [(module, place) for module in modules() for place in module.places]
    for module, place in chance.sample(places, min(count, len(places))):
        yield module.mutant(place, chance.choice(place.changes))


def known(wanted: list[dict[str, object]]) -> Iterator[dict[str, object]]:
    """These mutants once more, as far as what they change still stands there."""
    keys = ("path", "inside", "old", "new")
    left = [tuple(each[key] for key in keys) for each in wanted]
    for module in modules():
        functions = {inside for path, inside, *_ in left if path == module.path}
        for place in module.places:
            for change in place.changes if place.inside in functions else ():
                mutant = module.mutant(place, change)
                if tuple(mutant[key] for key in keys) in left:
                    left.remove(tuple(mutant[key] for key in keys))
                    yield mutant


def differing(before: list[str], after: list[str]) -> tuple[str, str]:
    """The lines in which two texts differ, each on one line."""
    first = _alike(before, after)
    rest = min(len(before), len(after)) - first
    last = min(_alike(before[::-1], after[::-1]), rest)
    return _joined(before[first : len(before) - last]), _joined(after[first : len(after) - last])


def _alike(some: Iterable[str], others: Iterable[str]) -> int:
    count = 0
    for one, other in zip(some, others, strict=False):
        if one != other:
            break
        count += 1
    return count


def _joined(lines: Iterable[str]) -> str:
    return " ".join(" ".join(lines).split())


if __name__ == "__main__":
    if sys.argv[1:2] == ["-"]:
        found = known(json.load(sys.stdin))
    else:
        found = sample(int(sys.argv[1]), int(sys.argv[2]))
    for each in found:
        sys.stdout.write(json.dumps(each) + "\n")
