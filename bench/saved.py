"""The state of a table as JSON: how large it gets, and how fast it is written and read."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterable
from statistics import median
from typing import TypeVar

from bench.lab import Lab
from bench.measure import Row, timed
from bot.document import read, write
from engine.saved import read as read_deal
from engine.saved import write as write_deal
from tests.bot.screens.deals import random_tables

T = TypeVar("T")

MOST_BYTES = 2048
MOST_MICROS = 100.0


def saved(lab: Lab) -> list[Row]:
    """Tables of four in full swing, of many deals: the whole document, and the deal alone."""
    tables = [
        table for seed in range(lab.amount(40)) for table in random_tables(f"{seed:04x}", every=9)
    ]
    documents = [write(table) for table in tables]
    deals = [table.deal for table in tables if table.deal is not None]
    states = [_compact(write_deal(deal)) for deal in deals]
    return [
        *_sizes("state of a table", documents),
        *_sizes("state of a deal", states),
        *_speed(lab, "table", tables, documents, write, read),
        *_speed(
            lab,
            "deal",
            deals,
            states,
            lambda deal: _compact(write_deal(deal)),
            lambda text: read_deal(deals[0].rules, json.loads(text)),
        ),
    ]


def _compact(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _sizes(name: str, texts: list[str]) -> list[Row]:
    sizes = [len(text.encode()) for text in texts]
    most, goal = max(sizes), f"at most {MOST_BYTES}"
    return [
        Row(f"{name}, median", median(sizes), "bytes"),
        Row(f"{name}, largest", most, "bytes", goal=goal, holds=most <= MOST_BYTES),
    ]


def _speed(
    lab: Lab,
    name: str,
    values: list[T],
    texts: list[str],
    writing: Callable[[T], str],
    reading: Callable[[str], T],
) -> list[Row]:
    """Writing and reading beside what the standard library needs for the bare data."""
    data = [json.loads(text) for text in texts]
    pickles = [pickle.dumps(value) for value in values]
    times = max(1, lab.amount(2000) // len(values))
    found = lab.race(
        {
            "write": timed(lambda: _all(writing, values, times)),
            "dumps": timed(lambda: _all(_compact, data, times)),
            "pickle": timed(lambda: _all(pickle.dumps, values, times)),
            "read": timed(lambda: _all(reading, texts, times)),
            "loads": timed(lambda: _all(json.loads, texts, times)),
            "unpickle": timed(lambda: _all(pickle.loads, pickles, times)),
        }
    )
    pairs = (("write", "dumps"), ("write", "pickle"), ("read", "loads"), ("read", "unpickle"))
    return [
        Row(
            f"{own} a {name}",
            micros,
            "us",
            {"dumps": "json.dumps", "loads": "json.loads"}.get(peer, peer),
            found.micros(peer),
            found.ratio(own, peer),
            f"under {MOST_MICROS:.0f}",
            micros < MOST_MICROS,
        )
        for own, peer in pairs
        for micros in (found.micros(own),)
    ]


def _all(work: Callable[[T], object], items: Iterable[T], times: int) -> int:
    count = 0
    for _ in range(times):
        for item in items:
            work(item)
            count += 1
    return count
