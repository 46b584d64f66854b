"""The house's own rules, as far as no other tool holds them."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from bot.commands import COMMANDS
from bot.settings import Settings

HOUSE = Path(__file__).parents[1]
RUN_LOCK = HOUSE / "requirements.txt"
DEV_LOCK = HOUSE / "requirements-dev.txt"

# Written so that this file does not find itself.
FOREIGN = {
    "a package index": re.compile(r"pypi[.]org|python[h]osted", re.IGNORECASE),
    "a folder of one machine": re.compile(r"(?<![\w.~])/(?:work|root|opt|home)/|[.]{2}/share[d]"),
    "a bot token": re.compile(r"(?<!\d)\d{8,10}:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])"),
}


@cache
def _project() -> dict[str, object]:
    return tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))


def _readme(section: str) -> str:
    """One section of the README."""
    _, _, text = (HOUSE / "README.md").read_text("utf-8").partition(f"\n## {section}\n")
    return text.partition("\n## ")[0]


def _project_files() -> list[Path]:
    """What git tracks or would track."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [HOUSE / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


def _pins(lock: Path) -> dict[str, tuple[Requirement, list[str]]]:
    """The requirements of a lock file by name, each with its hashes."""
    pins: dict[str, tuple[Requirement, list[str]]] = {}
    for entry in lock.read_text("utf-8").replace("\\\n", " ").splitlines():
        pinned, *hashes = entry.split(" --hash=")
        if pinned.strip() and not pinned.lstrip().startswith("#"):
            requirement = Requirement(pinned.strip())
            pins[requirement.name] = (requirement, [each.strip() for each in hashes])
    return pins


def _wanted(group: str) -> list[Requirement]:
    """What pyproject.toml asks for: `run`, or a dependency group."""
    if group == "run":
        listed = _project()["project"]["dependencies"]  # type: ignore[index]
    else:
        listed = _project()["dependency-groups"][group]  # type: ignore[index]
    return [Requirement(each) for each in listed]


def test_project_files_name_nothing_foreign() -> None:
    found = [
        f"{path.relative_to(HOUSE)}: {what}: {match.group()}"
        for path in _project_files()
        for what, pattern in FOREIGN.items()
        if (match := pattern.search(path.read_text("utf-8", errors="replace")))
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "--index-url https://pypi" + ".org/simple",
        "see /wor" + "k/main/bot",
        "cp ../share" + "d/rules .",
        "TELEGRAM_TOKEN=12345678" + ":" + "Ab-_" * 8 + "xyz",
    ],
)
def test_foreign_things_would_be_found(text: str) -> None:
    assert any(pattern.search(text) for pattern in FOREIGN.values())


@pytest.mark.parametrize("lock", [RUN_LOCK, DEV_LOCK], ids=lambda lock: lock.name)
def test_lock_pins_everything_with_hashes(lock: Path) -> None:
    pins = _pins(lock)
    assert pins
    for requirement, hashes in pins.values():
        assert re.fullmatch(r"==[^*]+", str(requirement.specifier)), requirement
        assert requirement.url is None
        assert hashes, requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in hashes), requirement


@pytest.mark.parametrize(
    ("lock", "groups"),
    [(RUN_LOCK, ["run", "build"]), (DEV_LOCK, ["run", "build", "dev"])],
    ids=["run", "dev"],
)
def test_lock_fits_what_the_project_asks_for(lock: Path, groups: list[str]) -> None:
    pins = _pins(lock)
    for wanted in (requirement for group in groups for requirement in _wanted(group)):
        pinned, _ = pins[wanted.name]
        (version,) = (each.version for each in pinned.specifier)
        assert wanted.specifier.contains(version), f"{wanted} but {pinned}: make lock"


def test_what_runs_is_what_was_tested() -> None:
    developed = _pins(DEV_LOCK)
    for name, (requirement, hashes) in _pins(RUN_LOCK).items():
        assert developed[name][0].specifier == requirement.specifier
        assert developed[name][1] == hashes


