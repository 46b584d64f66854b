"""Which options go together (RULES.md section 12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.rules import Rules


def faults(rules: Rules) -> Iterator[str]:
    """What does not go together in these rules, one text each; it names option and values."""
    for wrong, text in (
        (
            rules.players not in rules.players_allowed,
            f"players can only be one of players_allowed: {_list(rules.players_allowed)}",
        ),
        (
            rules.partnership == "pairs" and rules.players not in (4, 6),
            "partnership can only be solo unless players is 4 or 6",
        ),
        (
            rules.partnership == "threes" and rules.players != 6,
            "partnership can only be threes where players is 6",
        ),
        (
            rules.deal_size not in rules.deal_sizes_allowed,
            f"deal_size can only be one of deal_sizes_allowed: {_list(rules.deal_sizes_allowed)}",
        ),
        (
            rules.black_twos == "pinella" and not rules.red_twos and rules.run_two != "skipped",
            "run_two can only be skipped where black_twos is pinella and red_twos is false",
        ),
        (
            rules.black_twos == "natural" and not (rules.red_twos and rules.run_two == "present"),
            "red_twos can only be true and run_two present where black_twos is natural",
        ),
        (
            rules.all_joker_set == "four" and rules.jokers < 4,
            "jokers can only be 4 or more where all_joker_set is four",
        ),
        (
            (rules.pinnacolone_min or 0) > rules.full_run,
            f"pinnacolone_min can be at most {rules.full_run}, the longest run",
        ),
        (
            rules.pinnacolone_points is not None and rules.pinnacolone_min is None,
            "pinnacolone_points needs pinnacolone_min",
        ),
        (
            rules.match_mode == "fixed_hands" and rules.fixed_hands is None,
            "fixed_hands is needed where match_mode is fixed_hands",
        ),
        (
            rules.set_max < rules.min_meld_size,
            f"set_max can only be {rules.min_meld_size} or more: min_meld_size",
        ),
        (
            not _can_be_met(rules),
            "out_requirement can only ask for what can be laid: a poker needs sets and set_max 4 "
            f"or all_joker_set, and a clean run has at most {rules.full_run} cards",
        ),
        (
            rules.row_obligation != "none" and not rules.row_obligation_ways,
            "row_obligation_ways cannot be empty unless row_obligation is none",
        ),
        (
            rules.players * (rules.deal_size + 1) + 1 > len(rules.pack),
            f"deal_size {rules.deal_size} leaves too few of the {len(rules.pack)} cards in the "
            f"stock for {rules.players} players",
        ),
    ):
        if wrong:
            yield text


def _can_be_met(rules: Rules) -> bool:
    """Can the requirement for going out be met at all?"""
    poker = (rules.sets and rules.set_max == 4) or rules.all_joker_set == "four"
    needed = rules.out_requirement
    return needed is None or needed.met(poker, rules.full_run)


def _list(values: tuple[int, ...]) -> str:
    return ", ".join(map(str, values))
