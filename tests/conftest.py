"""What holds for every test."""

from __future__ import annotations

from hypothesis import settings

pytest_plugins = ["tests.nothing_left_out"]

# A slow machine is no failure: examples have no deadline.
settings.register_profile("house", settings(deadline=None))
settings.load_profile("house")