def _imported(source: str) -> set[str]:
    """The top names of all modules that a source imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or ".").partition(".")[0])
    return names


def test_engine_leans_on_the_standard_library_and_pydantic_only() -> None:
    sources = sorted((HOUSE / "engine").rglob("*.py"))
    assert sources
    # annotated_types is the vocabulary of pydantic's limits.
    allowed = sys.stdlib_module_names | {"engine", "pydantic", "annotated_types"}
    for source in sources:
        assert _imported(source.read_text("utf-8")) <= allowed, source.name


def test_settings_are_listed_where_people_look() -> None:
    settings = [name.upper() for name in Settings.model_fields]
    example = (HOUSE / ".env.example").read_text("utf-8")
    assert re.findall(r"^(?:# ?)?([A-Z][A-Z_]*)=", example, re.MULTILINE) == settings
    assert re.findall(r"^\| `([A-Z_]+)`", _readme("Settings"), re.MULTILINE) == settings


def test_readme_lists_the_commands() -> None:
    rows = re.findall(r"^\| `/(\w+)` \| `/(\w+)`", _readme("Commands"), re.MULTILINE)
    assert rows == [(command.name, command.alias) for command in COMMANDS]


def test_links_between_the_documents_lead_somewhere() -> None:
    documents = [path for path in _project_files() if path.suffix == ".md"]
    links = [
        (document, link)
        for document in documents
        for link in re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", document.read_text("utf-8"))
    ]
    assert links
    assert [
        f"{document.name}: {link}"
        for document, link in links
        if not (document.parent / link).exists()
    ] == []


def test_changelog_knows_the_version() -> None:
    version = _project()["project"]["version"]  # type: ignore[index]
    assert f"## [{version}]" in (HOUSE / "CHANGELOG.md").read_text("utf-8")


def _run_pytest(folder: Path, body: str, *options: str, ci: bool) -> int:
    """The exit code of a small suite: one test that passes, and `body`."""
    (folder / "test_first.py").write_text("def test_first_other(): pass\n", "utf-8")
    (folder / "test_second.py").write_text(f"import pytest\n{body}\n", "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", "utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    environment |= {"PYTHONPATH": str(HOUSE), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    if ci:
        environment["CI"] = "true"
    command = [sys.executable, "-m", "pytest", "-p", "tests.nothing_left_out", *options]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, check=False
    ).returncode


@pytest.mark.parametrize("workers", [[], ["-p", "xdist", "-n", "2"]], ids=["alone", "workers"])
@pytest.mark.parametrize(
    ("body", "options"),
    [
        ("def test_it(): pytest.skip('later')", []),
        ("pytest.skip('later', allow_module_level=True)", []),
        ("@pytest.mark.xfail\ndef test_it(): assert False", []),
        ("def test_it(): pass", ["-k", "other"]),
    ],
    ids=["skipped", "skipped module", "xfailed", "deselected"],
)
def test_ci_fails_where_a_test_was_left_out(
    tmp_path: Path, body: str, options: list[str], workers: list[str]
) -> None:
    code = _run_pytest(tmp_path, body, *options, *workers, ci=True)
    assert code == pytest.ExitCode.TESTS_FAILED


def test_ci_passes_where_all_ran_and_home_may_leave_out(tmp_path: Path) -> None:
    assert _run_pytest(tmp_path, "def test_it(): pass", ci=True) == pytest.ExitCode.OK
    skips = "def test_it(): pytest.skip('later')"
    assert _run_pytest(tmp_path, skips, ci=False) == pytest.ExitCode.OK


def test_at_home_workers_may_leave_tests_out_beside_the_plugins_we_use(tmp_path: Path) -> None:
    body = "def test_it(): pass\ndef test_other(): pass"
    options = ["-k", "other", "-p", "xdist", "-n", "2", "-p", "_hypothesis_pytestplugin"]
    assert _run_pytest(tmp_path, body, *options, ci=False) == pytest.ExitCode.OK
