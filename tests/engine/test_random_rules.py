"""What holds under any valid rules (RULES.md sections 7 and 12), in deals played to their end."""

from __future__ import annotations

from engine.rules import Rules
from tests.engine.random_rules import options_drawn


def test_every_option_is_drawn() -> None:
    assert options_drawn() == set(Rules.model_fields)
