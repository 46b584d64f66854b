"""Calls to platforms, counted for all processes together."""

from __future__ import annotations

import pytest

from bot.ports import Call, Pace, Wait
from bot.store import RedisStore

NOW = 1_800_000_000.25
BOT = (Pace(5, 1.0),)
GROUP = (Pace(3, 60.0), Pace(2, 10.0))


async def allowed(store: RedisStore, account: str, now: float, pace: tuple[Pace, ...] = ()) -> bool:
    """One call to an account with the paces of a group."""
    (wait,) = await store.spend("tg", pace, [Call(account, GROUP)], now)
    return wait is None


async def test_two_processes_share_what_an_account_allows(
    two_stores: tuple[RedisStore, RedisStore],
) -> None:
    one, two = two_stores
    assert await allowed(one, "a", NOW)
    assert await allowed(two, "a", NOW + 1)
    assert not await allowed(one, "a", NOW + 2)
    assert await allowed(two, "a", NOW + 10), "two in any ten seconds"
    assert not await allowed(one, "a", NOW + 59.9), "three in any sixty"
    assert await allowed(one, "a", NOW + 60)


async def test_another_account_and_another_bot_count_for_themselves(store: RedisStore) -> None:
    for _ in range(2):
        assert await allowed(store, "a", NOW)
    assert not await allowed(store, "a", NOW)
    assert await allowed(store, "b", NOW)
    assert await store.spend("dc", BOT, [Call("a", GROUP)], NOW) == [None]


async def test_who_is_refused_learns_when_to_ask_again(store: RedisStore) -> None:
    for at in (NOW, NOW + 4):
        await allowed(store, "a", at)
    (wait,) = await store.spend("tg", (), [Call("a", GROUP)], NOW + 5)
    assert wait is not None
    assert wait.account == NOW + 10
    assert not await allowed(store, "a", wait.account - 0.001)
    assert await allowed(store, "a", wait.account)


async def test_the_bot_as_a_whole_is_counted_in_the_same_call(store: RedisStore) -> None:
    asked = [Call(f"chat {n}", GROUP) for n in range(7)]
    answers = await store.spend("tg", BOT, asked, NOW)
    assert answers[:5] == [None] * 5
    assert answers[5:] == [Wait(0.0, NOW + 1)] * 2
    # Who was refused by the bot's pace has not used up the account's.
    assert await store.spend("tg", BOT, [asked[6], asked[6]], NOW + 1) == [None, None]


async def test_calls_that_are_not_pressing_leave_some_to_others(store: RedisStore) -> None:
    async def one(kept: float, account: str) -> bool:
        return await store.spend("tg", BOT, [Call(account, (), kept)], NOW) == [None]

    assert [await one(0.4, "rest") for _ in range(4)] == [True, True, True, False]
    assert [await one(0.0, "own") for _ in range(3)] == [True, True, False]


async def test_a_call_without_account_counts_for_the_bot_once(store: RedisStore) -> None:
    answers = await store.spend("tg", BOT, [Call("")] * 6, NOW)
    assert [answer is None for answer in answers] == [True] * 5 + [False]


@pytest.mark.parametrize("account", ["a", ""])
async def test_a_pause_that_is_asked_for_holds_for_all(
    two_stores: tuple[RedisStore, RedisStore], account: str
) -> None:
    one, two = two_stores
    await one.shut("tg", account, NOW + 30, NOW)
    await two.shut("tg", account, NOW + 5, NOW)
    assert not await allowed(two, "a", NOW + 29.9, BOT), "the longest pause counts"
    assert await allowed(two, "a", NOW + 30, BOT)
    assert await allowed(two, "b", NOW, BOT) is (account == "a")


async def test_counts_are_forgotten(store: RedisStore) -> None:
    await allowed(store, "a", NOW)
    await store.shut("tg", "b", NOW + 600, NOW)
    left = [await store._link.command("TTL", key) for key in ("{calls:tg}:a", "{calls:tg}:b")]
    assert 60 < left[0] <= 180
    assert 600 < left[1] <= 720
