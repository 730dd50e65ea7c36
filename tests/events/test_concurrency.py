"""Many processes append at once, and some of them are killed."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from uuid import UUID

import pytest

from events.database import connect
from events.event import Draft
from events.keeping.verification import verify_all
from events.store import EventStore, WrongVersion

processes = get_context("forkserver")


@contextmanager
def opened(url: str) -> Iterator[EventStore]:
    engine = connect(url)
    yield EventStore(engine)
    engine.dispose()


def kicked(*numbers: int) -> list[Draft]:
    return [Draft(type="BallKicked", data={"number": number}) for number in numbers]


def append_many(url: str, writer: int) -> None:
    with opened(url) as store:
        for number in range(40):
            size = 1 if number % 3 else 4
            stream = f"game-{number % 2}"
            store.append(stream, kicked(number) * size, recorded_by=f"writer-{writer}")


def append_by_version(url: str, writer: int) -> int:
    """Appends where nobody else did since it looked; returns how often that was so."""
    done = 0
    with opened(url) as store:
        for _ in range(40):
            stream = store.stream("derby")
            try:
                store.append(
                    "derby",
                    kicked(writer),
                    recorded_by="token-1",
                    expected=stream.version if stream else 0,
                )
                done += 1
            except WrongVersion as refused:
                assert refused.version > (stream.version if stream else 0)
    return done


def append_the_same(url: str, _: int) -> list[tuple[int, str]]:
    with opened(url) as store:
        answers = []
        for number in range(20):
            drafts = [
                Draft(type="BallKicked", id=str(UUID(int=number * 8 + n)), data={"number": n})
                for n in range(1 + number % 3)
            ]
            appended = store.append("derby", drafts, recorded_by="token-1")
            answers += [(event.version, event.hash) for event in appended.events]
    return answers


def append_until_killed(url: str) -> None:
    with opened(url) as store:
        for number in range(10**9):
            store.append("derby", kicked(*[number] * 5), recorded_by="token-1")
            store.append("final", kicked(number), recorded_by="token-1")


def assert_whole(store: EventStore) -> None:
    events = store.follow(limit=10**6)
    assert [event.position for event in events] == list(range(1, len(events) + 1))
    versions: dict[str, int] = {}
    for event in events:
        assert event.version == versions.get(event.stream, 0) + 1
        versions[event.stream] = event.version
    assert list(verify_all(store)) == []


def test_processes_append_to_the_same_streams(database_url: str) -> None:
    with processes.Pool(4) as pool:
        pool.map(partial(append_many, database_url), range(4), chunksize=1)

    with opened(database_url) as store:
        assert_whole(store)
        assert len(store.follow(limit=10**6)) == 4 * (26 + 14 * 4)


def test_an_expected_version_lets_one_writer_through(database_url: str) -> None:
    with processes.Pool(4) as pool:
        done = pool.map(partial(append_by_version, database_url), range(4), chunksize=1)

    with opened(database_url) as store:
        assert_whole(store)
        assert len(store.read("derby")) == sum(done)


def test_the_same_batch_from_everywhere_is_stored_once(database_url: str) -> None:
    with processes.Pool(4) as pool:
        answers = pool.map(partial(append_the_same, database_url), range(4), chunksize=1)

    with opened(database_url) as store:
        assert_whole(store)
        stored = {(event.version, event.hash) for event in store.read("derby")}
    assert all(set(answer) == stored for answer in answers)


def test_a_follower_misses_no_event_that_commits_late(database_url: str) -> None:
    writers = 8
    with opened(database_url) as store, ThreadPoolExecutor(1) as follower:
        done = processes.Event()

        def follow() -> list[int]:
            seen: list[int] = []
            while True:
                last_round = done.is_set()
                events = store.follow(after=len(seen), limit=7)
                seen += [event.position or 0 for event in events]
                if last_round and not events:
                    return seen

        with processes.Pool(writers) as pool:
            following = follower.submit(follow)
            pool.map(partial(append_many, database_url), range(writers), chunksize=1)
        done.set()

        seen = following.result(60)
        assert seen == list(range(1, writers * (26 + 14 * 4) + 1))


@pytest.mark.parametrize("threads", [8])
def test_threads_share_a_store(database_url: str, threads: int) -> None:
    with opened(database_url) as store, ThreadPoolExecutor(threads) as pool:

        def append(writer: int) -> None:
            for number in range(25):
                store.append(f"game-{number % 3}", kicked(writer), recorded_by="token-1")

        list(pool.map(append, range(threads)))

        assert_whole(store)
        assert len(store.follow(limit=10**6)) == threads * 25


def test_a_killed_writer_leaves_nothing_half_written(database_url: str) -> None:
    with opened(database_url) as store:
        for attempt in range(4):
            before = len(store.read("derby"))
            writer = processes.Process(target=append_until_killed, args=(database_url,))
            writer.start()
            while len(store.read("derby")) < before + 20:
                time.sleep(0.001 * attempt)
            assert writer.pid is not None
            os.kill(writer.pid, signal.SIGKILL)
            writer.join()

            store.append("other", kicked(attempt), recorded_by="token-1")

            assert len(store.read("derby")) % 5 == 0
            assert_whole(store)
