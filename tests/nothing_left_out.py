"""A pytest plugin: under CI every collected test has to run and to pass.

A skipped, expected-to-fail or deselected test makes the run fail there. At home they are allowed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

LEFT_OUT = ("skipped", "deselected", "xfailed", "xpassed")
_DESELECTED = "pinnacola_deselected"


def _left_out(config: pytest.Config) -> list[str]:
    """`1 skipped` and the like, for what did not simply run; empty outside CI."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if not os.environ.get("CI") or reporter is None:
        return []
    return [f"{len(found)} {kind}" for kind in LEFT_OUT if (found := reporter.stats.get(kind))]


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Count what a worker leaves out: it tells nobody of it by itself."""
    output = getattr(items[0].config, "workeroutput", None) if items else None
    if output is not None:
        output[_DESELECTED] = output.get(_DESELECTED, 0) + len(items)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """A worker has ended: all workers collect the same, so the last one to say it is right."""
    reporter = node.config.pluginmanager.get_plugin("terminalreporter")
    count = getattr(node, "workeroutput", {}).get(_DESELECTED, 0)
    if count:
        # Other plugins look into whatever is counted there.
        reporter.stats["deselected"] = [SimpleNamespace()] * count


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Turn a run that left tests out into a failed one."""
    if session.exitstatus == pytest.ExitCode.OK and _left_out(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say why the run failed."""
    if left_out := _left_out(config):
        terminalreporter.section("left out under CI", red=True)
        terminalreporter.line(f"Not allowed here: {', '.join(left_out)}.")
