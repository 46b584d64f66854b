"""Threads: messages in order, changed in place, the oldest forgotten."""

from __future__ import annotations

from bot.store import RedisStore


async def test_messages_come_back_in_order_also_to_another_process(
    two_stores: tuple[RedisStore, RedisStore],
) -> None:
    one, two = two_stores
    # Twelve, because numbers sorted as text would put 10 before 2.
    numbers = [await one.add_message("web:kitchen", f"text {n}", keep=50) for n in range(12)]
    assert numbers == sorted(set(numbers))
    assert await two.messages("web:kitchen") == [(n, f"text {i}") for i, n in enumerate(numbers)]
    assert await two.messages("web:cellar") == []


async def test_only_the_newest_messages_stay(store: RedisStore) -> None:
    for n in range(5):
        await store.add_message("web:kitchen", str(n), keep=3)
    assert [text for _, text in await store.messages("web:kitchen")] == ["2", "3", "4"]


async def test_removed_messages_leave_room_for_old_ones(store: RedisStore) -> None:
    first = await store.add_message("web:kitchen", "result", keep=2)
    for n in range(4):
        hand = await store.add_message("web:kitchen", f"hand {n}", keep=2)
        assert await store.remove_message("web:kitchen", hand)
    assert await store.messages("web:kitchen") == [(first, "result")]


async def test_a_message_is_changed_in_place(store: RedisStore) -> None:
    first = await store.add_message("web:kitchen", "a", keep=9)
    second = await store.add_message("web:kitchen", "b", keep=9)
    assert await store.change_message("web:kitchen", first, "c")
    assert await store.messages("web:kitchen") == [(first, "c"), (second, "b")]


async def test_what_is_gone_stays_gone_and_its_number_too(store: RedisStore) -> None:
    number = await store.add_message("web:kitchen", "a", keep=9)
    assert await store.remove_message("web:kitchen", number)
    assert not await store.remove_message("web:kitchen", number)
    assert not await store.change_message("web:kitchen", number, "b")
    assert await store.messages("web:kitchen") == []
    assert await store.add_message("web:kitchen", "c", keep=9) > number
