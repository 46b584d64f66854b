"""A pytest plugin: under CI every collected test has to run and to pass.

A skipped, expected-to-fail or deselected test makes the run fail there. At home they are allowed.
"""

from __future__ import annotations

import os

import pytest

LEFT_OUT = ("skipped", "deselected", "xfailed", "xpassed")


def _left_out(config: pytest.Config) -> list[str]:
    """`1 skipped` and the like, for what did not simply run; empty outside CI."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if not os.environ.get("CI") or reporter is None:
        return []
    return [f"{len(found)} {kind}" for kind in LEFT_OUT if (found := reporter.stats.get(kind))]


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
