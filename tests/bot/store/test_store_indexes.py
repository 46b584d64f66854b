"""Deadlines, stale marks, leases, posts, places and people."""

from __future__ import annotations

import asyncio

import pytest

from bot.ports import Commit
from bot.store import RedisStore
from tests.bot.store.conftest import Open
from tests.patience import PATIENCE

CODE = "k3f9a2xq"
CODES = [f"chat{n:04}" for n in range(200)]


async def set_due(store: RedisStore, code: str, due: float | None) -> None:
    version = (await store.load(code)).version
    assert await store.commit(Commit(code, version, "{}", f"due {version}", due=due)) is None


# --- deadlines ------------------------------------------------------------------------------


async def test_a_deadline_is_given_out_when_it_has_passed(store: RedisStore) -> None:
    await set_due(store, CODE, 1_700_000_000.25)
    assert await store.claim_due(1_700_000_000.2, 60) == []
    assert await store.claim_due(1_700_000_000.25, 60) == [CODE]


async def test_the_longest_due_come_first_across_shards(store: RedisStore) -> None:
    for n, code in enumerate(CODES[:30]):
        await set_due(store, code, 1000.0 - n)
    oldest = CODES[29:19:-1]
    assert await store.claim_due(2000.0, 60, limit=10) == oldest
    assert await store.claim_due(2000.0, 60, limit=100) == CODES[19::-1]


async def test_a_claimed_deadline_comes_again_only_after_its_lease(store: RedisStore) -> None:
    await set_due(store, CODE, 5.0)
    assert await store.claim_due(10.0, 60) == [CODE]
    assert await store.claim_due(69.0, 60) == []
    assert await store.claim_due(70.0, 60) == [CODE]


async def test_a_commit_ends_the_claim(store: RedisStore) -> None:
    await set_due(store, CODE, 5.0)
    await store.claim_due(10.0, 60)
    await set_due(store, CODE, 12.0)
    assert await store.claim_due(12.0, 60) == [CODE]
    await set_due(store, CODE, None)
    assert await store.claim_due(1e9, 60) == []


async def test_a_claim_ends_without_a_commit_while_nothing_was_committed(
    store: RedisStore,
) -> None:
    await set_due(store, CODE, 5.0)
    await store.claim_due(10.0, 60)
    assert await store.put_off(CODE, 1, 12.0)
    assert await store.claim_due(12.0, 60) == [CODE]
    await set_due(store, CODE, 20.0)
    assert not await store.put_off(CODE, 1, 15.0), "another version, so its deadline counts"
    assert await store.claim_due(19.0, 60) == []
    assert await store.put_off(CODE, 2, None)
    assert await store.claim_due(1e9, 60) == []


async def test_two_workers_and_one_dies(two_stores: tuple[RedisStore, RedisStore]) -> None:
    survivor, dying = two_stores
    await asyncio.gather(*(set_due(survivor, code, 5.0) for code in CODES))
    done: list[str] = []
    lost: list[str] = []
    for _ in range(10):
        mine, others = await asyncio.gather(
            survivor.claim_due(10.0, 60, limit=10), dying.claim_due(10.0, 60, limit=10)
        )
        assert mine, "who comes second gets other deadlines"
        assert others
        done += mine
        lost += others
    assert await survivor.claim_due(10.0, 60) == []
    assert sorted(done + lost) == CODES, "every deadline once, whoever got it"
    for code in done:
        await set_due(survivor, code, None)
    assert sorted(await survivor.claim_due(71.0, 60, limit=200)) == sorted(lost)


# --- stale marks ----------------------------------------------------------------------------


async def test_a_commit_marks_its_chat_stale(store: RedisStore) -> None:
    await set_due(store, CODE, None)
    await set_due(store, CODE, None)
    assert await store.stale() == [(CODE, 2)]


async def test_a_mark_goes_when_the_posts_show_its_version(store: RedisStore) -> None:
    await set_due(store, CODE, None)
    await set_due(store, CODE, None)
    assert await store.clear_stale(CODE, 1) == 2
    assert await store.stale() == [(CODE, 2)]
    assert await store.clear_stale(CODE, 2) == 0
    assert await store.stale() == []


