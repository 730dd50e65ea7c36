"""Others' appends and reads while a stranger leaves requests half sent and takes live places."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from scripts.bench import Row
from scripts.bench.live import medians
from scripts.bench.web import GAME, TOKEN, get, post, serve, typical_event
from scripts.serving import place
from scripts.serving.processes import Family

HALF_SENT = 600
WATCHERS = 450
STRANGER = "127.0.0.2"
"""The address they all come from."""
BAR = 1.2

_HEAD = (
    f"POST /api/v1/games/{GAME}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    "Content-Type: application/json\r\nContent-Length: 100\r\n"
).encode()
_WATCH = (
    f"GET /api/v1/games/{GAME}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    f"Authorization: Bearer {TOKEN}\r\n\r\n"
).encode()
_KINDS = (
    (f"{HALF_SENT} requests without the end of their headers", _HEAD, HALF_SENT),
    (f"{HALF_SENT} requests without the end of their body", _HEAD + b'\r\n{"ev', HALF_SENT),
    (f"{WATCHERS} watchers", _WATCH, WATCHERS),
)


def rows() -> Iterator[Row]:
    """What each kind of stranger does to an append and to a read."""
    for kind, sent, count in _KINDS:
        with (
            tempfile.TemporaryDirectory(prefix="gametape-bench-") as folder,
            _servers(Path(folder)) as (troubled, quiet),
        ):
            for work, ask in (("append", _appending), ("read", _reading)):
                with _strangers(troubled, sent, count):
                    ours, theirs = medians(ask(troubled), ask(quiet))
                yield Row(
                    work=f"median {work}, {kind}",
                    unit="ms",
                    ours=ours,
                    theirs=theirs,
                    rival="no strangers",
                    bar=BAR,
                    at_most=True,
                )


@contextmanager
def _servers(folder: Path) -> Iterator[tuple[int, int]]:
    family = Family()
    lock = place.claim_folder(folder)
    try:
        yield (
            serve(family, folder, lock, "troubled", [GAME]),
            serve(family, folder, lock, "quiet", [GAME]),
        )
    finally:
        family.stop()
        os.close(lock)


@contextmanager
def _strangers(port: int, sent: bytes, count: int) -> Iterator[None]:
    with ExitStack() as stack:
        for _ in range(count):
            stranger = socket.create_connection(("127.0.0.1", port), source_address=(STRANGER, 0))
            stack.enter_context(stranger)
            try:
                stranger.sendall(sent)
            except ConnectionError:
                continue  # not let in
        yield


def _appending(port: int) -> Callable[[], None]:
    event = typical_event()
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    return lambda: post(connection, event)


def _reading(port: int) -> Callable[[], None]:
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    return lambda: get(connection, f"/api/v1/games/{GAME}")
