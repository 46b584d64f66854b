"""All melds of a hand with wilds, grouped by pattern."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations, islice
from random import Random
from typing import Final

from bench.lab import Lab
from bench.measure import Round, Row, timed
from bench.peers import SIZES
from engine.cards import Card
from engine.melds import patterns, readings
from engine.presets import preset
from engine.rules import Rules

WILDS: Final = (2, 4)
"""How many wilds a hand has, at least and at most."""
ONE_BY_ONE: Final = 13
"""So many cards have 8000 choices of three or more, which can just be tried in one round."""
PEERS: Final = {"rlcard_melds": "rlcard", "spiel_melds": "open_spiel"}


def melds(lab: Lab) -> list[Row]:
    """Hands of `modern`, whose black 2s are wild, and natural hands for the peers know no wilds.

    The peers get as many cards of one pack, where the same melds are to be found.
    """
    rules = preset("modern")
    return [
        *(row for size in SIZES for row in _with_wilds(lab, rules, size)),
        *(row for size in SIZES for row in _natural(lab, rules, size)),
    ]


def _with_wilds(lab: Lab, rules: Rules, size: int) -> list[Row]:
    """Beside the plain way, as far as that can be waited for: every choice of cards is tried."""
    runners = {"own": _round(lab, rules, size, WILDS)}
    if size <= ONE_BY_ONE:
        hands = _hands(rules, size, lab.rounds + 1, WILDS)
        runners["plain"] = timed(partial(_try_all, rules, iter(hands)))
    found = lab.race(runners)
    name, millis = f"melds of {size} cards with wilds", found.micros("own") / 1000
    if "plain" not in runners:
        return [Row(name, millis, "ms")]
    plain, ratio = found.micros("plain") / 1000, found.ratio("own", "plain")
    return [Row(name, millis, "ms", "every choice tried", plain, ratio)]


def _natural(lab: Lab, rules: Rules, size: int) -> list[Row]:
    """Beside the peers."""
    peers = {f"{peer}_{size}": 300 for peer in PEERS}
    found = lab.race({"own": _round(lab, rules, size, (0, 0))}, peers)
    name, millis = f"natural melds of {size} cards", found.micros("own") / 1000
    return [
        Row(name, millis, "ms", words, found.micros(peer) / 1000, found.ratio("own", peer))
        for peer, words in zip(peers, PEERS.values(), strict=True)
        if peer in found.samples
    ]


def _round(lab: Lab, rules: Rules, size: int, wilds: tuple[int, int]) -> Round:
    """Each round has hands of its own: what one teaches is of little use to the others."""
    count = lab.amount(300)
    hands = _hands(rules, size, count * (lab.rounds + 1), wilds)
    return timed(partial(_find, rules, iter(hands), count))


def _hands(rules: Rules, size: int, count: int, wilds: tuple[int, int]) -> list[list[Card]]:
    """So many different hands, without wilds of one pack."""
    chance = Random(f"{size}/{count}/{wilds}")
    wild = [card for card in rules.pack if rules.is_wild(card)]
    natural = [card for card in rules.pack if not rules.is_wild(card)]
    if not wilds[1]:
        natural = list(dict.fromkeys(natural))
    hands = []
    for _ in range(count):
        few = chance.randint(*wilds)
        hands.append(chance.sample(wild, few) + chance.sample(natural, size - few))
    return hands


def _find(rules: Rules, hands: Iterator[list[Card]], count: int) -> int:
    for hand in islice(hands, count):
        patterns(hand, rules)
    return count


def _try_all(rules: Rules, hands: Iterator[list[Card]]) -> int:
    hand = next(hands)
    for count in range(rules.min_meld_size, len(hand) + 1):
        for chosen in combinations(hand, count):
            readings(chosen, rules)
    return 1