async def test_the_marks_of_some_chats(store: RedisStore) -> None:
    for code in CODES[:5]:
        await set_due(store, code, None)
    await set_due(store, CODES[3], None)
    await store.clear_stale(CODES[1], 1)
    asked = [CODES[3], CODES[1], "never was", CODES[0]]
    assert await store.marks(asked) == [2, 0, 0, 1]
    assert await store.marks([]) == []


async def test_chats_that_cannot_be_drawn_do_not_hold_up_the_others(store: RedisStore) -> None:
    for code in CODES[:40]:
        await set_due(store, code, None)
    met: set[str] = set()
    # Each call begins one shard further, so 64 calls begin once at every shard.
    for _ in range(64):
        marks = await store.stale(limit=5)
        assert len(marks) == 5
        met.update(code for code, _ in marks)
    assert len(met) > 35


# --- leases ---------------------------------------------------------------------------------


async def test_a_lease_has_one_owner(two_stores: tuple[RedisStore, RedisStore]) -> None:
    one, two = two_stores
    assert await one.lease("publish", "one", 60)
    assert not await two.lease("publish", "two", 60)
    assert await one.lease("publish", "one", 60), "the owner prolongs it"
    assert await two.lease("another", "two", 60)


async def test_only_the_owner_gives_a_lease_back(store: RedisStore) -> None:
    await store.lease("publish", "one", 60)
    await store.release("publish", "two")
    assert not await store.lease("publish", "two", 60)
    await store.release("publish", "one")
    assert await store.lease("publish", "two", 60)


async def test_a_lease_ends_by_itself(store: RedisStore) -> None:
    await store.lease("publish", "one", 0.001)
    async with asyncio.timeout(PATIENCE):
        taken = False
        while not taken:
            taken = await store.lease("publish", "two", 60)
    assert not await store.lease("publish", "one", 60)


async def test_a_lease_is_won_by_one_of_many(open_store: Open) -> None:
    async with open_store() as store:
        won = await asyncio.gather(*(store.lease("x", f"worker {n}", 60) for n in range(20)))
    assert won.count(True) == 1


async def test_processes_know_how_many_they_are(two_stores: tuple[RedisStore, RedisStore]) -> None:
    one, two = two_stores
    assert await one.present("one", 100.0, 10.0) == 1
    assert await two.present("two", 105.0, 10.0) == 2
    assert await one.present("one", 106.0, 10.0) == 2
    assert await one.present("one", 116.0, 10.0) == 1, "the other has not been heard of"


# --- posts ----------------------------------------------------------------------------------


async def test_posts_are_written_changed_and_forgotten(store: RedisStore) -> None:
    assert await store.posts(CODE) == {}
    await store.save_posts(CODE, {"table": '{"id": 1}', "hand:tg:5": '{"id": 2}'})
    await store.save_posts(CODE, {"table": '{"id": 3}'}, removed=("hand:tg:5", "never was"))
    assert await store.posts(CODE) == {"table": '{"id": 3}'}
    await store.save_posts(CODE, {})
    await store.save_posts(CODE, {}, removed=("table",))
    assert await store.posts(CODE) == {}


# --- places ---------------------------------------------------------------------------------


async def test_a_place_keeps_its_first_code(store: RedisStore) -> None:
    assert await store.known_code("tg:-1") is None
    assert await store.code_of("tg:-1", "first") == "first"
    assert await store.code_of("tg:-1", "second") == "first"
    assert await store.known_code("tg:-1") == "first"


async def test_people_who_come_at_once_get_one_code(open_store: Open) -> None:
    async with open_store() as store:
        codes = await asyncio.gather(*(store.code_of("tg:-1", f"code {n}") for n in range(20)))
    assert len(set(codes)) == 1


async def codes(store: RedisStore) -> tuple[str | None, str | None]:
    return await store.known_code("old"), await store.known_code("new")


