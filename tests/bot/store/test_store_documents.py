"""Documents: commits that race, repeat, and what becomes of unreadable ones."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from bot.ports import Commit, Document
from bot.store import RedisStore, keys

CODE = "k3f9a2xq"


async def test_a_chat_begins_without_document(store: RedisStore) -> None:
    assert await store.load(CODE) == Document(None, 0, 0)
    assert await store.results(CODE) == []


async def test_a_commit_is_what_is_loaded(store: RedisStore) -> None:
    text = json.dumps({"name": "Zoë 🃏\n", "n": 1}, ensure_ascii=False)
    assert await store.commit(Commit(CODE, 0, text, "a", stamp=7)) is None
    assert await store.load(CODE) == Document(text, 1, 7)


async def test_a_commit_on_another_version_writes_nothing(store: RedisStore) -> None:
    await store.commit(Commit(CODE, 0, "one", "a", stamp=7))
    late = Commit(CODE, 0, "two", "b", due=5.0, results=("won",), stamp=9)
    early = Commit(CODE, 2, "two", "c", due=5.0, results=("won",), stamp=9)
    for wrong in (late, early):
        assert await store.commit(wrong) == Document("one", 1, 7)
    assert await store.load(CODE) == Document("one", 1, 7)
    assert await store.results(CODE) == []
    assert await store.claim_due(10.0, 60) == []
    assert await store.stale() == [(CODE, 1)]


async def test_a_repeated_commit_counts_once(store: RedisStore) -> None:
    first = Commit(CODE, 0, "one", "a", due=5.0, results=("won",))
    assert await store.commit(first) is None
    assert await store.commit(first) is None
    assert await store.load(CODE) == Document("one", 1)
    assert await store.results(CODE) == ["won"]


async def test_a_repetition_is_known_after_other_commits(store: RedisStore) -> None:
    first = Commit(CODE, 0, "0", "first", results=("won",))
    await store.commit(first)
    for n in range(1, 16):
        assert await store.commit(Commit(CODE, n, str(n), f"token {n}")) is None
    assert await store.commit(first) is None
    assert await store.load(CODE) == Document("15", 16)
    assert await store.results(CODE) == ["won"]


async def test_a_match_keeps_its_log_beside_the_document(store: RedisStore) -> None:
    begun = Commit(CODE, 0, "1", "a", results=("won",), log=("match", "deal"), match=1, begins=True)
    assert await store.commit(begun) is None
    assert await store.commit(begun) is None
    assert await store.log(CODE, 1) == ["match", "deal"]
    await store.commit(Commit(CODE, 1, "2", "b", log=("turn",), match=1))
    await store.commit(Commit(CODE, 1, "late", "c", log=("lost race",), match=1))
    await store.commit(Commit(CODE, 2, "3", "d", match=1))
    assert await store.log(CODE, 1) == ["match", "deal", "turn"]
    assert await store.results(CODE) == ["won"]
    assert await store.log(CODE, 2) == []
    # A number that was counted before, in a state since set aside, begins a log of its own.
    await store.commit(Commit(CODE, 3, "4", "e", log=("again",), match=1, begins=True))
    assert await store.log(CODE, 1) == ["again"]


async def test_the_logs_of_the_last_fifty_matches_are_kept(store: RedisStore) -> None:
    for number in range(1, 53):
        begun = Commit(
            CODE, number - 1, "x", f"t{number}", log=(str(number),), match=number, begins=True
        )
        assert await store.commit(begun) is None
    kept = [number for number in range(54) if await store.log(CODE, number)]
    assert kept == list(range(3, 53))


async def test_a_token_is_compared_as_a_whole(store: RedisStore) -> None:
    await store.commit(Commit(CODE, 0, "one", "aa.b"))
    for part in ("a", "aa", "aa.", "a..b", ".b"):
        assert await store.commit(Commit(CODE, 0, "two", part)) == Document("one", 1)


@pytest.mark.parametrize("token", ["", "a\nb"])
async def test_a_token_that_could_not_be_remembered_is_refused(
    store: RedisStore, token: str
) -> None:
    with pytest.raises(ValueError, match="token"):
        await store.commit(Commit(CODE, 0, "one", token))
    assert (await store.load(CODE)).version == 0


async def test_racing_commits_of_two_processes_count_every_one(
    two_stores: tuple[RedisStore, RedisStore],
) -> None:
    tries = 0

    async def add(store: RedisStore, worker: int) -> None:
        nonlocal tries
        for n in range(10):
            document = await store.load(CODE)
            newer: Document | None = document
            while newer is not None:
                tries += 1
                seen = json.loads(newer.text or "[]")
                commit = Commit(
                    CODE,
                    newer.version,
                    json.dumps([*seen, f"{worker}.{n}"]),
                    f"{worker}.{n}.{newer.version}",
                    results=(f"{worker}.{n}",),
                )
                newer = await store.commit(commit)

    await asyncio.gather(*(add(two_stores[i % 2], i) for i in range(12)))
    document = await two_stores[0].load(CODE)
    everything = sorted(f"{worker}.{n}" for worker in range(12) for n in range(10))
    assert document.version == 120
    assert sorted(json.loads(document.text or "")) == everything
    assert await two_stores[1].results(CODE) == json.loads(document.text or "")
    assert tries > 120, "nothing raced, so nothing was shown"


async def test_a_removed_document_leaves_version_stamp_and_results(store: RedisStore) -> None:
    await store.commit(Commit(CODE, 0, "one", "a", due=5.0, results=("won",), stamp=7))
    assert await store.commit(Commit(CODE, 1, None, "b")) is None
    assert await store.load(CODE) == Document(None, 2, 7)
    assert await store.results(CODE) == ["won"]
    assert await store.claim_due(10.0, 60) == []
    assert await store.commit(Commit(CODE, 0, "two", "c")) == Document(None, 2, 7)


async def test_an_empty_text_is_a_text(store: RedisStore) -> None:
    await store.commit(Commit(CODE, 0, "", "a"))
    assert await store.load(CODE) == Document("", 1)


async def test_the_stamp_never_goes_back(store: RedisStore) -> None:
    await store.commit(Commit(CODE, 0, "one", "a", stamp=40))
    await store.commit(Commit(CODE, 1, "two", "b", stamp=3))
    assert (await store.load(CODE)).stamp == 40


async def test_an_unreadable_document_is_set_aside_and_the_chat_counts_on(
    store: RedisStore,
) -> None:
    await store.commit(Commit(CODE, 0, "{broken", "a", due=5.0, stamp=7))
    assert await store.set_aside(CODE, 1, "no JSON")
    assert await store.load(CODE) == Document(None, 2, 7)
    assert await store.claim_due(10.0, 60) == []
    kept = await store._link.command("HGETALL", keys.aside(CODE, 1))
    assert kept == {"doc": "{broken", "reason": "no JSON"}


async def test_setting_aside_repeated_is_done_once(store: RedisStore) -> None:
    await store.commit(Commit(CODE, 0, "{broken", "a"))
    assert await store.set_aside(CODE, 1, "no JSON")
    assert await store.set_aside(CODE, 1, "no JSON")
    assert (await store.load(CODE)).version == 2


async def test_a_document_written_meanwhile_is_not_set_aside(store: RedisStore) -> None:
    await store.commit(Commit(CODE, 0, "{broken", "a"))
    await store.commit(Commit(CODE, 1, "{}", "b"))
    assert not await store.set_aside(CODE, 1, "no JSON")
    assert await store.load(CODE) == Document("{}", 2)


async def test_a_commit_decided_before_the_setting_aside_is_refused(store: RedisStore) -> None:
    await store.commit(Commit(CODE, 0, "{broken", "a"))
    await store.set_aside(CODE, 1, "no JSON")
    assert await store.commit(Commit(CODE, 1, "old", "b")) == Document(None, 2)
    assert await store.commit(Commit(CODE, 2, "new", "c")) is None


async def test_bytes_that_are_no_text_can_be_loaded_and_set_aside(store: RedisStore) -> None:
    await store.commit(Commit(CODE, 0, "{}", "a"))
    await store._link.command("HSET", keys.table(CODE), "doc", b"\xff\xfe{")  # type: ignore[arg-type]
    document = await store.load(CODE)
    with pytest.raises(ValueError, match="Expecting"):
        json.loads(document.text or "")
    assert await store.set_aside(CODE, 1, "no UTF-8")
    kept = await store._link.command("HGET", keys.aside(CODE, 1), "doc")
    assert kept.encode(errors="surrogateescape") == b"\xff\xfe{"


async def test_chats_do_not_touch_each_other(store: RedisStore) -> None:
    first = Commit(CODE, 0, "one", "same token", results=("won",))
    await store.commit(first)
    assert await store.commit(replace(first, code="otherone", text="two")) is None
    assert (await store.load(CODE)).text == "one"
    assert (await store.load("otherone")).text == "two"


def test_hands_stay_out_of_what_is_printed() -> None:
    for thing in (Document("9h Qs", 1), Commit(CODE, 0, "9h Qs", "a")):
        assert "9h" not in repr(thing)
