"""Spectators who only watch: `python -m scripts.bench.watchers PORT TOKEN`.

For each line `PLACE GAME COUNT` of the input, so many leave what they watched from a place, and
watch that game; `ready` is said when all are welcomed. They read what they are told.
"""

from __future__ import annotations

import os
import selectors
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

_ROOT = Path(__file__).parents[2]


class Spectators:
    """Spectators in a process of their own, so that they take nothing from who measures."""

    def __init__(self, port: int, token: str) -> None:
        """Nobody watches anything yet."""
        command = [sys.executable, "-m", "scripts.bench.watchers", str(port), token]
        self._turn, pipe = Lock(), subprocess.PIPE
        self._child = subprocess.Popen(command, cwd=_ROOT, stdin=pipe, stdout=pipe, text=True)

    def watch(self, game: str, count: int, place: int = 0) -> None:
        """So many watch this game from now on. Raises RuntimeError where one is not let in."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        with self._turn:
            print(place, game, count, file=self._child.stdin, flush=True)
            said = self._child.stdout.readline()
        if said != "ready\n":
            raise RuntimeError("the spectators were not let in")

    def leave(self) -> None:
        """Ends the process."""
        self._child.kill()
        self._child.communicate()


@contextmanager
def spectators(port: int, token: str) -> Iterator[Spectators]:
    """Spectators who leave at the end."""
    found = Spectators(port, token)
    try:
        yield found
    finally:
        found.leave()


def _watch(port: int, token: str) -> None:
    chosen = selectors.DefaultSelector()
    chosen.register(0, selectors.EVENT_READ)
    places: dict[str, list[socket.socket]] = {}
    while True:
        for key, _ in chosen.select():
            if key.fileobj != 0:
                assert isinstance(key.fileobj, socket.socket)
                if key.fileobj.fileno() >= 0:  # it may have been left just now
                    key.fileobj.recv(65536)
                continue
            for line in os.read(0, 65536).decode().splitlines():
                place, game, count = line.split()
                for stream in places.get(place, ()):
                    chosen.unregister(stream)
                    stream.close()
                places[place] = [_welcomed(port, token, game) for _ in range(int(count))]
                for stream in places[place]:
                    chosen.register(stream, selectors.EVENT_READ)
                print("ready", flush=True)


def _welcomed(port: int, token: str, game: str) -> socket.socket:
    stream = socket.create_connection(("127.0.0.1", port))
    stream.sendall(
        f"GET /api/v1/games/{game}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Authorization: Bearer {token}\r\n\r\n".encode()
    )
    welcome = b""
    while b": welcome" not in welcome:
        more = stream.recv(65536)
        if not more:
            raise RuntimeError(f"not let in: {welcome.decode(errors='replace')}")
        welcome += more
    return stream


if __name__ == "__main__":
    _watch(int(sys.argv[1]), sys.argv[2])
