"""What holds for every test."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.nothing_left_out"]

# A slow machine is no failure: neither examples nor their making have a deadline. They are the same
# in every run, so that a run fails by what was changed and not by its luck.
settings.register_profile(
    "house",
    settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]),
)
settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--examples",
        metavar="FILE",
        help="worked examples of the rules to run in place of the project's own",
    )
    parser.addoption(
        "--crowds",
        type=int,
        default=1,
        help="crowds that play a single deal of each preset in the chaos tests",
    )
    parser.addoption(
        "--long-crowds",
        type=int,
        default=1,
        help="crowds that play a match of several deals of each preset in the chaos tests",
    )
