"""Appending an event while many watch, beside a server of ours whom nobody watches."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from scripts.bench import Row
from scripts.bench.watchers import spectators
from scripts.bench.web import GAME, TOKEN, post, serve, typical_event
from scripts.serving import place
from scripts.serving.processes import Family

SPECTATORS = 300
QUIET = "quiet"
"""A game in which nothing happens."""
APPENDS = 150
"""Appends of each contender, in turns."""
PAUSE = 0.05
"""Seconds between appends: a table records far fewer, and what was sent may arrive meanwhile."""
BAR = 1.2

_ROOT = Path(__file__).parents[2]


def rows() -> Iterator[Row]:
    """Spectators of another game, then of the game that is recorded."""
    for game, watched in ((QUIET, "another game"), (GAME, "it")):
        with (
            tempfile.TemporaryDirectory(prefix="gametape-bench-") as folder,
            _servers(Path(folder)) as (crowded, empty),
            spectators(crowded, TOKEN) as crowd,
        ):
            crowd.watch(game, SPECTATORS)
            ours, theirs = medians(_appending(crowded), _appending(empty))
        yield Row(
            work=f"median append, {SPECTATORS} watch {watched}",
            unit="ms",
            ours=ours,
            theirs=theirs,
            rival="nobody watches",
            bar=BAR,
            at_most=True,
        )


@contextmanager
def _servers(folder: Path) -> Iterator[tuple[int, int]]:
    """The ports of two servers of ours."""
    family = Family()
    lock = place.claim_folder(folder)
    try:
        yield (
            serve(
                family,
                folder,
                lock,
                "crowded",
                [GAME, QUIET],
                GAMETAPE_WATCHERS_BY_ADDRESS=str(SPECTATORS),
            ),
            serve(family, folder, lock, "empty", [GAME, QUIET]),
        )
    finally:
        family.stop()
        os.close(lock)


def _appending(port: int) -> Callable[[], None]:
    event = typical_event()
    connection = socket.create_connection(("127.0.0.1", port))
    return lambda: post(connection, event)


def medians(*contenders: Callable[[], None]) -> list[float]:
    """Milliseconds of an append of each contender, in turns with a pause before each."""
    found: list[list[float]] = [[] for _ in contenders]
    for number in range(APPENDS + 10):
        for append, times in zip(contenders, found, strict=True):
            sleep(PAUSE)
            began = perf_counter()
            append()
            if number >= 10:  # the first ones warm up
                times.append((perf_counter() - began) * 1000)
    return [median(times) for times in found]