@pytest.mark.parametrize("times", [1, 2])
async def test_a_moved_chat_keeps_its_code(store: RedisStore, times: int) -> None:
    await store.code_of("old", CODE)
    await set_due(store, CODE, None)
    for _ in range(times):
        await store.move_place("old", "new")
    assert await codes(store) == (CODE, CODE)
    assert await store.code_of("new", "other") == CODE


async def test_the_old_code_wins_over_a_new_one_without_document(store: RedisStore) -> None:
    await store.code_of("old", CODE)
    await store.code_of("new", "empty")
    await store.move_place("old", "new")
    assert await codes(store) == (CODE, CODE)


async def test_a_table_already_open_at_the_new_place_goes_on(store: RedisStore) -> None:
    await store.code_of("old", CODE)
    await store.code_of("new", "playing")
    await set_due(store, CODE, None)
    await set_due(store, "playing", None)
    await store.move_place("old", "new")
    assert await codes(store) == ("playing", "playing")
    assert (await store.load(CODE)).text == "{}", "nothing is deleted"


async def test_a_place_never_met_moves_nothing(store: RedisStore) -> None:
    await store.move_place("old", "new")
    assert await codes(store) == (None, None)
    await store.code_of("new", CODE)
    await store.move_place("old", "new")
    assert await codes(store) == (CODE, CODE)


# --- people ---------------------------------------------------------------------------------


async def test_facts_about_a_person_add_up(store: RedisStore) -> None:
    assert await store.person("tg:5") == {}
    await store.update_person("tg:5", {"name": "Zoë <x />", "lang": "it"})
    await store.update_person("tg:5", {"lang": "en", "reachable": ""})
    await store.update_person("tg:5", {})
    assert await store.person("tg:5") == {"name": "Zoë <x />", "lang": "en", "reachable": ""}


async def test_a_person_s_tables_come_newest_first(store: RedisStore) -> None:
    for now, code in ((1.0, "a"), (3.0, "b"), (2.0, "c")):
        await store.sit("tg:5", code, now)
    assert await store.tables_of("tg:5") == ["b", "c", "a"]
    await store.sit("tg:5", "a", 4.0)
    await store.unsit("tg:5", "b")
    await store.unsit("tg:5", "never sat")
    assert await store.tables_of("tg:5") == ["a", "c"]
    assert await store.tables_of("tg:6") == []


async def test_beats_tell_for_how_long_nobody_was_there(store: RedisStore) -> None:
    assert await store.beat(1_700_000_000.5, 5) == (0.0, False)
    assert await store.beat(1_700_000_005.5, 5) == (0.0, False)
    assert await store.beat(1_700_000_105.5, 5) == (100.0, True)
    # A repetition, or a process that starts at the same time, finds it counted.
    assert await store.beat(1_700_000_105.5, 5) == (100.0, False)
    assert await store.beat(1_700_000_200.0, 5) == (194.5, True)


async def test_a_clock_that_is_behind_invents_no_outage(store: RedisStore) -> None:
    await store.beat(1_700_000_100.0, 5)
    assert await store.beat(1_700_000_000.0, 5) == (0.0, False)
    assert await store.beat(1_700_000_101.0, 5) == (0.0, False)


async def test_one_of_two_processes_is_enough(two_stores: tuple[RedisStore, RedisStore]) -> None:
    one, two = two_stores
    await one.beat(1_700_000_000.0, 5)
    for second in range(3, 60, 3):
        assert await two.beat(1_700_000_000.0 + second, 5) == (0.0, False)
    assert await one.beat(1_700_000_060.0, 5) == (0.0, False)


async def test_all_chats_with_a_deadline(store: RedisStore) -> None:
    for code, due in (("aaaaaaaa", 50.0), ("bbbbbbbb", None), ("cccccccc", 1e9)):
        await store.commit(Commit(code, 0, "{}", "r", due))
    assert sorted(await store.with_deadline()) == ["aaaaaaaa", "cccccccc"]
